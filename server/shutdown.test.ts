import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { prepareDrain } from './shutdown.ts'

/** Starts a server that responds after a turn of the event loop, or when `release` is called if the path is /slow. */
async function listeningServer() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = http.createServer((request, response) => {
    const served = request.url === '/slow' ? released : new Promise((resolve) => setImmediate(resolve))
    // The headers are written in the page cache's form.
    void served.then(() => response.writeHead(200, ['content-length', '2']).end('ok'))
  })
  const drain = prepareDrain(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  /** Resolves when the next request has arrived. */
  const nextRequest = () => once(server, 'request')
  return { nextRequest, port: (server.address() as AddressInfo).port, drain, release }
}

/** Sends one request on the agent's connection. Returns the Connection header of the response. */
async function get(agent: http.Agent, port: number, path = '/'): Promise<string | undefined> {
  const request = http.get({ agent, port, path, host: '127.0.0.1' })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.headers.connection
}

/** Sends requests on one connection until the server closes it. Returns the number of responses. */
async function sendUntilClosed(port: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (let served = 1; ; served += 1) {
    if ((await get(agent, port)) === 'close') {
      agent.destroy()
      return served
    }
  }
}

test('responds to every request on 48 reused connections while it drains', async () => {
  const { port, drain } = await listeningServer()
  const clients = Array.from({ length: 48 }, () => sendUntilClosed(port))
  const warm = new http.Agent({ keepAlive: true, maxSockets: 1 })
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await get(warm, port)).toBe('keep-alive')
  }
  // This resolves only after each client received the end of its connection. A client that was reset rejects instead.
  const drained = Promise.all(clients)
  const closed = drain(Promise.all(clients).then(() => undefined))
  expect((await drained).every((served) => served > 0)).toBe(true)
  // The idle connection is closed too, so the server ends without waiting for its timeout.
  await closed
  warm.destroy()
})

test('announces the end of its connection to a client with a running request', async () => {
  const { nextRequest, port, drain, release } = await listeningServer()
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const arrived = nextRequest()
  const slow = get(agent, port, '/slow')
  await arrived
  const closed = drain(Promise.resolve())
  release()
  expect(await slow).toBe('close')
  await closed
  agent.destroy()
})

test('closes at once when no connection is open', async () => {
  const { drain } = await listeningServer()
  await expect(drain(new Promise(() => {}))).resolves.toBeUndefined()
})
