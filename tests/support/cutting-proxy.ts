/*
 * Imitates a phone's connection: slow uploads, and cuts at chosen bytes. It is a TCP proxy with its own port in front
 * of a server.
 */
import { once } from 'node:events'
import net from 'node:net'
import { Transform } from 'node:stream'

const TICK_MS = 20

/**
 * Opens a proxy. `bytesASecond` limits uploads; after each total number of bytes in `cuts` (ascending) all connections are cut. `up()`
 * returns the uploaded bytes of all connections.
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
  /** Passes bytes on at the limited speed and cuts at the given byte. */
  const slow = () =>
    new Transform({
      // Few bytes are buffered at any time, as on a phone, and a cut loses them.
      highWaterMark: 16 * 1024,
      transform(chunk: Buffer, _encoding, done) {
        const next = left[0]
        if (next !== undefined && sent + chunk.length >= next) {
          const through = chunk.subarray(0, next - sent)
          sent = next
          left.shift()
          this.push(through)
          // Bytes that were passed on still arrive.
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
