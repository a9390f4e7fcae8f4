// node bench/kept-pages.ts [rounds]: public pages that are kept, against a bare Node server that sends the same bytes with the same headers,
// and the same pages rendered anew (asked for without an encoding). Rounds of a second alternate, so that other load affects all alike.
import { once } from 'node:events'
import type http from 'node:http'
import net from 'node:net'
import { Worker } from 'node:worker_threads'
import { ask } from '../tests/support/ask.ts'
import { freePort } from '../tests/support/processes.ts'
import { startLamplight } from '../tests/support/start-lamplight.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = 10
const ROUND_MS = 1000
const PAGES = {
  home: '/',
  marketplace: '/marketplace',
  material: '/material-preview/medication-adherence-hypertension-enugu',
  topics: '/topics-directory',
}

/** As `npm start` runs, with V8's own settings. */
const lamplight = await startLamplight({}, [])
const port = Number(new URL(lamplight.url).port)
const rows: Record<string, string | number>[] = []
for (const [page, path] of Object.entries(PAGES)) {
  const kept = await keptAnswer(path)
  const bare = await startBare(kept)
  const asking: [string, number, string][] = [
    ['bare', bare.port, 'br'],
    ['kept', port, 'br'],
    ['rendered', port, 'identity'],
  ]
  const rates: Record<string, number[]> = { bare: [], kept: [], rendered: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [what, at, encoding] of asking) {
      const rate = await answersASecond(at, path, encoding)
      if (round >= 0) {
        rates[what]?.push(rate)
      }
    }
  }
  await bare.stop()
  const [ofBare, ofKept, ofRendered] = [median(rates.bare), median(rates.kept), median(rates.rendered)]
  rows.push({
    page,
    'bytes, brotli': kept.body.length,
    'bare Node, a second': Math.round(ofBare),
    'kept, a second': Math.round(ofKept),
    'kept / bare': (ofKept / ofBare).toFixed(2),
    'rendered anew, a second': Math.round(ofRendered),
  })
}
console.table(rows)
await lamplight.end()

/** The page as it is sent when it was asked for several times. */
async function keptAnswer(path: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  for (let tries = 0; tries < 8; tries += 1) {
    await ask(lamplight.url + path, { headers: { 'accept-encoding': 'br' } })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return ask(lamplight.url + path, { headers: { 'accept-encoding': 'br' } })
}

/** A server of a few lines in a process thread of its own: what Node can do with these bytes at most. */
async function startBare({ headers, body }: { headers: http.IncomingHttpHeaders; body: Buffer }) {
  const at = await freePort()
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = headers
  const worker = new Worker(
    `const http = require('node:http'); const { workerData } = require('node:worker_threads')
     const body = Buffer.from(workerData.body)
     http.createServer((request, response) => { response.writeHead(200, workerData.headers); response.end(body) })
       .listen(workerData.at, '127.0.0.1', () => require('node:worker_threads').parentPort.postMessage('ready'))`,
    { eval: true, workerData: { at, headers: sent, body } },
  )
  await once(worker, 'message')
  return { port: at, stop: () => worker.terminate() }
}

/** How many answers a second some connections get that each wait for one before they ask for the next. */
async function answersASecond(at: number, path: string, encoding: string): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost:${at}\r\nuser-agent: bench\r\naccept-encoding: ${encoding}\r\n\r\n`
  const until = performance.now() + ROUND_MS
  const counts = await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(at, request, until)))
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / ROUND_MS
}

/** Asks again and again until then. Lamplight closes a connection after a thousand answers, as nginx does; then another one goes on. */
async function askAgain(at: number, request: string, until: number): Promise<number> {
  let answers = 0
  while (performance.now() < until) {
    answers += await askOnOne(at, request, until)
  }
  return answers
}

function askOnOne(at: number, request: string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(at, '127.0.0.1', () => socket.write(request))
    let answers = 0
    let open: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('close', () => resolve(answers))
    socket.on('data', (piece: Buffer) => {
      open = open.length === 0 ? piece : Buffer.concat([open, piece])
      const length = lengthOf(open)
      if (length === null || open.length < length) {
        return
      }
      answers += 1
      open = open.subarray(length)
      if (performance.now() > until) {
        socket.destroy()
      } else {
        socket.write(request)
      }
    })
  })
}

/** The length of a whole answer; null while its end is not known. */
function lengthOf(bytes: Buffer): number | null {
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

function median(numbers: number[] = []): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
