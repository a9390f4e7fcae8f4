import type { Partials } from '../uploads/partials.ts'

const EVERY_MS = 60 * 60 * 1000

/** Removes partials that were kept too long, now and every hour. Returns a function that stops it. */
export function sweepPartials(partials: Partials): () => void {
  const sweep = () => {
    partials.sweep().catch((error: unknown) => console.error(`The partials could not be swept: ${String(error)}`))
  }
  const timer = setInterval(sweep, EVERY_MS)
  sweep()
  return () => clearInterval(timer)
}
