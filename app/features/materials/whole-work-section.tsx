import { openPartOf } from './open-part.ts'
import type { Material } from './queries.server.ts'
import { methodOf } from './whole-work.ts'

/**
 * What the whole work holds: abstract, how the study was done, contents. As it may be long, it begins with the way past it to what can be
 * read. Nothing when nothing is known of the work.
 */
export function WholeWorkSection({ material }: { material: Material }) {
  const method = methodOf(material)
  const contents = material.whole_contents ?? []
  // An abstract that is all that is open stands where the open part stands.
  const open = openPartOf(material)
  const abstract = open?.stored === 'abstract' ? null : material.abstract
  if (!abstract && method.length === 0 && contents.length === 0) {
    return null
  }
  return (
    <section>
      {open && (
        <p className="row">
          <a className="btn" href="#open">
            Read {open.inSentence} free
          </a>
        </p>
      )}
      <h2>{material.is_sample ? 'What such a work holds' : 'What the whole work holds'}</h2>
      {abstract && (
        <details className="ask" open>
          <summary>Abstract</summary>
          {abstract.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      )}
      {method.length > 0 && (
        <details className="ask" open>
          <summary>How the study was done</summary>
          <dl className="method">
            {method.map(({ term, words }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {contents.length > 0 && (
        <details className="ask">
          <summary>Contents</summary>
          <ol className="contents">
            {contents.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </details>
      )}
    </section>
  )
}
