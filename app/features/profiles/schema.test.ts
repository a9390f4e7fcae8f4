import { safeParse } from 'valibot'
import { describe, expect, test } from 'vitest'
import { profileForm } from './schema.ts'

function response(field: string, value: string): unknown {
  const parsed = safeParse(profileForm, { [field]: value })
  return parsed.success ? (parsed.output as Record<string, unknown>)[field] : parsed.issues[0].message
}

describe('profileForm', () => {
  test.each([
    ['1', 1],
    [' 7 ', 7],
    ['0', 0],
    ['', 0],
    ['four', 0],
    ['3rd', 0],
    ['8', 'A year from 1 to 7'],
    ['-1', 'A year from 1 to 7'],
    ['3.5', 'A year from 1 to 7'],
    ['999999999999', 'A year from 1 to 7'],
  ])('profileForm parses the year of study %j as %j', (values, outcome) => {
    expect(response('year_of_study', values)).toBe(outcome)
  })

  test.each([
    ['0000014579', '0000014579'],
    ['0000 0145 79', '0000014579'],
    ['12345678', 'An account number has 10 digits; this has 8'],
    ['1', 'An account number has 10 digits; this has 1'],
    ['', null],
    ['08031234567', 'That has more than 10 digits; it looks like a phone number'],
    ['12345abc', 'An account number has 10 digits and nothing else'],
    ['+2348031234', 'An account number has 10 digits and nothing else'],
  ])('profileForm parses the account number %j as %j', (values, outcome) => {
    expect(response('account_number', values)).toBe(outcome)
  })

  test('profileForm parses empty optional fields as null', () => {
    expect(safeParse(profileForm, {}).output).toMatchObject({
      first_name: '',
      institution: null,
      bank_name: null,
      phone_number: null,
      named_on_works: false,
    })
  })
})
