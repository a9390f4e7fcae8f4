// Runs in the drawing thread, one job after the other, so that the main thread stays free for pages.
import type { Drawing, Picture } from '#app/services/pictures.ts'
import { draw, fit } from './draw.ts'

export type Job = { draw: Drawing } | { fit: Uint8Array }
/** The drawn picture, or null when the photo is not a picture. */
export type Done = Picture | null

/**
 * Draws a picture, or crops a photo.
 * @throws when the drawing fails.
 */
export default function make(job: Job): Promise<Done> {
  return 'draw' in job ? draw(job.draw) : fit(job.fit)
}
