/**
 * How an answer may be kept by the visitor's own browser, where the page does not say so itself (docs/decisions/0025). Nobody in between keeps any of these.
 * @param personal whether it was made for somebody who is or was signed in.
 */
export function cacheControlOf(request: Request, response: Response, personal: boolean): string {
  const given = response.headers.get('cache-control')
  if (personal) {
    // A file of one's own may be kept by one's own browser, if it says so.
    return given?.startsWith('private') ? given : 'private, no-store'
  }
  return given ?? (isForOnePerson(request, response) ? 'private, no-store' : 'private, no-cache')
}

/** What holds a link's token, what somebody typed, a cookie or a failure's number is of no use to anybody who comes later. */
function isForOnePerson(request: Request, response: Response): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return (
    !isRead ||
    response.status >= 500 ||
    response.headers.getSetCookie().length > 0 ||
    new URL(request.url).searchParams.has('token_hash')
  )
}
