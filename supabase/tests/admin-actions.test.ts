// Log entries for settings, ui_content, material_comments and topic_requests. They never contain a user's own texts.
import { afterAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { ada, admin, owner, as, stop } = await gatherPeople()
afterAll(stop)

const logged = async (subject: string) =>
  as(admin).query(`select action, actor_id, details from public.audit_log where subject = $1 order by id`, [subject])

it('logs a changed setting with both values', async () => {
  await as(admin).change(
    `insert into public.settings (group_name, setting_key, setting_value) values ('uploads', 'year_max', '2024')
     on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
  )
  await as(admin).change(
    `update public.settings set setting_value = '2026' where group_name = 'uploads' and setting_key = 'year_max'`,
  )
  expect((await logged('uploads.year_max')).at(-1)).toEqual({
    action: 'setting.changed',
    actor_id: admin.userId,
    details: { changes: { setting_value: ['2024', '2026'] } },
  })
})

it('logs a removed text with its whole old value, which can be put back', async () => {
  await as(admin).change(
    `insert into public.ui_content (page_section, content_key, content_value) values ('hero', 'hero_title', repeat('ọ', 400))`,
  )
  await as(admin).change(`delete from public.ui_content where page_section = 'hero' and content_key = 'hero_title'`)
  expect((await logged('hero.hero_title')).at(-1)).toMatchObject({
    action: 'text.removed',
    details: { changes: { content_value: ['ọ'.repeat(400), null] } },
  })
})

it('logs other long values shortened', async () => {
  const [question] = await as(admin).query<{ id: string }>(
    `insert into public.faq_questions (part, question, answer) values ('Help', 'How?', repeat('ọ', 400)) returning id`,
  )
  expect((await logged(question?.id ?? '')).at(-1)).toMatchObject({
    details: { changes: { answer: [null, `${'ọ'.repeat(300)}…`] } },
  })
})

it('logs a published comment without its text', async () => {
  await as(admin).change(
    `insert into public.research_materials (slug, title, category, published_at) values ('logged', 'Logged', 'thesis', now())`,
  )
  const [comment] = await as(ada).query<{ id: string }>(
    `insert into public.material_comments (material_id, body)
     select id, 'My private words' from public.research_materials where slug = 'logged' returning id`,
  )
  await as(admin).change(`update public.material_comments set comment_status = 'shown' where id = $1`, [comment?.id])
  expect(await logged(comment?.id ?? '')).toEqual([
    { action: 'comment.changed', actor_id: admin.userId, details: { changes: { comment_status: ['pending', 'shown'] } } },
  ])
})

it('logs nothing that students do', async () => {
  const [{ lines } = { lines: 0 }] = await as(owner).query<{ lines: number }>(
    `select count(*)::int as lines from public.audit_log`,
  )
  await as(ada).change(`insert into public.topic_requests (user_id, topic) values ($1, 'A topic')`, [ada.profileId])
  await as(ada).change(`update public.profiles set first_name = 'Adaeze' where id = $1`, [ada.profileId])
  expect(await as(owner).query(`select count(*)::int as lines from public.audit_log`)).toEqual([{ lines }])
})
