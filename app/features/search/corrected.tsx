import { asTyped, correctedSearch, effectiveQuery } from '#app/platform/text/effective-query.ts'

type Word = { typed: string; corrected: string }
type Props = {
  search: string
  /** Words that were corrected. */
  corrections: readonly Word[]
  /** Words that may be meant, which were not searched for. */
  offered: readonly Word[]
  /** Thesaurus entries that were searched for too. */
  understood: readonly { typed: string; meaning: string }[]
  /** The address of the same search without corrections and thesaurus. */
  verbatim: string
  /** Returns the address of another search. */
  pathTo?: (search: string) => string
}

/**
 * How the search was read: corrections, what abbreviations and lay words were taken for, and words that may be meant.
 * Each has a link to undo or follow it. Renders nothing if the search was taken as typed.
 */
export function Corrected({ search, corrections, offered, understood, verbatim, pathTo }: Props) {
  const meant = effectiveQuery(search, offered)
  const address = pathTo?.(correctedSearch(search, offered))
  return (
    <>
      {corrections.length > 0 && (
        <p>
          Showing results for <Marked pieces={effectiveQuery(search, corrections)} />.{' '}
          <a href={verbatim}>Search for {search} instead</a>.
        </p>
      )}
      {corrections.length === 0 && understood.length > 0 && (
        <p>
          Also searched: {understood.map(({ typed, meaning }) => `${meaning} (${asTyped(search, typed)})`).join('; ')}.{' '}
          <a href={verbatim}>Search only for {search}</a>.
        </p>
      )}
      {address !== undefined && offered.length > 0 && (
        <p>
          Did you mean{' '}
          <a href={address}>
            <Marked pieces={meant} />
          </a>
          ?
        </p>
      )}
    </>
  )
}

function Marked({ pieces }: { pieces: ReturnType<typeof effectiveQuery> }) {
  return pieces.map(({ text, corrected }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other names, and are drawn once
    corrected ? <b key={at}>{text}</b> : text,
  )
}
