import { href, data, redirect } from 'react-router'
import { AuthTabs } from '../features/accounts/auth-tabs.tsx'
import { CHANGE_SIGN_UP, CheckEmail, LoginForm, SignUpForm } from '../features/accounts/auth-forms.tsx'
import {
  type Rejection,
  rejectGuessedPassword,
  resendConfirmation,
  signInWith,
  signUpWith,
} from '../features/accounts/commands.server.ts'
import { finishSignIn } from '../features/accounts/second-factor.server.ts'
import { addressOnly, signIn, signUp } from '../features/accounts/schema.ts'
import { LOOK_AGAIN, questionEmail } from '../platform/forms/email-typo.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { siteContext } from '#app/services/site.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { equalizeTiming } from '../platform/session/equalize-timing.server.ts'
import { checkForm, readForm, submittedValues } from '../platform/forms/form.server.ts'
import { refundRateLimit, consumeRateLimit } from '../platform/limits/limits.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { returnPath, signInPath } from '../platform/session/return-path.ts'
import { savedForm, savedValues, saveValues } from '../platform/session/saved-values.server.ts'
import { userContext } from '../platform/session/session.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import { Toast } from '../ui/toast.tsx'
import { ErrorSummary } from '../ui/field.tsx'
import { signInReason } from '../features/accounts/sign-in-reason.ts'
import type { Route } from './+types/auth'

export const handle: Handle = { styles: 'tabs', islands: ['passwords'] }

/** The parameter of the page after an email was sent: its note stays when the toast has gone. */
const CHECK_EMAIL = 'check-email'

/** The name under which the values of a sign-up are saved. */
const SIGN_UP = 'sign-up'

/** The notes by what the email is for. */
const notes = {
  '': 'We sent you an email. Open it and tap the button to confirm your account.',
  again: 'If the address is not confirmed yet, a new email is on its way. Open it and tap the button.',
  password: 'If there is an account with the address that you typed, an email with a link for a new password is on its way.',
}
type Note = keyof typeof notes

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = returnPath(searchParams.get('next'))
  const signedUp = savedValues(request, context, SIGN_UP, 'signed-up')
  if (context.get(userContext)) {
    throw redirect(next ?? href('/dashboard'), 303)
  }
  return {
    tab: searchParams.get('tab') === 'sign-up' ? ('sign-up' as const) : ('login' as const),
    next,
    // The address of a sign-up that waits, and what else was typed if it is to be changed.
    waiting: signedUp.email ?? null,
    typed: searchParams.has(CHANGE_SIGN_UP) ? signedUp : {},
    note: (Object.keys(notes) as Note[]).find((key) => key === searchParams.get(CHECK_EMAIL)) ?? null,
    reason: signInReason(next, savedForm(request, context)),
    showsMail: context.get(siteContext).showsMail,
    address: `${context.get(siteContext).url}${href('/auth')}`,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const next = returnPath(new URL(request.url).searchParams.get('next'))
  const form = await readForm(request, context)
  // Equalize all responses except a successful sign-in: their time must not show whether the address has an account.
  const even = equalizeTiming()
  const submitted = submittedValues(form)
  try {
    switch (submitted.intent) {
      case 'sign-up':
        return await handleSignUp()
      case 'resend':
        return await handleResend()
      default:
        return await handleSignIn()
    }
  } catch (error) {
    await refundRateLimit(context)
    await even()
    logFailure('Could not sign in or up', error)
    return data(
      { toast: { title: 'Error', text: 'An unexpected error occurred.' }, values: submitted, errors: {} },
      { status: 503 },
    )
  }

  async function handleSignIn() {
    const { values, errors } = checkForm(signIn, Object.fromEntries(form))
    if (errors) {
      return rejected('Login Error', { message: 'Please fill in your email and password.', errors })
    }
    const turn = await consumeRateLimit(context, 'sign-in', values.email)
    if (turn.rejection) {
      return rejected('Login Error', { message: turn.rejection, errors: { password: turn.rejection } })
    }
    const result = await signInWith(context, values.email, values.password)
    if ('rejection' in result) {
      await even()
      return rejected('Login Error', result.rejection)
    }
    await turn.succeeded()
    return finishSignIn(context, result.tokens, {
      next,
      toast: { title: 'Welcome back! 🎉', text: 'You have successfully logged in.', kind: 'good' },
    })
  }

  async function handleSignUp() {
    const { values, errors } = checkForm(signUp, Object.fromEntries(form))
    if (errors) {
      const isComplete = Object.keys(errors).every((name) => submitted[name]?.trim())
      return rejected('Sign Up Error', {
        message: isComplete ? 'Please check the marked fields.' : 'Please fill in every field.',
        errors,
      })
    }
    const { email, first_name: firstName, last_name: lastName } = values
    const question = questionEmail(email, submitted.kept)
    if (question !== null) {
      return rejected('Sign Up Error', { message: LOOK_AGAIN, errors: { email: question } }, { ...submitted, kept: email })
    }
    const guessed = await rejectGuessedPassword(values.password, { email, firstName, lastName })
    if (guessed) {
      return rejected('Sign Up Error', guessed)
    }
    const turn = await consumeRateLimit(context, 'sign-up', values.email)
    if (turn.rejection) {
      return rejected('Sign Up Error', { message: turn.rejection, errors: { email: turn.rejection } })
    }
    const { rejection } = await signUpWith(context, values, next)
    await even()
    if (rejection) {
      return rejected('Sign Up Error', rejection)
    }
    const { password: _password, ...others } = values
    return redirect(checkEmailPath(''), {
      status: 303,
      headers: cookies(
        saveValues(context, SIGN_UP, others, 'signed-up'),
        toastCookie(context, {
          title: 'Account Created! 🎉',
          text: 'Please check your email to confirm your account.',
          kind: 'good',
        }),
      ),
    })
  }

  async function handleResend() {
    const { values, errors } = checkForm(addressOnly, Object.fromEntries(form))
    if (errors) {
      return rejected('The email was not sent', { message: 'Please type your email.', errors })
    }
    const question = questionEmail(values.email, submitted.kept)
    if (question !== null) {
      return rejected(
        'The email was not sent',
        { message: LOOK_AGAIN, errors: { email: question } },
        { ...submitted, kept: values.email },
      )
    }
    const turn = await consumeRateLimit(context, 'resend', values.email)
    if (turn.rejection) {
      return rejected('The email was not sent', { message: turn.rejection, errors: { email: turn.rejection } })
    }
    if (!turn.spared) {
      await resendConfirmation(context, values.email)
    }
    await even()
    return redirect(checkEmailPath('again'), {
      status: 303,
      headers: cookies(
        saveValues(
          context,
          SIGN_UP,
          { ...savedValues(request, context, SIGN_UP, 'signed-up'), email: values.email },
          'signed-up',
        ),
        toastCookie(context, {
          title: 'Check your email',
          text: 'If this address is not confirmed yet, a new email is on its way.',
          kind: 'good',
        }),
      ),
    })
  }

  function checkEmailPath(note: Note) {
    const login = signInPath(next ?? '')
    return `${login}${login.includes('?') ? '&' : '?'}${CHECK_EMAIL}${note && `=${note}`}`
  }

  function rejected(title: string, { message, errors }: Rejection, values = submitted) {
    return data({ toast: { title, text: message }, values, errors }, { status: 400 })
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const isSignUp = loaderData?.tab === 'sign-up'
  return pageMeta({
    title: isSignUp ? 'Sign up' : 'Sign in',
    description: isSignUp
      ? 'Create a free Lamplight account: sell your nursing projects, keep your share of every sale, ask for topics.'
      : 'Sign in to Lamplight to upload your materials, follow their review and see your earnings.',
    ...(loaderData ? { canonical: isSignUp ? `${loaderData.address}?tab=sign-up` : loaderData.address } : {}),
    index: false,
  })
}

export default function Auth({
  loaderData: { tab, next, note, waiting, typed, reason, showsMail },
  actionData,
}: Route.ComponentProps) {
  const { values = typed, errors = {}, toast = null } = actionData ?? {}
  // The error at a field is announced by a toast (SPEC 8); any other stays on the page.
  const isAtField = Object.keys(errors).length > 0
  const sentTo = note === null || note === 'password' ? null : waiting
  return (
    <div className="narrow stack">
      <h1>{tab === 'sign-up' ? 'Sign up' : note !== null ? 'Check your email' : 'Sign in'}</h1>
      {note === null && <p>You need no account to buy. An account keeps your orders and lets you sell.</p>}
      <ErrorSummary error={isAtField ? null : toast} />
      {note !== null && <CheckEmail next={next} text={notes[note]} waiting={sentTo} />}
      {reason && <p className="note">{reason}</p>}
      <AuthTabs current={tab} next={next} />
      {tab === 'sign-up' ? (
        <SignUpForm next={next} values={values} errors={errors} />
      ) : (
        // The note about the email has the same button.
        <LoginForm next={next} values={values} errors={errors} resends={sentTo === null} />
      )}
      {showsMail && (
        <p className="note">
          This Lamplight runs on your own machine: its emails are not sent, they can be read at <a href="/dev/mail">/dev/mail</a>.
        </p>
      )}
      {toast && isAtField && <Toast {...toast} kind="bad" />}
      <IslandScript name="passwords" />
    </div>
  )
}

function cookies(...lines: (string | null)[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    if (line !== null) {
      headers.append('set-cookie', line)
    }
  }
  return headers
}
