import * as v from 'valibot'
import { lines } from '#app/platform/forms/fields.ts'
import { type Kind, getReasons } from './labels.ts'

export const MAX_CHARS = 1000

/** Returns the schema of a report. A text is required when no reason of the list fits. */
export function reportForm(kind: Kind) {
  const known = new Set(getReasons(kind).map(({ value }) => value))
  return v.pipe(
    v.object({
      reason: v.pipe(
        v.optional(v.string(), ''),
        v.check((reason) => known.has(reason), 'Choose what is wrong with it'),
      ),
      words: lines(MAX_CHARS),
    }),
    v.forward(
      v.partialCheck(
        [['reason'], ['words']],
        ({ reason, words }) => reason !== 'other' || words !== '',
        'Say in a few words what is wrong',
      ),
      ['words'],
    ),
  )
}
export type ReportValues = v.InferOutput<ReturnType<typeof reportForm>>
