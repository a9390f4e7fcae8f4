import { expect, test } from 'vitest'
import { compareSales } from './reconcile-csv.ts'

const booked = (order_reference: string, gross_kobo: number, reversed = false) => ({
  order_reference,
  title: `T ${order_reference}`,
  gross_kobo,
  reversed,
})
const reported = (reference: string, gross: number) => ({ reference, product: `P ${reference}`, gross })

test('compareSales returns four lists that add up to the difference in kobo', () => {
  const comparison = compareSales(
    [reported('A', 100_000), reported('b', 200_001), reported('C', 50), reported('c', 50), reported('A', 3)],
    [booked('a', 100_000), booked('B', 200_000), booked('D', 7), booked('E', 1_000_000, true)],
  )
  expect(comparison).toEqual({
    reported: { count: 5, kobo: 300_104 },
    booked: { count: 3, kobo: 300_007 },
    difference: 97,
    missing: [{ reference: 'C', title: 'P C', kobo: 50 }],
    unknown: [{ reference: 'D', title: 'T D', kobo: 7 }],
    repeated: [
      { reference: 'c', title: 'P c', kobo: 50 },
      { reference: 'A', title: 'P A', kobo: 3 },
    ],
    unlike: [{ reference: 'b', title: 'T B', reported: 200_001, booked: 200_000 }],
  })
  const explained =
    [...comparison.missing, ...comparison.repeated].reduce((sum, { kobo }) => sum + kobo, 0) -
    comparison.unknown.reduce((sum, { kobo }) => sum + kobo, 0) +
    comparison.unlike.reduce((sum, sale) => sum + sale.reported - sale.booked, 0)
  expect(explained).toBe(comparison.difference)
})
