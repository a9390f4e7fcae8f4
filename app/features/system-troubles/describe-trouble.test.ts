import { expect, test } from 'vitest'
import type { Trouble } from '#app/services/troubles.ts'
import { describeTrouble } from './describe-trouble.ts'

const since = '2026-11-27T08:12:00Z'

test.each<[Trouble, title: string, text: string]>([
  [
    { kind: 'email', since, waiting: 6, cause: '535 Authentication failed' },
    'Email cannot be sent since 27 Nov 2026, 09:12',
    'The mail server refused our password. (535 Authentication failed) 6 emails wait.',
  ],
  [
    { kind: 'email', since, waiting: 1, cause: null },
    'Email cannot be sent since 27 Nov 2026, 09:12',
    'One email waits. It goes out',
  ],
  [
    { kind: 'backup', last: null, cause: 'The disk is full' },
    'No recent backup',
    'There is no backup yet. One is due each night. The disk',
  ],
  [
    { kind: 'backup', last: since, cause: null },
    'No recent backup',
    'made on 27 Nov 2026. One is due each night. The log says why',
  ],
  [{ kind: 'disk', isFull: false, freeMegabytes: 700 }, 'The disk is nearly full', '700 MB are free.'],
  [{ kind: 'disk', isFull: true, freeMegabytes: 20 }, 'The disk is full', 'Only 20 MB are free, so changes are refused'],
  [
    { kind: 'paystack', since, cause: 'status 503' },
    'Paystack does not respond since 27 Nov 2026, 09:12',
    'payouts wait: status 503.',
  ],
  [
    { kind: 'job', job: 'drive copies', since, cause: null },
    'A background job fails: drive copies',
    'lines with “drive copies:”.',
  ],
])('describeTrouble names what fails, since when and why for %o', (trouble, title, text) => {
  const description = describeTrouble(trouble)
  expect(description.title).toBe(title)
  expect(description.text).toContain(text)
})
