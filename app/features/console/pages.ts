import { type AdminRole, opens } from './roles.ts'
import { sections } from './sections.ts'

type Page = { to: string; label: string }

/** The pages of the console that the search finds, in addition to the sections. */
const pages: readonly Page[] = [
  { to: '/admin/money/sales/new', label: 'Record sale' },
  { to: '/admin/money/orders', label: 'Orders' },
  { to: '/admin/money/sales', label: 'Sales' },
  { to: '/admin/money/sales/import', label: 'Import sales' },
  { to: '/admin/money/queue', label: 'Unmatched sales' },
  { to: '/admin/money/payouts', label: 'Payouts' },
  { to: '/admin/money/books', label: 'Accounting: books and balance sheet' },
  { to: '/admin/money/paystack', label: 'Paystack discrepancies' },
  { to: '/admin/money/rules', label: 'Money rules: refund window, minimum payout, share' },
  { to: '/admin/catalogue/materials', label: 'Materials' },
  { to: '/admin/catalogue/materials/new', label: 'New material' },
  { to: '/admin/catalogue/services', label: 'Writing services' },
  { to: '/admin/catalogue/courses', label: 'Courses' },
  { to: '/admin/catalogue/posts', label: 'Blog posts' },
  { to: '/admin/catalogue/topics', label: 'Topics' },
  { to: '/admin/catalogue/topics/import', label: 'Import topics' },
  { to: '/admin/catalogue/missed-searches', label: 'Missed searches' },
  { to: '/admin/catalogue/thesaurus', label: 'Thesaurus' },
  { to: '/admin/people/messages', label: 'Messages of the contact page' },
  { to: '/admin/people/requests', label: 'Topic requests' },
  { to: '/admin/people/comments', label: 'Comments' },
  { to: '/admin/people/reports', label: 'Reports' },
  { to: '/admin/people/accounts', label: 'Accounts of students and admins' },
  { to: '/admin/texts/questions', label: 'Questions of the FAQ' },
  { to: '/admin/texts/testimonials', label: 'Testimonials' },
]

/** Returns the sections and pages that these roles open and whose label contains every word of the search. */
export function findPages(search: string, roles: readonly AdminRole[]): Page[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all: Page[] = [...sections.map(({ to, label }) => ({ to, label })), ...pages]
  return words.length === 0
    ? []
    : all.filter(({ to, label }) => opens(roles, to) && words.every((word) => label.toLowerCase().includes(word)))
}
