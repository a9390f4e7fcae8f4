// The console's lists at ten thousand rows, queried as its pages do (app/platform/lists/keyset.server.ts).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'
import { PAGE, getReading } from './plans.ts'

const { ada, admin, owner, as, withoutTriggers, stop } = await gatherPeople()
afterAll(stop)

const many = `generate_series(1, 10000) at`
const ago = `now() - at * interval '1 minute'`

beforeAll(async () => {
  const by = ada.profileId
  await withoutTriggers(async () => {
    await as(owner).change(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, upload_status, created_at, updated_at, noted_at)
       select $1, 'Upload ' || at, 'thesis', 'PDF', 'w.pdf', '${ada.userId}/' || at || '-w.pdf',
              case when at % 4 < 2 then 'approved' when at % 1000 = 2 then 'rejected' else 'pending' end, ${ago}, ${ago},
              case when at % 500 = 3 then ${ago} + interval '1 second' end
         from ${many}`,
      [by],
    )
    await as(owner).change(
      `insert into public.topic_requests (user_id, topic, request_status, created_at)
       select $1, 'Topic ' || at, case when at % 500 = 0 then 'open' else 'answered' end, ${ago} from ${many}`,
      [by],
    )
    await as(owner).change(
      `insert into public.research_materials (slug, title, category, price, selar_link, published_at)
       values ('talked-about', 'Talked about', 'thesis', 0, 'https://selar.com/x', now())`,
    )
    await as(owner).change(
      `insert into public.material_comments (material_id, profile_id, body, comment_status, created_at)
       select (select id from public.research_materials where slug = 'talked-about'), $1, 'Comment ' || at,
              case when at % 500 = 0 then 'pending' else 'shown' end, ${ago} from ${many}`,
      [by],
    )
    await as(owner).change(
      `insert into public.topics_directory (topic, subject_area, is_sample, deleted_at, updated_at)
       select 'Directory topic ' || at, 'Midwifery', at % 1000 <> 1, case when at % 2000 = 2 then now() end, ${ago} from ${many}`,
    )
    await as(owner).change(`insert into public.audit_log (action, subject) select 'review.ticked', at::text from ${many}`)
  })
  await as(owner).change(
    `insert into auth.users (id, email, raw_user_meta_data, created_at)
     select gen_random_uuid(), 'many' || at || '@example.ng', '{"first_name":"Many"}', now() from generate_series(1, 1000) at`,
  )
  await as(owner)
    .change(`update public.profiles p set created_at = u.created_at - substring(u.email from '\\d+')::integer * interval '1 minute'
    from auth.users u where u.id = p.user_id and u.email like 'many%'`)
  for (const table of ['material_uploads', 'topic_requests', 'material_comments', 'topics_directory', 'audit_log', 'profiles']) {
    await as(owner).change(`analyze public.${table}`)
  }
  await as(owner).change(`analyze auth.users`)
})

type List = { of: string; columns: string; where: string; by: string; rising?: boolean }
const lists: Record<string, List> = {
  'uploads that wait for a review': {
    of: 'material_uploads',
    columns: 'title',
    where: `upload_status = 'pending' and waiting_since is not null`,
    by: 'waiting_since',
    rising: true,
  },
  'uploads that wait for their student': {
    of: 'material_uploads',
    columns: 'title',
    where: `upload_status = 'pending' and waiting_since is null`,
    by: 'updated_at',
  },
  'approved uploads': {
    of: 'material_uploads',
    columns: 'title',
    where: `upload_status = 'approved'`,
    by: 'updated_at',
  },
  'rejected uploads, of which there are few': {
    of: 'material_uploads',
    columns: 'title',
    where: `upload_status = 'rejected'`,
    by: 'updated_at',
  },
  'open topic requests': {
    of: 'topic_requests',
    columns: 'topic',
    where: `request_status = 'open'`,
    by: 'created_at',
    rising: true,
  },
  'answered topic requests': {
    of: 'topic_requests',
    columns: 'topic',
    where: `request_status = 'answered'`,
    by: 'created_at',
  },
  'comments to check': {
    of: 'material_comments',
    columns: 'body',
    where: `comment_status = 'pending'`,
    by: 'created_at',
    rising: true,
  },
  'comments that are shown': {
    of: 'material_comments',
    columns: 'body',
    where: `comment_status = 'shown'`,
    by: 'created_at',
  },
  topics: {
    of: 'topics_directory',
    columns: 'topic',
    where: 'deleted_at is null',
    by: 'updated_at',
  },
  "topics of one's own": {
    of: 'topics_directory',
    columns: 'topic',
    where: 'deleted_at is null and is_sample = false',
    by: 'updated_at',
  },
  'deleted topics': {
    of: 'topics_directory',
    columns: 'topic',
    where: 'deleted_at is not null',
    by: 'updated_at',
  },
}

const getSql = ({ of, columns, where, by, rising }: List, beyond = 'true') =>
  `select id, ${columns}, ${by} from public.${of} where ${where} and ${beyond}
    order by ${by} ${rising ? 'asc' : 'desc'}, id ${rising ? 'asc' : 'desc'} limit ${PAGE}`

it.each(Object.entries(lists))('the list of %s reads few rows for its first page and a late one', async (_what, list) => {
  // The planner may choose any index.
  const lean = { along: [expect.stringContaining(list.of)], tooMuch: [] }
  expect(await getReading(as(admin), getSql(list))).toEqual(lean)
  const [late] = await as(owner).query<{ at: string; id: string }>(
    `select ${list.by}::text as at, id from public.${list.of} where ${list.where} order by ${list.by} ${list.rising ? 'desc' : 'asc'} offset 3 limit 1`,
  )
  const [bound, beyond] = list.rising ? ['>=', '>'] : ['<=', '<']
  const further = `${list.by} ${bound} '${late?.at}' and (${list.by} ${beyond} '${late?.at}' or (${list.by} = '${late?.at}' and id ${beyond} '${late?.id}'))`
  expect(await getReading(as(admin), getSql(list, further))).toEqual(lean)
})

it('the audit log is read newest first along an index', async () => {
  expect(await getReading(as(admin), `select id, action from public.audit_log order by id desc limit ${PAGE}`)).toEqual({
    along: ['audit_log_pkey'],
    tooMuch: [],
  })
})

it('the accounts list has a page after the first thousand accounts', async () => {
  const [late] = await as(owner).query<{ created_at: string; id: string }>(
    `select created_at::text, id from public.profiles order by created_at limit 1 offset 5`,
  )
  const rows = await as(admin).query(`select first_name from public.find_accounts('', false, $1, $2, ${PAGE})`, [
    late?.created_at,
    late?.id,
  ])
  expect(rows).toHaveLength(5)
})
