import { Outlet } from 'react-router'
import { isSubmission } from '#app/features/shell/full-disk.server.ts'
import { getPage } from '#app/platform/forms/act-address.ts'
import { formOnly } from '#app/platform/pages/not-found.server.ts'
import type { Route } from './+types/act'

/** Lets only forms use the addresses of acts. A form that is not saved shows its page there. */
export function loader({ url, context }: Route.LoaderArgs) {
  if (!isSubmission(context)) {
    throw formOnly(getPage(url.pathname))
  }
  return null
}

export default function Act() {
  return <Outlet />
}
