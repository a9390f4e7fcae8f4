import * as v from 'valibot'
import { day, filled, filledNumber, line, lines, oneOf, wholeNumber } from '#app/platform/forms/fields.ts'
import { ticked } from '#app/platform/forms/record-fields.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { getSchema, type RecordFields } from '../console/field-map.ts'
import { readSlugs } from '../console/works.ts'
import { materialCategories } from '../materials/categories.ts'
import { getCode } from '#app/services/discount-code.ts'

const kinds = [
  { value: 'percent', label: 'Percent of the price' },
  { value: 'naira', label: 'Naira' },
] as const
const categories = materialCategories.map(({ stored }) => stored)
const MAX_NAIRA = 10_000_000

const section = 'Only for some works'

export const discountFields = {
  code: {
    schema: v.pipe(
      filled(line(40), 'Type the code'),
      v.check((typed) => getCode(typed) !== null, '3 to 20 letters and digits, such as NURSE20'),
      v.transform((typed) => getCode(typed) ?? typed),
    ),
    label: 'Code',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    hint: 'Letters and digits. Buyers may type it in small letters and with spaces.',
  },
  amount: {
    schema: filledNumber(wholeNumber(1, MAX_NAIRA, 'A whole number, from 1'), 'Type how much it takes off'),
    label: 'Takes off',
    inputMode: 'numeric',
    required: true,
  },
  kind: {
    schema: oneOf(kinds, 'Choose percent or naira'),
    kind: 'select',
    label: 'Percent or naira',
    heading: 'Kind',
    options: kinds,
    beside: true,
  },
  first_day: { schema: day(), label: 'First day', type: 'date', hint: 'Empty: from now on.' },
  last_day: { schema: day(), label: 'Last day', type: 'date', hint: 'Until midnight in Lagos.', beside: true },
  max_uses: {
    schema: wholeNumber(1, 1_000_000, 'A whole number, from 1'),
    label: 'Limit of uses',
    inputMode: 'numeric',
    hint: 'Each email address uses it once.',
  },
  category: {
    schema: v.pipe(
      v.optional(v.picklist(['', ...categories], 'Choose a category'), ''),
      v.transform((category) => category || null),
    ),
    kind: 'select',
    label: 'Category',
    options: categories.map((value) => ({ value, label: capitalised(value.replaceAll('_', ' ')) })),
    section,
  },
  works: {
    schema: v.pipe(
      lines(10_000),
      v.transform((text) => readSlugs(text).join('\n')),
    ),
    kind: 'works',
    label: 'Works',
    hint: 'Without works and category, the code is for all.',
    section,
  },
  is_stopped: {
    schema: ticked(),
    kind: 'tick',
    label: 'Stopped',
    hint: 'Nobody can use it from now on. Buyers who are paying keep their price.',
  },
} satisfies RecordFields<'discount_codes'>

/** The admin form of a discount code. */
export const discountForm = v.pipe(
  getSchema(discountFields),
  v.forward(
    v.partialCheck([['kind'], ['amount']], ({ kind, amount }) => kind === 'naira' || amount <= 100, 'At most 100 percent'),
    ['amount'],
  ),
  v.forward(
    v.partialCheck(
      [['first_day'], ['last_day']],
      (days) => days.first_day === null || days.last_day === null || days.first_day <= days.last_day,
      'Not before the first day',
    ),
    ['last_day'],
  ),
  v.forward(
    v.partialCheck(
      [['category'], ['works']],
      ({ category, works }) => category === null || works === '',
      'Name works or a category',
    ),
    ['works'],
  ),
)
export type DiscountForm = v.InferOutput<typeof discountForm>
