/* Load on a server of this machine, over connections that are kept open, and what the others feel meanwhile. */
import { once as getEvent } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import { Worker } from 'node:worker_threads'

/** `cookie`: of somebody who is signed in. */
export type Asked = { port: number; path: string; encoding?: string; cookie?: string }

/** What a round of load came to. Times in milliseconds, as the askers saw them. */
export type Load = { rate: number; p50: number; p99: number }

export const BROWSER = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

/**
 * Asks over so many connections for so many milliseconds; each connection waits for an answer before it asks again.
 * @param next gives the path of each request, where they differ.
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

/** Lamplight closes a connection after a thousand answers, as nginx does; then another one goes on. */
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

/** The length of a whole answer; null while its end is not known. */
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
 * What one more visitor feels while something else is done. The visitor asks from a thread, because this one is busy with what is done: twenty
 * forms with files keep it for seconds.
 * @returns the times of the visitor's requests in milliseconds.
 */
export async function othersWhile<T>(
  port: number,
  act: () => Promise<T>,
): Promise<{ result: T; p50: number; p99: number; most: number }> {
  const visitor = new Worker(new URL('./one-more-visitor.ts', import.meta.url), { workerData: { port } })
  try {
    await getEvent(visitor, 'online')
    const result = await act()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    visitor.postMessage('stop')
    const [times] = (await getEvent(visitor, 'message')) as [number[]]
    const sorted = times.toSorted((one, other) => one - other)
    return { result, p50: at(sorted, 0.5), p99: at(sorted, 0.99), most: sorted.at(-1) ?? 0 }
  } finally {
    await visitor.terminate()
  }
}

/** Milliseconds of all cores that a process has used so far, its threads too. */
export function getCpu(pid: number | undefined): number {
  const [, after = ''] = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** MiB that a process holds in memory. */
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
