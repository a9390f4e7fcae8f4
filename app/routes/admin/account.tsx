import { PasswordField } from '#app/features/console/password-field.tsx'
import { href, Form, Link, useNavigation } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { findAccount, setRoles } from '#app/features/accounts/admin.server.ts'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin, requireAnyAdmin } from '#app/features/console/require-admin.server.ts'
import { type AdminRole, adminRoles, readRoles } from '#app/features/console/roles.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TickField } from '#app/ui/field.tsx'
import type { Enums } from '#app/services/database.ts'
import type { Route } from './+types/account'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const account = looksLikeUuid(params.id) ? await findAccount(admin, params.id) : null
  if (!account) {
    throw noSuchAccount()
  }
  return {
    account,
    canChangeRoles: requireAnyAdmin(context).roles.includes('owner'),
  }
}

const rejections = {
  gone: sentences.gone,
  unchanged: sentences.settled,
  last: 'There must be at least one owner: make another account an owner first.',
} satisfies Record<Exclude<Enums['role_change'], 'ok'>, string>

/** Sets the admin roles of the account, after checking the owner's password again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchAccount()
  }
  const { id } = params
  const form = await readForm(request, context)
  const { intent } = submittedValues(form)
  const reject = rejectWith({}, 'roles')
  const chosen = new Set(form.getAll('role'))
  const roles = intent === 'take' ? [] : adminRoles.map(({ value }) => value).filter((role) => chosen.has(role))
  if (intent !== 'give' && intent !== 'take') {
    return reject(sentences.fields, 400)
  }
  if (intent === 'give' && roles.length === 0) {
    return reject('Choose at least one role.', 400)
  }
  try {
    const outcome = await withPasswordAgain(context, admin.email, form.get('password'), (client) => setRoles(client, id, roles))
    if ('rejection' in outcome) {
      return reject(sentences.fields, outcome.status, { password: outcome.rejection })
    }
    if (outcome.done !== 'ok') {
      return reject(rejections[outcome.done], 409)
    }
  } catch (error) {
    logFailure('Could not change a role', error)
    return reject(sentences.failed, 502)
  }
  return redirectWithToast(context, href('/admin/people/accounts/:id', { id: params.id }), {
    title: intent === 'give' ? 'The roles are saved' : 'This account is no longer an admin',
    text: 'The change is logged.',
  })
}

function noSuchAccount() {
  return notFound('Account not found', 'It may have been deleted, or the address is incomplete.', {
    to: href('/admin/people/accounts'),
    label: 'Back to the accounts',
  })
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Account', description: 'Admin console.', index: false })

export default function Account({ loaderData: { account, canChangeRoles }, actionData }: Route.ComponentProps) {
  const isAdmin = account.user_type === 'Admin'
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/people/accounts')}>Accounts</Link> ·{' '}
        <Link to={href('/admin/people/:id', { id: account.id })}>{account.name}</Link>
      </nav>
      <div className="row between">
        <h1 className="long">{account.name}</h1>
        <span className={`badge ${isAdmin ? 'approved' : ''}`}>
          {isAdmin ? `admin: ${account.admin_roles.join(', ')}` : 'student'}
        </span>
      </div>
      <p className="soft">{account.email}</p>
      {canChangeRoles ? (
        <Role roles={readRoles(account.admin_roles)} isSelf={account.is_self} result={actionData} />
      ) : (
        <p className="note">Only an owner can change roles.</p>
      )}
    </div>
  )
}

type RoleResult = { text: string; errors: Record<string, string> } | undefined

function Role({ roles, isSelf, result: input }: { roles: readonly AdminRole[]; isSelf: boolean; result: RoleResult }) {
  const navigation = useNavigation()
  const sending = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const isAdmin = roles.length > 0
  return (
    <section className="stack" aria-labelledby="role">
      <h2 id="role">{isAdmin ? (isSelf ? 'Change your roles' : 'Change the roles') : 'Make this account an admin'}</h2>
      <p className="small soft">
        {isAdmin
          ? 'Without a role, this is a student’s account again.'
          : 'An admin sees the parts of the console that you choose.'}{' '}
        Owners and this account get an email, and it is logged.
      </p>
      <ErrorSummary error={input} />
      <Form method="post" className="stack" noValidate>
        <AccountField />
        <fieldset className="stack">
          <legend>May use</legend>
          {adminRoles.map(({ value, label, says }) => (
            <TickField key={value} label={label} hint={says} name="role" value={value} defaultChecked={roles.includes(value)} />
          ))}
        </fieldset>
        <PasswordField label="Your own password" error={input?.errors.password} />
        <p className="row">
          <button className="btn go" name="intent" value="give" disabled={sending}>
            {isAdmin ? 'Save the roles' : 'Make an admin'}
          </button>
          {isAdmin && (
            <button className="btn no" name="intent" value="take" disabled={sending}>
              Remove all roles
            </button>
          )}
        </p>
      </Form>
    </section>
  )
}
