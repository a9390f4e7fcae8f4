import { BoundedThread } from '../bounded-thread.ts'
import type { Done, Job } from './drawer.ts'

/** The thread that draws pictures. Most take it a tenth of a second. */
export const drawingThread = () =>
  new BoundedThread<Job, Done>({
    module: new URL('./drawer.ts', import.meta.url),
    patience: 30_000,
    idle: 60_000,
    memory: 256,
    failure: 'A picture could not be drawn',
  })
