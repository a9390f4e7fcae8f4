import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { siteContext } from '#app/services/site.server.ts'
import { formAnswerContext } from '#app/platform/forms/form-answer.server.ts'
import { userContext, unknownSessionContext } from '#app/platform/session/session.server.ts'

const isSubmissionContext = createContext(false)

/** Remembers that a form was sent, because the loaders after an action, or after its redirect, get a GET request. */
export const rememberSubmission: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  context.set(isSubmissionContext, !isRead || context.get(formAnswerContext) !== null)
  return next()
}

/** Returns true if the request sends a form, also in the loaders after its action. */
export const isSubmission = (context: Readonly<RouterContextProvider>): boolean => context.get(isSubmissionContext)

/**
 * Returns true if the page has to say that the disk is full: after a form, and to users with a session. Pages of other
 * visitors must not, because they are cached.
 */
export function showsFullDisk(context: Readonly<RouterContextProvider>): boolean {
  const isPersonal = isSubmission(context) || context.get(userContext) !== null || context.get(unknownSessionContext)
  return isPersonal && (context.get(siteContext).databaseDisk?.().isFull ?? false)
}
