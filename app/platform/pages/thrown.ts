import { isRouteErrorResponse } from 'react-router'

/**
 * What it means when an action, called from the browser, threw: the server answered so on purpose (a redirect, a page that is not there, a
 * refusal), the server failed, or no answer came. React Router throws an answer of ours as an error of its own, not as a Response.
 */
export function whatWasThrown(thrown: unknown): 'said on purpose' | 'server failed' | 'connection lost' {
  if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) {
    return 'said on purpose'
  }
  if (isRouteErrorResponse(thrown)) {
    return 'server failed'
  }
  // A fetch that gets no answer rejects with a TypeError; one whose answer breaks off leaves something that cannot be decoded.
  const isOfTheLine = thrown instanceof TypeError || (thrown instanceof Error && thrown.message.startsWith('Unable to decode'))
  return isOfTheLine ? 'connection lost' : 'server failed'
}
