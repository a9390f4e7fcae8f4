/** The longest return path, in characters of an address. The address must stay within server/http/body-limit.ts. */
const MOST_LETTERS = 6000

/** Returns a path of this site to return to, or null for `//x`, `/\x`, other origins and the sign-in pages. */
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

/**
 * The address of the sign-in page that leads back to a path of this site. If the path is too long, it leads back to the page without the
 * query.
 */
export function signInPath(back: string): string {
  const next = returnPath(back) ?? returnPath(back.split('?')[0])
  return next ? `/auth?next=${encodeURIComponent(next)}` : '/auth'
}
