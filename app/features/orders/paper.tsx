import type { Paper as PaperText } from '#app/services/papers.ts'

/** A receipt or an invoice as a sheet of paper. */
export function Paper({ paper }: { paper: PaperText }) {
  return (
    <article className="paper" aria-labelledby="paper">
      <header>
        <div>
          <p className="seller">{paper.seller.name}</p>
          {paper.seller.lines.map((line) => (
            <p className="small soft" key={line}>
              {line}
            </p>
          ))}
        </div>
        <p className={paper.stamp.isGood ? 'stamp good' : 'stamp'}>{paper.stamp.text}</p>
      </header>
      <div>
        <h1 id="paper">{paper.title}</h1>
        <p className="soft">{paper.date}</p>
      </div>
      <dl className="facts">
        {paper.facts.map(({ term, lines }) => (
          <div key={term}>
            <dt>{term}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
      <table>
        <caption className="sr">Amounts</caption>
        <tbody>
          {paper.rows.map(({ text, note, amount, isTotal }) => (
            <tr key={`${text} ${amount}`} className={isTotal && 'total-row'}>
              <th scope="row">
                {text}
                {note !== undefined && <span className="small soft">{note}</span>}
              </th>
              <td className="num">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        {paper.notes.map((note) => (
          <p className="small soft" key={note}>
            {note}
          </p>
        ))}
      </footer>
    </article>
  )
}
