import { href, Form, Link } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { inviteAdmin, listAdmins, listInvitations, withdrawInvitation } from '#app/features/admins/admin.server.ts'
import { invitation } from '#app/features/admins/schema.ts'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { PasswordField } from '#app/features/console/password-field.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { adminRoles, readRoles } from '#app/features/console/roles.ts'
import { PeopleTabs } from '#app/features/console/user-tabs.tsx'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { capitalised } from '#app/platform/text/strings.ts'
import { ErrorSummary, TextField, TickField } from '#app/ui/field.tsx'
import type { Route } from './+types/admins'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const [admins, invitations] = await Promise.all([
    listAdmins(admin).catch(orLog('Could not list the admins', null)),
    listInvitations(admin).catch(orLog('Could not list the invitations', [])),
  ])
  return { admins, invitations }
}

/** Invites an admin after checking the owner's password again, or withdraws an invitation. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const submitted = submittedValues(form)
  const { password: _password, ...kept } = submitted
  const chosen = new Set(form.getAll('role'))
  const roles = adminRoles.map(({ value }) => value).filter((role) => chosen.has(role))
  const reject = rejectWith({ ...kept, roles: roles.join(' ') })
  try {
    if (submitted.intent === 'withdraw') {
      const { id = '' } = submitted
      return looksLikeUuid(id) && (await withdrawInvitation(admin, id))
        ? redirectWithToast(context, href('/admin/people/admins'), { title: 'The invitation is withdrawn' })
        : reject(sentences.gone, 409)
    }
    const { values, errors } = checkForm(invitation, Object.fromEntries(form))
    if (errors) {
      return reject(sentences.fields, 400, errors)
    }
    if (roles.length === 0) {
      return reject('Choose at least one role.', 400)
    }
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) =>
      inviteAdmin(client, values.email, roles),
    )
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    return outcome.done === 'admin'
      ? reject(sentences.fields, 409, { email: 'This address is of an admin already: change the roles in the list.' })
      : redirectWithToast(context, href('/admin/people/admins'), {
          title: 'The invitation is queued',
          text: `It goes to ${values.email} by email, and works for seven days.`,
        })
  } catch (error) {
    logFailure('Could not invite an admin', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Admins', description: 'Admin console.', index: false })

const names = (roles: readonly string[]) =>
  adminRoles
    .filter(({ value }) => readRoles(roles).includes(value))
    .map(({ label }) => label.toLowerCase())
    .join(', ')

/** Describes how many admins have no second factor, and what to do. `isReader`: the reader is one of them. */
function describeWithout(without: number, isReader: boolean): string {
  const others = without - (isReader ? 1 : 0)
  const who = [isReader && 'you', others > 0 && (others === 1 ? 'one admin' : `${others} admins`)].filter(Boolean).join(' and ')
  const verb = isReader || others > 1 ? 'have' : 'has'
  const act = isReader ? `Add one${others > 0 ? ', ask them to add one' : ''}` : 'Ask them to add one'
  return `${capitalised(who)} ${verb} no second factor: a stolen password would open the console. ${act}, or`
}

export default function Admins({ loaderData: { admins, invitations }, actionData }: Route.ComponentProps) {
  const without = admins?.filter(({ has_second_factor }) => !has_second_factor).length ?? 0
  const fields = formFields(invitation, actionData?.values ?? {}, actionData?.errors ?? {})
  const chosen = readRoles(actionData?.values.roles?.split(' ') ?? [])
  return (
    <div className="stack">
      <PeopleTabs />
      <h1>Admins</h1>
      {without > 0 && (
        <p className="note">
          {describeWithout(without, admins?.some((one) => one.is_self && !one.has_second_factor) ?? false)}{' '}
          <Link to={href('/admin/settings/:group', { group: 'admin-access' })}>require it of every admin</Link>.
        </p>
      )}
      {admins ? (
        <ul className="lines">
          {admins.map(({ profile_id, name, email, roles, has_second_factor, last_seen_at, is_self }) => (
            <li key={profile_id} data-row>
              <div>
                <p className="name">
                  <Link to={href('/admin/people/accounts/:id', { id: profile_id })}>{name || email}</Link>
                  {is_self && ' (you)'}
                </p>
                <p className="small soft">
                  {email} · {names(roles)} · {last_seen_at ? `last seen ${formatMoment(last_seen_at)}` : 'not seen yet'}
                </p>
              </div>
              <div className="row aside">
                {has_second_factor ? (
                  <span className="badge approved">second factor</span>
                ) : is_self ? (
                  <Link className="btn" to={href('/dashboard/security/two-factor')}>
                    Add a second factor
                  </Link>
                ) : (
                  <span className="badge pending">no second factor</span>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="The admins could not be loaded." hint={sentences.failed} />
      )}
      <ErrorSummary error={actionData} />
      {invitations.length > 0 && (
        <section className="stack" aria-labelledby="invited">
          <h2 id="invited">Invited</h2>
          <ul className="lines">
            {invitations.map(({ id, email, roles, expires_at }) => (
              <li key={id} data-row>
                <div>
                  <p className="name">{email}</p>
                  <p className="small soft">
                    {names(roles)} · until {formatDay(expires_at)}
                  </p>
                </div>
                <Form method="post" className="row aside">
                  <AccountField />
                  <input type="hidden" name="id" value={id} />
                  <button className="btn" name="intent" value="withdraw">
                    Withdraw
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="stack" aria-labelledby="invite">
        <h2 id="invite">Invite an admin</h2>
        <p className="small soft">
          The link in the email works once, for seven days. Its reader chooses a password, then adds a second factor. Owners get
          an email, and it is logged.
        </p>
        <Form key={invitations.length} method="post" className="stack" noValidate>
          <AccountField />
          <TextField label="Email" {...fields.email} type="email" autoComplete="off" inputMode="email" />
          <fieldset className="stack">
            <legend>May use</legend>
            {adminRoles.map(({ value, label, says }) => (
              <TickField
                key={value}
                label={label}
                hint={says}
                name="role"
                value={value}
                defaultChecked={chosen.includes(value)}
              />
            ))}
          </fieldset>
          <PasswordField label="Your own password" error={actionData?.errors.password} />
          <p>
            <button className="btn go" name="intent" value="invite">
              Send the invitation
            </button>
          </p>
        </Form>
      </section>
    </div>
  )
}
