import { expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { PublicCache } from '#app/platform/cache/cache.server.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { publishScheduled } from './scheduled-publishing.ts'

const { backend } = await startTestBackend()

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
