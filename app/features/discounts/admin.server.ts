import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { BulkRecords } from '../console/bulk-records.server.ts'
import { filterByWords, filterDeleted, listRecords } from '../console/lists.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { discountFields, discountForm, type DiscountForm } from './fields.ts'

export const discountParts = ['all', 'deleted'] as const

/** Returns a page of the discount codes, last changed first, and their number. Throws if the backend failed. */
export const listDiscounts = (admin: CurrentUser, address: ListAddress) =>
  listRecords(
    admin,
    'discount_codes',
    ['code', 'profile_id', 'kind', 'amount', 'category', 'works', 'first_day', 'last_day', 'max_uses', 'is_stopped'],
    address,
    (query) => filterByWords(filterDeleted(query, address), 'code', address),
  )

/** Returns how often each code was used, and what it took off, in kobo. Throws if the backend failed. */
export async function getDiscountUses(admin: CurrentUser) {
  return (await admin.client.rpc('discount_uses').throwOnError()).data
}

/** The admin section of the discount codes. */
export const discountAdmin: RecordAdmin<'discount_codes', DiscountForm> = {
  table: 'discount_codes',
  path: href('/admin/money/discounts'),
  noun: 'code',
  fields: discountFields,
  schema: discountForm,
  unique: { field: 'code', reason: 'There is this code already; look among the deleted ones too' },
  cacheKeys: [],
  isShown: ({ deleted_at, is_stopped }) => deleted_at === null && !is_stopped,
}

/** The actions on selected discount codes. */
export const discountBulk: BulkRecords<'discount_codes'> = { resource: discountAdmin, name: 'code' }
