/*
 * How often one may do a thing is counted by the process (server/limits); here the site asks for a turn, and says so when there is none.
 * Whatever a page answers then, the status is 429 and Retry-After says when to come again.
 */
import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { personContext } from '../session/session.server.ts'
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
  | 'search'
  | 'upload'
  | 'file-in-pieces'
  | 'share-picture'

/** Beside the visitor's address: who is signed in, and which email was typed. */
export type Who = { person?: string | undefined; account?: string | undefined }

/** What came of a try. */
export type Turn = {
  /** Seconds until another try is worth it; 0: go on. */
  wait: number
  /** Answer as always, but do not do again what was asked for: it was done often enough. */
  spared: boolean
  /** What counts failures only forgets this try. */
  succeeded(): Promise<void>
  /** This try is forgotten: that it came to nothing was our fault. */
  giveBack(): Promise<void>
}

/** Who visits: where from, and the limiter that knows them. Set by the process. */
export type Visit = { address: string; take(what: Limited, who: Who): Promise<Turn> }

type Context = Readonly<RouterContextProvider>

export const visitContext = createContext<Visit>()
const turnContext = createContext<Turn | null>(null)

/**
 * Takes a turn for whoever asks.
 * @param account the email that was typed, where one was.
 * @returns `refusal`: the sentence when it was too often, else null. The page then keeps what was typed and does nothing.
 */
export async function takeTurn(context: Context, what: Limited, account?: string): Promise<Turn & { refusal: string | null }> {
  const turn = await context.get(visitContext).take(what, { person: context.get(personContext)?.userId, account })
  context.set(turnContext, turn)
  return { ...turn, refusal: turn.wait > 0 ? tooMany(what, turn.wait) : null }
}

/** Forgets the turn that was taken in this request, if any: for when we failed. */
export async function giveTurnBack(context: Context): Promise<void> {
  await context.get(turnContext)?.giveBack()
}

/**
 * Takes a turn where there is no form to say it at.
 * @throws the page that says so, when it was too often.
 */
export async function takeTurnOrPage(context: Context, what: Limited): Promise<void> {
  const { refusal } = await takeTurn(context, what)
  if (refusal) {
    throw data(refusal, { status: 429, statusText: 'Too Many Requests' })
  }
}

/**
 * A turn for a search. No words, no search.
 * @throws the page that says so, when it was too often.
 */
export async function takeTurnToSearch(context: Context, words: string): Promise<void> {
  if (words) {
    await takeTurnOrPage(context, 'search')
  }
}

/** Root middleware: who had no turn is answered 429, with Retry-After and never from a cache, whatever the page says beside it. */
export const answerRefusals: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(turnContext)?.wait ?? 0
  if (wait === 0) {
    return response
  }
  const headers = new Headers(response.headers)
  headers.set('retry-after', String(wait))
  headers.set('cache-control', 'no-store')
  return new Response(response.body, { status: 429, statusText: 'Too Many Requests', headers })
}
