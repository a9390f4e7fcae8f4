import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serverFor } from './listener.ts'

const MINUTE_MS = 60_000

test('allows a 50 MB form the time that a slow connection needs, and headers a minute', () => {
  const server = serverFor(() => new Response(), { secure: false })
  expect(server.requestTimeout).toBeGreaterThanOrEqual(45 * MINUTE_MS)
  expect(server.headersTimeout).toBeLessThanOrEqual(MINUTE_MS)
})

test('responds 500 with the log reference to an uncaught failure', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = serverFor(() => Promise.reject(new Error('broken')), { secure: false }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    logged.mockRestore()
  })
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/`)
  const reference = response.headers.get('x-reference') ?? ''
  expect([response.status, await response.text()]).toEqual([500, `Something went wrong on our side. Reference: ${reference}`])
  expect(reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
  expect(logged.mock.calls.flat().join()).toContain(`${reference}: A request failed: Error: broken`)
})

test('responds 400 to a request with two Host headers', async () => {
  const server = serverFor(() => new Response('served'), { secure: false }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: lamplight.ng\r\nHost: other.example\r\n\r\n')
  let received = ''
  for await (const chunk of socket) {
    received += String(chunk)
  }
  expect(received).toMatch(/^HTTP\/1\.1 400 /)
  expect(received).not.toContain('served')
})

/**
 * Starts a server that records the order of requests and their concurrency per connection, and sends it `count`
 * requests without waiting.
 */
async function flooded(count: number) {
  const started: string[] = []
  const max = { at: 0, once: 0 }
  const server = serverFor(
    async ({ url }) => {
      const { pathname } = new URL(url)
      started.push(pathname)
      if (pathname.startsWith('/flood')) {
        max.at += 1
        max.once = Math.max(max.once, max.at)
        await new Promise((resolve) => setImmediate(resolve))
        max.at -= 1
      }
      return new Response(pathname)
    },
    { secure: false },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const gone = new Promise((resolve) => server.once('connection', (theirs) => theirs.once('close', resolve)))
  const { port } = server.address() as net.AddressInfo
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  let received = ''
  socket.on('data', (part) => {
    received += part.toString()
  })
  socket.write(Array.from({ length: count }, (_, at) => `GET /flood/${at} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''))
  return {
    port,
    socket,
    started,
    most: max,
    /** Resolves when the server knows that the connection is closed. */
    gone,
    received: () => received,
    servedNumbers: () => [...received.matchAll(/^\/flood\/(\d+)/gm)].map(([, at]) => Number(at)),
  }
}

test('handles a thousand pipelined requests of a connection one at a time in order', async () => {
  const { socket, started, most: max, servedNumbers } = await flooded(1000)
  await once(socket, 'close')
  const all = Array.from({ length: 1000 }, (_, at) => at)
  expect(servedNumbers()).toEqual(all)
  expect(started).toEqual(all.map((at) => `/flood/${at}`))
  expect(max.once).toBe(1)
})

test('responds to another connection before fifty more of the pipelined requests have started', async () => {
  const { port, socket, started, servedNumbers } = await flooded(1000)
  await once(socket, 'data')
  const before = started.length
  const other = await new Promise<string>((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/other' }, (response) => response.on('data', (part) => resolve(String(part))))
      .on('error', reject)
  })
  expect(other).toBe('/other')
  expect(started.indexOf('/other') - before).toBeLessThan(50)
  expect(servedNumbers().length).toBeLessThan(1000)
})

test('closes a connection after a thousand responses and announces it in the last one', async () => {
  const { socket, started, servedNumbers, received } = await flooded(1200)
  await once(socket, 'close')
  expect(servedNumbers()).toHaveLength(1000)
  expect(started).toHaveLength(1000)
  const responses = received().split('HTTP/1.1 200 OK').slice(1)
  expect(responses.map((text) => /^connection: close/im.test(text))).toEqual(responses.map((_text, at) => at === 999))
})

test('starts no more requests of a client that disconnects', async () => {
  const { socket, started, gone } = await flooded(1000)
  await once(socket, 'data')
  socket.destroy()
  await gone
  const known = started.length
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(known).toBeLessThan(999)
  // One request may have been in flight.
  expect(started.length - known).toBeLessThanOrEqual(1)
})
