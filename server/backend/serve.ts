import { type ServerType, serve } from '@hono/node-server'
import type { EmbeddedBackend } from './start.ts'

/**
 * Serves the embedded backend on 127.0.0.1 to tools and tests. It must never listen on another address: row security
 * protects the data, but only the site limits rates.
 */
export function serveBackend(backend: EmbeddedBackend, port: number): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: (request) => backend.fetch(request), hostname: '127.0.0.1', port }, () => resolve(server))
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use; set BACKEND_PORT to another`) : error),
    )
  })
}
