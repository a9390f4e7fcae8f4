import { href, Link } from 'react-router'
import { MarkdownField } from '#app/features/console/markdown-field.tsx'
import { recordAction, loadRecord } from '#app/features/console/record-action.server.ts'
import { RecordPage } from '#app/features/console/record-page.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { findNewsletter, getNewsletterFigures, newsletterAdmin } from '#app/features/newsletters/admin.server.ts'
import { describeState } from '#app/features/newsletters/labels.ts'
import { SendDraft, SentNewsletter } from '#app/features/newsletters/sending.tsx'
import { orLog } from '#app/platform/log/failures.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Route } from './+types/newsletter'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader(args: Route.LoaderArgs) {
  const record = await loadRecord(newsletterAdmin, args)
  const { id } = args.params
  if (!id) {
    return { ...record, state: null, figures: null }
  }
  const admin = requireAdmin(args.context)
  const [state, figures] = await Promise.all([
    findNewsletter(admin, id),
    getNewsletterFigures(admin).catch(orLog('Could not count the emails of a newsletter', [])),
  ])
  return { ...record, state, figures: figures.find(({ newsletter_id }) => newsletter_id === id) ?? null }
}

export function action(args: Route.ActionArgs) {
  return recordAction(newsletterAdmin, args)
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Newsletters', description: 'Admin console.', index: false })

export default function Newsletter({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { stored, controls, state, figures } = loaderData
  const back = { to: href('/admin/mails/newsletters'), label: 'Newsletters' }
  if (id && state?.started_at) {
    return (
      <div className="stack">
        <nav className="crumb" aria-label="Where you are">
          <Link to={back.to}>{back.label}</Link>
        </nav>
        <div className="row between">
          <h1 className="long">{state.subject}</h1>
          <span className={state.finished_at ? 'badge approved' : 'badge pending'}>{describeState(state)}</span>
        </div>
        <SentNewsletter id={id} state={{ ...state, started_at: state.started_at }} figures={figures} />
      </div>
    )
  }
  return (
    <RecordPage
      back={back}
      newTitle="New newsletter"
      name={stored?.fields.subject ?? ''}
      stored={stored}
      controls={controls}
      draft={`newsletters/${id ?? 'new'}`}
      result={actionData}
      hides={false}
      hiddenAs="draft"
      plans
      after={id && stored && !stored.deleted && <SendDraft id={id} version={stored.version} figures={figures} />}
    >
      {({ body }) => ({ body: <MarkdownField of="post" {...body} /> })}
    </RecordPage>
  )
}
