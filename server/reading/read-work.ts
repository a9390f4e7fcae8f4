import * as v from 'valibot'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { FileMetadata, ReadWork } from '#app/services/reading.ts'
import { safeText } from '#app/platform/text/safe-text.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { type Bounds, type ProcessFailure, runBounded, usual } from './bounded-process.ts'

const nothing = { title: null, year: null, pages: null, words: null, headings: [], firstChapter: null, studyDetails: null }

const notes: Record<ProcessFailure, string> = {
  'not started': 'It cannot be read: the program that reads it did not start.',
  'too large': 'It is too large to be read here.',
  'too slow': 'It takes too long to be read here. See whether it opens on your own machine.',
  broken: 'It cannot be read: something in it breaks the program.',
}

const text = v.pipe(v.string(), v.transform(safeText))
const number = v.nullable(v.pipe(v.number(), v.integer()))

/** Message of the process. It read a stranger's file, so the message is checked, and its texts are made safe. */
export const fileMetadata: v.GenericSchema<unknown, FileMetadata> = v.object({
  title: v.nullable(text),
  year: number,
  pages: number,
  words: number,
  headings: v.array(text),
  firstChapter: v.nullable(text),
  studyDetails: v.nullable(
    v.object({
      abstract: v.nullable(text),
      preview_section: v.picklist(['first_chapter', 'introduction']),
      full_contents: v.nullable(v.array(text)),
      instrument_included: v.nullable(v.literal(true)),
      reference_count: number,
      newest_reference_year: number,
    }),
  ),
  note: v.nullable(text),
})

/** Reads works one after the other, each in a process of its own with bounds. */
export function openReader(bounds: Bounds = usual): ReadWork {
  const serialize = queuePerKey()
  return (file, ending) =>
    serialize('reading', async () => {
      const result = await runBounded('reader.ts', file, [ending], bounds)
      if ('failure' in result) {
        return { ...nothing, note: notes[result.failure] }
      }
      const metadata = v.safeParse(fileMetadata, result.message)
      if (!metadata.success) {
        logFailure('Could not read a work', new v.ValiError(metadata.issues))
        return { ...nothing, note: notes.broken }
      }
      return metadata.output
    })
}
