/*
 * Stores the bytes of the embedded buckets: one file per object below DATA_DIR/objects, named by a hash of its key,
 * so that no submitted name (`../`, NUL, 300 characters) reaches the file system. A small file next to it has its
 * type. Unfinished uploads are written to another folder, which the next start empties, so that a killed process
 * leaves nothing behind. lite has such an adapter but does not export it. Tests: file-storage.test.ts and
 * tests/contract/storage-*.test.ts.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

type Description = { mimetype: string; cacheControl: string; eTag: string }
type Conditions = { ifNoneMatch?: string; range?: string }

/**
 * lite's StorageAdapter over a directory. Sizes are bytes. A missing object has no body; methods that cannot return
 * an empty body reject with code ENOENT.
 */
export class FileStorage {
  readonly driver = fs
  readonly #root: string
  readonly #arriving: string
  #aside: string | null = null

  constructor(root: string) {
    this.#root = root
    this.#arriving = path.join(root, 'arriving')
    // Create the folder at the start, so that a failure shows at once.
    mkdirSync(root, { recursive: true, mode: 0o700 })
    rmSync(this.#arriving, { recursive: true, force: true })
  }

  /** Returns the file name of an object: a hash, whatever the object's own name is. */
  static getName(bucket: string, key: string): string {
    return createHash('sha256').update(`${bucket}\n${key}`).digest('hex')
  }

  /** Returns the path of the file of this name (`getName`) below a root. */
  static pathIn(root: string, name: string): string {
    return path.join(root, name.slice(0, 2), name)
  }

  #place(name: string): string {
    return FileStorage.pathIn(this.#root, name)
  }

  /**
   * Starts to set files aside below `directory` before they are removed or replaced, for a backup that reads them
   * there.
   * @returns a function that ends this.
   */
  setAsideInto(directory: string): () => void {
    this.#aside = directory
    return () => {
      this.#aside = null
    }
  }

  /**
   * Sets the file aside if a backup needs it. Only its first version counts: later ones are newer than the backup.
   */
  async #setAside(name: string): Promise<void> {
    if (this.#aside === null) {
      return
    }
    const place = this.#place(name)
    const aside = FileStorage.pathIn(this.#aside, name)
    await fs.mkdir(path.dirname(aside), { recursive: true })
    for (const ending of ['.json', '']) {
      await linkOrCopy(`${place}${ending}`, `${aside}${ending}`)
    }
  }

  #getFile(bucket: string, key: string): string {
    return this.#place(FileStorage.getName(bucket, key))
  }

  /**
   * Yields every stored file (bytes or description) by its name (`getName`), with its time of writing (milliseconds
   * since 1970).
   */
  async *written(): AsyncGenerator<{ name: string; part: 'bytes' | 'description'; at: number }> {
    for (const folder of (await fs.readdir(this.#root).catch(noneYet)).filter((each) => /^[0-9a-f]{2}$/.test(each))) {
      for (const file of await fs.readdir(path.join(this.#root, folder))) {
        const name = file.replace(/\.json$/, '')
        // A file may be removed while the folder is read.
        const stat = NAME.test(name) ? await fs.stat(path.join(this.#root, folder, file)).catch(noneYet) : []
        if (!Array.isArray(stat)) {
          yield { name, part: file === name ? 'bytes' : 'description', at: stat.mtimeMs }
        }
      }
    }
  }

  /** Removes the file of this name, bytes and description. */
  async removeWritten(name: string): Promise<void> {
    const file = this.#place(name)
    await this.#setAside(name)
    await Promise.all([fs.rm(file, { force: true }), fs.rm(`${file}.json`, { force: true })])
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
    const file = this.#getFile(bucket, key)
    // The file is opened once, so that size and bytes match even when the object is replaced during the read.
    const opened = await this.#opened(file)
    if (!opened) {
      // lite then responds that there is no such object.
      return { httpStatusCode: 404, metadata: nothing, body: undefined }
    }
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

  /**
   * Opens the file; null when it does not exist. A missing folder means that the disk failed, so it is an error:
   * otherwise students would be told that their file was removed.
   */
  async #opened(file: string): Promise<fs.FileHandle | null> {
    try {
      return await fs.open(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw error
      }
      await fs.access(this.#root)
      return null
    }
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: NodeReadableStream | Uint8Array | AsyncIterable<Uint8Array>,
    mimetype: string,
    cacheControl: string,
  ) {
    const file = this.#getFile(bucket, key)
    const arriving = path.join(this.#arriving, randomUUID())
    const hash = createHash('md5')
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.mkdir(this.#arriving, { recursive: true })
    try {
      await pipeline(
        body instanceof Uint8Array ? Readable.from([body]) : Readable.from(body),
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
      await this.#setAside(path.basename(file))
      await fs.rename(`${arriving}.json`, `${file}.json`)
      await fs.rename(arriving, file)
    } catch (error) {
      await Promise.all([fs.rm(arriving, { force: true }), fs.rm(`${arriving}.json`, { force: true })])
      throw error
    }
    return this.#describe(file)
  }

  async deleteObject(bucket: string, key: string) {
    await this.removeWritten(FileStorage.getName(bucket, key))
  }

  async deleteObjects(bucket: string, keys: string[]) {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)))
  }

  async copyObject(bucket: string, key: string, _version: string | undefined, toBucket: string, toKey: string) {
    const from = this.#getFile(bucket, key)
    const to = this.#getFile(toBucket, toKey)
    const arriving = path.join(this.#arriving, randomUUID())
    await fs.mkdir(path.dirname(to), { recursive: true })
    await fs.mkdir(this.#arriving, { recursive: true })
    await fs.copyFile(`${from}.json`, `${arriving}.json`)
    await fs.copyFile(from, arriving)
    await this.#setAside(path.basename(to))
    await fs.rename(`${arriving}.json`, `${to}.json`)
    await fs.rename(arriving, to)
    const { eTag, lastModified } = await this.#describe(to)
    return { httpStatusCode: 200, eTag, lastModified }
  }

  async headObject(bucket: string, key: string) {
    return this.#describe(this.#getFile(bucket, key))
  }

  async privateAssetUrl(): Promise<string> {
    throw new Error('The embedded storage has no URLs of its own')
  }
}

/** The response for a file that does not exist. */
const nothing = { mimetype: '', cacheControl: '', eTag: '', size: 0, contentLength: 0, lastModified: new Date(0) }

const NAME = /^[0-9a-f]{64}$/

/**
 * Links a file, or copies it where the file system has no links. Does nothing when it does not exist or was set aside
 * before.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await fs.link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EMLINK') {
      await fs.copyFile(from, to, fs.constants.COPYFILE_EXCL)
    } else if (code !== 'ENOENT' && code !== 'EEXIST') {
      throw error
    }
  }
}

/** Returns nothing for a missing file; rethrows any other error. */
function noneYet(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') {
    return []
  }
  throw error
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
