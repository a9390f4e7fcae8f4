import type { FileMetadata, ReadWork } from '#app/platform/process/reading.ts'
import { queuePerKey } from '#app/platform/process/serialize.ts'
import { type Bounds, type ProcessFailure, runBounded, usual } from './bounded-process.ts'

const nothing = { title: null, year: null, pages: null, words: null, headings: [], firstChapter: null, studyDetails: null }

const notes: Record<ProcessFailure, string> = {
  'not started': 'It cannot be read: the program that reads it did not start.',
  'too large': 'It is too large to be read here.',
  'too slow': 'It takes too long to be read here. See whether it opens on your own machine.',
  broken: 'It cannot be read: something in it breaks the program.',
}

/** Reads works one after the other, each in a process of its own with bounds. */
export function openReader(bounds: Bounds = usual): ReadWork {
  const serialize = queuePerKey()
  return (file, ending) =>
    serialize('reading', async () => {
      const result = await runBounded('reader.ts', file, [ending], bounds)
      return 'failure' in result ? { ...nothing, note: notes[result.failure] } : (result.message as FileMetadata)
    })
}
