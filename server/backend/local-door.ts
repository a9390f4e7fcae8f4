import fs from 'node:fs'
import os from 'node:os'
import http from 'node:http'
import path from 'node:path'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { isMissing } from '../missing-file.ts'
import type { BackendFetch } from './gateway.ts'
import type { EmbeddedBackend } from './start.ts'

/*
 * While Lamplight runs, nobody else may open its database. Commands such as `npm run operator` reach it through a socket file that only the
 * same user of this machine can open, so they need no port.
 */

/** Opens the socket and writes its path to DATA_DIR/backend-socket. */
export async function openLocalDoor(backend: EmbeddedBackend, dataDirectory: string): Promise<ServerType> {
  // The socket is not in the data directory, because its path may have only about 100 letters.
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-'))
  const socket = path.join(directory, 'backend.sock')
  const server = createAdaptorServer({ fetch: (request) => backend.fetch(request) })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, () => resolve()))
  fs.chmodSync(socket, 0o600)
  const note = path.join(dataDirectory, 'backend-socket')
  fs.writeFileSync(note, socket, { mode: 0o600 })
  server.once('close', () => {
    fs.rmSync(directory, { recursive: true, force: true })
    fs.rmSync(note, { force: true })
  })
  return server
}

/** Returns a fetch to the Lamplight that holds `dataDirectory`; null when none is running. Small JSON requests only. */
export function throughLocalDoor(dataDirectory: string): BackendFetch | null {
  let socketPath: string
  try {
    socketPath = fs.readFileSync(path.join(dataDirectory, 'backend-socket'), 'utf8')
  } catch (error) {
    if (isMissing(error)) {
      return null
    }
    throw error
  }
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = Buffer.from(await request.arrayBuffer())
    return new Promise((resolve, reject) => {
      const sent = http.request(
        {
          socketPath,
          path: pathname + search,
          method: request.method,
          headers: { ...Object.fromEntries(request.headers), 'content-length': body.length },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            const status = answer.statusCode ?? 500
            const headers = new Headers()
            for (const [name, value] of Object.entries(answer.headers)) {
              headers.set(name, String(value))
            }
            resolve(new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers }))
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
}
