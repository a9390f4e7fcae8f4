import type { IconName } from '#app/ui/icon.tsx'
import { type AdminRole, opens } from './roles.ts'

type Section = { to: string; label: string; icon: IconName }

/** The admin sections. A phone shows the first four and 'More' at the bottom edge. */
export const sections: readonly Section[] = [
  { to: '/admin', label: 'Today', icon: 'lamp' },
  { to: '/admin/reviews', label: 'Reviews', icon: 'approved' },
  { to: '/admin/money', label: 'Money', icon: 'money' },
  { to: '/admin/catalogue', label: 'Catalogue', icon: 'books' },
  { to: '/admin/people', label: 'People', icon: 'people' },
  { to: '/admin/mails', label: 'Emails', icon: 'mail' },
  { to: '/admin/statistics', label: 'Statistics', icon: 'bars' },
  { to: '/admin/texts', label: 'Texts', icon: 'pen' },
  { to: '/admin/settings', label: 'Settings', icon: 'sliders' },
  { to: '/admin/doctor', label: 'System check', icon: 'warning' },
  { to: '/admin/log', label: 'Audit log', icon: 'paper' },
]

/** Returns the sections that these roles open. */
export function sectionsFor(roles: readonly AdminRole[]): Section[] {
  return sections.filter(({ to }) => opens(roles, to))
}

/** Returns true if the path begins with the section's address; Today requires an exact match. */
export function isIn(to: string, pathname: string): boolean {
  return to === '/admin' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
}
