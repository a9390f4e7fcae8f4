/* The values of a sales file. A whole column is read before its format is decided, so that a file has only one. */

/** The decimal mark of amounts. */
export type DecimalMark = '.' | ','
/** The order of dates in digits: the day or the month first. */
export type DateOrder = 'day' | 'month'

const NAMED_CURRENCIES = ['NGN', 'USD', 'GBP', 'EUR', 'GHS', 'KES', 'ZAR', 'XOF', 'XAF', 'CAD']
const SYMBOLS: readonly [RegExp, string][] = [
  [/₦|(?<![A-Z])N(?=\s?\d)|\(N\)|\bnaira\b/i, 'NGN'],
  [/GH[₵¢]|₵/i, 'GHS'],
  [/\bKSh/i, 'KES'],
  [/£/, 'GBP'],
  [/€/, 'EUR'],
  [/\$/, 'USD'],
]
const findSymbol = (text: string) => SYMBOLS.find(([symbol]) => symbol.test(text))?.[1] ?? null

/** Returns the currency that the name of a column shows by code or symbol, or null. */
export const findColumnCurrency = (name: string): string | null =>
  NAMED_CURRENCIES.find((code) => new RegExp(`(?<![A-Z])${code}(?![A-Z])`, 'i').test(name)) ?? findSymbol(name)

/** Returns the currency that a cell shows by code or symbol, or null. */
export const findCurrency = (cell: string): string | null =>
  /(?<![A-Z])[A-Z]{3}(?![A-Z])/i.exec(cell)?.[0].toUpperCase() ?? findSymbol(cell)

/** Returns an amount without currency, spaces and apostrophes; null if other characters remain. */
function getNumber(text: string): string | null {
  const bare = text
    .replaceAll(/\p{Cf}|[\s'’]/gu, '')
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/^([-−]?)(?:[A-Z]{3}|US\$|GH[₵¢]|KSh\.?|[₦N$£€₵])([-−]?)(?=[\d.,])/i, '$1$2')
    .replace(/(?<=\d)(?:naira|[A-Z]{3}|[₦$£€₵])$/i, '')
    .replace('−', '-')
  return /^-?[\d.,]+$/.test(bare) ? bare : null
}

/**
 * Returns the decimal mark that all amounts of a column agree on, null if they contradict each other, or undefined if
 * none has a mark that decides. `3,500.50`, `12,5` and `3500,00` decide; so does `3,500`, because no amount of money
 * has three decimals.
 */
export function findDecimalMark(cells: readonly string[]): DecimalMark | null | undefined {
  const marks = new Set<DecimalMark>()
  for (const number of cells.map(getNumber)) {
    const last = /[.,](?=\d*$)/.exec(number ?? '')
    if (number === null || !last) {
      continue
    }
    const mark = last[0] as DecimalMark
    const other = mark === '.' ? ',' : '.'
    const isGroup =
      number.split(mark).length > 2 ||
      (!number.includes(other) && /^-?[1-9]\d{0,2}$/.test(number.slice(0, last.index)) && number.length - last.index === 4)
    marks.add(isGroup ? other : mark)
  }
  return marks.size > 1 ? null : [...marks][0]
}

/** Converts an amount to kobo, or the hundredth of its currency. Null for an empty text, NaN for an invalid one. */
export function parseAmount(text: string, mark: DecimalMark): number | null {
  if (text === '') {
    return null
  }
  const number = getNumber(text) ?? ''
  const group = mark === '.' ? ',' : '.'
  const [whole = '', decimals = ''] = number.split(mark)
  const isWhole = /^-?\d{1,12}$/.test(whole) || new RegExp(`^-?\\d{1,3}(\\${group}\\d{3}){1,4}$`).test(whole)
  // Databases export four or more decimals; exactly three are rather a thousand with the other mark.
  if (!isWhole || number.split(mark).length > 2 || !/^(\d{0,2}|\d{2}00+)$/.test(decimals)) {
    return Number.NaN
  }
  return Math.round(Number(`${whole.replaceAll(group, '')}.${decimals || '0'}`) * 100)
}

const NUMERIC_DATE = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/

/** Returns the order that all dates of a column agree on, null if they contradict each other, undefined if none decides. */
export function findDateOrder(cells: readonly string[]): DateOrder | null | undefined {
  const orders = new Set<DateOrder>()
  for (const cell of cells) {
    const [, first, second] = NUMERIC_DATE.exec(cell) ?? []
    if (Number(first) > 12) {
      orders.add('day')
    }
    if (Number(second) > 12) {
      orders.add('month')
    }
  }
  return orders.size > 1 ? null : [...orders][0]
}

/** Returns true if the meaning of a date depends on the order of its day and month. */
export const isNumericDate = (text: string): boolean => NUMERIC_DATE.test(text)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ZONES: Record<string, string> = { z: '+00:00', utc: '+00:00', gmt: '+00:00', wat: '+01:00' }

/**
 * Parses a payment time in the formats of such files: 2026-11-20, 2026-11-20 14:03, 20/11/2026, 20 Nov 2026, Nov 20,
 * 2026; with a zone, or else in `zone`, by default Lagos. A day alone is its last minute, so that no refund window
 * closes early. Null if it is not a date.
 */
export function parsePaidAt(text: string, order: DateOrder = 'day', zone = '+01:00'): Date | null {
  const zoned = /(?<=\d:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]m)?)\s*(Z|UTC|GMT|WAT|([+-]\d{2}):?(\d{2}))(?:\s*UTC)?$/i.exec(text)
  const local = zoned ? text.slice(0, zoned.index) : text
  const offset = zoned ? (ZONES[zoned[1]?.toLowerCase() ?? ''] ?? `${zoned[2]}:${zoned[3]}`) : zone
  const time = /[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]m)?$/i.exec(local)
  const date = getDate(time ? local.slice(0, time.index) : local, order)
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
    `${year}-${two(month)}-${two(day)}T${two(hour)}:${time?.[2] ?? '59'}:${time ? (time[3] ?? '00') : '59'}${offset}`,
  )
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day ? existing(moment) : null
}

/** Returns the time, or null if it is invalid or before the year 1, which PostgreSQL does not read. */
const existing = (moment: Date): Date | null => (moment.getUTCFullYear() >= 1 ? moment : null)

function getDate(text: string, order: DateOrder): [year: number, month: number, day: number] | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  if (iso) {
    return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  }
  const numbers = NUMERIC_DATE.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    return numbers[0] === text
      ? [Number(numbers[3]), ...(order === 'day' ? ([second, first] as const) : ([first, second] as const))]
      : null
  }
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?[ -](\d{4})$/i.exec(text)
  const monthFirst = /^([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(text)
  const [day, name, year] = dayFirst
    ? [dayFirst[1], dayFirst[2], dayFirst[3]]
    : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]]
  const month = MONTHS.indexOf(name?.toLowerCase() ?? '') + 1
  return month > 0 && day && year ? [Number(year), month, Number(day)] : null
}

/** The meanings of a payment's status. */
export const statusMeanings = ['paid', 'unpaid', 'refunded'] as const
export type StatusMeaning = (typeof statusMeanings)[number]

// Words that mean the same at every provider. "Processing" is paid at WooCommerce and unpaid at Paystack, so it is not here.
const STATUS_WORDS: Record<StatusMeaning, RegExp> = {
  paid: /^(success(ful)?|succeeded|paid|completed?)$/,
  unpaid:
    /^(fail(ed|ure)|unsuccessful|abandoned|pending( payment)?|awaiting payment|on hold|ongoing|queued|cancell?ed|declined|rejected|expired|void(ed)?|unpaid|not paid|incomplete|(checkout )?draft|trash|timeout)$/,
  refunded: /^((fully |partially |partly )?refunded|(partial )?refund|reversed|reversal|chargeback|charged back|disputed)$/,
}

/** Returns a status as plain words, without case, hyphens and the prefix of WooCommerce. */
export const getStatusWord = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replace(/^wc /, '')
    .trim()

/** Returns the meaning of a status word, or null if it is unknown. */
export const findStatusMeaning = (word: string): StatusMeaning | null =>
  statusMeanings.find((meaning) => STATUS_WORDS[meaning].test(word)) ?? null

/** Returns true if a cell such as "Refunded?" says no: it is empty, zero, or a word for it. */
export const saysNo = (cell: string): boolean => /^(|no|n|none|false|[-–—]|([A-Z]{3} ?|[₦$£€])?0+([.,]0+)?)$/i.test(cell)

/** Returns true if a cell such as "Mode" says that a payment is a test. */
export const saysTest = (cell: string): boolean => /^(test|sandbox|true|yes|y|1)\b/i.test(cell)

/** Returns true for a reference that a spreadsheet has shortened, such as 1.23457E+12. */
export const isShortenedNumber = (text: string): boolean => /^\d([.,]\d+)?E[+-]?\d+$/i.test(text)

/** Returns true for a line of totals below the sales. */
export const isTotalsLine = (cells: readonly string[]): boolean =>
  /^((grand|sub|overall)?[ -]?totals?|sum)( \(?(amount|sales|ngn|naira|₦)\)?)?[: ]*$/i.test(
    cells.find((cell) => cell.trim() !== '')?.trim() ?? '',
  )
