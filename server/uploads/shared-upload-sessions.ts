/*
 * Upload sessions that all processes of a site share, on a backend reached over HTTP (docs/decisions/0040). Each
 * chunk is an object of the private bucket `upload-sessions`; the offset is in the database, where one function at a
 * time may advance it. A chunk is received into a file of this process first: so it is stored with its length, and
 * bytes before a cut are stored too.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { ReceivedFile, ClaimedUpload } from '#app/services/uploads.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { clientWithSecretKey, type ServiceClient } from '../service-client.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'
import {
  ownsUploadSession,
  KEPT_MS,
  MAX_SESSIONS_PER_USER,
  MAX_BYTES_PER_USER,
  newUploadSessionId,
  othersUnderWay,
  type UploadSessionRoutes,
  UNDER_WAY_MS,
} from './upload-session-rules.ts'

const BUCKET = 'upload-sessions'
/** Time limit of storing or reading one chunk, in milliseconds. */
const CHUNK_PATIENCE_MS = 60_000
/**
 * Lease duration for a claimed upload. The worker renews it; if the worker dies, the lease expires and another
 * process can claim the upload.
 */
const LEASE_SECONDS = 30
const RENEWED_EVERY_MS = 10_000
/** How long a second taker waits for the first, which usually submits the file in that time. */
const WAIT_MS = 45_000
const ASKED_EVERY_MS = 250

/** The address of a backend with its secret key. */
type Reached = { url: string; secretKey: string; fetch: typeof globalThis.fetch }

export class SharedUploadSessions implements UploadSessionRoutes {
  readonly store: SharedStore
  readonly #client: ServiceClient
  readonly #directory: string
  readonly #bucket: Bucket
  readonly #waitMs: number

  /**
   * Creates the store. `directory`: for the files of this process, emptied at each start. `waitMs`: only tests pass
   * it.
   */
  constructor(reached: Reached, directory: string, waitMs = WAIT_MS) {
    this.#client = clientWithSecretKey(reached, { repeats: false })
    this.#directory = directory
    this.#bucket = new Bucket(reached)
    this.#waitMs = waitMs
    this.store = new SharedStore(this.#client, this.#bucket, directory)
  }

  hasDiskSpace(bytes: number): Promise<boolean> {
    return hasDiskSpace(this.#directory, bytes)
  }

  /** Checks local disk space for assembling the file. `create` enforces the per-user quota. */
  async evict(_userId: string, size: number): Promise<'disk full' | null> {
    return (await this.hasDiskSpace(size)) ? null : 'disk full'
  }

  async claim(userId: string, id: string): Promise<ClaimedUpload | null> {
    const chunks = ownsUploadSession(userId, id) ? await this.#leased(id) : null
    if (!chunks) {
      return null
    }
    const { taker, name, size, objects } = chunks
    const renewal = setInterval(() => {
      void this.#ask(id, taker).catch(orLog('Could not renew the upload lease', null))
    }, RENEWED_EVERY_MS)
    renewal.unref()
    const file = path.join(this.#directory, randomUUID())
    const end = async () => {
      clearInterval(renewal)
      await fs.rm(file, { force: true })
    }
    const giveBack = async () => {
      await end()
      await this.#client.rpc('release_upload_session', { upload_session: id, taker }).throwOnError()
    }
    try {
      await this.#putTogether(objects, file, size)
    } catch (error) {
      await giveBack().catch(orLog('Could not release an upload session', undefined))
      throw error
    }
    return {
      file: { path: file, name, size },
      release: giveBack,
      remove: async () => {
        await end()
        await this.#client.rpc('remove_upload_session', { upload_session: id }).throwOnError()
      },
    }
  }

  async keep(userId: string, file: ReceivedFile): Promise<string | null> {
    const id = newUploadSessionId(userId)
    if (!(await begin(this.#client, id, file))) {
      return null
    }
    try {
      const object = chunkName(id, 0)
      await this.#bucket.store(object, file.path, file.size)
      await this.#client.rpc('add_chunk', { upload_session: id, starts_at: 0, bytes: file.size, chunk: object }).throwOnError()
      return id
    } catch (error) {
      // It would count as a file that is still arriving.
      await this.store.remove(id).catch(orLog('Could not remove an upload session without its bytes', undefined))
      throw error
    }
  }

  /**
   * Does nothing: the rows went with the account, in the same transaction (the foreign key of
   * private.upload_sessions).
   */
  async removeAll(): Promise<void> {}

  async sweep(): Promise<void> {
    await this.#client.rpc('sweep_upload_sessions', { cached_seconds: KEPT_MS / 1000 }).throwOnError()
  }

  /**
   * Claims a complete session, and waits while another form has it. Null when it is missing, unfinished or expired.
   */
  async #leased(id: string): Promise<{ taker: string; name: string; size: number; objects: string[] } | null> {
    const taker = randomUUID()
    for (const giveUp = Date.now() + this.#waitMs; ;) {
      const found = await this.#ask(id, taker)
      if (found?.outcome === 'taken') {
        return { taker, name: found.file_name, size: found.size, objects: found.chunks }
      }
      if (found?.outcome !== 'busy' || Date.now() > giveUp) {
        return null
      }
      await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS))
    }
  }

  async #ask(id: string, taker: string) {
    const { data } = await this.#client
      .rpc('claim_upload_session', { upload_session: id, taker, lease_seconds: LEASE_SECONDS, cached_seconds: KEPT_MS / 1000 })
      .throwOnError()
    return data[0] ?? null
  }

  async #putTogether(objects: readonly string[], file: string, size: number): Promise<void> {
    const whole = await fs.open(file, 'wx', 0o600)
    try {
      for (const object of objects) {
        for await (const chunk of await this.#bucket.read(object)) {
          await whole.writeFile(chunk)
        }
      }
      const written = (await whole.stat()).size
      if (written !== size) {
        throw new Error(`Could not assemble an upload session: expected ${size} bytes, got ${written}`)
      }
    } finally {
      await whole.close()
    }
  }
}

/** The store of chunks that the tus protocol requires. */
class SharedStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #client: ServiceClient
  readonly #bucket: Bucket
  readonly #directory: string
  /** Chunks that this process is storing, by their session. */
  readonly #storing = new Map<string, Promise<unknown>>()

  constructor(client: ServiceClient, bucket: Bucket, directory: string) {
    super()
    this.#client = client
    this.#bucket = bucket
    this.#directory = directory
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata } = upload
    if (!(await begin(this.#client, id, { name: metadata?.filename ?? '', size }))) {
      throw othersUnderWay
    }
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    // A cut connection may still be storing its bytes, which count once they are stored.
    await this.#storing.get(id)
    const { data } = await this.#client.rpc('upload_session_details', { upload_session: id }).throwOnError()
    const [found] = data
    if (!found) {
      throw ERRORS.FILE_NOT_FOUND
    }
    return new Upload({
      id,
      size: found.size,
      offset: found.arrived,
      metadata: { filename: found.file_name },
      creation_date: found.started_at,
    })
  }

  override async remove(id: string): Promise<void> {
    const { data: removed } = await this.#client.rpc('remove_upload_session', { upload_session: id }).throwOnError()
    if (!removed) {
      throw ERRORS.FILE_NOT_FOUND
    }
  }

  /**
   * Stores what arrives from `offset` on, even when the connection is cut.
   * @returns the new offset.
   */
  override write(arriving: Readable, id: string, offset: number): Promise<number> {
    const stored = this.#write(arriving, id, offset)
    this.#storing.set(id, this.#settled(id, stored))
    return stored
  }

  /** Resolves after the chunk, whether it was stored or not. */
  async #settled(id: string, stored: Promise<number>): Promise<void> {
    await Promise.allSettled([stored])
    this.#storing.delete(id)
  }

  async #write(arriving: Readable, id: string, offset: number): Promise<number> {
    const file = path.join(this.#directory, `piece-${randomUUID()}`)
    try {
      const { bytes, cut } = await received(arriving, file)
      if (bytes > 0) {
        await this.#add(id, offset, file, bytes)
      }
      if (cut) {
        throw cut.error
      }
      return offset + bytes
    } finally {
      await fs.rm(file, { force: true })
    }
  }

  async #add(id: string, offset: number, file: string, bytes: number): Promise<void> {
    const object = chunkName(id, offset)
    await this.#bucket.store(object, file, bytes)
    const { data: added } = await this.#client
      .rpc('add_chunk', { upload_session: id, starts_at: offset, bytes, chunk: object })
      .throwOnError()
    if (!added) {
      // The object is removed only here, where no row names it: after another failure the row may exist anyway.
      await this.#client.storage.from(BUCKET).remove([object])
      throw ERRORS.INVALID_OFFSET
    }
  }

  override getExpiration(): number {
    return KEPT_MS
  }
}

/** Records a new session; false when others of the same user are in progress. */
async function begin(client: ServiceClient, id: string, { name, size }: { name: string; size: number }): Promise<boolean> {
  const { data } = await client
    .rpc('start_upload_session', {
      upload_session: id,
      owner: id.slice(0, id.indexOf('.')),
      // PostgreSQL accepts no NUL in a text.
      name: name.replaceAll('\0', ''),
      bytes: size,
      max_bytes: MAX_BYTES_PER_USER,
      max_upload_sessions: MAX_SESSIONS_PER_USER,
      under_way_seconds: UNDER_WAY_MS / 1000,
    })
    .throwOnError()
  return data
}

/** Returns the object name of a chunk. No other attempt has the same name, so none replaces another's object. */
function chunkName(id: string, offset: number): string {
  return `${id.replace('.', '/')}/${offset}-${randomUUID()}`
}

/** Writes a stream into a file until it ends or is cut. `cut` is the error of a stream that broke off. */
async function received(arriving: Readable, file: string): Promise<{ bytes: number; cut: { error: unknown } | null }> {
  const piece = await fs.open(file, 'wx', 0o600)
  let bytes = 0
  let isOurs = false
  try {
    for await (const chunk of arriving as AsyncIterable<Buffer>) {
      isOurs = true
      await piece.writeFile(chunk)
      isOurs = false
      bytes += chunk.length
    }
    return { bytes, cut: null }
  } catch (error) {
    // A failing disk leaves a file of another length.
    if (isOurs) {
      throw error
    }
    return { bytes, cut: { error } }
  } finally {
    await piece.close()
  }
}

/** The bucket of chunks, by plain requests: supabase-js would load each file into memory. */
class Bucket {
  readonly #reached: Reached

  constructor(reached: Reached) {
    this.#reached = reached
  }

  async store(object: string, file: string, bytes: number): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes), 'x-upsert': 'false' }
    const body = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
    const response = await this.#ask(object, headers, { method: 'POST', body, duplex: 'half' })
    await response.body?.cancel()
    if (!response.ok) {
      throw new Error(`Could not store a chunk: the storage responded ${response.status}`)
    }
  }

  async read(object: string): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#ask(object, {})
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      throw new Error(`Could not read a chunk: the storage responded ${response.status}`)
    }
    return response.body
  }

  #ask(object: string, headers: Record<string, string>, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    const { url, secretKey, fetch } = this.#reached
    return fetch(`${url}/storage/v1/object/${BUCKET}/${object}`, {
      ...init,
      headers: { ...headers, apikey: secretKey, authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(CHUNK_PATIENCE_MS),
    })
  }
}
