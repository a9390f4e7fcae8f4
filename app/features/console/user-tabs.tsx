import { Link, useLocation } from 'react-router'

const tabs = [
  { to: '/admin/people/messages', label: 'Messages' },
  { to: '/admin/people/requests', label: 'Requests' },
  { to: '/admin/people/comments', label: 'Comments' },
  { to: '/admin/people/reports', label: 'Reports' },
  { to: '/admin/people/accounts', label: 'Accounts' },
] as const

/** The lists of People. */
export function PeopleTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="chips" aria-label="People">
      {tabs.map(({ to, label }) => (
        <Link key={to} className="chip" to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
