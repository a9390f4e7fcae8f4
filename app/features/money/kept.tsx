import { describeChange } from '../console/figure.tsx'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import type { KeptLine } from './kept-lines.ts'
import { signedKobo } from './labels.ts'

/** Shows what Lamplight keeps of the takings of some days, beside the days before them. */
export function Kept({ lines, days, before }: { lines: readonly KeptLine[]; days: string; before: string }) {
  const kept = lines.at(-1)
  return (
    kept && (
      <>
        <p className="kept">
          <b>{signedKobo(kept.kobo)}</b>
          <span className="small soft">{describeChange(kept.kobo, kept.before, signedKobo)}</span>
        </p>
        <FiguresTable
          caption="Takings, costs and what is kept"
          heading="Line"
          rows={lines.map(({ label }) => ({ key: label, name: label }))}
          columns={[
            { name: 'Now', cells: lines.map(({ kobo }) => signedKobo(kobo)) },
            { name: 'Before', cells: lines.map(({ before: earlier }) => signedKobo(earlier)) },
          ]}
          region="Takings, costs and what is kept"
        />
        <p className="small soft">
          Now: {days}. Before: {before}. Shares are those of authors and class reps.
        </p>
      </>
    )
  )
}
