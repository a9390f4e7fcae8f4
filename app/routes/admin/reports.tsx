import * as v from 'valibot'
import { href, useLocation } from 'react-router'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { isBulkResult } from '#app/features/console/bulk.ts'
import { readSelection, runBulk } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { Reported, Settled, ResolveForm, ReportList } from '#app/features/reports/reported.tsx'
import { isOutcome, listReports, reopenReports, reportParts, resolveReports } from '#app/features/reports/admin.server.ts'
import { isRowId, settleSelected } from '#app/features/reports/bulk.server.ts'
import { outcomes } from '#app/features/reports/labels.ts'
import { lines } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog, logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Route } from './+types/reports'
import { isTimestamp } from '#app/platform/text/dates.ts'
import { ErrorSummary } from '#app/ui/field.tsx'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, reportParts)
  return { address, page: await listReports(admin, address).catch(orLog('Could not list the reports', unreadPage)) }
}

const form = v.object({ note: lines(1000) })

/**
 * Resolves a report or reopens it. A toast's undo names the reported item in the address (`of`), the list's buttons in
 * the form.
 */
export async function action({ request, url: { pathname, search }, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const searchParams = new URLSearchParams(search)
  const sent = await readForm(request, context)
  const submitted = submittedValues(sent)
  const { intent = '', seen = '' } = submitted
  const selection = readSelection(sent, isRowId)
  if (selection && (intent === 'undo' || isOutcome(intent))) {
    return runBulk(
      selection,
      intent === 'undo' ? 'reopened' : 'settled',
      (ids) => settleSelected(admin, ids, intent),
      intent === 'undo' ? undefined : { intent: 'undo', label: 'Undo' },
    )
  }
  const id = submitted.id ?? searchParams.get('of') ?? ''
  const reject = rejectWith(submitted)
  if (!looksLikeUuid(id) || !(intent === 'undo' || (isOutcome(intent) && isTimestamp(seen)))) {
    return reject(sentences.gone, 400)
  }
  const { values, errors } = checkForm(form, Object.fromEntries(sent))
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  searchParams.delete('of')
  const back = searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname
  const done = (title: string, undo?: string) => redirectWithToast(context, back, { title, undo })
  try {
    if (!isOutcome(intent)) {
      return (await reopenReports(admin, id, submitted.settled_at)) ? done('Open again') : reject(sentences.gone, 409)
    }
    switch (await resolveReports(admin, id, seen, intent, values.note)) {
      case 'ok':
        return done(outcomes[intent], `${href('/admin/people/reports')}?of=${id}`)
      case 'settled':
        return reject(`${sentences.settled} It is now under Settled.`, 409)
      default:
        return reject(sentences.gone, 409)
    }
  } catch (error) {
    logFailure('Could not resolve a report', error)
    return reject(sentences.failed, 502)
  }
}

/** Revalidates also after a rejection, because the list has changed since it was shown. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Reports', description: 'Admin console.', index: false })

export default function Reports({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const open = address.show === 'open'
  const rejected = isBulkResult(actionData) ? undefined : actionData
  return (
    <div className="stack">
      <PeopleTabs />
      {rejected && <ErrorSummary error={rejected} />}
      <AdminList
        title="Reports"
        page={page}
        address={address}
        parts={[
          { show: 'open', label: 'Open' },
          { show: 'settled', label: 'Settled' },
        ]}
        searchIn="Report, comment or title"
        empty={
          open
            ? { title: 'No report is open.', hint: 'Readers report a material or a comment from its page.' }
            : { title: 'No report was settled yet.' }
        }
        getKey={({ target, settled }) => target + (settled?.at ?? '')}
        bulk={
          open
            ? {
                actions: [
                  { intent: 'dealt_with', label: 'Mark as dealt with' },
                  { intent: 'nothing_to_do', label: 'Mark as nothing to do' },
                  { intent: 'declined', label: 'Decline the comments', isDangerous: true },
                  { intent: 'unpublished', label: 'Unpublish the materials', isDangerous: true },
                ],
                result: isBulkResult(actionData) ? actionData : undefined,
                getId: ({ target, newest }) => `${target}~${newest}`,
                getName: ({ title, body }) => (body === null ? title : `a comment on ${title}`),
              }
            : undefined
        }
      >
        {(row) => (
          <>
            <Reported {...row} />
            {row.urgent && (
              <div className="row aside">
                <span className="badge rejected">
                  <Icon name="warning" />
                  Urgent
                </span>
              </div>
            )}
            <ReportList firstReports={row.firstReports} reports={row.reports} />
            {row.settled ? (
              <Settled row={row} action={pathname + search} />
            ) : (
              <ResolveForm
                row={row}
                action={pathname + search}
                values={
                  rejected && rejected.values.id === row.target && (rejected.values.note || rejected.errors.note)
                    ? { note: rejected.values.note ?? '', error: rejected.errors.note }
                    : undefined
                }
              />
            )}
          </>
        )}
      </AdminList>
    </div>
  )
}
