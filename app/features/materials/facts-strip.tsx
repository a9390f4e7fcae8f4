import { capitalised } from '#app/platform/text/strings.ts'
import { getCategory } from './categories.ts'
import { formatsInShort } from './files.ts'
import type { Material } from './queries.server.ts'
import { describeSales, isOutline } from './sold.ts'
import { formatPages, getFile, getProgramme, getReferences } from './study-details.ts'

/** The facts that decide a purchase, side by side: length, file, year, rating, buyers, and what else is known. */
export function FactsStrip({ material, buyers }: { material: Material; buyers: number }) {
  const { pages, rating, instrument_included: instrument } = material
  const facts = [
    { term: 'Length', value: pages === null ? null : formatPages(pages) },
    { term: material.files.length > 1 ? 'Files' : 'File', value: describeFile(material) },
    { term: 'Year', value: material.year_of_study },
    { term: 'Rating', value: rating > 0 ? `★ ${rating.toFixed(1)} of 5` : null },
    { term: 'So far', value: describeSales(buyers) },
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

function describeFile(material: Material): string | null {
  if (!material.is_sample) {
    return formatsInShort(material.files) ?? getFile(material)
  }
  return isOutline(material) ? null : 'None: this is a sample'
}
