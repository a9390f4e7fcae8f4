import fs from 'node:fs'
import path from 'node:path'
import { appliedVersions, type Connection, recordVersion, splitSqlStatements } from '@supabase/lite'
import type { Database } from './database.ts'
import { sqlMeaning } from './sql-tokens.ts'

/** The database functions that a migration needs: queries, and a transaction that runs whole scripts. */
export type ScriptRunner = Pick<Database, 'query' | 'runInOneTransaction'>

type Migration = { file: string; version: string; name: string; script: string }

/** Returns the migrations of `directory`, in order. */
function migrationsIn(directory: string): Migration[] {
  return fs
    .readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const [, version, name] = file.match(/^(\d{14})_(\w+)\.sql$/) ?? []
      if (!version || !name) {
        throw new Error(`A migration's name is a 14-digit version and words: ${file}`)
      }
      return { file, version, name, script: fs.readFileSync(path.join(directory, file), 'utf8') }
    })
}

/** Returns true if a migration was ever applied to the database, or was about to be. */
export async function isMigrated(database: Pick<Database, 'query'>): Promise<boolean> {
  const [list] = await database.query<{ made: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as made`,
  )
  return list?.made ?? false
}

/**
 * Rejects a database with an applied migration that `directory` does not have, or has with different SQL
 * (docs/decisions/0027). It only reads, and it must run first in a start.
 * @param whose the name of the database in the error message.
 * @throws {OtherVersionError} one sentence that names the migration; another Error if a move into the database broke off.
 */
export async function rejectOtherMigrations(
  database: Pick<Database, 'query'>,
  directory: string,
  whose: { place: string; instead: string },
): Promise<void> {
  if (!(await isMigrated(database))) {
    return
  }
  const [unfinished] = await database.query<{ made: boolean }>(
    `select to_regclass('supabase_migrations.unfinished_move') is not null as made`,
  )
  if (unfinished?.made) {
    throw new Error(`${whose.place} is not whole: a move into it broke off. Run the same "npm run move" again.`)
  }
  rejectOthers(
    await database.query<AppliedMigration>(
      'select version, name, statements from supabase_migrations.schema_migrations order by version',
    ),
    directory,
    whose,
  )
}

/** A database was made by another version of Lamplight. Its message is a sentence for the operator. */
export class OtherVersionError extends Error {}

/** A migration that a database has, with its SQL as it was then. */
export type AppliedMigration = { version: string; name: string | null; statements: string[] | null }

/**
 * Rejects other migrations in a list of applied ones, wherever the list comes from.
 * @throws {OtherVersionError}
 */
export function rejectOthers(
  applied: readonly AppliedMigration[],
  directory: string,
  whose: { place: string; instead: string },
): void {
  const ours = new Map(migrationsIn(directory).map((migration) => [migration.version, migration]))
  for (const { version, name, statements } of applied) {
    const migration = ours.get(version)
    const isOther = migration && statements && !isSame(statements, migration.script)
    if (!migration || isOther) {
      throw new OtherVersionError(
        `${whose.place} was made by another version of Lamplight: its migration ${[version, name].filter(Boolean).join('_')} ` +
          `${migration ? 'was different then' : 'is none of this version'}. It was left as it is. ` +
          `Start the version that made it, or ${whose.instead}.`,
      )
    }
  }
}

/**
 * Returns true if the statements are equivalent to the script. They are usually identical, which is 20 times faster
 * to check.
 */
function isSame(statements: readonly string[], script: string): boolean {
  return consistsOf(script, statements) || sqlMeaning(statements.join(';')) === sqlMeaning(script)
}

/** Returns true if the script is these statements in order, separated only by semicolons and white space. */
function consistsOf(script: string, statements: readonly string[]): boolean {
  let end = 0
  for (const statement of statements) {
    const begin = script.indexOf(statement, end)
    if (begin === -1 || /[^\s;]/.test(script.slice(end, begin))) {
      return false
    }
    end = begin + statement.length
  }
  return !/[^\s;]/.test(script.slice(end))
}

/** A migration with its SQL as it is recorded after it was applied. */
export type RecordedMigration = Migration & { statements: string[] }

/** Returns the migrations of a directory, in order, for callers that apply and record them differently. */
export function getRecords(directory: string): RecordedMigration[] {
  return migrationsIn(directory).map((migration) => ({ ...migration, statements: splitSqlStatements(migration.script) }))
}

/** Copies the migrations of some versions from one directory to another. */
export function copyMigrations(from: string, to: string, versions: ReadonlySet<string>): void {
  for (const { file, version, script } of migrationsIn(from)) {
    if (versions.has(version)) {
      fs.writeFileSync(path.join(to, file), script)
    }
  }
}

/**
 * Returns the applied versions. lite's own `appliedVersions` creates its table again each time, in eight statements.
 */
async function versionsIn(connection: Connection, database: Pick<Database, 'query'>): Promise<string[]> {
  if (!(await isMigrated(database))) {
    return appliedVersions(connection)
  }
  const rows = await database.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
  return rows.map(({ version }) => version)
}

/**
 * Applies the new migrations of `directory` in order, each in its own transaction.
 * @returns the versions applied now.
 * @throws {Error} naming the file whose SQL failed; earlier migrations stay applied.
 */
export async function migrate(connection: Connection, database: ScriptRunner, directory: string): Promise<string[]> {
  const done = new Set(await versionsIn(connection, database))
  const applied: string[] = []
  for (const { file, version, name, script } of migrationsIn(directory)) {
    if (done.has(version)) {
      continue
    }
    try {
      await database.runInOneTransaction(script)
    } catch (error) {
      throw new Error(`The migration ${file} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
    await recordVersion(connection, { version, name, statements: splitSqlStatements(script) })
    applied.push(version)
  }
  return applied
}
