/*
 * The files of a hosted project, by its storage API. Their rows are the storage's own: it writes them with the bytes and refuses to lose one
 * without the other, so nothing here goes past it.
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

/** The buckets of a project: their names, and when they were made (ISO 8601). @throws a sentence when the key is refused. */
export async function getBuckets(project: Reached): Promise<{ id: string; created_at: string }[]> {
  return v.parse(bucketList, await (await asked(project, 'bucket', {})).json())
}

/** The names of all files of a bucket. Folders are names that end with a slash, and the API lists one folder at a time. */
export async function* filesIn(project: Reached, bucket: string, folder = ''): AsyncGenerator<string> {
  for (let offset = 0; ; offset += PAGE) {
    const answer = await asked(project, `object/list/${encodeURIComponent(bucket)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prefix: folder, limit: PAGE, offset, sortBy: { column: 'name', order: 'asc' } }),
    })
    const found = v.parse(entries, await answer.json())
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

/** A file and its bytes; null when it is not there. @throws a sentence when the storage does not say how large it is. */
export async function download(
  project: Reached,
  bucket: string,
  key: string,
): Promise<{ file: StoredFile; bytes: Readable } | null> {
  const answer = await asked(project, `object/authenticated/${getAddress(bucket, key)}`, {}, true)
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    return null
  }
  const { headers } = answer
  const size = Number(headers.get('content-length') ?? NaN)
  if (!Number.isSafeInteger(size) || headers.has('content-encoding')) {
    await answer.body.cancel()
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
  return { file, bytes: Readable.from(ofLength(getBytes(answer.body), file), { objectMode: false }) }
}

/**
 * Stores a file and reads it back. One that is there already with the same bytes is not sent again.
 * @param isThere whether the storage may have it, so that it is worth reading first.
 * @throws a sentence with the storage's own reason when it refuses the file, or keeps other bytes than were sent.
 */
export async function upload(
  project: Reached,
  file: StoredFile,
  bytes: AsyncIterable<Uint8Array>,
  isThere: boolean,
): Promise<void> {
  // Held in memory, because it is compared before it is sent, and the storage wants to know its length. Buckets take 50 MiB at most.
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
    await asked(project, `object/${getAddress(file.bucket, file.key)}`, {
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

/** Passes bytes on. @throws when they end too early, which a broken line does without a word. */
async function* ofLength(bytes: AsyncIterable<Uint8Array>, { bucket, key, size }: StoredFile): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    yield chunk
  }
  if (read !== size) {
    throw new Error(`${bucket}/${key} broke off after ${read} of ${size} bytes.`)
  }
}

/** @param mayBeMissing whether an answer that there is no such file is returned instead of thrown. */
async function asked(
  project: Reached,
  what: string,
  how: { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  mayBeMissing = false,
): Promise<Response> {
  const answer = await askedAgain(`${project.url}/storage/v1/${what}`, {
    ...how,
    headers: {
      apikey: project.secretKey,
      authorization: `Bearer ${project.secretKey}`,
      // Without this a proxy may compress the file, and its length is unknown then.
      'accept-encoding': 'identity',
      ...how.headers,
    },
  })
  if (answer.ok) {
    return answer
  }
  const text = await answer.text()
  const response = v.safeParse(v.pipe(v.string(), v.parseJson(), rejection), text)
  const reason = response.success ? response.output.message : `it answers ${answer.status}`
  // The storage answers 400 to all and says the status in the body.
  const status = response.success && response.output.statusCode ? Number(response.output.statusCode) : answer.status
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
 * Asks again when the line breaks before an answer: a server closes lines that nobody used for some seconds, and enciphering may take as long. Every
 * request here may be sent twice.
 */
async function askedAgain(url: string, how: RequestInit): Promise<Response> {
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
 * Puts the files of a copy back into a project; those that are there and equal are left as they are.
 * @returns how many files were looked at.
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
