/** Room for a path whose query carries a topic of 400 letters, each of them written as three bytes. */
const LONGEST = 4000

/** A path of this site to come back to, or null: `//x`, `/\x`, other origins and addresses of the sign-in itself are none. */
export function returnPath(given: string | null | undefined): string | null {
  if (!given || !given.startsWith('/') || given.length > LONGEST || /[\\\p{Cc}]/u.test(given)) {
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
