import type { IconName } from '#app/ui/icon.tsx'

type Room = { to: string; label: string; icon: IconName }

/** The console's rooms. The first four and 'More' stand at the bottom edge of a phone. */
export const rooms: readonly Room[] = [
  { to: '/admin', label: 'Today', icon: 'lamp' },
  { to: '/admin/reviews', label: 'Reviews', icon: 'approved' },
  { to: '/admin/money', label: 'Money', icon: 'money' },
  { to: '/admin/catalogue', label: 'Catalogue', icon: 'books' },
  { to: '/admin/people', label: 'People', icon: 'people' },
  { to: '/admin/figures', label: 'Figures', icon: 'bars' },
  { to: '/admin/texts', label: 'Texts', icon: 'pen' },
  { to: '/admin/settings', label: 'Settings', icon: 'sliders' },
  { to: '/admin/doctor', label: 'Doctor', icon: 'warning' },
  { to: '/admin/log', label: 'Audit log', icon: 'paper' },
]

export const sectionThumbs = rooms.slice(0, 4)

/** A room is active when the path begins with its address; Today only on an exact match. */
export function isIn(to: string, pathname: string): boolean {
  return to === '/admin' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`)
}
