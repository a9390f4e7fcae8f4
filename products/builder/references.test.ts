import { expect, test } from 'vitest'
import { parseDocument } from './markdown.ts'
import {
  citedIn,
  citedKeys,
  listReferences,
  printCitations,
  printCitationsIn,
  referenceFaults,
  type References,
} from './references.ts'

const verified = 'A page that was opened: authors, title and year'
const references: References = {
  'who-2016': { author: 'World Health Organization', year: '2016', apa: 'World Health Organization. (2016). *Two*.', verified },
  'who-2008': { author: 'World Health Organization', year: '2008', apa: 'World Health Organization. (2008). *One*.', verified },
  'ada-2020': {
    author: 'Ada & Obi',
    year: '2020',
    apa: 'Ada, B., & Obi, C. (2020). A title. *Journal*, *1*(2), 3–4. https://doi.org/10.0000/a_b',
    verified,
  },
}

test.each([
  ['[@ada-2020]', '(Ada & Obi, 2020)'],
  ['[@ada-2020, p. 3]', '(Ada & Obi, 2020, p. 3)'],
  ['[@who-2016; @ada-2020; @who-2008]', '(Ada & Obi, 2020; World Health Organization, 2008, 2016)'],
  ['@ada-2020 found', 'Ada & Obi (2020) found'],
  ['write to ada@obi-2020.example', 'write to ada@obi-2020.example'],
])('printCitations prints %j as %j', (source, printed) => {
  expect(printCitations(source, references)).toBe(printed)
})

test.each(['[@eve-2021]', '@eve-2021', '[@ada-2020; eve]'])('printCitations rejects %j', (source) => {
  expect(() => printCitations(source, references)).toThrow()
})

test('referenceFaults finds what is not cited, and entries that disagree with their citation', () => {
  const cited = new Set(citedKeys('[@ada-2020; @who-2008, p. 1] and @who-2016'))
  expect(referenceFaults(references, cited)).toEqual([])
  expect(referenceFaults(references, new Set(['ada-2020', 'who-2008']))).toEqual(['who-2016 is never cited'])
  const wrong = { 'ada-2020': { author: 'Eve', year: '2021', apa: 'Ada, B. (2020). A title', verified } }
  expect(referenceFaults(wrong, new Set(['ada-2020']))).toHaveLength(3)
})

test('a file lists what it cites, an author alone before the same author with others', () => {
  const joint = {
    author: 'World Health Organization & UNICEF',
    year: '2004',
    apa: 'World Health Organization, & UNICEF. (2004). *T*.',
    verified,
  }
  expect(Object.keys(citedIn('As @who-2016 says [@ada-2020].', references))).toEqual(['who-2016', 'ada-2020'])
  const list = listReferences({ joint, ...references }).map((entry) => entry.slice(0, 28))
  expect(list.at(-1)).toBe(joint.apa.slice(0, 28))
})

test('citations are printed in every text of a source', () => {
  const source = { about: 'See [@ada-2020].', items: [{ why: '@who-2016 says so.', several: true }] }
  expect(printCitationsIn(source, references)).toEqual({
    about: 'See (Ada & Obi, 2020).',
    items: [{ why: 'World Health Organization (2016) says so.', several: true }],
  })
})

test('the list is sorted, with addresses that can be followed', () => {
  const { blocks } = parseDocument('# References\n\n<!-- references -->\n', 'Title', references)
  const list = blocks.find((block) => block.type === 'references')
  expect(list?.entries.map(([first]) => first?.text.slice(0, 5))).toEqual(['Ada, ', 'World', 'World'])
  expect(list?.entries[0]?.at(-1)?.link).toBe('https://doi.org/10.0000/a_b')
})
