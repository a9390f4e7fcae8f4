/**
 * Cache-Control of a page that is the same for every visitor without a session (docs/decisions/0032). Browsers
 * revalidate each time and mostly get 304. A CDN may serve it for a minute, longer while it revalidates, and for a day
 * while the process is down.
 */
export const SAME_FOR_VISITORS = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/**
 * Returns the Cache-Control of a response (docs/decisions/0025, 0032). Shared caches may store only `public` ones.
 * @param personal true if the response is for a user who is or was signed in.
 */
export function getCacheControl(request: Request, response: Response, personal: boolean): string {
  const input = response.headers.get('cache-control')
  if (personal) {
    // The browser may cache a user's own file if the response allows it.
    return input?.startsWith('private') ? input : 'private, no-store'
  }
  if (isForOnePerson(request, response)) {
    return input && !input.startsWith('public') ? input : 'private, no-store'
  }
  return input ?? 'private, no-cache'
}

/**
 * Returns true for responses with a link's token, submitted text, a cookie or the number of a failure. They are never
 * cached.
 */
function isForOnePerson(request: Request, response: Response): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return (
    !isRead ||
    response.status >= 500 ||
    response.headers.getSetCookie().length > 0 ||
    new URL(request.url).searchParams.has('token_hash')
  )
}
