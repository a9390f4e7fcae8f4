/*
 * PGlite takes seconds to make an empty database, and the migrations take a second more. So the build makes both, an empty database and a
 * migrated one (scripts/build-databases.ts), and a new database begins as a copy. Where none fits, it is made as it is needed.
 * Docs: decision 0001. Test: built-databases.test.ts.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { isMissing } from '../missing-file.ts'
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
export function migratedName(migrations: string): string {
  const state = createHash('sha256')
  for (const part of [
    versionOf('@electric-sql/pglite'),
    versionOf('@supabase/lite'),
    SUPABASE_ROLES,
    SUPABASE_STORAGE_GRANTS,
    ...fs
      .readdirSync(migrations)
      .filter((file) => file.endsWith('.sql'))
      .toSorted()
      .flatMap((file) => [file, fs.readFileSync(path.join(migrations, file), 'utf8')]),
  ]) {
    state.update(`${part.length} ${part}`)
  }
  return `migrated-${state.digest('hex').slice(0, 16)}`
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
  if (isUsed(directory)) {
    return
  }
  const from = path.join(built, migratedName(migrations), DATABASE)
  if (copy(from, directory)) {
    fs.copyFileSync(introspectionBeside(from), introspectionBeside(directory))
    fs.chmodSync(introspectionBeside(directory), 0o600)
  }
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
    fs.chmodSync(half, 0o700)
    fs.renameSync(half, to)
    return true
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
}
