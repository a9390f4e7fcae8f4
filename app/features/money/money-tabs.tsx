import { href, Link, useLocation } from 'react-router'
import { useAdminRoles } from '../console/admin-link.tsx'
import { DueCount, useDue } from '../console/due-count.tsx'
import { opens } from '../console/roles.ts'
import { moneyTabs } from '../console/sections.ts'

const isHere = (to: string, pathname: string) => (to === href('/admin/money') ? pathname === to : pathname.startsWith(to))

/** The parts of Money, and the pages of the current one. */
export function MoneyTabs() {
  const { pathname } = useLocation()
  const roles = useAdminRoles()
  const countDue = useDue()
  const current = moneyTabs.find(({ pages }) => pages.some(({ to }) => isHere(to, pathname))) ?? moneyTabs[0]
  return (
    <div className="money-tabs">
      <nav className="tabs" aria-label="Money">
        {moneyTabs.map((group) => (
          <Link key={group.label} to={group.pages[0].to} aria-current={group === current || undefined}>
            {group.label}
            <DueCount count={group.pages.reduce((sum, page) => sum + countDue(page), 0)} />
          </Link>
        ))}
      </nav>
      {current.pages.length > 1 && (
        <nav className="row subpages" aria-label={current.label}>
          {current.pages.map(
            (page) =>
              opens(roles, page.to) && (
                <Link key={page.to} to={page.to} aria-current={isHere(page.to, pathname) ? 'page' : undefined}>
                  {page.label}
                  <DueCount count={countDue(page)} />
                </Link>
              ),
          )}
        </nav>
      )}
    </div>
  )
}
