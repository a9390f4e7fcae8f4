import { expect, test } from 'vitest'
import { type AdminRole, opens } from './roles.ts'

test.each<[AdminRole[], string[], string[]]>([
  [
    ['money'],
    [
      '/admin',
      '/admin/search',
      '/admin/money',
      '/admin/money/payouts/1',
      '/admin/money/sales/:id/refund',
      '/admin/statistics',
      '/admin/mails',
      '/admin/people',
      '/admin/people/accounts',
      '/admin/people/1',
      '/admin/people/messages/1',
      '/admin/buyers/a@b.ng',
    ],
    [
      '/admin/reviews',
      '/admin/reviews/:id/approve',
      '/admin/catalogue/posts',
      '/admin/texts',
      '/admin/settings',
      '/admin/log',
      '/admin/people/comments',
      '/admin/money/rules',
      '/admin/Settings',
      '/admin//settings',
      '/admin/elsewhere',
    ],
  ],
  [
    ['reviewer'],
    [
      '/admin',
      '/admin/reviews/1',
      '/admin/reviews/:id/approve',
      '/admin/people',
      '/admin/people/comments',
      '/admin/people/reports',
      '/admin/people/requests',
    ],
    [
      '/admin/money',
      '/admin/money/sales/:id/refund',
      '/admin/people/accounts',
      '/admin/people/1',
      '/admin/people/messages',
      '/admin/buyers/a@b.ng',
      '/admin/catalogue',
      '/admin/doctor',
      '/admin/mails',
      '/admin/Money/payouts',
    ],
  ],
  [
    ['editor'],
    ['/admin', '/admin/catalogue/topics/new', '/admin/texts/faq', '/admin/pictures', '/admin/preview'],
    [
      '/admin/money/rules',
      '/admin/reviews',
      '/admin/settings/money',
      '/admin/people/accounts/1',
      '/admin/people',
      '/admin/people/requests',
      '/admin/mails',
      '/admin/statistics',
      '/admin/people/1',
    ],
  ],
  [['owner'], ['/admin/log', '/admin/settings', '/admin/money', '/admin/reviews', '/admin/texts', '/admin/demo'], []],
  [[], [], ['/admin', '/admin/search', '/admin/money']],
  [
    ['money', 'editor'],
    ['/admin/money', '/admin/texts'],
    ['/admin/reviews', '/admin/settings'],
  ],
])('opens returns what %j may use', (roles, allowed, refused) => {
  expect(allowed.filter((path) => !opens(roles, path))).toEqual([])
  expect(refused.filter((path) => opens(roles, path))).toEqual([])
})
