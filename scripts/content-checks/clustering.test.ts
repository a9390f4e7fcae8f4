import { expect, test } from 'vitest'
import { clusteringFault } from './clustering.ts'

test.each([
  'A total of 180 girls in five schools answer. Chi-square tests absence, with the school as a cluster.',
  'Nurses of six wards answer, and scores are compared by ANOVA, ward by ward.',
  'Interview 90 adults in one clinic. Chi-square tests age against adherence.',
  'Visit ten schools with a checklist and report percentages.',
])('accepts %j', (text) => {
  expect(clusteringFault(text)).toBeNull()
})

test('reports people of several sites who are compared as if they were independent', () => {
  expect(clusteringFault('A total of 180 girls in five public schools answer. Chi-square tests absence.')).toBe(
    '"five public schools" are compared by a test without a word on clustering, such as a design effect',
  )
})
