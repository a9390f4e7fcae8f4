// Two databases side by side on PGlite. tests/hosted/migrations.test.ts does the same with the real tools on
// PostgreSQL.
import { expect, it } from 'vitest'
import type { Database } from '#server/backend/database.ts'
import { withMigrated } from '#scripts/schema-catalogue/migrated-database.ts'
import { dumpedObjects, OUR_SCHEMA, schemaDump } from '#scripts/schema-catalogue/schema-dump.ts'

it('migrations work the same in a project without default privileges', async () => {
  /** Returns how many kinds of objects are granted by default, and the objects of our schemas. */
  const read = async (database: Database) => ({
    defaults: await database.query(`select from pg_default_acl where defaclnamespace = 'public'::regnamespace`),
    objects: dumpedObjects(await schemaDump(database, OUR_SCHEMA)),
  })
  const granting = await withMigrated({}, read)
  const without = await withMigrated({ defaultPrivileges: false }, read)
  expect(granting.defaults, 'here tables, sequences and functions are granted by default').toHaveLength(3)
  expect(without.defaults).toEqual([])
  expect(granting.objects.length).toBeGreaterThan(1000)
  expect(without.objects).toEqual(granting.objects)
})
