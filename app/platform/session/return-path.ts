import { href } from 'react-router'
/** Maximum length of a return path, percent-encoded. The address must fit server/http/body-limit.ts. */
const MAX_CHARS = 6000

/** Returns a path of this site to return to, or null for `//x`, `/\x`, other origins and the sign-in pages. */
export function returnPath(input: string | null | undefined): string | null {
  if (
    !input ||
    !input.startsWith('/') ||
    !input.isWellFormed() ||
    encodeURIComponent(input).length > MAX_CHARS ||
    /[\\\p{Cc}]/u.test(input)
  ) {
    return null
  }
  const origin = 'http://lamplight.invalid'
  if (!URL.canParse(input, origin)) {
    return null
  }
  const url = new URL(input, origin)
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/auth')) {
    return null
  }
  return url.pathname + url.search
}

/** Maximum length of a return path that an account stores: its tokens contain it, and they must fit into a cookie. */
const MAX_STORED_CHARS = 200

/**
 * Returns a return path that an account can store until its address is confirmed. If the path is too long, it is
 * without the query; null if it is still too long.
 */
export function storedReturnPath(back: string | null): string | null {
  return [back, back?.split('?')[0]].map(returnPath).find((path) => path && path.length <= MAX_STORED_CHARS) ?? null
}

/**
 * Returns the address of the sign-in page that leads back to a path of this site. If the path is too long, it leads
 * back to the page without the query.
 */
export function signInPath(back: string): string {
  const next = returnPath(back) ?? returnPath(back.split('?')[0])
  return next ? `${href('/auth')}?next=${encodeURIComponent(next)}` : href('/auth')
}
