import { Link } from 'react-router'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import type { DateRange } from '../money/date-range.ts'
import { describePeak, formatCount, formatCountOf, sum } from './counts.ts'
import { statisticsAddress } from './periods.ts'
import { formatOrDash, Plot, type PlotDays } from './plot.tsx'
import type { Compared, ViewsToSales as Read } from './queries.server.ts'

const tenths = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 })

type Props = Compared<Read> & { range: DateRange; days: PlotDays; isOne: boolean }

/** The plots from views to clicks to sales, and the same by material unless they are of one: `isOne`. */
export function ViewsToSales({ now, before, range, days, isOne }: Props) {
  const { periods, materials, others, counted_from: countedFrom } = now
  const views = periods.map((period) => period.views)
  const clicks = periods.map((period) => period.clicks)
  const sales = periods.map((period) => period.sales)
  const grossKobo = periods.map((period) => period.gross_kobo)
  const refunds = periods.map((period) => period.refunds)
  const plots = [
    {
      title: 'Views',
      column: 'Views',
      noun: 'views',
      counts: views,
      earlier: before.periods.map((period) => period.views),
      says: describePeak(periods, views, days.step, 'views'),
    },
    {
      title: 'Clicks to buy',
      column: 'Clicks',
      noun: 'clicks',
      counts: clicks,
      earlier: before.periods.map((period) => period.clicks),
      says: sum(clicks) === 0 ? 'No clicks in these days.' : getPart(sum(clicks), sum(views), 'views'),
    },
    {
      title: 'Sales',
      column: 'Sales',
      noun: 'sales',
      counts: sales,
      earlier: before.periods.map((period) => period.sales),
      says:
        sum(sales) === 0
          ? 'No sales in these days.'
          : `${formatKobo(sum(grossKobo))} in all; ${formatCount(sum(refunds))} refunded in full. ${getPart(sum(sales), sum(clicks), 'clicks')}`,
    },
  ]
  return (
    <section className="stack" aria-labelledby="views-to-sales">
      <h2 id="views-to-sales">From a view to a sale</h2>
      {range.before.since < countedFrom && (
        <p className="small">
          Views and clicks are stored for two years at most; there are none from before {formatDay(countedFrom)}.
        </p>
      )}
      <div className="plots">
        {plots.map(({ title, column, noun, counts, earlier, says }) => (
          <Plot
            key={title}
            {...days}
            title={title}
            total={isStored(counts) ? formatCount(sum(counts)) : '–'}
            says={
              isStored(counts)
                ? `${says} Before: ${isStored(earlier) ? formatCount(sum(earlier)) : 'not stored'}.`.trim()
                : 'Not stored for these days.'
            }
            formatWithUnit={(count) => formatCountOf(count, noun)}
            now={{ periods, values: counts }}
            before={{ periods: before.periods, values: earlier }}
            isEmpty={sum(counts) + sum(earlier) === 0}
            columns={[
              { name: column, cells: counts.map((count) => formatOrDash(count, formatCount)) },
              ...(counts === sales
                ? [
                    { name: 'Total', cells: grossKobo.map((kobo) => formatKobo(kobo)) },
                    { name: 'Refunded', cells: refunds.map((count) => formatCount(count)) },
                  ]
                : []),
            ]}
          />
        ))}
      </div>
      {!isOne && materials.length > 0 && (
        <details>
          <summary>
            <span>By material ({formatCount(materials.length)})</span>
          </summary>
          <FiguresTable
            caption="By material"
            heading="Material"
            rows={materials.map(({ material_id: id, title }) => ({
              key: id,
              name: <Link to={statisticsAddress(range, id)}>{title}</Link>,
            }))}
            columns={[
              { name: 'Views', cells: materials.map((material) => formatCount(material.views)) },
              { name: 'Clicks', cells: materials.map((material) => formatCount(material.clicks)) },
              { name: 'Sales', cells: materials.map((material) => formatCount(material.sales)) },
            ]}
          />
          {others > 0 && <p className="small soft">And {formatCount(others)} more with fewer views. The file has all.</p>}
        </details>
      )}
    </section>
  )
}

const isStored = (counts: readonly (number | null)[]) => counts.some((count) => count !== null)

/** Describes the rate of a step per hundred of the previous one. */
function getPart(count: number, before: number, noun: string): string {
  return before === 0 ? `No ${noun} were counted.` : `${tenths.format((100 * count) / before)} for each hundred ${noun}.`
}
