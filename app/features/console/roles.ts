import { href } from 'react-router'
import type { Enums } from '#app/services/database.ts'

export type AdminRole = Enums['admin_role']

/** The admin roles as owners choose them. */
export const adminRoles: readonly { value: AdminRole; label: string; says: string }[] = [
  { value: 'owner', label: 'Owner', says: 'Everything, with settings, the audit log and who may do what' },
  {
    value: 'money',
    label: 'Money',
    says: 'Sales, orders, discount codes, refunds, payouts, statistics, accounts, messages and emails',
  },
  { value: 'reviewer', label: 'Reviewer', says: 'Uploads, topic requests, comments and reports' },
  { value: 'editor', label: 'Editor', says: 'Materials, topics, posts, courses, services and texts' },
]

/** Returns the roles that the stored ones name. */
export function readRoles(stored: readonly string[]): AdminRole[] {
  return adminRoles.flatMap(({ value }) => (stored.includes(value) ? [value] : []))
}

type Part = { path: string; roles: readonly AdminRole[] }

/** Pages that every admin opens, at exactly these addresses. */
const openToAll: ReadonlySet<string> = new Set([href('/admin'), href('/admin/search'), href('/admin/preview')])

/** The roles that open a part of the console, in addition to owners. The first path that matches decides. */
const parts: readonly Part[] = [
  { path: href('/admin/reviews'), roles: ['reviewer'] },
  // The share, the refund window and the minimum payout are settings.
  { path: href('/admin/money/rules'), roles: [] },
  { path: href('/admin/money'), roles: ['money'] },
  { path: href('/admin/statistics'), roles: ['money'] },
  { path: href('/admin/figures'), roles: ['money'] },
  // For the forms of discount codes, sales and bundles.
  { path: href('/admin/works'), roles: ['money', 'editor'] },
  // Each role exports the files of its own pages.
  { path: href('/admin/exports'), roles: ['money', 'editor', 'reviewer'] },
  { path: href('/admin/catalogue'), roles: ['editor'] },
  { path: href('/admin/texts'), roles: ['editor'] },
  { path: href('/admin/pictures'), roles: ['editor'] },
  { path: href('/admin/people/requests'), roles: ['reviewer'] },
  { path: href('/admin/people/comments'), roles: ['reviewer'] },
  { path: href('/admin/people/reports'), roles: ['reviewer'] },
  { path: href('/admin/people/admins'), roles: [] },
  // Messages, accounts and the pages of students.
  { path: href('/admin/people'), roles: ['money'] },
  { path: '/admin/buyers', roles: ['money'] },
  { path: href('/admin/mails/newsletters'), roles: [] },
  { path: href('/admin/mails'), roles: ['money'] },
]

/**
 * Returns true if one of the roles opens this path of the console, or this pattern of a route. Owners open all; a path
 * that is not listed is theirs alone. The database checks each action again.
 */
export function opens(roles: readonly AdminRole[], pathname: string): boolean {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  if (roles.includes('owner') || (roles.length > 0 && openToAll.has(path))) {
    return true
  }
  // Leads to the first list of People that the roles open.
  if (path === href('/admin/people')) {
    return roles.includes('money') || roles.includes('reviewer')
  }
  const part = parts.find((each) => path === each.path || path.startsWith(`${each.path}/`))
  return part !== undefined && part.roles.some((role) => roles.includes(role))
}
