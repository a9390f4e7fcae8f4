import { href, redirect, type RouterContextProvider } from 'react-router'
import { backendContext, userClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Rejected } from '#app/platform/forms/confirmed.ts'
import type { Enums } from '#app/services/database.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { AccountSession, SecondFactors } from '#app/services/second-factors.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { unavailable } from '#app/platform/pages/unavailable.server.ts'
import { hostOnly, readCookie, writeCookie } from '#app/platform/session/cookies.server.ts'
import { type CurrentUser, sessionCookie, signOutCookie, userContext } from '#app/platform/session/session.server.ts'
import { deleteSavedValues } from '#app/platform/session/saved-values.server.ts'
import { toastCookie, type ToastMessage } from '#app/platform/session/toast.server.ts'
import { signedInUserType } from './commands.server.ts'
import { secondFactorPath } from '#app/platform/session/second-factor-path.ts'

type Context = Readonly<RouterContextProvider>
type Tokens = { access_token: string; refresh_token: string }

const TEN_MINUTES = 600

/** Returns the state of the second factor in the user's session. Throws if the backend failed. */
export async function secondFactorState({ client }: Pick<CurrentUser, 'client'>): Promise<Enums['second_factor_state']> {
  const { data } = await client.rpc('second_factor_state').throwOnError()
  return data
}

/** Returns the second factors of the backend. Throws the error page if they are not available. */
export function requireSecondFactors(context: Context): SecondFactors {
  const { secondFactors } = context.get(siteContext)
  if (!secondFactors) {
    throw unavailable('Two-factor sign-in needs a key that this site does not have. Write to us.')
  }
  return secondFactors
}

/**
 * Signs a user in with the tokens of a new session. If the account has a second factor, the tokens wait in another
 * cookie, which signs nobody in, and the user is asked for it first.
 * @param next the page to go to; null for the account's own first page.
 * @param toast is shown there; `pendingToast` before the second factor.
 */
export async function finishSignIn(
  context: Context,
  tokens: Tokens,
  {
    next,
    toast,
    pendingToast,
    cookies = [],
  }: { next: string | null; toast: ToastMessage; pendingToast?: ToastMessage; cookies?: readonly string[] },
): Promise<Response> {
  // While the state is unknown, the session begins: the database refuses it if the second factor is needed.
  const state = await secondFactorState({ client: userClient(context, tokens.access_token) }).catch(
    orLog('Could not read whether a second factor is needed', null),
  )
  if (state === 'needed') {
    const pending = writeCookie(
      context,
      hostOnly(context, 'pending'),
      `${tokens.access_token} ${tokens.refresh_token}`,
      TEN_MINUTES,
    )
    return seeOther(secondFactorPath(next), [
      pending,
      // Another account may be signed in here.
      signOutCookie(context),
      ...(pendingToast ? [toastCookie(context, pendingToast)] : []),
      ...cookies,
    ])
  }
  return seeOther(next ?? (await findHomePath(context, tokens.access_token)), [
    sessionCookie(context, tokens),
    toastCookie(context, toast),
    deleteSavedValues(context, 'signed-up'),
    ...cookies,
  ])
}

/** The user of the second-factor page. `pending`: tokens of a sign-in that is not complete; null to confirm again. */
export type Verifying = AccountSession & { pending: Tokens | null }

/** Returns who is verifying the second factor, or null if nobody has signed in with a password. */
export async function whoIsVerifying(request: Request, context: Context): Promise<Verifying | null> {
  const user = context.get(userContext)
  if (user) {
    return { userId: user.userId, sessionId: user.sessionId, pending: null }
  }
  const [access_token, refresh_token] = (readCookie(request, hostOnly(context, 'pending')) ?? '').split(' ')
  if (!access_token || !refresh_token) {
    return null
  }
  // Until the factor is verified, the session counts as ended. The holder of the token is known anyway.
  const holder = await context.get(backendContext).verify(access_token)
  return holder && { userId: holder.userId, sessionId: holder.sessionId, pending: { access_token, refresh_token } }
}

/** Returns the Set-Cookie line that discards a sign-in that was not completed. */
export function expiredPendingCookie(context: Context): string {
  return writeCookie(context, hostOnly(context, 'pending'), '', 0)
}

/** Completes a sign-in whose second factor is verified, or returns to the page that asked for it again. */
export async function completeSignIn(context: Context, { pending }: Verifying, next: string | null): Promise<Response> {
  if (!pending) {
    return seeOther(next ?? href('/dashboard/security/two-factor'), [])
  }
  return seeOther(next ?? (await findHomePath(context, pending.access_token)), [
    sessionCookie(context, pending),
    expiredPendingCookie(context),
    toastCookie(context, { title: 'Welcome back! 🎉', text: 'You have successfully logged in.', kind: 'good' }),
  ])
}

const rejections = {
  wrong: 'This code is not right. It changes every 30 seconds: type the one that the app shows now.',
  used: 'This code was used already. Wait for the next one in your app.',
  'no recovery code': 'This recovery code is not right, or it was used already.',
} as const

/**
 * Verifies a session with a code of an app or a recovery code. Wrong codes count against a limit.
 * @returns the error for the code's field with its status, or null if the code is right.
 * @throws if the backend failed.
 */
export async function verifySecondFactorCode(
  context: Context,
  who: AccountSession,
  code: FormDataEntryValue | null,
): Promise<Rejected | null> {
  if (typeof code !== 'string' || code.trim() === '') {
    return { rejection: 'Type the code', status: 400 }
  }
  const turn = await consumeRateLimit(context, 'second-factor', undefined, who.userId)
  if (turn.rejection) {
    return { rejection: turn.rejection, status: 429 }
  }
  try {
    const outcome = await requireSecondFactors(context).verifyCode(who, code)
    if (outcome !== 'ok') {
      return { rejection: rejections[outcome], status: 400 }
    }
  } catch (error) {
    await turn.release()
    throw error
  }
  await turn.succeeded()
  return null
}

/** Returns the first page after signing in: the console for admins. */
async function findHomePath(context: Context, accessToken: string): Promise<string> {
  const userType = await signedInUserType(context, accessToken).catch(orLog('Could not read who signed in', null))
  return userType === 'Admin' ? href('/admin') : href('/dashboard')
}

function seeOther(to: string, cookies: readonly string[]): Response {
  return redirect(to, { status: 303, headers: cookies.map((line): [string, string] => ['set-cookie', line]) })
}
