import { href, Link, redirect } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { buyerAddress, studentAddress } from '#app/features/console/person-addresses.ts'
import { noteAction } from '#app/features/people/note-action.server.ts'
import { Notes } from '#app/features/people/notes.tsx'
import { PersonEmails, PersonOrders, Timeline } from '#app/features/people/person-sections.tsx'
import { findPerson, listPersonEmails } from '#app/features/people/queries.server.ts'
import { getTimeline } from '#app/features/people/timeline.ts'
import { getOrderViews } from '#app/features/people/what-they-see.server.ts'
import { WhatTheySee } from '#app/features/people/what-they-see.tsx'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { EmailAddress } from '#app/ui/email-address.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/buyer'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

/** Longer addresses have no orders. */
const MAX_EMAIL_CHARS = 254

/** Returns a buyer without an account. An address with an account leads to the page of the account. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const person = params.email.length <= MAX_EMAIL_CHARS ? await findPerson(admin, { email: params.email }) : null
  if (!person) {
    throw noSuchBuyer()
  }
  if (person.profile_id) {
    throw redirect(studentAddress(person.profile_id))
  }
  const emails = await listPersonEmails(admin, person).catch(orLog('Could not list the emails to a buyer', null))
  return {
    person,
    emails,
    noteId: crypto.randomUUID(),
    orders: getOrderViews(person, new Date()),
    timeline: getTimeline({ person, uploads: [], emails: emails ?? [], since: null }),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const person = { profile_id: null, email: params.email }
  const submitted = submittedValues(await readForm(request, context))
  return noteAction({ context, admin, person, submitted, address: buyerAddress(params.email) })
}

function noSuchBuyer() {
  return notFound('Buyer not found', 'No order has this email address. A letter of it may be missing.', {
    to: href('/admin/money/orders'),
    label: 'Back to the orders',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Buyer', description: 'Admin console.', index: false })

export default function Buyer({ loaderData: { person, emails, noteId, orders, timeline }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/money/orders')}>Orders</Link>
      </nav>
      <div className="row between">
        <h1 className="long">
          <EmailAddress address={person.email ?? ''} />
        </h1>
        <span className="badge">no account</span>
      </div>
      <ErrorSummary error={actionData} />
      <dl className="figures person-figures">
        <div>
          <dt>Orders</dt>
          <dd>{person.order_count}</dd>
        </div>
        <div>
          <dt>Spent</dt>
          <dd>{formatKobo(person.spent_kobo)}</dd>
        </div>
      </dl>
      <div className="split person-split">
        <div className="stack">
          <WhatTheySee student={null} orders={orders} />
          <PersonOrders orders={person.orders} count={person.order_count} email={person.email} />
          <PersonEmails emails={emails} />
        </div>
        <div className="stack">
          <Notes notes={person.notes} noteId={noteId} result={actionData} />
          <Timeline entries={timeline} />
        </div>
      </div>
    </div>
  )
}
