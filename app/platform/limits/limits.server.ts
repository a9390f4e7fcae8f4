/*
 * The process counts tries (server/limits); here the site takes a turn for each try, and says so when there is none left. Then the answer's
 * status is 429, and Retry-After says when to try again.
 */
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { userContext } from '../session/session.server.ts'
import { tooMany } from './too-many.ts'

/** What is limited. */
export type Limited =
  | 'sign-in'
  | 'sign-up'
  | 'new-password'
  | 'resend'
  | 'mail-link'
  | 'present-password'
  | 'new-email'
  | 'export'
  | 'comment'
  | 'report'
  | 'topic-request'
  | 'test-mail'
  | 'search'
  | 'upload'
  | 'file-in-pieces'
  | 'share-picture'
  | 'views-and-clicks'
  | 'payment'
  | 'order-look-up'
  | 'download'
  | 'account-name'

/** Counted besides the visitor's address: the signed-in person and the typed email. */
export type Who = { person?: string | undefined; account?: string | undefined }

/** The result of a try. */
export type Turn = {
  /** Seconds until the next allowed try; 0 means go on. */
  wait: number
  /** True: give the usual answer, but do nothing. It was done often enough. */
  spared: boolean
  /** The try succeeded: limits that count only failures forget it. */
  succeeded(): Promise<void>
  /** Forgets this try, because it failed through our fault. */
  giveBack(): Promise<void>
}

/** The visitor's address and the limiter. Set by the process. */
export type Visit = { address: string; take(what: Limited, who: Who): Promise<Turn> }

type Context = Readonly<RouterContextProvider>

export const visitContext = createContext<Visit>()
const rateLimitContext = createContext<Turn | null>(null)

/**
 * Takes a turn for the visitor.
 * @param account the typed email, if any.
 * @returns `refusal`: a sentence when there is no turn left, else null. With a refusal, the page keeps the typed text and does nothing.
 */
export async function consumeRateLimit(
  context: Context,
  what: Limited,
  account?: string,
): Promise<Turn & { refusal: string | null }> {
  const turn = await context.get(visitContext).take(what, { person: context.get(userContext)?.userId, account })
  context.set(rateLimitContext, turn)
  return { ...turn, refusal: turn.wait > 0 ? tooMany(what, turn.wait) : null }
}

/** Gives back the turn of this request, if any, because we failed. */
export async function refundRateLimit(context: Context): Promise<void> {
  await context.get(rateLimitContext)?.giveBack()
}

/**
 * Takes a turn where no form can show the refusal.
 * @throws the page that says so, when it was too often.
 */
export async function consumeRateLimitOrPage(context: Context, what: Limited): Promise<void> {
  const { refusal: rejection } = await consumeRateLimit(context, what)
  if (rejection) {
    throw data(rejection, { status: 429, statusText: 'Too Many Requests' })
  }
}

/**
 * Takes a turn for a search; an empty search needs none.
 * @throws the page that says so, when it was too often.
 */
export async function consumeSearchRateLimit(context: Context, words: string): Promise<void> {
  if (words) {
    await consumeRateLimitOrPage(context, 'search')
  }
}

/** Root middleware: answers of requests without a turn get the status 429 and Retry-After, and are never cached. */
export const answerRefusals: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(rateLimitContext)?.wait ?? 0
  if (wait === 0) {
    return response
  }
  const headers = new Headers(response.headers)
  headers.set('retry-after', String(wait))
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: 429, statusText: 'Too Many Requests', headers })
}
