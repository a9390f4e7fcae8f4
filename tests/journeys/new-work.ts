import { behindThePages, type TestApp } from './app.ts'

/**
 * Creates a published work that no page has shown yet, so that its data is read and not cached. Returns the last part
 * of its address.
 */
export async function newWork(app: TestApp, title: string, { sample = false } = {}): Promise<string> {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  await behindThePages(app)
    .from('research_materials')
    .insert({
      slug,
      title,
      category: 'seminar',
      published_at: new Date().toISOString(),
      selar_link: 'https://selar.co/x',
      is_sample: sample,
    })
    .throwOnError()
  return slug
}
