import { href, redirect } from 'react-router'
import { endSessions } from '../features/accounts/commands.server.ts'
import { forgetBuyer } from '../features/orders/buyer-cookie.server.ts'
import { hostOnly, writeCookie } from '../platform/session/cookies.server.ts'
import { signOutCookie, userContext, unknownSessionContext } from '../platform/session/session.server.ts'
import { toastCookie } from '../platform/session/toast.server.ts'
import type { Route } from './+types/sign-out'

/** Redirects home: only a form signs out. */
export function loader() {
  return redirect(href('/'))
}

export async function action({ context }: Route.ActionArgs) {
  const user = context.get(userContext)
  // If the session's state is unknown, the session stays open, and the page must not say that it ended.
  const hasEnded = user ? await endSessions(context, user.accessToken, 'global') : !context.get(unknownSessionContext)
  const headers = new Headers({ 'set-cookie': signOutCookie(context) })
  // The next person at a shared computer must find neither the confirmed password nor the buyer's orders.
  headers.append('set-cookie', writeCookie(context, hostOnly(context, 'confirmed'), '', 0))
  headers.append('set-cookie', forgetBuyer(context))
  if (!hasEnded) {
    const text = 'Your other phones and computers are still signed in. Sign in again in a minute, then sign out once more.'
    headers.append('set-cookie', toastCookie(context, { title: 'Signed out on this one only', text, kind: 'bad' }))
  }
  return redirect(href('/'), { status: 303, headers })
}
