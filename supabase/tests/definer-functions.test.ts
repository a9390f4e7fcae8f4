// Every callable security definer function checks its caller, or is in the list of those for everybody with a reason;
// and each needs its owner's rights. This explains the warnings of splinter's rules one by one (npm run catalogue --
// --definers prints it).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMigrated } from '#tests/support/databases.ts'
import { describeDefiners, explainDefiners, listedDefiners } from '#scripts/schema-catalogue/definer-functions.ts'
import type { Database } from '#server/backend/database.ts'

let database: Database
beforeAll(async () => {
  database = await openMigrated()
})
afterAll(() => database.close())

test('definer functions check their caller and need their rights and have a comment', async () => {
  const explained = await explainDefiners(database)
  expect(explained.length).toBeGreaterThan(50)
  expect(explained.filter(({ serves, needs, says }) => serves === null || needs === null || says.length < 20)).toEqual([])
  expect(explained.filter(({ visitors, serves }) => visitors && !serves?.startsWith('everybody'))).toEqual([])
  const names = new Set(explained.map(({ name }) => name.split('(')[0]))
  expect(listedDefiners.filter((name) => !names.has(name))).toEqual([])
  expect(await describeDefiners(database)).toMatch(
    /account_details\(uuid\)\n {2}called by: whoever is signed in; serves: admins\n {2}what the caller may not: auth\.users \(select\)/,
  )
})

test('explainDefiners finds functions without an access check or a need', async () => {
  await database.query('begin')
  await database.run(`
    create function public.opens_all() returns setof auth.users language sql security definer set search_path = ''
      as 'select * from auth.users';
    create function public.opens_nothing() returns integer language plpgsql security definer set search_path = ''
      as 'begin perform private.require_admin(); return 1; end';`)
  const found = (await explainDefiners(database)).filter(({ name }) => name.startsWith('opens_'))
  await database.query('rollback')
  expect(found).toMatchObject([
    { name: 'opens_all()', serves: null, needs: 'auth.users (select)' },
    { name: 'opens_nothing()', serves: 'admins', needs: null },
  ])
})
