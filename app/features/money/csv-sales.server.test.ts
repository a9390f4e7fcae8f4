import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { getChoiceValues, readChoices, readSales } from './csv-sales.server.ts'

const getRows = (text: string) => {
  const csv = readCsv(new TextEncoder().encode(text))
  return 'rows' in csv ? csv.rows : []
}
const read = (text: string, values: Record<string, string> = {}, remembered = {}) => {
  const file = readSales(getRows(text), 'selar', readChoices(values), remembered)
  if ('fault' in file) {
    throw new Error(file.fault)
  }
  return file
}

test('readSales guesses columns from their names and parses lines to kobo and UTC', () => {
  const file = read(
    'Date,Order Reference,Product Name,Amount,Selar Fee,Currency,Email\n20/11/2026 14:03,SL-1,Hand hygiene,"₦3,500.50",190,NGN,buyer@example.com\n',
  )
  expect(file.missing).toEqual([])
  expect(file.sales).toEqual([
    {
      line: 2,
      sale: {
        provider: 'selar',
        reference: 'SL-1',
        product: 'Hand hygiene',
        link: null,
        material: null,
        gross: 350_050,
        fee: 19_000,
        currency: 'NGN',
        paid_at: '2026-11-20T13:03:00.000Z',
      },
    },
  ])
  expect(JSON.stringify(file.sales)).not.toContain('buyer@')
})

test('readSales reports missing columns and uses saved ones only if the file has them all', () => {
  const text = 'a,b,c,d\nR-1,Hand hygiene,3500,2026-11-20\n'
  expect(read(text).missing).toEqual(['reference', 'product', 'gross', 'paid'])
  const columns = { reference: 'a', product: 'b', gross: 'c', paid: 'd' }
  const asked = { 'column-reference': 'a', 'column-product': 'b', 'column-gross': 'c', 'column-paid': 'd' }
  expect(read(text, asked).sales).toHaveLength(1)
  expect(read(text, {}, columns).sales).toHaveLength(1)
  expect(read(text, {}, { ...columns, fee: 'e' }).missing).toHaveLength(4)
})

test('readSales explains each invalid line and reads the others', () => {
  const file = read(
    [
      'Reference,Product,Amount,Date,Fee',
      ',Hand hygiene,3500,2026-11-20,',
      'R-2,Hand hygiene,lots,2026-11-20,',
      'R-3,Hand hygiene,3500,31/02/2026,',
      'R-4,Hand hygiene,3500,2026-11-20,4000',
      'R-5,Hand hygiene,3500,2199-11-20,',
      'R-6,Hand hygiene,USD 35.00,2026-11-20,',
      'r-6,Hand hygiene,3500,2026-11-20,',
      '',
    ].join('\n'),
  )
  expect(file.sales.map(({ sale }) => [sale.reference, sale.gross, sale.currency])).toEqual([['R-6', 3500, 'USD']])
  expect(file.wrong.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: There is no order reference',
    '3: “lots” is not an amount',
    '4: “31/02/2026” is not a date',
    '5: “4000” is no fee of 3500',
    '6: 2199-11-20 is in the future',
    '8: The same order as in line 7',
  ])
})

test('readSales rejects amounts above the maximum of the database', () => {
  const { sales, wrong } = read(
    'Reference,Product,Amount,Date\nR-1,Care,10000000000,2026-11-20\nR-2,Care,10000000000.01,2026-11-20\n',
  )
  expect(sales.map(({ sale }) => sale.gross)).toEqual([1_000_000_000_000])
  expect(wrong).toEqual([{ line: 3, reason: '10000000000.01 is more than a sale can be' }])
})

test('readSales cuts a long product between characters and not within an emoji', () => {
  const { sales } = read(`Reference,Product,Amount,Date\nR-1,${'a'.repeat(499)}🩺🩺,3500,2026-11-20\n`)
  expect(sales.map(({ sale }) => sale.product)).toEqual(['a'.repeat(499)])
})

/** Returns the references and amounts of the sales, and the reasons of the other lines. */
const summary = (file: ReturnType<typeof read>) => ({
  sales: file.sales.map(
    ({ sale }) => `${sale.reference} ${sale.product} ${sale.gross} ${sale.fee ?? '-'} ${sale.currency} ${sale.paid_at}`,
  ),
  leftOut: file.leftOut.map(({ line, reason }) => `${line}: ${reason}`),
  wrong: file.wrong.map(({ line, reason }) => `${line}: ${reason}`),
})
const REFUNDED = 'Refunded or reversed. If its sale is in the books, record the refund there'
const NAME = 'Hand hygiene among nurses'

describe('exports of other shops', () => {
  test.each([
    [
      'paystack',
      '',
      {
        sales: [`T1 ${NAME} 350000 15250 NGN 2026-11-20T09:00:00.000Z`],
        leftOut: ['3: Not paid: failed', '4: Not paid: abandoned', `5: ${REFUNDED}`],
        wrong: [],
      },
    ],
    [
      'selar',
      '',
      {
        sales: [
          `SL-1 ${NAME} 350050 19000 NGN 2026-11-20T13:03:00.000Z`,
          `SL-2 ${NAME} 350000 19000 NGN 2026-11-02T08:10:00.000Z`,
        ],
        leftOut: ['4: A line of totals'],
        wrong: [],
      },
    ],
    [
      'gumroad',
      'Gumroad',
      {
        sales: [`a1b2== ${NAME} 1000 150 USD 2026-09-02T14:03:05.000Z`],
        leftOut: [
          `3: ${REFUNDED}`,
          `4: ${REFUNDED}`,
          '5: Disputed by the buyer. Enter it by hand if the dispute is won',
          '6: A line of totals',
        ],
        wrong: [],
      },
    ],
    [
      'woocommerce',
      'WooCommerce',
      {
        sales: [`501 ${NAME} 350000 - NGN 2026-09-02T13:03:05.000Z`, `502 ${NAME} 350000 - NGN 2026-09-02T14:03:05.000Z`],
        leftOut: ['4: Not paid: on-hold', `5: ${REFUNDED}`, `6: ${REFUNDED}`],
        wrong: ['7: “₦3,500.00 ₦3,000.00” is not an amount'],
      },
    ],
    [
      'easy-digital-downloads-2',
      'Easy Digital Downloads',
      {
        sales: [`71 ${NAME} 350000 - NGN 2026-09-02T13:03:05.000Z`],
        leftOut: ['3: A test payment', '4: Not paid: abandoned', `5: ${REFUNDED}`],
        wrong: [],
      },
    ],
    [
      'easy-digital-downloads-3',
      'Easy Digital Downloads',
      { sales: [`81 ${NAME} 350000 - NGN 2026-09-02T13:03:05.000Z`], leftOut: ['3: Not paid: processing'], wrong: [] },
    ],
  ])('readSales reads the export of %s', async (name, known, expected) => {
    const file = read(await readFile(new URL(`../../../tests/sales-exports/${name}.csv`, import.meta.url), 'utf8'))
    expect(file.missing).toEqual([])
    expect(file.reading.known).toBe(known)
    expect(summary(file)).toEqual(expected)
  })
})

describe('payments that are not sales', () => {
  const file = (...statuses: string[]) =>
    `Reference,Product,Amount,Date,Status\n${statuses.map((status, at) => `R-${at},Care,3500,2026-11-20,${status}`).join('\n')}\n`

  test('readSales asks about unknown and empty status words and reads nothing before the answer', () => {
    const text = file('success', 'processing', '', 'constructor', 'Processing')
    const asked = read(text)
    expect(asked).toMatchObject({
      isUnclear: true,
      sales: [],
      wrong: [],
      reading: { unknown: ['processing', '', 'constructor'] },
    })
    const answers = { 'status-processing': 'paid', 'status-': 'unpaid', 'status-constructor': 'refunded', 'status-x': 'sold' }
    const answered = read(text, getChoiceValues(answers))
    expect(answered.isUnclear).toBe(false)
    expect(answered.sales.map(({ line }) => line)).toEqual([2, 3, 6])
    expect(answered.leftOut.map(({ line }) => line)).toEqual([4, 5])
  })

  test('readSales records no payment for any status but a word for paid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (status) => {
        const quoted = `"${status.replaceAll('"', '""')}"`
        const { sales } = read(file('success', quoted))
        const isPaid = /^(wc )?(success|successful|succeeded|paid|complete|completed)$/.test(
          status
            .toLowerCase()
            .replaceAll(/[\s_-]+/g, ' ')
            .trim(),
        )
        expect(sales.length).toBeLessThan(isPaid ? 3 : 2)
      }),
    )
  })

  test('readSales guesses the status column even if the saved columns lack it', () => {
    const columns = { reference: 'Reference', product: 'Product', gross: 'Amount', paid: 'Date' }
    expect(read(file('failed', 'paid'), {}, columns).sales.map(({ line }) => line)).toEqual([3])
  })

  test('readSales ignores the status column if the admin says that the file has none', () => {
    const columns = {
      'column-reference': 'Reference',
      'column-product': 'Product',
      'column-gross': 'Amount',
      'column-paid': 'Date',
    }
    expect(read(file('sent', 'paid'), columns).sales).toHaveLength(2)
  })

  test('readSales leaves out a sale that a later line refunds, and returns it for a comparison', () => {
    const { sales, leftOut } = read(
      'Reference,Product,Amount,Date\nR-1,Care,3500,2026-11-20\nr-1,Care,-3500,2026-11-21\nR-2,Care,0,2026-11-20\n',
    )
    expect(sales).toEqual([])
    expect(leftOut.map(({ line, reason, refunded }) => [line, reason, refunded?.gross])).toEqual([
      [2, 'Refunded in line 3. If its sale is in the books, record the refund there', 350_000],
      [3, REFUNDED, undefined],
      [4, 'Nothing was paid', undefined],
    ])
  })
})

describe('the reading of a whole column', () => {
  const amounts = (...cells: string[]) =>
    `Reference;Product;Amount;Date\n${cells.map((cell, at) => `R-${at};Care;${cell};2026-09-02`).join('\n')}\n`
  const dates = (...cells: string[]) =>
    `Reference;Product;Amount;Date\n${cells.map((cell, at) => `R-${at};Care;3500;${cell}`).join('\n')}\n`
  const kobo = (text: string, values = {}) => read(text, values).sales.map(({ sale }) => sale.gross)

  test.each([
    [
      ['3500,00', '12,5'],
      [350_000, 1250],
    ],
    [
      ['3.500', '12,50'],
      [350_000, 1250],
    ],
    [
      ['3,500', '3,500.50'],
      [350_000, 350_050],
    ],
    [
      ['3.500', '4.000'],
      [350_000, 400_000],
    ],
    [
      ['3,500', '12'],
      [350_000, 1200],
    ],
    [
      ['1 234 567,50', "1'000,00"],
      [123_456_750, 100_000],
    ],
    [
      ['N3,500', 'NGN 3,500.00', '₦ 3500', '3,500 NGN', '3500.0000'],
      [350_000, 350_000, 350_000, 350_000, 350_000],
    ],
  ])('readSales reads the amounts %j with one decimal mark', (cells, expected) => {
    expect(kobo(amounts(...cells))).toEqual(expected)
  })

  test('readSales asks if amounts have two decimal marks, and rejects the lines that contradict the answer', () => {
    const text = amounts('3500,00', '12.50', '70')
    expect(read(text)).toMatchObject({ isUnclear: true, sales: [], reading: { decimal: null } })
    expect(kobo(text, { decimal: ',' })).toEqual([350_000, 7000])
    expect(summary(read(text, { decimal: '.' })).wrong).toEqual(['2: “3500,00” is not an amount'])
  })

  test('readSales never reads an amount as a hundred or a thousand times another one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(['.', ','], [',', '.'], ['.', ''], [',', '']),
        ([...amountsInKobo], [mark = '', group = '']) => {
          const cells = amountsInKobo.map(
            (amount) =>
              String(Math.floor(amount / 100)).replaceAll(/\B(?=(\d{3})+$)/g, group) +
              mark +
              String(amount % 100).padStart(2, '0'),
          )
          expect(kobo(amounts(...cells))).toEqual(amountsInKobo)
        },
      ),
    )
  })

  test('readSales decides the order of day and month from all dates', () => {
    const days = (text: string, values = {}) => read(text, values).sales.map(({ sale }) => sale.paid_at.slice(0, 10))
    expect(days(dates('09/13/2026', '09/02/2026'))).toEqual(['2026-09-13', '2026-09-02'])
    expect(days(dates('13/09/2026', '02/09/2026'))).toEqual(['2026-09-13', '2026-09-02'])
    expect(read(dates('02/09/2026')).reading).toMatchObject({ order: 'day', dated: true })
    expect(days(dates('02/09/2026'), { order: 'month' })).toEqual(['2026-02-09'])
    expect(read(dates('13/09/2026', '09/13/2026'))).toMatchObject({ isUnclear: true, sales: [], reading: { order: null } })
  })

  test('readSales takes the currency from the column, the symbol or the name of the column', () => {
    const currencies = (header: string, row: string, values = {}) =>
      read(`Reference,Product,Date,${header}\nR-1,Care,2026-09-02,${row}\n`, values).sales.map(({ sale }) => sale.currency)
    expect(currencies('Amount ($)', '35')).toEqual(['USD'])
    expect(currencies('Amount in USD', '35')).toEqual(['USD'])
    expect(currencies('Amount ($)', '35', { currency: 'NGN' })).toEqual(['NGN'])
    expect(currencies('Amount', '£35')).toEqual(['GBP'])
    expect(currencies('Amount', 'JPY 3500')).toEqual(['JPY'])
    expect(currencies('Amount,Currency', '35,ghs')).toEqual(['GHS'])
    expect(currencies('Amount', '35')).toEqual(['NGN'])
    expect(currencies('Amount ($),Currency', '35,NGN')).toEqual([])
    expect(currencies('Amount,Currency', '$35,NGN')).toEqual([])
  })

  test('readSales reads times in UTC by their zone or by the name of the column', () => {
    expect(read(dates('2026-09-02 14:03:05 UTC')).sales[0]?.sale.paid_at).toBe('2026-09-02T14:03:05.000Z')
    expect(read('Reference,Product,Amount,Paid at (UTC)\nR-1,Care,3500,2026-09-02 14:03\n').sales[0]?.sale.paid_at).toBe(
      '2026-09-02T14:03:00.000Z',
    )
  })

  test('readSales rejects references that a spreadsheet shortened', () => {
    const { sales, wrong } = read(
      'Reference,Product,Amount,Date\n1.23457E+12,Care,3500,2026-09-02\n"1,23457E+12",Care,3500,2026-09-02\n1E5X,Care,3500,2026-09-02\n',
    )
    expect(sales.map(({ sale }) => sale.reference)).toEqual(['1E5X'])
    expect(wrong.map(({ line }) => line)).toEqual([2, 3])
  })
})
