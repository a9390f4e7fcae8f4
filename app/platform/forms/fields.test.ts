import { type GenericSchema, safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { day, filled, filledNumber, line, lines, mailOrPhone, oneOf, ownMail, wholeNumber } from './fields.ts'

/** The kept value, or the reason that the form would show. */
function said(field: GenericSchema, typed: string | undefined): unknown {
  const parsed = safeParse(field, typed)
  return parsed.success ? parsed.output : parsed.issues[0].message
}

test.each([
  [line(10), ' two\r\nlines\u0000 ', 'two lines'],
  [lines(20), ' two\r\nlines\u0000\t! ', 'two\nlines\t!'],
  [lines(3), 'a\r\nb', 'a\nb'],
  [line(1200), 'a'.repeat(1201), 'At most 1,200 characters, please'],
  [filled(line(10), 'Say it'), ' \u0000 ', 'Say it'],
  [filledNumber(wholeNumber(0, 9, 'From 0 to 9'), 'How many?'), '', 'How many?'],
  [filledNumber(wholeNumber(0, 9, 'From 0 to 9'), 'How many?'), '0', 0],
  [filledNumber(wholeNumber(0, 9, 'From 0 to 9'), 'How many?'), '10', 'From 0 to 9'],
  [oneOf([{ value: 'a' }, { value: 'b' }], 'Choose one'), 'b', 'b'],
  [oneOf([{ value: 'a' }, { value: 'b' }], 'Choose one'), undefined, 'Choose one'],
  [day('Which day?'), '2028-02-29', '2028-02-29'],
  [day('Which day?'), '2027-02-29', 'Which day?'],
  [day('Which day?'), '31 Jan 2027', 'Which day?'],
  [day('Which day?'), '', null],
  [ownMail('Type it'), '', 'Type it'],
  [ownMail('Type it'), ' ada@gmail.com ', 'ada@gmail.com'],
  [ownMail('Type it'), 'ada@gmail', 'The address is not complete, for example ada@gmail.com'],
  [mailOrPhone(), '0803 123 4567', '0803 123 4567'],
  [mailOrPhone(), 'ada@gmail.com', 'ada@gmail.com'],
  [mailOrPhone(), 'ask Ada', 'A phone number or an email address, for example 0803 123 4567'],
  [mailOrPhone(), undefined, null],
])('field %#: %j is %j', (field, typed, outcome) => {
  expect(said(field, typed)).toEqual(outcome)
})
