import fs from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import type { Database as Tables } from '#app/services/database.ts'
import { freePort } from '#tests/support/processes.ts'
import { serveBackend } from '../backend/serve.ts'
import { hostedSiteBackend } from '../backend/site-backend.ts'
import { loadSampleContent } from './sample-content.ts'
import { seedHosted, seedOnce } from './seed.ts'

const { backend, dataDirectory } = await startTestBackend()
const env = {
  seed: 'outlines',
  dataDirectory,
  demoPassword: null,
  backend: { kind: 'embedded' },
  smtpUrl: null,
  siteUrl: 'http://localhost',
  paystack: null,
} as const
const client = createClient<Tables>(backend.url, backend.keys.secret_key, {
  auth: { persistSession: false, autoRefreshToken: false },
  global: { fetch: backend.fetch },
})

const TABLES = [
  'research_materials',
  'writing_services',
  'courses',
  'blog_posts',
  'topics_directory',
  'thesaurus',
  'curriculum_courses',
  'settings',
  'judged_searches',
] as const

/** Returns all rows of the tables that the seed fills. */
async function everything(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of TABLES) {
    const rows = await backend.database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from public.${table} t order by 1`,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

test('the seed fills every table, creates the demo accounts and logs it once', async () => {
  await seedOnce(backend, env)
  const filled = await everything()
  for (const table of TABLES) {
    expect(filled[table]?.length, table).toBeGreaterThan(0)
  }
  const counts = await loadSampleContent(client)
  await seedOnce(backend, env)
  expect(await everything()).toEqual(filled)
  expect(await backend.database.query('select from auth.users')).toHaveLength(2)
  expect(counts).toMatchObject({ materials: filled.research_materials?.length, topics: filled.topics_directory?.length })
  const log = await backend.database.query(
    `select actor_id, details from public.audit_log where action = 'sample_content.loaded'`,
  )
  expect(log).toEqual([{ actor_id: null, details: counts }])
})

test("the seed leaves an admin's edits and deletions even after the data directory was lost", async () => {
  await backend.database.run(`
    update public.blog_posts set post_title = 'Ours' where slug = 'how-to-write-chapter-one-of-a-nursing-project';
    update public.settings set setting_value = 'Ours' where setting_key = 'terms_payment_title';
    update public.topics_directory set topic = 'Ours' where topic like 'Birth preparedness%';
    delete from public.research_materials where slug = 'medication-adherence-hypertension-enugu';
    delete from public.courses;
  `)
  const left = await everything()
  await seedOnce(backend, env)
  fs.rmSync(dataDirectory, { recursive: true, force: true })
  fs.mkdirSync(dataDirectory)
  await seedOnce(backend, env)
  expect(await everything()).toEqual(left)
  expect(fs.readdirSync(dataDirectory)).toEqual([])
})

test('the seed repeats an interrupted load over HTTP, leaves existing rows and creates no accounts there', async () => {
  await backend.database.run(`
    alter table public.audit_log disable trigger all;
    delete from public.audit_log;
    alter table public.audit_log enable trigger all;
  `)
  const accounts = await backend.database.query('select id from auth.users order by id')
  const port = await freePort()
  const server = await serveBackend(backend, port)
  const hosted = hostedSiteBackend({
    kind: 'hosted',
    url: `http://127.0.0.1:${port}`,
    publishableKey: backend.keys.publishable_key,
    secretKey: backend.keys.secret_key,
    patience: 1000,
  })
  await seedHosted(hosted, { ...env, siteUrl: 'https://lamplight.example' })
  const after = await everything()
  expect(after.courses?.length).toBeGreaterThan(0)
  expect(after.blog_posts?.some((row) => row.includes('"post_title": "Ours"'))).toBe(true)

  // The hosted backend is seeded once too: a row deleted now does not come back.
  await backend.database.run('delete from public.courses')
  await seedHosted(hosted, { ...env, siteUrl: 'https://lamplight.example' })
  expect((await everything()).courses).toEqual([])
  expect(await backend.database.query('select id from auth.users order by id')).toEqual(accounts)
  server.close()
})
