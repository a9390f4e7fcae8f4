import { href } from 'react-router'
import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { formatPrice } from '#app/platform/text/money.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { filterByWords, filterPart, type Filters, type LineOf, listRecords } from '../console/lists.server.ts'
import { loadRecord, publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { freeSlug } from '../console/slugs.server.ts'
import { type MaterialCategory, materialCategories } from './categories.ts'
import { materialFields, materialForm, type MaterialForm, required, UNTITLED } from './fields.ts'
import { NOBODY_CAN_BUY } from './labels.ts'
import { formatPriceChange, reversePriceChange } from './prices.ts'

export const materialParts = ['all', 'shown', 'hidden', 'link', 'outlines', 'deleted'] as const

/** The orders of the list other than the last changed first. */
export const materialOrders = ['added', 'dearest', 'cheapest'] as const
export type MaterialOrder = (typeof materialOrders)[number]

const sorts = {
  added: { column: 'created_at', ascending: false },
  dearest: { column: 'price', ascending: false },
  cheapest: { column: 'price', ascending: true },
} as const

/** Returns a page of materials and their number. Throws if the backend failed. */
export const listMaterials = (
  admin: CurrentUser,
  address: ListAddress,
  { category, order }: { category: MaterialCategory | null; order: MaterialOrder | '' },
) =>
  listRecords(
    admin,
    'research_materials',
    [
      'title',
      'subject_area',
      'category',
      'price',
      'selar_link',
      'sold_here',
      'list_category',
      'bundle_size',
      'published_at',
      'publish_at',
      'created_at',
    ],
    address,
    (query) => filterMaterials(query, address, category),
    order === '' ? undefined : sorts[order],
  )
export type MaterialLine = LineOf<typeof listMaterials>

function filterMaterials<Query extends Filters>(query: Query, address: ListAddress, category: MaterialCategory | null): Query {
  let filtered = filterByWords(filterPart(query, address), 'title_and_subject', address)
  if (address.show === 'link') {
    filtered = filtered.is('selar_link', null).is('sold_here', false).gt('price', 0)
  }
  if (address.show === 'outlines') {
    filtered = filtered.eq('list_category', 'outline')
  }
  return category ? filtered.eq('category', category) : filtered
}

/** The admin section of the materials. */
export const materialAdmin: RecordAdmin<'research_materials', MaterialForm> = {
  table: 'research_materials',
  path: href('/admin/catalogue/materials'),
  noun: 'material',
  fields: materialFields,
  schema: materialForm,
  unique: { field: 'slug', reason: 'Another material has this address. Change it, or leave it empty.' },
  duplicate: 'title',
  required,
  async row(values, admin, id) {
    const title = values.title || UNTITLED
    return { ...values, title, slug: values.slug || (await freeSlug(admin, 'research_materials', title, id)) }
  },
  beforePublishing(values, { without_link }) {
    return canBeHad(values) || without_link === 'on' ? null : { selar_link: NOBODY_CAN_BUY }
  },
  describeChange(id, { fields, shown }, { price }) {
    const old_price = Number(fields.price)
    return price === old_price || (old_price === 0 && !shown)
      ? null
      : {
          text: `${formatPrice(price)} instead of ${formatPrice(old_price)}.`,
          undo: `${href('/admin/catalogue/materials/prices')}?change=${formatPriceChange(reversePriceChange({ id, old_price, price }))}`,
        }
  },
  show: publishing,
  cacheKeys: ['materials:', 'material:', 'related:', 'sitemap', 'search:'],
}

/** Loads a material for its pages. A draft without a price is stored as free; nobody has said that it is. */
export async function loadMaterial(args: Parameters<typeof loadRecord>[1]) {
  const { stored, missing, ...record } = await loadRecord(materialAdmin, args)
  return stored !== null && !stored.shown && stored.fields.price === '0'
    ? {
        ...record,
        stored: { ...stored, fields: { ...stored.fields, price: '' } },
        missing: { ...missing, price: required.price },
      }
    : { ...record, stored, missing }
}

/** Returns true if visitors can buy a material or have it for free, or if it is a sample. */
function canBeHad({ price, selar_link, sold_here, is_sample }: Sellable): boolean {
  return price === 0 || selar_link !== null || sold_here || is_sample
}
type Sellable = Pick<MaterialForm, 'price' | 'selar_link' | 'sold_here' | 'is_sample'>

/** The actions on selected materials. */
export const materialBulk: BulkRecords<'research_materials'> = {
  resource: materialAdmin,
  name: 'title',
  columns: ['published_at', 'category', 'price', 'selar_link', 'sold_here', 'is_sample', 'withheld_from'],
  publish: {
    ...publishedBulk,
    obstacle: (row) =>
      row.withheld_from !== null
        ? 'its student took it off sale'
        : row.title === UNTITLED || row.category === ''
          ? 'it has no title or no category'
          : row.price === 0 && !row.is_sample
            ? // A draft without a price is stored as 0, and only its form asks whether that is meant.
              'it has no price; if it is free, type 0 in its form'
            : canBeHad(row)
              ? null
              : 'cannot be bought without a link or a file',
  },
  move: { column: 'category', accepts: (category) => materialCategories.some(({ stored }) => stored === category) },
}
