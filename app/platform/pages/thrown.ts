import { isRouteErrorResponse } from 'react-router'

/** Returns the sentence and link of a thrown 404 (not-found.server.ts), or null for any other error. */
export function getNotFound(error: unknown): object | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) {
    return null
  }
  return typeof error.data === 'object' && error.data !== null ? error.data : {}
}

/**
 * Classifies why a browser's call of an action threw: the server responded so on purpose (a redirect, a missing page, a
 * rejection), the server failed, or no response arrived. React Router throws our response as its own error, not as a
 * Response.
 */
export function classifyThrown(thrown: unknown): 'intended' | 'server failed' | 'connection lost' {
  if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) {
    return 'intended'
  }
  if (isRouteErrorResponse(thrown)) {
    return 'server failed'
  }
  // A fetch without a response rejects with a TypeError; a response that breaks off cannot be decoded.
  const isConnectionLost =
    thrown instanceof TypeError || (thrown instanceof Error && thrown.message.startsWith('Unable to decode'))
  return isConnectionLost ? 'connection lost' : 'server failed'
}
