import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { getEnding, getReadable, type OpenedBook, type OrderReading } from '#app/services/order-reading.ts'
import { looksLikeToken } from '#app/services/orders.ts'
import type { Book, BookPicture, Chapter, DrawPage, ReadBook } from '#app/services/reading.ts'
import { storedOrder } from '#app/services/stored-order.ts'
import { readApprovedFile } from '../approved-file.ts'
import { storeInCache } from '../disk/cached-files.ts'
import { ifMissing } from '../missing-file.ts'
import type { ServiceClient } from '../service-client.ts'
import { licence } from './files/licence.ts'
import type { OrderFiles } from './order-files.ts'
import { hashToken } from '../token-hash.ts'

/** Maximum bytes of converted works on the disk, and characters of those in memory. */
const MAX_CACHED_BYTES = 512 * 1024 * 1024
const MAX_CACHED_CHARS = 12_000_000
/** Raise this when the conversion changes, so that works are converted again. */
const VERSION = 2
/** A file that could not be converted is tried again after this time. */
const RETRY_MS = 60 * 60 * 1000

const found = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('ok'), path: v.string(), sha256: v.nullable(v.string()) }),
    v.object({ outcome: v.picklist(['closed', 'no_file']) }),
  ]),
)
type Found = Extract<NonNullable<v.InferOutput<typeof found>>, { outcome: 'ok' }>

/** The beginning of a stored work. The bytes of the pictures follow, one after the other. */
type Header = { chapters: Chapter[]; pictures: { type: string; size: number }[] }
type Stored = Header & { file: string; start: number }

type Parts = {
  client: ServiceClient
  files: OrderFiles
  /** The directory of converted works. */
  directory: string
  readBook: ReadBook
  drawPage: DrawPage
}

/** Opens the reader of works that were bought. A converted work is cached on the disk by the hash of its file. */
export function openOrderReading({ client, files, directory, readBook, drawPage }: Parts): OrderReading {
  const serialize = queuePerKey()
  const opened = new LRUCache<string, Stored>({
    maxSize: MAX_CACHED_CHARS,
    sizeCalculation: ({ chapters }) => 1 + chapters.reduce((sum, { html }) => sum + html.length, 0),
  })
  const failed = new LRUCache<string, string>({ max: 1000, ttl: RETRY_MS })

  async function findFile(token: string, position: number): Promise<Found | 'closed' | 'no_file' | null> {
    const { data } = await client.rpc('order_file', { hash: hashToken(token), at_position: position }).throwOnError()
    const file = v.parse(found, data)
    return file === null || file.outcome === 'ok' ? file : file.outcome
  }

  /** Returns the converted work of a file, or the reason why it cannot be converted. */
  function getBook({ path: stored, sha256 }: Found, ending: string): Promise<Stored | { failure: string }> {
    const key = createHash('sha256')
      .update([VERSION, stored, sha256 ?? '', ending].join('\n'))
      .digest('hex')
    const file = path.join(directory, `${key}.book`)
    return serialize(key, async () => {
      const known = failed.get(key)
      if (known !== undefined) {
        return { failure: known }
      }
      const there = opened.get(key) ?? (await readStored(file))
      const book = there ?? (await convert(stored, sha256, ending, file))
      if ('failure' in book) {
        failed.set(key, book.failure)
      } else {
        // The oldest works are removed first, so mark this one as used. One that was removed is converted again.
        const isThere = await fs.utimes(file, new Date(), new Date()).then(() => true, ifMissing(false))
        if (isThere) {
          opened.set(key, book)
        } else {
          opened.delete(key)
        }
      }
      return book
    })
  }

  async function convert(stored: string, sha256: string | null, ending: string, file: string) {
    const bytes = await readApprovedFile(client, stored, sha256)
    if (bytes === null) {
      logFailure('The stored file of an order differs from the approved one', new Error('another hash'))
      return { failure: 'The file is not there just now. We look at it.' }
    }
    await fs.mkdir(directory, { recursive: true, mode: 0o700 })
    const original = path.join(directory, `${randomUUID()}.part`)
    try {
      await fs.writeFile(original, bytes, { mode: 0o600 })
      const book = await readBook(original, ending)
      if ('failure' in book) {
        return book
      }
      const { header, body } = pack(book)
      const outcome = await storeInCache(directory, file, body, MAX_CACHED_BYTES)
      return outcome === 'ok'
        ? { ...header, file, start: body.byteLength - sum(header.pictures) }
        : { failure: 'Our disk is full, so it cannot be prepared here just now.' }
    } finally {
      await fs.rm(original, { force: true })
    }
  }

  async function read(token: string) {
    if (!looksLikeToken(token)) {
      return null
    }
    const { data } = await client.rpc('order_by_token', { hash: hashToken(token) }).throwOnError()
    const order = v.parse(v.nullable(storedOrder), data)
    return order === null || order.gives_file ? order : 'closed'
  }

  /** Returns the file at a position with its work; null if the order is closed. */
  async function getBookAt(token: string, name: string) {
    const order = await read(token)
    const [, position, number] = /^(?:(\d{1,3})-)?(\d{1,4})$/.exec(name) ?? []
    if (order === null || order === 'closed' || number === undefined) {
      return null
    }
    const [first] = getReadable(order.files)
    const at = position === undefined ? first : order.files.find((file) => file.position === Number(position))
    const file = at ? await findFile(token, at.position) : null
    return at && file !== null && typeof file === 'object'
      ? { file, position: at.position, ending: getEnding(at), number: Number(number) }
      : null
  }

  return {
    async open(token) {
      const order = await read(token)
      if (order === null || order === 'closed') {
        return order
      }
      const seen = { ...order, is_uncertain: false }
      const readable = getReadable(order.files)
      if (order.file !== 'here' || readable.length === 0) {
        return { order: seen, book: { failure: describeUnreadable(order) } }
      }
      const chapters: Chapter[] = []
      for (const { position, ...file } of readable) {
        const where = await findFile(token, position)
        if (where === null || where === 'closed') {
          return where
        }
        const book = where === 'no_file' ? { failure: 'Its file is being checked.' } : await getBook(where, getEnding(file))
        if ('failure' in book) {
          return { order: seen, book }
        }
        const version = path.basename(book.file).slice(0, 8)
        chapters.push(...moved(book.chapters, chapters.length, chapters.length === 0 ? '' : `${position}-`, version))
      }
      const book: OpenedBook = {
        chapters,
        isFromPdf: readable.some((file) => getEnding(file) === 'pdf'),
        licence: licence(order.email, order.reference),
      }
      return { order: seen, book }
    },

    async getPicture(token, name) {
      const at = await getBookAt(token, name)
      const book = at && (await getBook(at.file, at.ending))
      return book && !('failure' in book) ? readPicture(book, at.number) : null
    },

    async drawPage(token, name) {
      const at = await getBookAt(token, name)
      const stamped = at?.ending === 'pdf' ? await files.locate(hashToken(token), at.position) : null
      return at && stamped && drawPage(stamped.etag, at.number, (draw) => draw(stamped.path))
    },

    async savePlace(token, { chapter, section, title }) {
      await client
        .rpc('save_reading_place', { hash: hashToken(token), at_chapter: chapter, at_section: section, at_title: title })
        .throwOnError()
    },
  }
}

const sum = (pictures: Header['pictures']) => pictures.reduce((bytes, { size }) => bytes + size, 0)

function pack({ chapters, pictures }: Book): { header: Header; body: Uint8Array } {
  const header: Header = { chapters, pictures: pictures.map(({ type, bytes }) => ({ type, size: bytes.byteLength })) }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.byteLength)
  return { header, body: Buffer.concat([length, text, ...pictures.map(({ bytes }) => bytes)]) }
}

/** Reads a converted work without its pictures; null if it is not on the disk. */
async function readStored(file: string): Promise<Stored | null> {
  const handle = await fs.open(file).catch(ifMissing(null))
  if (handle === null) {
    return null
  }
  try {
    const length = Buffer.alloc(4)
    await handle.read(length, 0, 4, 0)
    const text = Buffer.alloc(length.readUInt32BE())
    await handle.read(text, 0, text.byteLength, 4)
    return { ...(JSON.parse(text.toString()) as Header), file, start: 4 + text.byteLength }
  } finally {
    await handle.close()
  }
}

async function readPicture({ file, start, pictures }: Stored, number: number): Promise<BookPicture | null> {
  const picture = pictures[number - 1]
  const handle = picture?.size ? await fs.open(file).catch(ifMissing(null)) : null
  if (!picture || handle === null) {
    return null
  }
  try {
    const bytes = new Uint8Array(picture.size)
    await handle.read(bytes, 0, picture.size, start + sum(pictures.slice(0, number - 1)))
    return { type: picture.type, bytes }
  } finally {
    await handle.close()
  }
}

/**
 * Moves the chapters of a file behind those of others: their links lead further, and their pictures name the file. The
 * address of a picture has a version, so that a browser may keep it.
 */
function moved(chapters: readonly Chapter[], by: number, prefix: string, version: string): Chapter[] {
  return chapters.map((chapter) => ({
    ...chapter,
    html: chapter.html
      .replaceAll(/ href="(\d+)#/g, (_link, number: string) => ` href="${Number(number) + by}#`)
      .replaceAll(/ (src|href)="(picture|page)\/(\d+)"/g, ` $1="$2/${prefix}$3?v=${version}"`),
  }))
}

/** Says why a work cannot be read here, whatever its file. */
function describeUnreadable({ file, files }: Pick<v.InferOutput<typeof storedOrder>, 'file' | 'files'>): string {
  const formats = [...new Set(files.map((one) => `.${getEnding(one)}`))].join(' or ')
  return file === 'here'
    ? `A ${formats} file cannot be read here.`
    : file === 'checked'
      ? 'A reviewer looks at this work again. Its file is back in a day or two.'
      : 'This work was withdrawn.'
}
