/*
 * Reads and writes the files of a hosted project through its storage API. The storage owns the rows of its files and
 * rejects changes to only one of the two, so nothing here bypasses it.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { getBytes } from './bytes.ts'
import type { Part, StoredFile } from './parts.ts'
import type { Project } from './project.ts'

const PAGE = 1000

const bucketList = v.array(v.object({ id: v.string(), created_at: v.string() }))
const entries = v.array(v.object({ name: v.string(), id: v.nullable(v.string()) }))
const rejection = v.object({ message: v.string(), statusCode: v.optional(v.string()) })

type Reached = Pick<Project, 'url' | 'secretKey'>

/** Returns the buckets of a project with their creation times (ISO 8601). @throws an error when the key is rejected. */
export async function getBuckets(project: Reached): Promise<{ id: string; created_at: string }[]> {
  return v.parse(bucketList, await (await request(project, 'bucket', {})).json())
}

/** Yields the names of all files of a bucket. The API lists one folder at a time. */
export async function* filesIn(project: Reached, bucket: string, folder = ''): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const response = await request(project, `object/list/${encodeURIComponent(bucket)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: folder, limit: PAGE, offset, sortBy: { column: 'name', order: 'asc' } }),
    })
    const found = v.parse(entries, await response.json())
    for (const { name, id } of found) {
      if (id === null) {
        yield* filesIn(project, bucket, `${folder}${name}/`)
      } else {
        yield `${folder}${name}`
      }
    }
    if (found.length < PAGE) {
      return
    }
  }
}

/** Downloads a file. Returns null if it does not exist. @throws an error when the storage does not return its size. */
export async function download(
  project: Reached,
  bucket: string,
  key: string,
): Promise<{ file: StoredFile; bytes: Readable } | null> {
  const response = await request(project, `object/authenticated/${getAddress(bucket, key)}`, {}, true)
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    return null
  }
  const { headers } = response
  const size = Number(headers.get('content-length') ?? NaN)
  if (!Number.isSafeInteger(size) || headers.has('content-encoding')) {
    await response.body.cancel()
    throw new Error(`The storage does not say how large ${bucket}/${key} is.`)
  }
  const file = {
    bucket,
    key,
    mimetype: headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: headers.get('cache-control') ?? 'no-cache',
    eTag: (headers.get('etag') ?? '').replace(/^W\//, ''),
    size,
  }
  return { file, bytes: Readable.from(withLengthCheck(getBytes(response.body), file), { objectMode: false }) }
}

/**
 * Stores a file and reads it back. A file that already exists with the same bytes is not sent again.
 * @param isThere true if the storage may already have it, so that it is read first.
 * @throws an error with the storage's reason when it rejects the file, or stores other bytes than were sent.
 */
export async function upload(
  project: Reached,
  file: StoredFile,
  bytes: AsyncIterable<Uint8Array>,
  isThere: boolean,
): Promise<void> {
  // Buffer the file, because it is compared before it is sent, and the storage needs its length. Buckets accept at most
  // 50 MiB.
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) {
    chunks.push(chunk)
  }
  const content = Buffer.concat(chunks)
  const hash = sha256(content)
  if (isThere && (await hashInStorage(project, file)) === hash) {
    return
  }
  await (
    await request(project, `object/${getAddress(file.bucket, file.key)}`, {
      method: 'POST',
      headers: { 'content-type': file.mimetype, 'cache-control': file.cacheControl, 'x-upsert': 'true' },
      body: content,
    })
  ).body?.cancel()
  if ((await hashInStorage(project, file)) !== hash) {
    throw new Error(`The storage keeps other bytes of ${file.bucket}/${file.key} than were sent.`)
  }
}

async function hashInStorage(project: Reached, { bucket, key, size }: StoredFile): Promise<string | null> {
  const there = await download(project, bucket, key)
  if (!there || there.file.size !== size) {
    there?.bytes.destroy()
    return null
  }
  const hash = createHash('sha256')
  for await (const chunk of getBytes(there.bytes)) {
    hash.update(chunk)
  }
  return hash.digest('hex')
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const getAddress = (bucket: string, key: string): string => [bucket, ...key.split('/')].map(encodeURIComponent).join('/')

/** Passes bytes on. @throws when they end too early, which a broken connection does not report. */
async function* withLengthCheck(bytes: AsyncIterable<Uint8Array>, { bucket, key, size }: StoredFile): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    yield chunk
  }
  if (read !== size) {
    throw new Error(`${bucket}/${key} broke off after ${read} of ${size} bytes.`)
  }
}

/** Sends a request. @param mayBeMissing true to return a 404 response instead of throwing. */
async function request(
  project: Reached,
  what: string,
  how: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  mayBeMissing = false,
): Promise<Response> {
  const response = await requestWithRetry(`${project.url}/storage/v1/${what}`, {
    ...how,
    headers: {
      apikey: project.secretKey,
      authorization: `Bearer ${project.secretKey}`,
      // A proxy could otherwise compress the file and remove its length.
      'accept-encoding': 'identity',
      ...how.headers,
    },
  })
  if (response.ok) {
    return response
  }
  const text = await response.text()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), rejection), text)
  const reason = parsed.success ? parsed.output.message : `it answers ${response.status}`
  // The storage always responds with 400 and puts the real status into the body.
  const status = parsed.success && parsed.output.statusCode ? Number(parsed.output.statusCode) : response.status
  if (mayBeMissing && status === 404) {
    return new Response(null, { status })
  }
  if ((status === 401 || status === 403) && how.method !== 'POST') {
    throw new Error(`The storage of ${project.url} refuses the secret key: ${reason}`)
  }
  throw new Error(`The storage of ${project.url} refuses ${what}: ${reason}`)
}

const TRIES = 4
const PAUSE_MS = 500

/**
 * Retries when the connection breaks before a response: servers close idle connections after some seconds, and
 * encryption may take as long. All requests here are idempotent.
 */
async function requestWithRetry(url: string, how: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(url, how)
    } catch (error) {
      if (tries === TRIES) {
        throw new Error(`The storage at ${new URL(url).origin} does not answer`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, tries * PAUSE_MS))
    }
  }
}

/**
 * Restores the files of a copy into a project, except those that are already there and equal.
 * @returns the number of checked files.
 */
export async function putFilesBack(parts: AsyncIterable<Part>, project: Reached): Promise<number> {
  let count = 0
  for await (const part of parts) {
    if (part.kind === 'file') {
      await upload(project, part.file, part.bytes, true)
      count += 1
    }
  }
  return count
}
