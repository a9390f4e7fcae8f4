import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { type AdminRole, opens } from './roles.ts'

/** Returns the roles of the signed-in admin. */
export function useAdminRoles(): readonly AdminRole[] {
  return useRouteLoaderData<{ roles: AdminRole[] }>('routes/admin/console')?.roles ?? []
}

/** A link to a page of the console, or of the site; only its text for an admin whose roles do not open that page. */
export function AdminLink({ to, children }: { to: string; children: ReactNode }) {
  const roles = useAdminRoles()
  if (!to.startsWith('/admin')) {
    return <a href={to}>{children}</a>
  }
  return opens(roles, to.replace(/[?#].*$/, '')) ? <Link to={to}>{children}</Link> : children
}
