/* Creates published records for visitors with the secret key, as the seed does; each suite creates its own. */
import { randomUUID } from 'node:crypto'
import { theService } from './people.ts'

const now = new Date().toISOString()

function orFail<T>({ data, error }: { data: T | null; error: { message: string } | null }): T {
  if (error || data === null) {
    throw new Error(error?.message ?? 'Could not insert: no rows returned')
  }
  return data
}

/** Creates three of each kind, inserted unsorted, and one unpublished. */
export async function aCatalogue() {
  const service = theService()
  const word = randomUUID().slice(0, 8)
  const [materials, services, courses, posts, topics] = await Promise.all([
    service
      .from('research_materials')
      .insert(
        ['Cholera', 'Asthma', 'Burns', 'Draft'].map((title) => ({
          slug: `${title.toLowerCase()}-${word}`,
          title: `${title} ${word}`,
          category: 'research_project',
          subject_area: 'Medical nursing',
          price: title === 'Asthma' ? 0 : 2500,
          published_at: title === 'Draft' ? null : now,
        })),
      )
      .select(),
    service
      .from('writing_services')
      .insert(
        ['Proofreading', 'Editing', 'Formatting'].map((name) => ({
          service_name: `${name} ${word}`,
          service_type: 'editing',
          base_price: '5,000',
          published_at: now,
        })),
      )
      .select(),
    service
      .from('courses')
      .insert(
        ['Midwifery', 'Anatomy', 'Closed'].map((title) => ({
          title: `${title} ${word}`,
          category: 'midwifery',
          status: title === 'Closed' ? 'closed' : 'active',
        })),
      )
      .select(),
    service
      .from('blog_posts')
      .insert(
        ['2026-03-01', '2026-05-01', '2026-04-01'].map((date) => ({
          slug: `post-${date}-${word}`,
          post_title: `Post of ${date}`,
          upload_date: `${date}T08:00:00Z`,
          published_at: now,
        })),
      )
      .select(),
    service
      .from('topics_directory')
      .insert(
        ['Wound care', 'Anxiety', 'Malaria'].map((topic) => ({ topic: `${topic} ${word}`, subject_area: 'Medical nursing' })),
      )
      .select(),
  ])
  return {
    word,
    materials: orFail(materials),
    services: orFail(services),
    courses: orFail(courses),
    posts: orFail(posts),
    topics: orFail(topics),
  }
}
