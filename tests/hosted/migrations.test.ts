// Our migrations, pushed by the real `supabase db push` onto a PostgreSQL 15 with the roles of a hosted project; default privileges on and off.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueText } from '../../scripts/schema-catalogue/catalogue-text.ts'
import { withMigrated } from '../../scripts/schema-catalogue/migrated-database.ts'
import { type Project, push, startProjects, SUPABASE, versionOf } from './hosted-project.ts'

let projects: Awaited<ReturnType<typeof startProjects>>
const printed: string[] = []
beforeAll(async () => {
  projects = await startProjects()
  printed.push(push(projects.on), push(projects.off))
}, 300_000)
afterAll(() => projects.stop())

const OF_THE_PLATFORM =
  /^(?:default privileges|row of|extension |schema |role |(?:function|table|index|trigger|column|policy|constraint|sequence|type|view) (?:auth|storage|extensions)\.)/
/** What the migrations make, without rows, default privileges and the platform's own. Indented lines belong to the line before them. */
async function ours(query: Project['query']): Promise<string[]> {
  const kept: string[] = []
  let isOurs = true
  for (const line of (await catalogueText(query)).split('\n')) {
    isOurs = line.startsWith(' ') ? isOurs : !OF_THE_PLATFORM.test(line)
    if (isOurs) {
      kept.push(line)
    }
  }
  return kept
}

test('the tool of the lock file pushes all of them, and finds nothing deprecated in our config', () => {
  expect(versionOf(SUPABASE)).toContain('3.1.0')
  for (const each of printed) {
    expect(each).not.toMatch(/deprecated|unknown|WARN/i)
  }
})

test('a second push finds nothing to do', () => {
  expect(push(projects.off)).toMatch(/up to date/i)
})

test('a project that grants nothing by default gets the same grants, functions and policies as one that does', async () => {
  const [on, off] = [await ours(projects.on.query), await ours(projects.off.query)]
  expect(off.length).toBeGreaterThan(1000)
  expect(off).toEqual(on)
})

test('and the same as the embedded backend, whose PostgreSQL is newer and words views in its own way', async () => {
  const alike = (lines: string[]) =>
    lines.filter((line) => !line.startsWith('view ')).map((line) => line.replaceAll('maintain, ', ''))
  const embedded = await withMigrated({}, (database) => ours((sql) => database.query(sql)))
  expect(alike(await ours(projects.off.query))).toEqual(alike(embedded))
})

test('the role that migrates is no superuser, and row security holds for those of the API', async () => {
  expect(await projects.off.query(`select rolsuper from pg_roles where rolname = current_user`)).toEqual([{ rolsuper: false }])
  const without = await projects.off.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  )
  expect(without).toEqual([])
})

test('the storage refuses deletions by SQL, and nothing of ours needs one', async () => {
  await expect(projects.off.query(`delete from storage.objects`)).rejects.toMatchObject({ code: '42501' })
  const deleting = await projects.off.query(
    `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosrc ~* 'delete\\s+from\\s+storage\\.'`,
  )
  expect(deleting).toEqual([])
})
