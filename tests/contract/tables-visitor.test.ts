import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aCatalogue } from './catalogue.ts'
import { aStudent, aVisitor, theService } from './people.ts'

let there: Awaited<ReturnType<typeof aCatalogue>>
beforeAll(async () => {
  there = await aCatalogue()
})

const inOrder = (texts: (string | null)[]) => texts.toSorted((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))

test('published materials are listed by title', async () => {
  const { data, error } = await aVisitor()
    .from('research_materials')
    .select()
    .order('title', { ascending: true })
    .like('title', `%${there.word}`)
  expect(error).toBeNull()
  expect(data?.map((material) => material.title)).toEqual(['Asthma', 'Burns', 'Cholera'].map((title) => `${title} ${there.word}`))
})

test('returns prices and ratings as numbers', async () => {
  const { data } = await aVisitor().from('research_materials').select('price, rating').eq('slug', `burns-${there.word}`).single()
  expect(data).toEqual({ price: 2500, rating: 0 })
})

test('a material is found by its slug or by its id', async () => {
  const slug = `asthma-${there.word}`
  const bySlug = await aVisitor().from('research_materials').select('id').eq('slug', slug).maybeSingle()
  expect(bySlug.data).not.toBeNull()
  const byId = await aVisitor()
    .from('research_materials')
    .select('slug')
    .eq('id', bySlug.data?.id ?? '')
    .single()
  expect(byId.data).toEqual({ slug })
})

test('a draft is hidden from visitors and students, by slug and by id', async () => {
  const draft = there.materials.find((material) => material.published_at === null)
  const ada = await aStudent('Ada')
  for (const client of [aVisitor(), ada.client]) {
    expect(
      (
        await client
          .from('research_materials')
          .select('id')
          .eq('slug', draft?.slug ?? '')
      ).data,
    ).toEqual([])
    expect(
      (
        await client
          .from('research_materials')
          .select('id')
          .eq('id', draft?.id ?? '')
      ).data,
    ).toEqual([])
  }
})

test('single() without a row returns PGRST116 with status 406', async () => {
  const { data, error, status } = await aVisitor().from('writing_services').select().eq('id', randomUUID()).single()
  expect(data).toBeNull()
  expect(error?.code).toBe('PGRST116')
  expect(status).toBe(406)
})

test('maybeSingle() without a row returns null and no error', async () => {
  const { data, error } = await aVisitor().from('courses').select().eq('id', randomUUID()).maybeSingle()
  expect([data, error]).toEqual([null, null])
})

test('single() with several rows returns PGRST116', async () => {
  const { error, status } = await aVisitor().from('topics_directory').select().like('topic', `%${there.word}`).single()
  expect([error?.code, status]).toEqual(['PGRST116', 406])
})

test('services are sorted by name', async () => {
  const { data } = await aVisitor()
    .from('writing_services')
    .select('service_name')
    .order('service_name')
    .like('service_name', `%${there.word}`)
  expect(data?.map((row) => row.service_name)).toEqual(
    ['Editing', 'Formatting', 'Proofreading'].map((name) => `${name} ${there.word}`),
  )
})

test('only active courses are listed, by title', async () => {
  const { data } = await aVisitor()
    .from('courses')
    .select('title')
    .eq('status', 'active')
    .order('title')
    .like('title', `%${there.word}`)
  expect(data?.map((row) => row.title)).toEqual([`Anatomy ${there.word}`, `Midwifery ${there.word}`])
  const others = await aVisitor().from('courses').select('title').neq('status', 'active')
  expect(others.data).toEqual([])
})

test('posts are sorted newest first, and their times have a zone', async () => {
  const { data } = await aVisitor()
    .from('blog_posts')
    .select('upload_date')
    .order('upload_date', { ascending: false })
    .like('slug', `%${there.word}`)
  expect(data?.map((row) => row.upload_date)).toEqual([
    '2026-05-01T08:00:00+00:00',
    '2026-04-01T08:00:00+00:00',
    '2026-03-01T08:00:00+00:00',
  ])
})

test('topics are sorted by name', async () => {
  const { data } = await aVisitor().from('topics_directory').select('topic').order('topic')
  const topics = data?.map((row) => row.topic).filter((topic) => topic.endsWith(there.word)) ?? []
  expect(topics).toHaveLength(3)
  expect(topics).toEqual(inOrder(topics))
})

test('a malformed id is a client error', async () => {
  const { error, status } = await aVisitor().from('blog_posts').select().eq('id', 'not-an-id').single()
  expect([error?.code, status]).toEqual(['22P02', 400])
})

test('hero texts and settings groups are readable by visitors', async () => {
  const service = theService()
  await service
    .from('ui_content')
    .upsert({ page_section: 'hero', content_key: 'hero_title', content_value: 'A lamp for every ward' })
  await service
    .from('settings')
    .upsert({ group_name: 'contact', setting_key: 'contact_office_hours', setting_value: 'Mon-Fri 9AM-6PM WAT' })
  const hero = await aVisitor().from('ui_content').select('content_key, content_value').eq('page_section', 'hero')
  expect(hero.data).toContainEqual({ content_key: 'hero_title', content_value: 'A lamp for every ward' })
  const contact = await aVisitor().from('settings').select('setting_key, setting_value').eq('group_name', 'contact')
  expect(contact.data).toContainEqual({ setting_key: 'contact_office_hours', setting_value: 'Mon-Fri 9AM-6PM WAT' })
})

test('rows can be counted without being sent', async () => {
  const { count, data } = await aVisitor()
    .from('topics_directory')
    .select('*', { count: 'exact', head: true })
    .like('topic', `%${there.word}`)
  expect([count, data]).toEqual([3, null])
})

test('a page of rows includes the total count', async () => {
  const { data, count } = await aVisitor()
    .from('topics_directory')
    .select('topic', { count: 'exact' })
    .like('topic', `%${there.word}`)
    .order('topic')
    .range(1, 1)
  expect(data).toEqual([{ topic: `Malaria ${there.word}` }])
  expect(count).toBe(3)
})
