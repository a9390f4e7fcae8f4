import { readCookie } from '../../platform/session/cookies.server.ts'

export type Theme = 'auto' | 'light' | 'dark'

/** The preferences of this browser, from the two cookies of the shell's script (SPEC 2: sidebar kept 7 days). */
export function readPreferences(request: Request): { sidebar: 'expanded' | 'collapsed'; theme: Theme } {
  const theme = readCookie(request, 'theme')
  return {
    sidebar: readCookie(request, 'sidebar') === 'collapsed' ? 'collapsed' : 'expanded',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}
