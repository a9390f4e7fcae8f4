import { BoundedThread } from '../bounded-thread.ts'
import type { Done, Job } from './drawer.ts'

/** Creates the thread that draws pictures. Most take it 0.1 s. */
export const drawingThread = () =>
  new BoundedThread<Job, Done>({
    module: new URL('./drawer.ts', import.meta.url),
    patience: 30_000,
    idle: 60_000,
    memory: 256,
    failure: 'A picture could not be drawn',
  })
