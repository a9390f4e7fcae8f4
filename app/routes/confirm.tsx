import { errorMessage, log } from '#app/platform/log/log.server.ts'
import { href, data, redirect } from 'react-router'
import {
  bindAccount,
  choosePassword,
  claimAccount,
  confirmAddress,
  confirmMove,
  openRecovery,
} from '../features/accounts/commands.server.ts'
import {
  ClaimAccount,
  ConfirmAddress,
  ConfirmMove,
  PartlyConfirmed,
  NewPassword,
  Spent,
  UsedLink,
} from '../features/accounts/confirm-forms.tsx'
import { finishSignIn } from '../features/accounts/second-factor.server.ts'
import { claim, newPassword } from '../features/accounts/schema.ts'
import {
  expiredLinkCookie,
  isUsedLink,
  openedLinkCookie,
  type Opened,
  readOpenedLink,
  usedLinkCookie,
} from '../features/accounts/email-link.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { referenceContext } from '#app/services/response.server.ts'
import { checkForm, type FieldErrors, readForm, submittedValues, type Typed } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { refundRateLimit, consumeRateLimitOrPage } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { userContext } from '../platform/session/session.server.ts'
import { redirectWithToast } from '../platform/session/toast.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/confirm'

export const handle: Handle = { islands: ['passwords'] }

const kinds = ['signup', 'recovery', 'email_change'] as const

/** Shows the form without using up the link, because mail scanners and previews open links. Only the button uses it. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const tokenHash = searchParams.get('token_hash')
  return {
    kind: kinds.find((kind) => kind === searchParams.get('type')) ?? null,
    tokenHash,
    half: searchParams.has('half'),
    isUsed: isUsedLink(request, tokenHash ?? ''),
    isSignedIn: context.get(userContext) !== null,
  }
}

/** The response of the action. `claim`: the form that follows a password which is not that of the sign-up. */
type Result = { spent: boolean; error: string | null; claim: { values: Typed; errors: FieldErrors } | null }
const unspent: Result = { spent: false, error: null, claim: null }
const noClaim: Result['claim'] = { values: {}, errors: {} }

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, context)
  await consumeRateLimitOrPage(context, 'mail-link')
  const { searchParams } = url
  const tokenHash = searchParams.get('token_hash') ?? ''
  if (form.get('intent') === 'claim') {
    return claiming()
  }
  return searchParams.get('type') === 'email_change' ? orFormAgain(confirmNewEmail) : enteringPassword()

  /** Redeems a link that asks for a password: of a confirmation email, or for a new password. */
  async function enteringPassword() {
    const { values, errors } = checkForm(newPassword, Object.fromEntries(form))
    if (errors) {
      return data({ ...unspent, error: errors.password ?? null }, { status: 400 })
    }
    const before = readOpenedLink(request, context, tokenHash)
    return orFormAgain(async () => {
      if (searchParams.get('type') === 'recovery') {
        const opened = before ?? (await openRecovery(context, tokenHash))
        if (!opened) {
          return spent()
        }
        const isUnbound = 'isNew' in opened ? opened.isNew : opened.note === 'unbound'
        return isUnbound
          ? bind(values.password, opened.tokens, null)
          : savePassword(values.password, { tokens: opened.tokens, note: before?.note ?? null })
      }
      const confirmed = before ? null : await confirmAddress(context, tokenHash)
      const tokens = before?.tokens ?? confirmed?.tokens
      return tokens ? bind(values.password, tokens, confirmed) : spent()
    })
  }

  /**
   * Makes the account its reader's after its first link.
   * @param confirmed the confirmation email that was opened. The password of its form may match that of the sign-up.
   */
  async function bind(password: string, tokens: Opened['tokens'], confirmed: { next: string | null } | null) {
    const keep = { 'set-cookie': openedLinkCookie(context, tokenHash, { tokens, note: 'unbound' }) }
    let bound: Awaited<ReturnType<typeof bindAccount>>
    try {
      bound = await bindAccount(context, tokens, password, confirmed !== null)
    } catch (error) {
      return again(error, keep)
    }
    if (!bound) {
      return spent(expiredLinkCookie(context))
    }
    return bound.matches
      ? signIn(bound.tokens, confirmed?.next ?? href('/'))
      : data({ ...unspent, claim: noClaim }, { headers: keep })
  }

  async function claiming() {
    const submitted = submittedValues(form)
    const { values, errors } = checkForm(claim, Object.fromEntries(form))
    if (errors) {
      return data({ ...unspent, claim: { values: submitted, errors } }, { status: 400 })
    }
    const opened = readOpenedLink(request, context, tokenHash)
    if (!opened) {
      return spent()
    }
    let claimed: Awaited<ReturnType<typeof claimAccount>>
    try {
      claimed = await claimAccount(context, opened.tokens, values)
    } catch (error) {
      const { data: failed, init } = await again(error)
      return data({ ...failed, claim: { values: submitted, errors: {} } }, init ?? {})
    }
    if (!claimed) {
      return spent(expiredLinkCookie(context))
    }
    if ('rejection' in claimed) {
      const { message, errors: reasons } = claimed.rejection
      return data(
        { ...unspent, claim: { values: submitted, errors: { password: reasons.password ?? message } } },
        { status: 400 },
      )
    }
    return signIn(claimed.tokens, href('/dashboard'))
  }

  function signIn(tokens: Opened['tokens'], next: string) {
    return finishSignIn(context, tokens, {
      next,
      toast: { title: 'Your address is confirmed', text: 'You are signed in.', kind: 'good' },
      cookies: [expiredLinkCookie(context), usedLinkCookie(context, tokenHash)],
    })
  }

  /**
   * Sets the password in the session that the link opened. The link is used up: after a failure from here on, the next
   * attempt uses the same session.
   */
  async function savePassword(password: string, { tokens, note }: Opened) {
    const keep = (kept: Opened['note']) => ({ 'set-cookie': openedLinkCookie(context, tokenHash, { tokens, note: kept }) })
    let chosen: Awaited<ReturnType<typeof choosePassword>>
    try {
      chosen = await choosePassword(context, tokens, password, { unsure: note === 'unsure' })
    } catch (error) {
      return again(error, keep('unsure'))
    }
    if (!chosen) {
      return spent(expiredLinkCookie(context))
    }
    if ('rejection' in chosen) {
      const { message, errors: reasons } = chosen.rejection
      return data({ ...unspent, error: reasons.password ?? message }, { status: 400, headers: keep(note) })
    }
    const title = 'Your password is changed'
    return finishSignIn(context, chosen.tokens, {
      next: href('/dashboard'),
      toast: { title, text: 'You are signed in here, and signed out everywhere else.', kind: 'good' },
      pendingToast: { title, text: 'You are signed out everywhere else.', kind: 'good' },
      cookies: [expiredLinkCookie(context), usedLinkCookie(context, tokenHash)],
    })
  }

  /** Confirms a new address without signing in, because the link may belong to another user's account. */
  async function confirmNewEmail() {
    const confirmed = await confirmMove(context, tokenHash)
    if (!confirmed) {
      return spent()
    }
    const used = usedLinkCookie(context, tokenHash)
    if (!confirmed.moved) {
      return redirect(`${href('/auth/confirm')}?type=email_change&half`, { status: 303, headers: { 'set-cookie': used } })
    }
    const toast = { title: 'Your email is changed', kind: 'good' } as const
    return context.get(userContext)?.userId === confirmed.userId
      ? finishSignIn(context, confirmed.tokens, {
          next: href('/dashboard/security'),
          toast: { ...toast, text: 'Sign in with the new address from now on.' },
          pendingToast: { ...toast, text: 'Sign in with the new address from now on.' },
          cookies: [used],
        })
      : redirectWithToast(context, href('/auth'), { ...toast, text: 'Sign in with the new address.' })
  }

  /** Returns the result of `answer`, or the same form to send again after a failure on our side. */
  async function orFormAgain<Answer>(response: () => Promise<Answer>) {
    try {
      return await response()
    } catch (error) {
      return again(error)
    }
  }

  async function again(error: unknown, headers?: Record<string, string>) {
    await refundRateLimit(context)
    log.error(
      { event: 'account.confirmation_failed', reference: context.get(referenceContext), error: errorMessage(error) },
      'Could not confirm the link of an email',
    )
    return data({ ...unspent, error: 'It could not be done. Send it again in a minute.' }, { status: 503, headers })
  }

  function spent(...cookies: string[]) {
    // The page of the link says what it did.
    if (isUsedLink(request, tokenHash)) {
      return redirect(url.pathname + url.search, 303)
    }
    // A signed-in user has confirmed the address before.
    if (searchParams.get('type') === 'signup' && context.get(userContext)) {
      const toast = { title: 'You are confirmed', text: 'There is nothing more to do.' }
      return redirectWithToast(context, href('/dashboard'), toast)
    }
    const headers = new Headers(cookies.map((line) => ['set-cookie', line]))
    return data({ ...unspent, spent: true }, { status: 400, headers })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm', description: 'Confirm your email address or choose a new password.', index: false })

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, tokenHash, half, isUsed, isSignedIn } = loaderData
  if (half) {
    return <PartlyConfirmed />
  }
  if (kind && isUsed) {
    return <UsedLink kind={kind} isSignedIn={isSignedIn} />
  }
  if (!kind || !tokenHash || actionData?.spent) {
    return <Spent kind={kind} />
  }
  const error = actionData?.error ?? undefined
  if (actionData?.claim) {
    return (
      <>
        <ErrorSummary error={error ? { title: 'Error', text: error } : null} />
        <ClaimAccount {...actionData.claim} />
        <IslandScript name="passwords" />
      </>
    )
  }
  if (kind === 'email_change') {
    return (
      <>
        <ErrorSummary error={error ? { title: 'Error', text: error } : null} />
        <ConfirmMove />
      </>
    )
  }
  const Form = kind === 'signup' ? ConfirmAddress : NewPassword
  return (
    <>
      <Form error={error} />
      <IslandScript name="passwords" />
    </>
  )
}
