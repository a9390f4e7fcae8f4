import { href, Link, useLocation } from 'react-router'
import { useAdminRoles } from '../console/admin-link.tsx'
import { opens } from '../console/roles.ts'

const groups = [
  { label: 'Overview', pages: [{ to: href('/admin/money'), label: 'Overview' }] },
  {
    label: 'Sales',
    pages: [
      { to: href('/admin/money/orders'), label: 'Orders' },
      { to: href('/admin/money/sales'), label: 'All sales' },
      { to: href('/admin/money/queue'), label: 'Unmatched' },
      { to: href('/admin/money/products'), label: 'Product rules' },
    ],
  },
  {
    label: 'Promotion',
    pages: [
      { to: href('/admin/money/discounts'), label: 'Discount codes' },
      { to: href('/admin/money/class-reps'), label: 'Class reps' },
      { to: href('/admin/money/reminders'), label: 'Reminders' },
    ],
  },
  { label: 'Payouts', pages: [{ to: href('/admin/money/payouts'), label: 'Payouts' }] },
  {
    label: 'Accounting',
    pages: [
      { to: href('/admin/money/books'), label: 'Books' },
      { to: href('/admin/money/paystack'), label: 'Paystack' },
      { to: href('/admin/money/rules'), label: 'Rules' },
    ],
  },
] as const

const isHere = (to: string, pathname: string) => (to === href('/admin/money') ? pathname === to : pathname.startsWith(to))

/** The parts of Money, and the pages of the current one. */
export function MoneyTabs() {
  const { pathname } = useLocation()
  const roles = useAdminRoles()
  const current = groups.find(({ pages }) => pages.some(({ to }) => isHere(to, pathname))) ?? groups[0]
  return (
    <div className="money-tabs">
      <nav className="tabs" aria-label="Money">
        {groups.map((group) => (
          <Link key={group.label} to={group.pages[0].to} aria-current={group === current || undefined}>
            {group.label}
          </Link>
        ))}
      </nav>
      {current.pages.length > 1 && (
        <nav className="row subpages" aria-label={current.label}>
          {current.pages.map(
            ({ to, label }) =>
              opens(roles, to) && (
                <Link key={to} to={to} aria-current={isHere(to, pathname) ? 'page' : undefined}>
                  {label}
                </Link>
              ),
          )}
        </nav>
      )}
    </div>
  )
}
