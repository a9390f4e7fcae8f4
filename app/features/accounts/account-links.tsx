import { href } from 'react-router'
import { useContext } from 'react'
import { SellingContext } from '#app/services/orders.ts'

const pages = [
  { to: href('/dashboard/earnings'), label: 'Earnings', says: 'Each sale, your share, and when it is paid' },
  {
    to: href('/dashboard/class-rep'),
    label: 'Your class link',
    says: 'Bring your class, and earn a part of what it buys',
    sells: true,
  },
  { to: href('/orders'), label: 'Your orders', says: 'The works that you bought here, and their files', sells: true },
  { to: href('/dashboard/alerts'), label: 'Your alerts', says: 'What we tell you of by email when a work appears' },
  { to: href('/dashboard/security'), label: 'Sign-in and security', says: 'Change your password or your email' },
  { to: href('/dashboard/my-data'), label: 'My data', says: 'Take it with you, or delete your account' },
]

/**
 * Links to the account's own pages, at the end of the dashboard. Purchases and the class link appear only if works are
 * sold on this site.
 */
export function AccountLinks() {
  const sellsHere = useContext(SellingContext) !== null
  return (
    <nav className="profile account" aria-label="Your account">
      <ul className="index">
        {pages
          .filter(({ sells = false }) => sellsHere || !sells)
          .map(({ to, label, says }) => (
            <li key={to}>
              <a href={to}>
                {label}
                <span className="small soft">{says}</span>
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
