import { describe, expect, test } from 'vitest'
import { evaluate, sampleSizeFaults, withoutSampleSize } from './sample-size.ts'

const calculated =
  'Ask 60 nurses. Sample size: a margin of 0.135: n = 1.96² × 0.5 × 0.5 / 0.135² = 52.7, so 53; with 10% for refusals, 53 / 0.9 = 58.9, so 59.'

test.each([
  ['1.96² × 0.5 × 0.5 / 0.1²', 96.04],
  ['2 × (1.96 + 0.84)² / 0.5²', 62.72],
  ['((1.96 + 0.84) / 0.31)² + 3', 84.581],
  ['50 + 8 × 5', 90],
])('evaluates %s', (expression, value) => {
  expect(evaluate(expression)).toBeCloseTo(value, 2)
})

describe('sampleSizeFaults', () => {
  test.each([
    calculated,
    'Interview ten women. Sample size: not calculated; interviews go on until three in a row add no new theme.',
    "Ask all tutors. Sample size: a full count, so no formula; the college's list gives all tutors.",
  ])('accepts %j', (text) => {
    expect(sampleSizeFaults(text)).toEqual([])
  })

  test.each([
    ['Ask 60 nurses.', 'the description does not end with its sample size: a calculation, or how the number is found'],
    ['Ask 60 nurses. Sample size: 60.', 'the sample size has no calculation and no other way to find it'],
    [calculated.replace('52.7', '52.9'), '1.96² × 0.5 × 0.5 / 0.135² is 52.70, not 52.9, so 53'],
    [calculated.replace('so 59', 'so 58'), '53 / 0.9 is 58.89, not 58.9, so 58'],
  ])('reports %j', (text, fault) => {
    expect(sampleSizeFaults(text)).toEqual([fault])
  })
})

test('withoutSampleSize removes the statement only', () => {
  expect(withoutSampleSize(calculated)).toBe('Ask 60 nurses.')
})
