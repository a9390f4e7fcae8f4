import { once } from 'node:events'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { Arrivals, inTurn } from './in-turn.ts'

const BUSY = 20
const NEW = 20
const PAGE_MS = 2

/** A page that keeps the thread busy. */
function page(): void {
  const until = performance.now() + PAGE_MS
  while (performance.now() < until) {
    // Waits.
  }
}

/**
 * Keeps twenty connections busy, then opens twenty more at once.
 * @returns how many pages the busy ones got until each of the new ones had its first.
 */
async function pagesBefore(turn: () => Promise<void> | null, arrivals = new Arrivals()): Promise<number> {
  const server = createServer((_request, response) => {
    const make = async () => {
      await turn()
      page()
      response.end('a page')
    }
    void make()
  })
    .on('connection', () => (arrivals.count += 1))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: net.Socket[] = []
  const open = (answered: (again: () => void) => void) => {
    const ask = () => socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const socket = net.connect(port, '127.0.0.1', ask).on('data', () => answered(ask))
    sockets.push(socket)
  }
  let given = 0
  await new Promise<void>((resolve) => {
    for (let at = 0; at < BUSY; at += 1) {
      open((again) => {
        given += 1
        again()
        // All of them are busy.
        if (given === 3 * BUSY) {
          resolve()
        }
      })
    }
  })
  const before = given
  await Promise.all(Array.from({ length: NEW }, () => new Promise<void>((resolve) => open(() => resolve()))))
  const meanwhile = given - before
  sockets.forEach((socket) => socket.destroy())
  server.close()
  return meanwhile
}

test('new visitors wait for about as many pages as there are visitors', async () => {
  expect(await pagesBefore(inTurn())).toBeLessThanOrEqual(4 * (BUSY + NEW))
})

test('a visitor whose page is kept does not wait for the pages of those who came before', async () => {
  const arrivals = new Arrivals()
  const turn = inTurn(arrivals)
  let made = 0
  const server = createServer((request, response) => {
    const make = async () => {
      await turn()
      page()
      made += 1
      response.end('a page')
    }
    void (request.url === '/kept' ? response.end('a kept one') : make())
  })
    .on('connection', () => (arrivals.count += 1))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: net.Socket[] = []
  const answered = (path: string) =>
    new Promise<void>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`))
      sockets.push(socket.once('data', () => resolve()))
    })
  const busy = Array.from({ length: 100 }, () => answered('/'))
  await answered('/kept')
  expect(made).toBeLessThan(20)
  await Promise.all(busy)
  expect(made).toBe(100)
  sockets.forEach((socket) => socket.destroy())
  server.close()
})

test('connections without end do not keep a page from being made', async () => {
  const arrivals = new Arrivals()
  const turn = inTurn(arrivals)
  arrivals.count += 1
  const began = vi.fn<() => void>()
  void turn()?.then(began)
  for (let round = 0; round < 250; round += 1) {
    arrivals.count += 1
    await new Promise(setImmediate)
  }
  expect(began).toHaveBeenCalledOnce()
})

test('without turns they wait for many times as many', async () => {
  expect(await pagesBefore(() => null)).toBeGreaterThan(6 * (BUSY + NEW))
})

test('each begins in the order in which it came, one in a round', async () => {
  const turn = inTurn()
  const began: string[] = []
  expect(turn()).toBeNull()
  for (const name of ['second', 'third', 'fourth']) {
    void turn()?.then(() => began.push(name))
  }
  for (const so_far of [['second'], ['second', 'third'], ['second', 'third', 'fourth']]) {
    await new Promise(setImmediate)
    await Promise.resolve()
    expect(began).toEqual(so_far)
  }
  await new Promise(setImmediate)
  expect(turn()).toBeNull()
})
