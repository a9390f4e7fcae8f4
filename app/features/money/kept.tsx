import { describeChange } from '../console/figure.tsx'
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
        <table className="tbl num">
          <caption className="sr">From the takings to what is kept</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">Line</span>
              </th>
              <th scope="col">{days}</th>
              <th scope="col">{before}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, kobo, before: earlier }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{signedKobo(kobo)}</td>
                <td className="soft">{signedKobo(earlier)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    )
  )
}
