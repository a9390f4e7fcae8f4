import { errorStack, log } from '#app/platform/log/log.server.ts'
import { once } from 'node:events'
import http from 'node:http'
import type { Metrics } from './metrics.ts'

/**
 * Serves GET /metrics on its own port, so that no proxy in front of the site exposes it.
 * @throws a sentence when the port is in use.
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        log.error({ event: 'metrics.failed', error: errorStack(error) }, 'Could not collect the metrics')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new Error(`Port ${port} is in use; set METRICS_PORT to another.`)
      : error
  }
  return server
}
