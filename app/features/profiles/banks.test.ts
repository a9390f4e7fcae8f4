import { describe, expect, test } from 'vitest'
import { checkDigitFits, accountNumberWarning, findBank, toBankOptions } from './banks.ts'

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

const listed = [
  { name: 'First Bank of Nigeria', code: '011' },
  { name: 'First City Monument Bank', code: '214' },
  { name: 'FirstTrust Mortgage Bank Nigeria', code: '413' },
  { name: 'Guaranty Trust Bank', code: '058' },
  { name: 'Kuda Bank', code: '50211' },
  { name: 'Providus Bank', code: '101' },
  { name: 'United Bank For Africa', code: '033' },
]

describe('toBankOptions', () => {
  test('toBankOptions puts the banks of students first, by the names that they use', () => {
    expect(toBankOptions(listed).map(({ name }) => name)).toEqual([
      'First Bank',
      'FCMB',
      'GTBank',
      'Kuda',
      'UBA',
      'FirstTrust Mortgage Bank Nigeria',
      'Providus Bank',
    ])
  })

  test('toBankOptions offers our own banks when Paystack does not respond', () => {
    expect(toBankOptions(null).map(({ name }) => name)).toContain('Zenith Bank')
  })
})

describe('findBank', () => {
  test.each([
    ['GTB', 'GTBank'],
    ['gt bank', 'GTBank'],
    ['Guaranty', 'GTBank'],
    ['guaranty trust bank plc', 'GTBank'],
    ['uba', 'UBA'],
    ['UBA Plc', 'UBA'],
    ['united bank', 'UBA'],
    ['First Bank', 'First Bank'],
    ['firstbank', 'First Bank'],
    ['Kuda MFB', 'Kuda'],
    ['provid', 'Providus Bank'],
  ])('findBank finds %s', (typed, bank) => {
    expect(findBank(typed, toBankOptions(listed))).toEqual({ bank })
  })

  test('findBank returns every bank that a text may stand for', () => {
    const likely = ['First Bank', 'FCMB', 'FirstTrust Mortgage Bank Nigeria']
    expect(findBank('first', toBankOptions(listed))).toEqual({ bank: null, isAmbiguous: true, likely })
  })

  test.each([
    ['Guarnty', ['GTBank']],
    ['Prowidus Bank', ['Providus Bank']],
  ])('findBank returns the banks that begin like the misspelled %s', (typed, likely) => {
    expect(findBank(typed, toBankOptions(listed))).toEqual({ bank: null, isAmbiguous: false, likely })
  })

  test.each(['Bank', 'Xyz'])('findBank offers the first banks of the list for %s', (typed) => {
    expect(findBank(typed, toBankOptions(listed))).toMatchObject({
      bank: null,
      likely: expect.arrayContaining(['GTBank', 'UBA']),
    })
  })
})
