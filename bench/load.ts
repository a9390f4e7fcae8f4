/* Load on a local server over persistent connections, and the response times of other visitors under that load. */
import { once as getEvent } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { Worker } from 'node:worker_threads'

/** A request. `cookie` belongs to a signed-in user. */
export type Asked = { port: number; path: string; encoding?: string; cookie?: string }

/** The result of a round of load. Times in milliseconds, measured by the clients. */
export type Load = { rate: number; p50: number; p99: number }

export const BROWSER = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

/**
 * Sends requests over several connections for some milliseconds. Each connection waits for a response before the next
 * request.
 * @param next returns the path of each request, where they differ.
 */
export async function load(
  { port, path, encoding = 'br', cookie }: Asked,
  connections: number,
  milliseconds: number,
  next: () => string = () => path,
): Promise<Load> {
  const times: number[] = []
  const from = performance.now()
  const until = from + milliseconds
  const request = () =>
    `GET ${next()} HTTP/1.1\r\nhost: localhost:${port}\r\nuser-agent: ${BROWSER}\r\naccept-encoding: ${encoding}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}\r\n`
  await Promise.all(Array.from({ length: connections }, () => askAgain(port, request, until, times)))
  const sorted = times.toSorted((one, other) => one - other)
  return { rate: (times.length * 1000) / (performance.now() - from), p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
}

/**
 * Sends requests until the deadline. Reconnects, because Lamplight closes a connection after 1,000 responses, as nginx
 * does.
 */
async function askAgain(port: number, request: () => string, until: number, times: number[]): Promise<void> {
  while (performance.now() < until) {
    await askOnOne(port, request, until, times)
  }
}

function askOnOne(port: number, request: () => string, until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0
    const send = () => {
      sent = performance.now()
      socket.write(request())
    }
    const socket = net.connect(port, '127.0.0.1', send)
    let open: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      open = open.length === 0 ? chunk : Buffer.concat([open, chunk])
      const length = getLength(open)
      if (length === null || open.length < length) {
        return
      }
      times.push(performance.now() - sent)
      open = open.subarray(length)
      if (performance.now() > until) {
        socket.destroy()
      } else {
        send()
      }
    })
  })
}

/** Returns the length of a complete response, or null if it is incomplete. */
function getLength(bytes: Buffer): number | null {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) {
    return null
  }
  const head = bytes.subarray(0, headEnd).toString('latin1')
  const stated = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (stated !== undefined) {
    return headEnd + 4 + Number(stated)
  }
  const last = bytes.indexOf('\r\n0\r\n\r\n', headEnd)
  return last < 0 ? null : last + 7
}

/**
 * Measures one more visitor during other work. The visitor runs in a thread, because twenty forms with files block this
 * one for seconds.
 * @returns the response times in milliseconds.
 */
export async function othersWhile<T>(
  port: number,
  act: () => Promise<T>,
): Promise<{ result: T; p50: number; p99: number; max: number }> {
  const visitor = new Worker(new URL('./one-more-visitor.ts', import.meta.url), { workerData: { port } })
  try {
    await getEvent(visitor, 'online')
    const result = await act()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    visitor.postMessage('stop')
    const [times] = (await getEvent(visitor, 'message')) as [number[]]
    const sorted = times.toSorted((one, other) => one - other)
    return { result, p50: at(sorted, 0.5), p99: at(sorted, 0.99), max: sorted.at(-1) ?? 0 }
  } finally {
    await visitor.terminate()
  }
}

/** Returns the CPU time of a process and its threads in milliseconds. */
export function getCpu(pid: number | undefined): number {
  const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the resident memory of a process in MiB. */
export function getMemory(pid: number | undefined): number {
  const kib = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function median(numbers: readonly number[]): number {
  return at(
    numbers.toSorted((one, other) => one - other),
    0.5,
  )
}
