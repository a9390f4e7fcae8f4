import { expect, test } from 'vitest'
import { briefFaults } from './topic-brief.ts'

const whole = {
  description:
    'Interview about 150 women past 28 weeks on six clinic days with a structured schedule on place of birth, savings and transport. ' +
    'The LGA PHC department gives permission. An HND student compares readiness with schooling and distance by chi-square.',
  unique_selling_point: 'Clinics need to know what mothers have prepared this year.',
}

test('accepts a brief with a sample, a permission and a programme', () => {
  expect(briefFaults(whole)).toEqual([])
})

test.each<[string, string | RegExp, string, string]>([
  ['a sample', /about 150 women past 28 weeks on six/, 'women on', 'the description does not say how many'],
  [
    'a sample: a year is none',
    /about 150 women past 28 weeks on six/,
    'women of 2018 on',
    'the description does not say how many',
  ],
  ['a permission', 'gives permission', 'is informed', 'the description does not say what permission is needed'],
  ['a programme', 'An HND student', 'A student', 'the description does not name a programme, such as HND or BNSc'],
  [
    'living verbs',
    'gives permission',
    'would give permission',
    '"would give": say what the student does, not what would be done',
  ],
  ['enough words', /Interview .* transport\./, 'Interview 150 women.', 'the description has 20 words, not 35 to 75'],
  ['an end', 'The LGA', `${'They answer in the clinic. '.repeat(5)}The LGA`, 'the description has 8 sentences, not two to six'],
])('reports a brief without %s', (_what, from, to, fault) => {
  expect(briefFaults({ ...whole, description: whole.description.replace(from, to) })).toContain(fault)
})

test('requires a selling point of one sentence with 6 to 25 words', () => {
  for (const [unique_selling_point, words] of [
    ['It is new.', 3],
    ['It is new here. '.repeat(7), 28],
  ] as const) {
    expect(briefFaults({ ...whole, unique_selling_point })).toEqual([`the selling point has ${words} words, not 6 to 25`])
  }
})
