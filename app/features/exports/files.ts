import { href } from 'react-router'
import { type AdminRole, opens } from '../console/roles.ts'

/**
 * The files that can be exported. `page`: the page whose roles may export it. `says`: what is in it.
 */
export const exportFiles = [
  { id: 'orders', group: 'Money', label: 'Orders', says: 'with the addresses of buyers', page: href('/admin/money/orders') },
  { id: 'sales', group: 'Money', label: 'All sales', says: 'with shares and refunds', page: href('/admin/money/sales') },
  { id: 'runs', group: 'Money', label: 'Payouts', says: 'of all runs', page: href('/admin/money/payouts') },
  { id: 'books', group: 'Money', label: 'Books', says: 'every line', page: href('/admin/money/books') },
  {
    id: 'balances',
    group: 'Money',
    label: 'Balance sheet',
    says: 'at the end of the last day',
    page: href('/admin/money/books'),
  },
  {
    id: 'figures',
    group: 'Money',
    label: 'Takings, fees, shares and what is kept',
    says: 'by day or month',
    page: href('/admin/money'),
  },
  {
    id: 'accounts',
    group: 'Money',
    label: 'Accountant’s workbook',
    says: 'months and lines, for Excel',
    page: href('/admin/money'),
  },
  { id: 'discounts', group: 'Money', label: 'Discount codes', says: '', page: href('/admin/money/discounts') },
  {
    id: 'weeks',
    group: 'Statistics',
    label: 'Sales and refunds',
    says: 'by week and material',
    page: href('/admin/statistics'),
  },
  {
    id: 'views',
    group: 'Statistics',
    label: 'Views, clicks and sales',
    says: 'by day and material',
    page: href('/admin/statistics'),
  },
  {
    id: 'sources',
    group: 'Statistics',
    label: 'Sources',
    says: 'where visitors and buyers come from',
    page: href('/admin/statistics'),
  },
  {
    id: 'people',
    group: 'People',
    label: 'Accounts',
    says: 'students and admins, without bank details',
    page: href('/admin/people/accounts'),
  },
  {
    id: 'messages',
    group: 'People',
    label: 'Messages',
    says: 'of the contact page, with our replies',
    page: href('/admin/people/messages'),
  },
  {
    id: 'conversations',
    group: 'People',
    label: 'Conversations',
    says: 'with the addresses of the messages',
    page: href('/admin/people/messages'),
  },
  { id: 'uploads', group: 'Reviews', label: 'Uploads', says: 'of students, without their files', page: href('/admin/reviews') },
  { id: 'requests', group: 'Reviews', label: 'Topic requests', says: '', page: href('/admin/people/requests') },
  { id: 'comments', group: 'Reviews', label: 'Comments and ratings', says: '', page: href('/admin/people/comments') },
  { id: 'materials', group: 'Catalogue', label: 'Materials', says: '', page: href('/admin/catalogue/materials') },
  { id: 'topics', group: 'Catalogue', label: 'Topics', says: 'can be imported again', page: href('/admin/catalogue/topics') },
  { id: 'posts', group: 'Catalogue', label: 'Blog posts', says: '', page: href('/admin/catalogue/posts') },
  { id: 'courses', group: 'Catalogue', label: 'Courses', says: '', page: href('/admin/catalogue/courses') },
  { id: 'services', group: 'Catalogue', label: 'Writing services', says: '', page: href('/admin/catalogue/services') },
  {
    id: 'thesaurus',
    group: 'Catalogue',
    label: 'Thesaurus',
    says: 'can be imported again',
    page: href('/admin/catalogue/thesaurus'),
  },
  {
    id: 'texts',
    group: 'Texts and settings',
    label: 'Texts',
    says: 'questions, testimonials, pages',
    page: href('/admin/texts'),
  },
  { id: 'settings', group: 'Texts and settings', label: 'Settings', says: '', page: href('/admin/settings') },
  { id: 'log', group: 'Texts and settings', label: 'Audit log', says: 'the newest 20,000 entries', page: href('/admin/log') },
] as const satisfies readonly { id: string; group: string; label: string; says: string; page: string }[]

/** The parameter of an archive whose orders, sales, payouts and books are those of its days. */
export const LIMITED = 'limited'

export type ExportId = (typeof exportFiles)[number]['id']

/** Returns the files that these roles may export, by group. */
export function filesFor(roles: readonly AdminRole[]) {
  return Map.groupBy(
    exportFiles.filter(({ page }) => opens(roles, page)),
    ({ group }) => group,
  )
}

/** Returns the chosen files that these roles may export. */
export const chosenFiles = (chosen: readonly string[], roles: readonly AdminRole[]): ExportId[] =>
  [...filesFor(roles).values()].flat().flatMap(({ id }) => (chosen.includes(id) ? [id] : []))
