import * as v from 'valibot'
import { filled, line } from '#app/platform/forms/fields.ts'
import { ticked } from '#app/platform/forms/record-fields.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { getSchema, type RecordFields } from '../console/field-map.ts'
import { sorts, sources } from './labels.ts'

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: capitalised(value) }))

export const entryFields = {
  term: {
    schema: filled(line(100), 'Say what is typed'),
    label: 'When this is searched',
    autoComplete: 'off',
    hint: 'A word, a phrase or an abbreviation, as students type it. Plurals and spellings are found without an entry.',
  },
  meaning: {
    schema: filled(line(100), 'Say what else to look for'),
    label: 'Look for this too',
    autoComplete: 'off',
    hint: 'As titles say it.',
  },
  sort: {
    schema: v.picklist(sorts, `Choose one of: ${sorts.join(', ')}`),
    kind: 'select',
    label: 'What it is',
    hint: 'Abbreviations, spellings and lay words count like the word itself, synonyms a little less, related terms half.',
    options: asOptions(sorts),
  },
  source: {
    schema: v.picklist(sources, `Choose one of: ${sources.join(', ')}`),
    kind: 'select',
    label: 'Source',
    hint: 'Usage is what people say; language is Pidgin, Yoruba, Hausa or Igbo.',
    options: asOptions(sources),
  },
  both_ways: { schema: ticked(), kind: 'tick', label: 'Both ways', hint: 'A search for the second finds the first too.' },
} satisfies RecordFields<'thesaurus'>

/** The admin form of an entry, and a line of an imported file. */
export const entryForm = v.pipe(
  getSchema(entryFields),
  v.forward(
    v.check(({ term, meaning }) => term.toLowerCase() !== meaning.toLowerCase(), 'This is the term itself'),
    ['meaning'],
  ),
)
export type EntryForm = v.InferOutput<typeof entryForm>
