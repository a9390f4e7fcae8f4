/*
 * PGlite takes seconds to make an empty database, and the migrations and the sample content take seconds more. So the build makes three
 * (scripts/build-databases.ts): an empty one, a migrated one, and one with the sample content. A new database begins as a copy of the one
 * that fits. Where none fits, it is made as it is needed. Docs: decision 0001. Test: built-databases.test.ts.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isMissing } from '../missing-file.ts'
import { lengthenLog } from './database-files.ts'
import { SUPABASE_ROLES, SUPABASE_STORAGE_GRANTS } from './lite/database/grants.ts'
import { introspectionBeside } from './lite/database/kept-introspection.ts'
import { versionOf } from './package-version.ts'

/** Where the build puts them. */
export const BUILT_DATABASES = path.resolve(import.meta.dirname, '../../build/databases')

/** The directory of the database within a built one. */
export const DATABASE = 'postgres'

/** The empty database of this version of PGlite. */
export const emptyName = (): string => `empty-${versionOf('@electric-sql/pglite')}`

/** The database that the migrations of a directory make. Its name follows from everything that it is made from. */
export const migratedName = (migrations: string): string =>
  named('migrated', [
    versionOf('@electric-sql/pglite'),
    versionOf('@supabase/lite'),
    SUPABASE_ROLES,
    SUPABASE_STORAGE_GRANTS,
    ...textsIn(migrations),
  ])

/** The same database with the sample content, but without what belongs to one installation: its keys, demo accounts and sample sales. */
export const sampleName = (migrations: string): string =>
  named('sample', [
    migratedName(migrations),
    versionOf('marked'),
    ...['files.ts', 'sample-content.ts'].map((file) => fs.readFileSync(path.join(SEED_CODE, file), 'utf8')),
    ...textsIn(SEED),
  ])

const SEED_CODE = path.resolve(import.meta.dirname, '../seed')
const SEED = path.resolve(import.meta.dirname, '../../supabase/seed')

function named(kind: string, madeFrom: readonly string[]): string {
  const state = createHash('sha256')
  for (const part of madeFrom) {
    state.update(`${part.length} ${part}`)
  }
  return `${kind}-${state.digest('hex').slice(0, 16)}`
}

/** The names and texts of all files of a directory, in one order everywhere. */
function textsIn(directory: string): string[] {
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted()
    .flatMap((file) => [file, fs.readFileSync(path.join(directory, file), 'utf8')])
}

/** Copies the empty database to `directory`, if nothing is there and the build made one. */
export function copyEmptyDatabase(directory: string, built = BUILT_DATABASES): void {
  copy(path.join(built, emptyName(), DATABASE), directory)
}

/**
 * Copies the database that `migrations` make to `directory`, if nothing is there and the build made one, and what lite knows of its tables to
 * its place beside it.
 */
export function copyMigratedDatabase(directory: string, migrations: string, built = BUILT_DATABASES): void {
  // To make the name, all migrations are read.
  if (!isUsed(directory)) {
    copyWithIntrospection(path.join(built, migratedName(migrations)), directory)
  }
}

/**
 * The same with the sample content.
 * @returns how many rows of each kind it has, or null if it was not copied.
 */
export function copySampleDatabase(directory: string, migrations: string, built = BUILT_DATABASES): SampleCounts | null {
  if (isUsed(directory)) {
    return null
  }
  const from = path.join(built, sampleName(migrations))
  return copyWithIntrospection(from, directory) ? (JSON.parse(fs.readFileSync(countsIn(from), 'utf8')) as SampleCounts) : null
}

/** How many rows of each kind the sample content has. */
export type SampleCounts = Record<string, number>

/** Where they are written in the directory of a built database. */
export const countsIn = (directory: string): string => path.join(directory, 'sample.json')

function copyWithIntrospection(built: string, directory: string): boolean {
  const from = path.join(built, DATABASE)
  if (!copy(from, directory)) {
    return false
  }
  fs.copyFileSync(introspectionBeside(from), introspectionBeside(directory))
  fs.chmodSync(introspectionBeside(directory), 0o600)
  return true
}

/** Whether a directory holds a database, or anything else. */
export function isUsed(directory: string): boolean {
  try {
    return fs.readdirSync(directory).length > 0
  } catch (error) {
    if (isMissing(error)) {
      return false
    }
    throw error
  }
}

/** Under another name until it is whole: a process that is killed meanwhile leaves nothing there. @returns whether it was copied. */
function copy(from: string, to: string): boolean {
  if (isUsed(to) || !fs.existsSync(from)) {
    return false
  }
  const half = `${to}.half`
  fs.rmSync(half, { recursive: true, force: true })
  try {
    fs.cpSync(from, half, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
    lengthenLog(path.join(half, 'pg_wal'))
    fs.chmodSync(half, 0o700)
    fs.renameSync(half, to)
    return true
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
}
