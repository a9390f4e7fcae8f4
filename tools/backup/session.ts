import path from 'node:path'
import postgres from 'postgres'
import type { Database } from '#server/backend/database.ts'

/** A single connection to a database. Transactions use ordinary queries (`begin`, `commit`). */
export type Session = Pick<Database, 'query' | 'close'>

/** Settings that affect the text of values, so both sides of a copy use the same. */
const SAME_TEXTS = [
  `set datestyle = 'ISO, YMD'`,
  `set intervalstyle = 'postgres'`,
  `set timezone = 'UTC'`,
  `set extra_float_digits = 1`,
  `set statement_timeout = 0`,
]

/** Opens the PGlite of a data directory. No other process may have it open. */
export async function openEmbedded(dataDirectory: string): Promise<Session> {
  return openDirectory(path.join(dataDirectory, 'postgres'))
}

/** Opens the PGlite in a directory. No other process may have it open. */
export async function openDirectory(directory: string): Promise<Session> {
  // Imported here and not above, because start.ts has to run before lite is loaded.
  await import('#server/backend/start.ts')
  const { openPglite } = await import('#server/backend/database.ts')
  return prepareSession(await openPglite(directory))
}

/** Opens one connection to a PostgreSQL. */
export async function openPostgres(url: string): Promise<Session> {
  const connection = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10, types: {} })
  return prepareSession({
    query: async <Row>(sql: string, parameters: unknown[] = []) =>
      [...(await connection.unsafe(sql, parameters as never[]))] as Row[],
    close: () => connection.end({ timeout: 5 }),
  })
}

async function prepareSession(session: Session): Promise<Session> {
  try {
    for (const setting of SAME_TEXTS) {
      await session.query(setting)
    }
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}
