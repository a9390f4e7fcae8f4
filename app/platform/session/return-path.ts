/** Letters that a path to come back to may take in an address, well within what the process reads (server/http/body-limit.ts). */
const MOST_LETTERS = 6000

/** A path of this site to come back to, or null: `//x`, `/\x`, other origins and addresses of the sign-in itself are none. */
export function returnPath(given: string | null | undefined): string | null {
  if (
    !given ||
    !given.startsWith('/') ||
    !given.isWellFormed() ||
    encodeURIComponent(given).length > MOST_LETTERS ||
    /[\\\p{Cc}]/u.test(given)
  ) {
    return null
  }
  const origin = 'http://lamplight.invalid'
  if (!URL.canParse(given, origin)) {
    return null
  }
  const url = new URL(given, origin)
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/auth')) {
    return null
  }
  return url.pathname + url.search
}

/** The address at which one signs in and comes back to a path of this site; of a path that is too long, to its page. */
export function signInPath(back: string): string {
  const next = returnPath(back) ?? returnPath(back.split('?')[0])
  return next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'
}
