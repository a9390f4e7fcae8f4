import { Link, useLocation } from 'react-router'
import { useAdminRoles } from './admin-link.tsx'
import { DueCount, useDue } from './due-count.tsx'
import { opens } from './roles.ts'
import { peopleTabs } from './sections.ts'

/** The lists of People. */
export function PeopleTabs() {
  const { pathname } = useLocation()
  const roles = useAdminRoles()
  const countDue = useDue()
  const tabs = peopleTabs.filter(({ to }) => opens(roles, to))
  return (
    <nav className="tabs" aria-label="People">
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={pathname.startsWith(tab.to) ? 'page' : undefined}>
          {tab.label}
          <DueCount count={countDue(tab)} />
        </Link>
      ))}
    </nav>
  )
}
