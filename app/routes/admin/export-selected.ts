import { postAdmin } from '#app/features/blog/admin.server.ts'
import { getHeadings } from '#app/features/console/field-map.ts'
import { readRecord } from '#app/features/console/record-action.server.ts'
import { selectionInAddress } from '#app/features/console/bulk.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { courseAdmin } from '#app/features/courses/admin.server.ts'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { serviceAdmin } from '#app/features/services/admin.server.ts'
import { topicAdmin } from '#app/features/topics/admin.server.ts'
import { writeCsv } from '#app/platform/lists/csv.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import type { Route } from './+types/export-selected'

type Exported = Parameters<typeof readRecord>[0]

const lists: Readonly<Record<string, Exported>> = {
  materials: materialAdmin,
  posts: postAdmin,
  courses: courseAdmin,
  services: serviceAdmin,
  topics: topicAdmin,
}

/**
 * Returns the selected records of a list as a CSV file with the fields of their form. They have no personal data, so no
 * password is required.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const list = Object.hasOwn(lists, params.list) ? lists[params.list] : undefined
  const ids = selectionInAddress(request, looksLikeUuid)
  if (!list || ids.length === 0) {
    return new Response('Select at least one row of the list first.', { status: 400 })
  }
  const records = await Promise.all(ids.map((id) => readRecord(list, admin, id)))
  const names = Object.keys(list.fields)
  const rows = records.flatMap((record) => (record ? [names.map((name) => record.fields[name] ?? '')] : []))
  return new Response(writeCsv([Object.values(getHeadings(list.fields)), ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${params.list}-${dayInLagos(new Date())}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
