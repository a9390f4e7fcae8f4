import { href } from 'react-router'
import type { Enums } from '#app/services/database.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { type AdminRole, opens } from './roles.ts'

/** `kinds`: the kinds of Today that the section handles. `keywords`: other words by which it is looked for. */
type Section = { to: string; label: string; icon: IconName; kinds?: readonly Counted[]; keywords?: string }
/** A kind of Today, or the troubles of the system, which a section counts. */
type Counted = Enums['due_kind'] | 'troubles'

/** A page among the tabs of a section. `kinds`: the kinds of Today that it handles. */
type TabPage = { to: string; label: string; kinds?: readonly Counted[] }

/** Pages behind one tab. */
type TabGroup = { label: string; pages: readonly [TabPage, ...TabPage[]] }

/** The lists of People, in the order of their tabs. */
export const peopleTabs: readonly TabPage[] = [
  { to: href('/admin/people/messages'), label: 'Messages', kinds: ['messages'] },
  { to: href('/admin/people/requests'), label: 'Requests', kinds: ['requests'] },
  { to: href('/admin/people/comments'), label: 'Comments', kinds: ['comments'] },
  { to: href('/admin/people/reports'), label: 'Reports', kinds: ['reports', 'urgent'] },
  { to: href('/admin/people/accounts'), label: 'Accounts' },
  { to: href('/admin/people/admins'), label: 'Admins' },
]

/** The parts of Money, each with its pages. */
export const moneyTabs: readonly [TabGroup, ...TabGroup[]] = [
  { label: 'Overview', pages: [{ to: href('/admin/money'), label: 'Overview', kinds: ['refunds'] }] },
  {
    label: 'Sales',
    pages: [
      { to: href('/admin/money/orders'), label: 'Orders', kinds: ['disputes', 'orders'] },
      { to: href('/admin/money/sales'), label: 'All sales' },
      { to: href('/admin/money/queue'), label: 'Unmatched', kinds: ['sales'] },
      { to: href('/admin/money/products'), label: 'Product rules' },
    ],
  },
  {
    label: 'Promotion',
    pages: [
      { to: href('/admin/money/discounts'), label: 'Discount codes' },
      { to: href('/admin/money/class-reps'), label: 'Class reps' },
      { to: href('/admin/money/reminders'), label: 'Reminders' },
    ],
  },
  {
    label: 'Payouts',
    pages: [{ to: href('/admin/money/payouts'), label: 'Payouts', kinds: ['run', 'transfers', 'returned'] }],
  },
  {
    label: 'Accounting',
    pages: [
      { to: href('/admin/money/books'), label: 'Books' },
      { to: href('/admin/money/paystack'), label: 'Paystack', kinds: ['discrepancies'] },
      { to: href('/admin/money/rules'), label: 'Rules' },
    ],
  },
]

/** Returns the kinds of Today that these pages handle. */
export const kindsOf = (pages: readonly TabPage[]) => pages.flatMap(({ kinds }) => kinds ?? [])

/** The admin sections. A phone shows the first four and 'More' at the bottom edge. */
export const sections: readonly Section[] = [
  { to: href('/admin'), label: 'Today', icon: 'lamp', keywords: 'home to do' },
  { to: href('/admin/reviews'), label: 'Reviews', icon: 'approved', kinds: ['reviews'] },
  {
    to: href('/admin/money'),
    label: 'Money',
    icon: 'money',
    kinds: kindsOf(moneyTabs.flatMap(({ pages }) => pages)),
  },
  { to: href('/admin/catalogue'), label: 'Catalogue', icon: 'books', kinds: ['links'] },
  {
    to: href('/admin/people'),
    label: 'People',
    icon: 'people',
    kinds: kindsOf(peopleTabs),
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
    keywords: 'doctor health status problems backup backups restore',
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

/** Returns the number of due items and troubles that a section, or a page of one, handles; Today has all of them. */
export function countIn({ to, kinds }: Pick<Section, 'to' | 'kinds'>, due: Readonly<Partial<Record<Counted, number>>>): number {
  const counts = to === href('/admin') ? Object.values(due) : (kinds ?? []).map((kind) => due[kind] ?? 0)
  return counts.reduce((sum, count) => sum + count, 0)
}
