/**
 * Cache-Control of a page that is the same for every visitor without a session (docs/decisions/0032). Browsers ask again each time and
 * mostly get 304. A network in front may answer for a minute, longer while it asks anew, and for a day while the process is down.
 */
export const SAME_FOR_VISITORS = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'

/**
 * The Cache-Control of an answer (docs/decisions/0025, 0032). Shared caches may keep only what says `public`.
 * @param personal whether the answer is for a person who is or was signed in.
 */
export function getCacheControl(request: Request, response: Response, personal: boolean): string {
  const input = response.headers.get('cache-control')
  if (personal) {
    // The browser may keep a person's own file if the answer says so.
    return input?.startsWith('private') ? input : 'private, no-store'
  }
  if (isForOnePerson(request, response)) {
    return input && !input.startsWith('public') ? input : 'private, no-store'
  }
  return input ?? 'private, no-cache'
}

/** Never kept: answers with a link's token, typed text, a cookie or the number of a failure. */
function isForOnePerson(request: Request, response: Response): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return (
    !isRead ||
    response.status >= 500 ||
    response.headers.getSetCookie().length > 0 ||
    new URL(request.url).searchParams.has('token_hash')
  )
}
