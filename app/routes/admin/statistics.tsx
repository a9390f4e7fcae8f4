import { href } from 'react-router'
import { exportWithPassword } from '#app/features/accounts/export-with-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { weeksAsCsv } from '#app/features/money/csv-files.server.ts'
import { readDateRange } from '#app/features/money/date-range.ts'
import { ExportForm } from '#app/features/console/export-form.tsx'
import { formatRange } from '#app/features/money/period-names.ts'
import { RangePicker } from '#app/features/money/range-picker.tsx'
import { BestSold } from '#app/features/statistics/best-sold.tsx'
import { sourcesAsCsv, viewsAsCsv } from '#app/features/statistics/commands.server.ts'
import { NewRecords } from '#app/features/statistics/new-records.tsx'
import type { PlotDays } from '#app/features/statistics/plot.tsx'
import { isPartial, plotStep, statisticsAddress } from '#app/features/statistics/periods.ts'
import {
  type Compared,
  type Figures,
  readBestSold,
  readFigures,
  readTitle,
  readViewsToSales,
} from '#app/features/statistics/queries.server.ts'
import { MaterialChip } from '#app/features/statistics/material-chip.tsx'
import { ReviewTimes } from '#app/features/statistics/review-times.tsx'
import { Sources } from '#app/features/statistics/sources.tsx'
import { StatisticsTotals } from '#app/features/statistics/statistics-totals.tsx'
import { ViewsToSales } from '#app/features/statistics/views-to-sales.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { siteContext } from '#app/services/site.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/statistics'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const { searchParams } = new URL(request.url)
  const today = dayInLagos(new Date())
  const range = readDateRange(searchParams, today)
  const asked = searchParams.get('material') ?? ''
  const material = looksLikeUuid(asked) ? asked : null
  const readViewed = async () => {
    await context.get(siteContext).sendCounted()
    return readViewsToSales(admin, range, material)
  }
  // The reads run concurrently, because a backend may be far away. Those of the whole shop say nothing about one material.
  const [figures, viewed, bestSold, title] = await Promise.all([
    material ? null : readFigures(admin, range).catch(orLog('Could not read the statistics', null)),
    readViewed().catch(orLog('Could not read views and clicks', null)),
    material ? null : readBestSold(admin, range).catch(orLog('Could not read what sold best', null)),
    material ? readTitle(admin, material).catch(orLog('Could not read the title of a material', null)) : null,
  ])
  return { range, today, figures, viewed, bestSold, material, title }
}

/** Exports views, clicks and sales by day, sales and refunds by week, or sources, of the chosen days. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const { intent, from = '', to = '' } = submittedValues(form)
  const range = readDateRange(new URLSearchParams({ from, to }), dayInLagos(new Date()))
  return exportWithPassword(context, admin, {
    form,
    content: 'statistics',
    generate: (as) => (intent === 'weeks' ? weeksAsCsv : intent === 'sources' ? sourcesAsCsv : viewsAsCsv)(as, range),
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Statistics', description: 'Admin console.', index: false })

export default function StatisticsPage({ loaderData }: Route.ComponentProps) {
  const { range, today, figures, viewed, bestSold, material, title } = loaderData
  const step = plotStep(range)
  const shown = material ? viewed : figures
  const last = shown?.now.periods.at(-1)
  const days = {
    step,
    isLastPartial: last !== undefined && isPartial(last, step, today),
    isLastSoFar: last !== undefined && last.ends_on >= today,
  }
  return (
    <div className="stack admin-section">
      <div>
        <h1>Statistics</h1>
        <p className="small soft">
          {formatRange(range)}, compared with {formatRange(range.before)}
        </p>
      </div>
      <RangePicker range={range} today={today} path={href('/admin/statistics')} fields={material ? { material } : {}} />
      {material && <MaterialChip title={title} allMaterials={statisticsAddress(range, null)} />}
      {shown ? (
        <>
          <StatisticsTotals figures={figures} viewed={viewed} />
          {bestSold && <BestSold materials={bestSold} range={range} />}
          {viewed && <Sources {...viewed} />}
          {shown.now.periods.length > 1 && (
            <p className="small soft">
              In each chart the dashed line is the period before
              {days.isLastPartial && ', and the bar in outline is not complete'}.
            </p>
          )}
          {viewed && <ViewsToSales {...viewed} range={range} days={days} isOne={material !== null} />}
          {figures && <RecordPlots figures={figures} days={days} />}
          <CountingRules />
          <ExportForm
            key={`${range.since} ${range.until}`}
            summary={material ? 'Export CSV of all materials' : 'Export CSV'}
            fields={{ from: range.since, to: range.until }}
            files={[
              { action: href('/admin/statistics'), intent: 'views', title: 'views, clicks and sales by day' },
              { action: href('/admin/statistics'), intent: 'weeks', title: 'sales and refunds by week' },
              { action: href('/admin/statistics'), intent: 'sources', title: 'where buyers come from' },
            ]}
          />
        </>
      ) : (
        <EmptyState title="The figures could not be loaded." hint="Nothing is lost; only this page is missing.">
          <a className="btn" href={statisticsAddress(range, material)}>
            Try again
          </a>
        </EmptyState>
      )}
    </div>
  )
}

/** The plots of new records and of the answers to uploads; the less important ones behind a button. */
function RecordPlots({ figures, days }: { figures: Compared<Figures>; days: PlotDays }) {
  return (
    <>
      <section className="stack" aria-labelledby="uploads">
        <h2 id="uploads">Uploads and answers</h2>
        <div className="plots">
          <NewRecords kind="uploads" {...figures} {...days} />
          <NewRecords kind="approved" {...figures} {...days} />
          <ReviewTimes {...figures} {...days} />
        </div>
      </section>
      <details>
        <summary>
          <span>Charts of accounts, topic requests and comments</span>
        </summary>
        <div className="plots">
          <NewRecords kind="accounts" {...figures} {...days} />
          <NewRecords kind="requests" {...figures} {...days} />
          <NewRecords kind="comments" {...figures} {...days} />
        </div>
      </details>
    </>
  )
}

/** Explains the figures, behind a button. */
function CountingRules() {
  return (
    <details>
      <summary>
        <span>How this is counted</span>
      </summary>
      <ul className="small soft">
        <li>Days begin at midnight in Lagos.</li>
        <li>A view is one opening of a material’s page in a browser; programs and admins are left out.</li>
        <li>Most browsers report a click to buy; Firefox does not.</li>
        <li>A sale counts on the day its buyer paid, however they found it.</li>
        <li>Records that were withdrawn or deleted are not counted.</li>
      </ul>
    </details>
  )
}
