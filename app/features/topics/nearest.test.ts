import { expect, test } from 'vitest'
import { nearestTo } from './nearest.ts'

const topics = [
  'Wound dressing among nurses in Kano State',
  'Adherence to medicines among adults with hypertension in Kano State',
  'Salt in the meals of adults with hypertension in Oyo State',
  'Sleep of student nurses in Oyo State',
]

test('nearestTo ranks topics by rare words that they share with a title', () => {
  expect(nearestTo('Medication adherence of adults with hypertension in Enugu State', topics, 2)).toEqual([topics[1], topics[2]])
  expect(nearestTo('STATE of sleep', topics, 1)).toEqual([topics[3]])
})

test('nearestTo retains the order of equal topics and returns no more than exist', () => {
  expect(nearestTo('Eye care', topics, 3)).toEqual(topics.slice(0, 3))
  expect(nearestTo('Eye care', topics.slice(0, 1), 3)).toEqual(topics.slice(0, 1))
  expect(nearestTo('Eye care', [], 3)).toEqual([])
})
