import { isRouteErrorResponse } from 'react-router'

/**
 * Why a browser's call of an action threw: the server answered so on purpose (a redirect, a missing page, a refusal), the server failed, or
 * no answer arrived. React Router throws our answer as an error of its own, not as a Response.
 */
export function whatWasThrown(thrown: unknown): 'said on purpose' | 'server failed' | 'connection lost' {
  if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) {
    return 'said on purpose'
  }
  if (isRouteErrorResponse(thrown)) {
    return 'server failed'
  }
  // A fetch without an answer rejects with a TypeError; an answer that breaks off cannot be decoded.
  const isOfTheLine = thrown instanceof TypeError || (thrown instanceof Error && thrown.message.startsWith('Unable to decode'))
  return isOfTheLine ? 'connection lost' : 'server failed'
}
