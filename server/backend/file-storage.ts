/*
 * Where the bytes of the embedded buckets lie: one file an object below DATA_DIR/objects, named by a hash of its key, so that no name a
 * person can think of (`../`, NUL, 300 letters) means anything to the file system. Beside it a small file with its type. What is still
 * arriving lies apart and is thrown away at the next start, so that a process killed in an upload leaves nothing behind.
 * lite has such an adapter but does not export it. Tests: file-storage.test.ts and tests/contract/storage-*.test.ts.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

type Description = { mimetype: string; cacheControl: string; eTag: string }
type Conditions = { ifNoneMatch?: string; range?: string }

/** lite's StorageAdapter over a directory. Sizes are bytes; a missing object rejects with code ENOENT. */
export class FileStorage {
  readonly driver = fs
  readonly #root: string
  readonly #arriving: string

  constructor(root: string) {
    this.#root = root
    this.#arriving = path.join(root, 'arriving')
    rmSync(this.#arriving, { recursive: true, force: true })
  }

  #fileOf(bucket: string, key: string): string {
    const hash = createHash('sha256').update(`${bucket}\n${key}`).digest('hex')
    return path.join(this.#root, hash.slice(0, 2), hash)
  }

  async #describe(file: string, opened?: fs.FileHandle) {
    const [stat, description] = await Promise.all([
      opened ? opened.stat() : fs.stat(file),
      fs.readFile(`${file}.json`, 'utf8').then((text) => JSON.parse(text) as Description),
    ])
    return {
      ...description,
      size: stat.size,
      contentLength: stat.size,
      lastModified: stat.mtime,
    }
  }

  async getObject(bucket: string, key: string, _version: string | undefined, conditions?: Conditions) {
    const file = this.#fileOf(bucket, key)
    // Opened once: the bytes stay those of this size when the object is replaced meanwhile.
    const opened = await fs.open(file)
    let metadata
    try {
      metadata = await this.#describe(file, opened)
    } catch (error) {
      await opened.close()
      throw error
    }
    if (conditions?.ifNoneMatch === metadata.eTag) {
      await opened.close()
      return { httpStatusCode: 304, metadata }
    }
    const bytes = (range?: { start: number; end: number }) => Readable.toWeb(opened.createReadStream(range))
    const range = readRange(conditions?.range, metadata.size)
    if (range) {
      const { start, end } = range
      return {
        httpStatusCode: 206,
        metadata: { ...metadata, contentLength: end - start + 1, contentRange: `bytes ${start}-${end}/${metadata.size}` },
        body: bytes(range),
      }
    }
    return { httpStatusCode: 200, metadata, body: bytes() }
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: NodeReadableStream | Uint8Array,
    mimetype: string,
    cacheControl: string,
  ) {
    const file = this.#fileOf(bucket, key)
    const arriving = path.join(this.#arriving, randomUUID())
    const hash = createHash('md5')
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.mkdir(this.#arriving, { recursive: true })
    try {
      await pipeline(
        body instanceof Uint8Array ? Readable.from([body]) : Readable.fromWeb(body),
        async function* (chunks) {
          for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(arriving),
      )
      const description: Description = { mimetype, cacheControl, eTag: `"${hash.digest('hex')}"` }
      await fs.writeFile(`${arriving}.json`, JSON.stringify(description))
      await fs.rename(`${arriving}.json`, `${file}.json`)
      await fs.rename(arriving, file)
    } catch (error) {
      await Promise.all([fs.rm(arriving, { force: true }), fs.rm(`${arriving}.json`, { force: true })])
      throw error
    }
    return this.#describe(file)
  }

  async deleteObject(bucket: string, key: string) {
    const file = this.#fileOf(bucket, key)
    await Promise.all([fs.rm(file, { force: true }), fs.rm(`${file}.json`, { force: true })])
  }

  async deleteObjects(bucket: string, keys: string[]) {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)))
  }

  async copyObject(bucket: string, key: string, _version: string | undefined, toBucket: string, toKey: string) {
    const from = this.#fileOf(bucket, key)
    const to = this.#fileOf(toBucket, toKey)
    await fs.mkdir(path.dirname(to), { recursive: true })
    await fs.copyFile(`${from}.json`, `${to}.json`)
    await fs.copyFile(from, to)
    const { eTag, lastModified } = await this.#describe(to)
    return { httpStatusCode: 200, eTag, lastModified }
  }

  async headObject(bucket: string, key: string) {
    return this.#describe(this.#fileOf(bucket, key))
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('The embedded storage has no addresses of its own')
  }
}

function readRange(header: string | undefined, size: number) {
  const match = header?.match(/^bytes=(\d+)-(\d*)$/)
  if (!match) {
    return null
  }
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  return start <= end ? { start, end } : null
}
