import { data, href, Link } from 'react-router'
import { actionResult, sentences } from '#app/features/console/action-result.ts'
import { withOrigin } from '#app/features/console/origin.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { listWanted } from '#app/features/alerts/queries.server.ts'
import { describeWanted } from '#app/platform/text/wanted.ts'
import { listMissed } from '#app/features/missed-searches/queries.server.ts'
import { decideProposal, listProposals, type ProposalDecision } from '#app/features/thesaurus/proposals.server.ts'
import { Proposals } from '#app/features/thesaurus/proposals.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { capitalised } from '#app/platform/text/strings.ts'
import { redirectWithToast, type ToastMessage } from '#app/platform/session/toast.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/missed-searches'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const [proposals, missed, wanted] = await Promise.all([
    listProposals(admin).catch(orLog('Could not list the proposals for the thesaurus', null)),
    listMissed(admin).catch(orLog('Could not list the missed searches', null)),
    listWanted(admin).catch(orLog('Could not list what is wanted', null)),
  ])
  return { proposals, missed, wanted }
}

const toasts: Readonly<Record<ProposalDecision, Pick<ToastMessage, 'title' | 'text'>>> = {
  accept: { title: 'Added to the thesaurus', text: 'Searches use it from now on.' },
  dismiss: { title: 'Dismissed', text: 'It will not be proposed again.' },
  undo: { title: 'Proposed again', text: 'The thesaurus is as it was before.' },
}
const isDecision = (intent: string): intent is ProposalDecision => Object.hasOwn(toasts, intent)

/** Accepts or dismisses a proposal, or undoes it: the toast posts to the address with `of`. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const { id = url.searchParams.get('of') ?? '', intent = '' } = submittedValues(await readForm(request, context))
  if (!looksLikeUuid(id) || !isDecision(intent)) {
    return data(actionResult(sentences.gone), { status: 400 })
  }
  const isDone = await decideProposal(admin, id, intent).catch(
    orLog('Could not decide a proposal for the thesaurus', 'failed' as const),
  )
  if (isDone === 'failed') {
    return data(actionResult(sentences.failed), { status: 502 })
  }
  if (!isDone) {
    return data(actionResult(sentences.gone), { status: 409 })
  }
  const undo = intent === 'undo' ? {} : { undo: `${url.pathname}?of=${id}` }
  return redirectWithToast(context, url.pathname, { ...toasts[intent], ...undo })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Missed searches', description: 'Admin console.', index: false })

const here = href('/admin/catalogue/missed-searches')

export default function MissedSearches({ loaderData: { proposals, missed, wanted }, actionData }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <h1>Missed searches</h1>
      <ErrorSummary error={actionData} />
      <p className="small soft">
        Searches by three or more visitors in a week that found nothing. Stored for twelve weeks, without who searched.
      </p>
      <Proposals proposals={proposals} />
      {proposals?.length !== 0 && <h2>All of them</h2>}
      {missed?.length ? (
        <ul className="lines">
          {missed.map(({ words, kind, visitors, weeks, newest, requests, answer, answer_id: answerId }) => (
            <li key={kind + words} data-row>
              <div>
                <p className="name">{words}</p>
                <p className="small soft">
                  {`${visitors} visitors in ${weeks === 1 ? 'one week' : `${weeks} weeks`}, last in the week of ${formatDay(newest)}, among the ${kind}s`}
                </p>
                {answerId && (
                  <p className="small">
                    Answered by{' '}
                    <Link to={withOrigin(href('/admin/catalogue/thesaurus/:id', { id: answerId }), here)}>{answer}</Link>
                  </p>
                )}
                <p className="row small">
                  <Link
                    to={withOrigin(
                      `${href('/admin/catalogue/thesaurus/new')}?${new URLSearchParams({ term: words }).toString()}`,
                      here,
                    )}
                  >
                    Add a synonym
                  </Link>
                  <Link to={withOrigin(href('/admin/catalogue/topics/new'), here)}>Add a topic</Link>
                  {requests > 0 && (
                    <Link to={`${href('/admin/people/requests')}?${new URLSearchParams({ search: words }).toString()}`}>
                      {requests === 1 ? '1 open topic request' : `${requests} open topic requests`}
                    </Link>
                  )}
                </p>
              </div>
              {answerId && (
                <div className="row aside">
                  <span className="badge approved">answered</span>
                </div>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={missed ? 'Nothing was missed by three visitors in a week.' : 'The list could not be loaded.'} />
      )}
      <h2>Asked to be told</h2>
      <p className="small soft">What is wanted, and by how many addresses. They get an email when a work appears.</p>
      {wanted?.length ? (
        <ul className="lines">
          {wanted.map((one) => (
            <li key={one.kind + one.wanted} data-row>
              <div>
                <p className="name">{capitalised(describeWanted(one))}</p>
                <p className="small soft">
                  {`${one.addresses === 1 ? '1 address' : `${one.addresses} addresses`}, last on ${formatDay(one.newest)}`}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={wanted ? 'No address asked to be told of anything.' : 'The list could not be loaded.'} />
      )}
    </section>
  )
}
