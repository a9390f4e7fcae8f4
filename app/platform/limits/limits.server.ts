/*
 * The process counts attempts (server/limits). Here the site consumes the rate limit for each attempt. When it is
 * exceeded, the response has status 429, and Retry-After says when to try again.
 */
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { userContext } from '../session/session.server.ts'
import { tooMany } from './too-many.ts'

/** The limited actions. */
export type Limited =
  | 'sign-in'
  | 'sign-up'
  | 'new-password'
  | 'resend'
  | 'mail-link'
  | 'present-password'
  | 'second-factor'
  | 'new-email'
  | 'export'
  | 'comment'
  | 'report'
  | 'topic-request'
  | 'contact'
  | 'alert'
  | 'test-mail'
  | 'search'
  | 'upload'
  | 'file-in-pieces'
  | 'file-values'
  | 'share-picture'
  | 'views-and-clicks'
  | 'payment'
  | 'discount-code'
  | 'order-look-up'
  | 'download'
  | 'account-name'

/** The signed-in user and the submitted email. They are counted in addition to the visitor's address. */
export type Who = { person?: string | undefined; account?: string | undefined }

/** The result of an attempt. */
export type Turn = {
  /** Seconds until the next allowed attempt; 0 means proceed. */
  wait: number
  /** If true, respond as usual but do nothing: it was done often enough. */
  spared: boolean
  /** Records a success: limits that count only failures discard this attempt. */
  succeeded(): Promise<void>
  /** Refunds this attempt, because the failure was ours. */
  release(): Promise<void>
}

/** The visitor's address and the limiter. Set by the process. */
export type Visit = { address: string; consume(what: Limited, who: Who): Promise<Turn> }

type Context = Readonly<RouterContextProvider>

export const visitContext = createContext<Visit>()
const rateLimitContext = createContext<Turn | null>(null)

/**
 * Consumes the rate limit for the visitor.
 * @param account the submitted email, if any.
 * @param person the user whose sign-in is not complete; otherwise the signed-in one.
 * @returns `refusal`: a sentence when the limit is exceeded, else null. With a refusal, the page shows the submitted
 * text again and does nothing.
 */
export async function consumeRateLimit(
  context: Context,
  what: Limited,
  account?: string,
  person = context.get(userContext)?.userId,
): Promise<Turn & { rejection: string | null }> {
  const turn = await context.get(visitContext).consume(what, { person, account })
  context.set(rateLimitContext, turn)
  return { ...turn, rejection: turn.wait > 0 ? tooMany(what, turn.wait) : null }
}

/** Refunds the attempt of this request, if any, because the failure was ours. */
export async function refundRateLimit(context: Context): Promise<void> {
  await context.get(rateLimitContext)?.release()
}

/**
 * Consumes the rate limit where no form can show the refusal.
 * @throws the error page when the limit is exceeded.
 */
export async function consumeRateLimitOrPage(context: Context, what: Limited): Promise<void> {
  const { rejection } = await consumeRateLimit(context, what)
  if (rejection) {
    throw data(rejection, { status: 429, statusText: 'Too Many Requests' })
  }
}

/**
 * Consumes the rate limit for a search; an empty search is free.
 * @throws the error page when the limit is exceeded.
 */
export async function consumeSearchRateLimit(context: Context, words: string): Promise<void> {
  if (words) {
    await consumeRateLimitOrPage(context, 'search')
  }
}

/** Returns true if a rate limit rejected the request. */
export const isRateLimited = (context: Context): boolean => (context.get(rateLimitContext)?.wait ?? 0) > 0

/**
 * Sets status 429 and Retry-After on rate-limited responses, which are never cached. The redirect to the answer
 * leads to a page with that status. Root middleware.
 */
export const rateLimitMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(rateLimitContext)?.wait ?? 0
  if (wait === 0 || response.status === 303) {
    return response
  }
  const headers = new Headers(response.headers)
  headers.set('retry-after', String(wait))
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: 429, statusText: 'Too Many Requests', headers })
}
