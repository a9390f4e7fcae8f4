import { type ListAddress, type Page, readPage, wordPatterns } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import type { RecordAdmin } from '../console/record-action.server.ts'
import { freeSlug } from '../console/slugs.server.ts'
import type { MaterialCategory } from './categories.ts'
import { materialForm, type MaterialForm, NOBODY_CAN_BUY } from './admin-schema.ts'
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
  deleted_at: string | null
  updated_at: string
}

export const materialParts = ['all', 'shown', 'hidden', 'link', 'deleted'] as const

/** Returns a page of materials, last changed first. Throws if the backend failed. */
export async function listMaterials(
  admin: CurrentUser,
  address: ListAddress,
  category: MaterialCategory | null,
): Promise<Page<MaterialLine>> {
  let query = admin.client
    .from('research_materials')
    .select('id, title, subject_area, category, price, selar_link, sold_here, is_sample, published_at, deleted_at, updated_at')
  query = address.show === 'deleted' ? query.not('deleted_at', 'is', null) : query.is('deleted_at', null)
  if (address.show === 'shown') {
    query = query.not('published_at', 'is', null)
  } else if (address.show === 'hidden') {
    query = query.is('published_at', null)
  } else if (address.show === 'link') {
    query = query.is('selar_link', null).is('sold_here', false)
  }
  if (category) {
    query = query.eq('category', category)
  }
  const words = wordPatterns(address.search)
  if (words.length > 0) {
    query = query.ilikeAllOf('title_and_subject', words)
  }
  return readPage<MaterialLine>(query, address, { column: 'updated_at', ascending: false })
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
    is_sample: 'Sample',
  },
  async row(values, admin, id) {
    return { ...values, slug: values.slug || (await freeSlug(admin, 'research_materials', values.title, id)) }
  },
  beforePublishing({ price, selar_link, sold_here, is_sample }, { without_link }) {
    const isForSale = price === 0 || selar_link !== null || sold_here || is_sample
    return isForSale || without_link === 'on' ? null : { selar_link: NOBODY_CAN_BUY }
  },
  show: { on: () => ({ published_at: new Date().toISOString() }), off: () => ({ published_at: null }) },
  cacheKeys: ['materials:', 'material:', 'related:', 'sitemap', 'search:'],
  async read(admin, id) {
    const { data } = await admin.client
      .from('research_materials')
      .select(
        `title, slug, subject_area, category, format, price, rating, pages, year_of_study, selar_link, sold_here, chapter_one_preview, is_sample, published_at, deleted_at, updated_at, ${studyDetailsColumns}` as const,
      )
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) {
      return null
    }
    const { published_at, deleted_at, updated_at, rating, price, is_sample, sold_here, ...rest } = data
    return {
      fields: {
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value ?? '')])),
        ...submittedStudyDetails(data),
        price: String(price),
        rating: rating === 0 ? '' : String(rating),
        is_sample: is_sample ? 'on' : '',
        sold_here: sold_here ? 'on' : '',
      },
      version: updated_at,
      shown: published_at !== null,
      deleted: deleted_at !== null,
    }
  },
}
