import { expect, test } from 'vitest'
import { matches } from './matching.ts'

const course = {
  title: 'Antenatal assessment',
  category: 'midwifery',
  instructor_name: 'Mrs Adébáyọ̀',
  description: 'Plotting the partograph.',
}

test.each([
  ['', null, true],
  ['ANTENATAL', null, true],
  ['partograph antenatal', null, true],
  ['adebayo', null, true],
  ['midwifery', 'midwifery', true],
  ['antenatal theatre', null, false],
  ['antenatal', 'general nursing', false],
] as const)('matches tests the search %j in the category %s', (search, category, found) => {
  expect(matches(course, { search, category })).toBe(found)
})
