const pages = [{ to: '/dashboard/security', label: 'Sign-in and security', says: 'Change your password or your email' }] as const

/** The pages about the account itself, at the foot of the dashboard. */
export function AccountLinks() {
  return (
    <nav className="profile" aria-label="Your account">
      <ul className="index">
        {pages.map(({ to, label, says }) => (
          <li key={to}>
            <a href={to}>
              <span>
                {label}
                <span className="small soft whole"> {says}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
