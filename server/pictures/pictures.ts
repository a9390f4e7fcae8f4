import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Picture, Pictures } from '#app/services/pictures.ts'
import type { Job } from './drawer.ts'
import { drawingThread } from './drawing-thread.ts'
import { StoredPictures } from './stored-pictures.ts'

/** How many pictures may wait to be drawn. Further requests are told to retry later. */
const MAX_WAITING = 24
const MAX_CACHED_BYTES = 128 * 1024 * 1024

/**
 * Draws share pictures in a separate thread, one at a time, and caches them in DATA_DIR/pictures, which may be
 * emptied at any time. After each picture it pauses as long as it worked, so a client that requests all pictures uses
 * half a processor at most.
 */
export function openPictures(dataDirectory: string): Pictures & { end(): Promise<void> } {
  const stored = new StoredPictures(path.join(dataDirectory, 'pictures'), MAX_CACHED_BYTES)
  const thread = drawingThread()
  const making = new Map<string, Promise<Picture | null>>()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  /** Draws each version once, even for many simultaneous requests. */
  function created(version: string, jobFor: () => Promise<Job | null>): Promise<Picture | null> {
    const picture = making.get(version) ?? findOrMake(version, jobFor).finally(() => making.delete(version))
    making.set(version, picture)
    return picture
  }

  async function findOrMake(version: string, jobFor: () => Promise<Job | null>): Promise<Picture | null> {
    const found = await stored.find(version)
    if (found || waiting >= MAX_WAITING) {
      return found
    }
    waiting += 1
    try {
      const job = await jobFor()
      const picture = job && (await serialize(job))
      if (picture) {
        await stored.keep(version, picture)
      }
      return picture
    } finally {
      waiting -= 1
    }
  }

  function serialize(job: Job): Promise<Picture | null> {
    const turn = last.then(async () => {
      const started = performance.now()
      const picture = await thread.do(job)
      return { picture, took: performance.now() - started }
    })
    // A failure goes to its caller; the next picture is drawn anyway.
    last = turn.then(
      ({ took }) => pause(took, undefined, { ref: false }),
      // oxlint-disable-next-line lamplight/no-unseen-failure -- its caller gets the same failure
      () => {},
    )
    return turn.then(({ picture }) => picture)
  }

  return {
    drawn: (version, drawing) => created(version, async () => ({ draw: drawing })),
    fitted: (version, read) =>
      created(version, async () => {
        const photo = await read()
        return photo && { fit: photo }
      }),
    end: () => thread.end(),
  }
}
