import { href } from 'react-router'
import type { Client } from '#app/services/backend.server.ts'
import { publicCache } from '#app/platform/cache/cache.server.ts'
import { type ListAddress, readPage } from '#app/platform/lists/keyset.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { avatarUrl } from '#app/platform/text/own-pictures.ts'
import { type BulkRecords, publishedBulk } from '../console/bulk-records.server.ts'
import { filterByWords, filterPart } from '../console/lists.server.ts'
import { getColumns, type RowOf } from '../console/field-map.ts'
import { publishing, type RecordAdmin } from '../console/record-action.server.ts'
import { isTableEmpty } from '../console/records.server.ts'
import { testimonials as samples } from '../home/content.ts'
import { testimonialFields, testimonialForm, type TestimonialForm } from './fields.ts'

type Stored = RowOf<'testimonials', typeof testimonialFields>

/** A testimonial on the home page. The samples have only some of the columns. */
export type Testimonial = Partial<Stored> &
  Pick<Stored, 'name' | 'university' | 'year' | 'content' | 'rating' | 'is_sample'> & {
    /**
     * The admin's picture of the person, with its description; null if there is none, because faces are never invented.
     */
    picture: { src: string; alt: string } | null
  }

/** The maximum number of testimonials on the home page. */
const MAX = 6

/**
 * Returns the testimonials of the home page: the published ones, or the three samples if none is published or readable.
 * Never fails.
 * @param filesOrigin the origin of pictures if they are not on the site itself.
 */
export async function readTestimonials(client: Client, filesOrigin: string): Promise<readonly Testimonial[]> {
  const rows = await publicCache
    .get('testimonials', async () => {
      const { data } = await client
        .from('testimonials')
        .select(getColumns(testimonialFields))
        .not('published_at', 'is', null)
        .order('place')
        .order('created_at')
        .order('id')
        .limit(MAX)
        .overrideTypes<Stored[], { merge: false }>()
        .throwOnError()
      return data
    })
    .catch(orLog('Could not read the testimonials', []))
  return rows.length > 0
    ? rows.map(({ image_url, image_alt, ...response }) => {
        const avatar = avatarUrl(image_url, filesOrigin)
        return { ...response, picture: avatar && { src: avatar.src, alt: image_alt || `Portrait of ${response.name}` } }
      })
    : sampleTestimonials
}

/** The three built-in samples. */
export const sampleTestimonials: readonly Testimonial[] = samples.map((sample) => ({
  ...sample,
  rating: 5,
  is_sample: true,
  picture: null,
}))

/** Returns a page of testimonials in the order of the home page. Throws if the backend failed. */
export async function listTestimonials(admin: CurrentUser, address: ListAddress) {
  const query = admin.client
    .from('testimonials')
    .select('id, name, university, content, place, is_sample, published_at, deleted_at')
  return readPage(filterByWords(filterPart(query, address), 'content', address), address, {
    column: 'place',
    ascending: true,
  })
}

/** Returns true if none is stored, so that the page shows the samples. Throws if the backend failed. */
export function areSamplesShown(admin: CurrentUser): Promise<boolean> {
  return isTableEmpty(admin, 'testimonials')
}

/**
 * Stores the samples, still marked as samples, so that the admin can change them. Returns their number; 0 if
 * testimonials are stored already. Throws if the backend failed.
 */
export async function adoptTestimonials(admin: CurrentUser): Promise<number> {
  if (!(await areSamplesShown(admin))) {
    return 0
  }
  const published_at = new Date().toISOString()
  const rows = samples.map(({ name, university, year, content }, at) => ({
    name,
    university,
    year,
    content,
    is_sample: true,
    published_at,
    place: (at + 1) * 10,
  }))
  await admin.client.from('testimonials').insert(rows).throwOnError()
  publicCache.invalidate('testimonials')
  return rows.length
}

/** The admin section of the testimonials. */
export const testimonialAdmin: RecordAdmin<'testimonials', TestimonialForm> = {
  table: 'testimonials',
  path: href('/admin/texts/testimonials'),
  noun: 'testimonial',
  fields: testimonialFields,
  schema: testimonialForm,
  show: publishing,
  cacheKeys: ['testimonials'],
}

/** The actions on selected testimonials. */
export const testimonialBulk: BulkRecords<'testimonials'> = {
  resource: testimonialAdmin,
  name: 'name',
  columns: ['published_at'],
  publish: publishedBulk,
}
