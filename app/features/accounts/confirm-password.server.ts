import type { SupabaseClient } from '@supabase/supabase-js'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { backendContext, userClient } from '#app/services/backend.server.ts'
import type { Database, Enums } from '#app/services/database.ts'
import type { Confirmed } from '#app/platform/forms/confirmed.ts'
import { consumeRateLimit } from '#app/platform/limits/limits.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { hostOnly, readCookie, writeCookie } from '#app/platform/session/cookies.server.ts'
import { type CurrentUser, requireUser, userContext } from '#app/platform/session/session.server.ts'
import { endSessions, signInWith } from './commands.server.ts'
import { secondFactorState, verifySecondFactorCode } from './second-factor.server.ts'

type Context = Readonly<RouterContextProvider>
type Client = SupabaseClient<Database>

/** The time for which the database accepts a session as recent (`private.require_recent_sign_in`). */
const CONFIRMED_SECONDS = 10 * 60

/** The session that a confirmed password opened: its token, and its end in milliseconds. */
type Confirmation = { token: string; until: number }
const confirmationContext = createContext<Confirmation | null>(null)
const secondFactorContext = createContext<Enums['second_factor_state']>('none')

type ReadState = (context: Context, user: CurrentUser) => ReturnType<typeof secondFactorState>

const remember =
  (readState: ReadState): MiddlewareFunction<Response> =>
  async ({ request, context }, next) => {
    const user = context.get(userContext)
    if (user) {
      context.set(secondFactorContext, await readState(context, user))
    }
    const [until = '', token = ''] = readCookie(request, hostOnly(context, 'confirmed'))?.split(' ') ?? []
    const before = token === '' ? null : { token, until: Number(until) }
    context.set(confirmationContext, before)
    const response = await next()
    const after = context.get(confirmationContext)
    if (after !== before) {
      const value = after ? `${after.until} ${after.token}` : ''
      response.headers.append(
        'set-cookie',
        writeCookie(context, hostOnly(context, 'confirmed'), value, after ? CONFIRMED_SECONDS : 0),
      )
    }
    return response
  }

/**
 * Remembers a confirmed password for ten minutes: its session's token is in an HttpOnly cookie, and the database checks
 * when the session began. An admin with a second factor confirms with that instead, in their own session. Middleware of
 * the admin console.
 */
export const rememberConfirmation = remember((context, user) => orUnavailable(context, secondFactorState(user)))

/** The same for a form whose action reports that the backend is unavailable, and shows its text again. */
export const rememberFormConfirmation = remember((_context, user) =>
  secondFactorState(user).catch(orLog('Could not read the second factor', 'none' as const)),
)

/** The proof that the console asks for before an action that moves money or changes a role. */
export type ConfirmWith = 'nothing' | 'password' | 'second-factor'

/** Returns how the admin confirms now. */
export function confirmWith(context: Context): ConfirmWith {
  const state = context.get(secondFactorContext)
  if (state !== 'none') {
    return state === 'recent' ? 'nothing' : 'second-factor'
  }
  return (context.get(confirmationContext)?.until ?? 0) > Date.now() ? 'nothing' : 'password'
}

/**
 * Runs `act` after the user confirms their password, once for ten minutes. The database requires a session that started
 * recently (`private.require_recent_sign_in`), so a new one is opened for `act`. A user with a second factor confirms
 * with a code instead, and `act` runs in their own session. Attempts count against limits (docs/decisions/0017).
 * @param password the password, or the code of the second factor.
 * @returns the result of `act`, or the error for the password's field with its status.
 * @throws if the backend or `act` failed.
 */
export async function withPasswordAgain<Result>(
  context: Context,
  email: string,
  password: FormDataEntryValue | null,
  act: (client: Client) => Promise<Result>,
): Promise<Confirmed<Result>> {
  if (context.get(secondFactorContext) !== 'none') {
    return withSecondFactor(context, password, act)
  }
  if (typeof password !== 'string' || password === '') {
    return (await withConfirmation(context, email, act)) ?? { rejection: 'Type your own password', status: 400 }
  }
  const turn = await consumeRateLimit(context, 'present-password')
  if (turn.rejection) {
    return { rejection: turn.rejection, status: 429 }
  }
  try {
    const signedIn = await signInWith(context, email, password)
    if ('rejection' in signedIn) {
      const { errors, message } = signedIn.rejection
      const reason = errors.password ? 'This is not your password. Check for a capital letter or an extra space.' : message
      return { rejection: reason, status: 400 }
    }
    await turn.succeeded()
    const { access_token: token } = signedIn.tokens
    context.set(confirmationContext, { token, until: Date.now() + CONFIRMED_SECONDS * 1000 })
    setTimeout(() => void endSessions(context, token, 'local'), CONFIRMED_SECONDS * 1000).unref()
    return { done: await act(userClient(context, token)) }
  } catch (error) {
    await turn.release()
    throw error
  }
}

/** Runs `act` in the user's own session, after a code of the second factor unless it was verified recently. */
async function withSecondFactor<Result>(
  context: Context,
  code: FormDataEntryValue | null,
  act: (client: Client) => Promise<Result>,
): Promise<Confirmed<Result>> {
  const user = requireUser(context)
  if (context.get(secondFactorContext) !== 'recent' || (typeof code === 'string' && code !== '')) {
    const rejected = await verifySecondFactorCode(context, user, code)
    if (rejected) {
      return rejected
    }
    context.set(secondFactorContext, 'recent')
  }
  return (
    (await unlessTooOld(() => act(user.client))) ?? { rejection: 'Confirm again: it was more than ten minutes ago', status: 400 }
  )
}

/** Runs `act` in the session of an earlier confirmation. Returns null if this user has no confirmation that still counts. */
async function withConfirmation<Result>(
  context: Context,
  email: string,
  act: (client: Client) => Promise<Result>,
): Promise<{ done: Result } | null> {
  const confirmation = context.get(confirmationContext)
  const holder =
    confirmation && confirmation.until > Date.now() ? await context.get(backendContext).verify(confirmation.token) : null
  if (!confirmation || holder?.session !== 'open' || holder.email !== email) {
    return null
  }
  return unlessTooOld(() => act(userClient(context, confirmation.token)))
}

/** Returns the result of `act`, or null if the database found the confirmation too old. */
async function unlessTooOld<Result>(act: () => Promise<Result>): Promise<{ done: Result } | null> {
  try {
    return { done: await act() }
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'hint' in error && error.hint === 'sign_in_again') {
      return null
    }
    throw error
  }
}
