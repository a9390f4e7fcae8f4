import * as v from 'valibot'
import { filled, line } from '#app/platform/forms/fields.ts'
import { ticked } from '#app/platform/forms/record-fields.ts'

/** The stored kinds of thesaurus entries. */
export const sorts = ['abbreviation', 'spelling', 'lay word', 'synonym', 'related'] as const

/** Where entries come from: lay usage, clinical and drug terms, Nigerian languages, places, programmes, methods. */
export const sources = ['usage', 'clinical', 'language', 'drug', 'place', 'programme', 'method'] as const

/** The admin form of an entry, and a line of an imported file. */
export const entryForm = v.pipe(
  v.object({
    term: filled(line(100), 'Say what is typed'),
    meaning: filled(line(100), 'Say what else to look for'),
    sort: v.picklist(sorts, `Choose one of: ${sorts.join(', ')}`),
    both_ways: ticked(),
    source: v.picklist(sources, `Choose one of: ${sources.join(', ')}`),
  }),
  v.forward(
    v.check(({ term, meaning }) => term.toLowerCase() !== meaning.toLowerCase(), 'This is the term itself'),
    ['meaning'],
  ),
)
export type EntryForm = v.InferOutput<typeof entryForm>
