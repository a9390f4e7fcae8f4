import { expect, test } from 'vitest'
import { soldWhere } from './sold.ts'
import { deliveryText } from './labels.ts'

const work = { selar_link: null, sold_here: true, is_sample: false, price: 2500 }

test.each([
  [{ ...work, selar_link: 'https://selar.com/a' }, 'live', 'outside'],
  [{ ...work, selar_link: 'https://selar.com/a' }, null, 'outside'],
  [work, 'live', 'here'],
  [work, 'test', 'here'],
  [work, null, null],
  [{ ...work, sold_here: false }, 'live', null],
] as const)('soldWhere returns where %j is sold with %s money (%s)', (material, selling, where) => {
  expect(soldWhere(material, selling)).toBe(where)
})

test('deliveryText describes how to get a work that is sold here', () => {
  expect(deliveryText(work, 'live')).toMatch(/on Paystack, and get the file at once/)
  expect(deliveryText({ ...work, price: 0 }, 'live')).toBe('This one is free. You get the file at once.')
  expect(deliveryText(work, null)).toMatch(/no payment link yet/)
})
