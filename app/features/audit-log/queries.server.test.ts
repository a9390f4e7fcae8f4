import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { logParts, nouns, readLine, searchPatterns } from './queries.server.ts'
import { recordAddress } from './record-address.ts'

const directory = path.resolve(import.meta.dirname, '../../../supabase/migrations')
const migrations = fs.readdirSync(directory).map((file) => fs.readFileSync(path.join(directory, file), 'utf8'))
const found = (pattern: RegExp) => migrations.flatMap((sql) => [...sql.matchAll(pattern)].map(([, noun = '']) => noun))

test('nouns lists every noun that the migrations log, and each part has at least one', () => {
  // The actions in the migrations: literal ones, trigger arguments, and those of the reviews' own function.
  const logged = new Set([
    ...found(/insert into public\.audit_log[^;]*?'([a-z_]+)\.[a-z_]+'/g),
    ...found(/private\.log_admin_action\(\s*'([a-z_]+)'/g),
    ...found(/'([a-z]+)\.' \|\| step/g),
  ])
  expect(logged.size).toBeGreaterThan(15)
  const parts = Object.values(nouns).flat()
  expect([...logged].filter((noun) => !parts.includes(noun))).toEqual([])
  expect(parts.filter((noun) => !logged.has(noun))).toEqual([])
  expect(Object.keys(nouns)).toEqual(logParts.filter((part) => part !== 'all'))
})

const id = '00000000-0000-4000-8000-000000000001'
const row = { id: 1, actor_id: null, subject: id, created_at: '2026-11-26T08:00:00Z' }

test('readLine lists a change whose first characters are the same', () => {
  const details = { name: 'About', changes: { body: ['The start', 'The start'] } }
  expect(readLine({ ...row, action: 'post.changed', details }, new Map()).changes).toMatchObject([
    { before: 'The start', after: 'The start' },
  ])
})

test('readLine leaves out the empty columns of a new record', () => {
  const details = { changes: { reason: [null, 'Two accounts'], lifted_at: [null, null], note: [null, ''] } }
  expect(readLine({ ...row, action: 'payout_hold.added', details }, new Map()).changes).toEqual([
    { label: 'Reason', before: '', after: 'Two accounts' },
  ])
})

test.each([
  ['added', null, null, '', 'Not our product'],
  ['changed', null, id, 'Not our product', 'Pain in labour'],
  ['removed', id, null, 'Pain in labour', ''],
])('readLine names the product and the material of a product rule that was %s', (verb, old, present, before, after) => {
  const line = {
    ...row,
    action: `product_rule.${verb}`,
    subject: 'selar.pain v1.2',
    details: { changes: { material_id: [old, present] } },
  }
  expect(readLine(line, new Map([[id, 'Pain in labour']]))).toMatchObject({
    name: '“pain v1.2” on Selar',
    changes: [{ label: 'Material', before, after }],
  })
})

test.each([
  ['post.changed', 'no longer there'],
  ['money.settlement', ''],
  ['note.added', ''],
])('readLine names the record of %s, which is not found, "%s"', (action, name) => {
  expect(readLine({ ...row, action, details: {} }, new Map())).toMatchObject({ name, to: null })
})

test.each([
  ['topic.imported', null],
  ['order.resent', `/admin/money/orders/${id}`],
  ['review.approved', `/admin/reviews/${id}`],
  ['money.settlement', null],
  ['admin.invited', '/admin/people/admins'],
])('recordAddress returns the page of the record of %s', (action, address) => {
  expect(recordAddress(action, id)).toBe(address)
})

test.each([
  ['price', ['price']],
  ['Provider’s fee', ['Provider_s*fee', '_fee_hundredths_']],
  ['student', ['student', '_profile_id_']],
  ['₦2,500', ['_2_500', '2500', '250000']],
  ['2500', ['2500', '250000']],
])('searchPatterns finds what changed by %s', (search, patterns) => {
  expect(searchPatterns(search)).toEqual(expect.arrayContaining(patterns))
})
