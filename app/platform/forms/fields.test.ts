import { type GenericSchema, safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { day, filled, filledNumber, line, lines, mailOrPhone, oneOf, ownMail, wholeNumber } from './fields.ts'
import { mail } from './record-fields.ts'

/** Returns the parsed value, or the error that the form would show. */
function response(field: GenericSchema, values: string | undefined): unknown {
  const parsed = safeParse(field, values)
  return parsed.success ? parsed.output : parsed.issues[0].message
}

/** A bidirectional override, isolate and mark, a zero-width space, a soft hyphen, a tag, and each half of a surrogate pair. */
const HIDDEN = ['\u202e', '\u2066', '\u061c', '\u200b', '\u00ad', '\u{e0061}', '\ud800', '\udc00']

test.each<readonly [GenericSchema, string | undefined, unknown]>([
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
  [day('Which day?'), '0000-02-01', 'Which day?'],
  [day('Which day?'), '', null],
  [ownMail('Type it'), '', 'Type it'],
  [ownMail('Type it'), ' ada@gmail.com ', 'ada@gmail.com'],
  [ownMail('Type it'), 'ada@gmail', 'The address is not complete, for example ada@gmail.com'],
  ...[
    'ada..obi@gmail.com',
    '.ada@gmail.com',
    'ada.@gmail.com',
    'mailto:ada@gmail.com',
    'ada@-x.com',
    'ada@x-.com',
    'a@b@gmail.com',
    'ada@gmail..com',
    'ada@.gmail.com',
    'ada@gmail.com.',
    'ada@gmail.123',
    'ada obi@gmail.com',
    'ada(obi)@gmail.com',
    'ada@gm_ail.com',
    `${'a'.repeat(65)}@gmail.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'a.'.repeat(125)}com`,
  ].map((address) => [ownMail('Type it'), address, expect.stringMatching(/^There can be no such address|^At most/)] as const),
  ...[
    "o'brien+lamp@mail.co.uk",
    'Ada_Obi-1@x1.ng',
    'ada@müller.example',
    'ọlá@example.ng',
    `${'a'.repeat(64)}@gmail.com`,
    'a@xn--p1ai.xn--p1ai',
  ].map((address) => [ownMail('Type it'), address, address] as const),
  [mailOrPhone(), '+234 (0) 803 123 4567', '+234 (0) 803 123 4567'],
  [mailOrPhone(), '0803 123 456', 'A phone number or an email address, for example 0803 123 4567'],
  [mailOrPhone(), '0803 123 4567', '0803 123 4567'],
  [mailOrPhone(), 'ada@gmail.com', 'ada@gmail.com'],
  ...HIDDEN.flatMap((character) => [
    [ownMail('Type it'), `a${character}da@gmail.com`, 'It has a hidden character. Type the address by hand'] as const,
    [mailOrPhone(), `a${character}da@gmail.com`, 'A phone number or an email address, for example 0803 123 4567'] as const,
    [mail(), `ada@gm${character}ail.com`, 'An email address, such as hello@lamplight.ng'] as const,
  ]),
  [mailOrPhone(), 'ask Ada', 'A phone number or an email address, for example 0803 123 4567'],
  [mailOrPhone(), undefined, null],
])('the schema in row %# parses %j to %j', (field, values, outcome) => {
  expect(response(field, values)).toEqual(outcome)
})
