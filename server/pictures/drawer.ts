// Runs in the drawing thread, one job after the other, so that the main thread answers pages meanwhile.
import type { Drawing, Picture } from '#app/platform/process/pictures.ts'
import { draw, fit } from './draw.ts'

export type Job = { draw: Drawing } | { fit: Uint8Array }
/** Null when the photo is not a picture. */
export type Done = Picture | null

/** Draws, or cuts a photo to size. Throws when the drawing fails. */
export default function make(job: Job): Promise<Done> {
  return 'draw' in job ? draw(job.draw) : fit(job.fit)
}
