/* Connections that send their request byte by byte, or never: all others are served. */
import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { onSharedBackend, startSite, whenOver } from '../process/sites.ts'
import { ask } from '../support/http.ts'

/** `npm run test:hard` opens a thousand. */
const CONNECTIONS = Number(process.env.SLOW_CONNECTIONS ?? 200)

test(`the site serves others while ${CONNECTIONS} connections send one byte at a time`, async () => {
  const site = await startSite(onSharedBackend)
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, nth) => {
      const socket = net.connect(site.port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      // Half of them stop within the head of a request, the others within the body of a form.
      socket.write(
        nth % 2 === 0
          ? 'GET / HTTP/1.1\r\nHost: loc'
          : 'POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nintent=',
      )
      return socket
    }),
  )
  whenOver(() => sockets.forEach((socket) => socket.destroy()))
  for (let round = 0; round < 10; round += 1) {
    sockets.forEach((socket) => socket.write('a'))
    const responses = await Promise.all(['/', '/marketplace', '/healthz'].map((path) => ask(site.url + path)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  }
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([])
  sockets.forEach((socket) => socket.destroy())
  await site.end()
})
