import type { Client } from '../../platform/process/backend.server.ts'
import { publicCache } from '../../platform/cache/cache.server.ts'

type Address = { path: string; changed: string | null }

const standing = [
  '/',
  '/marketplace',
  '/writing-services',
  '/courses',
  '/topics-directory',
  '/blog',
  '/contact',
  '/support',
  '/faq',
  '/terms',
  '/privacy',
]

/** PostgREST returns a thousand rows at a time; a sitemap may have fifty thousand addresses. */
const PAGE = 1000
const MOST = 45_000

/** The public pages and every published material, service, course and post, with the moment of its last change. Throws when the backend failed. */
export function listAddresses(client: Client): Promise<Address[]> {
  return publicCache.get('sitemap', async () => {
    const materials = await everyPage((from, to) =>
      client
        .from('research_materials')
        .select('slug, updated_at')
        .not('published_at', 'is', null)
        .order('id')
        .range(from, to)
        .throwOnError(),
    )
    const [services, courses, posts] = await Promise.all([
      client.from('writing_services').select('id, updated_at').not('published_at', 'is', null).order('id').throwOnError(),
      client.from('courses').select('id, updated_at').eq('status', 'active').order('id').throwOnError(),
      client.from('blog_posts').select('slug, updated_at').not('published_at', 'is', null).order('id').throwOnError(),
    ])
    return [
      ...standing.map((path) => ({ path, changed: null })),
      ...materials.map(({ slug, updated_at }) => ({ path: `/material-preview/${slug}`, changed: updated_at })),
      ...services.data.map(({ id, updated_at }) => ({ path: `/service-details/${id}`, changed: updated_at })),
      ...courses.data.map(({ id, updated_at }) => ({ path: `/course-details/${id}`, changed: updated_at })),
      ...posts.data.map(({ slug, updated_at }) => ({ path: `/blog/${slug}`, changed: updated_at })),
    ]
  })
}

async function everyPage<Row>(read: (from: number, to: number) => PromiseLike<{ data: Row[] }>): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < MOST) {
    const { data } = await read(rows.length, rows.length + PAGE - 1)
    rows.push(...data)
    if (data.length < PAGE) {
      break
    }
  }
  return rows
}
