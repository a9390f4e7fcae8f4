import { href } from 'react-router'
import { type AdminRole, opens } from './roles.ts'
import { isIn, sections } from './sections.ts'

/** `keywords`: other words by which the page is looked for. `section`: the name of its section, if it is in none. */
export type Page = { to: string; label: string; keywords?: string; section?: string }

/** The pages of the console that the search finds, in addition to the sections. */
const pages: readonly Page[] = [
  { to: href('/admin/money/sales/new'), label: 'Record sale', keywords: 'by hand' },
  { to: href('/admin/money/orders'), label: 'Orders', keywords: 'refunds disputes buyers payments' },
  { to: href('/admin/money/sales'), label: 'Sales', keywords: 'reverse refunds earnings' },
  { to: href('/admin/money/sales/import'), label: 'Import sales', keywords: 'csv file' },
  { to: href('/admin/money/queue'), label: 'Unmatched sales' },
  { to: href('/admin/money/discounts'), label: 'Discount codes', keywords: 'coupons vouchers promotions' },
  { to: href('/admin/money/products'), label: 'Product rules', keywords: 'remembered names undo' },
  { to: href('/admin/money/payouts'), label: 'Payouts', keywords: 'pay students bank file hold export csv transfers withdraw' },
  {
    to: href('/admin/money/books'),
    label: 'Accounting: books and balance sheet',
    keywords: 'ledger export download csv accountant',
  },
  { to: href('/admin/exports'), label: 'Exports', keywords: 'download csv excel zip backup data everything accountant' },
  { to: href('/admin/money/paystack'), label: 'Paystack discrepancies' },
  { to: href('/admin/money/rules'), label: 'Money rules: refund window, minimum payout, share' },
  { to: href('/admin/mails/newsletters'), label: 'Newsletters', keywords: 'marketing buyers campaign broadcast' },
  { to: href('/admin/catalogue/materials'), label: 'Materials' },
  { to: href('/admin/catalogue/materials/new'), label: 'New material' },
  { to: href('/admin/catalogue/bundles/new'), label: 'New bundle', keywords: 'works together package set cheaper' },
  { to: href('/admin/catalogue/services'), label: 'Writing services' },
  { to: href('/admin/catalogue/courses'), label: 'Courses' },
  { to: href('/admin/catalogue/posts'), label: 'Blog posts' },
  { to: href('/admin/catalogue/topics'), label: 'Topics' },
  { to: href('/admin/catalogue/topics/import'), label: 'Import topics' },
  { to: href('/admin/catalogue/missed-searches'), label: 'Missed searches' },
  { to: href('/admin/catalogue/thesaurus'), label: 'Thesaurus', keywords: 'search words synonyms abbreviations' },
  { to: href('/admin/catalogue/curriculum'), label: 'Courses of programmes', keywords: 'course codes curriculum NSC levels' },
  { to: href('/admin/people/messages'), label: 'Messages of the contact page' },
  { to: href('/admin/people/messages/saved-replies'), label: 'Saved replies', keywords: 'canned texts templates messages' },
  { to: href('/admin/people/requests'), label: 'Topic requests' },
  { to: href('/admin/people/comments'), label: 'Comments', keywords: 'hide decline' },
  { to: href('/admin/people/reports'), label: 'Reports' },
  {
    to: href('/admin/people/accounts'),
    label: 'Accounts of students and admins',
    keywords: 'users block unblock ban team',
  },
  {
    to: href('/admin/people/admins'),
    label: 'Admins and roles',
    keywords: 'add invite an admin team staff permissions rights owner money reviewer editor',
  },
  { to: href('/dashboard/security'), label: 'Your password and sessions', keywords: 'security sign in', section: 'Your account' },
  {
    to: href('/dashboard/security/two-factor'),
    label: 'Your two-factor sign-in',
    keywords: '2fa passkey authenticator recovery codes second factor',
    section: 'Your account',
  },
  { to: href('/admin/texts/questions'), label: 'Questions of the FAQ' },
  { to: href('/admin/texts/testimonials'), label: 'Testimonials' },
]

/** Returns the name of the section of a page; '' for a section itself. */
function sectionOf({ to, section }: Page): string {
  const path = to.split('?')[0] ?? to
  return section ?? sections.find((each) => each.to !== href('/admin') && each.to !== to && isIn(each.to, path))?.label ?? ''
}

/** Returns a word without the 's' of a plural, so that 'refunds' finds what has the word 'refund'. */
const singular = (word: string) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word)

/**
 * Returns the sections and pages that these roles open and whose label, section or keywords contain every word of the
 * search, each with the name of its section. `more`: further pages to look in.
 */
export function findPages(
  search: string,
  roles: readonly AdminRole[],
  more: readonly Page[] = [],
): { to: string; label: string; section: string }[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).map(singular)
  const all: Page[] = [...sections, ...pages, ...more]
  return words.length === 0
    ? []
    : all.flatMap((page) => {
        const { to, label, keywords = '' } = page
        const section = sectionOf(page)
        const text = `${label} ${section} ${keywords}`.toLowerCase()
        const isOpen = !to.startsWith('/admin') || opens(roles, to.split('?')[0] ?? to)
        return isOpen && words.every((word) => text.includes(word)) ? [{ to, label, section }] : []
      })
}
