import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { ConnectionCounter, renderScheduler } from './render-scheduler.ts'

const RENDER_MS = 2

/** Blocks the thread, as rendering does. */
function render(): void {
  const end = performance.now() + RENDER_MS
  while (performance.now() < end) {
    // The loop itself does the blocking.
  }
}

test('accepts a new visitor before it renders the pages of a hundred others', async () => {
  const connections = new ConnectionCounter()
  const renderTurn = renderScheduler(connections)
  let rendered = 0
  const server = createServer((request, response) => {
    const respond = async () => {
      await renderTurn()
      render()
      rendered += 1
      response.end('a rendered page')
    }
    void (request.url === '/cached' ? response.end('a cached page') : respond())
  })
    .on('connection', () => (connections.count += 1))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: net.Socket[] = []
  const response = (path: string) =>
    new Promise<void>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`))
      sockets.push(socket.once('data', () => resolve()))
    })
  const others = Array.from({ length: 100 }, () => response('/'))
  await response('/cached')
  expect(rendered).toBeLessThan(20)
  await Promise.all(others)
  expect(rendered).toBe(100)
  sockets.forEach((socket) => socket.destroy())
  server.close()
})

test('starts a page even while connections keep arriving', async () => {
  const connections = new ConnectionCounter()
  const started = vi.fn<() => void>()
  void renderScheduler(connections)().then(started)
  for (let iteration = 0; iteration < 250; iteration += 1) {
    connections.count += 1
    await new Promise(setImmediate)
  }
  expect(started).toHaveBeenCalledOnce()
})

test('starts pages in order, one per iteration of the event loop', async () => {
  const renderTurn = renderScheduler(new ConnectionCounter())
  const started: string[] = []
  for (const name of ['first', 'second', 'third']) {
    void renderTurn().then(() => started.push(name))
  }
  let before = 0
  for (let iteration = 0; iteration < 12; iteration += 1) {
    await new Promise(setImmediate)
    expect(started.length - before).toBeLessThanOrEqual(1)
    before = started.length
  }
  expect(started).toEqual(['first', 'second', 'third'])
})
