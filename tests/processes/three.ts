/* Three processes of a site on one backend process, behind a balancer in strict rotation. */
import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#app/services/database.ts'
import type { BackendKeys } from '#server/backend/keys.ts'
import { type Balancer, balancer } from '../support/balancer.ts'
import { startedOnce } from '../support/test-databases.ts'
import { isReachable, freePort, listens, run, type Running, temporaryDirectory } from '../support/processes.ts'

export type Site = { port: number; url: string; dataDirectory: string; running: Running }

export async function startThree(variables: Record<string, string> = {}) {
  const directory = await startedOnce()
  const backendPort = await freePort()
  const ports = [await freePort(), await freePort(), await freePort()]
  const front: Balancer = await balancer(ports)
  const backendUrl = `http://127.0.0.1:${backendPort}`
  const backend = await run(
    ['tools/backend.ts'],
    { DATA_DIR: directory.path, BACKEND_PORT: String(backendPort), SITE_URL: front.url, ...directory.variables, ...variables },
    () => listens(backendUrl),
  )
  const keys = JSON.parse(fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8')) as BackendKeys

  const startSite = (port: number, dataDirectory: string): Promise<Running> =>
    run(
      ['server/main.ts'],
      {
        PORT: String(port),
        DATA_DIR: dataDirectory,
        SITE_URL: front.url,
        TRUSTED_PROXIES: '127.0.0.1',
        SUPABASE_URL: backendUrl,
        SUPABASE_PUBLISHABLE_KEY: keys.publishable_key,
        SUPABASE_SECRET_KEY: keys.secret_key,
      },
      () => isReachable(`http://127.0.0.1:${port}/healthz`),
    )
  const directories = ports.map(() => temporaryDirectory())
  const sites: Site[] = await Promise.all(
    ports.map(async (port, at) => {
      const dataDirectory = directories[at]?.path ?? ''
      return { port, url: `http://127.0.0.1:${port}`, dataDirectory, running: await startSite(port, dataDirectory) }
    }),
  )
  return {
    url: front.url,
    front,
    sites,
    backend,
    service: createClient<Database>(backendUrl, keys.secret_key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    }),
    /** Ends a process, with SIGKILL during its work or with SIGTERM, and starts it again. */
    async restart(site: Site, how: 'SIGKILL' | 'SIGTERM', betweenMs: number): Promise<void> {
      if (how === 'SIGKILL') {
        site.running.process.kill('SIGKILL')
        await site.running.ended
      } else {
        await site.running.stop()
      }
      await new Promise((resolve) => setTimeout(resolve, betweenMs))
      site.running = await startSite(site.port, site.dataDirectory)
    },
    async end() {
      await Promise.all(sites.map(({ running }) => running.stop()))
      await backend.stop()
      await front.close()
      ;[directory, ...directories].forEach((each) => each.remove())
    },
  }
}

export type Three = Awaited<ReturnType<typeof startThree>>
