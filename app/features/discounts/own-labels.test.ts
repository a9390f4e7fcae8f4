import { describe, expect, it, test } from 'vitest'
import { codeText, describeOwnCode, exampleOf } from './own-labels.ts'

const line = {
  code: 'NGOZI12345678',
  percent: 20,
  title: 'Hand hygiene',
  last_day: null,
  max_uses: null,
  uses: 0,
  off_kobo: 0,
}

describe('exampleOf', () => {
  const work = { title: 'Hand hygiene', price: 3000, share_percent: 50 }

  it('takes what the code takes off from the share', () => {
    expect(exampleOf(work, 20)).toBe('20% off Hand hygiene: ₦3,000 becomes ₦2,400, and your share of it ₦900 instead of ₦1,500.')
  })

  it('leaves at least a tenth of the price', () => {
    expect(exampleOf({ ...work, share_percent: 20 }, 40)).toBe(
      '40% off Hand hygiene: ₦3,000 becomes ₦2,700, and your share of it ₦300 instead of ₦600.',
    )
    expect(exampleOf({ ...work, share_percent: 10 }, 40)).toBeNull()
  })
})

test.each([
  [{}, '20% off Hand hygiene · not used yet'],
  [{ title: null, uses: 3, off_kobo: 180_000 }, '20% off all your works · used 3 times · ₦1,800 from your share'],
  [
    { last_day: '2026-12-24', max_uses: 5, uses: 1, off_kobo: 60_000 },
    '20% off Hand hygiene · until 24 Dec 2026 · used 1 of 5 · ₦600 from your share',
  ],
])('describeOwnCode of %o', (columns, text) => {
  expect(describeOwnCode({ ...line, ...columns })).toBe(text)
})

test('codeText names the work, the code and the link', () => {
  expect(codeText(line, 'https://lamplight.example/a')).toBe(
    '20% off Hand hygiene with my code NGOZI12345678: https://lamplight.example/a',
  )
})
