import { href, Link, useLocation } from 'react-router'
import { useAdminRoles } from './admin-link.tsx'
import { opens } from './roles.ts'

export const peopleTabs = [
  { to: href('/admin/people/accounts'), label: 'Accounts' },
  { to: href('/admin/people/messages'), label: 'Messages' },
  { to: href('/admin/people/requests'), label: 'Requests' },
  { to: href('/admin/people/comments'), label: 'Comments' },
  { to: href('/admin/people/reports'), label: 'Reports' },
  { to: href('/admin/people/admins'), label: 'Admins' },
] as const

/** The lists of People. */
export function PeopleTabs() {
  const { pathname } = useLocation()
  const roles = useAdminRoles()
  const tabs = peopleTabs.filter(({ to }) => opens(roles, to))
  return (
    <nav className="tabs" aria-label="People">
      {tabs.map(({ to, label }) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
