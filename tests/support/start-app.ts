import fs from 'node:fs'
import path from 'node:path'
import { getTestPostgresql } from './own-postgresql.ts'
import { startPaystack } from './paystack-server.ts'
import { startedOnce } from './test-databases.ts'
import { isReachable, freePort, run, type Running, temporaryDirectory } from './processes.ts'

export { DEMO_PASSWORD } from './test-databases.ts'

/** An app started as `npm start` starts it the second time, with its own data directory. */
export type TestApp = {
  url: string
  dataDirectory: string
  running: Running
  /** Address and keys of its backend, to check what is stored. */
  backend: { url: string; publishableKey: string; secretKey: string }
}

/**
 * Starts an app with the sample content, or without it when SEED is `none`; `variables` are added to the test's own.
 * `settings`: of V8, where those of a test do not fit.
 */
export async function startApp(
  variables: Record<string, string> = {},
  settings?: readonly string[],
): Promise<TestApp & { end(): Promise<void> }> {
  const hosted = 'SUPABASE_URL' in variables
  const directory = hosted
    ? { ...temporaryDirectory(), variables: {} }
    : await startedOnce(variables.SEED === 'none' ? 'none' : 'content')
  // Only demo mode has an internal simulator, and PostgreSQL has no demo mode.
  const paystack = getTestPostgresql() && !hosted && !variables.PAYSTACK_SECRET_KEY ? await startPaystack() : null
  const [port, backendPort] = [Number(variables.PORT ?? (await freePort())), await freePort()]
  const url = `http://localhost:${port}`
  const running = await run(
    ['server/main.ts'],
    {
      PORT: String(port),
      DATA_DIR: directory.path,
      ...directory.variables,
      ...(hosted ? {} : { BACKEND_PORT: String(backendPort) }),
      ...paystack?.variables,
      ...variables,
    },
    () => isReachable(`http://127.0.0.1:${port}/healthz`),
    settings,
  )
  const keys = hosted
    ? { publishable_key: variables.SUPABASE_PUBLISHABLE_KEY ?? '', secret_key: variables.SUPABASE_SECRET_KEY ?? '' }
    : (JSON.parse(fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8')) as {
        publishable_key: string
        secret_key: string
      })
  return {
    url,
    dataDirectory: directory.path,
    running,
    backend: {
      url: hosted ? (variables.SUPABASE_URL ?? '') : `http://127.0.0.1:${backendPort}`,
      publishableKey: keys.publishable_key,
      secretKey: keys.secret_key,
    },
    async end() {
      await running.stop()
      paystack?.stop()
      directory.remove()
    },
  }
}
