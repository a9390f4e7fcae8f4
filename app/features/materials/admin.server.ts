import type { ListAddress } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { type Counted, countOnly, filterByWords, filterPart, type Filters, readCounted } from '../console/lists.server.ts'
import { type RecordAdmin, scheduleField } from '../console/record-action.server.ts'
import { freeSlug } from '../console/slugs.server.ts'
import { type MaterialCategory, materialCategories } from './categories.ts'
import { materialForm, type MaterialForm, NOBODY_CAN_BUY } from './admin-schema.ts'
import { filterOutlines } from './outlines.server.ts'
import { studyDetailsColumns } from './study-details.ts'
import { submittedStudyDetails } from './study-details-schema.ts'

/** A material in the admin list. Price in naira. */
export type MaterialLine = {
  id: string
  title: string
  subject_area: string
  category: string
  price: number
  selar_link: string | null
  sold_here: boolean
  is_sample: boolean
  published_at: string | null
  publish_at: string | null
  deleted_at: string | null
  updated_at: string
}

export const materialParts = ['all', 'shown', 'hidden', 'link', 'outlines', 'deleted'] as const

/** Returns a page of materials, last changed first, and their number. Throws if the backend failed. */
export async function listMaterials(
  admin: CurrentUser,
  address: ListAddress,
  category: MaterialCategory | null,
): Promise<Counted<MaterialLine>> {
  const materials = () => admin.client.from('research_materials')
  const rows = materials().select(
    'id, title, subject_area, category, price, selar_link, sold_here, is_sample, published_at, publish_at, deleted_at, updated_at',
  )
  return readCounted<MaterialLine>(
    filterMaterials(rows, address, category),
    filterMaterials(materials().select('id', countOnly), address, category),
    address,
  )
}

function filterMaterials<Query extends Filters>(query: Query, address: ListAddress, category: MaterialCategory | null): Query {
  let filtered = filterByWords(filterPart(query, address), 'title_and_subject', address)
  if (address.show === 'link') {
    filtered = filtered.is('selar_link', null).is('sold_here', false).gt('price', 0)
  }
  if (address.show === 'outlines') {
    filtered = filterOutlines(filtered)
  }
  return category ? filtered.eq('category', category) : filtered
}

/** The admin section of the materials. */
export const materialAdmin: RecordAdmin<'research_materials', MaterialForm> = {
  table: 'research_materials',
  path: '/admin/catalogue/materials',
  noun: 'material',
  schema: materialForm,
  unique: { field: 'slug', reason: 'Another material has this address. Change it, or leave it empty.' },
  labels: {
    title: 'Title',
    slug: 'Address',
    subject_area: 'Subject area',
    category: 'Category',
    format: 'Format',
    price: 'Price',
    rating: 'Rating',
    pages: 'Pages',
    year_of_study: 'Year',
    selar_link: 'Selar link',
    sold_here: 'Sold here',
    chapter_one_preview: 'Free to read',
    preview_section: 'Which part is free',
    abstract: 'Abstract',
    full_contents: 'Contents',
    design: 'Design',
    population_and_sample: 'Population and sample',
    instrument: 'Instrument',
    analysis: 'Analysis',
    instrument_included: 'Instrument in the file',
    programme: 'Programme',
    reference_count: 'References',
    newest_reference_year: 'Newest reference',
    file_size: 'Size of the file',
    file_date: 'Date of the file',
    publish_at: 'Publish later',
    is_sample: 'Sample',
  },
  // A copy is another work, with a payment page and a file of its own.
  duplicate: { name: 'title', without: ['slug', 'selar_link', 'sold_here', 'rating', 'file_size', 'file_date'] },
  async row(values, admin, id) {
    return { ...values, slug: values.slug || (await freeSlug(admin, 'research_materials', values.title, id)) }
  },
  beforePublishing(values, { without_link }) {
    return canBeHad(values) || without_link === 'on' ? null : { selar_link: NOBODY_CAN_BUY }
  },
  show: { on: () => ({ published_at: new Date().toISOString() }), off: () => ({ published_at: null }) },
  cacheKeys: ['materials:', 'material:', 'related:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('research_materials')
      .select(
        `title, slug, subject_area, category, format, price, rating, pages, year_of_study, selar_link, sold_here, chapter_one_preview, is_sample, published_at, publish_at, deleted_at, updated_at, ${studyDetailsColumns}` as const,
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { published_at, publish_at, deleted_at, updated_at, rating, price, is_sample, sold_here, ...rest } = data
    return {
      fields: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')])),
        ...submittedStudyDetails(data),
        price: String(price),
        rating: rating === 0 ? '' : String(rating),
        is_sample: is_sample ? 'on' : '',
        sold_here: sold_here ? 'on' : '',
        publish_at: scheduleField(publish_at),
      },
      version: updated_at,
      shown: published_at !== null,
      deleted: deleted_at !== null,
    }
  },
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
  columns: ['published_at', 'price', 'selar_link', 'sold_here', 'is_sample'],
  publish: {
    ...publishedBulk,
    obstacle: (row) => (canBeHad(row) ? null : 'cannot be bought without a link or a file'),
  },
  move: { column: 'category', accepts: (category) => materialCategories.some(({ stored }) => stored === category) },
}
