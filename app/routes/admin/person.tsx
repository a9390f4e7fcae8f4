import { href, Link } from 'react-router'
import { type AccountDetails, findAccount } from '#app/features/accounts/admin.server.ts'
import { blockAction, isBlockForm } from '#app/features/accounts/block-action.server.ts'
import { Block, Blocked } from '#app/features/accounts/block.tsx'
import { useAdminRoles } from '#app/features/console/admin-link.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { moneyRules } from '#app/features/earnings/queries.server.ts'
import { holdAction, isHoldForm } from '#app/features/money/hold-action.server.ts'
import { noteAction } from '#app/features/people/note-action.server.ts'
import { Notes } from '#app/features/people/notes.tsx'
import { PersonEmails, PersonOrders, PersonPayouts, PersonUploads, Timeline } from '#app/features/people/person-sections.tsx'
import { findPerson, listPersonEmails } from '#app/features/people/queries.server.ts'
import { getTimeline } from '#app/features/people/timeline.ts'
import { getOrderViews, getStudentView } from '#app/features/people/what-they-see.server.ts'
import { WhatTheySee } from '#app/features/people/what-they-see.tsx'
import { accountNameMismatches, noNameMismatches } from '#app/features/profiles/account-name-mismatches.server.ts'
import { publicHolidays } from '#app/features/uploads/shown-uploads.server.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/person'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const [account, person] = looksLikeUuid(params.id)
    ? await Promise.all([findAccount(admin, params.id), findPerson(admin, { profile: params.id })])
    : [null, null]
  if (!account || !person) {
    throw noSuchPerson()
  }
  const visitor = visitorClient(context)
  const [mismatches, emails, rules, holidays] = await Promise.all([
    accountNameMismatches(admin, [account.id]).catch(orLog('Could not read the name mismatches of an account', noNameMismatches)),
    listPersonEmails(admin, person).catch(orLog('Could not list the emails to a student', null)),
    moneyRules(visitor),
    publicHolidays(visitor),
  ])
  const now = new Date()
  const uploads = person.student?.uploads ?? []
  return {
    account,
    person,
    emails,
    mismatch: mismatches[account.id] ?? null,
    noteId: crypto.randomUUID(),
    student: getStudentView(person, { rules, holidays, now }),
    orders: getOrderViews(person, now),
    timeline: getTimeline({ person, uploads, emails: emails ?? [], since: account.created_at }),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchPerson()
  }
  const submitted = submittedValues(await readForm(request, context))
  const address = studentAddress(params.id)
  if (isBlockForm(submitted)) {
    return blockAction({ context, admin, id: params.id, submitted, address })
  }
  return isHoldForm(submitted)
    ? holdAction({ context, admin, submitted, address })
    : noteAction({ context, admin, person: { profile_id: params.id, email: null }, submitted, address })
}

function noSuchPerson() {
  return notFound('Person not found', 'The account may have been deleted, or a letter of the address is missing.', {
    to: href('/admin/people/accounts'),
    label: 'Back to the accounts',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Person', description: 'Admin console.', index: false })

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { account, person, emails, mismatch, noteId, student, orders, timeline } = loaderData
  const { earnings, uploads } = person.student ?? { earnings: null, uploads: [] }
  const isBlock = actionData?.act === 'block'
  const record = isBlock ? undefined : actionData
  const figures: [string, string][] = [
    ...(earnings
      ? ([
          ['Owed', formatKobo(earnings.available_kobo + earnings.pending_kobo - earnings.test_kobo)],
          ['Earned', formatKobo(earnings.earned_kobo)],
          ['Sales', String(earnings.sales)],
        ] as [string, string][])
      : []),
    ['Bought', person.order_count === 0 ? 'Nothing' : formatKobo(person.spent_kobo)],
  ]
  return (
    <div className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/accounts')}>Accounts</Link>
      </nav>
      <div className="row between">
        <h1 className="long">{account.name}</h1>
        <span className="row">
          {account.blocked_at && <span className="badge rejected">blocked</span>}
          {mismatch && <span className="badge rejected">bank name differs</span>}
          <span className={`badge ${account.user_type === 'Admin' ? 'approved' : ''}`}>
            {account.user_type === 'Admin' ? 'admin' : 'student'}
          </span>
        </span>
      </div>
      <ErrorSummary error={actionData} />
      {account.blocked_at && <Blocked at={account.blocked_at} reason={account.block_reason} />}
      <dl className="figures person-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="split person-split">
        <div className="stack">
          <WhatTheySee student={student} orders={orders} />
          <PersonUploads uploads={uploads} />
          <PersonPayouts person={person} profile={account.id} name={account.name} result={record} />
          <PersonOrders orders={person.orders} count={person.order_count} email={person.email} />
          <PersonEmails emails={emails} />
        </div>
        <div className="stack">
          <AccountFacts account={account} mismatch={mismatch} />
          <Notes notes={person.notes} noteId={noteId} result={record} />
          <Timeline entries={timeline} />
        </div>
      </div>
      {account.user_type !== 'Admin' && !account.blocked_at && (
        <Block account={account} result={isBlock ? actionData : undefined} />
      )}
    </div>
  )
}

/** Details of the account. `mismatch`: the bank names another holder than the profile. */
function AccountFacts({ account, mismatch }: { account: AccountDetails; mismatch: string | null }) {
  const isOwner = useAdminRoles().includes('owner')
  return (
    <section className="stack" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <DetailsList
        details={[
          { term: 'Email', value: account.email },
          { term: 'Confirmed', value: account.confirmed_at ? formatMoment(account.confirmed_at) : 'not yet' },
          { term: 'Since', value: formatMoment(account.created_at) },
          { term: 'Last sign-in', value: account.last_sign_in_at && formatMoment(account.last_sign_in_at) },
          { term: 'Institution', value: account.school },
          { term: 'Course', value: account.course_of_study },
          { term: 'Telephone', value: account.phone_number },
          { term: 'Topic requests', value: String(account.requests) },
          { term: 'Comments', value: String(account.comments) },
          {
            term: 'Bank details',
            value: account.has_bank_details ? ['given', mismatch].filter(Boolean).join('. ') : 'not given',
          },
        ]}
      />
      <p>
        {isOwner && (
          <>
            <Link to={href('/admin/people/accounts/:id', { id: account.id })}>
              {account.admin_roles.length > 0 ? 'Change the roles' : 'Make an admin'}
            </Link>{' '}
            ·{' '}
          </>
        )}
        <Link to={`${href('/admin/money/books')}?account=available&of=${account.id}`}>Ledger lines</Link>
      </p>
    </section>
  )
}
