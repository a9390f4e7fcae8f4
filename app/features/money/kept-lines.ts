import type { MoneyFigures } from './figures.server.ts'

type Figures = Pick<MoneyFigures, 'takings_kobo' | 'refunds_kobo' | 'fees_kobo' | 'shares_kobo' | 'kept_kobo'>
/** A line from the takings to what Lamplight keeps, in kobo; what is taken off is negative. */
export type KeptLine = { label: string; kobo: number; before: number }

/**
 * Returns the lines from the takings to what Lamplight keeps, for a range and the one before it. The last line is what
 * is kept. Lines without money in both ranges, other than takings and kept, are left out.
 */
export function keptLines(total: Figures, before: Figures): KeptLine[] {
  const line = (label: string, kobo: (figures: Figures) => number): KeptLine => ({
    label,
    kobo: kobo(total),
    before: kobo(before),
  })
  const takings = line('Takings', (each) => each.takings_kobo)
  // Not the negated amount: -0 is shown with a sign, and the browser receives it as 0.
  const between = [
    line('Refunds', (each) => 0 - each.refunds_kobo),
    line('Payment fees', (each) => 0 - each.fees_kobo),
    // Those of authors and class reps.
    line('Shares', (each) => 0 - each.shares_kobo),
    // The balance of a deleted account, which goes to Lamplight without a sale.
    line('Given up', (each) => each.kept_kobo - (each.takings_kobo - each.refunds_kobo - each.fees_kobo - each.shares_kobo)),
  ].filter(({ kobo, before: earlier }) => kobo !== 0 || earlier !== 0)
  return [takings, ...between, line('Kept', (each) => each.kept_kobo)]
}
