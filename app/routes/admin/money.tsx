import { href, Link } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { recordRefundSettlement } from '#app/features/money/commands.server.ts'
import { addressOf, readDateRange } from '#app/features/money/date-range.ts'
import { moneyReport } from '#app/features/money/figures.server.ts'
import { Kept } from '#app/features/money/kept.tsx'
import { keptLines } from '#app/features/money/kept-lines.ts'
import { MoneyCharts } from '#app/features/money/money-charts.tsx'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { MoneyTotals } from '#app/features/money/money-totals.tsx'
import { formatRange } from '#app/features/money/period-names.ts'
import { moneyOverview } from '#app/features/money/queries.server.ts'
import { RangePicker } from '#app/features/money/range-picker.tsx'
import { RefundsToSettle } from '#app/features/money/refunds-to-settle.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/money'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const today = dayInLagos(new Date())
  const range = readDateRange(new URL(request.url).searchParams, today)
  const [report, overview] = await Promise.all([
    moneyReport(admin, range).catch(orLog('Could not read the figures of Money', null)),
    moneyOverview(admin).catch(orLog('Could not read the open items of Money', null)),
  ])
  return { range, today, report, overview }
}

/** Marks a refund as received by its buyer. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  try {
    const outcome = looksLikeUuid(submitted.id ?? '') ? await recordRefundSettlement(admin, submitted.id ?? '') : 'gone'
    return outcome === 'ok'
      ? redirectWithToast(context, href('/admin/money'), { title: 'The buyer has the refund' })
      : reject(sentences.settled, 409)
  } catch (error) {
    logFailure('Could not settle a refund', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Money', description: 'Admin console.', index: false })

export default function Money({ loaderData: { range, today, report, overview }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <div>
          <h1>Money</h1>
          <p className="small soft">
            {formatRange(range)}, compared with {formatRange(range.before)}
          </p>
        </div>
        <p className="row">
          <Link className="btn go" to={href('/admin/money/sales/new')}>
            Record sale
          </Link>
          <a className="btn" href={`${href('/admin/money/export.csv')}${addressOf(range)}`}>
            Export CSV
          </a>
        </p>
      </div>
      <ErrorSummary error={actionData} />
      <RangePicker range={range} today={today} path={href('/admin/money')} />
      {report ? (
        <>
          <MoneyTotals report={report} overview={overview} today={today} />
          <section className="stack" aria-labelledby="kept">
            <h2 id="kept">What Lamplight keeps</h2>
            <Kept lines={keptLines(report.total, report.before)} days={formatRange(range)} before={formatRange(range.before)} />
          </section>
          <MoneyCharts range={range} report={report} />
        </>
      ) : (
        <EmptyState title="The figures could not be loaded." hint="Nothing is lost. A sale can still be recorded." />
      )}
      <section className="stack" aria-labelledby="accountant">
        <h2 id="accountant">For the accountant</h2>
        <p className="small soft">
          Each sale, refund and charge of these days with fees, shares, what Lamplight keeps and the VAT in it, and the sums of
          each month. They are the sums of the books.
        </p>
        <p className="row">
          {(['xlsx', 'csv'] as const).map((format) => (
            <a key={format} className="btn" href={`${href('/admin/money/accountant/:format', { format })}${addressOf(range)}`}>
              {format === 'csv' ? 'Lines as CSV' : 'Workbook (XLSX)'}
            </a>
          ))}
        </p>
      </section>
      {overview && overview.refunds_rows.length > 0 && <RefundsToSettle refunds={overview.refunds_rows} />}
    </div>
  )
}
