import fs from 'node:fs'
import path from 'node:path'
import { appliedVersions, type Connection, recordVersion, splitSqlStatements } from '@supabase/lite'

/** What a migration needs of the database: a transaction that takes whole scripts. */
export type ScriptRunner = { runInOneTransaction(script: string): Promise<void> }

/**
 * Applies the migrations of `directory` that the database has not seen, each in a transaction of its own, in order.
 * @returns the versions applied now.
 * @throws {Error} naming the file whose SQL failed; what came before it stays applied.
 */
export async function migrate(connection: Connection, database: ScriptRunner, directory: string): Promise<string[]> {
  const done = new Set(await appliedVersions(connection))
  const applied: string[] = []
  for (const file of fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()) {
    const [, version, name] = file.match(/^(\d{14})_(\w+)\.sql$/) ?? []
    if (!version || !name) {
      throw new Error(`A migration's name is a 14-digit version and words: ${file}`)
    }
    if (done.has(version)) {
      continue
    }
    const script = fs.readFileSync(path.join(directory, file), 'utf8')
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
