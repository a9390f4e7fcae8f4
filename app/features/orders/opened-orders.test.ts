import { expect, test } from 'vitest'
import { useStoredValues } from '#tests/support/stored-values.ts'
import { addOpenedOrder, findOpenedOrder, forgetOpenedOrders } from './opened-orders.ts'

const path = (letter: string) => `/orders/${letter.repeat(22)}`
const NOW = Date.parse('2026-11-26T12:00:00Z')

useStoredValues()

test('the newest order of a work is found until it is forgotten', () => {
  addOpenedOrder('a', path('x'), NOW)
  addOpenedOrder('a', path('y'), NOW)
  expect([findOpenedOrder('a', NOW), findOpenedOrder('b', NOW)]).toEqual([path('y'), undefined])
  forgetOpenedOrders()
  expect(findOpenedOrder('a', NOW)).toBeUndefined()
})

test('at most 20 orders are remembered, for half a year', () => {
  for (let at = 0; at <= 20; at += 1) {
    addOpenedOrder(String(at), path('x'), NOW)
  }
  expect([findOpenedOrder('0', NOW), findOpenedOrder('20', NOW)]).toEqual([undefined, path('x')])
  expect(findOpenedOrder('20', NOW + 184 * 86_400_000)).toBeUndefined()
})

test.each(['no json', '{}', '[null, 1]', '[{"slug":"a","path":"//evil.example","at":9e15}]'])('%j is not an order', (text) => {
  localStorage.setItem('bought', text)
  expect(findOpenedOrder('a', NOW)).toBeUndefined()
})
