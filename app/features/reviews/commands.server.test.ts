import { PostgrestError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#app/platform/session/session.server.ts'
import { decideApproval } from './commands.server.ts'
import type { Approval } from './schema.ts'

// The approved values do not matter here, because the fake database returns given outcomes.
const approval = { title: 'Hand hygiene on two wards', slug: '', version: 1 } as Approval
const rejection = (code: string) => new PostgrestError({ message: 'said by the database', details: '', hint: '', code })

/** Returns an admin with a fake database that returns these outcomes in order, and the recorded calls. */
function admin(outcomes: (string | PostgrestError)[]) {
  const asked: unknown[] = []
  const rpc = (_name: string, parameters: unknown) => ({
    async single() {
      asked.push(parameters)
      const response = outcomes[asked.length - 1] ?? rejection('XX000')
      return typeof response === 'string' ? { data: { outcome: response }, error: null } : { data: null, error: response }
    },
  })
  return { person: { client: { rpc } } as unknown as CurrentUser, asked }
}

test.each(['ok', 'slug_taken'])('decideApproval retries when another record takes the slug, and returns %s', async (outcome) => {
  const { person: user, asked } = admin([rejection('23505'), rejection('23505'), outcome])
  expect(await decideApproval(user, 'an upload', approval)).toBe(outcome)
  expect(asked).toHaveLength(3)
})

test('decideApproval throws at once on any other database error', async () => {
  const { person: user, asked } = admin([rejection('42501'), 'ok'])
  await expect(decideApproval(user, 'an upload', approval)).rejects.toThrow('said by the database')
  expect(asked).toHaveLength(1)
})

test('decideApproval gives up after five attempts', async () => {
  const { person: user, asked } = admin(Array.from({ length: 100 }, () => rejection('23505')))
  await expect(decideApproval(user, 'an upload', approval)).rejects.toThrow('said by the database')
  expect(asked).toHaveLength(5)
})
