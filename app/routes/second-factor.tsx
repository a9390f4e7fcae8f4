import type { ComponentProps } from 'react'
import { href, data, redirect } from 'react-router'
import { PasskeyForm } from '../features/accounts/passkey-form.tsx'
import {
  completeSignIn,
  expiredPendingCookie,
  requireSecondFactors,
  verifySecondFactorCode,
  whoIsVerifying,
} from '../features/accounts/second-factor.server.ts'
import { secondFactorPath } from '../platform/session/second-factor-path.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { readForm } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { returnPath, signInPath } from '../platform/session/return-path.ts'
import { AccountField } from '../ui/account-field.tsx'
import { ErrorSummary, TextField } from '../ui/field.tsx'
import type { Route } from './+types/second-factor'

export const handle: Handle = { islands: ['passkeys'] }

/** Asks for the second factor: after the password at sign-in, or again before a change that must be confirmed. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const next = returnPath(url.searchParams.get('next'))
  const who = await orUnavailable(context, whoIsVerifying(request, context))
  if (!who) {
    throw redirect(signInPath(next ?? ''), { status: 303, headers: { 'set-cookie': expiredPendingCookie(context) } })
  }
  const secondFactors = requireSecondFactors(context)
  const { factors, recoveryCodes } = await orUnavailable(context, secondFactors.settings(who))
  if (factors.length === 0) {
    // Another session removed the factors after the password was typed.
    throw who.pending
      ? redirect(signInPath(next ?? ''), { status: 303, headers: { 'set-cookie': expiredPendingCookie(context) } })
      : redirect(next ?? href('/dashboard/security/two-factor'), 303)
  }
  return {
    next,
    isSigningIn: who.pending !== null,
    hasApp: factors.some(({ kind }) => kind === 'app'),
    passkeyOptions: await orUnavailable(context, secondFactors.passkeyChallenge(who)),
    hasRecoveryCodes: recoveryCodes > 0,
  }
}

type Field = 'code' | 'recovery_code' | 'passkey'

export async function action({ request, url, context }: Route.ActionArgs) {
  const next = returnPath(url.searchParams.get('next'))
  const form = await readForm(request, context)
  const intent = form.get('intent')
  const field: Field = intent === 'passkey' ? 'passkey' : intent === 'recovery' ? 'recovery_code' : 'code'
  const reject = (error: string, status: number) => data({ field, error }, { status })
  const secondFactors = requireSecondFactors(context)
  try {
    const who = await whoIsVerifying(request, context)
    if (!who) {
      return redirect(signInPath(next ?? ''), { status: 303, headers: { 'set-cookie': expiredPendingCookie(context) } })
    }
    if (field === 'passkey') {
      const response = form.get('response')
      const isRight = typeof response === 'string' && (await secondFactors.verifyPasskey(who, response))
      return isRight
        ? completeSignIn(context, who, next)
        : reject('This passkey was not accepted. Try again, or choose another way.', 400)
    }
    const rejected = await verifySecondFactorCode(context, who, form.get(field))
    return rejected ? reject(rejected.rejection, rejected.status) : completeSignIn(context, who, next)
  } catch (error) {
    logFailure('Could not verify a second factor', error)
    return reject('It could not be checked. Try again in a minute.', 503)
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Second factor', description: 'Confirm with your phone or a passkey that it is you.', index: false })

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { next, isSigningIn, hasApp, passkeyOptions, hasRecoveryCodes } = loaderData
  const address = secondFactorPath(next)
  const errorAt = (field: Field) => (actionData?.field === field ? actionData.error : undefined)
  return (
    <div className="narrow stack">
      <h1>{isSigningIn ? 'One more step' : 'Confirm that it is you'}</h1>
      <ErrorSummary error={actionData?.field === 'passkey' ? { text: actionData.error } : null} />
      <p>
        {isSigningIn
          ? 'Your password is right. Your account also asks for a second factor.'
          : 'This change needs your second factor. It is asked once for ten minutes.'}
      </p>
      {passkeyOptions && (
        <PasskeyForm mode="get" options={passkeyOptions} action={address}>
          <input type="hidden" name="intent" value="passkey" />
          <p>
            <button className="btn go">Use a passkey</button>
          </p>
        </PasskeyForm>
      )}
      {hasApp && (
        <CodeForm
          address={address}
          button={{ intent: 'code', label: 'Continue', isMain: true }}
          label="Code from your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          hint="Six digits. They change every 30 seconds."
          error={errorAt('code')}
        />
      )}
      {hasRecoveryCodes && (
        <details className="ask" open={errorAt('recovery_code') !== undefined || undefined}>
          <summary>I do not have my phone</summary>
          <CodeForm
            address={address}
            button={{ intent: 'recovery', label: 'Use this recovery code', isMain: false }}
            label="Recovery code"
            name="recovery_code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            hint="One of the ten codes that you saved. Each works once."
            error={errorAt('recovery_code')}
          />
        </details>
      )}
      <p className="hint">
        Lost your phone and your recovery codes? <a href={href('/support')}>Write to us</a>.
      </p>
      <IslandScript name="passkeys" />
    </div>
  )
}

type CodeFormProps = ComponentProps<typeof TextField> & {
  address: string
  button: { intent: 'code' | 'recovery'; label: string; isMain: boolean }
}

/** A form that asks for one code. */
function CodeForm({ address, button, ...field }: CodeFormProps) {
  return (
    <form className="stack" method="post" action={address} noValidate>
      <AccountField />
      <TextField {...field} required />
      <p>
        <button className={button.isMain ? 'btn go' : 'btn'} name="intent" value={button.intent}>
          {button.label}
        </button>
      </p>
    </form>
  )
}
