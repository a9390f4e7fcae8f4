import { expect, test } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts'

test('newRecoveryCodes returns ten different codes that readRecoveryCode reads', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    expect(readRecoveryCode(code)).toBe(code.replaceAll('-', ''))
  }
})

test('readRecoveryCode ignores spaces, dashes and capitals', () => {
  expect(readRecoveryCode(' ABCD efgh\tjkmn ')).toBe('abcdefghjkmn')
})

test.each(['', '123456', 'abcd-efgh-jkm', 'abcd-efgh-jkmno', 'abcd-efgh-jkm0', 'abcd-efgh-jkm1', 'ábcd-efgh-jkmn'])(
  'readRecoveryCode returns null for %j',
  (input) => {
    expect(readRecoveryCode(input)).toBeNull()
  },
)

test('hashRecoveryCode depends on the account and hides the code', () => {
  const hash = hashRecoveryCode('ada', 'abcd-efgh-jkmn')
  expect(hash).toMatch(/^[\w-]{43}$/)
  expect(hash).toBe(hashRecoveryCode('ada', 'abcdefghjkmn'))
  expect(hash).not.toBe(hashRecoveryCode('bola', 'abcd-efgh-jkmn'))
})
