import { expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'

test("a database has the migrations' extensions without the four that lite adds", async () => {
  const { query, close } = await openEmpty()
  const available = await query<{ name: string }>('select name from pg_available_extensions order by name')
  await close()
  expect(available.map(({ name }) => name)).toEqual(['fuzzystrmatch', 'pg_trgm', 'plpgsql', 'unaccent'])
})
