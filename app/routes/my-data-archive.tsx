import { getAddresses } from '../features/accounts/queries.server.ts'
import { archiveEntries } from '../features/my-data/archive.server.ts'
import { zipResponse } from '../platform/archives/zip.server.ts'
import { dayInLagos } from '../platform/text/dates.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { orUnavailable } from '../platform/pages/unavailable.server.ts'
import { requireUser, signInAgain } from '../platform/session/session.server.ts'
import type { Route } from './+types/my-data-archive'

/** Returns all data of the user as an archive, built while it is sent. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const user = requireUser(context)
  const account = await orUnavailable(context, getAddresses(context, user.accessToken))
  if (!account) {
    throw signInAgain(url, context)
  }
  const { rejection } = await consumeRateLimit(context, 'export')
  if (rejection) {
    return new Response(rejection, { status: 429 })
  }
  const asked = Number(url.searchParams.get('part') ?? '1')
  const part = Number.isInteger(asked) && asked >= 1 && asked <= 1000 ? asked : 1
  const name = `lamplight-my-data-${dayInLagos(new Date())}${part > 1 ? `-${part}` : ''}.zip`
  const archive = zipResponse(name, archiveEntries(context, { ...user, email: account.email }, part))
  // Read before the response begins, so that a failure still gets an error page.
  return await orUnavailable(context, archive)
}
