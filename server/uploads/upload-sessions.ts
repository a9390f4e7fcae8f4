/*
 * Files that arrive in chunks at the only process of a site (docs/decisions/0011). DATA_DIR/upload-sessions has the
 * bytes of each so far, next to its description from the first request.
 */
import fs from 'node:fs/promises'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { Upload } from '@tus/server'
import type { ReceivedFile, ClaimedUpload } from '#app/services/uploads.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { ifMissing, isMissing } from '../missing-file.ts'
import { hasDiskSpace } from '../disk/disk-space.ts'
import {
  isUploadSessionId,
  ownsUploadSession,
  KEPT_MS,
  MAX_SESSIONS_PER_USER,
  MAX_BYTES_PER_USER,
  newUploadSessionId,
  type UploadSessionRoutes,
  UNDER_WAY_MS,
} from './upload-session-rules.ts'

type Found = { id: string; size: number; startedAt: number; touchedAt: number }

/** Upload sessions in a folder of this process. The store for several processes is shared-upload-sessions.ts. */
export class UploadSessions implements UploadSessionRoutes {
  readonly store: FileStore
  readonly #directory: string
  readonly hasDiskSpace: (bytes: number) => Promise<boolean>
  /** Sessions that an action is submitting now. */
  readonly #taken = new Set<string>()

  /**
   * Creates the store. `directory` must exist. `room` returns true if its disk has space for this many bytes; only
   * tests pass it.
   */
  constructor(directory: string, room = (bytes: number) => hasDiskSpace(directory, bytes)) {
    this.#directory = directory
    this.hasDiskSpace = room
    this.store = new FileStore({ directory, expirationPeriodInMilliseconds: KEPT_MS })
  }

  async evict(userId: string, size: number): Promise<'under way' | 'disk full' | null> {
    if (!(await this.hasDiskSpace(size))) {
      return 'disk full'
    }
    const theirs = (await this.#list()).filter(({ id }) => ownsUploadSession(userId, id))
    let bytes = theirs.reduce((sum, each) => sum + each.size, size)
    let count = theirs.length + 1
    const old = theirs
      .filter(({ id, touchedAt }) => !this.#taken.has(id) && touchedAt < Date.now() - UNDER_WAY_MS)
      .toSorted((one, other) => one.touchedAt - other.touchedAt)
    while (bytes > MAX_BYTES_PER_USER || count > MAX_SESSIONS_PER_USER) {
      const oldest = old.shift()
      if (!oldest) {
        return 'under way'
      }
      await this.#remove(oldest.id)
      bytes -= oldest.size
      count -= 1
    }
    return null
  }

  async claim(userId: string, id: string): Promise<ClaimedUpload | null> {
    if (!ownsUploadSession(userId, id) || this.#taken.has(id)) {
      return null
    }
    this.#taken.add(id)
    const upload = await this.store.getUpload(id).catch(none)
    const expired = Date.parse(upload?.creation_date ?? '') < Date.now() - KEPT_MS
    if (!upload || expired || upload.offset !== upload.size) {
      this.#taken.delete(id)
      return null
    }
    return {
      file: { path: path.join(this.#directory, id), name: upload.metadata?.filename ?? '', size: upload.offset },
      release: async () => {
        this.#taken.delete(id)
      },
      remove: async () => {
        await this.#remove(id)
        this.#taken.delete(id)
      },
    }
  }

  async keep(userId: string, file: ReceivedFile): Promise<string | null> {
    if (await this.evict(userId, file.size)) {
      return null
    }
    const id = newUploadSessionId(userId)
    await this.store.configstore.set(id, new Upload({ id, size: file.size, offset: 0, metadata: { filename: file.name } }))
    await fs.rename(file.path, path.join(this.#directory, id))
    return id
  }

  async removeAll(userId: string): Promise<void> {
    for (const { id } of await this.#list()) {
      if (ownsUploadSession(userId, id)) {
        await this.#remove(id)
      }
    }
  }

  /** Removes expired sessions, and incomplete files of a killed process. */
  async sweep(now = Date.now()): Promise<void> {
    for (const { id, startedAt } of await this.#list()) {
      if (startedAt < now - KEPT_MS && !this.#taken.has(id)) {
        await this.#remove(id)
      }
    }
  }

  /** Returns all sessions, found by either of their two files. */
  async #list(): Promise<Found[]> {
    const names = await fs.readdir(this.#directory)
    const ids = new Set(names.map((name) => name.replace(/\.json$/, '')).filter(isUploadSessionId))
    const found = await Promise.all(
      [...ids].map(async (id): Promise<Found | null> => {
        const [about, bytes] = await Promise.all([
          // Without a readable description, the time of the bytes counts.
          this.store.configstore.get(id).catch(none),
          fs
            .stat(path.join(this.#directory, id))
            .catch(ifMissing(null))
            .then((stat) => stat ?? fs.stat(path.join(this.#directory, `${id}.json`)).catch(ifMissing(null))),
        ])
        return (
          bytes && {
            id,
            size: about?.size ?? bytes.size,
            startedAt: about?.creation_date ? Date.parse(about.creation_date) : bytes.mtimeMs,
            touchedAt: bytes.mtimeMs,
          }
        )
      }),
    )
    return found.filter((each) => each !== null)
  }

  async #remove(id: string): Promise<void> {
    const file = path.join(this.#directory, id)
    await Promise.all([fs.rm(file, { force: true }), fs.rm(`${file}.json`, { force: true })])
  }
}

/** Returns null for an unreadable session. A missing or incomplete one is expected; any other failure is logged. */
function none(error: unknown): null {
  // The library throws plain objects with the status of a response.
  const isRefusal = typeof error === 'object' && error !== null && 'status_code' in error
  if (!isRefusal && !isMissing(error) && !(error instanceof SyntaxError)) {
    logFailure('Could not read an upload session', error)
  }
  return null
}
