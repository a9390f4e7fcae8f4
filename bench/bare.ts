import { once } from 'node:events'
import type http from 'node:http'
import { Worker } from 'node:worker_threads'
import { freePort } from '#tests/support/processes.ts'

/** Starts a minimal server in a separate thread: the upper limit of what Node can do with these bytes. */
export async function startBare({ headers, body }: { headers: http.IncomingHttpHeaders; body: Buffer }) {
  const port = await freePort()
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...sent } = headers
  const worker = new Worker(
    `const http = require('node:http'); const { workerData, parentPort } = require('node:worker_threads')
     const body = Buffer.from(workerData.body)
     http.createServer((request, response) => { response.writeHead(200, workerData.headers); response.end(body) })
       .listen(workerData.port, '127.0.0.1', () => parentPort.postMessage('ready'))`,
    { eval: true, workerData: { port, headers: sent, body } },
  )
  await once(worker, 'message')
  return { port, stop: () => worker.terminate() }
}
