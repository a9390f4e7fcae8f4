import { type ServerType, serve } from '@hono/node-server'
import type { EmbeddedBackend } from './start.ts'

/**
 * Serves the embedded backend to tools and tests on 127.0.0.1, as a hosted project is served to the world.
 * Never on another address: row security holds, but rate limits are the site's.
 */
export function serveBackend(backend: EmbeddedBackend, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: (request) => backend.fetch(request), hostname: '127.0.0.1', port }, () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken; give BACKEND_PORT another`) : error),
    )
  })
}
