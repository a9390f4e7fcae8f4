import { hasPersonalCookie, readPlainCookie } from '../../platform/session/cookies.server.ts'

export type Theme = 'auto' | 'light' | 'dark'

/** The preferences of this browser, from the two cookies of the shell's script (SPEC 2: sidebar kept 7 days). */
export function readPreferences(request: Request): { sidebar: 'expanded' | 'collapsed'; theme: Theme } {
  const theme = readPlainCookie(request, 'theme')
  return {
    sidebar: readPlainCookie(request, 'sidebar') === 'collapsed' ? 'collapsed' : 'expanded',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}

/**
 * Names the look of a page for a visitor without a session: pages of one address and one look are the same for all of them.
 * @param cookies the Cookie header.
 * @returns null when the page may be a person's own.
 */
export function lookOf(cookies: string | undefined): string | null {
  if (!cookies) {
    return 'expanded auto'
  }
  if (hasPersonalCookie(cookies)) {
    return null
  }
  const { sidebar, theme } = readPreferences(new Request('http://localhost', { headers: { cookie: cookies } }))
  return `${sidebar} ${theme}`
}
