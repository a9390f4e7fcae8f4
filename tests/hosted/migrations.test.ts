// Our migrations, pushed by the real `supabase db push` onto a PostgreSQL 15 with the roles of a hosted project;
// default privileges on and off.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { withMigrated } from '../../scripts/schema-catalogue/migrated-database.ts'
import { dumpedObjects, OUR_SCHEMA, ROLE_SETTINGS, schemaDump } from '../../scripts/schema-catalogue/schema-dump.ts'
import { postgresqlPrograms } from '../../supabase/tests/at-once/postgresql.ts'
import { type Project, push, startProjects, SUPABASE, getVersion } from './hosted-project.ts'

let projects: Awaited<ReturnType<typeof startProjects>>
const printed: string[] = []
beforeAll(async () => {
  projects = await startProjects()
  printed.push(push(projects.on), push(projects.off))
}, 300_000)
afterAll(() => projects.stop())

/** Returns the objects that the migrations created in a project. */
const getObjects = ({ url }: Project): string[] =>
  dumpedObjects(
    execFileSync(path.join(postgresqlPrograms(['pg_dump']), 'pg_dump'), [url, '--no-owner', ...OUR_SCHEMA], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  )

test('the locked Supabase CLI pushes all migrations and finds nothing deprecated in our config', () => {
  expect(getVersion(SUPABASE)).toContain('3.1.0')
  for (const each of printed) {
    expect(each).not.toMatch(/deprecated|unknown|WARN/i)
  }
})

test('a second push finds nothing to do', () => {
  expect(push(projects.off)).toMatch(/up to date/i)
})

test('a project without default grants gets the same grants, functions and policies as one with them', () => {
  const [on, off] = [getObjects(projects.on), getObjects(projects.off)]
  expect(off.length).toBeGreaterThan(1000)
  expect(off).toEqual(on)
})

test('a hosted project gets the same objects as the embedded backend, apart from the wording of views', async () => {
  const alike = (objects: string[]) => objects.filter((object) => !/; Type: (?:VIEW|ROLE SETTINGS);/.test(object))
  const embedded = await withMigrated({}, async (database) => ({
    settings: await database.query(ROLE_SETTINGS),
    objects: dumpedObjects(await schemaDump(database, OUR_SCHEMA)),
  }))
  expect(alike(getObjects(projects.off))).toEqual(alike(embedded.objects))
  expect(await projects.off.query(ROLE_SETTINGS)).toEqual(embedded.settings)
})

test("the migrating role is no superuser, and row security binds the API's roles", async () => {
  expect(await projects.off.query(`select rolsuper from pg_roles where rolname = current_user`)).toEqual([{ rolsuper: false }])
  const without = await projects.off.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`,
  )
  expect(without).toEqual([])
})

test('the storage rejects deletions by SQL, and our migrations need none', async () => {
  await expect(projects.off.query(`delete from storage.objects`)).rejects.toMatchObject({ code: '42501' })
  const deleting = await projects.off.query(
    `select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosrc ~* 'delete\\s+from\\s+storage\\.'`,
  )
  expect(deleting).toEqual([])
})
