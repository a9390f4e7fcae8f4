import * as v from 'valibot'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { ReadText } from '#app/services/reading.ts'
import { safeText } from '#app/platform/text/safe-text.ts'
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { type Bounds, runBounded, usual } from './bounded-process.ts'

const safe = v.pipe(v.string(), v.transform(safeText))

/** Message of the process. It read a stranger's file, so the message is checked, and its texts are made safe. */
const wholeText = v.array(
  v.variant('kind', [
    v.object({ kind: v.picklist(['heading', 'text', 'item', 'slide']), text: safe }),
    v.object({ kind: v.literal('table'), rows: v.array(v.array(safe)) }),
  ]),
)

/** Reads texts one after the other, each in a process of its own with bounds. */
export function openTextReader(bounds: Bounds = usual): ReadText {
  const serialize = queuePerKey()
  return (file, ending) =>
    serialize('reading', async () => {
      const result = await runBounded('text-reader.ts', file, [ending], bounds)
      const text = v.safeParse(wholeText, 'message' in result ? result.message : null)
      if (!text.success) {
        logFailure('Could not read the text of a work', new Error('failure' in result ? result.failure : 'another message'))
        return null
      }
      return text.output
    })
}
