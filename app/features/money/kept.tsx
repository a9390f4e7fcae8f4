import { describeChange } from '../console/figure.tsx'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import type { KeptLine } from './kept-lines.ts'
import { signedKobo } from './labels.ts'

type Props = { lines: readonly KeptLine[]; days: string; before: string; isFolded?: boolean }

/** Shows what Lamplight keeps of the takings of some days, beside the days before them. `isFolded`: the sum is unfolded on demand. */
export function Kept({ lines, days, before, isFolded = false }: Props) {
  const kept = lines.at(-1)
  const sum = (
    <>
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
  return (
    kept && (
      <>
        <p className="kept">
          <b>{signedKobo(kept.kobo)}</b>
          <span className="small soft">{describeChange(kept.kobo, kept.before, signedKobo)}</span>
        </p>
        {isFolded ? (
          <details>
            <summary>How it adds up</summary>
            <div className="stack">{sum}</div>
          </details>
        ) : (
          sum
        )}
      </>
    )
  )
}
