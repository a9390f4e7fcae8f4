import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { type Counted, countOnly, filterByWords, filterPart, readCounted } from '../console/lists.server.ts'
import { publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { isServiceType } from './labels.ts'
import { serviceFields, serviceForm, type ServiceForm } from './fields.ts'

/** A service in the admin list. */
export type ServiceLine = {
  id: string
  service_name: string
  service_type: string
  base_price: string | null
  published_at: string | null
  publish_at: string | null
  deleted_at: string | null
  updated_at: string
}

/** Returns a page of services, last changed first, and their number. Throws if the backend failed. */
export async function listServices(admin: CurrentUser, address: ListAddress): Promise<Counted<ServiceLine>> {
  const services = () => admin.client.from('writing_services')
  const rows = services().select('id, service_name, service_type, base_price, published_at, publish_at, deleted_at, updated_at')
  return readCounted<ServiceLine>(
    filterByWords(filterPart(rows, address), 'service_name', address),
    filterByWords(filterPart(services().select('id', countOnly), address), 'service_name', address),
    address,
  )
}

/** The admin section of the services. */
export const serviceAdmin: RecordAdmin<'writing_services', ServiceForm> = {
  table: 'writing_services',
  path: '/admin/catalogue/services',
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
