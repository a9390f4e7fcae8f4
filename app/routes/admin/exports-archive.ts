import { href, redirect } from 'react-router'
import { withPasswordAgain } from '#app/features/accounts/confirm-password.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { exportEntries } from '#app/features/exports/archive.server.ts'
import { chosenFiles, LIMITED } from '#app/features/exports/files.ts'
import { readDateRange } from '#app/features/money/date-range.ts'
import { zipResponse } from '#app/platform/archives/zip.server.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/exports-archive'

/** Returns the chosen files as an archive, for an admin who has just confirmed their password on the page of exports. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const now = new Date()
  const today = dayInLagos(now)
  const chosen = chosenFiles(url.searchParams.getAll('file'), admin.roles)
  const range = readDateRange(url.searchParams, today)
  if (chosen.includes('views')) {
    await context.get(siteContext).sendCounted()
  }
  const outcome =
    chosen.length > 0 &&
    (await withPasswordAgain(context, admin.email, null, (client) =>
      zipResponse(
        `lamplight-${today}.zip`,
        exportEntries({ ...admin, client }, { chosen, range, isLimited: url.searchParams.has(LIMITED), now }),
      ),
    ))
  if (!outcome || 'rejection' in outcome) {
    throw redirect(`${href('/admin/exports')}${url.search}`, 303)
  }
  return outcome.done
}
