import { Link } from 'react-router'
import { formatKobo } from '#app/platform/text/money.ts'
import type { DateRange } from '../money/date-range.ts'
import { formatCount, formatCountOf } from './counts.ts'
import { statisticsAddress } from './periods.ts'
import type { BestSold as Materials } from './queries.server.ts'

/** The number of materials that are shown; the others are behind a button. */
const SHOWN = 5

/** The materials with the highest takings in these days. */
export function BestSold({ materials, range }: { materials: Materials; range: DateRange }) {
  const [first, others] = [materials.slice(0, SHOWN), materials.slice(SHOWN)]
  return (
    first.length > 0 && (
      <section className="stack" aria-labelledby="best-sold">
        <h2 id="best-sold">What sold best</h2>
        <Ranked materials={first} range={range} />
        {others.length > 0 && (
          <details>
            <summary>
              <span>{formatCount(others.length)} more</span>
            </summary>
            <Ranked materials={others} range={range} />
          </details>
        )}
        <p className="small soft">
          Sales here, on Selar and entered by hand, less refunds. “Sold” on a material’s page counts only sales here that were not
          refunded.
        </p>
      </section>
    )
  )
}

function Ranked({ materials, range }: { materials: Materials; range: DateRange }) {
  return (
    <ul className="lines">
      {materials.map(({ material_id: id, title, sales, refunds, gross_kobo }) => (
        <li key={id}>
          <div>
            <p className="name">
              <Link to={statisticsAddress(range, id)}>{title}</Link>
            </p>
            <p className="small soft">
              {formatCountOf(sales, 'sales')}
              {refunds > 0 && `, and ${formatCount(refunds)} refunded in full`}
            </p>
          </div>
          <b className="num">{formatKobo(gross_kobo)}</b>
        </li>
      ))}
    </ul>
  )
}
