import { describe, expect, test } from 'vitest'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { parsePaidAt, readSales } from './csv-sales.server.ts'

const getRows = (text: string) => {
  const csv = readCsv(new TextEncoder().encode(text))
  return 'rows' in csv ? csv.rows : []
}
const read = (text: string, asked = {}, remembered = {}) => {
  const file = readSales(getRows(text), 'selar', asked, remembered)
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
  expect(read(text, columns).sales).toHaveLength(1)
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
  expect(sales.map(({ sale }) => sale.product)).toEqual([`${'a'.repeat(499)}🩺`])
})

describe('parsePaidAt', () => {
  test.each([
    ['2026-11-20', '2026-11-20T22:59:59.000Z'],
    ['2026-11-20 14:03:22', '2026-11-20T13:03:22.000Z'],
    ['2026-11-20T14:03:22Z', '2026-11-20T14:03:22.000Z'],
    ['20/11/2026', '2026-11-20T22:59:59.000Z'],
    ['1 Nov 2026, 9:05 PM', '2026-11-01T20:05:00.000Z'],
    ['November 20, 2026 12:00 am', '2026-11-19T23:00:00.000Z'],
    ['3rd December 2026', '2026-12-03T22:59:59.000Z'],
  ])('parsePaidAt parses %s as %s', (text, moment) => {
    expect(parsePaidAt(text)?.toISOString()).toBe(moment)
  })

  test.each([
    '',
    'yesterday',
    '13/13/2026',
    '2026-02-30',
    '20 Foo 2026',
    '2026-11-20 25:00',
    '2026-99-99T10:00:00Z',
    '0000-05-05',
    '01/01/0001 00:30',
    '0001-01-01T00:00:00+01:00',
  ])('parsePaidAt returns null for %j', (text) => {
    expect(parsePaidAt(text)).toBeNull()
  })
})
