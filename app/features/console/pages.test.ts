import { expect, test } from 'vitest'
import { findPages } from './pages.ts'

test('findPages finds pages by part of each word', () => {
  expect(findPages('minimum pay')).toEqual([
    { to: '/admin/money/rules', label: 'Money rules: refund window, minimum payout, share' },
  ])
  expect(findPages('STATIST').map(({ to }) => to)).toEqual(['/admin/statistics'])
})

test('findPages finds nothing without a word', () => {
  expect(findPages('  ')).toEqual([])
  expect(findPages('no such page')).toEqual([])
})
