import { href, data, Form } from 'react-router'
import { rejectGuessedPassword, signInWith } from '#app/features/accounts/commands.server.ts'
import { finishSignIn } from '#app/features/accounts/second-factor.server.ts'
import { invitedAccount } from '#app/features/admins/schema.ts'
import { adminRoles, readRoles } from '#app/features/console/roles.ts'
import { IslandScript } from '#app/features/shell/island-script.tsx'
import { formFields } from '#app/platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { consumeRateLimitOrPage, refundRateLimit } from '#app/platform/limits/limits.server.ts'
import { logFailure, orLog } from '#app/platform/log/failures.server.ts'
import type { Handle } from '#app/platform/pages/handle.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { unavailable } from '#app/platform/pages/unavailable.server.ts'
import { signInPath } from '#app/platform/session/return-path.ts'
import { userContext } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/invitation'

export const handle: Handle = { islands: ['passwords'] }

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { email, roles, invitedBy, hasAccount } = await requireInvitation(context, token)
  return {
    email,
    invitedBy,
    hasAccount,
    roles: readRoles(roles),
    signedInAs: context.get(userContext)?.email ?? null,
    signIn: signInPath(`${href('/auth/invitation')}?token=${token}`),
  }
}

/** Accepts the invitation: for the signed-in account with its address, or by creating that account. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, context)
  await consumeRateLimitOrPage(context, 'mail-link')
  const token = url.searchParams.get('token') ?? ''
  const { email, hasAccount } = await requireInvitation(context, token)
  const invitations = requireInvitations(context)
  const submitted = submittedValues(form)
  const reject = (text: string, status: number, errors: Record<string, string> = {}) =>
    data({ title: 'Not accepted', text, errors, values: submitted }, { status })
  const user = context.get(userContext)
  try {
    if (hasAccount) {
      if (user?.email.toLowerCase() !== email || !(await invitations.accept(token, user.userId))) {
        return reject(`Sign in as ${email}, and open the link again.`, 409)
      }
      return redirectWithToast(context, href('/dashboard/security/two-factor'), welcome)
    }
    const { values, errors } = checkForm(invitedAccount, Object.fromEntries(form))
    if (errors) {
      return reject('Please check the marked fields.', 400, errors)
    }
    const { first_name: firstName, last_name: lastName, password } = values
    const guessed = await rejectGuessedPassword(password, { email, firstName, lastName })
    if (guessed) {
      return reject(guessed.message, 400, { password: guessed.errors.password ?? guessed.message })
    }
    const outcome = await invitations.createAccount(token, email, { firstName, lastName, password })
    if (typeof outcome === 'string') {
      return outcome === 'weak'
        ? reject('This password is too easy to guess.', 400, {
            password: 'Choose a longer password; a short sentence works well.',
          })
        : reject('The invitation was used or withdrawn a moment ago. Open its link again.', 409)
    }
    const signedIn = await signInWith(context, email, password)
    if ('rejection' in signedIn) {
      return redirectWithToast(context, signInPath(`${href('/auth/invitation')}?token=${token}`), {
        title: 'Your account is ready',
        text: 'Sign in with your new password to accept the invitation.',
      })
    }
    // Only after signing in: the chosen password is that of the account.
    if (!(await invitations.accept(token, outcome.userId))) {
      return reject('The invitation was withdrawn a moment ago. Your account is ready, without the console.', 409)
    }
    return await finishSignIn(context, signedIn.tokens, { next: href('/dashboard/security/two-factor'), toast: welcome })
  } catch (error) {
    await refundRateLimit(context)
    logFailure('Could not accept an invitation', error)
    return reject('It could not be done. Send it again in a minute.', 503)
  }
}

const welcome = {
  title: 'You are an admin now',
  text: 'Add a second factor to protect the console. It is at “Console” in the menu.',
  kind: 'good',
} as const

function requireInvitations(context: Route.LoaderArgs['context']) {
  const { adminInvitations } = context.get(siteContext)
  if (!adminInvitations) {
    throw unavailable('Invitations need a key that this site does not have. Write to us.')
  }
  return adminInvitations
}

async function requireInvitation(context: Route.LoaderArgs['context'], token: string) {
  const invitations = requireInvitations(context)
  const failed = 'failed' as const
  const found = /^[0-9a-f]{64}$/.test(token)
    ? await invitations.find(token).catch(orLog('Could not read an invitation', failed))
    : null
  if (found === failed) {
    throw unavailable()
  }
  if (!found) {
    throw notFound(
      'This invitation does not work any more',
      'It was used, withdrawn or is older than seven days. Ask an owner to invite you again.',
      { to: href('/auth'), label: 'Sign in' },
    )
  }
  return found
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Invitation', description: 'Become an admin of Lamplight.', index: false })

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { email, roles, invitedBy, hasAccount, signedInAs, signIn } = loaderData
  const fields = formFields(invitedAccount, actionData?.values ?? {}, actionData?.errors ?? {})
  return (
    <div className="narrow stack">
      <h1>Run Lamplight with us</h1>
      <p>
        {invitedBy || 'An owner'} invites <b>{email}</b> to the admin console.
      </p>
      <ul>
        {adminRoles
          .filter(({ value }) => roles.includes(value))
          .map(({ value, label, says }) => (
            <li key={value}>
              {label}: {says}
            </li>
          ))}
      </ul>
      <ErrorSummary error={actionData} />
      {hasAccount && signedInAs?.toLowerCase() !== email ? (
        <>
          <p>This address has an account. Sign in with it first; the invitation is accepted after that.</p>
          <p className="row">
            <a className="btn go" href={signedInAs === null ? signIn : href('/dashboard')}>
              {signedInAs === null ? 'Sign in' : `You are signed in as ${signedInAs}: sign out first`}
            </a>
          </p>
        </>
      ) : (
        <Form className="stack" method="post" noValidate>
          <AccountField />
          {!hasAccount && (
            <>
              <TextField label="First name" {...fields.first_name} autoComplete="given-name" />
              <TextField label="Last name" {...fields.last_name} autoComplete="family-name" />
              <TextField
                label="Password"
                {...fields.password}
                type="password"
                autoComplete="new-password"
                hint="8 characters or more; a short sentence works well."
              />
            </>
          )}
          <p>
            <button className="btn go">Accept the invitation</button>
          </p>
        </Form>
      )}
      <IslandScript name="passwords" />
    </div>
  )
}
