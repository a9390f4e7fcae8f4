import { expect, test } from 'vitest'
import { keptLines } from './kept-lines.ts'

const none = { takings_kobo: 0, refunds_kobo: 0, fees_kobo: 0, shares_kobo: 0, kept_kobo: 0 }

test('keptLines takes refunds, fees and shares off the takings, for both ranges', () => {
  const total = { takings_kobo: 250_000, refunds_kobo: 15_500, fees_kobo: 5290, shares_kobo: 93_750, kept_kobo: 135_460 }
  const before = { ...none, takings_kobo: 1000, fees_kobo: 50, kept_kobo: 950 }
  const lines = keptLines(total, before)
  expect(lines).toEqual([
    { label: 'Takings', kobo: 250_000, before: 1000 },
    { label: 'Refunds', kobo: -15_500, before: 0 },
    { label: 'Payment fees', kobo: -5290, before: -50 },
    { label: 'Shares', kobo: -93_750, before: 0 },
    { label: 'Kept', kobo: 135_460, before: 950 },
  ])
})

test('keptLines adds up to what is kept when an account was deleted with a balance', () => {
  const lines = keptLines({ ...none, takings_kobo: 1000, kept_kobo: 1300 }, none)
  expect(lines.map(({ label, kobo }) => [label, kobo])).toEqual([
    ['Takings', 1000],
    ['Given up', 300],
    ['Kept', 1300],
  ])
})

test('keptLines shows takings and kept of ranges without money', () => {
  expect(keptLines(none, none).map(({ label }) => label)).toEqual(['Takings', 'Kept'])
})
