import { data, redirect } from 'react-router'
import { choosePassword, confirmAddress, confirmMove, openRecovery } from '../features/accounts/commands.server.ts'
import { ConfirmAddress, ConfirmMove, HalfMoved, NewPassword, Spent } from '../features/accounts/confirm-forms.tsx'
import { newPassword } from '../features/accounts/schema.ts'
import { forgetOpened, keepOpened, openedBy } from '../features/accounts/opened-link.server.ts'
import { IslandScript } from '../features/shell/island-script.tsx'
import { checkForm, readForm } from '../platform/forms.server.ts'
import type { Handle } from '../platform/handle.ts'
import { takeTurnOrPage } from '../platform/limits.server.ts'
import { pageMeta } from '../platform/page-meta.ts'
import { personContext, sessionCookie } from '../platform/session.server.ts'
import { toastCookie, type ToastMessage } from '../platform/toast.server.ts'
import type { Route } from './+types/confirm'

export const handle: Handle = { islands: ['passwords'] }

const kinds = ['signup', 'recovery', 'email_change'] as const

/** Scanners and previews of mail open links: looking uses nothing up, only the button does. */
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
  await takeTurnOrPage(context, 'mail-link')
  const { searchParams } = new URL(request.url)
  const tokenHash = searchParams.get('token_hash') ?? ''
  if (form.has('password')) {
    return choosingPassword()
  }
  return searchParams.get('type') === 'email_change' ? moving() : confirming()

  async function confirming() {
    const tokens = await confirmAddress(context, tokenHash)
    return tokens
      ? leave(
          '/',
          { title: 'Your address is confirmed', text: 'You are signed in.', kind: 'good' },
          sessionCookie(context, tokens),
        )
      : spent()
  }

  async function choosingPassword() {
    const { values, errors } = checkForm(newPassword, Object.fromEntries(form))
    if (errors) {
      return data({ spent: false, error: errors.password ?? null }, { status: 400 })
    }
    const opened = openedBy(request, context, tokenHash) ?? (await openRecovery(context, tokenHash))
    if (!opened) {
      return spent()
    }
    const chosen = await choosePassword(context, opened, values.password)
    if ('refusal' in chosen) {
      const { message, errors: reasons } = chosen.refusal
      return data(
        { spent: false, error: reasons.password ?? message },
        { status: 400, headers: { 'set-cookie': keepOpened(context, tokenHash, opened) } },
      )
    }
    return leave(
      '/dashboard',
      { title: 'Your password is changed', text: 'You are signed in here, and signed out everywhere else.', kind: 'good' },
      sessionCookie(context, chosen.tokens),
      forgetOpened(context),
    )
  }

  /** Nobody is signed in by it who was not: the link may be one to somebody else's account. */
  async function moving() {
    const confirmed = await confirmMove(context, tokenHash)
    if (!confirmed) {
      return spent()
    }
    if (!confirmed.moved) {
      return redirect('/auth/confirm?type=email_change&half', 303)
    }
    const toast = { title: 'Your email is changed', kind: 'good' } as const
    return context.get(personContext)?.userId === confirmed.userId
      ? leave(
          '/dashboard/security',
          { ...toast, text: 'Sign in with the new address from now on.' },
          sessionCookie(context, confirmed.tokens),
        )
      : leave('/auth', { ...toast, text: 'Sign in with the new address.' })
  }

  function spent() {
    return data({ spent: true, error: null }, { status: 400 })
  }

  function leave(to: string, toast: ToastMessage, ...cookies: string[]) {
    const headers = new Headers()
    for (const line of [toastCookie(context, toast), ...cookies]) {
      headers.append('set-cookie', line)
    }
    return redirect(to, { status: 303, headers })
  }
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Confirm', description: 'Confirm your email address or choose a new password.', index: false })

export default function Confirm({ loaderData: { kind, tokenHash, half }, actionData }: Route.ComponentProps) {
  if (half) {
    return <HalfMoved />
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
  return kind === 'signup' ? <ConfirmAddress /> : <ConfirmMove />
}
