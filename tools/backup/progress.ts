import type { Part } from './parts.ts'

/** How often progress is reported, in milliseconds. */
const EVERY_MS = 5000

/** Passes parts on, and says from time to time how many rows and files were read. */
export async function* withProgress(
  parts: AsyncIterable<Part>,
  say: (progress: string) => void = console.log,
  everyMs = EVERY_MS,
): AsyncGenerator<Part> {
  let saidAt = Date.now()
  let rows = 0
  let files = 0
  for await (const part of parts) {
    rows += part.kind === 'rows' ? part.lines.length : 0
    files += part.kind === 'file' ? 1 : 0
    if (Date.now() - saidAt >= everyMs) {
      saidAt = Date.now()
      say(`${rows} rows and ${files} files so far`)
    }
    yield part
  }
}
