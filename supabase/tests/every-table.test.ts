// What must hold for every table and function there is, so that a new one cannot be forgotten.
import fs from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { owner, as, stop } = await gatherPeople()
afterAll(stop)

const list = async (sql: string): Promise<string[]> => (await as(owner).query<{ name: string }>(sql)).map((row) => row.name)

const anyoneReads = { anon: ['select'], authenticated: ['delete', 'insert', 'select', 'update'] }
/** What operators delete can be put back: nobody of the API removes a row of the catalogue for good. */
const shelf = { anon: ['select'], authenticated: ['insert', 'select', 'update'] }
const profileForm = ['Institition', 'avatar_url', 'course_of_study', 'first_name', 'last_name', 'phone_number', 'year_of_study']

/** Every grant of the API's two roles: a privilege on the table, or privilege(columns). A grant more or less fails here first. */
const granted: Record<string, { anon: string[]; authenticated: string[] }> = {
  audit_log: { anon: [], authenticated: ['select'] },
  blog_posts: shelf,
  consents: { anon: [], authenticated: ['select'] },
  courses: shelf,
  drive_copies: { anon: [], authenticated: ['select'] },
  file_removals: { anon: [], authenticated: ['select'] },
  faq_questions: shelf,
  former_slugs: { anon: ['select'], authenticated: ['select'] },
  material_comments: {
    anon: ['select(author_name, author_school, body, comment_status, created_at, id, material_id)'],
    authenticated: ['insert(body, material_id)', 'select', 'update(comment_status)'],
  },
  material_shares: { anon: [], authenticated: ['select'] },
  material_uploads: {
    anon: [],
    authenticated: [
      'delete',
      'insert(category, description, file_name, file_path, file_sha256, format, pages, proposed_price, subject_area, terms_version, title, user_id, year_of_study)',
      'select',
    ],
  },
  outbox: {
    anon: [],
    authenticated: [
      'select(attempts, created_at, dead_at, id, last_error, next_attempt_at, profile_id, recipient, sent_at, template)',
    ],
  },
  profiles: { anon: [], authenticated: ['select', `update(${profileForm.join(', ')})`] },
  profiles_bank_details: {
    anon: [],
    authenticated: [
      'insert(account_name, account_number, bank_name, profile_id)',
      'select',
      'update(account_name, account_number, bank_name, profile_id)',
    ],
  },
  reports: {
    anon: [],
    authenticated: [
      'insert(comment_id, material_id, reason, words)',
      'select(comment_id, created_at, id, material_id, outcome, profile_id, reason, settled_at, thing, updated_at, words)',
    ],
  },
  research_materials: shelf,
  settings: anyoneReads,
  topic_requests: {
    anon: [],
    authenticated: ['insert(contact, deadline, programme, specialty, topic, user_id)', 'select'],
  },
  testimonials: shelf,
  topic_imports: {
    anon: [],
    authenticated: ['select(added, changed, created_at, file_name, id, operator_id, put_back, undone_at)'],
  },
  topics_directory: shelf,
  ui_content: anyoneReads,
  upload_reviews: { anon: [], authenticated: ['select'] },
  writing_services: shelf,
}

describe('every table of schema public', () => {
  it('has row security on', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
      ),
    ).toEqual([])
  })

  it('is a table: a view would run with the rights of who made it', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`,
      ),
    ).toEqual([])
  })

  it('has a policy', async () => {
    expect(
      await list(`select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_policy where polrelid = c.oid)`),
    ).toEqual([])
  })

  it('is named in a test of its own theme', async () => {
    const tests = fs
      .readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.test.ts') && name !== 'every-table.test.ts')
      .map((name) => fs.readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    const tables = await list(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    expect(tables.length).toBeGreaterThan(0)
    expect(tables.filter((table) => !tests.some((text) => new RegExp(`\\b${table}\\b`).test(text)))).toEqual([])
  })

  it('says what it is for', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid) is null`,
      ),
    ).toEqual([])
  })

  it('with an updated_at has the trigger that moves it', async () => {
    expect(
      await list(`select table_name as name from information_schema.columns c where table_schema = 'public' and column_name = 'updated_at'
        and not exists (select from pg_trigger where tgrelid = format('public.%I', c.table_name)::regclass and tgenabled = 'O'
          and tgfoid = 'private.touch_updated_at'::regproc and tgtype = 19)`),
    ).toEqual([])
  })

  it('has an index for each of its foreign keys', async () => {
    expect(
      await list(`select conrelid::regclass || ' ' || conname as name from pg_constraint k
        where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`),
    ).toEqual([])
  })
})

describe('grants', () => {
  it('are these and no others', async () => {
    const rows = await as(owner).query<{ table: string; role: 'anon' | 'authenticated'; privilege: string }>(`
      with role as (select unnest(array['anon', 'authenticated']) as name),
      held as (
        select c.relname as "table", role.name as role, lower(p) as privilege, has_table_privilege(role.name, c.oid, p) as whole,
          (select string_agg(a.attname, ', ' order by a.attname collate "C") from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
             and not a.attisdropped and p in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_column_privilege(role.name, c.oid, a.attnum, p)) as columns
        from pg_class c, role, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      )
      select "table", role, case when whole then privilege else privilege || '(' || columns || ')' end as privilege
      from held where whole or columns is not null order by 1, 2, 3`)
    const seen: typeof granted = {}
    const tables = await list(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const table of tables) {
      const of = (role: string) => rows.filter((row) => row.table === table && row.role === role).map((row) => row.privilege)
      seen[table] = { anon: of('anon'), authenticated: of('authenticated') }
    }
    expect(seen).toEqual(granted)
  })

  it('let a visitor write no table and no column', async () => {
    expect(
      await list(`select c.relname || ' ' || p as name from pg_class c, unnest(array['INSERT', 'UPDATE', 'REFERENCES']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege('anon', c.oid, p)
        union all
        select c.relname || ' ' || p from pg_class c, unnest(array['DELETE', 'TRUNCATE', 'TRIGGER']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('anon', c.oid, p)`),
    ).toEqual([])
  })

  it('keep the sequences from visitors and students', async () => {
    expect(
      await list(`select relname as name from pg_class, unnest(array['anon', 'authenticated']) r
        where relnamespace = 'public'::regnamespace and relkind = 'S' and has_sequence_privilege(r, oid, 'USAGE, SELECT, UPDATE')`),
    ).toEqual([])
  })

  it('give nobody but the owner a table of schema private', async () => {
    expect(
      await list(`select c.relname || ' ' || r as name from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) r
        where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege(r, c.oid, 'SELECT, INSERT, UPDATE, DELETE')`),
    ).toEqual([])
  })

  it('let nobody make things in our schemas', async () => {
    expect(
      await list(`select n || ' ' || r as name from unnest(array['public', 'private']) n, unnest(array['anon', 'authenticated', 'service_role']) r
        where has_schema_privilege(r, n, 'CREATE')`),
    ).toEqual([])
  })
})

describe('functions', () => {
  const ours = `pg_proc f where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
  const executable = (role: string) =>
    list(`select oid::regproc::text as name from ${ours} and has_function_privilege('${role}', oid, 'EXECUTE') order by 1`)

  it('all have an empty search_path, the definer ones above all', async () => {
    expect(await list(`select oid::regproc::text as name from ${ours} and prosecdef`)).not.toEqual([])
    expect(
      await list(`select oid::regproc::text as name from ${ours} and not coalesce(proconfig @> array['search_path=""'], false)`),
    ).toEqual([])
  })

  it('a visitor may run these only', async () => {
    expect(await executable('anon')).toEqual([
      'mail_account_exists',
      'private.is_operator',
      'private.own_profile_id',
      'search_materials',
      'usual_prices',
    ])
  })

  it('a student may run these only', async () => {
    expect(await executable('authenticated')).toEqual([
      'account_facts',
      'answer_topic_request',
      'approve_upload',
      'ask_for_changes',
      'close_topic_request',
      'console_figures',
      'console_today',
      'counted_figures',
      'delete_my_account',
      'find_accounts',
      'find_reports',
      'give_operator_role',
      'import_topics',
      'keep_file_facts',
      'log_export',
      'mail_account_exists',
      'private.file_is_stored',
      'private.is_operator',
      'private.is_own_avatar',
      'private.is_own_upload_path',
      'private.is_picture_of_posts',
      'private.may_be_reported',
      'private.own_profile_id',
      'private.upload_uses_file',
      'reject_upload',
      'reopen_reports',
      'reopen_review',
      'replace_upload_file',
      'retry_drive_copy',
      'retry_mail',
      'save_settings',
      'save_texts',
      'search_materials',
      'seen_before',
      'settle_reports',
      'take_operator_role',
      'tick_review',
      'undo_topic_import',
      'usual_prices',
    ])
  })

  it('the secret key may besides make operators, claim copies, find files without an upload, send mails, remove files, purge and note the sample content', async () => {
    const students = await executable('authenticated')
    expect((await executable('service_role')).filter((name) => !students.includes(name))).toEqual([
      'claim_drive_copy',
      'claim_file_removals',
      'claim_mails',
      'files_without_an_upload',
      'make_operator',
      'note_file_not_removed',
      'note_file_removed',
      'note_mail_failed',
      'note_mail_sent',
      'note_sample_content',
      'purge_deleted',
      'queue_daily_digest',
      'remove_rejected_files',
    ])
  })
})

describe('policies', () => {
  it('are all permissive and for named roles, never for everybody', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where 0 = any (polroles) or not polpermissive`,
      ),
    ).toEqual([])
  })

  it('let a visitor only read', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where 'anon'::regrole = any (polroles) and polcmd <> 'r'`,
      ),
    ).toEqual([])
  })

  it('say what a changed row may become', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where polcmd = 'w' and polwithcheck is null`,
      ),
    ).toEqual([])
  })

  it('never ask the token what only a table knows', async () => {
    expect(
      await list(`select polrelid::regclass || ': ' || polname as name from pg_policy
        where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* 'jwt|claims|auth\\.role|auth\\.email'`),
    ).toEqual([])
  })
})
