/* Sales files of payment providers: which of their lines are sales, and how amounts and dates are read. */
import * as v from 'valibot'
import type { CsvRow } from '#app/platform/lists/csv.server.ts'
import { cutText } from '#app/platform/text/safe-text.ts'
import {
  type DateOrder,
  type DecimalMark,
  findColumnCurrency,
  findCurrency,
  findDateOrder,
  findDecimalMark,
  findStatusMeaning,
  getStatusWord,
  isNumericDate,
  isShortenedNumber,
  isTotalsLine,
  parseAmount,
  parsePaidAt,
  saysNo,
  saysTest,
  type StatusMeaning,
  statusMeanings,
} from './csv-values.server.ts'
import {
  type ColumnKind,
  type Columns,
  columnKinds,
  findKnownExport,
  getColumns,
  type KnownExport,
  readColumns,
} from './sales-columns.server.ts'

/** The choices of an admin, which replace the guesses. */
export type Choices = {
  columns: Columns
  decimal?: DecimalMark | undefined
  order?: DateOrder | undefined
  /** The currency of amounts that name none. */
  currency?: string | undefined
  /** The meanings of unknown status words. */
  statuses: Record<string, StatusMeaning>
}

const submitted = v.object({
  decimal: v.fallback(v.optional(v.picklist(['.', ','])), undefined),
  order: v.fallback(v.optional(v.picklist(['day', 'month'])), undefined),
  currency: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))), undefined),
})

/** Parses the fields of the form that a preview shows: `column-<kind>`, `decimal`, `order`, `currency`, `status-<word>`. */
export function readChoices(values: Record<string, string>): Choices {
  const named = (prefix: string) =>
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), value] as const] : [],
    )
  const meanings = named('status-').flatMap(([word, value]) => {
    const meaning = statusMeanings.find((one) => one === value)
    return meaning ? [[word, meaning] as const] : []
  })
  return {
    ...v.parse(submitted, values),
    columns: readColumns(Object.fromEntries(named('column-'))),
    statuses: Object.fromEntries(meanings),
  }
}

/** Returns the choices among submitted values, so that the form can show and send them again. */
export const getChoiceValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== '' && (['decimal', 'order', 'currency'].includes(name) || name.startsWith('status-')),
    ),
  )

/** A sale as private.preview_sale of the database expects it; amounts in kobo, the time in UTC. */
export type SubmittedSale = {
  provider: string
  reference: string
  product: string
  link: string | null
  material: string | null
  gross: number
  fee: number | null
  currency: string
  paid_at: string
}

/**
 * How a file is read. `decimal` and `order` are null if its lines contradict each other, which only an admin can decide.
 * `dated`: a date depends on the order.
 */
export type Reading = {
  /** The recognised export, such as Gumroad; '' for others. */
  known: string
  decimal: DecimalMark | null
  order: DateOrder | null
  dated: boolean
  /** The currency of amounts that name none. */
  currency: string
  /** Status words with an unknown meaning. */
  unknown: string[]
}

export type SalesFile = {
  header: string[]
  columns: Columns
  reading: Reading
  /** The first lines below the header, for the choice of columns. */
  first: string[][]
  sales: { line: number; sale: SubmittedSale }[]
  /** Lines that are not sales, with the reason. `refunded` is the sale that was refunded. */
  leftOut: { line: number; reason: string; refunded?: SubmittedSale }[]
  wrong: { line: number; reason: string }[]
}

/** The largest sale that the database accepts, in kobo or the hundredth of another currency. */
const MAX_GROSS = 1_000_000_000_000
const MAX_PRODUCT_LENGTH = 500

/** The maximum number of lines in a file. */
export const MAX_LINES = 5000
/** The maximum number of unknown words in a column of statuses; with more, it is another column. */
const MAX_UNKNOWN_STATUSES = 20

const REFUNDED = 'Refunded or reversed. If its sale is in the books, record the refund there'

/**
 * Parses a file's rows.
 * @param choices the admin's choices; without columns, the saved ones, if the file has all of them; otherwise a guess.
 * @returns the sales, or the reason why nothing can be read (`fault`). `missing` are the kinds that still need a
 * column. Nothing is read while a kind is missing or the reading has a question.
 */
export function readSales(
  rows: readonly CsvRow[],
  provider: string,
  choices: Choices = { columns: {}, statuses: {} },
  remembered: Columns = {},
): (SalesFile & { missing: ColumnKind[]; isUnclear: boolean }) | { fault: string } {
  const [head, ...body] = rows
  if (!head || body.length === 0) {
    return { fault: 'There are no lines below the first, which names the columns.' }
  }
  if (body.length > MAX_LINES) {
    return {
      fault: `At most ${MAX_LINES.toLocaleString('en-NG')} lines at once. Split the file, each part with the first line.`,
    }
  }
  const header = head.cells.map((cell) => cell.trim())
  const known = findKnownExport(header)
  const columns = getColumns(header, choices.columns, remembered, known)
  const missing = columnKinds.filter(({ kind, needed }) => needed && columns[kind] === undefined).map(({ kind }) => kind)
  const payments: Payment[] = body
    .filter(({ cells }) => !isTotalsLine(cells))
    .map(({ line, cells }) => ({
      line,
      cell(kind) {
        const name = columns[kind]
        return name === undefined ? '' : (cells[header.indexOf(name)] ?? '').trim()
      },
    }))
  const meanings = new Map(Object.entries({ ...known?.statuses, ...choices.statuses }))
  const getMeaning = (word: string) => findStatusMeaning(word) ?? meanings.get(word) ?? null
  const reading = getReading(payments, columns, choices, getMeaning)
  if (reading.unknown.length > MAX_UNKNOWN_STATUSES) {
    return { fault: `The column ${columns.status} has ${reading.unknown.length} unknown words, so it is no status of payments.` }
  }
  const { decimal, order } = reading
  const file: SalesFile = {
    header,
    columns,
    reading: { ...reading, known: known?.name ?? '' },
    first: body.slice(0, 3).map(({ cells }) => cells),
    sales: [],
    leftOut: body.filter(({ cells }) => isTotalsLine(cells)).map(({ line }) => ({ line, reason: 'A line of totals' })),
    wrong: [],
  }
  if (missing.length > 0 || decimal === null || order === null || reading.unknown.length > 0) {
    return { ...file, missing, isUnclear: missing.length === 0 }
  }
  const as: ReadAs = {
    provider,
    decimal,
    order,
    currency: reading.currency,
    columnCurrency: choices.currency === undefined ? findColumnCurrency(columns.gross ?? '') : null,
    isUtc: /\b(UTC|GMT)\b/i.test(columns.paid ?? ''),
    known,
  }
  const checked = payments.map((payment) => ({ payment, obstacle: getObstacle(payment, decimal, getMeaning) }))
  const refundLines = new Map(
    checked
      .filter(({ obstacle }) => obstacle === REFUNDED)
      .map(({ payment: { line, cell } }) => [cell('reference').toLowerCase(), line]),
  )
  const lineByReference = new Map<string, number>()
  for (const { payment, obstacle } of checked) {
    const { line } = payment
    const parsed = readPayment(payment, as)
    const reference = payment.cell('reference').toLowerCase()
    const refundLine = refundLines.get(reference)
    if (obstacle !== null) {
      file.leftOut.push({ line, reason: obstacle, ...(obstacle === REFUNDED && 'sale' in parsed && { refunded: parsed.sale }) })
    } else if ('reason' in parsed) {
      file.wrong.push({ line, reason: parsed.reason })
    } else if (refundLine !== undefined) {
      const reason = `Refunded in line ${refundLine}. If its sale is in the books, record the refund there`
      file.leftOut.push({ line, reason, refunded: parsed.sale })
    } else if (lineByReference.has(reference)) {
      file.wrong.push({ line, reason: `The same order as in line ${lineByReference.get(reference)}` })
    } else {
      lineByReference.set(reference, line)
      file.sales.push({ line, sale: parsed.sale })
    }
  }
  return { ...file, leftOut: file.leftOut.toSorted((one, other) => one.line - other.line), missing, isUnclear: false }
}

/** A line of the file, without lines of totals. */
type Payment = { line: number; cell: (kind: ColumnKind) => string }
type Meaning = (word: string) => StatusMeaning | null

/** Decides from the whole columns how they are read. */
function getReading(
  payments: readonly Payment[],
  columns: Columns,
  choices: Choices,
  getMeaning: Meaning,
): Omit<Reading, 'known'> {
  const column = (kind: ColumnKind) => payments.map(({ cell }) => cell(kind))
  const words = columns.status === undefined ? [] : [...new Set(column('status').map(getStatusWord))]
  const decimal = choices.decimal ?? findDecimalMark([...column('gross'), ...column('fee')])
  const order = choices.order ?? findDateOrder(column('paid'))
  return {
    decimal: decimal === undefined ? '.' : decimal,
    order: order === undefined ? 'day' : order,
    dated: column('paid').some(isNumericDate),
    currency: choices.currency ?? findColumnCurrency(columns.gross ?? '') ?? 'NGN',
    unknown: words.filter((word) => getMeaning(word) === null),
  }
}

/** Returns why a payment is not a sale, or null if it is one. */
function getObstacle({ cell }: Payment, decimal: DecimalMark, getMeaning: Meaning): string | null {
  const status = getMeaning(getStatusWord(cell('status')))
  const gross = parseAmount(cell('gross'), decimal)
  if (saysTest(cell('test'))) {
    return 'A test payment'
  }
  if (status === 'unpaid') {
    return `Not paid: ${cell('status')}`
  }
  if (status === 'refunded' || !saysNo(cell('refunded')) || (gross !== null && gross < 0)) {
    return REFUNDED
  }
  if (!saysNo(cell('disputed'))) {
    return 'Disputed by the buyer. Enter it by hand if the dispute is won'
  }
  return gross === 0 ? 'Nothing was paid' : null
}

type ReadAs = {
  provider: string
  decimal: DecimalMark
  order: DateOrder
  currency: string
  /** The currency that the column of amounts names, unless an admin chose another one. */
  columnCurrency: string | null
  isUtc: boolean
  known: KnownExport | undefined
}

function readPayment({ cell }: Payment, as: ReadAs): { sale: SubmittedSale } | { reason: string } {
  const reference = cell('reference')
  if (reference === '' || reference.length > 200 || /\p{Cc}/u.test(reference)) {
    return { reason: 'There is no order reference' }
  }
  if (isShortenedNumber(reference)) {
    return { reason: `The spreadsheet shortened the reference to ${reference}. Export it again, with that column as text` }
  }
  const [ofRow, ofAmount] = [cell('currency'), findCurrency(cell('gross'))]
  if (ofRow !== '' && findCurrency(ofRow) === null) {
    return { reason: `“${ofRow}” is not a currency such as NGN` }
  }
  const currencies = new Set(
    [ofRow === '' ? null : findCurrency(ofRow), ofAmount, as.columnCurrency].filter((one) => one !== null),
  )
  if (currencies.size > 1) {
    return { reason: `“${cell('gross')}” is in two currencies: ${[...currencies].join(' and ')}` }
  }
  const gross = parseAmount(cell('gross'), as.decimal)
  if (gross === null || Number.isNaN(gross) || gross <= 0) {
    return { reason: `“${cell('gross')}” is not an amount` }
  }
  if (gross > MAX_GROSS) {
    return { reason: `${cell('gross')} is more than a sale can be` }
  }
  const fee = parseAmount(cell('fee'), as.decimal)
  if (Number.isNaN(fee) || (fee !== null && (fee < 0 || fee > gross))) {
    return { reason: `“${cell('fee')}” is no fee of ${cell('gross')}` }
  }
  const paid = parsePaidAt(cell('paid'), as.order, as.isUtc ? '+00:00' : undefined)
  if (!paid) {
    return { reason: `“${cell('paid')}” is not a date` }
  }
  if (paid.getTime() > Date.now() + 24 * 3_600_000) {
    return { reason: `${cell('paid')} is in the future` }
  }
  const product = as.known?.addition ? cell('product').replace(as.known.addition, '') : cell('product')
  return {
    sale: {
      provider: as.provider,
      reference,
      product: cutText(product, MAX_PRODUCT_LENGTH),
      link: cell('link') || null,
      material: null,
      gross,
      fee,
      currency: [...currencies][0] ?? as.currency,
      paid_at: paid.toISOString(),
    },
  }
}
