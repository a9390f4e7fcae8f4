import { expect, test } from 'vitest'
import { groupPages } from '../texts/group-pages.ts'
import { findPages } from './pages.ts'

test('findPages finds pages by part of each word', () => {
  expect(findPages('minimum pay', ['owner'])).toEqual([
    { to: '/admin/money/rules', label: 'Money rules: refund window, minimum payout, share', section: 'Money' },
  ])
  expect(findPages('STATIST', ['owner']).map(({ to }) => to)).toEqual(['/admin/statistics'])
})

test.each([
  ['support email', '/admin/settings/site'],
  ['two-factor', '/dashboard/security/two-factor'],
  ['reviewer role', '/admin/people/admins'],
  ['admins and roles', '/admin/people/admins'],
  ['roles', '/admin/people/admins'],
  ['digest', '/admin/settings/mails'],
  ['refunds', '/admin/money/orders'],
  ['doctor', '/admin/doctor'],
  ['system check', '/admin/doctor'],
  ['failed emails', '/admin/mails'],
  ['export csv', '/admin/money/books'],
  ['refund', '/admin/money/orders'],
  ['home page', '/admin/texts/hero'],
  ['bundles', '/admin/catalogue/bundles/new'],
])('findPages finds the page of "%s"', (search, to) => {
  expect(findPages(search, ['owner'], groupPages).map((page) => page.to)).toContain(to)
})

test('findPages lists each page once, with the name of its section', () => {
  const found = findPages('a', ['owner'], groupPages).map(({ to }) => to)
  expect(new Set(found).size).toBe(found.length)
  expect(findPages('emails', ['owner']).map(({ to }) => to)).toEqual(['/admin/mails', '/admin/mails/newsletters'])
  expect(findPages('digest', ['owner'], groupPages)).toEqual([
    { to: '/admin/settings/mails', label: 'Emails to admins', section: 'Settings' },
  ])
  expect(findPages('passkeys', ['owner'])).toEqual([
    { to: '/dashboard/security/two-factor', label: 'Your two-factor sign-in', section: 'Your account' },
  ])
})

test('findPages finds nothing without a word', () => {
  expect(findPages('  ', ['owner'])).toEqual([])
  expect(findPages('no such page', ['owner'])).toEqual([])
})

test('findPages finds only pages that the roles open', () => {
  expect(findPages('payouts', ['editor'])).toEqual([])
  expect(findPages('payouts', ['money']).map(({ to }) => to)).toEqual(['/admin/money/payouts'])
})
