import { href, Link } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { opens } from '#app/features/console/roles.ts'
import { listMissed } from '#app/features/missed-searches/queries.server.ts'
import { BackupElsewhere } from '#app/features/system-troubles/backup-elsewhere.tsx'
import { Troubles } from '#app/features/system-troubles/troubles.tsx'
import { addressOf, readDateRange } from '#app/features/money/date-range.ts'
import { keptReport } from '#app/features/money/figures.server.ts'
import { Kept } from '#app/features/money/kept.tsx'
import { formatRange } from '#app/features/money/period-names.ts'
import { RangeChips } from '#app/features/money/range-picker.tsx'
import { dueNow } from '#app/features/today/queries.server.ts'
import { uploadYear } from '#app/features/uploads/upload-year.server.ts'
import { reviewDue } from '#app/features/uploads/review-due.ts'
import { publicHolidays } from '#app/features/uploads/shown-uploads.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { dayInLagos, greetingAt } from '#app/platform/text/dates.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/today'
import { Copies, Mails } from './today/failures.tsx'
import { handleItem } from './today/handlers.server.ts'
import { Disputes, Orders, Refunds, Sales } from './today/orders.tsx'
import { Acts } from './today/parts.tsx'
import { Differences, ReturnedPayouts, Runs, Transfers } from './today/payouts.tsx'
import { Comments, Messages, Reports, TopicRequests } from './today/people.tsx'
import { Links, Reviews } from './today/reviews.tsx'
import { MissedSearches } from './today/missed-searches.tsx'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

/** Missed searches of this week and the last one are shown. */
const TWO_WEEKS_MS = 14 * 24 * 60 * 60 * 1000

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAnyAdmin(context)
  const isOwner = admin.roles.includes('owner')
  const now = new Date()
  const site = context.get(siteContext)
  const today = dayInLagos(now)
  const range = readDateRange(new URL(request.url).searchParams, today)
  const [due, year, holidays, troubles, missed, kept] = await Promise.all([
    dueNow(admin).catch(orLog('Could not read what is due', null)),
    isOwner ? uploadYear(admin, now).catch(orLog('Could not read the last year of uploads', null)) : null,
    publicHolidays(visitorClient(context)),
    isOwner ? site.listTroubles() : [],
    opens(admin.roles, href('/admin/catalogue/missed-searches'))
      ? listMissed(admin).catch(orLog('Could not list the missed searches', []))
      : [],
    opens(admin.roles, href('/admin/money')) ? keptReport(admin, range).catch(orLog('Could not read what is kept', null)) : null,
  ])
  return {
    roles: admin.roles,
    // Only who runs the machine can end its trouble.
    troubles,
    lacksBackupElsewhere: isOwner && site.lacksBackupElsewhere,
    greeting: greetingAt(now),
    today,
    range,
    kept,
    due: due && {
      ...due,
      reviews: {
        ...due.reviews,
        rows: due.reviews.rows.map((row) => ({ ...row, due: reviewDue(row.waiting_since, holidays) })),
      },
    },
    year: year?.isOutdated ? year : null,
    missed: missed
      .filter(({ newest, answer_id }) => answer_id === null && Date.parse(newest) > now.getTime() - TWO_WEEKS_MS)
      .slice(0, 5),
  }
}

/** Runs the button of a due item: its `intent` on its `id` (today/handlers.server.ts). */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAnyAdmin(context)
  const values = submittedValues(await readForm(request, context))
  const reject = rejectWith(values)
  try {
    const result = await handleItem(admin, values)
    if ('rejected' in result) {
      return reject(result.rejected, result.status, result.errors)
    }
    const { done: title, text, undo } = result
    return redirectWithToast(context, href('/admin'), { title, text, undo })
  } catch (error) {
    logFailure(`Could not run an action of Today (${values.intent})`, error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Today', description: 'Admin console.', index: false })

/** The numbers of troubles and of due items, with a link over the figures to the first of them. */
function Day({ due, troubles }: { due: number; troubles: number }) {
  return (
    <p className="soft">
      {troubles > 0 && (troubles === 1 ? 'One trouble. ' : `${troubles} troubles. `)}
      {due > 0 && <a href="#due">{due === 1 ? 'One thing is due' : `${due} things are due`}</a>}
    </p>
  )
}

export default function Today({
  loaderData: { roles, greeting, today, range, kept, due, year, troubles, lacksBackupElsewhere, missed },
  actionData,
}: Route.ComponentProps) {
  if (!due) {
    return (
      <section className="stack admin-section">
        <h1>{greeting}</h1>
        <EmptyState title="Due items could not be loaded." hint="Nothing is lost; only the list is missing.">
          <a className="btn" href={href('/admin')}>
            Try again
          </a>
        </EmptyState>
      </section>
    )
  }
  // The navigation counts troubles too, which the page shows apart from what there is to do.
  const all = Object.values(due).reduce((sum, { count }) => sum + count, 0)
  return (
    <section className="stack admin-section today">
      <div>
        <h1>{greeting}</h1>
        {(all > 0 || troubles.length > 0) && <Day due={all} troubles={troubles.length} />}
      </div>
      {all === 0 && troubles.length === 0 && !year && (
        <EmptyState title="Nothing is due." hint="What comes in shows here, in the order it is due." />
      )}
      <ErrorSummary error={actionData} />
      <Troubles troubles={troubles} />
      {kept && (
        <section className="stack" aria-labelledby="kept">
          <div className="row between">
            <h2 id="kept">What Lamplight keeps</h2>
            <Link to={`${href('/admin/money')}${addressOf(range)}`}>Money</Link>
          </div>
          <RangeChips range={range} path={href('/admin')} />
          <Kept lines={kept} days={formatRange(range)} before={formatRange(range.before)} isFolded />
        </section>
      )}
      <div className="stack" id="due">
        <Disputes of={due.disputes} today={today} />
        <Reports title="Urgent reports" of={due.urgent} />
        <Reviews of={due.reviews} today={today} />
        <Links of={due.links} result={actionData} />
        <Orders of={due.orders} />
        <Runs of={due.run} today={today} />
        <Transfers of={due.transfers} />
        <Differences of={due.discrepancies} />
        <ReturnedPayouts of={due.returned} />
        <Sales of={due.sales} />
        <Refunds of={due.refunds} />
        <Messages of={due.messages} />
        <TopicRequests of={due.requests} />
        <Comments of={due.comments} />
        <Reports title="Reports" of={due.reports} />
        <Copies of={due.copies} />
        <Mails of={due.emails} />
      </div>
      {year && (
        <section className="stack" aria-labelledby="settings-due">
          <h2 id="settings-due">A setting out of date</h2>
          <ul className="lines">
            <li data-row>
              <div>
                <p>The upload form accepts works up to {year.set}.</p>
                <p className="small soft">It is {year.now} now. Students with newer works cannot give their year.</p>
              </div>
              <Acts id="">
                <button className="btn" name="intent" value="year">
                  Raise it to {year.now}
                </button>
              </Acts>
            </li>
          </ul>
        </section>
      )}
      {lacksBackupElsewhere && <BackupElsewhere />}
      <MissedSearches missed={missed} />
      {opens(roles, href('/admin/statistics')) && (
        <p>
          <Link to={href('/admin/statistics')}>What came in, by dates you choose</Link>
        </p>
      )}
    </section>
  )
}
