import { effectiveQuery } from './effective-query.ts'

type Props = {
  search: string
  /** Words that were corrected. */
  corrections: { typed: string; corrected: string }[]
  /** The address of the same search without corrections. */
  verbatim: string
}

/** The corrections, and a link to the original search. Renders nothing without corrections. */
export function Corrected({ search, corrections, verbatim }: Props) {
  return (
    corrections.length > 0 && (
      <p>
        Showing results for{' '}
        {effectiveQuery(search, corrections).map(({ text, corrected }, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other names, and are drawn once
          corrected ? <b key={at}>{text}</b> : text,
        )}
        . <a href={verbatim}>Search for {search} instead</a>.
      </p>
    )
  )
}
