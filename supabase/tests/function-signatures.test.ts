// Signatures of the functions in public and private. More than eight arguments are unreadable at a call, so a function
// takes a composite or one JSON argument with the column names of a table instead (CONTRIBUTING.md).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import type { Database } from '#server/backend/database.ts'

const MAX_ARGUMENTS = 8

let database: Database
beforeAll(async () => {
  database = await openMigrated()
})
afterAll(() => database.close())

const longSignatures = async () =>
  (
    await database.query<{ name: string }>(
      `select n.nspname || '.' || p.proname as name
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname in ('public', 'private') and p.pronargs > $1 order by name`,
      [MAX_ARGUMENTS],
    )
  ).map(({ name }) => name)

describe('functions', () => {
  it('take at most eight arguments', async () => {
    expect(await longSignatures()).toEqual([])
  })

  it('with nine arguments are found', async () => {
    await database.query('begin')
    await database.run(
      `create function private.takes_nine(a text, b text, c text, d text, e text, f text, g text, h text, i text)
       returns void language sql as ''`,
    )
    const found = await longSignatures()
    await database.query('rollback')
    expect(found).toContain('private.takes_nine')
  })
})
