import { Icon } from '#app/ui/icon.tsx'
import type { OutlineExample } from './outline.ts'
import type { Suggestion } from './suggest.ts'

type Props = { example: Suggestion & { outline: OutlineExample } }

/** A topic of the directory with its reasons, on a sheet of its outline: what the form returns. */
export function FinderExample({ example: { topic, reasons, outline } }: Props) {
  const { area, title, sellingPoint } = topic
  return (
    <section className="finder-example" aria-labelledby="example">
      <h2 className="h3" id="example">
        One of the topics, and its outline
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
      </div>
      <div className="card sheet small">
        <p className="soft">First outline (DOCX)</p>
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
      </div>
    </section>
  )
}
