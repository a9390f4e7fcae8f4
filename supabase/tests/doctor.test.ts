// Database checks of the doctor: a healthy database has no findings, and each of many faults is found with a remedy.
// Each fault is created in a transaction that is rolled back.
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import type { Database } from '#server/backend/database.ts'
import { gatherPeople, noGrant } from './people.ts'

type Finding = { severity: string; area: string; what: string; advice: string }
let database: Database
beforeAll(async () => {
  database = await openMigrated()
})
afterAll(() => database.close())

async function findings(): Promise<Finding[]> {
  const [row] = await database.query<{ said: { findings: Finding[] } }>('select public.check_database() as said')
  return row?.said.findings ?? []
}

const NO_ADMIN = expect.objectContaining({ severity: 'look', what: 'No account is an admin.' }) as Finding

it('check_database finds only the missing admin in a migrated database', async () => {
  expect(await findings()).toEqual([NO_ADMIN])
})

test.each<[what: string, sabotage: string, severity: 'wrong' | 'look', says: RegExp]>([
  [
    'row security switched off',
    'alter table public.profiles disable row level security',
    'wrong',
    /table public\.profiles is not/,
  ],
  [
    'a policy dropped',
    `do $$ declare p record; begin
      select polname, polrelid::regclass as t into p from pg_policy where polrelid = 'public.material_uploads'::regclass order by 1 limit 1;
      execute format('drop policy %I on %s', p.polname, p.t); end $$`,
    'wrong',
    /policy .* on public\.material_uploads is missing/,
  ],
  [
    'a policy that lets everybody in',
    'create policy "All" on public.payouts for all using (true)',
    'wrong',
    /policy All on public\.payouts is none of ours/,
  ],
  [
    'a grant to everybody',
    'grant select, update on public.profiles_bank_details to anon',
    'wrong',
    /grant public\.profiles_bank_details to anon is none of ours/,
  ],
  [
    'a grant taken from the secret key',
    'revoke all on public.drive_copies from service_role',
    'wrong',
    /grant public\.drive_copies to service_role is missing/,
  ],
  [
    'a column that students may write',
    'grant update (user_type) on public.profiles to authenticated',
    'wrong',
    /public\.profiles \(user_type\) to authenticated is none of ours/,
  ],
  [
    'a trigger switched off',
    'alter table storage.objects disable trigger user',
    'wrong',
    /trigger \w+ on storage\.objects is not as/,
  ],
  [
    'a trigger of accounts dropped',
    `do $$ declare t record; begin
      select tgname into t from pg_trigger where tgrelid = 'auth.users'::regclass and not tgisinternal order by 1 limit 1;
      execute format('drop trigger %I on auth.users', t.tgname); end $$`,
    'wrong',
    /trigger \w+ on auth\.users is missing/,
  ],
  [
    'a bucket opened to the public',
    `update storage.buckets set public = true where id = 'material-uploads'`,
    'wrong',
    /bucket material-uploads is not as .*: public/,
  ],
  [
    'a bucket that takes any size',
    `update storage.buckets set file_size_limit = null where id = 'product-files'`,
    'wrong',
    /bucket product-files is not as/,
  ],
  [
    'a function that everybody may call',
    'grant execute on function public.make_admin(text) to anon',
    'wrong',
    /make_admin\(text\) is not as/,
  ],
  [
    'a function without its search path',
    'alter function public.make_admin(text) reset search_path',
    'wrong',
    /make_admin\(text\) is not as .*no settings/,
  ],
  [
    'a view that shows everything',
    'create view public.all_of_it as select * from auth.users',
    'wrong',
    /view public\.all_of_it is none of ours/,
  ],
  [
    'a table without row security',
    'create table public.notes (words text)',
    'wrong',
    /table public\.notes is none of ours: row security is off/,
  ],
  ['the secret key held by row security', 'alter role service_role nobypassrls', 'wrong', /role service_role is not as/],
  ['visitors let past row security', 'alter role anon bypassrls', 'wrong', /role anon is not as/],
  [
    'an index dropped',
    'drop index public.research_materials_changed_idx',
    'wrong',
    /index \S*research_materials_changed_idx is missing/,
  ],
  [
    'a function of somebody else',
    `create function public.theirs() returns int language sql as 'select 1'`,
    'look',
    /function public\.theirs\(\)/,
  ],
])('check_database finds %s', async (_what, sabotage, severity, says) => {
  await database.query('begin')
  try {
    await database.run(sabotage)
    const found = (await findings()).filter(({ area }) => area !== 'admins')
    expect(found.map(({ what }) => what).join('\n')).toMatch(says)
    expect(found.find(({ what }) => says.test(what))).toMatchObject({
      severity,
      advice: expect.stringMatching(/^\w.+/) as string,
    })
  } finally {
    await database.query('rollback')
  }
})

it('check_database is limited to the secret key', async () => {
  const { as, admin, visitor, secretKey, stop } = await gatherPeople()
  for (const user of [admin, visitor]) {
    await expect(as(user).query('select public.check_database()')).rejects.toMatchObject(noGrant)
  }
  const [row] = await as(secretKey).query<{ said: { findings: Finding[]; migrations: string[] } }>(
    'select public.check_database() as said',
  )
  expect(row?.said.findings).toEqual([])
  expect(row?.said.migrations.at(-1)).toBe('20261122009900')
  await stop()
})
