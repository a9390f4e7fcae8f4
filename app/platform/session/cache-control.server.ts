/**
 * The default Cache-Control of an answer (docs/decisions/0025). Shared caches may keep none of these answers.
 * @param personal whether the answer is for a person who is or was signed in.
 */
export function cacheControlOf(request: Request, response: Response, personal: boolean): string {
  const given = response.headers.get('cache-control')
  if (personal) {
    // The browser may keep a person's own file if the answer says so.
    return given?.startsWith('private') ? given : 'private, no-store'
  }
  return given ?? (isForOnePerson(request, response) ? 'private, no-store' : 'private, no-cache')
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
