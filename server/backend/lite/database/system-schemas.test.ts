import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openMigrated } from '../../../../tests/support/databases.ts'
import type { Database } from '../../database.ts'
import { makeSystemSchemas } from './system-schemas.ts'

let database: Database
beforeAll(async () => {
  database = await openMigrated()
})
afterAll(() => database.close())

const make = vi.fn<() => Promise<void>>(async () => {})
const ours = `select obj_description('auth'::regnamespace, 'pg_namespace') as said`

test('lite makes its tables once, and again after another version of it, or when a table is gone', async () => {
  const [{ said } = { said: '' }] = await database.query<{ said: string }>(ours)
  expect(said).toMatch(/^Made by @supabase\/lite \d+\.\d+\.\d+$/)
  await makeSystemSchemas(database, make)
  expect(make).not.toHaveBeenCalled()

  await database.run(`comment on schema auth is 'Made by @supabase/lite 0.0.1'`)
  await makeSystemSchemas(database, make)
  expect(make).toHaveBeenCalledTimes(1)
  expect(await database.query(ours)).toEqual([{ said }])

  await database.run('alter table storage.objects rename to gone')
  const again = makeSystemSchemas(database, async () => database.run('alter table storage.gone rename to objects'))
  await expect(again).resolves.toBeUndefined()
})

test('what lite could not make is said', async () => {
  await database.run('alter table storage.objects rename to gone')
  await expect(makeSystemSchemas(database, make)).rejects.toThrow(
    'The backend could not make its own tables (auth.users, storage.objects)',
  )
})
