import { subjectCover } from './subject-cover.ts'

/** A drawn page with the hue and the symbol of a subject, for what has no cover. `band`: over the width of a text. */
export function Ruled({ subject, band = false }: { subject: string; band?: boolean }) {
  return (
    <span className={`ruled ${band ? 'band ' : ''}${subjectCover(subject)}`} aria-hidden="true">
      <span className="motif" />
    </span>
  )
}
