import { href, Link, useLocation } from 'react-router'
import { useAdminRoles } from '../console/admin-link.tsx'
import { opens } from '../console/roles.ts'

/** The lists of Emails, for admins who open more than one. */
export function EmailTabs() {
  const { pathname } = useLocation()
  const newsletters = href('/admin/mails/newsletters')
  if (!opens(useAdminRoles(), newsletters)) {
    return null
  }
  const isHere = pathname.startsWith(newsletters)
  return (
    <nav className="tabs" aria-label="Emails">
      <Link to={href('/admin/mails')} aria-current={isHere ? undefined : 'page'}>
        All emails
      </Link>
      <Link to={newsletters} aria-current={isHere ? 'page' : undefined}>
        Newsletters
      </Link>
    </nav>
  )
}
