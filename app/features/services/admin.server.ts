import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { type Counted, countOnly, filterByWords, filterPart, readCounted } from '../console/lists.server.ts'
import { publishing, type RecordAdmin, getState, scheduleField } from '../console/record-action.server.ts'
import { isServiceType } from './labels.ts'
import { serviceForm, type ServiceForm } from './schema.ts'

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
  schema: serviceForm,
  labels: {
    service_name: 'Name',
    service_type: 'Kind',
    service_description: 'Description',
    benefits: 'Benefits',
    specializations: 'Specializations',
    base_price: 'Starting price',
    turnover_time: 'Time',
    rating: 'Rating',
    contact_link: 'Contact link',
    publish_at: 'Publish later',
    is_sample: 'Sample',
  },
  duplicate: { name: 'service_name', without: ['rating'] },
  row: (values) => values,
  show: publishing,
  cacheKeys: ['services', 'service:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('writing_services')
      .select(
        'service_name, service_type, service_description, benefits, specializations, base_price, turnover_time, rating, contact_link, is_sample, published_at, publish_at, deleted_at, updated_at',
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { published_at, publish_at, deleted_at, updated_at, rating, is_sample, ...texts } = data
    return {
      fields: {
        ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])),
        rating: rating === 0 ? '' : String(rating),
        is_sample: is_sample ? 'on' : '',
        publish_at: scheduleField(publish_at),
      },
      ...getState({ published_at, deleted_at, updated_at }),
    }
  },
}

/** The actions on selected services. */
export const serviceBulk: BulkRecords<'writing_services'> = {
  resource: serviceAdmin,
  name: 'service_name',
  columns: ['published_at'],
  publish: publishedBulk,
  move: { column: 'service_type', accepts: isServiceType },
}
