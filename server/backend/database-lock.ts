import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { createHash } from 'node:crypto'
import type { BackendKeys } from './keys.ts'

/** Our number among the advisory locks of a database. 4201120 is the lock around each migration. */
const LOCK = 4201121
/** How long to wait for an ending process that still has the lock, in milliseconds. */
const PATIENCE_MS = 5000
const LOOK_EVERY_MS = 10_000

export type HeldDatabase = {
  /**
   * Refuses a database that belongs to another DATA_DIR, because files and keys would not match its rows.
   * @throws {Error} a sentence that says what to do.
   */
  rejectOtherDirectory(keys: BackendKeys, dataDirectory: string): Promise<void>
  /** Releases the lock. */
  release(): Promise<void>
}

/**
 * Locks the PostgreSQL of DATABASE_URL for this process, before anything in it is read. A second process would
 * migrate at the same time, cache on its own and store files elsewhere. The lock lives as long as its connection.
 * When that breaks, the lock is taken again; if another process was quicker, this one ends.
 * @throws {Error} a sentence for the terminal when another process has the lock.
 */
export async function lockDatabase(databaseUrl: string): Promise<HeldDatabase> {
  const { default: postgres } = await import('postgres')
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  const take = async () => (await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as taken`)[0]?.taken === true

  const giveUp = Date.now() + PATIENCE_MS
  while (!(await take())) {
    if (Date.now() > giveUp) {
      await sql.end({ timeout: 1 })
      throw new Error(
        'Another Lamplight is using the database of DATABASE_URL. Stop it first, or give this one a database of its own. ' +
          'Several processes at once need a backend that they reach over HTTP: npm run backend, or a hosted project.',
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }

  async function look(): Promise<void> {
    try {
      const [row] = await sql<{ held: boolean }[]>`
        select exists (select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and pid = pg_backend_pid()) as held`
      if (!row?.held && !(await take())) {
        log.error(
          { event: 'database.lock_lost' },
          'Another Lamplight took the database of DATABASE_URL while it could not be reached. This one ends.',
        )
        process.exit(1)
      }
    } catch (error) {
      log.error(
        { event: 'database.lock_check_failed', error: errorMessage(error) },
        'Could not check the lock on the database of DATABASE_URL',
      )
    }
  }
  const looking = setInterval(() => void look(), LOOK_EVERY_MS).unref()

  return {
    async rejectOtherDirectory(keys, dataDirectory) {
      await sql.unsafe(`
        create schema if not exists lamplight;
        create table if not exists lamplight.data_directory (fingerprint text not null, path text not null, since timestamptz default now());
        comment on table lamplight.data_directory is 'Whose files and keys belong to this database (server/backend/database-lock.ts).'`)
      const [stored] = await sql<{ fingerprint: string; path: string }[]>`select fingerprint, path from lamplight.data_directory`
      const fingerprint = getFingerprint(keys)
      if (!stored) {
        await sql`insert into lamplight.data_directory (fingerprint, path) values (${fingerprint}, ${dataDirectory})`
      } else if (stored.fingerprint !== fingerprint) {
        throw new Error(
          `The database of DATABASE_URL belongs to another DATA_DIR (${stored.path}): its files and its backend-keys.json are there, and ` +
            `the keys in ${dataDirectory} are others. Start with that DATA_DIR. If it is lost, everybody has to sign in again and the ` +
            'files are gone; to start all the same, empty the table lamplight.data_directory.',
        )
      }
    },
    async release() {
      clearInterval(looking)
      await sql.end({ timeout: 5 })
    },
  }
}

/** Returns a fingerprint that distinguishes two sets of keys without revealing them. */
function getFingerprint({ publishable_key, secret_key, jwt_secret }: BackendKeys): string {
  return createHash('sha256').update([publishable_key, secret_key, jwt_secret].join('\n')).digest('hex')
}
