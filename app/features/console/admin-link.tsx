import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { type AdminRole, opens } from './roles.ts'

/** Returns the roles of the signed-in admin. */
export function useAdminRoles(): readonly AdminRole[] {
  return useRouteLoaderData<{ roles: AdminRole[] }>('routes/admin/console')?.roles ?? []
}

/** A link to a page of the console; only its text for an admin whose roles do not open that page. */
export function AdminLink({ to, children }: { to: string; children: ReactNode }) {
  return opens(useAdminRoles(), to.replace(/[?#].*$/, '')) ? <Link to={to}>{children}</Link> : children
}
