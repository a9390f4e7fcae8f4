import type { IconName } from '#app/ui/icon.tsx'

/** The sidebar, in the specification's order and words (SPEC 2). */
export const sidebarLinks: readonly { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/marketplace', label: 'Browse Materials', icon: 'books' },
  { to: '/upload-materials', label: 'Upload Materials', icon: 'upload' },
  { to: '/courses', label: 'Courses', icon: 'course' },
  { to: '/writing-services', label: 'Writing Services', icon: 'pen' },
  { to: '/topics-directory', label: 'Find a Topic', icon: 'search' },
  { to: '/blog', label: 'Blog', icon: 'paper' },
]

export const quickLinks = [
  { to: '/marketplace', label: 'Marketplace' },
  { to: '/courses', label: 'Courses' },
  { to: '/writing-services', label: 'Writing Services' },
  { to: '/dashboard', label: 'Dashboard' },
] as const

export const savedLink = { to: '/saved', label: 'Saved works' } as const

/** The link to a buyer's orders, where works are sold here. */
export const ordersLink = { to: '/orders', label: 'Your orders' } as const

export const supportLinks = [
  { to: '/contact', label: 'Contact' },
  { to: '/support', label: 'Support' },
  { to: '/faq', label: 'FAQ' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/offline', label: 'Pages on this device' },
] as const

/** Returns true if the path starts with the link; Home requires an exact match (SPEC 2). */
export function isActive(to: string, pathname: string): boolean {
  return to === '/' ? pathname === '/' : pathname.startsWith(to)
}

/** The first parts of the addresses whose header has the global search. */
const WITH_BOX = new Set(
  (
    'material-preview material courses course-details course writing-services service-details service writer ' +
    'writer-profile topics-directory topics find-a-topic blog contact support faq terms privacy saved offline'
  ).split(' '),
)

/**
 * Returns true if the header has the global search: on public pages without a search over everything. The home page,
 * /search and the marketplace have their own, and the checkout has only the way to pay.
 */
export function hasBox(pathname: string): boolean {
  return WITH_BOX.has(pathname.split('/')[1] ?? '')
}
