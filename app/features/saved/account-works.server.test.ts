import { PostgrestError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { saveWorks } from './account-works.server.ts'

/** Returns a user whose database finds one material and responds to its insertion with this error. */
function savingUser(code: string | null): CurrentUser {
  const error = code && new PostgrestError({ message: 'refused', details: '', hint: '', code })
  const found = {
    in: () => found,
    not: () => found,
    throwOnError: async () => ({ data: [{ id: 'an id', slug: 'hand-hygiene' }] }),
  }
  const table = { select: () => found, upsert: async () => ({ error }) }
  return { client: { from: () => table } } as unknown as CurrentUser
}

test.each([
  [null, true],
  ['42501', false],
])('saveWorks returns whether row security accepted the works when the database responds %s', async (code, isSaved) => {
  expect(await saveWorks(savingUser(code), ['hand-hygiene'])).toBe(isSaved)
})

test('saveWorks throws every other error', async () => {
  await expect(saveWorks(savingUser('57014'), ['hand-hygiene'])).rejects.toThrow('refused')
})
