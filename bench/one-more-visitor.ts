/*
 * A thread that requests a cached page every 20 ms on one connection, until it is stopped. Then it returns the response
 * times.
 */
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { BROWSER } from './load.ts'

const { port } = workerData as { port: number }
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const result = { toStop: false }
parentPort?.once('message', () => (result.toStop = true))

const times: number[] = []
while (!result.toStop) {
  const from = performance.now()
  await ask()
  times.push(performance.now() - from)
  await wait(20)
}
agent.destroy()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(times)

/**
 * Sends a request. Retries once if the server closed the idle connection, as browsers do.
 * @throws errors of node:http.
 */
async function ask(): Promise<void> {
  const headers = { host: `localhost:${port}`, 'user-agent': BROWSER, 'accept-encoding': 'br' }
  const request = http.get({ host: '127.0.0.1', port, path: '/faq', agent, headers })
  try {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
  } catch (error) {
    if (!request.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') {
      throw error
    }
    await ask()
  }
}
