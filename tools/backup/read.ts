import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { extract, type Header } from 'tar-stream'
import * as v from 'valibot'
import { getBytes, getStream } from './bytes.ts'
import { RowSum, type Sum } from './checksum.ts'
import type { About, Part, StoredFile, Total } from './parts.ts'

const table = v.object({
  schema: v.string(),
  name: v.string(),
  columns: v.array(v.object({ name: v.string(), type: v.string() })),
})
const aboutJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    format: v.literal(1),
    madeAt: v.string(),
    migrations: v.array(
      v.object({ version: v.string(), name: v.nullable(v.string()), statements: v.nullable(v.array(v.string())) }),
    ),
    tables: v.array(table),
    sequences: v.array(v.object({ schema: v.string(), name: v.string(), last: v.nullable(v.string()) })),
  }),
)
const fileJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    bucket: v.string(),
    key: v.string(),
    mimetype: v.string(),
    cacheControl: v.string(),
    eTag: v.string(),
    size: v.number(),
  }),
)
const totalJson = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    tables: v.record(v.string(), v.object({ rows: v.number(), sum: v.string() })),
    files: v.object({ count: v.number(), bytes: v.number() }),
    missing: v.array(v.object({ bucket: v.string(), key: v.string() })),
  }),
)

/** Thrown for a file that is not a complete backup. The message is for the admin. */
export class BadBackup extends Error {}

/** The first bytes of a file of age. */
const AGE_HEAD = 'age-encryption.org/'

/** Returns true if a backup can only be read with its passphrase. @throws when the file cannot be read. */
export async function isEncrypted(file: string): Promise<boolean> {
  try {
    await using handle = await fs.open(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_HEAD.length), 0, AGE_HEAD.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === AGE_HEAD
  } catch (error) {
    throw toBadBackup(file, error)
  }
}

/**
 * Reads a backup in the order in which it was written, and compares it with its totals.
 * @param passphrase null for one that is not encrypted.
 * @throws {BadBackup} when the passphrase is wrong, when bytes were changed or are missing, or when it is not a backup.
 */
export async function* backupParts(file: string, passphrase: string | null): AsyncGenerator<Part> {
  const tar = extract()
  const reading = pipeline(
    createReadStream(file),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      yield* passphrase === null ? chunks : await decrypt(chunks, passphrase)
    },
    createZstdDecompress(),
    tar,
  ).then(
    () => null,
    (error: unknown) => error,
  )
  const counted = new PartCounter()
  let isWhole = false
  try {
    for await (const entry of tar) {
      const part = await getPart(entry.header, getBytes(entry), counted)
      if (part) {
        yield part
      }
      entry.resume()
      isWhole ||= part?.kind === 'total'
    }
  } catch (error) {
    // The tar only reports that it ended early; the error of its source has the reason.
    throw error instanceof BadBackup ? error : toBadBackup(file, (await reading) ?? error)
  } finally {
    tar.destroy()
  }
  const failure = await reading
  if (failure) {
    throw toBadBackup(file, failure)
  }
  if (!isWhole) {
    throw new BadBackup(`${file} breaks off before its end. It is not a whole backup.`)
  }
}

function decrypt(chunks: AsyncIterable<Uint8Array>, passphrase: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(getStream(chunks))
}

/** Counts the parts, to compare them with the total. */
class PartCounter {
  readonly sums = new Map<string, RowSum>()
  files = 0
  bytes = 0
  file: StoredFile | null = null

  add(name: string, lines: readonly string[]): void {
    const sum = this.sums.get(name) ?? new RowSum()
    this.sums.set(name, sum)
    sum.add(lines)
  }

  refuseUnless({ tables, files }: Total): void {
    const none: Sum = { rows: 0, sum: '0'.repeat(32) }
    for (const [name, response] of Object.entries(tables)) {
      const found = this.sums.get(name)?.result() ?? none
      if (found.rows !== response.rows || found.sum !== response.sum) {
        throw new BadBackup(`The rows of ${name} in the backup are not those that it says it has.`)
      }
    }
    if (files.count !== this.files || files.bytes !== this.bytes) {
      throw new BadBackup('The files in the backup are not those that it says it has.')
    }
  }
}

async function getPart({ name, size }: Header, entry: AsyncIterable<Uint8Array>, counted: PartCounter): Promise<Part | null> {
  const [folder = '', second = ''] = name.split('/')
  if (name === 'about.json') {
    const about: About = read(aboutJson, await text(entry), name)
    return { kind: 'about', about }
  }
  if (folder === 'keys') {
    return { kind: 'keys', name: second, text: await text(entry) }
  }
  if (folder === 'rows') {
    const lines = (await text(entry)).trimEnd().split('\n')
    counted.add(second, lines)
    return { kind: 'rows', table: second, lines }
  }
  if (folder === 'files' && name.endsWith('.json')) {
    counted.file = read(fileJson, await text(entry), name)
    return null
  }
  if (folder === 'files' && counted.file) {
    const { file } = counted
    counted.files += 1
    counted.bytes += size
    return { kind: 'file', file, bytes: verifyFile(entry, file) }
  }
  if (name === 'total.json') {
    const total = read(totalJson, await text(entry), name)
    counted.refuseUnless(total)
    return { kind: 'total', total }
  }
  throw new BadBackup(`The backup holds ${name}, which this version does not know. A newer Lamplight made it.`)
}

/** Passes the bytes of a file on. @throws {BadBackup} at their end, when they differ from the stored ones. */
async function* verifyFile(entry: AsyncIterable<Uint8Array>, file: StoredFile): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5')
  for await (const chunk of entry) {
    hash.update(chunk)
    yield chunk
  }
  // The embedded storage's eTag is the MD5 hash of the file; other storages may use something else.
  if (/^"[0-9a-f]{32}"$/.test(file.eTag) && file.eTag !== `"${hash.digest('hex')}"`) {
    throw new BadBackup(`The file ${file.bucket}/${file.key} in the backup is not the one that was stored.`)
  }
}

async function text(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function read<Schema extends v.GenericSchema>(schema: Schema, response: string, name: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, response)
  if (!parsed.success) {
    throw new BadBackup(`${name} of the backup is not what this version reads. Another version of Lamplight made it.`)
  }
  return parsed.output
}

function toBadBackup(file: string, error: unknown): Error {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') {
    return new Error(`There is no file ${file}.`)
  }
  if (syscall !== undefined) {
    return new Error(`${file} cannot be read: ${message}`)
  }
  if (message.startsWith('no identity matched')) {
    return new BadBackup(`${file} cannot be opened with this passphrase.`)
  }
  return new BadBackup(`${file} is not a whole backup: it was cut off or changed, or it is another kind of file (${message}).`)
}
