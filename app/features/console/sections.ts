import { href } from 'react-router'
import type { Enums } from '#app/services/database.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { type AdminRole, opens } from './roles.ts'

/** `kinds`: the kinds of Today that the section handles. `keywords`: other words by which it is looked for. */
type Section = { to: string; label: string; icon: IconName; kinds?: readonly Counted[]; keywords?: string }
/** A kind of Today, or the troubles of the system, which a section counts. */
type Counted = Enums['due_kind'] | 'troubles'

/** The admin sections. A phone shows the first four and 'More' at the bottom edge. */
export const sections: readonly Section[] = [
  { to: href('/admin'), label: 'Today', icon: 'lamp', keywords: 'home to do' },
  { to: href('/admin/reviews'), label: 'Reviews', icon: 'approved', kinds: ['reviews'] },
  {
    to: href('/admin/money'),
    label: 'Money',
    icon: 'money',
    kinds: ['disputes', 'orders', 'run', 'transfers', 'discrepancies', 'returned', 'sales', 'refunds'],
  },
  { to: href('/admin/catalogue'), label: 'Catalogue', icon: 'books', kinds: ['links'] },
  {
    to: href('/admin/people'),
    label: 'People',
    icon: 'people',
    kinds: ['messages', 'requests', 'comments', 'reports', 'urgent'],
  },
  { to: href('/admin/mails'), label: 'Emails', icon: 'mail', kinds: ['emails'], keywords: 'failed outbox sent again' },
  { to: href('/admin/statistics'), label: 'Statistics', icon: 'bars', keywords: 'analytics reports views sold best' },
  { to: href('/admin/texts'), label: 'Texts', icon: 'pen' },
  { to: href('/admin/settings'), label: 'Settings', icon: 'sliders' },
  {
    to: href('/admin/doctor'),
    label: 'System check',
    icon: 'warning',
    kinds: ['troubles'],
    keywords: 'doctor health status problems',
  },
  { to: href('/admin/log'), label: 'Audit log', icon: 'paper', keywords: 'history changes who' },
]

/** Returns the sections that these roles open. */
export function sectionsFor(roles: readonly AdminRole[]): Section[] {
  return sections.filter(({ to }) => opens(roles, to))
}

/** Returns true if the path begins with the section's address; Today requires an exact match. */
export function isIn(to: string, pathname: string): boolean {
  return to === href('/admin') ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
}

/** Returns the number of due items and troubles that a section handles; Today has all of them. */
export function countIn({ to, kinds }: Section, due: Readonly<Partial<Record<Counted, number>>>): number {
  const counts = to === href('/admin') ? Object.values(due) : (kinds ?? []).map((kind) => due[kind] ?? 0)
  return counts.reduce((sum, count) => sum + count, 0)
}
