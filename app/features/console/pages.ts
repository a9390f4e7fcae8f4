import { type AdminRole, opens } from './roles.ts'
import { sections } from './sections.ts'

/** `keywords`: other words by which the page is looked for. */
export type Page = { to: string; label: string; keywords?: string }

/** The pages of the console that the search finds, in addition to the sections. */
const pages: readonly Page[] = [
  { to: '/admin/money/sales/new', label: 'Record sale', keywords: 'by hand' },
  { to: '/admin/money/orders', label: 'Orders', keywords: 'refund dispute buyer payment' },
  { to: '/admin/money/sales', label: 'Sales', keywords: 'reverse refund' },
  { to: '/admin/money/sales/import', label: 'Import sales', keywords: 'csv file' },
  { to: '/admin/money/queue', label: 'Unmatched sales' },
  { to: '/admin/money/products', label: 'Product rules', keywords: 'remembered names undo' },
  { to: '/admin/money/payouts', label: 'Payouts', keywords: 'pay students bank file hold export csv' },
  { to: '/admin/money/books', label: 'Accounting: books and balance sheet', keywords: 'ledger export download csv accountant' },
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
  { to: '/admin/catalogue/thesaurus', label: 'Thesaurus', keywords: 'search words synonyms abbreviations' },
  { to: '/admin/people/messages', label: 'Messages of the contact page' },
  { to: '/admin/people/requests', label: 'Topic requests' },
  { to: '/admin/people/comments', label: 'Comments', keywords: 'hide decline' },
  { to: '/admin/people/reports', label: 'Reports' },
  {
    to: '/admin/people/accounts',
    label: 'Accounts of students and admins',
    keywords: 'add an admin role reviewer owner editor money block team',
  },
  { to: '/admin/mails', label: 'Failed emails', keywords: 'email outbox sent again' },
  { to: '/dashboard/security', label: 'Your password and sessions', keywords: 'security sign in' },
  {
    to: '/dashboard/security/two-factor',
    label: 'Your two-factor sign-in',
    keywords: '2fa passkey authenticator recovery codes second factor',
  },
  { to: '/admin/texts/questions', label: 'Questions of the FAQ' },
  { to: '/admin/texts/testimonials', label: 'Testimonials' },
]

/**
 * Returns the sections and pages that these roles open and whose label, or keywords, contain every word of the search.
 * `more`: further pages to look in.
 */
export function findPages(
  search: string,
  roles: readonly AdminRole[],
  more: readonly Page[] = [],
): { to: string; label: string }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all: Page[] = [...sections, ...pages, ...more]
  return words.length === 0
    ? []
    : all
        .filter(({ to, label, keywords = '' }) => {
          const text = `${label} ${keywords}`.toLowerCase()
          return (!to.startsWith('/admin') || opens(roles, to)) && words.every((word) => text.includes(word))
        })
        .map(({ to, label }) => ({ to, label }))
}
