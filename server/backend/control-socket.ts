import { errorStack, log } from '#app/platform/log/log.server.ts'
import fs from 'node:fs'
import os from 'node:os'
import http from 'node:http'
import path from 'node:path'
import { getRequestListener, type ServerType } from '@hono/node-server'
import * as v from 'valibot'
import { removeSnapshots, createSnapshot, type Snapshot } from './snapshot.ts'
import { isMissing } from '../missing-file.ts'
import type { BackendFetch } from './gateway.ts'
import type { EmbeddedBackend } from './start.ts'

/*
 * While Lamplight runs, no other process may open its database. Commands such as `npm run make-admin` reach it
 * through a socket file that only the same user of this machine can open, so they need no port.
 */

/**
 * Where a backup requests a copy from the running Lamplight. The response stays open for as long as the copy is
 * needed.
 */
const FREEZE = '/lamplight/freeze'

/** Opens the socket and writes its path to DATA_DIR/backend-socket. */
export async function openControlSocket(backend: EmbeddedBackend, dataDirectory: string): Promise<ServerType> {
  // The socket is not in the data directory, because its path is limited to about 100 characters.
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-'))
  const socket = path.join(directory, 'backend.sock')
  // A killed process may have left a snapshot.
  await removeSnapshots(dataDirectory)
  const copies = new CopiesForBackups(backend, dataDirectory)
  const listener = getRequestListener((request) =>
    new URL(request.url).pathname === FREEZE ? copies.respond() : backend.fetch(request),
  )
  const server = http.createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, () => resolve()))
  fs.chmodSync(socket, 0o600)
  const note = path.join(dataDirectory, 'backend-socket')
  fs.writeFileSync(note, socket, { mode: 0o600 })
  // An open response that holds a copy would keep the server open while the process wants to end.
  const closeServer = server.close.bind(server)
  server.close = (done) => {
    copies.end()
    return closeServer(done)
  }
  server.once('close', () => {
    fs.rmSync(directory, { recursive: true, force: true })
    fs.rmSync(note, { force: true })
  })
  return server
}

/** Gives one backup at a time a copy, and removes the copy when the backup disconnects. */
class CopiesForBackups {
  readonly #backend: EmbeddedBackend
  readonly #dataDirectory: string
  #isTaken = false
  #end = () => {}

  constructor(backend: EmbeddedBackend, dataDirectory: string) {
    this.#backend = backend
    this.#dataDirectory = dataDirectory
  }

  async respond(): Promise<Response> {
    if (this.#isTaken) {
      return new Response('Another backup is under way. Try again when it is done.', { status: 409 })
    }
    this.#isTaken = true
    try {
      const { releaseSnapshot, ...where } = await createSnapshot(this.#backend, this.#dataDirectory)
      const release = () => {
        this.#end = () => {}
        releaseSnapshot()
          .catch((error: unknown) =>
            log.error({ event: 'backup.copy_removal_failed', error: errorStack(error) }, 'Could not remove the copy of a backup'),
          )
          .finally(() => {
            this.#isTaken = false
          })
      }
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(`${JSON.stringify(where)}\n`))
          this.#end = () => {
            release()
            controller.close()
          }
        },
        cancel: release,
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    } catch (error) {
      this.#isTaken = false
      return new Response(error instanceof Error ? error.message : String(error), { status: 503 })
    }
  }

  end(): void {
    this.#end()
  }
}

const frozenLine = v.pipe(v.string(), v.parseJson(), v.object({ database: v.nullable(v.string()), aside: v.string() }))

/**
 * Requests a copy from the Lamplight that has locked `dataDirectory`.
 * @returns the path of the copy and `leave`, which removes it; null when no Lamplight runs or its socket is not open
 * yet.
 * @throws a sentence when another backup is in progress or the copy failed.
 */
export async function requestCopy(dataDirectory: string): Promise<(Snapshot & { leave(): void }) | null> {
  const socketPath = socketIn(dataDirectory)
  if (socketPath === null) {
    return null
  }
  const request = http.request({ socketPath, path: FREEZE, method: 'POST' }).end()
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  )
  let text = ''
  for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.endsWith('\n')) {
      break
    }
  }
  if (response.statusCode !== 200) {
    throw new Error(text)
  }
  request.on('error', () => {})
  response.on('error', () => {})
  return { ...v.parse(frozenLine, text), leave: () => void request.destroy() }
}

/**
 * Returns a fetch to the Lamplight that has locked `dataDirectory`, or null when none is running. Small JSON requests
 * only.
 */
export function throughControlSocket(dataDirectory: string): BackendFetch | null {
  const socketPath = socketIn(dataDirectory)
  if (socketPath === null) {
    return null
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
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const status = response.statusCode ?? 500
            const headers = new Headers()
            for (const [name, value] of Object.entries(response.headers)) {
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

function socketIn(dataDirectory: string): string | null {
  try {
    return fs.readFileSync(path.join(dataDirectory, 'backend-socket'), 'utf8')
  } catch (error) {
    if (isMissing(error)) {
      return null
    }
    throw error
  }
}
