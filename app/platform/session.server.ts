/*
 * The session lives in one HttpOnly cookie: access token and refresh token, nothing else. It is checked and renewed here, once a request,
 * so that no token ever reaches a page (docs/decisions/0004-session-on-the-server.md).
 */
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { backendContext, type Client, personClient, visitorClient } from './backend.server.ts'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>

/** A signed-in person, for the length of one request. */
export type Person = { userId: string; email: string; accessToken: string; client: Client }
type Tokens = { access_token: string; refresh_token: string }

/** Who is asking; null for a visitor. Set by the root middleware. */
export const personContext = createContext<Person | null>(null)

const THIRTY_DAYS = 30 * 24 * 60 * 60
const RENEW_BEFORE_SECONDS = 60
const KEEP_FLIGHT_MS = 10_000

/** The Set-Cookie line that signs somebody in on this browser. */
export function sessionCookie(context: Context, tokens: Tokens): string {
  return writeCookie(context, hostOnly(context, 'session'), `${tokens.access_token} ${tokens.refresh_token}`, THIRTY_DAYS)
}

/** The Set-Cookie line that signs this browser out. */
export function noSessionCookie(context: Context): string {
  return writeCookie(context, hostOnly(context, 'session'), '', 0)
}

/** Root middleware: finds out who is asking, renews what is about to run out, and keeps what a person sees out of shared caches. */
export const recogniseVisitor: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { person, setCookie } = await whoAsks(request, context)
  context.set(personContext, person)
  const response = await next()
  if (setCookie && !response.headers.getSetCookie().some((line) => line.startsWith(`${hostOnly(context, 'session')}=`))) {
    response.headers.append('set-cookie', setCookie)
  }
  if (person || setCookie) {
    response.headers.set('cache-control', 'private, no-store')
  }
  return response
}

async function whoAsks(request: Request, context: Context): Promise<{ person: Person | null; setCookie?: string }> {
  const cookie = readCookie(request, hostOnly(context, 'session'))
  if (!cookie) {
    return { person: null }
  }
  const [access, refresh] = cookie.split(' ')
  if (!access || !refresh) {
    return { person: null, setCookie: noSessionCookie(context) }
  }
  if (secondsLeft(access) > RENEW_BEFORE_SECONDS) {
    const person = await personOf(context, access)
    if (person) {
      return { person }
    }
  }
  const renewed = await renew(context, refresh)
  if (renewed.tokens) {
    return { person: await personOf(context, renewed.tokens.access_token), setCookie: sessionCookie(context, renewed.tokens) }
  }
  // A backend that is down must sign nobody out: only its plain refusal does.
  return renewed.refused ? { person: null, setCookie: noSessionCookie(context) } : { person: null }
}

async function personOf(context: Context, accessToken: string): Promise<Person | null> {
  const known = await context.get(backendContext).verify(accessToken)
  return known && { ...known, accessToken, client: personClient(context, accessToken) }
}

type Renewal = { tokens: Tokens | null; refused: boolean }
const flights = new Map<string, Promise<Renewal>>()

/** One renewal per refresh token: requests that come together, or within ten seconds, share its outcome. */
function renew(context: Context, refreshToken: string): Promise<Renewal> {
  const flying = flights.get(refreshToken)
  if (flying) {
    return flying
  }
  const flight = askForRenewal(context, refreshToken)
  flights.set(refreshToken, flight)
  void flight.finally(() => setTimeout(() => flights.delete(refreshToken), KEEP_FLIGHT_MS).unref())
  return flight
}

async function askForRenewal(context: Context, refreshToken: string): Promise<Renewal> {
  const { data, error } = await visitorClient(context).auth.refreshSession({ refresh_token: refreshToken })
  if (data.session) {
    return { tokens: data.session, refused: false }
  }
  const status = error?.status ?? 0
  return { tokens: null, refused: status >= 400 && status < 500 && status !== 429 }
}

function secondsLeft(accessToken: string): number {
  try {
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { exp?: number }
    return (claims.exp ?? 0) - Date.now() / 1000
  } catch {
    return 0
  }
}
