// Our migrations, pushed by the real `supabase db push` onto a PostgreSQL 15 with the roles of a hosted project; default privileges on and off.
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

/** Returns the objects that the migrations made in a project. */
const getObjects = ({ url }: Project): string[] =>
  dumpedObjects(
    execFileSync(path.join(postgresqlPrograms(['pg_dump']), 'pg_dump'), [url, '--no-owner', ...OUR_SCHEMA], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  )

test('the tool of the lock file pushes all of them, and finds nothing deprecated in our config', () => {
  expect(getVersion(SUPABASE)).toContain('3.1.0')
  for (const each of printed) {
    expect(each).not.toMatch(/deprecated|unknown|WARN/i)
  }
})

test('a second push finds nothing to do', () => {
  expect(push(projects.off)).toMatch(/up to date/i)
})

test('a project that grants nothing by default gets the same grants, functions and policies as one that does', () => {
  const [on, off] = [getObjects(projects.on), getObjects(projects.off)]
  expect(off.length).toBeGreaterThan(1000)
  expect(off).toEqual(on)
})

test('and the same as the embedded backend, whose PostgreSQL is newer and words views in its own way', async () => {
  const alike = (objects: string[]) => objects.filter((object) => !/; Type: (?:VIEW|ROLE SETTINGS);/.test(object))
  const embedded = await withMigrated({}, async (database) => ({
    settings: await database.query(ROLE_SETTINGS),
    objects: dumpedObjects(await schemaDump(database, OUR_SCHEMA)),
  }))
  expect(alike(getObjects(projects.off))).toEqual(alike(embedded.objects))
  expect(await projects.off.query(ROLE_SETTINGS)).toEqual(embedded.settings)
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
