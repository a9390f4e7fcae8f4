import { describeChange, Figure } from '#app/features/console/figure.tsx'
import { formatCount, sum } from './counts.ts'
import { recordKinds } from './new-records.tsx'
import { formatOrDash } from './plot.tsx'
import type { Compared, Figures, ViewsToSales } from './queries.server.ts'
import { formatDays } from './review-times.tsx'

type Props = { figures: Compared<Figures> | null; viewed: Compared<ViewsToSales> | null }

/** The totals of the chosen days, each compared with the period before. Those of one material have no figures of the whole shop. */
export function StatisticsTotals({ figures, viewed }: Props) {
  return (
    <dl className="figures statistics-totals">
      {viewed && (
        <>
          <Stored label="Views" of={(period) => period.views} {...viewed} />
          <Stored label="Clicks to buy" of={(period) => period.clicks} {...viewed} />
          <Change
            label="Sales"
            now={sum(viewed.now.periods.map(({ sales }) => sales))}
            before={sum(viewed.before.periods.map(({ sales }) => sales))}
          />
        </>
      )}
      {figures && <RecordTotals {...figures} />}
    </dl>
  )
}

/** The totals of buyers, answers and new records of the whole shop. */
function RecordTotals({ now, before }: Compared<Figures>) {
  const reviewsBefore = before.reviews.median_days
  return (
    <>
      <Figure label="Buyers on this site" value={formatCount(now.buyers.all)}>
        {describeChange(now.buyers.all, before.buyers.all, formatCount)}
        {now.buyers.returning > 0 && `; ${formatCount(now.buyers.returning)} had bought before`}
      </Figure>
      <Figure label="Days to an answer" value={formatOrDash(now.reviews.median_days, formatDays)}>
        {reviewsBefore === null ? 'no answers in the period before' : `${formatDays(reviewsBefore)} before`}
      </Figure>
      {(['uploads', 'accounts', 'requests', 'comments'] as const).map((kind) => (
        <Change
          key={kind}
          label={recordKinds[kind].title}
          now={sum(now.periods.map((period) => period[kind]))}
          before={sum(before.periods.map((period) => period[kind]))}
        />
      ))}
    </>
  )
}

type Step = ViewsToSales['periods'][number]

/** A total of counts of which only two years are stored. */
function Stored({ label, of, now, before }: { label: string; of: (period: Step) => number | null } & Compared<ViewsToSales>) {
  const isKnown = now.periods.some((period) => of(period) !== null)
  const total = sum(now.periods.map(of))
  // The first day of both periods tells whether all of them is stored.
  const isStored = (before.periods[0]?.starts_on ?? '') >= before.counted_from
  return isStored ? (
    <Change label={label} now={total} before={sum(before.periods.map(of))} />
  ) : (
    <Figure label={label} value={isKnown ? formatCount(total) : '–'}>
      the period before is not stored in full
    </Figure>
  )
}

function Change({ label, now, before }: { label: string; now: number; before: number }) {
  return (
    <Figure label={label} value={formatCount(now)}>
      {describeChange(now, before, formatCount)}
    </Figure>
  )
}
