import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { filterByWords, filterPart, type LineOf, listRecords } from '../console/lists.server.ts'
import { publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { isServiceType } from './labels.ts'
import { serviceFields, serviceForm, type ServiceForm } from './fields.ts'

/** Returns a page of services, last changed first, and their number. Throws if the backend failed. */
export const listServices = (admin: CurrentUser, address: ListAddress) =>
  listRecords(
    admin,
    'writing_services',
    ['service_name', 'service_type', 'base_price', 'published_at', 'publish_at'],
    address,
    (query) => filterByWords(filterPart(query, address), 'service_name', address),
  )
export type ServiceLine = LineOf<typeof listServices>

/** The admin section of the services. */
export const serviceAdmin: RecordAdmin<'writing_services', ServiceForm> = {
  table: 'writing_services',
  path: href('/admin/catalogue/services'),
  noun: 'service',
  fields: serviceFields,
  schema: serviceForm,
  duplicate: 'service_name',
  show: publishing,
  cacheKeys: ['services', 'service:', 'sitemap', 'search:'],
}

/** The actions on selected services. */
export const serviceBulk: BulkRecords<'writing_services'> = {
  resource: serviceAdmin,
  name: 'service_name',
  columns: ['published_at'],
  publish: publishedBulk,
  move: { column: 'service_type', accepts: isServiceType },
}
