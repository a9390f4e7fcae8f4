import { readCookie } from '../../platform/session/cookies.server.ts'

export type Theme = 'auto' | 'light' | 'dark'

/** How this browser wants the frame: the two cookies that the shell's script writes (SPEC 2: sidebar kept 7 days). */
export function readPreferences(request: Request): { sidebar: 'expanded' | 'collapsed'; theme: Theme } {
  const theme = readCookie(request, 'theme')
  return {
    sidebar: readCookie(request, 'sidebar') === 'collapsed' ? 'collapsed' : 'expanded',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
  }
}
