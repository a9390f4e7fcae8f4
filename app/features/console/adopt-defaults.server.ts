import { data, type RouterContextProvider } from 'react-router'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { requireAdmin } from './require-admin.server.ts'

/** Copies built-in records into the table, so that they can be changed. `adoptDefaults` returns their number. */
export async function adoptDefaultsAction(
  context: Readonly<RouterContextProvider>,
  list: { path: string; noun: string; adoptDefaults(admin: CurrentUser): Promise<number> },
) {
  const admin = requireAdmin(context)
  const count = await list.adoptDefaults(admin).catch((error: unknown) => {
    logFailure(`Could not copy the built-in ${list.noun}`, error)
    return null
  })
  if (count === null) {
    return data(null, { status: 502 })
  }
  const title = count > 0 ? `${count} ${list.noun} are yours to change` : `The ${list.noun} were yours already`
  return redirectWithToast(context, list.path, { title })
}
