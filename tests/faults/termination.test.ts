/* SIGTERM under load: no request on a reused connection is cut off. */
import { once } from 'node:events'
import http from 'node:http'
import { expect, test } from 'vitest'
import { onSharedBackend, startSite } from '../process/sites.ts'

const CLIENTS = 48
/** The number of answered requests before the signal is sent. */
const ANSWERED_BEFORE = 480

test('the site answers every request on reused connections after SIGTERM and then ends', async () => {
  const site = await startSite(onSharedBackend)
  let served = 0
  let isStarted = () => {}
  const enough = new Promise<void>((resolve) => {
    isStarted = resolve
  })
  /** Sends one request after the other on one connection until the server closes it. A reset rejects. */
  const client = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const request = http.get({ agent, port: site.port, host: '127.0.0.1', path: '/robots.txt' })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      await once(response, 'end')
      served += 1
      if (served === ANSWERED_BEFORE) {
        isStarted()
      }
      if (response.headers.connection === 'close') {
        agent.destroy()
        return response.statusCode
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  await Promise.race([enough, clients])
  site.running.process.kill('SIGTERM')
  expect(await clients).toEqual(Array.from({ length: CLIENTS }, () => 200))
  expect(await site.running.ended).toBe(0)
  expect(served).toBeGreaterThanOrEqual(ANSWERED_BEFORE)
})
