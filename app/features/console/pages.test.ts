import { expect, test } from 'vitest'
import { groupPages } from '../texts/group-pages.ts'
import { findPages } from './pages.ts'

test('findPages finds pages by part of each word', () => {
  expect(findPages('minimum pay', ['owner'])).toEqual([
    { to: '/admin/money/rules', label: 'Money rules: refund window, minimum payout, share' },
  ])
  expect(findPages('STATIST', ['owner']).map(({ to }) => to)).toEqual(['/admin/statistics'])
})

test.each([
  ['support email', '/admin/settings/site'],
  ['two-factor', '/dashboard/security/two-factor'],
  ['reviewer role', '/admin/people/accounts'],
  ['failed emails', '/admin/mails'],
  ['export csv', '/admin/money/books'],
  ['refund', '/admin/money/orders'],
  ['home page', '/admin/texts/hero'],
])('findPages finds the page of "%s"', (search, to) => {
  expect(findPages(search, ['owner'], groupPages).map((page) => page.to)).toContain(to)
})

test('findPages finds nothing without a word', () => {
  expect(findPages('  ', ['owner'])).toEqual([])
  expect(findPages('no such page', ['owner'])).toEqual([])
})

test('findPages finds only pages that the roles open', () => {
  expect(findPages('payouts', ['editor'])).toEqual([])
  expect(findPages('payouts', ['money']).map(({ to }) => to)).toEqual(['/admin/money/payouts'])
})
