/* A line as a phone has it: slow on the way up, and cut when it likes. A TCP proxy on a port of its own in front of a server. */
import { once } from 'node:events'
import net from 'node:net'
import { Transform } from 'node:stream'

const TICK_MS = 20

/**
 * Opens one. `bytesASecond` bounds what goes up; after each of `cuts` bytes in all (ascending) every connection is cut. `up()` counts the bytes
 * that went up, of all connections together.
 */
export async function cuttingProxy(port: number, { bytesASecond, cuts }: { bytesASecond: number; cuts: number[] }) {
  const open = new Set<net.Socket>()
  const left = [...cuts]
  let sent = 0
  let cutOff = 0

  function cutAll(): void {
    cutOff += 1
    for (const socket of open) {
      socket.destroy()
    }
  }
  /** Lets through what a slow line does, and cuts at the byte it is told to. */
  const slow = () =>
    new Transform({
      // Little is on its way at any time, as on a phone: what is cut off is lost.
      highWaterMark: 16 * 1024,
      transform(chunk: Buffer, _encoding, done) {
        const next = left[0]
        if (next !== undefined && sent + chunk.length >= next) {
          const through = chunk.subarray(0, next - sent)
          sent = next
          left.shift()
          this.push(through)
          // What was let through still gets there.
          setTimeout(cutAll, TICK_MS)
          return
        }
        sent += chunk.length
        setTimeout(() => done(null, chunk), (chunk.length / bytesASecond) * 1000)
      },
    })

  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(slow()).pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as net.AddressInfo).port}`,
    up: () => sent,
    cuts: () => cutOff,
    async close() {
      cutAll()
      server.close()
      await once(server, 'close')
    },
  }
}
