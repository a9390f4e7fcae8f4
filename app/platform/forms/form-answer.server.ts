/*
 * Redirects after a form to the page that shows its answer (docs/decisions/0020). Browsers ask before they show the
 * response to a POST again, so Back and Reload would lead to "Confirm form resubmission". What the action returned waits
 * in a cookie that only the page receives, and the page shows it as long as its address is marked.
 */
import * as v from 'valibot'
import {
  createContext,
  type MiddlewareFunction,
  redirect,
  type RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router'
import { isRateLimited } from '../limits/limits.server.ts'
import { markFormResponse } from '../pages/unavailable.server.ts'
import { savedValues, saveValues } from '../session/saved-values.server.ts'
import { userContext } from '../session/session.server.ts'

type Context = Readonly<RouterContextProvider>

const MARK = 'answer'

const stored = v.object({
  /** auth.users.id; empty for a visitor. */
  account: v.string(),
  status: v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(200), v.maxValue(499)),
  /** The data that the actions of the page returned, by route. */
  actionData: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
})

/** The answer that the page has to show; null for any other request. */
export const formAnswerContext = createContext<v.InferOutput<typeof stored> | null>(null)

/** Finds the answer to a page's form. Root middleware, after the user is known. */
export const restoreFormAnswer: MiddlewareFunction<Response> = ({ request, context }, next) => {
  if (request.method === 'GET' && new URL(request.url).searchParams.has(MARK)) {
    const saved = v.safeParse(stored, savedValues(request, context, getAddress(request), 'answer'))
    if (saved.success && saved.output.account === getAccount(context)) {
      context.set(formAnswerContext, saved.output)
      markFormResponse(context)
    }
  }
  return next()
}

/**
 * Returns the redirect to the page that shows the answer to its form, or null if the response itself has to show it: the
 * form was not sent by a browser that opens the page, the failure is ours, the answer is to be shown once (`no-store`),
 * or it does not fit into a cookie.
 * @param headers of the response, whose cookies are sent with the redirect.
 */
export function redirectToAnswer(
  request: Request,
  context: Context,
  { statusCode, actionData, actionHeaders }: Pick<StaticHandlerContext, 'statusCode' | 'actionData' | 'actionHeaders'>,
  headers: Headers,
): Response | null {
  const opensPage = request.method === 'POST' && request.headers.get('sec-fetch-dest') === 'document'
  const isShownOnce = Object.values(actionHeaders).some((own) => own.get('cache-control') === 'no-store')
  if (!opensPage || !actionData || statusCode >= 500 || isShownOnce) {
    return null
  }
  const address = getAddress(request)
  const answer = {
    account: getAccount(context),
    status: String(isRateLimited(context) ? 429 : statusCode),
    actionData: JSON.stringify(actionData),
  }
  const cookie = saveValues(context, address, answer, 'answer', new URL(request.url).pathname)
  if (cookie === null) {
    return null
  }
  const cookies = new Headers([...headers.getSetCookie(), cookie].map((line) => ['set-cookie', line]))
  return redirect(`${address}${address.includes('?') ? '&' : '?'}${MARK}`, { status: 303, headers: cookies })
}

const getAccount = (context: Context): string => context.get(userContext)?.userId ?? ''

/** Returns the path and query of a page, without the mark. */
function getAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete(MARK)
  return searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname
}
