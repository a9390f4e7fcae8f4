import { expect, test } from 'vitest'
import { readSampleContent } from '#server/seed/sample-content.ts'
import { contradictions } from './contradictions.ts'

const { materials } = readSampleContent()
const faultsIn = (slug: string, body: (text: string) => string) =>
  materials
    .filter((material) => material.slug.startsWith(slug))
    .flatMap((material) => contradictions({ ...material, body: body(material.body) }))

test.each([
  ['care-of-primigravida', 'She was chosen because her care is complex.', /"She was chosen" reports on a real client/],
  ['care-of-child-sickle', 'The student wished to learn.', /"The student wished" reports on a real client/],
  ['needle-stick', 'The researcher saw two cases.', /"The researcher saw" is an observation that nobody made/],
  ['needle-stick', 'Each nurse writes a telephone number on the form.', /"telephone number" can be traced to a person/],
  [
    'care-of-toddler',
    'His mother stopped breastfeeding. Discuss how breastfeeding may continue.',
    /stopped breastfeeding, so it cannot continue/,
  ],
])('reports a contradiction in %s with %j', (slug, sentence, fault) => {
  expect(faultsIn(slug, (text) => text)).toEqual([])
  expect(faultsIn(slug, (text) => `${text}\n${sentence}`)).toEqual([expect.stringMatching(fault)])
})

test('reports advice on jaundice without a danger sign', () => {
  expect(faultsIn('neonatal-jaundice', (text) => text.replaceAll(/lethargic|naphthalene/g, 'x'))).toEqual([
    'the advice on jaundice leaves out lethargy, naphthalene balls',
  ])
})
