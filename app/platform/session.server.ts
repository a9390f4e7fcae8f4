/*
 * The session lives in one HttpOnly cookie: access token and refresh token, nothing else. It is checked and renewed here, once a request,
 * so that no token ever reaches a page (docs/decisions/0004-session-on-the-server.md).
 */
import * as v from 'valibot'
import { createContext, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { backendContext, type Client, personClient } from './backend.server.ts'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>

/** A signed-in person, for the length of one request. */
export type Person = { userId: string; email: string; accessToken: string; client: Client }
const tokens = v.object({ access_token: v.string(), refresh_token: v.string() })
type Tokens = v.InferOutput<typeof tokens>

/** Who is asking; null for a visitor. Set by the root middleware. */
export const personContext = createContext<Person | null>(null)
/** Whether somebody came with a session that could not be looked at, since the backend did not answer: no visitor, but nobody known. */
export const unknownPersonContext = createContext(false)

const THIRTY_DAYS = 30 * 24 * 60 * 60
const RENEW_BEFORE_SECONDS = 60
const KEEP_FLIGHT_MS = 10_000

/** The Set-Cookie line that signs somebody in on this browser. */
export function sessionCookie(context: Context, { access_token, refresh_token }: Tokens): string {
  return writeCookie(context, hostOnly(context, 'session'), `${access_token} ${refresh_token}`, THIRTY_DAYS)
}

/** The Set-Cookie line that signs this browser out. */
export function noSessionCookie(context: Context): string {
  return writeCookie(context, hostOnly(context, 'session'), '', 0)
}

/** Sends somebody to sign in and come back, this browser's session forgotten: it was ended elsewhere. */
export function signInAgain({ pathname, search }: URL, context: Context): Response {
  return redirect(`/auth?next=${encodeURIComponent(pathname + search)}`, {
    status: 303,
    headers: { 'set-cookie': noSessionCookie(context) },
  })
}

/** Root middleware: recognises whoever asks for a page. */
export const recogniseVisitor: MiddlewareFunction<Response> = ({ request, context }, next) => recognised(request, context, next)

/**
 * Finds out who is asking, renews what is about to run out, has `answer` answer, and keeps what a person sees out of shared caches. The
 * process calls it too, for what it answers beside the pages.
 */
export async function recognised(request: Request, context: Context, answer: () => Promise<Response>): Promise<Response> {
  const { person, setCookie, unknown = false } = await whoAsks(request, context)
  context.set(personContext, person)
  context.set(unknownPersonContext, unknown)
  const response = await answer()
  if (setCookie && !response.headers.getSetCookie().some((line) => line.startsWith(`${hostOnly(context, 'session')}=`))) {
    response.headers.append('set-cookie', setCookie)
  }
  if (person || setCookie) {
    // A file of one's own may be kept by one's own browser, if it says so.
    if (!response.headers.get('cache-control')?.startsWith('private')) {
      response.headers.set('cache-control', 'private, no-store')
    }
  }
  return response
}

type Asking = { person: Person | null; setCookie?: string; unknown?: true }

async function whoAsks(request: Request, context: Context): Promise<Asking> {
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
  return renewed.refused ? { person: null, setCookie: noSessionCookie(context) } : { person: null, unknown: true }
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
  // What failed because the backend was away is tried again by the next request.
  void flight.then(({ tokens: renewed, refused }) =>
    setTimeout(() => flights.delete(refreshToken), renewed || refused ? KEEP_FLIGHT_MS : 0).unref(),
  )
  return flight
}

/** Not through supabase-js: it goes on trying for half a minute when the backend is away, and the page would wait for it. */
async function askForRenewal(context: Context, refreshToken: string): Promise<Renewal> {
  const backend = context.get(backendContext)
  try {
    const answer = await backend.fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    })
    if (answer.ok) {
      return { tokens: v.parse(tokens, await answer.json()), refused: false }
    }
    await answer.body?.cancel()
    return { tokens: null, refused: answer.status < 500 && answer.status !== 429 }
  } catch {
    return { tokens: null, refused: false }
  }
}

function secondsLeft(accessToken: string): number {
  try {
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()) as { exp?: number }
    return (claims.exp ?? 0) - Date.now() / 1000
  } catch {
    return 0
  }
}
