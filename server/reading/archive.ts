import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'

/** More bytes than any work's text has. Only a zip bomb exceeds it. */
const MOST_INFLATED_BYTES = 64 * 1024 * 1024
const MOST_ENTRIES = 10_000
/** How many compressed bytes are inflated before the result is counted. Deflate makes at most a thousand times as many of them. */
const PIECE_BYTES = 16 * 1024

/** Thrown for an archive whose content is larger than any real work. */
export class Bursting extends Error {}

/**
 * The wanted entries of a zip archive, by name. The inflated bytes are counted, because an archive may state wrong sizes. Only wanted
 * entries are inflated.
 * @throws Bursting, or fflate's error when it is not an archive.
 */
export function entriesOf(archive: Uint8Array, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array[]>()
  let inflated = 0
  let seen = 0
  let failure: Error | null = null
  const unzip = new Unzip((file) => {
    seen += 1
    if (seen > MOST_ENTRIES) {
      failure ??= new Bursting('The archive has too many entries')
    }
    if (!wanted(file.name) || entries.has(file.name)) {
      return
    }
    const pieces: Uint8Array[] = []
    entries.set(file.name, pieces)
    file.ondata = (error, piece) => {
      inflated += piece?.length ?? 0
      if (inflated > MOST_INFLATED_BYTES) {
        failure ??= new Bursting('The archive bursts')
      }
      if (failure ?? error) {
        failure ??= error
        file.terminate()
        return
      }
      pieces.push(piece)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  for (let at = 0; at < archive.length && !failure; at += PIECE_BYTES) {
    try {
      unzip.push(archive.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= archive.length)
    } catch (error) {
      failure ??= error as Error
    }
  }
  if (failure) {
    throw failure
  }
  return new Map([...entries].map(([name, pieces]) => [name, joined(pieces)]))
}

function joined(pieces: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** An entry's text; empty when it is not there. */
export function textOf(entries: ReadonlyMap<string, Uint8Array>, name: string): string {
  return new TextDecoder().decode(entries.get(name))
}
