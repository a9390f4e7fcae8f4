import * as v from 'valibot'
import { day, filled, line, lines, wholeNumber } from '#app/platform/forms/fields.ts'
import { kobo, ticked } from '#app/platform/forms/record-fields.ts'
import { providers, weekdays } from './labels.ts'

const provider = v.picklist(
  providers.map(({ value }) => value),
  'Choose who was paid',
)
/** Parses an amount above 0 into kobo. */
export const money = (missing: string) =>
  v.pipe(
    kobo(missing),
    v.check((amount) => amount !== null && amount > 0, 'More than 0'),
    v.transform((amount) => amount ?? 0),
  )

/** A sale that an admin enters. */
export const saleForm = v.pipe(
  v.object({
    provider,
    title: filled(line(400), 'Which material was sold?'),
    reference: line(200),
    /** The reference of a sale that has none: a second tap does not record it twice. */
    idempotencyKey: v.optional(v.pipe(v.string(), v.uuid())),
    gross: money('How much was paid?'),
    fee: kobo(),
    paid: day(),
  }),
  v.forward(
    v.partialCheck(
      [['provider'], ['reference'], ['idempotencyKey']],
      ({ provider: shop, reference, idempotencyKey }) => reference !== '' || (shop === 'other' && idempotencyKey !== undefined),
      'The reference is on the receipt',
    ),
    ['reference'],
  ),
  v.transform(({ idempotencyKey, ...sale }) => ({
    ...sale,
    reference: sale.reference || `by hand ${idempotencyKey?.slice(0, 8) ?? ''}`,
  })),
)

/** The correction of a reversed sale. */
export const againForm = v.pipe(
  v.object({
    gross: money('How much was paid?'),
    fee: kobo(),
    // A day is its last minute, so that no refund window closes early.
    paid: v.pipe(
      day(),
      v.transform((text) => (text === null ? new Date() : new Date(`${text}T23:59:59+01:00`))),
    ),
  }),
  v.forward(
    v.check(({ gross, fee }) => fee === null || fee <= gross, 'Not more than was paid'),
    ['fee'],
  ),
)

export const refundForm = v.object({
  /** The idempotency key: a second tap does not refund twice. */
  idempotencyKey: v.pipe(v.string(), v.uuid()),
  /** Empty: all that is left. */
  amount: v.pipe(
    kobo(),
    v.check((amount) => amount === null || amount > 0, 'More than 0'),
  ),
  reason: lines(500),
})

/** A refund that its buyer has received. */
export const settledForm = v.object({ refund: v.pipe(v.string(), v.uuid()) })

export const reasonForm = v.object({ reason: filled(lines(300), 'Say why, in a few words') })

export const bankForm = v.object({
  idempotencyKey: v.pipe(v.string(), v.uuid()),
  what: v.picklist(['settlement', 'bank_charge']),
  amount: money('How much?'),
  note: line(300),
})

/** The payouts that the bank made: its reference, and the kobo that arrived in all. */
export const paidForm = v.object({ reference: line(200), arrived: money('How much does the bank say was paid in all?') })

export const rulesForm = v.object({
  seen: v.pipe(v.string(), v.toNumber(), v.safeInteger()),
  refund_days: required(wholeNumber(0, 60, 'Whole days, at most 60')),
  minimum: v.pipe(kobo('The minimum payout'), v.transform(Number)),
  run_weekday: v.pipe(
    v.picklist(
      weekdays.map((_name, at) => String(at + 1)),
      'Choose a day',
    ),
    v.transform(Number),
  ),
  hold_hours: required(wholeNumber(0, 336, 'Whole hours, at most 336')),
  share_percent: required(wholeNumber(0, 100, 'Whole percent, at most 100')),
  rep_percent: required(wholeNumber(0, 50, 'Whole percent, at most 50')),
  share_basis: v.picklist(['gross', 'net'], 'Choose one'),
  fee_percent: hundredths(5000, 'At most 50'),
  fee_fixed: v.pipe(kobo('Type 0 for no fixed fee'), v.transform(Number)),
  vat_percent: hundredths(2500, 'At most 25'),
})

/** Parses a percentage into hundredths of a percent. */
function hundredths(max: number, tooMuch: string) {
  return v.pipe(
    line(6),
    v.regex(/^\d{1,2}([.,]\d{1,2})?$/, 'A percentage, such as 4 or 1.5'),
    v.transform((text) => Math.round(Number(text.replace(',', '.')) * 100)),
    v.maxValue(max, tooMuch),
  )
}

function required(field: v.GenericSchema<string | undefined, number | null>) {
  return v.pipe(
    field,
    v.check((number) => number !== null, 'Fill this in'),
    v.transform(Number),
  )
}

const sum = v.object({ count: v.number(), kobo: v.number() })
const alone = v.array(v.object({ reference: v.string(), title: v.string(), kobo: v.number() }))
/** A comparison (reconcile-csv.ts) that the page shows and sends back for export. */
export const shownComparison = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    reported: sum,
    booked: sum,
    difference: v.number(),
    missing: alone,
    unknown: alone,
    repeated: alone,
    unlike: v.array(v.object({ reference: v.string(), title: v.string(), reported: v.number(), booked: v.number() })),
  }),
)

export const resolveForm = v.object({
  title: line(400),
  naira: v.pipe(
    kobo(),
    v.check((amount) => amount !== 0, 'More than 0'),
  ),
  remember: ticked(),
})

/** A product-to-material rule of the queue. */
export const productForm = v.object({ provider, words: line(500) })
