import { BoundedThread } from '#server/bounded-thread.ts'
import type { Job } from './maker.ts'

/** Creates the thread that generates files. A thesis of 200 pages takes it a second. */
export const fileThread = () =>
  new BoundedThread<Job, Uint8Array>({
    module: new URL('./maker.ts', import.meta.url),
    patience: 45_000,
    idle: 30_000,
    memory: 384,
    failure: 'A file could not be stamped',
  })
