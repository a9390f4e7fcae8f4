import type { GlobalSearchResults, Hit } from './queries.server.ts'
import { correctedSearch } from '#app/platform/text/effective-query.ts'
import { getHitNotes } from './hit-notes.ts'
import { names, pathTo, listLink } from './kinds.ts'
import { subjectCover } from '#app/ui/subject-cover.ts'
import { MarkedText } from '#app/ui/marked-text.tsx'
import type { GlobalSearchQuery } from './schema.ts'

/** The most results of a kind. */
const BEST = 3

/** The best three results of each kind, and a link to all of them. Partial matches are marked. */
export function Found({ query, found }: { query: GlobalSearchQuery; found: GlobalSearchResults }) {
  const searched = correctedSearch(query.words, found.corrections)
  return found.groups.map(({ kind, hits, more }) => {
    const all = listLink(kind, query, found)
    return (
      <section key={kind} className="stack">
        <h2>{names[kind]}</h2>
        <ul className="index">
          {hits.map((hit) => (
            <li key={hit.key}>
              <a href={pathTo(hit)}>
                {(kind === 'm' || kind === 't') && (
                  <span className={`tile ${subjectCover(hit.label)}`} aria-hidden="true">
                    <span className="motif" />
                  </span>
                )}
                <span>
                  <MarkedText text={hit.title} search={searched} />
                  <Notes hit={hit} />
                </span>
              </a>
            </li>
          ))}
        </ul>
        <p>
          {more && hits.length === BEST && <span className="soft">These are the best three. </span>}
          <a href={all.to}>{all.label}</a>
        </p>
      </section>
    )
  })
}

function Notes({ hit }: { hit: Hit }) {
  const notes = getHitNotes(hit)
  return (
    notes !== '' && (
      <>
        <br />
        <small className="soft">{notes}</small>
      </>
    )
  )
}
