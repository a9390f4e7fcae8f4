import { href, data, Form, useLocation } from 'react-router'
import {
  commentParts,
  decideComment,
  isCommentStatus,
  listCommentsToCheck,
  undoDecision,
} from '#app/features/comments/admin.server.ts'
import { undoAddress } from '#app/features/comments/undo-address.ts'
import { decideComments, undoDecisions } from '#app/features/comments/bulk.server.ts'
import { buyerLabels } from '#app/features/comments/labels.ts'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { isBulkResult } from '#app/features/console/bulk.ts'
import { readSelection, runBulk } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { AdminList } from '#app/features/console/admin-list.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { readListAddress, unreadPage } from '#app/platform/lists/keyset.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/comments'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const address = readListAddress(request, commentParts)
  return {
    address,
    page: await listCommentsToCheck(admin, address).catch(orLog('Could not list the comments', unreadPage)),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const { id = url.searchParams.get('of') ?? '', intent = '' } = submittedValues(form)
  const selection = readSelection(form, looksLikeUuid)
  const show = commentParts.find((part) => part === url.searchParams.get('show')) ?? 'pending'
  if (selection && (intent === 'shown' || intent === 'declined')) {
    return runBulk(selection, intent === 'shown' ? 'shown' : 'hidden', (ids) => decideComments(admin, ids, intent), {
      intent: 'undo',
      label: 'Undo',
    })
  }
  if (selection && intent === 'undo') {
    // The list shows the comments of one status, which they had before.
    return runBulk(selection, 'restored', (ids) => undoDecisions(admin, ids, show))
  }
  if (!looksLikeUuid(id) || !(intent === 'shown' || intent === 'declined' || intent === 'undo')) {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  const done = await (intent === 'undo' ? undo(admin, id, url) : decide(admin, id, intent)).catch(
    orLog('Could not decide a comment', 'failed' as const),
  )
  if (done === 'failed') {
    return data(actionResult(sentences.failed), { status: 502 })
  }
  if (done === null) {
    return data(actionResult(sentences.gone), { status: 409 })
  }
  const back = new URLSearchParams(url.search)
  back.delete('of')
  back.delete('was')
  return redirectWithToast(context, back.size > 0 ? `${url.pathname}?${back.toString()}` : url.pathname, done)
}

type Done = { title: string; undo?: string }

async function decide(admin: CurrentUser, id: string, status: 'shown' | 'declined'): Promise<Done | null> {
  const was = await decideComment(admin, id, status)
  return was && { title: status === 'shown' ? 'The comment is shown' : 'The comment is hidden', undo: undoAddress(id, was) }
}

/** Restores the status that the toast's address has. */
async function undo(admin: CurrentUser, id: string, { searchParams }: URL): Promise<Done | null> {
  const was = searchParams.get('was')
  const isRestored = isCommentStatus(was) && (await undoDecision(admin, id, was))
  return isRestored ? { title: was === 'shown' ? 'The comment is shown again' : 'The comment is as before' } : null
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Comments', description: 'Admin console.', index: false })

export default function Comments({ loaderData: { address, page }, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const hideLabel = address.show === 'shown' ? 'Hide' : 'Decline'
  return (
    <div className="stack">
      <PeopleTabs />
      {!isBulkResult(actionData) && <ErrorSummary error={actionData} />}
      <AdminList
        title="Comments"
        page={page}
        address={address}
        parts={[
          { show: 'pending', label: 'To check' },
          { show: 'shown', label: 'Shown' },
          { show: 'declined', label: 'Hidden' },
        ]}
        searchIn="Words of a comment"
        empty={{ title: 'No comment here.', hint: 'What students say of a material is shown once you have checked it.' }}
        getKey={({ id }) => id}
        bulk={{
          actions: [
            ...(address.show === 'shown' ? [] : [{ intent: 'shown', label: 'Show' }]),
            ...(address.show === 'declined' ? [] : [{ intent: 'declined', label: hideLabel, isDangerous: true }]),
          ],
          result: isBulkResult(actionData) ? actionData : undefined,
          getName: ({ author_name, created_at }) => `the comment of ${author_name || 'a student'}, ${formatDay(created_at)}`,
        }}
      >
        {({ id, body, author_name, author_school, has_bought, stars, created_at, title, slug }) => (
          <>
            <div>
              <p className="lines">{body}</p>
              <p className="small soft">
                {[author_name || 'A student', author_school, ...buyerLabels({ has_bought, stars }), formatDay(created_at)]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                · <a href={`${href('/material-preview/:key', { key: slug })}#comments`}>{title}</a>
              </p>
            </div>
            <Form method="post" action={pathname + search} className="row aside" preventScrollReset>
              <AccountField />
              <input type="hidden" name="id" value={id} />
              {address.show !== 'shown' && (
                <button className="btn" name="intent" value="shown">
                  Show
                </button>
              )}
              {address.show !== 'declined' && (
                <button className="btn bare no" name="intent" value="declined">
                  {hideLabel}
                </button>
              )}
            </Form>
          </>
        )}
      </AdminList>
    </div>
  )
}
