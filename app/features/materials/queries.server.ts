import * as v from 'valibot'
import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import type { SoldFile } from '#app/services/orders.ts'
import { looksLikeSlug, looksLikeUuid } from '#app/platform/pages/keys.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { materialFields } from './fields.ts'

/** Cards of materials as the database returns them (private.cards). */
export const materialCards = v.array(
  v.object({
    id: v.string(),
    slug: v.string(),
    title: v.string(),
    subject_area: v.string(),
    category: v.string(),
    price: v.number(),
    rating: v.number(),
    pages: v.nullable(v.number()),
    year_of_study: v.nullable(v.number()),
    selar_link: v.nullable(v.string()),
    sold_here: v.boolean(),
    is_sample: v.boolean(),
    list_category: v.string(),
    bundle_size: v.nullable(v.number()),
    published_at: v.nullable(v.string()),
  }),
)
/** The details of a material on a card. Price in naira. */
export type MaterialCard = {
  id: string
  slug: string
  title: string
  subject_area: string
  category: string
  price: number
  rating: number
  pages: number | null
  year_of_study: number | null
  selar_link: string | null
  /** True if it is sold here when it has no link (sold.ts). */
  sold_here: boolean
  /** True if the seed created it: no student wrote it. Its file, if it is sold here, is its own text. */
  is_sample: boolean
  /** Its category in lists: `outline` for an outline. */
  list_category: string
  /** The number of works of a bundle; null for other materials. */
  bundle_size: number | null
  published_at: string | null
  /** How often it was bought here; missing if that was not counted (buyers.server.ts). */
  buyers?: number
}

type Stored = MaterialCard &
  RowOf<'research_materials', typeof materialFields> & {
    updated_at: string
    /** The contents of the files of one of our products, one line each. */
    inside: string[] | null
    page_pictures: string[] | null
  }

/** A material with its open text and the details of the whole work. */
export type Material = Omit<Stored, 'page_pictures'> & {
  /** The student who wrote it, if they allow it. */
  author: Author | null
  /** Pictures of the pages that may be read before buying, in order. */
  pictures: PagePicture[]
  /** Path in the bucket product-files of the blurred picture of the page after them; null for students' works. */
  blurred_picture: string | null
  /** The files of one of our products; empty for other materials. */
  files: SoldFile[]
}

/** The part of an author that visitors may see. The year of study is as in a profile (docs/glossary.md). */
export type Author = { first_name: string; school: string; study_year: number | null }

/** A picture of a page: its number in the file, from 1, and its path in the bucket product-files. */
export type PagePicture = { page: number; path: string }

const cardColumns =
  'id, slug, title, subject_area, category, price, rating, pages, year_of_study, selar_link, sold_here, is_sample, list_category, bundle_size, published_at'
const columns = getColumns(materialFields, [
  'list_category',
  'bundle_size',
  'published_at',
  'updated_at',
  'inside',
  'page_pictures',
])

/**
 * Returns a published material by its slug, falling back to its id if the key looks like one (SPEC 7). Null if it does
 * not exist.
 * @throws if the backend failed.
 */
export function findMaterial(client: Client, key: string): Promise<Material | null> {
  return publicCache.get(`material:${key}`, async () => {
    const bySlug = looksLikeSlug(key) ? await readMaterial(client, 'slug', key) : null
    return bySlug ?? (looksLikeUuid(key) ? readMaterial(client, 'id', key) : null)
  })
}

/** Returns a material that the client may read, past the cache, or null if it does not exist. Throws if the backend failed. */
export async function readMaterial(client: Client, column: 'slug' | 'id', key: string): Promise<Material | null> {
  const { data } = await client
    .from('research_materials')
    .select(columns)
    .eq(column, key)
    .maybeSingle()
    .overrideTypes<Stored, { merge: false }>()
    .throwOnError()
  return data && withFilesAndPictures(client, data)
}

/**
 * Returns the published materials with these slugs, in their order.
 * @throws if the backend failed.
 */
export async function findBySlugs(client: Client, slugs: readonly string[]): Promise<MaterialCard[]> {
  const { data } = await client
    .from('research_materials')
    .select(cardColumns)
    .in('slug', [...slugs])
    .not('published_at', 'is', null)
    .throwOnError()
  return data.toSorted((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug))
}

async function withFilesAndPictures(client: Client, { page_pictures, ...material }: Stored): Promise<Material> {
  const [author, files, pictures] = await Promise.all([
    material.sold_here && material.origin === null ? findAuthor(client, material.id) : null,
    material.sold_here ? listFiles(client, material.id) : [],
    page_pictures === null && !material.is_sample
      ? listPictures(client, material.id)
      : (page_pictures ?? []).map((path, at) => ({ page: at + 1, path })),
  ])
  // The seed blurs the last picture of one of our products.
  const blurred_picture = page_pictures === null ? null : (pictures.pop()?.path ?? null)
  return { ...material, author, files, pictures, blurred_picture }
}

async function findAuthor(client: Client, material: string): Promise<Author | null> {
  const { data } = await client.rpc('material_author', { material }).maybeSingle().throwOnError()
  return data
}

async function listFiles(client: Client, material: string): Promise<SoldFile[]> {
  const { data } = await client.rpc('material_files', { material }).throwOnError()
  return data.map(({ file_position: position, file_size: size, ...file }) => ({ ...file, position, size }))
}

async function listPictures(client: Client, material: string): Promise<PagePicture[]> {
  const { data } = await client.rpc('material_page_pictures', { material }).throwOnError()
  return data
}

/**
 * Returns the current slug of a published material that had this slug before, or null.
 * @throws if the backend failed.
 */
export async function findFormerMaterial(client: Client, key: string): Promise<string | null> {
  if (!looksLikeSlug(key)) {
    return null
  }
  return publicCache.get(`material:former:${key}`, async () => {
    const { data } = await client
      .from('former_slugs')
      .select('research_materials(slug)')
      .eq('slug', key)
      .not('material_id', 'is', null)
      .maybeSingle()
      .throwOnError()
    return data?.research_materials?.slug ?? null
  })
}

/** Returns up to four other materials of the same subject, or else of the same category; samples and outlines last. */
export function findRelated(
  client: Client,
  material: Pick<Material, 'id' | 'subject_area' | 'category'>,
): Promise<MaterialCard[]> {
  return publicCache.get(`related:${material.id}`, async () => {
    const [subject, category] = await Promise.all(
      (['subject_area', 'category'] as const).map((column) =>
        client
          .from('research_materials')
          .select(cardColumns)
          .not('published_at', 'is', null)
          .eq(column, material[column])
          .neq('id', material.id)
          .order('is_sample')
          .order('title')
          .limit(4)
          .throwOnError(),
      ),
    )
    const found = new Map([...(subject?.data ?? []), ...(category?.data ?? [])].map((row) => [row.id, row]))
    return [...found.values()].toSorted((one, other) => Number(one.is_sample) - Number(other.is_sample)).slice(0, 4)
  })
}

/**
 * Returns the interquartile price range (naira) of each category's published works, without samples. Throws if the
 * backend failed.
 */
export function usualPrices(client: Client) {
  return publicCache.get('materials:usual-prices', async () => {
    const { data } = await client.rpc('usual_prices').throwOnError()
    return data
  })
}
