import { isRouteErrorResponse } from 'react-router'

/** Returns the sentence and link of a thrown page (not-found.server.ts), or null for any other error. */
export function getNotFound(error: unknown): { status: number; title?: string } | null {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 0, data: null }
  const hasPage = typeof data === 'object' && data !== null && 'back' in data
  return status === 404 || hasPage ? { status, ...(hasPage && data) } : null
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
