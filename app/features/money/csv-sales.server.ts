/* Sales files of payment providers. The meaning of each column is guessed from its name, corrected by the admin and
   saved. */
import * as v from 'valibot'
import type { CsvRow } from '#app/platform/lists/csv.server.ts'
import { getKobo } from '#app/platform/forms/record-fields.ts'

/** The kinds of columns; a file cannot be read without the `needed` ones. */
export const columnKinds = [
  {
    kind: 'reference',
    label: 'Order reference',
    needed: true,
    names: /^(order|transaction|payment|sale)?[ _-]*(ref(erence)?|id|no|number)$/i,
  },
  { kind: 'product', label: 'Product', needed: true, names: /^(product|item|material)([ _-]*(name|title))?$|^title$/i },
  { kind: 'gross', label: 'Amount paid', needed: true, names: /^(gross|amount|total|price)([ _-]*(paid|amount|sale))?$|^paid$/i },
  { kind: 'paid', label: 'When it was paid', needed: true, names: /date|time|^(paid|created)[ _-]*(at|on)$/i },
  { kind: 'fee', label: 'Fee', needed: false, names: /fee|charge|commission/i },
  { kind: 'currency', label: 'Currency', needed: false, names: /currency/i },
  { kind: 'link', label: 'Link of the product', needed: false, names: /link|url/i },
] as const
export type ColumnKind = (typeof columnKinds)[number]['kind']
/** The column name of each kind; absent if the file has no such column. */
export type Columns = Partial<Record<ColumnKind, string>>

const columnsSchema = v.record(v.picklist(columnKinds.map(({ kind }) => kind)), v.pipe(v.string(), v.maxLength(200)))

/** Parses saved or submitted columns; empty if they are invalid. */
export function readColumns(input: unknown): Columns {
  const parsed = v.safeParse(columnsSchema, input)
  return parsed.success ? parsed.output : {}
}

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

export type SalesFile = {
  header: string[]
  columns: Columns
  /** The first lines below the header, for the choice of columns. */
  first: string[][]
  sales: { line: number; sale: SubmittedSale }[]
  wrong: { line: number; reason: string }[]
}

/** The largest sale that the database accepts, in kobo or the hundredth of another currency. */
const MAX_GROSS = 1_000_000_000_000
const MAX_PRODUCT_LENGTH = 500

/** The maximum number of lines in a file. */
export const MAX_LINES = 5000

/**
 * Parses a file's rows.
 * @param asked the admin's choice of columns; otherwise the saved ones, if the file has all of them; otherwise a guess.
 * @returns the sales, or the reason why nothing can be read (`fault`). `missing` are the kinds that still need a
 * column.
 */
export function readSales(
  rows: readonly CsvRow[],
  provider: string,
  asked: Columns,
  remembered: Columns,
): (SalesFile & { missing: ColumnKind[] }) | { fault: string } {
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
  const columns = getColumns(header, asked, remembered)
  const missing = columnKinds.filter(({ kind, needed }) => needed && columns[kind] === undefined).map(({ kind }) => kind)
  const sales: SalesFile['sales'] = []
  const wrong: SalesFile['wrong'] = []
  const lineByReference = new Map<string, number>()
  for (const { line, cells } of missing.length > 0 ? [] : body) {
    const read = readLine(cells, header, columns, provider)
    const before = 'sale' in read ? lineByReference.get(read.sale.reference.toLowerCase()) : undefined
    if ('reason' in read) {
      wrong.push({ line, reason: read.reason })
    } else if (before !== undefined) {
      wrong.push({ line, reason: `The same order as in line ${before}` })
    } else {
      lineByReference.set(read.sale.reference.toLowerCase(), line)
      sales.push({ line, sale: read.sale })
    }
  }
  return { header, columns, missing, first: body.slice(0, 3).map(({ cells }) => cells), sales, wrong }
}

function getColumns(header: readonly string[], asked: Columns, remembered: Columns): Columns {
  const here = (columns: Columns) => Object.values(columns).every((name) => header.includes(name))
  if (Object.keys(asked).length > 0) {
    return Object.fromEntries(Object.entries(asked).filter(([, name]) => header.includes(name)))
  }
  if (Object.keys(remembered).length > 0 && here(remembered)) {
    return remembered
  }
  const taken = new Set<string>()
  const guessed: Columns = {}
  for (const { kind, names } of columnKinds) {
    const name = header.find((cell) => names.test(cell) && !taken.has(cell))
    if (name !== undefined) {
      taken.add(name)
      guessed[kind] = name
    }
  }
  return guessed
}

function readLine(
  cells: readonly string[],
  header: readonly string[],
  columns: Columns,
  provider: string,
): { sale: SubmittedSale } | { reason: string } {
  const cell = (kind: ColumnKind) => {
    const name = columns[kind]
    return name === undefined ? '' : (cells[header.indexOf(name)] ?? '').trim()
  }
  const reference = cell('reference')
  if (reference === '' || reference.length > 200 || /\p{Cc}/u.test(reference)) {
    return { reason: 'There is no order reference' }
  }
  const currency = (cell('currency') || (/^[A-Z]{3}\b/.exec(cell('gross'))?.[0] ?? 'NGN')).toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) {
    return { reason: `“${currency}” is not a currency such as NGN` }
  }
  const gross = getKobo(cell('gross').replace(/^[A-Z]{3}\s*/, ''))
  if (gross === null || Number.isNaN(gross) || gross <= 0) {
    return { reason: `“${cell('gross')}” is not an amount` }
  }
  if (gross > MAX_GROSS) {
    return { reason: `${cell('gross')} is more than a sale can be` }
  }
  const fee = getKobo(cell('fee').replace(/^[A-Z]{3}\s*/, ''))
  if (Number.isNaN(fee) || (fee !== null && fee > gross)) {
    return { reason: `“${cell('fee')}” is no fee of ${cell('gross')}` }
  }
  const paid = parsePaidAt(cell('paid'))
  if (!paid) {
    return { reason: `“${cell('paid')}” is not a date` }
  }
  if (paid.getTime() > Date.now() + 24 * 3_600_000) {
    return { reason: `${cell('paid')} is in the future` }
  }
  return {
    sale: {
      provider,
      reference,
      // Cut by code points, so that no emoji is split: PostgreSQL does not store lone surrogates.
      product: Array.from(cell('product')).slice(0, MAX_PRODUCT_LENGTH).join(''),
      link: cell('link') || null,
      material: null,
      gross,
      fee,
      currency,
      paid_at: paid.toISOString(),
    },
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Parses a payment time in the formats of such files: 2026-11-20, 2026-11-20 14:03, 20/11/2026, 20 Nov 2026, Nov 20,
 * 2026; with a zone or in Lagos. A day alone is its last minute, so that no refund window closes early. Null if it is
 * not a date; a day precedes its month.
 */
export function parsePaidAt(text: string): Date | null {
  const zoned = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.exec(text)
  if (zoned) {
    return existing(new Date(text))
  }
  const time = /[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]m)?$/i.exec(text)
  const date = getDate(time ? text.slice(0, time.index) : text)
  if (!date) {
    return null
  }
  let hour = time ? Number(time[1]) : 23
  if (time?.[4]) {
    hour = (hour % 12) + (time[4].toLowerCase() === 'pm' ? 12 : 0)
  }
  const two = (number: number | string) => String(number).padStart(2, '0')
  const [year, month, day] = date
  const moment = new Date(
    `${year}-${two(month)}-${two(day)}T${two(hour)}:${time?.[2] ?? '59'}:${time ? (time[3] ?? '00') : '59'}+01:00`,
  )
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day ? existing(moment) : null
}

/** Returns the time, or null if it is invalid or before the year 1, which PostgreSQL does not read. */
const existing = (moment: Date): Date | null => (moment.getUTCFullYear() >= 1 ? moment : null)

function getDate(text: string): [year: number, month: number, day: number] | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  if (iso) {
    return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  }
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (numbers) {
    return [Number(numbers[3]), Number(numbers[2]), Number(numbers[1])]
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/i.exec(text)
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = MONTHS.indexOf(name?.toLowerCase() ?? '') + 1
  return month > 0 && day && year ? [Number(year), month, Number(day)] : null
}
