import { describe, expect, test } from 'vitest'
import { checkDigitFits, accountNumberWarning } from './banks.ts'

describe('checkDigitFits', () => {
  test('checkDigitFits accepts the example of the standard', () => {
    expect(checkDigitFits('011', '0000014579')).toBe(true)
  })

  test('checkDigitFits rejects every change of one digit', () => {
    for (let at = 0; at < 10; at += 1) {
      const digits = '0000014579'.split('')
      digits[at] = String((Number(digits[at]) + 1) % 10)
      expect(checkDigitFits('011', digits.join('')), `digit ${at + 1}`).toBe(false)
    }
  })

  test.each(['', '123', '00000145790', 'abcdefghij'])('checkDigitFits rejects %j', (number) => {
    expect(checkDigitFits('011', number)).toBe(false)
  })
})

describe('accountNumberWarning', () => {
  test.each([
    ['First Bank', '0000014579', null],
    ['first bank', '0000014579', null],
    ['GTBank', '0000014579', /GTBank/],
    ['OPay', '8031234567', null],
    ['A bank nobody knows', '1234567890', null],
    ['GTBank', '', null],
  ])('accountNumberWarning checks the bank %s and number %s', (bank, number, nameMismatch) => {
    const response = accountNumberWarning(bank, number)
    if (nameMismatch === null) {
      expect(response).toBeNull()
    } else {
      expect(response).toMatch(nameMismatch)
    }
  })
})
