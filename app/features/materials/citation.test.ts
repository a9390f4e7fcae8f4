import { expect, test } from 'vitest'
import { getCitation } from './citation.ts'

const work = { title: 'Hand hygiene on two wards', year_of_study: 2021, category: 'thesis', is_sample: false }
const at = 'https://lamplight.example/material-preview/hand-hygiene'

test('getCitation cites a work by its title and year', () => {
  expect(getCitation(work, at)).toBe(`Hand hygiene on two wards [research project]. (2021). Lamplight. ${at}`)
  expect(getCitation({ ...work, year_of_study: null }, at)).toContain('(n.d.)')
})

test('getCitation cites a sample as an example without the year of a study that nobody carried out', () => {
  const sample = { ...work, is_sample: true }
  expect(getCitation(sample, at)).toBe(
    `Lamplight. (n.d.). Hand hygiene on two wards [Sample research project, written as an example]. ${at}`,
  )
})
