/** A sale in the provider's report, and in the ledger. Kobo. */
export type Reported = { reference: string; product: string; gross: number }
export type Booked = { order_reference: string; title: string; gross_kobo: number; reversed: boolean }

export type Comparison = {
  reported: { count: number; kobo: number }
  booked: { count: number; kobo: number }
  /** The report's sum minus the ledger's. */
  difference: number
  /** Sales only in the report, only in the ledger, repeated in the report, and in both with different amounts. */
  missing: { reference: string; title: string; kobo: number }[]
  unknown: { reference: string; title: string; kobo: number }[]
  repeated: { reference: string; title: string; kobo: number }[]
  unlike: { reference: string; title: string; reported: number; booked: number }[]
}

/**
 * Compares a provider's report with the ledger; the four lists add up to the difference in kobo. Reversed sales are
 * left out. Orders match by reference, ignoring case. The ledger has each order once, so the first line of an order is
 * compared with it, and further lines count as repeated.
 */
export function compareSales(report: readonly Reported[], books: readonly Booked[]): Comparison {
  const known = new Map(books.filter(({ reversed }) => !reversed).map((sale) => [sale.order_reference.toLowerCase(), sale]))
  const result = new Map<string, Reported>()
  const repeated: Reported[] = []
  for (const sale of report) {
    const reference = sale.reference.toLowerCase()
    if (result.has(reference)) {
      repeated.push(sale)
    } else {
      result.set(reference, sale)
    }
  }
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, kobo) => all + kobo, 0)
  const alone = ({ reference, product, gross }: Reported) => ({ reference, title: product, kobo: gross })
  const reported = { count: report.length, kobo: sum(report.map(({ gross }) => gross)) }
  const booked = { count: known.size, kobo: sum([...known.values()].map(({ gross_kobo }) => gross_kobo)) }
  return {
    reported,
    booked,
    difference: reported.kobo - booked.kobo,
    missing: [...result.values()].filter(({ reference }) => !known.has(reference.toLowerCase())).map(alone),
    repeated: repeated.map(alone),
    unknown: [...known.values()]
      .filter(({ order_reference }) => !result.has(order_reference.toLowerCase()))
      .map(({ order_reference, title, gross_kobo }) => ({ reference: order_reference, title, kobo: gross_kobo })),
    unlike: [...result.values()].flatMap(({ reference, gross }) => {
      const sale = known.get(reference.toLowerCase())
      return sale && sale.gross_kobo !== gross ? [{ reference, title: sale.title, reported: gross, booked: sale.gross_kobo }] : []
    }),
  }
}
