import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#app/services/database.ts'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { saveWorks } from './account-works.server.ts'

const { backend } = await startTestBackend()
const SLUG = 'hand-hygiene'
await backend.database.query(
  `insert into public.research_materials (slug, title, category, published_at) values ($1, 'Hand hygiene', 'thesis', now())`,
  [SLUG],
)

/** Returns a client without a session, as after a sign-out. */
const signedOut = (fetch: typeof globalThis.fetch) =>
  createClient<Database>(backend.url, backend.keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  })

test('saveWorks returns false when the session has ended', async () => {
  expect(await saveWorks({ client: signedOut(backend.fetch) }, [SLUG])).toBe(false)
})

test('saveWorks throws when the backend fails', async () => {
  const failing: typeof globalThis.fetch = async (input, init) =>
    init?.method === 'POST' ? Response.json({ code: '57014', message: 'canceled' }, { status: 500 }) : backend.fetch(input, init)
  await expect(saveWorks({ client: signedOut(failing) }, [SLUG])).rejects.toMatchObject({ code: '57014' })
})
