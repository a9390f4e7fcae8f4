import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePhone, parseWhatsappNumber } from './phone-numbers.ts'

test.each([
  '0803 123 4567',
  '08031234567',
  '8031234567',
  '2348031234567',
  '+234 803 123 4567',
  '+234 (0) 803 123 4567',
  '+234(0)8031234567',
  '+234 (0) 0803 123 4567',
  '+23408031234567',
  '002348031234567',
  '+234.803.123.4567',
  '+234‑803‑123‑4567',
  '+234–803−123-4567',
  '\u202a+234 803 123 4567\u202c',
  '\u2068+234\u00a0803\u202f123\u200b4567\u2069',
  '０８０３１２３４５６７',
])('parseWhatsappNumber reads %j', (text) => {
  expect(parseWhatsappNumber(text)).toBe('2348031234567')
})

test.each([
  '',
  'call me',
  '0803 123 456',
  '0803 123 45678',
  '80312345678',
  '+234 803 123 456',
  '+234 803 123 45678',
  '+234 603 123 4567',
  '12345',
  '+0803',
  '0803 123 4567 or 0805',
  '01 234 5678',
])('parseWhatsappNumber returns null for %j', (text) => {
  expect(parseWhatsappNumber(text)).toBeNull()
})

test.each([
  ['+44 (20) 7946-0958', '442079460958'],
  ['+44 (0)20 7946 0958', '442079460958'],
  ['442079460958', '442079460958'],
  ['+233 24 123 4567', '233241234567'],
  ['01 234 5678', '23412345678'],
  ['+234 1 234 5678', '23412345678'],
  ['0700 123 4567', '2347001234567'],
])('parsePhone reads %j as %s', (text, digits) => {
  expect(parsePhone(text)).toBe(digits)
})

test('parsePhone returns its own result unchanged', () => {
  const number = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789+ ().-'.split(''), '\u200e'), maxLength: 22 }),
    fc.stringMatching(/^(0|\+234|234)?[789][01]\d{8}$/),
  )
  fc.assert(
    fc.property(number, (text) => {
      const digits = parsePhone(text)
      expect(digits === null || parsePhone(`+${digits}`) === digits).toBe(true)
    }),
  )
})
