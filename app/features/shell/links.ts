import type { Register } from 'react-router'
import type { IconName } from '#app/ui/icon.tsx'

/** An address of the site map. */
type Address = keyof Register['pages']

/** The sidebar, in the specification's order and words (SPEC 2). */
export const sidebarLinks: readonly { to: Address; label: string; icon: IconName }[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/marketplace', label: 'Browse Materials', icon: 'books' },
  { to: '/upload-materials', label: 'Upload Materials', icon: 'upload' },
  { to: '/courses', label: 'Courses', icon: 'course' },
  { to: '/writing-services', label: 'Writing Services', icon: 'pen' },
  { to: '/topics-directory', label: 'Find a Topic', icon: 'search' },
  { to: '/blog', label: 'Blog', icon: 'paper' },
]

type PublicPage = {
  to: Address
  /** Its label in a column of the footer. */
  quick?: string
  support?: string
  /** False: it shows what is on the device, so the sitemap leaves it out. */
  isListed?: false
  /** True: it searches for itself, so its header has no global search. */
  searches?: true
}

/** The public pages, for the footer, the sitemap, the header, the groups of texts in the console, and tests. */
const publicPages = [
  { to: '/', searches: true },
  { to: '/marketplace', quick: 'Marketplace', searches: true },
  { to: '/courses', quick: 'Courses' },
  { to: '/writing-services', quick: 'Writing Services' },
  { to: '/topics-directory' },
  { to: '/find-a-topic' },
  { to: '/blog' },
  { to: '/contact', support: 'Contact' },
  { to: '/support', support: 'Support' },
  { to: '/faq', support: 'FAQ' },
  { to: '/terms', support: 'Terms' },
  { to: '/privacy', support: 'Privacy' },
  { to: '/offline', support: 'Pages on this device', isListed: false },
  { to: '/saved', isListed: false },
] as const satisfies readonly PublicPage[]
export type PublicPath = (typeof publicPages)[number]['to']
const pages: readonly PublicPage[] = publicPages

const getColumn = (column: 'quick' | 'support') => pages.flatMap(({ to, [column]: label }) => (label ? [{ to, label }] : []))
export const quickLinks = [...getColumn('quick'), { to: '/dashboard', label: 'Dashboard' }]
export const supportLinks = getColumn('support')

/** Returns the addresses for the sitemap. */
export const getListedPages = () => pages.flatMap(({ to, isListed = true }) => (isListed ? [to] : []))

export const savedLink = { to: '/saved', label: 'Saved works' } as const satisfies { to: Address; label: string }

/** The link to a buyer's orders, where works are sold here. */
export const ordersLink = { to: '/orders', label: 'Your orders' } as const satisfies { to: Address; label: string }

/** Returns true if the path starts with the link; Home requires an exact match (SPEC 2). */
export function isActive(to: string, pathname: string): boolean {
  return to === '/' ? pathname === '/' : pathname.startsWith(to)
}

/** The first parts of the addresses of records. */
const RECORDS = 'material-preview material course-details course service-details service writer writer-profile topics'.split(' ')

/**
 * Returns true if the header has the global search: on public pages without a search over everything. The home page,
 * /search and the marketplace have their own, and the checkout has only the way to pay.
 */
export function hasBox(pathname: string): boolean {
  const [, first = ''] = pathname.split('/')
  return RECORDS.includes(first) || pages.some(({ to, searches }) => to === `/${first}` && !searches)
}
