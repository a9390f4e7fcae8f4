import { Link, useLocation } from 'react-router'

const tabs = [
  { to: '/admin/money', label: 'Overview' },
  { to: '/admin/money/sales', label: 'Sales' },
  { to: '/admin/money/orders', label: 'Orders' },
  { to: '/admin/money/queue', label: 'Queue' },
  { to: '/admin/money/payouts', label: 'Payouts' },
  { to: '/admin/money/paystack', label: 'Paystack' },
  { to: '/admin/money/books', label: 'Books' },
  { to: '/admin/money/rules', label: 'Rules' },
] as const

/** The parts of Money. */
export function MoneyTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="chips" aria-label="Money">
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          className="chip"
          to={to}
          aria-current={(to === '/admin/money' ? pathname === to : pathname.startsWith(to)) || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
