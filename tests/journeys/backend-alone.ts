import fs from 'node:fs'
import path from 'node:path'
import { startedOnce } from '../support/test-databases.ts'
import { freePort, listens, run } from '../support/processes.ts'

type Account = { email: string; password: string }

/** A backend in its own process, for sites that reach it through a proxy, with its keys and demo accounts. */
export type BackendAlone = {
  port: number
  keys: { publishable_key: string; secret_key: string }
  student: Account
  admin: Account
  end(): Promise<void>
}

export async function startBackendAlone(): Promise<BackendAlone> {
  const directory = await startedOnce()
  const port = await freePort()
  const backend = await run(
    ['tools/backend.ts'],
    { DATA_DIR: directory.path, ...directory.variables, BACKEND_PORT: String(port) },
    () => listens(`http://127.0.0.1:${port}`),
  )
  const read = (name: string) => JSON.parse(fs.readFileSync(path.join(directory.path, name), 'utf8')) as unknown
  return {
    port,
    keys: read('backend-keys.json') as BackendAlone['keys'],
    ...(read('demo-accounts.json') as Pick<BackendAlone, 'student' | 'admin'>),
    async end() {
      await backend.stop()
      directory.remove()
    },
  }
}
