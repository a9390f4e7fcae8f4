import { data } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { viewsAsCsv } from '#app/features/statistics/commands.server.ts'
import { type Figures, readFigures, readViewsToSales } from '#app/features/statistics/queries.server.ts'
import { ViewsToSales } from '#app/features/statistics/views-to-sales.tsx'
import { ExportForm } from '#app/features/money/download.tsx'
import { readForm } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { FiguresTable } from '#app/ui/figures-table.tsx'
import { Plot } from '#app/features/statistics/plot.tsx'
import { type MoneyStatistics, moneyStatistics } from '#app/features/money/queries.server.ts'
import { siteContext } from '#app/platform/process/backend.server.ts'
import { orLog, logFailure } from '#app/platform/process/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/statistics'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const asked = new URL(request.url).searchParams.get('material') ?? ''
  const material = looksLikeUuid(asked) ? asked : null
  const readViewed = async () => {
    await context.get(siteContext).sendCounted()
    const [now, before] = await Promise.all([readViewsToSales(admin, material), readViewsToSales(admin, material, 1)])
    return { now, before }
  }
  const both = <T,>(read: (periodsAgo: 0 | 1) => Promise<T>) =>
    Promise.all([read(0), read(1)]).then(([now, before]) => ({ now, before }))
  // The reads run concurrently, because a backend may be far away.
  const [figures, money, viewed] = await Promise.all([
    both((periodsAgo) => readFigures(admin, periodsAgo)).catch(orLog('Could not read the statistics', null)),
    both((periodsAgo) => moneyStatistics(admin, periodsAgo)).catch(orLog('Could not read the sales statistics', null)),
    readViewed().catch(orLog('Could not read views and clicks', null)),
  ])
  return { figures, money, viewed, material }
}

/** Exports views, clicks and sales. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request)
  try {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) => viewsAsCsv({ client }))
    return 'rejection' in outcome
      ? data(actionResult(sentences.fields, { errors: { password: outcome.rejection } }), { status: outcome.status })
      : { file: outcome.done }
  } catch (error) {
    logFailure('Could not export views and clicks', error)
    return data(actionResult(sentences.failed), { status: 502 })
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Statistics', description: 'Admin console.', index: false })

/** Students are promised a decision within 3-5 business days (SPEC 9). */
const PROMISED_DAYS = 5

const kinds = [
  { key: 'accounts', title: 'Accounts', noun: 'new accounts' },
  { key: 'uploads', title: 'Uploads', noun: 'uploads' },
  { key: 'approved', title: 'Approved', noun: 'approved uploads' },
  { key: 'requests', title: 'Topic requests', noun: 'topic requests' },
  { key: 'comments', title: 'Comments', noun: 'comments' },
] as const

const whole = new Intl.NumberFormat('en-NG')
const days = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 })

export default function StatisticsPage({ loaderData: { figures, money, viewed, material } }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>Statistics</h1>
      {figures ? (
        <>
          <p className="small soft">
            The last twelve weeks, and the twelve weeks before them as a dashed line. Weeks begin on Monday in Lagos; the current
            one is drawn in outline. Records that were withdrawn or deleted are not counted.
          </p>
          <div className="plots">
            <ReviewTimes {...figures} />
            {money && <Sales {...money} />}
            {kinds.map(({ key, title, noun }) => {
              const counts = figures.now.weeks.map((week) => week[key])
              const before = figures.before.weeks.map((week) => week[key])
              return (
                <Plot
                  key={key}
                  title={title}
                  total={whole.format(sum(counts))}
                  says={`${describeCounts(figures.now.weeks, counts, noun)} The twelve weeks before: ${whole.format(sum(before))}.`}
                  now={{ days: mondays(figures.now), values: counts }}
                  before={{ days: mondays(figures.before), values: before }}
                  isEmpty={sum(counts) + sum(before) === 0}
                  columns={[{ name: title, cells: counts.map((count) => whole.format(count)) }]}
                />
              )
            })}
          </div>
          {money && <BestSold {...money.now} />}
          {viewed && <ViewsToSales {...viewed} of={material} />}
          <section className="stack" aria-labelledby="files">
            <h2 id="files">Export CSV</h2>
            <ExportForm
              files={[
                { action: '/admin/statistics', intent: 'views', title: 'views, clicks and sales by day' },
                { action: '/admin/money/books', intent: 'weeks', title: 'sales and refunds by week' },
              ]}
            />
          </section>
        </>
      ) : (
        <EmptyState title="The figures could not be loaded." hint="Nothing is lost; only this page is missing.">
          <a className="btn" href="/admin/statistics">
            Try again
          </a>
        </EmptyState>
      )}
    </section>
  )
}

/** Plot of the sales by week of payment, with their total. */
function Sales({ now, before }: { now: MoneyStatistics; before: MoneyStatistics }) {
  const { weeks } = now
  const counts = weeks.map(({ sales }) => sales)
  const countsBefore = before.weeks.map(({ sales }) => sales)
  const all = sum(counts)
  const refunded = sum(weeks.map(({ refunds }) => refunds))
  return (
    <Plot
      title="Sales"
      total={whole.format(all)}
      says={
        all === 0
          ? `No sales in these twelve weeks. The twelve weeks before: ${whole.format(sum(countsBefore))}.`
          : `${formatKobo(sum(weeks.map(({ gross_kobo }) => gross_kobo)))} in all; ${refunded} of ${all} (${Math.round((100 * refunded) / all)} %) were refunded in full. The twelve weeks before: ${whole.format(sum(countsBefore))}.`
      }
      now={{ days: mondays(now), values: counts }}
      before={{ days: mondays(before), values: countsBefore }}
      isEmpty={all + sum(countsBefore) === 0}
      columns={[
        { name: 'Sales', cells: counts.map((count) => whole.format(count)) },
        { name: 'Total', cells: weeks.map(({ gross_kobo }) => formatKobo(gross_kobo)) },
        { name: 'Refunded', cells: weeks.map(({ refunds }) => whole.format(refunds)) },
      ]}
    />
  )
}

/** Table of the materials with the highest sales in these weeks. */
function BestSold({ materials }: MoneyStatistics) {
  if (materials.length === 0) {
    return null
  }
  return (
    <section className="stack" aria-labelledby="best-sold">
      <h2 id="best-sold">What sold best</h2>
      <p className="small soft">
        Sales here, on Selar and entered by hand. Takings are after refunds; a sale refunded in full counts only under Refunded.
        “Sold” on a material’s page counts only sales here that were not refunded.
      </p>
      <FiguresTable
        heading="Material"
        rows={materials.map(({ material_id, title }) => ({ key: material_id, name: title }))}
        columns={[
          { name: 'Sales', cells: materials.map(({ sales }) => whole.format(sales)) },
          { name: 'Takings', cells: materials.map(({ gross_kobo }) => formatKobo(gross_kobo)) },
          { name: 'Refunded', cells: materials.map(({ refunds }) => whole.format(refunds)) },
        ]}
      />
    </section>
  )
}

function ReviewTimes({ now, before }: { now: Figures; before: Figures }) {
  const { weeks, reviews } = now
  return (
    <Plot
      title="Days to an answer"
      total={reviews.median_days === null ? null : days.format(reviews.median_days)}
      says={describeTimes(reviews)}
      now={{ days: mondays(now), values: weeks.map((week) => week.median_days) }}
      before={{ days: mondays(before), values: before.weeks.map((week) => week.median_days) }}
      isEmpty={reviews.answered + before.reviews.answered === 0}
      mark={PROMISED_DAYS}
      format={days.format}
      whole={false}
      columns={[
        { name: 'Answered', cells: weeks.map((week) => whole.format(week.answered)) },
        { name: 'Within five', cells: weeks.map((week) => whole.format(week.in_time)) },
        { name: 'Half within', cells: weeks.map((week) => (week.median_days === null ? '–' : days.format(week.median_days))) },
      ]}
    />
  )
}

/** Returns the sentence above the plot of reviews; the line in the plot is the promise. */
function describeTimes({ answered, in_time, median_days }: Figures['reviews']): string {
  if (median_days === null) {
    return 'No upload was answered in these twelve weeks.'
  }
  const half = `${days.format(median_days)} working ${median_days === 1 ? 'day' : 'days'}`
  if (answered === 1) {
    return `One answer, after ${half}. The line is the five days that students are promised.`
  }
  const share = `${whole.format(in_time)} of ${whole.format(answered)} (${Math.floor((100 * in_time) / answered)} %)`
  return `Half of ${whole.format(answered)} answers came within ${half}, and ${share} within five. The line is the five days that students are promised.`
}

const mondays = ({ weeks }: { weeks: readonly { week: string }[] }) => weeks.map(({ week }) => week)

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** Returns the sentence above a plot: the busiest week, or that there was nothing. */
function describeCounts(weeks: Figures['weeks'], counts: readonly number[], noun: string): string {
  const max = Math.max(...counts)
  const busiest = weeks[counts.indexOf(max)]
  return max === 0 || !busiest
    ? `No ${noun} in these twelve weeks.`
    : `Most in the week from ${formatDay(busiest.week)}: ${whole.format(max)}.`
}
