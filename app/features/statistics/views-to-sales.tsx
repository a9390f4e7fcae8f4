import { Link } from 'react-router'
import { formatKobo } from '#app/platform/text/money.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import { Plot } from './plot.tsx'
import type { ViewsToSales as Read } from './queries.server.ts'

const whole = new Intl.NumberFormat('en-NG')
const tenths = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 })
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

/** A longer table of materials is behind a button. */
const MAX_OPEN = 10

/** The funnel from views to clicks to sales: by day, and by material. `of`: the single selected material. */
export function ViewsToSales({ now, before, of }: { now: Read; before: Read; of: string | null }) {
  const { days, materials, others } = now
  const views = days.map((day) => day.views)
  const clicks = days.map((day) => day.clicks)
  const sales = days.map((day) => day.sales)
  const grossKobo = days.map((day) => day.gross_kobo)
  const plots = [
    {
      title: 'Views',
      counts: views,
      earlier: before.days.map((day) => day.views),
      says: `Most on one day: ${whole.format(Math.max(...views))}.`,
    },
    {
      title: 'Clicks to buy',
      counts: clicks,
      earlier: before.days.map((day) => day.clicks),
      says: getPart(sum(clicks), sum(views), 'views'),
    },
    {
      title: 'Sales by day',
      counts: sales,
      earlier: before.days.map((day) => day.sales),
      says: `${formatKobo(sum(grossKobo))} in all. ${getPart(sum(sales), sum(clicks), 'clicks')}`,
    },
  ]
  return (
    <section className="stack" aria-labelledby="views-to-sales">
      <h2 id="views-to-sales">From a view to a sale</h2>
      <p className="small soft">
        {of ? <b>{materials[0]?.title ?? 'This material'}. </b> : ''}
        The last {days.length} days in Lagos; the dashed line is the {days.length} days before. A view is one opening of a
        material’s page in a browser; programs and admins are left out. Most browsers report a click to buy; Firefox does not. A
        sale counts on the day its buyer paid, however they found it.
        {of && ' '}
        {of && <Link to="/admin/statistics#views-to-sales">All materials</Link>}
      </p>
      <div className="plots">
        {plots.map(({ title, counts, earlier, says }) => (
          <Plot
            key={title}
            title={title}
            total={whole.format(sum(counts))}
            says={`${sum(counts) === 0 ? 'None in these days.' : says} ${whole.format(sum(earlier))} in the days before.`}
            by="day"
            now={{ days: days.map(({ day }) => day), values: counts }}
            before={{ days: before.days.map(({ day }) => day), values: earlier }}
            isEmpty={sum(counts) + sum(earlier) === 0}
            columns={[
              { name: title, cells: counts.map((count) => whole.format(count)) },
              ...(counts === sales ? [{ name: 'Total', cells: grossKobo.map((kobo) => formatKobo(kobo)) }] : []),
            ]}
          />
        ))}
      </div>
      {materials.length > 0 && (
        <details open={materials.length <= MAX_OPEN || undefined}>
          <summary>
            <span>By material ({whole.format(materials.length)})</span>
          </summary>
          <FiguresTable
            caption="By material"
            heading="Material"
            rows={materials.map(({ material_id: id, title }) => ({
              key: id,
              name: <Link to={`/admin/statistics?material=${id}#views-to-sales`}>{title}</Link>,
            }))}
            columns={[
              { name: 'Views', cells: materials.map((material) => whole.format(material.views)) },
              { name: 'Clicks', cells: materials.map((material) => whole.format(material.clicks)) },
              { name: 'Sales', cells: materials.map((material) => whole.format(material.sales)) },
            ]}
          />
        </details>
      )}
      {others > 0 && <p className="small soft">And {whole.format(others)} more with fewer views. The file has all.</p>}
    </section>
  )
}

/** Describes the rate of a step per hundred of the previous one. */
function getPart(count: number, before: number, noun: string): string {
  return before === 0 ? `No ${noun} were counted.` : `${tenths.format((100 * count) / before)} for each hundred ${noun}.`
}
