import { expect, test } from 'vitest'
import { getHitNotes } from './hit-notes.ts'

const hit = { kind: 'm', label: 'Midwifery', price: 0, exact: true, is_sample: true } as const

test.each([
  [hit, 'Midwifery · Outline · Free to read'],
  [{ ...hit, is_sample: false }, 'Midwifery · Free'],
  [{ ...hit, price: 4500 }, 'Midwifery · Sample · ₦4,500'],
  [{ ...hit, kind: 'c', exact: false }, 'close match · Midwifery · Sample · Free'],
  [{ ...hit, kind: 't', label: '', price: null, is_sample: false }, ''],
] as const)('getHitNotes of %o are %j', (result, notes) => {
  expect(getHitNotes(result)).toBe(notes)
})
