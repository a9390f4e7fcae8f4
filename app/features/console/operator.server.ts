import { createContext, type MiddlewareFunction, redirectDocument, type RouterContextProvider } from 'react-router'
import { notFound } from '../../platform/pages/not-found.server.ts'
import { signInPath } from '../../platform/session/return-path.ts'
import { type Person, personContext, unknownSessionContext } from '../../platform/session/session.server.ts'
import { orUnavailable, unavailable } from '../../platform/pages/unavailable.server.ts'

/** The operator who asks; null for everybody else. Set by `recogniseOperator`, read through `operatorOf`. */
const operatorContext = createContext<Person | null>(null)

/**
 * Middleware of the console: a guest goes to /auth and comes back. Who is signed in but no operator is turned away by `operatorOf`, which
 * every loader and action of the console has to ask for its client; thrown from here the page would lack the root's own data, and tell.
 * @throws the page that says so (503) when the backend could not be asked.
 */
export const recogniseOperator: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  // Signing in again would not help while the backend is away.
  if (context.get(unknownSessionContext)) {
    throw unavailable()
  }
  const person = context.get(personContext)
  if (!person) {
    // The whole document: a page without a framework cannot follow one that has it.
    throw redirectDocument(signInPath(url.pathname + url.search), 303)
  }
  const profile = await orUnavailable(context, ownUserType(person))
  context.set(operatorContext, profile?.user_type === 'Admin' ? person : null)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // Before the router says of a room without an action that it is there.
    operatorOf(context)
  }
}

async function ownUserType({ client, userId }: Person): Promise<{ user_type: string } | null> {
  const { data } = await client.from('profiles').select('user_type').eq('user_id', userId).maybeSingle().throwOnError()
  return data
}

/**
 * The operator who asks.
 * @throws the site's 404, the one of an unknown path, for anybody else.
 */
export function operatorOf(context: Readonly<RouterContextProvider>): Person {
  const operator = context.get(operatorContext)
  if (!operator) {
    throw notFound('Page Not Found', 'There is no page at this address. It may have moved, or a letter is missing.', {
      to: '/',
      label: 'Return to Home',
    })
  }
  return operator
}
