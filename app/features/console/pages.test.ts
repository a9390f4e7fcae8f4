import { expect, test } from 'vitest'
import { findPages } from './pages.ts'

test('findPages finds pages by part of each word', () => {
  expect(findPages('minimum pay', ['owner'])).toEqual([
    { to: '/admin/money/rules', label: 'Money rules: refund window, minimum payout, share' },
  ])
  expect(findPages('STATIST', ['owner']).map(({ to }) => to)).toEqual(['/admin/statistics'])
})

test('findPages finds nothing without a word', () => {
  expect(findPages('  ', ['owner'])).toEqual([])
  expect(findPages('no such page', ['owner'])).toEqual([])
})

test('findPages finds only pages that the roles open', () => {
  expect(findPages('payouts', ['editor'])).toEqual([])
  expect(findPages('payouts', ['money']).map(({ to }) => to)).toEqual(['/admin/money/payouts'])
})
