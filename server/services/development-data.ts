import fs from 'node:fs'
import path from 'node:path'
import { OtherVersionError } from '../backend/migrations.ts'
import type { Environment } from '../environment.ts'

/** Entries of DATA_DIR that a rebuilt database keeps: keys, sign-in details, emails, and the lock of this process. */
const KEPT = new Set(['backend-keys.json', 'demo-accounts.json', 'mail', 'process.lock', 'backend-socket'])
const PREVIOUS = 'before-rebuild'

/**
 * Starts the backend in development. If a migration has changed, builds the demo's database again, with the same
 * sign-in details; the previous data is in DATA_DIR/before-rebuild.
 * @throws what `start` throws, also for data without demo accounts or with a PostgreSQL of its own.
 */
export async function rebuildIfOutdated<T>(
  { dataDirectory }: Pick<Environment, 'dataDirectory'>,
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (
      !(error instanceof OtherVersionError) ||
      !fs.existsSync(path.join(dataDirectory, 'postgres')) ||
      !fs.existsSync(path.join(dataDirectory, 'demo-accounts.json'))
    ) {
      throw error
    }
    const previous = path.join(dataDirectory, PREVIOUS)
    fs.rmSync(previous, { recursive: true, force: true })
    fs.mkdirSync(previous)
    for (const name of fs.readdirSync(dataDirectory)) {
      if (!KEPT.has(name) && name !== PREVIOUS) {
        fs.renameSync(path.join(dataDirectory, name), path.join(previous, name))
      }
    }
    console.log(`The migrations have changed: building the database again. The previous data is in ${previous}`)
    return start()
  }
}
