import { getSummary } from './labels.ts'
import { getPreviewSection } from './preview-section.ts'
import type { Material } from './queries.server.ts'
import { getStudyMethod } from './study-details.ts'

/** The lines of the contents that are open at once. */
const SHOWN_LINES = 8

function ContentsList({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="contents">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}

/**
 * The section about the whole work: abstract, method, contents. Renders nothing if nothing is known.
 */
export function StudyDetailsSection({ material }: { material: Material }) {
  const method = getStudyMethod(material)
  const contents = material.full_contents ?? []
  // When the abstract is the open part, it is shown there and not here.
  const open = getPreviewSection(material)
  // Nor is it repeated if it is the summary with which the page begins.
  const abstract =
    open?.stored === 'abstract' || material.inside !== null || material.abstract === getSummary(material)
      ? null
      : material.abstract
  if (!abstract && method.length === 0 && contents.length === 0) {
    return null
  }
  return (
    <section className="stack">
      <h2>{material.is_sample ? 'What a full work contains' : 'What the whole work contains'}</h2>
      {abstract && (
        <details className="ask" open={material.is_sample || undefined}>
          <summary>Abstract</summary>
          {abstract.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      )}
      {method.length > 0 && (
        <details className="ask" open>
          <summary>{material.is_sample ? 'How the study is planned' : 'How the study was done'}</summary>
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
        <>
          <h3>Contents</h3>
          <ContentsList lines={contents.slice(0, SHOWN_LINES)} />
          {contents.length > SHOWN_LINES && (
            <details className="ask">
              <summary>Show all {contents.length}</summary>
              <ContentsList lines={contents.slice(SHOWN_LINES)} />
            </details>
          )}
        </>
      )}
    </section>
  )
}
