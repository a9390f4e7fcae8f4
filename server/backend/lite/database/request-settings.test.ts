import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import type { Database } from '#server/backend/database.ts'

let database: Database
beforeAll(async () => {
  database = await openEmpty()
  await database.run('create role student nologin')
})
afterAll(() => database.close())

const SETTINGS = sql`select
  current_user as role, current_setting('request.jwt.claim.sub', true) as person,
  current_setting('request.jwt.claims', true) as claims, current_setting('request.method', true) as method,
  current_setting('request.path', true) as path, current_setting('request.headers', true) as headers,
  current_setting('response.status', true) as status`
const context = { auth: { role: 'student', uid: 'a', jwt: { role: 'student', session_id: 's', name: `O'Neil, "O"` } } }
const rpc = { method: 'POST', path: '/rpc/it', requestHeaders: { accept: 'a' }, readOnly: false }

test('gives each request its own role, claims and headers', async () => {
  const [result] = await database.connection.withContext(context, async (session) => (await SETTINGS.execute(session)).rows, {
    rpc,
  })
  expect(result).toEqual({
    role: 'student',
    person: 'a',
    claims: JSON.stringify(context.auth.jwt),
    method: 'POST',
    path: '/rpc/it',
    headers: '{"accept":"a"}',
    status: '',
  })
  const [after] = (await SETTINGS.execute(database.connection.kysely)).rows
  expect(after).toMatchObject({ role: 'postgres', person: '', claims: '', method: '', headers: '' })
})

test('applies the settings of a request in two statements, whatever their size', async () => {
  const counted: string[] = []
  const session = database.connection.kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      counted.push(queryId.queryId)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const before = database.connection.kysely
  database.connection.kysely = session
  await database.connection.withContext(context, async (transaction) => void (await sql`select 1`.execute(transaction)), { rpc })
  database.connection.kysely = before
  expect(new Set(counted).size).toBe(3)
})

test('rejects a role that the database does not have', async () => {
  const asked = database.connection.withContext({ auth: { role: 'nobody' } }, async (session) => SETTINGS.execute(session))
  await expect(asked).rejects.toThrow('role "nobody" does not exist')
})
