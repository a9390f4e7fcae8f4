import { expect, test } from 'vitest'
import { appCodeStep, appKeyUri, newAppKey } from './app-codes.ts'

/** The key of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
])('appCodeStep accepts the code of RFC 6238 at %i seconds', (seconds, code, step) => {
  expect(appCodeStep(RFC_KEY, code, seconds * 1000)).toBe(step)
})

test('appCodeStep accepts the step before and after, with its own number, and no other', () => {
  const at = (seconds: number) => appCodeStep(RFC_KEY, '287082', seconds * 1000)
  expect([at(0), at(29), at(30), at(59), at(60), at(89)]).toEqual([1, 1, 1, 1, 1, 1])
  expect([at(90), at(120), at(3600)]).toEqual([null, null, null])
})

test.each(['287083', '28708', '2870820', '', '28708２', 'abcdef', '-87082', '287082\n', '%00'])(
  'appCodeStep rejects %j',
  (code) => {
    expect(appCodeStep(RFC_KEY, code, 59_000)).toBeNull()
  },
)

test('newAppKey returns a new key of 160 bits, and appKeyUri its address with the account', () => {
  const key = newAppKey()
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect(newAppKey()).not.toBe(key)
  const uri = new URL(appKeyUri(key, 'ada+1@example.ng'))
  expect(uri.protocol).toBe('otpauth:')
  expect(decodeURIComponent(uri.pathname)).toContain('Lamplight:ada+1@example.ng')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Lamplight',
    secret: key,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
