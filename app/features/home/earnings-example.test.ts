import { expect, test } from 'vitest'
import { firstRules } from '../earnings/rules.ts'
import { earningsExample } from './earnings-example.ts'

test('earningsExample multiplies one sale by the copies', () => {
  expect(earningsExample(new URLSearchParams('price=4000&copies=12'), firstRules)).toEqual({
    price: 4000,
    copies: 12,
    paid: 4_800_000,
    fee: 0,
    platform: 2_400_000,
    student: 2_400_000,
  })
})

test.each(['', 'price=&copies=', 'price=-5&copies=ten', 'price=1e9&copies=1.5'])(
  'earningsExample ignores invalid values: %s',
  (query) => {
    expect(earningsExample(new URLSearchParams(query), firstRules)).toMatchObject({ price: 3000, copies: 10 })
  },
)

test('earningsExample limits price and copies', () => {
  expect(earningsExample(new URLSearchParams('price=999999&copies=0'), firstRules)).toMatchObject({ price: 100_000, copies: 1 })
})
