import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { PublicCache } from '#app/platform/cache/cache.server.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { type EmbeddedBackend, startBackend } from '../backend/start.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { publishScheduled } from './scheduled-publishing.ts'

const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-scheduled-'))
let backend: EmbeddedBackend

beforeAll(async () => {
  backend = await startBackend(
    { backend: { kind: 'embedded' }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} }, database: await openMigrated() },
  )
})
afterAll(async () => {
  await backend.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

test('publishes a draft whose time has come, and clears the cached reads only then', async () => {
  await backend.database.run(
    `insert into public.blog_posts (slug, post_title, upload_date, publish_at)
     values ('planned', 'Planned', '2020-01-01', now() + interval '1 hour')`,
  )
  const cache = new PublicCache()
  let reads = 0
  const read = () => cache.get('posts:1', async () => (reads += 1))
  const jobs = new Jobs()
  const rounds = publishScheduled(
    embeddedSiteBackend(backend, 'http://localhost'),
    jobs.add('scheduled publishing', 'at once'),
    cache,
  )
  await rounds.idle()
  await read()
  rounds.nudge()
  await rounds.idle()
  expect(await read()).toBe(1)

  await backend.database.run(`update public.blog_posts set publish_at = now() - interval '1 minute'`)
  rounds.nudge()
  await rounds.idle()
  expect(await read()).toBe(2)
  const [post] = await backend.database.query<{ shown: boolean; is_new: boolean }>(
    `select published_at is not null as shown, upload_date = published_at as is_new from public.blog_posts where slug = 'planned'`,
  )
  expect(post).toEqual({ shown: true, is_new: true })
  await rounds.stop()
})
