import { formatSettings, parseSettings } from '#app/platform/session/reading-settings.ts'
import { hasPersonalCookie, readPlainCookie } from '#app/platform/session/cookies.server.ts'

export type Theme = 'auto' | 'light' | 'dark'

/** Reads this browser's preferences from the two cookies of the shell's script (SPEC 2: sidebar saved for 7 days). */
export function readPreferences(request: Request): { sidebar: 'expanded' | 'collapsed'; theme: Theme } {
  const theme = readPlainCookie(request, 'theme')
  return {
    sidebar: readPlainCookie(request, 'sidebar') === 'collapsed' ? 'collapsed' : 'expanded',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}

/**
 * Returns the variant key of a page for visitors without a session. All of them get the same page for one address and
 * variant.
 * @param cookies the Cookie header.
 * @returns null if the response may be personal.
 */
export function variantKey(cookies: string | undefined): string | null {
  if (!cookies) {
    return 'expanded auto'
  }
  if (hasPersonalCookie(cookies)) {
    return null
  }
  const request = new Request('http://localhost', { headers: { cookie: cookies } })
  const { sidebar, theme } = readPreferences(request)
  const reading = readPlainCookie(request, 'reading')
  return [sidebar, theme, ...(reading === null ? [] : [formatSettings(parseSettings(reading))])].join(' ')
}
