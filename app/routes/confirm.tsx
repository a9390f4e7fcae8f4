import { errorMessage, log } from '#app/platform/process/log.server.ts'
import { data, redirect } from 'react-router'
import { choosePassword, confirmAddress, confirmMove, openRecovery } from '../features/accounts/commands.server.ts'
import { ConfirmAddress, ConfirmMove, PartlyConfirmed, NewPassword, Spent } from '../features/accounts/confirm-forms.tsx'
import { finishSignIn } from '../features/accounts/second-factor.server.ts'
import { newPassword } from '../features/accounts/schema.ts'
import { expiredLinkCookie, openedLinkCookie, type Opened, readOpenedLink } from '../features/accounts/email-link.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { referenceContext } from '../platform/process/backend.server.ts'
import { checkForm, readForm } from '../platform/forms/form.server.ts'
import type { Handle } from '../platform/pages/handle.ts'
import { refundRateLimit, consumeRateLimitOrPage } from '../platform/limits/limits.server.ts'
import { pageMeta } from '../platform/pages/page-meta.ts'
import { userContext } from '../platform/session/session.server.ts'
import { toastCookie, type ToastMessage } from '../platform/session/toast.server.ts'
import { ErrorSummary } from '../ui/field.tsx'
import type { Route } from './+types/confirm'

export const handle: Handle = { islands: ['passwords'] }

const kinds = ['signup', 'recovery', 'email_change'] as const

/** Shows the form without using up the link, because mail scanners and previews open links. Only the button uses it. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return {
    kind: kinds.find((kind) => kind === searchParams.get('type')) ?? null,
    tokenHash: searchParams.get('token_hash'),
    half: searchParams.has('half'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  await consumeRateLimitOrPage(context, 'mail-link')
  const { searchParams } = new URL(request.url)
  const tokenHash = searchParams.get('token_hash') ?? ''
  if (form.has('password')) {
    return choosingPassword()
  }
  return searchParams.get('type') === 'email_change' ? orFormAgain(confirmNewEmail) : orFormAgain(confirmLink)

  async function confirmLink() {
    const confirmed = await confirmAddress(context, tokenHash)
    return confirmed
      ? finishSignIn(context, confirmed.tokens, {
          next: confirmed.next ?? '/',
          toast: { title: 'Your address is confirmed', text: 'You are signed in.', kind: 'good' },
        })
      : spent()
  }

  async function choosingPassword() {
    const { values, errors } = checkForm(newPassword, Object.fromEntries(form))
    if (errors) {
      return data({ spent: false, error: errors.password ?? null }, { status: 400 })
    }
    const before = readOpenedLink(request, context, tokenHash)
    return orFormAgain(async () => {
      const tokens = before?.tokens ?? (await openRecovery(context, tokenHash))
      return tokens ? savePassword(values.password, { tokens, unsure: before?.unsure ?? false }) : spent()
    })
  }

  /**
   * Sets the password in the session that the link opened. The link is used up: after a failure from here on, the next
   * attempt uses the same session.
   */
  async function savePassword(password: string, opened: Opened) {
    const keep = (unsure: boolean) => ({ 'set-cookie': openedLinkCookie(context, tokenHash, { ...opened, unsure }) })
    let chosen: Awaited<ReturnType<typeof choosePassword>>
    try {
      chosen = await choosePassword(context, opened.tokens, password, opened)
    } catch (error) {
      return again(error, keep(true))
    }
    if (!chosen) {
      return spent(expiredLinkCookie(context))
    }
    if ('rejection' in chosen) {
      const { message, errors: reasons } = chosen.rejection
      return data({ spent: false, error: reasons.password ?? message }, { status: 400, headers: keep(opened.unsure) })
    }
    const title = 'Your password is changed'
    return finishSignIn(context, chosen.tokens, {
      next: '/dashboard',
      toast: { title, text: 'You are signed in here, and signed out everywhere else.', kind: 'good' },
      pendingToast: { title, text: 'You are signed out everywhere else.', kind: 'good' },
      cookies: [expiredLinkCookie(context)],
    })
  }

  /** Confirms a new address without signing in, because the link may belong to another user's account. */
  async function confirmNewEmail() {
    const confirmed = await confirmMove(context, tokenHash)
    if (!confirmed) {
      return spent()
    }
    if (!confirmed.moved) {
      return redirect('/auth/confirm?type=email_change&half', 303)
    }
    const toast = { title: 'Your email is changed', kind: 'good' } as const
    return context.get(userContext)?.userId === confirmed.userId
      ? finishSignIn(context, confirmed.tokens, {
          next: '/dashboard/security',
          toast: { ...toast, text: 'Sign in with the new address from now on.' },
          pendingToast: { ...toast, text: 'Sign in with the new address from now on.' },
        })
      : leave('/auth', { ...toast, text: 'Sign in with the new address.' })
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
    return data({ spent: false, error: 'It could not be done. Send it again in a minute.' }, { status: 503, headers })
  }

  function spent(...cookies: string[]) {
    const headers = new Headers(cookies.map((line) => ['set-cookie', line]))
    return data({ spent: true, error: null }, { status: 400, headers })
  }

  function leave(to: string, toast: ToastMessage) {
    return redirect(to, { status: 303, headers: { 'set-cookie': toastCookie(context, toast) } })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm', description: 'Confirm your email address or choose a new password.', index: false })

export default function Confirm({ loaderData: { kind, tokenHash, half }, actionData }: Route.ComponentProps) {
  if (half) {
    return <PartlyConfirmed />
  }
  if (!kind || !tokenHash || actionData?.spent) {
    return <Spent kind={kind} />
  }
  if (kind === 'recovery') {
    return (
      <>
        <NewPassword error={actionData?.error ?? undefined} />
        <IslandScript name="passwords" />
      </>
    )
  }
  const Form = kind === 'signup' ? ConfirmAddress : ConfirmMove
  return (
    <>
      <ErrorSummary error={actionData?.error ? { title: 'Error', text: actionData.error } : null} />
      <Form />
    </>
  )
}
