import { expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { proposeThesaurusEntries } from './thesaurus-proposals.ts'

const { backend } = await startTestBackend()
const site = embeddedSiteBackend(backend, 'http://localhost')

test('the job proposes an entry for a missed search, in all its steps', async () => {
  await backend.database.run(
    `insert into public.research_materials (slug, title, category, published_at)
     values ('infections', 'Prevention of surgical site infection and sepsis', 'thesis', now());
     insert into public.missed_searches (words, kind, visitors, week)
     values ('ssias', 'material', 3, date_trunc('week', now())::date)`,
  )
  const jobs = new Jobs()
  const job = proposeThesaurusEntries(site, jobs.add('proposals'))
  await job.idle()
  expect(await backend.database.query('select term, meaning, state from public.thesaurus_proposals')).toEqual([
    { term: 'SSIAS', meaning: 'surgical site infection and sepsis', state: 'open' },
  ])
  await job.stop()
})

test('the job does nothing without a secret key', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const job = proposeThesaurusEntries({ ...site, secretKey: null, fetch }, new Jobs().add('proposals'))
  await job.stop()
  expect(fetch).not.toHaveBeenCalled()
})
