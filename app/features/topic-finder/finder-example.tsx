import { Icon } from '#app/ui/icon.tsx'
import type { OutlineExample } from './outline.ts'
import type { Suggestion } from './suggest.ts'

type Props = { example: Suggestion & { outline: OutlineExample } }

/** A topic of the directory with its reasons and its outline: what the questions lead to. */
export function FinderExample({ example: { topic, reasons, outline } }: Props) {
  const { area, title, sellingPoint } = topic
  return (
    <section className="finder-example" aria-labelledby="example">
      <h2 className="h3" id="example">
        For example
      </h2>
      <div className="card stack suggestion">
        {area && <p className="badge">{area}</p>}
        <h3>{title}</h3>
        <p className="small soft">{reasons.join(' · ')}</p>
        {sellingPoint && (
          <p className="small point">
            <Icon name="lamp" />
            {sellingPoint}
          </p>
        )}
        <details className="sheet small">
          <summary>First outline (DOCX)</summary>
          <ol>
            {outline.chapters.map((chapter) => (
              <li key={chapter}>
                <b>{chapter}</b>
                {chapter === outline.opened && (
                  <>
                    <i>{outline.quote}</i>
                    <mark>[Fill in: {outline.fill}]</mark>
                  </>
                )}
              </li>
            ))}
          </ol>
        </details>
      </div>
    </section>
  )
}
