// Adopts a project of the specification on PGlite, with the embedded Auth and storage. tests/hosted/adopt.test.ts uses
// the roles of a hosted project.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import { root, temporaryDirectory } from '#tests/support/processes.ts'
import type { Database } from '#server/backend/database.ts'
import type { EmbeddedBackend } from '#server/backend/start.ts'
import { adopt, type Plan } from './adopt.ts'
import { validateAgain } from './constraints.ts'
import { MAPPINGS } from './mapping.ts'

const place = temporaryDirectory()
let backend: EmbeddedBackend
let database: Database
let migrations: Awaited<ReturnType<typeof ours>>

async function ours() {
  const { getRecords } = await import('#server/backend/migrations.ts')
  return getRecords(path.join(root, 'supabase/migrations'))
}

beforeAll(async () => {
  const { startBackend } = await import('#server/backend/start.ts')
  fs.mkdirSync(path.join(place.path, 'no-migrations'))
  database = await openEmpty()
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory: place.path, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database, migrations: path.join(place.path, 'no-migrations') },
  )
  migrations = await ours()
}, 120_000)
afterAll(async () => {
  await backend.stop()
  place.remove()
})

const getTable = (plan: Plan, name: string) => plan.tables.find(({ to }) => to === name)
const getRules = (plan: Plan) => plan.broken.map(({ rule, rows }) => `${rule} ${rows}`)
const rows = <Row>(sql: string) => database.query<Row>(sql)

test('adopt rejects a project without the tables of the specification', async () => {
  await expect(adopt(database, migrations, false)).rejects.toThrow('There is no table public.profiles')
})

describe('adopting a project of the specification', () => {
  let trial: Plan
  beforeAll(async () => {
    await database.run(fs.readFileSync(path.join(root, 'tests/support/spec-project.sql'), 'utf8'))
  })

  test('reports the plan for each table in a dry run and changes nothing', async () => {
    trial = await adopt(database, migrations, true)
    expect(trial.tables.map(({ from, to, rows: all, brought }) => `${from} ${to} ${brought}/${all}`)).toEqual([
      'profiles profiles 3/3',
      'profiles_bank_details profiles_bank_details 2/2',
      'research_materials research_materials 3/3',
      'writing_services writing_services 2/2',
      'courses courses 2/2',
      'blog_posts blog_posts 2/2',
      'topics_directory topics_directory 2/3',
      'topic_requests topic_requests 2/2',
      'material_uploads material_uploads 3/3',
      'ui_content ui_content 2/2',
      'site_settings settings 2/2',
    ])
    expect(getTable(trial, 'topics_directory')?.left).toEqual(['Pain'])
    expect(getTable(trial, 'profiles')?.unknown).toEqual(['favourite_colour'])
    expect(
      trial.tables.flatMap(({ guessed }) => guessed.map(({ column, value, became }) => `${column} ${value}: ${became}`)),
    ).toEqual([
      'user_type admin: Student',
      'category poster: research_project',
      'service_type typing: custom',
      'category poster: other',
      'format Keynote: Other',
    ])
    const [now] = await rows<{ policies: number; old: string | null; ours: string | null }>(
      `select (select count(*)::int from pg_policy where polrelid = 'public.profiles'::regclass) as policies,
              to_regnamespace('before_lamplight')::text as old, to_regclass('private.schema_snapshot')::text as ours`,
    )
    expect(now).toEqual({ policies: 1, old: null, ours: null })
  })

  test('follows the plan and leaves public rows visible', async () => {
    expect(await adopt(database, migrations, false)).toEqual(trial)
    expect(trial.tables.map(({ to, seen }) => `${to} ${seen}`).filter((line) => !line.endsWith('null'))).toEqual([
      'research_materials 3',
      'writing_services 2',
      'courses 1',
      'blog_posts 2',
      'topics_directory 2',
      'ui_content 2',
      'settings 2',
    ])
    expect(
      await rows(
        `select slug, category, price, rating::float8 as rating, published_at is not null as shown from public.research_materials order by id`,
      ),
    ).toEqual([
      { slug: 'malaria-in-enugu', category: 'research_project', price: 3500, rating: 4.6, shown: true },
      { slug: 'malaria-in-enugu-2', category: 'proposal', price: 0, rating: 0, shown: true },
      { slug: 'wunden-pflege', category: 'research_project', price: 0, rating: 0, shown: true },
    ])
    expect(await rows('select title, price, status from public.courses order by title')).toEqual([
      { title: 'Midwifery basics', price: 12000, status: 'active' },
      { title: 'Old one', price: 0, status: 'closed' },
    ])
    expect(await rows(`select slug, seo_keywords from public.blog_posts order by slug`)).toEqual([
      { slug: 'hello-world', seo_keywords: 'nursing, lagos' },
      { slug: 'second', seo_keywords: null },
    ])
    expect(await rows(`select request_status from public.topic_requests order by topic desc`)).toEqual([
      { request_status: 'answered' },
      { request_status: 'open' },
    ])
  })

  test('preserves profiles and makes no account an admin', async () => {
    expect(
      await rows(
        `select first_name, last_name, user_type, total_earnings::int as earned, deleted_at is not null as gone from public.profiles order by 1`,
      ),
    ).toEqual([
      { first_name: '', last_name: '', user_type: 'Student', earned: 0, gone: true },
      { first_name: 'Ada', last_name: 'Obi', user_type: 'Student', earned: 0, gone: false },
      { first_name: 'Bola', last_name: 'Ade', user_type: 'Student', earned: 0, gone: false },
      { first_name: 'Dayo', last_name: 'Eze', user_type: 'Student', earned: 0, gone: false },
    ])
    expect(trial.newProfiles).toBe(1)
    expect(trial.remarks.join('\n')).toMatch(
      /1 profiles belong to accounts that are gone.*1 profiles say that they earned NGN 12500 in all.*2 uploads have no file/s,
    )
    expect(await rows(`select account_number from public.profiles_bank_details order by 1`)).toEqual([
      { account_number: '0123456789' },
      { account_number: 'notknownyet' },
    ])
  })

  test('brings uploads with their reviews and pending drive copies, and emails no one', async () => {
    expect(
      await rows(
        `select title, category, format, proposed_price, upload_status, file_name from public.material_uploads order by title`,
      ),
    ).toEqual([
      {
        title: 'Good',
        category: 'case_study',
        format: 'PDF',
        proposed_price: 0,
        upload_status: 'approved',
        file_name: 'work.pdf',
      },
      {
        title: 'Odd',
        category: 'other',
        format: 'Other',
        proposed_price: 2500,
        upload_status: 'pending',
        file_name: '1-odd.key',
      },
      {
        title: 'Of nobody',
        category: 'thesis',
        format: 'Word',
        proposed_price: 0,
        upload_status: 'rejected',
        file_name: 'n.docx',
      },
    ])
    expect(
      await rows(
        `select (select count(*)::int from public.upload_reviews) as reviews, (select count(*)::int from public.outbox) as mails`,
      ),
    ).toEqual([{ reviews: 3, mails: 0 }])
    const [found] = await rows<{ rows: number }>(`select count(*)::int as rows from private.search_documents`)
    expect(found?.rows).toBeGreaterThan(3)
  })

  test('leaves constraints that rows violate not valid and lists these rows', async () => {
    expect(getRules(trial)).toEqual([
      'courses_duration_weeks_check 1',
      'material_uploads_pages_check 1',
      'material_uploads_user_id_fkey 1',
      'material_uploads_year_of_study_check 1',
      'profiles_year_of_study_check 1',
      'profiles_bank_details_account_number_check 1',
      'research_materials_pages_check 1',
      'research_materials_selar_link_check 1',
      'settings_group_name_check 1',
      'topic_requests_topic_check 1',
      'ui_content_content_key_check 1',
      'writing_services_contact_link_check 1',
    ])
    expect(trial.broken.find(({ rule }) => rule === 'research_materials_selar_link_check')?.examples).toEqual([
      'Malaria in Enugu, again',
    ])
    await expect(
      database.query(`update public.courses set duration_weeks = 500 where title = 'Midwifery basics'`),
    ).rejects.toMatchObject({ code: '23514' })
    await database.run(
      `update public.research_materials set selar_link = 'https://selar.co/y', pages = 4 where slug = 'malaria-in-enugu-2'`,
    )
    const still = await validateAgain(database, MAPPINGS)
    expect(still.map(({ rule }) => rule)).not.toContain('research_materials_selar_link_check')
    expect(still).toHaveLength(10)
  })

  test('replaces or reports the old triggers, policies and views', async () => {
    const result = trial.changes.join('\n')
    expect(result).toMatch(/Our policies take the place of 1 of profiles: Everybody reads everything/)
    expect(result).toMatch(/The trigger on_auth_user_created on auth\.users goes/)
    expect(result).toMatch(/The policy "Anyone may do anything with files" on files goes\. It was: true with check true/)
    expect(result).toMatch(/The table (public\.)?guestbook refers to the old table profiles/)
    expect(result).toMatch(/The view (public\.)?names_of_students reads the old table profiles/)
    expect(result).toMatch(/The table (public\.)?guestbook is not in the specification\. It stays as it is\./)
    expect(result).toMatch(/The function (public\.)?handle_new_user\(\) stays, and it acts with the rights of its owner/)
    expect(result).not.toContain('Their own bucket')
    await database.run(
      `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'efe@example.com', '{"first_name": "Efe"}')`,
    )
    expect(await rows(`select user_type from public.profiles where first_name = 'Efe'`)).toEqual([{ user_type: 'Student' }])
    expect(
      await rows(
        `select public, file_size_limit::int as most from storage.buckets where id in ('product-files', 'material-uploads') order by id`,
      ),
    ).toEqual([
      { public: false, most: 52428800 },
      { public: true, most: 5242880 },
    ])
  })

  test('hides the old tables, records the migrations and rejects a second run', async () => {
    const [old] = await rows<{ names: string[]; reach: boolean; topics: number }>(
      `select array_agg(relname::text order by relname) as names, has_schema_privilege('anon', 'before_lamplight', 'usage') as reach,
              (select count(*)::int from before_lamplight.topics_directory) as topics
         from pg_class where relnamespace = 'before_lamplight'::regnamespace and relkind = 'r'`,
    )
    expect(old).toMatchObject({ reach: false, topics: 3 })
    expect(old?.names).toHaveLength(12)
    const { rejectOtherMigrations } = await import('#server/backend/migrations.ts')
    await rejectOtherMigrations(database, path.join(root, 'supabase/migrations'), { place: 'The project', instead: '' })
    expect(await rows(`select count(*)::int as count from supabase_migrations.schema_migrations`)).toEqual([
      { count: migrations.length },
    ])
    await expect(adopt(database, migrations, false)).rejects.toThrow('was adopted already')
    const [doctor] = await rows<{ said: { findings: { severity: string; what: string }[] } }>(
      `select public.check_database() as said`,
    )
    const wrong = doctor?.said.findings.filter(({ severity }) => severity === 'wrong').map(({ what }) => what) ?? []
    expect(wrong).toHaveLength(10)
    expect(wrong.filter((what) => !what.includes('NOT VALID'))).toEqual([])
  })
})
