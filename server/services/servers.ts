import { once } from 'node:events'
import type { ServerType } from '@hono/node-server'
import { openControlSocket } from '../backend/control-socket.ts'
import { serveBackend } from '../backend/serve.ts'
import type { startDevelopment } from '../development.ts'
import type { Environment } from '../environment.ts'
import { serverFor } from '../http/listener.ts'
import type { Jobs } from '../job-runner/jobs.ts'
import { serveMetrics } from '../metrics/serve.ts'
import { close } from '../shutdown.ts'
import type { BackendService } from './backend.ts'
import type { Service } from './services.ts'
import type { Web } from './web.ts'

/** The servers that accept connections. Stopping closes the open ones. */
export type Servers = Service & { servers: readonly ServerType[] }

/**
 * Opens the site's port, and before it the other ports and the control socket.
 * @throws a sentence when a port is in use.
 */
export async function openServers(
  env: Environment,
  { backend: { embedded }, web }: { backend: BackendService; web: Web },
  jobs: Jobs,
  development: Awaited<ReturnType<typeof startDevelopment>> | null,
): Promise<Servers> {
  const metrics = env.metricsPort === null ? null : (await import('../metrics/metrics.ts')).openMetrics(jobs)
  const site = serverFor(web.fetch, {
    secure: env.secure,
    connections: web.connections,
    serverFor: development?.serverFor,
    timed: metrics?.timed,
  })
  const servers: ServerType[] = [site]
  const stop = async () => {
    await Promise.all(servers.filter(({ listening }) => listening).map(close))
  }
  try {
    if (metrics && env.metricsPort !== null) {
      servers.push(await serveMetrics(metrics, env.metricsHost, env.metricsPort))
    }
    if (embedded) {
      servers.push(await openControlSocket(embedded, env.dataDirectory))
      if (env.backendPort) {
        servers.push(await serveBackend(embedded, env.backendPort))
      }
    }
    await listen(site, env)
  } catch (error) {
    await stop()
    throw error
  }
  return { servers, stop }
}

async function listen(server: ServerType, env: Environment): Promise<void> {
  server.listen(env.port, env.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EADDRINUSE' ? new Error(`Port ${env.port} is in use. Stop the other program, or set another PORT.`) : error
  }
}
