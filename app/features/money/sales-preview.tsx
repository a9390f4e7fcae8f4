import { Icon } from '#app/ui/icon.tsx'

type Part<Row> = { count: number; shown: Row[] }
type Reason = { line: number; reason: string }
type Shown = { line: number; title: string; says: string }

/** The outcome of a sales file, cut to what a page can hold. */
export type SalesPreview = {
  /** True if the file was not UTF-8. */
  guessed: boolean
  fresh: Part<Shown>
  unmatched: Part<Shown>
  duplicate: Part<Shown>
  notOurs: Part<Shown>
  leftOut: Part<Reason>
  wrong: Part<Reason>
}

/** The preview of a file's outcome, before anything is written. */
export function ShowSales({ preview }: { preview: SalesPreview }) {
  const { guessed, fresh, unmatched, duplicate, notOurs, leftOut, wrong } = preview
  const figures = [
    [fresh.count, 'new'],
    [unmatched.count, 'match nothing yet'],
    [duplicate.count, 'already recorded'],
    [leftOut.count, 'left out'],
    [wrong.count, 'invalid'],
  ] as const
  return (
    <section className="stack" aria-labelledby="what">
      <h2 id="what">Preview of the file</h2>
      {guessed && (
        <p className="note stop">
          <Icon name="warning" /> The file is not UTF-8. It was read as Windows writes it: look at ọ, ẹ, ṣ and ₦ before you
          continue.
        </p>
      )}
      <dl className="figures">
        {figures.map(([count, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('en-NG')}</dd>
          </div>
        ))}
      </dl>
      {wrong.count > 0 && <p className="small">Invalid lines are left out. The others can be recorded.</p>}
      <Lines title="Invalid" part={asShown(wrong)} open />
      <Lines title="Left out, because they are not sales" part={asShown(leftOut)} open />
      <Lines title="Match no material" part={unmatched} open />
      <Lines title="New" part={fresh} open />
      <Lines title="Already recorded" part={duplicate} />
      <Lines title="Not our products" part={notOurs} />
    </section>
  )
}

const asShown = ({ count, shown }: Part<Reason>): Part<Shown> => ({
  count,
  shown: shown.map(({ line, reason }) => ({ line, title: `Line ${line}`, says: reason })),
})

function Lines({ title, part: { count, shown }, open = false }: { title: string; part: Part<Shown>; open?: boolean }) {
  if (count === 0) {
    return null
  }
  return (
    <details className="long" open={open}>
      <summary>
        <b>
          {title}: {count.toLocaleString('en-NG')}
        </b>
      </summary>
      <ul className="lines">
        {shown.map(({ line, title: name, says }) => (
          <li key={line}>
            <div>
              <p className="name">{name || 'No name'}</p>
              <p className="small soft">{says}</p>
            </div>
          </li>
        ))}
      </ul>
      {count > shown.length && <p className="small soft">And {(count - shown.length).toLocaleString('en-NG')} more.</p>}
    </details>
  )
}
