// Two databases side by side on PGlite. tests/hosted/migrations.test.ts has the same with the real tools on a PostgreSQL.
import { afterAll, expect, it } from 'vitest'
import { type Query, catalogueText } from '../../scripts/schema-catalogue/catalogue-text.ts'
import { withMigrated } from '../../scripts/schema-catalogue/migrated-database.ts'
import { gatherPeople } from './people.ts'

const { owner, as, stop } = await gatherPeople()
afterAll(stop)

it('the grants are all in the migrations: a project that grants nothing by default gets the same', async () => {
  /** Without rows, and without the grants of the platform's own functions. */
  const catalogue = async (query: Query) =>
    (await catalogueText(query))
      .split('\n')
      .filter((line) => !/^(?:default privileges|row of|function (?:auth|storage)\.)/.test(line))
  const granting = `select from pg_default_acl where defaclnamespace = 'public'::regnamespace`
  expect(await as(owner).query(granting), 'here tables, sequences and functions are granted by default').toHaveLength(3)
  const withDefaults = await catalogue((sql) => as(owner).query(sql))
  const without = await withMigrated({ defaultPrivileges: false }, async (database) => {
    expect(await database.query(granting)).toEqual([])
    return catalogue((sql) => database.query(sql))
  })
  expect(without).toEqual(withDefaults)
})
