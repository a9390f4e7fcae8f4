// Tests the adopt command on PostgreSQL 15 with the roles and tables of a hosted project. Afterwards the Supabase CLI
// has no migration left to push.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root, runToEnd } from '../support/processes.ts'
import { type Project, push, startProjects } from './hosted-project.ts'

vi.setConfig({ testTimeout: 240_000 })

let projects: Awaited<ReturnType<typeof startProjects>>
let project: Project
beforeAll(async () => {
  projects = await startProjects()
  // New projects grant to all roles by default, and so did the old ones.
  project = projects.on
  await project.query(fs.readFileSync(path.join(root, 'tests/support/spec-project.sql'), 'utf8'))
}, 120_000)
afterAll(() => projects.stop())

const adopt = (...words: string[]) => runToEnd(['tools/adopt.ts', ...words], { SUPABASE_DB_URL: project.url })

test('adopt names the variable to set when the address is missing', async () => {
  expect(await runToEnd(['tools/adopt.ts'], {})).toMatchObject({
    code: 1,
    output: expect.stringContaining('SUPABASE_DB_URL=') as string,
  })
})

test('a dry run of adopt shows the plan and changes nothing', async () => {
  const trial = await adopt()
  expect(trial.output).toContain('This was a trial')
  expect(trial.code).toBe(0)
  expect(trial.output).toMatch(
    /research_materials: 3 of 3 rows, 3 public as before\n {6}1 with category "poster" became research_project/,
  )
  expect(trial.output).toMatch(
    /topics_directory: 2 of 3 rows, 2 public as before\n {6}1 stay behind, because a newer row has the same key: Pain/,
  )
  expect(trial.output).toMatch(/research_materials_selar_link_check: CHECK .*\n {6}1 rows: Malaria in Enugu, again/)
  expect(
    await project.query(
      `select to_regnamespace('before_lamplight')::text as old, (select count(*)::int from public.topics_directory) as topics`,
    ),
  ).toEqual([{ old: null, topics: 3 }])
})

test('adopt preserves what visitors could see and hides the rest', async () => {
  const done = await adopt('--do')
  expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/\nDone\. Next: make an admin/) as string })
  await project.query('begin; set local role anon')
  expect(
    await project.query(
      `select (select count(*)::int from public.research_materials) as materials, (select count(*)::int from public.courses) as courses,
              (select count(*)::int from public.topics_directory) as topics`,
    ),
  ).toEqual([{ materials: 3, courses: 1, topics: 2 }])
  await expect(project.query('select from public.profiles')).rejects.toMatchObject({ code: '42501' })
  await project.query('rollback; begin; set local role anon')
  await expect(project.query('select from before_lamplight.profiles')).rejects.toMatchObject({ code: '42501' })
  await project.query('rollback')
})

test('the Supabase CLI finds nothing to push afterwards, and the doctor only reports rules that rows break', async () => {
  expect(push(project)).toMatch(/up to date/i)
  const [doctor] = await project.query<{ wrong: string[] }>(
    `select array(select f ->> 'what' from jsonb_array_elements(public.check_database() -> 'findings') f where f ->> 'severity' = 'wrong') as wrong`,
  )
  expect(doctor?.wrong.length).toBeGreaterThan(5)
  expect(doctor?.wrong.filter((what) => !what.includes('NOT VALID'))).toEqual([])
})

test('a corrected row validates its rule, and a second adoption is rejected', async () => {
  await project.query(
    `update public.research_materials set selar_link = 'https://selar.co/y', pages = 4 where slug = 'malaria-in-enugu-2'`,
  )
  const again = await adopt('--validate')
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('courses_duration_weeks_check') as string })
  expect(again.output).not.toContain('selar_link')
  expect(await adopt('--do')).toMatchObject({ code: 1, output: expect.stringContaining('was adopted already') as string })
})
