/*
 * The session is in one HttpOnly cookie: access token and refresh token, nothing else. It is checked and renewed here,
 * once per request, so that no token ever reaches a page (docs/decisions/0004-server-side-sessions.md).
 */
import { errorMessage, log } from '#app/platform/log/log.server.ts'
import * as v from 'valibot'
import { createContext, data, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { backendContext, type Client, userClient } from '#app/services/backend.server.ts'
import { referenceContext } from '#app/services/response.server.ts'
import { runWithReference } from '#app/platform/log/failures.server.ts'
import { getCacheControl } from './cache-control.server.ts'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'
import { signInPath } from './return-path.ts'
import { hasSavedValuesContext } from './saved-values.server.ts'
import { RETRY_AFTER_SECONDS } from '../pages/unavailable.server.ts'

type Context = Readonly<RouterContextProvider>

/** The signed-in user of a request. */
export type CurrentUser = { userId: string; sessionId: string; email: string; accessToken: string; client: Client }
const tokens = v.object({ access_token: v.string(), refresh_token: v.string() })
type Tokens = v.InferOutput<typeof tokens>

/** The signed-in user, or null for a visitor. Set by the root middleware. */
export const userContext = createContext<CurrentUser | null>(null)
/**
 * True if the state of the session is unknown because the backend did not respond. `userContext` still has the user if
 * the token is known to be valid.
 */
export const unknownSessionContext = createContext(false)

/**
 * Returns the signed-in user, for pages below routes/signed-in.tsx, whose guard requires one.
 * @throws a 401 if there is no user, which the guard should have prevented.
 */
export function requireUser(context: Context): CurrentUser {
  const user = context.get(userContext)
  if (!user) {
    throw data('User not authenticated', { status: 401 })
  }
  return user
}

const THIRTY_DAYS = 30 * 24 * 60 * 60
const RENEW_BEFORE_SECONDS = 60
const FLIGHT_TTL_MS = 10_000

/** Returns the Set-Cookie header that signs a user in on this browser. */
export function sessionCookie(context: Context, { access_token, refresh_token }: Tokens): string {
  return writeCookie(context, hostOnly(context, 'session'), `${access_token} ${refresh_token}`, THIRTY_DAYS)
}

/** Returns the Set-Cookie header that signs this browser out. */
export function signOutCookie(context: Context): string {
  return writeCookie(context, hostOnly(context, 'session'), '', 0)
}

/** Redirects to the sign-in page and back, and removes this browser's session, because it was ended elsewhere. */
export function signInAgain({ pathname, search }: URL, context: Context): Response {
  return redirect(signInPath(pathname + search), {
    status: 303,
    headers: { 'set-cookie': signOutCookie(context) },
  })
}

/** Finds the signed-in user of a request. Root middleware. */
export const recogniseVisitor: MiddlewareFunction<Response> = ({ request, context }, next) => withSession(request, context, next)

/**
 * Finds the signed-in user, renews tokens that are about to expire, runs `answer`, and sets Cache-Control. The process
 * also calls it for its own addresses.
 */
export function withSession(request: Request, context: Context, handle: () => Promise<Response>): Promise<Response> {
  return runWithReference(context.get(referenceContext), () => recognise(request, context, handle))
}

async function recognise(request: Request, context: Context, handle: () => Promise<Response>): Promise<Response> {
  const { person: user, setCookie, unknown = false } = await whoAsks(request, context)
  context.set(userContext, user)
  context.set(unknownSessionContext, unknown)
  const response = await handle()
  if (setCookie && !response.headers.getSetCookie().some((line) => line.startsWith(`${hostOnly(context, 'session')}=`))) {
    response.headers.append('set-cookie', setCookie)
  }
  if (unknown && response.status === 503) {
    // A thrown response would lose these headers.
    response.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  }
  const personal = user !== null || setCookie !== undefined || unknown || context.get(hasSavedValuesContext)
  response.headers.set('cache-control', getCacheControl(request, response, personal))
  return response
}

type Asking = { person: CurrentUser | null; setCookie?: string; unknown?: true }

async function whoAsks(request: Request, context: Context): Promise<Asking> {
  const cookie = readCookie(request, hostOnly(context, 'session'))
  if (!cookie) {
    return { person: null }
  }
  const [access, refresh] = cookie.split(' ')
  if (!access || !refresh) {
    return { person: null, setCookie: signOutCookie(context) }
  }
  const asking = secondsLeft(access) > RENEW_BEFORE_SECONDS ? await verifyToken(context, access) : null
  if (asking) {
    return asking
  }
  const renewed = await renew(context, refresh)
  // A backend that is down must not sign anyone out. Only its rejection does.
  if (renewed === 'refused') {
    return { person: null, setCookie: signOutCookie(context) }
  }
  if ('failure' in renewed) {
    return unknownSession(context, renewed.failure)
  }
  // The old refresh token is used up, so the new cookie is sent in any case.
  const setCookie = sessionCookie(context, renewed.tokens)
  const again = await verifyToken(context, renewed.tokens.access_token)
  return { setCookie, ...(again ?? unknownSession(context, new Error('The backend rejects the token that it has just issued'))) }
}

/** Verifies an access token; null if it is invalid and must be renewed. */
async function verifyToken(context: Context, accessToken: string): Promise<Asking | null> {
  try {
    const holder = await context.get(backendContext).verify(accessToken)
    if (!holder) {
      return null
    }
    const { userId, sessionId, email } = holder
    const user = { userId, sessionId, email, accessToken, client: userClient(context, accessToken) }
    if (holder.session === 'unknown') {
      return { ...unknownSession(context, holder.cause), person: user }
    }
    return holder.session === 'open' ? { person: user } : { person: null, setCookie: signOutCookie(context) }
  } catch (error) {
    return unknownSession(context, error)
  }
}

/** Logs why the state of a session is unknown. */
function unknownSession(context: Context, cause: unknown): { person: null; unknown: true } {
  log.error(
    { event: 'session.check_failed', reference: context.get(referenceContext), error: errorMessage(cause) },
    'Could not check a session',
  )
  return { person: null, unknown: true }
}

/** New tokens, a rejection, or the reason why there was no response. */
type Renewal = { tokens: Tokens } | 'refused' | { failure: unknown }
const flights = new Map<string, Promise<Renewal>>()

/** Renews tokens once per refresh token. Requests within ten seconds share the result. */
function renew(context: Context, refreshToken: string): Promise<Renewal> {
  const flying = flights.get(refreshToken)
  if (flying) {
    return flying
  }
  const flight = requestRenewal(context, refreshToken)
  flights.set(refreshToken, flight)
  // After a failure because the backend was unavailable, the next request tries again.
  const hasResponse = (renewal: Renewal) => renewal === 'refused' || 'tokens' in renewal
  void flight.then((renewal) => setTimeout(() => flights.delete(refreshToken), hasResponse(renewal) ? FLIGHT_TTL_MS : 0).unref())
  return flight
}

/**
 * Requests new tokens directly, because supabase-js retries for half a minute when the backend is unavailable, while
 * the page waits.
 */
async function requestRenewal(context: Context, refreshToken: string): Promise<Renewal> {
  const backend = context.get(backendContext)
  try {
    const handle = await backend.fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    })
    if (handle.ok) {
      return { tokens: v.parse(tokens, await handle.json()) }
    }
    await handle.body?.cancel()
    return handle.status < 500 && handle.status !== 429
      ? 'refused'
      : { failure: new Error(`The renewal got status ${handle.status}`) }
  } catch (error) {
    return { failure: error }
  }
}

function secondsLeft(accessToken: string): number {
  const text = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.object({ exp: v.number() })), text)
  return read.success ? read.output.exp - Date.now() / 1000 : 0
}
