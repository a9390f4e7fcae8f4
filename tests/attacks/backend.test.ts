/*
 * Sends requests to the backend with each role's token, without our pages: no text makes it fail, and no response reveals
 * its internals. What each role may read and write is tested per table and function in supabase/tests and
 * tests/contract.
 */
import fs from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD, ADMIN, startBackend, STUDENT } from '../process/sites.ts'
import { ask } from '../support/http.ts'
import { root } from '../support/processes.ts'
import { getFault, hostileChunk, hostileText, settings } from './hostile.ts'

const types = fs.readFileSync(path.join(root, 'app/services/database.types.ts'), 'utf8')
/** Returns the names at the beginning of lines such as `  id: string`. */
const namesIn = (block: string) => [...block.matchAll(/(\w+)\??: /g)].map(([, name = '']) => name)
const tables = [...types.matchAll(/^ {6}(\w+): \{\n {8}Row: \{\n((?: {10}.+\n)+)/gm)].map(([, name = '', columns = '']) => ({
  name,
  columns: namesIn(columns),
}))
const functions = [...types.matchAll(/^ {6}(\w+):\s+\{\s+Args: (\{[^}]*\}|never)/gm)].map(([, name = '', input = '']) => ({
  name,
  parameters: namesIn(input),
}))
const BUCKETS = ['avatars', 'material-uploads', 'product-files', 'upload-sessions', 'none']
const ID = '6609390e-16ba-481d-9967-1f4bf397869c'

const value = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(null, true, 0, -1, 1e300, [], {}, ['a\u0000'], { a: { b: '\ud800' } }, ID) },
)
const request = fc.record({
  what: fc.constantFrom(
    'read',
    'read',
    'insert',
    'update',
    'remove',
    'call',
    'call',
    'call',
    'call by address',
    'file',
    'list',
    'sign in',
  ),
  at: fc.noBias(fc.nat()),
  texts: fc.array(value, { minLength: 4, maxLength: 4 }),
  pieces: fc.array(hostileChunk, { minLength: 4, maxLength: 4 }),
  admin: fc.constantFrom('eq', 'neq', 'lt', 'like', 'ilike', 'in', 'is', 'fts', 'cs', 'not.eq', 'or', 'none'),
})
type Request = typeof request extends fc.Arbitrary<infer Value> ? Value : never
type Asked = { method: string; address: string; body?: unknown }

/** Returns the request that a program would send. */
function asked({ what, at, texts, pieces: chunks, admin }: Request): Asked {
  const table = tables[at % tables.length] ?? { name: '', columns: [] }
  const call = functions[at % functions.length] ?? { name: '', parameters: [] }
  const row = Object.fromEntries(texts.map((text, nth) => [table.columns[(at + nth) % table.columns.length] ?? 'id', text]))
  const input = Object.fromEntries(call.parameters.map((name, nth) => [name, texts[nth % texts.length]]))
  const [chunk = '', other = ''] = chunks
  const column = table.columns[at % table.columns.length] ?? 'id'
  const bucket = BUCKETS[at % BUCKETS.length]
  switch (what) {
    case 'read':
      return {
        method: 'GET',
        address: `/rest/v1/${table.name}?${column}=${admin}.${chunk}&select=${at % 3 === 0 ? other : '*'}&limit=5`,
      }
    case 'insert':
      return { method: 'POST', address: `/rest/v1/${table.name}`, body: row }
    case 'update':
      return { method: 'PATCH', address: `/rest/v1/${table.name}?id=eq.${ID}`, body: row }
    case 'remove':
      return { method: 'DELETE', address: `/rest/v1/${table.name}?id=eq.${ID}&${column}=${admin}.${chunk}` }
    case 'call':
      return { method: 'POST', address: `/rest/v1/rpc/${call.name}`, body: input }
    case 'call by address':
      return {
        method: 'GET',
        address: `/rest/v1/rpc/${call.name}?${call.parameters.map((name) => `${name}=${chunk}`).join('&')}`,
      }
    case 'file':
      return { method: 'GET', address: `/storage/v1/object/${bucket}/${chunk}/${other}` }
    case 'list':
      return {
        method: 'POST',
        address: `/storage/v1/object/list/${bucket}`,
        body: { prefix: texts[0], search: texts[1], limit: 5 },
      }
    default:
      return {
        method: 'POST',
        address: `/auth/v1/${['token?grant_type=password', 'recover', 'verify', 'resend'][at % 4]}`,
        body: { email: texts[0], password: texts[1], token_hash: texts[2], type: texts[3] },
      }
  }
}

let backend: Awaited<ReturnType<typeof startBackend>>
let tokens: { visitor: string; student: string; admin: string }
beforeAll(async () => {
  backend = await startBackend()
  const getToken = async (email: string) => {
    const { text } = await ask(`${backend.url}/auth/v1/token?grant_type=password`, {
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      headers: { apikey: backend.keys.publishable_key, 'content-type': 'application/json' },
    })
    return (JSON.parse(text) as { access_token: string }).access_token
  }
  tokens = { visitor: '', student: await getToken(STUDENT), admin: await getToken(ADMIN) }
})

test('the attack includes every table and function', () => {
  expect(tables.length).toBeGreaterThan(25)
  expect(functions.length).toBeGreaterThan(100)
  expect(functions.filter(({ parameters }) => parameters.length > 0).length).toBeGreaterThan(80)
})

describe.each(['visitor', 'student', 'admin'] as const)('requests of a %s', (role) => {
  test(`get a response below 500 whatever their text`, { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(request, async (random) => {
        const { method, address: whole, body } = asked(random)
        // Node itself rejects a longer one.
        const address = whole.slice(0, 8000)
        const response = await ask(backend.url + address, {
          method,
          headers: {
            apikey: backend.keys.publishable_key,
            ...(tokens[role] === '' ? {} : { authorization: `Bearer ${tokens[role]}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const what = `${method} ${address.slice(0, 300)}`
        expect({ what, fault: getFault(response) }).toEqual({ what, fault: null })
      }),
      settings(200),
    )
  })
})
