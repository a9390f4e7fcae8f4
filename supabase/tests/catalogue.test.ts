// The catalogue: research_materials, writing_services, courses, blog_posts, topics_directory, faq_questions,
// testimonials. Admins write, all others read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

type Listed = {
  table: string
  /** The column that identifies rows here, and the other required columns. */
  name: string
  needs: Record<string, string>
  /** Assignments that make a row visible and hide it; topics are always visible. */
  shown?: string
  hidden?: string
}
const published = { shown: 'published_at = now()', hidden: 'published_at = null' }
const listed: Listed[] = [
  {
    table: 'research_materials',
    name: 'title',
    needs: { slug: "'m-' || gen_random_uuid()", category: "'seminar'" },
    ...published,
  },
  { table: 'writing_services', name: 'service_name', needs: { service_type: "'editing'" }, ...published },
  { table: 'courses', name: 'title', needs: { category: "'midwifery'" }, shown: `status = 'active'`, hidden: `status = 'draft'` },
  { table: 'blog_posts', name: 'post_title', needs: { slug: "'p-' || gen_random_uuid()" }, ...published },
  { table: 'topics_directory', name: 'topic', needs: {} },
  { table: 'curriculum_courses', name: 'title', needs: { programme: "'nd'", subjects: "'Midwifery'" } },
  { table: 'faq_questions', name: 'question', needs: { part: "'Buying'", answer: "'Yes.'" }, ...published },
  { table: 'testimonials', name: 'name', needs: { content: "'It helped.'" }, ...published },
]

const insertInto = ({ table, name, needs }: Listed) =>
  `insert into public.${table} (${[name, ...Object.keys(needs)].join(', ')}) values (${['$1', ...Object.values(needs)].join(', ')})`

describe.each(listed)('$table', (rows) => {
  const { table, name, shown, hidden } = rows
  const namesSeenBy = async (user: Parameters<typeof as>[0]) =>
    (
      await as(user).query<{ name: string }>(
        `select ${name} as name from public.${table} where ${name} in ('Open', 'Hidden') order by 1`,
      )
    ).map((row) => row.name)

  beforeAll(async () => {
    await as(admin).change(insertInto(rows), ['Open'])
    await as(admin).change(insertInto(rows), ['Hidden'])
    if (shown) {
      expect(await as(admin).change(`update public.${table} set ${shown} where ${name} = 'Open'`)).toBe(1)
    }
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
  ])('shows %s only visible rows', async (_who, user) => {
    expect(await namesSeenBy(user)).toEqual(hidden ? ['Open'] : ['Hidden', 'Open'])
  })

  it.each([
    ['an admin', admin],
    ['the secret key', secretKey],
  ])('shows %s every row', async (_who, user) => {
    expect(await namesSeenBy(user)).toEqual(['Hidden', 'Open'])
  })

  it('rejects every write of visitors', async () => {
    await expect(as(visitor).change(insertInto(rows), ['Forged'])).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`update public.${table} set ${name} = 'Forged'`)).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`delete from public.${table}`)).rejects.toMatchObject(noGrant)
    await expect(as(visitor).change(`truncate public.${table} cascade`)).rejects.toMatchObject(noGrant)
  })

  it('rejects every write of students', async () => {
    await expect(as(ada).change(insertInto(rows), ['Forged'])).rejects.toMatchObject(noPolicy)
    expect(await as(ada).change(`update public.${table} set ${name} = 'Forged'`)).toBe(0)
    expect(await as(ada).change(`update public.${table} set deleted_at = now()`)).toBe(0)
    await expect(as(ada).change(`delete from public.${table}`)).rejects.toMatchObject(noGrant)
    await expect(as(ada).change(`truncate public.${table} cascade`)).rejects.toMatchObject(noGrant)
    expect(await namesSeenBy(admin)).toEqual(['Hidden', 'Open'])
  })

  it('lets admins add, change and hide rows', async () => {
    await as(admin).change(insertInto(rows), ['New'])
    if (shown && hidden) {
      const findVisible = () => as(visitor).query(`select 1 from public.${table} where ${name} = 'New'`)
      await as(admin).change(`update public.${table} set ${shown} where ${name} = 'New'`)
      expect(await findVisible()).toHaveLength(1)
      await as(admin).change(`update public.${table} set ${hidden} where ${name} = 'New'`)
      expect(await findVisible()).toHaveLength(0)
    }
  })

  it('hides deleted rows from all but admins and restores them unchanged', async () => {
    await as(admin).change(insertInto(rows), ['Mistaken'])
    if (shown) {
      await as(admin).change(`update public.${table} set ${shown} where ${name} = 'Mistaken'`)
    }
    const seenBy = async (user: Parameters<typeof as>[0]) =>
      (await as(user).query(`select 1 from public.${table} where ${name} = 'Mistaken'`)).length
    expect(await seenBy(visitor)).toBe(1)
    expect(await as(admin).change(`update public.${table} set deleted_at = now() where ${name} = 'Mistaken'`)).toBe(1)
    expect([await seenBy(visitor), await seenBy(ada), await seenBy(admin)]).toEqual([0, 0, 1])
    expect(await as(admin).change(`update public.${table} set deleted_at = null where ${name} = 'Mistaken'`)).toBe(1)
    expect([await seenBy(visitor), await seenBy(ada)]).toEqual([1, 1])
  })

  it('prevents publishing a deleted row and deleting it permanently', async () => {
    await as(admin).change(insertInto(rows), ['Buried'])
    await as(admin).change(`update public.${table} set deleted_at = now() where ${name} = 'Buried'`)
    if (shown) {
      await expect(as(admin).change(`update public.${table} set ${shown} where ${name} = 'Buried'`)).rejects.toMatchObject(
        badValue,
      )
    }
    await expect(as(admin).change(`delete from public.${table} where ${name} = 'Buried'`)).rejects.toMatchObject(noGrant)
  })

  it('logs every change of an admin', async () => {
    await as(admin).change(insertInto(rows), ['Logged'])
    await as(admin).change(`update public.${table} set ${name} = 'Logged twice' where ${name} = 'Logged'`)
    await as(admin).change(`update public.${table} set ${name} = ${name} where ${name} = 'Logged twice'`)
    await as(admin).change(`update public.${table} set deleted_at = now() where ${name} = 'Logged twice'`)
    await as(admin).change(`update public.${table} set deleted_at = null where ${name} = 'Logged twice'`)
    const log = await as(admin).query<{
      action: string
      actor_id: string
      details: { name: string; changes: Record<string, unknown> }
    }>(
      `select action, actor_id, details from public.audit_log
        where subject = (select id::text from public.${table} where ${name} = 'Logged twice') order by id`,
    )
    expect(log.map(({ action }) => action.split('.')[1])).toEqual(['added', 'changed', 'deleted', 'restored'])
    expect(log.every(({ actor_id }) => actor_id === admin.userId)).toBe(true)
    expect(log[0]?.details.name).toBe('Logged')
    expect(log[0]?.details.changes).not.toHaveProperty('id')
    expect(log[1]?.details.changes).toEqual({ [name]: ['Logged', 'Logged twice'] })
  })

  it('does not log writes of the secret key and the owner as changes of an admin', async () => {
    await as(secretKey).change(insertInto(rows), ['Seeded'])
    expect(
      await as(owner).query(
        `select 1 from public.audit_log where subject = (select id::text from public.${table} where ${name} = 'Seeded')`,
      ),
    ).toEqual([])
  })

  it('purges rows thirty days after their deletion with the secret key only', async () => {
    for (const [called, days] of [
      ['Old enough', 31],
      ['Too young', 29],
    ] as const) {
      await as(admin).change(insertInto(rows), [called])
      await as(admin).change(`update public.${table} set deleted_at = now() where ${name} = $1`, [called])
      await as(owner).change(`alter table public.${table} disable trigger user`)
      await as(owner).change(`update public.${table} set deleted_at = now() - make_interval(days => $2) where ${name} = $1`, [
        called,
        days,
      ])
      await as(owner).change(`alter table public.${table} enable trigger user`)
    }
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(`select public.purge_deleted()`)).rejects.toMatchObject(noGrant)
    }
    await as(secretKey).query(`select public.purge_deleted()`)
    const left = await as(owner).query(`select ${name} as name from public.${table} where ${name} in ('Old enough', 'Too young')`)
    expect(left).toEqual([{ name: 'Too young' }])
  })

  it('updates updated_at with a change', async () => {
    await as(admin).change(insertInto(rows), ['Old'])
    await as(admin).change(`update public.${table} set updated_at = '2020-01-01' where ${name} = 'Old'`)
    const [row] = await as(admin).query(
      `select updated_at > now() - interval '1 hour' as moved from public.${table} where ${name} = 'Old'`,
    )
    expect(row).toEqual({ moved: true })
  })

  it(`rejects an empty ${name}`, async () => {
    await expect(as(admin).change(insertInto(rows), ['  '])).rejects.toMatchObject(badValue)
  })
})

describe('previews of a material', () => {
  it('require a text for a first chapter or introduction', async () => {
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, chapter_one_preview, preview_section) values ('opened', 'Opened', 'thesis', 'Text', 'introduction')`,
    )
    await expect(
      as(admin).change(`update public.research_materials set chapter_one_preview = null where slug = 'opened'`),
    ).rejects.toMatchObject(badValue)
  })

  it('reject a newest reference without references', async () => {
    await expect(
      as(admin).change(
        `insert into public.research_materials (slug, title, category, reference_count, newest_reference_year) values ('none', 'None', 'thesis', 0, 2020)`,
      ),
    ).rejects.toMatchObject(badValue)
  })
})

describe('courses', () => {
  it('are hidden from visitors when closed', async () => {
    await as(admin).change(`insert into public.courses (title, category, status) values ('Over', 'midwifery', 'closed')`)
    expect(await as(visitor).query(`select 1 from public.courses where title = 'Over'`)).toEqual([])
  })
})

describe('catalogue values', () => {
  const getRow: Record<string, string> = {
    research_materials: `insert into public.research_materials (title, slug, category) values ('Checked', 'checked-' || gen_random_uuid(), 'thesis') returning id`,
    writing_services: `insert into public.writing_services (service_name, service_type) values ('Checked', 'custom') returning id`,
    courses: `insert into public.courses (title, category) values ('Checked', 'midwifery') returning id`,
    blog_posts: `insert into public.blog_posts (post_title, slug) values ('Checked', 'checked-' || gen_random_uuid()) returning id`,
    topics_directory: `insert into public.topics_directory (topic) values ('Checked ' || gen_random_uuid()) returning id`,
    testimonials: `insert into public.testimonials (name, content) values ('Checked', 'It helped.') returning id`,
    curriculum_courses: `insert into public.curriculum_courses (title, programme, subjects) values ('Checked ' || gen_random_uuid(), 'nd', 'x') returning id`,
  }
  /** Creates a valid row and then sets one column to this value. */
  async function give(column: string, value: unknown) {
    const [table = '', name = ''] = column.split('.')
    const [row] = await as(owner).query<{ id: string }>(getRow[table] ?? '')
    return as(admin).change(`update public.${table} set ${name} = $1 where id = $2`, [value, row?.id])
  }

  it.each([
    ['research_materials.category', ['research_project', 'thesis', 'seminar', 'client_care_study', 'proposal']],
    ['research_materials.format', ['PDF', 'Word', 'PowerPoint', 'Other', null]],
    ['research_materials.price', [0, 10_000_000]],
    ['research_materials.rating', [0, 4.5, 5]],
    ['research_materials.selar_link', ['https://selar.co/m/1?a=b#c', null]],
    ['research_materials.slug', ['a', 'breast-feeding-2']],
    ['research_materials.pages', [1, null]],
    ['research_materials.abstract', ['word '.repeat(300), 'Two\n\nparagraphs', null]],
    ['research_materials.preview_section', ['abstract', null]],
    ['research_materials.full_contents', [['Chapter one: Introduction (9 pages)', 'Appendix I: “Ọna”'], ['a'.repeat(200)], null]],
    ['research_materials.instrument_included', [true, false, null]],
    ['research_materials.programme', ['nd', 'hnd', 'bnsc', 'msc', null]],
    ['research_materials.reference_count', [0, 5000, null]],
    ['research_materials.newest_reference_year', [1900, 2100, null]],
    ['research_materials.file_size', [1, 52_428_800, null]],
    ['research_materials.file_date', ['2026-11-20', null]],
    ['writing_services.service_type', ['research_paper', 'case_study', 'seminar', 'proposal', 'editing', 'custom']],
    ['writing_services.base_price', ['15,000', '0', '', null]],
    ['writing_services.contact_link', ['https://wa.me/2348000000000', 'mailto:help@example.com', 'tel:+2348000000000', null]],
    [
      'courses.category',
      [
        'general nursing',
        'midwifery',
        'psychiatric nursing',
        'perioperative nursing',
        'community health nursing',
        'orthopedic nursing',
      ],
    ],
    ['courses.status', ['draft', 'active', 'closed']],
    ['courses.whatsapp_link', ['https://chat.whatsapp.com/abc', null]],
    ['blog_posts.post_body', ['', '<p>Text</p>']],
    ['testimonials.image_url', ['/storage/v1/object/public/product-files/posts/a.webp', null]],
    ['testimonials.image_alt', ['Blessing on her ward', null]],
  ])('accept for %s the values %j', async (column, values) => {
    for (const value of values) {
      expect(await give(column, value), String(value)).toBe(1)
    }
  })

  it.each([
    ['research_materials.category', ['care_plan', 'Thesis', 'seminar ']],
    ['research_materials.format', ['pdf', 'EPUB', '']],
    ['research_materials.price', [-1, 10_000_001]],
    ['research_materials.rating', [-0.1, 5.1]],
    ['research_materials.pages', [0, -3, 10_001]],
    ['research_materials.year_of_study', [1949, 2101]],
    [
      'research_materials.selar_link',
      ['http://selar.co/m', 'javascript:alert(1)', 'https://a b', 'https://a\njavascript:b', ' https://a', ''],
    ],
    ['research_materials.slug', ['', 'Upper', 'a--b', '-a', 'a-', '../a', 'a b', 'é', 'a\n', 'a'.repeat(201)]],
    ['research_materials.title', ['', 'a'.repeat(401)]],
    ['research_materials.chapter_one_preview', ['a'.repeat(100_001)]],
    ['research_materials.abstract', ['', '  ', 'word '.repeat(301), 'a'.repeat(4001)]],
    ['research_materials.preview_section', ['chapter one', '', 'first_chapter', 'introduction']],
    [
      'research_materials.full_contents',
      [[], [''], ['  '], ['a', ''], ['', 'a'], ['a', null], ['a\nb'], ['a'.repeat(201)], Array.from({ length: 61 }, () => 'a')],
    ],
    ['research_materials.design', ['', ' ']],
    ['research_materials.programme', ['ND', 'phd', '']],
    ['research_materials.reference_count', [-1, 5001]],
    ['research_materials.newest_reference_year', [1899, 2101]],
    ['research_materials.file_size', [0, -1]],
    ['writing_services.service_type', ['tutoring', '']],
    ['writing_services.rating', [6]],
    ['writing_services.contact_link', ['javascript:alert(1)', 'data:text/html,x', 'http://wa.me/1', 'https://a b', '']],
    ['courses.category', ['Midwifery', 'surgery']],
    ['courses.status', ['Active', 'archived', '']],
    ['courses.price', [-1]],
    ['courses.duration_weeks', [0, 105]],
    ['courses.whatsapp_link', ['javascript:alert(1)', 'whatsapp://send', 'https://a b', 'https://']],
    ['blog_posts.slug', ['Upper', 'a/b']],
    ['blog_posts.post_title', ['']],
    ['blog_posts.post_body', ['a'.repeat(200_001)]],
    ['topics_directory.topic', ['', 'a'.repeat(401)]],
    ['topics_directory.description', ['a'.repeat(2001)]],
    ['curriculum_courses.title', ['', ' ', 'a'.repeat(201)]],
    ['curriculum_courses.programme', ['BNSc', '']],
    ['curriculum_courses.subjects', ['', ' ', 'a'.repeat(301)]],
  ])('reject bad values of %s', async (column, values) => {
    for (const value of values) {
      await expect(give(column, value), `${column} = ${String(value).slice(0, 40)}`).rejects.toMatchObject(badValue)
    }
  })

  it.each([
    ['research_materials.subject_area', 100],
    ['research_materials.origin', 600],
    ['research_materials.design', 300],
    ['research_materials.population_and_sample', 300],
    ['research_materials.instrument', 300],
    ['research_materials.analysis', 300],
    ['writing_services.service_description', 10_000],
    ['writing_services.benefits', 2000],
    ['writing_services.specializations', 2000],
    ['writing_services.base_price', 40],
    ['writing_services.turnover_time', 100],
    ['courses.description', 20_000],
    ['courses.instructor_name', 200],
    ['blog_posts.sub_title', 500],
    ['blog_posts.image_url', 1000],
    ['blog_posts.seo_keywords', 1000],
    ['testimonials.image_url', 1000],
    ['testimonials.image_alt', 300],
    ['topics_directory.unique_selling_point', 1000],
    ['topics_directory.subject_area', 100],
    ['curriculum_courses.code', 20],
    ['curriculum_courses.level', 30],
  ])('limit %s to %i characters', async (column, max) => {
    expect(await give(column, 'ọ'.repeat(max))).toBe(1)
    await expect(give(column, 'ọ'.repeat(max + 1))).rejects.toMatchObject(badValue)
  })

  it.each([
    [`research_materials (slug, title, category)`, `'same', 'T', 'thesis'`],
    [`blog_posts (slug, post_title)`, `'same', 'T'`],
    [`topics_directory (topic)`, `'same'`],
    [`curriculum_courses (code, title, programme, subjects)`, `'NSC 1', 'same', 'nd', 'x'`],
  ])('reject a duplicate of %s', async (columns, values) => {
    await as(admin).change(`insert into public.${columns} values (${values})`)
    await expect(as(admin).change(`insert into public.${columns} values (${values})`)).rejects.toMatchObject({ code: '23505' })
  })
})
