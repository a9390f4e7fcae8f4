import { sourceLabels } from '#app/services/visit-sources.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { formatCount, formatCountOf, sum } from './counts.ts'
import { describeBeyond } from './beyond-sources.ts'
import type { Compared, ViewsToSales } from './queries.server.ts'

/** Where visitors and buyers come from: each source from its views to naira, and how many of a hundred take each step. */
export function Sources({ now, before }: Compared<ViewsToSales>) {
  const sources = now.sources.toSorted((one, other) => other.paid_kobo - one.paid_kobo)
  if (sources.length === 0) {
    return null
  }
  const totals = sumUp(sources)
  const steps = [
    { from: 'views', to: 'open the checkout', before: totals.views, count: totals.clicks },
    { from: 'who open it', to: 'begin to pay', before: totals.clicks, count: totals.begun },
    { from: 'who begin', to: 'pay', before: totals.begun, count: totals.paid },
  ]
  return (
    <section className="stack" aria-labelledby="sources">
      <h2 id="sources">Where buyers come from</h2>
      <p>{describeBest(sources)}</p>
      <ul className="plain stack tight">
        {steps.map((step) => (
          <li key={step.from} className="row apart">
            <span>{describeStep(step)}</span>
            <span className="num soft">
              {formatCount(step.count)} of {formatCount(step.before)}
            </span>
          </li>
        ))}
      </ul>
      <ul className="lines" aria-label="Sources">
        {sources.map(({ source, views, clicks, begun, paid, paid_kobo: kobo }) => (
          <li key={source}>
            <div>
              <p>{sourceLabels[source]}</p>
              <p className="small soft">
                {formatCount(paid)} of {formatCountOf(begun, 'orders')} paid · {formatCountOf(clicks, 'clicks')} ·{' '}
                {formatCountOf(views, 'views')}
              </p>
            </div>
            <b className="num">{formatKobo(kobo)}</b>
          </li>
        ))}
      </ul>
      <p className="small">{describeBeyond(now)}</p>
      <p className="small soft">
        {describeBefore(sumUp(before.sources))} An order keeps the source of its visit and counts on the day on which it began;
        naira are less refunds. WhatsApp and other apps often name no source, so only links with utm_source count for them.
      </p>
    </section>
  )
}

type Source = ViewsToSales['sources'][number]

function sumUp(sources: readonly Source[]) {
  return {
    views: sum(sources.map(({ views }) => views)),
    clicks: sum(sources.map(({ clicks }) => clicks)),
    begun: sum(sources.map(({ begun }) => begun)),
    paid: sum(sources.map(({ paid }) => paid)),
    kobo: sum(sources.map((source) => source.paid_kobo)),
  }
}

/** Names the source that brought most. `sources`: those with most naira first. */
function describeBest([best]: readonly Source[]): string {
  return best && best.paid_kobo > 0
    ? `Most naira: ${sourceLabels[best.source]}, ${formatKobo(best.paid_kobo)} from ${best.paid === 1 ? 'one order' : `${formatCount(best.paid)} orders`}.`
    : 'No order of these days was paid.'
}

function describeStep({ from, to, before, count }: { from: string; to: string; before: number; count: number }): string {
  return before === 0 ? `Of 100 ${from}, – ${to}` : `Of 100 ${from}, ${formatCount(Math.round((100 * count) / before))} ${to}`
}

function describeBefore({ views, begun, paid, kobo }: ReturnType<typeof sumUp>): string {
  return `Before: ${formatCount(views)} views, ${formatCount(begun)} orders begun, ${formatCount(paid)} paid, ${formatKobo(kobo)}.`
}
