// What the drawing thread does with a job: one after the other, so that pages are answered meanwhile.
import type { Drawing, Picture } from '../../app/platform/process/pictures.ts'
import { draw, fit } from './draw.ts'

export type Job = { draw: Drawing } | { fit: Uint8Array }
/** Null: a photo that is no picture. */
export type Done = Picture | null

/** Draws, or cuts a photo to size. Throws when the drawing fails. */
export default function make(job: Job): Promise<Done> {
  return 'draw' in job ? draw(job.draw) : fit(job.fit)
}
