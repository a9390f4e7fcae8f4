// The thread that draws: one job after the other, so that pages are answered meanwhile.
import { parentPort } from 'node:worker_threads'
import type { Drawing, Picture } from '../../app/platform/pictures.ts'
import { draw, fit } from './draw.ts'

export type Job = { draw: Drawing } | { fit: Uint8Array }
/** Null: it could not be made; why is printed by this thread. */
export type Done = Picture | null

parentPort?.on('message', (job: Job) => {
  void done(job).then((picture) => parentPort?.postMessage(picture satisfies Done, picture ? [picture.bytes.buffer] : []))
})

async function done(job: Job): Promise<Done> {
  try {
    return await ('draw' in job ? draw(job.draw) : fit(job.fit))
  } catch (error) {
    console.error(`A picture could not be drawn: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return null
  }
}
