import { log } from '#app/platform/log/log.server.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import * as v from 'valibot'
import { getSlug } from '#app/platform/pages/keys.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { getDeliveredFile } from '#functions/_shared/delivered-files.ts'
import { readApprovedFile } from '../approved-file.ts'
import { storeInCache } from '../disk/cached-files.ts'
import { ifMissing } from '../missing-file.ts'
import type { ServiceClient } from '../service-client.ts'
import { fileThread } from './files/file-thread.ts'
import { licence } from './files/licence.ts'
import { getPart } from './ranges.ts'

/**
 * Maximum bytes of cached order files, so that a download can continue. The oldest are removed first. They can be
 * generated again.
 */
const MAX_CACHED_BYTES = 512 * 1024 * 1024
/** Raise this when the generation of files changes, so that cached ones are generated again. */
const VERSION = 2

const found = v.nullable(
  v.variant('outcome', [
    v.object({
      outcome: v.literal('ok'),
      order: v.string(),
      reference: v.string(),
      email: v.string(),
      title: v.string(),
      path: v.string(),
      name: v.string(),
      sha256: v.nullable(v.string()),
      is_of_several: v.boolean(),
    }),
    v.object({ outcome: v.picklist(['closed', 'no_file']) }),
  ]),
)
type Found = Extract<NonNullable<v.InferOutput<typeof found>>, { outcome: 'ok' }>
const taken = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('ok'), download: v.number() }),
    v.object({ outcome: v.literal('too_many'), max: v.number() }),
    v.object({ outcome: v.literal('closed') }),
  ]),
)
/** A file on disk. `size` in bytes. */
type StoredFile = { path: string; size: number; etag: string; name: string; type: string }
type Part = { body: ReadableStream<Uint8Array>; start: number; end: number; isPart: boolean }

/** The opened file of an order, from `start` to `end` (both included, in bytes), or the reason for a failure. */
export type OpenedFile =
  | ({ outcome: 'ok' } & Part & Omit<StoredFile, 'path'>)
  | { outcome: 'beyond_end'; size: number }
  | { outcome: 'too_many'; max: number }
  | { outcome: 'disk_full'; reference: string }
  | { outcome: 'closed' | 'no_file' | 'unavailable' }
  | { outcome: 'no_such_order' }

/**
 * The files that buyers get: PDFs stamped, others unchanged. No PDF is sent without its stamp. The originals are never
 * changed.
 */
export class OrderFiles {
  readonly #client: ServiceClient
  readonly #directory: string
  readonly #thread = fileThread()
  readonly #serialize = queuePerKey()

  constructor(client: ServiceClient, directory: string) {
    this.#client = client
    this.#directory = directory
  }

  /**
   * Opens the file of an order at a position (1 is the first), or the part that the headers Range and If-Range
   * request. A download counts when it starts, and its continuation does not (public.consume_download).
   * @throws when the backend failed.
   */
  async open(
    tokenHash: string,
    position: number,
    { range, ifRange }: { range?: string | undefined; ifRange?: string | undefined },
  ): Promise<OpenedFile> {
    const { data } = await this.#client.rpc('order_file', { hash: tokenHash, at_position: position }).throwOnError()
    const order = v.parse(found, data)
    if (order?.outcome !== 'ok') {
      return order ?? { outcome: 'no_such_order' }
    }
    const file = await this.#prepare(order)
    if (file === null) {
      return { outcome: 'unavailable' }
    }
    if (file === 'disk full') {
      return { outcome: 'disk_full', reference: order.reference }
    }
    const { path: place, ...about } = file
    const asked = getPart(ifRange === undefined || ifRange === file.etag ? range : undefined, file.size)
    if (asked === 'none') {
      return { outcome: 'beyond_end', size: file.size }
    }
    const { start, end } = asked === 'whole' ? { start: 0, end: file.size - 1 } : asked
    const bytes = end - start + 1
    const { data: counted } = await this.#client
      .rpc('consume_download', { hash: tokenHash, first_byte: start, asked: bytes, size: file.size, at_position: position })
      .throwOnError()
    const download = v.parse(taken, counted)
    if (download?.outcome !== 'ok') {
      return download ?? { outcome: 'no_such_order' }
    }
    const stream = createReadStream(place, { start, end })
    stream.once('close', () => {
      if (stream.bytesRead < bytes) {
        void this.#recordUnsent(download.download, bytes - stream.bytesRead)
      }
    })
    const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>
    return { outcome: 'ok', ...about, body, start, end, isPart: asked !== 'whole' }
  }

  /** Records the unsent bytes of an interrupted download. If that fails, they count as sent. */
  async #recordUnsent(download: number, unsent: number): Promise<void> {
    try {
      await this.#client.rpc('release_unsent_transfer', { download, unsent }).throwOnError()
    } catch (error) {
      logFailure('Could not record the unsent bytes of a download', error)
    }
  }

  /**
   * Returns where the file of an order is on the disk, without counting a download; null if it cannot be sent.
   * @throws when the backend failed.
   */
  async locate(tokenHash: string, position: number): Promise<{ path: string; etag: string } | null> {
    const { data } = await this.#client.rpc('order_file', { hash: tokenHash, at_position: position }).throwOnError()
    const order = v.parse(found, data)
    const file = order?.outcome === 'ok' ? await this.#prepare(order) : null
    return file === 'disk full' ? null : file
  }

  /**
   * Returns true if a token opens a file, without counting anything; null for an unknown token.
   * @throws when the backend failed.
   */
  async isOpen(tokenHash: string): Promise<boolean | null> {
    const { data } = await this.#client.rpc('order_by_token', { hash: tokenHash }).throwOnError()
    return v.parse(v.nullable(v.object({ gives_file: v.boolean() })), data)?.gives_file ?? null
  }

  /**
   * Generates the file of an order unless it is cached; one at a time for each order.
   * @returns 'disk full' if it does not fit on the disk of these files; null if the stored file is not the approved
   * one, or cannot be stamped.
   * @throws when the backend failed.
   */
  async #prepare(order: Found): Promise<StoredFile | 'disk full' | null> {
    const ending = getDeliveredFile(order.path)?.ending ?? 'bin'
    const about = [VERSION, order.order, order.path, order.sha256 ?? ''].join('\n')
    const key = createHash('sha256').update(about).digest('hex')
    const file = path.join(this.#directory, `${key}.${ending}`)
    return this.#serialize(key, async () => {
      const there = await fs.stat(file).catch(ifMissing(null))
      const outcome = there === null ? await this.#make(order, file) : 'ok'
      if (outcome !== 'ok') {
        return outcome
      }
      // Eviction removes the oldest files, so mark this one as used.
      await fs.utimes(file, new Date(), new Date())
      const { size } = there ?? (await fs.stat(file))
      return {
        path: file,
        size,
        etag: `"${key.slice(0, 32)}-${size}"`,
        name: `${getName(order).slice(0, 80) || 'lamplight'}.${ending}`,
        type: getDeliveredFile(`x.${ending}`)?.type ?? 'application/octet-stream',
      }
    })
  }

  async #make(order: Found, file: string): Promise<'ok' | 'disk full' | null> {
    const bytes = await this.#stored(order)
    if (bytes === null) {
      return null
    }
    return storeInCache(this.#directory, file, bytes, MAX_CACHED_BYTES)
  }

  /** Returns the stored file, stamped if it is a PDF; null if it is not the approved one, or cannot be stamped. */
  async #stored({ path: stored, sha256, reference, email }: Found): Promise<Uint8Array | null> {
    const bytes = await readApprovedFile(this.#client, stored, sha256).catch((error: unknown) => {
      throw new Error(`Could not read the file of order ${reference}`, { cause: error })
    })
    if (bytes === null) {
      logFailure(`The stored file of order ${reference} differs from the approved one`, new Error('another hash'))
      return null
    }
    if (getDeliveredFile(stored)?.ending !== 'pdf') {
      return bytes
    }
    const stamped = await this.#thread.do({ pdf: bytes, words: licence(email, reference) })
    if (stamped === null) {
      log.error(
        { event: 'order.file_not_stamped', order: reference },
        `Could not stamp the file of order ${reference}, so it is not sent`,
      )
    }
    return stamped
  }

  /** Terminates the thread. */
  async end(): Promise<void> {
    await this.#thread.end()
  }
}

/**
 * Returns the name of a file without its extension: the title of the work, or the label of the file among several.
 */
function getName({ title, name, is_of_several }: Found): string {
  return getSlug(is_of_several ? path.parse(name).name : title)
}
