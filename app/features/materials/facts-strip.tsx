import { capitalised } from '#app/platform/text/strings.ts'
import { getCategory } from './categories.ts'
import type { Material } from './queries.server.ts'
import { getProgramme, getReferences } from './study-details.ts'

/** The other facts of a work, side by side: year, programme, references, instrument and category. */
export function FactsStrip({ material }: { material: Material }) {
  const { instrument_included: instrument } = material
  const facts = [
    { term: 'Year', value: material.year_of_study },
    { term: 'Programme', value: getProgramme(material) },
    { term: 'References', value: getReferences(material) },
    { term: 'Instrument', value: instrument === null ? null : instrument ? 'Included' : 'Not included' },
    { term: 'Category', value: capitalised(getCategory(material.category).pageLabel) },
  ].filter(({ value }) => value !== null)
  return (
    <dl className="facts strip">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <b>{value}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
