import { expect, test } from 'vitest'
import { cleanSearch, readPage, readListAddress, readTimeListAddress, wordPatterns } from './keyset.server.ts'

type Row = { id: string; at: string }

/** Returns an in-memory query that answers like PostgREST, for the filters that pages use. */
function query(rows: Row[]) {
  let filter = ''
  let bound: { column: keyof Row; admin: string; value: string } | null = null
  const sorts: { column: keyof Row; ascending: boolean }[] = []
  let max = Infinity
  const created = {
    filter: (column: string, admin: string, value: string) => ((bound = { column: column as keyof Row, admin, value }), created),
    or: (input: string) => ((filter = input), created),
    order: (column: string, { ascending }: { ascending: boolean }) => (
      sorts.push({ column: column as keyof Row, ascending }),
      created
    ),
    limit: (count: number) => ((max = count), created),
    // oxlint-disable-next-line unicorn/no-thenable -- a query is one
    then: (resolve: (response: { data: Row[]; error: null }) => unknown) => {
      const [, beyond, value, key] = filter.match(/^at\.(gt|lt)\.([^,]+),and\(at\.eq\.[^,]+,id\.(?:gt|lt)\.([^)]+)\)$/) ?? []
      const further = (a: string, b: string) => (beyond === 'gt' ? a > b : a < b)
      const stored = rows.filter(
        (row) =>
          (bound === null || (bound.admin === 'gte' ? row[bound.column] >= bound.value : row[bound.column] <= bound.value)) &&
          (filter === '' || further(row.at, value ?? '') || (row.at === value && further(row.id, key ?? ''))),
      )
      stored.sort((a, b) => {
        for (const { column, ascending } of sorts) {
          if (a[column] !== b[column]) {
            return a[column] > b[column] === ascending ? 1 : -1
          }
        }
        return 0
      })
      return Promise.resolve({ data: stored.slice(0, max), error: null }).then(resolve)
    },
  }
  return created as unknown as Parameters<typeof readPage<Row>>[0]
}

const rows: Row[] = Array.from({ length: 23 }, (_none, at) => ({
  id: String(100 + at),
  // Several rows share a time.
  at: `2026-11-${String(10 + Math.floor(at / 4)).padStart(2, '0')}T08:00:00+00:00`,
}))

test.each([true, false])('readPage returns every row once, forwards and back, when ascending is %s', async (ascending) => {
  const sort = { column: 'at', ascending, rows: 5 } as const
  const forwards: string[][] = []
  let page = await readPage(query(rows), { after: null, before: null }, sort)
  expect(page.previous).toBeNull()
  forwards.push(page.rows.map(({ id }) => id))
  while (page.next) {
    page = await readPage(query(rows), { after: page.next, before: null }, sort)
    forwards.push(page.rows.map(({ id }) => id))
  }
  const expected = rows.map(({ id }) => id)
  expect(forwards.flat()).toEqual(ascending ? expected : expected.toReversed())

  const back: string[][] = [page.rows.map(({ id }) => id)]
  while (page.previous) {
    page = await readPage(query(rows), { after: null, before: page.previous }, sort)
    back.unshift(page.rows.map(({ id }) => id))
  }
  expect(back).toEqual(forwards)
})

test.each([
  '',
  'x',
  'bnVsbA',
  Buffer.from('["a"]').toString('base64url'),
  Buffer.from('["a),or(id.gt.0","b"]').toString('base64url'),
  Buffer.from('["true","100"]').toString('base64url'),
  Buffer.from('["2026-11-12T08:00:00+00:00","true"]').toString('base64url'),
  Buffer.from('["2026-02-30T08:00:00+00:00","100"]').toString('base64url'),
])('readPage starts at the beginning for the invalid cursor %j', async (after) => {
  const page = await readPage(query(rows), { after, before: null }, { column: 'at', ascending: true, rows: 2 })
  expect(page.rows.map(({ id }) => id)).toEqual(['100', '101'])
})

test('wordPatterns escapes words and returns six at most', () => {
  expect(wordPatterns('  100%_  ')).toEqual(['"%100\\\\%\\\\_%"'])
  expect(wordPatterns('say "yes" a*b')).toEqual(['"%say%"', '"%\\"yes\\"%"', '"%a_b%"'])
  expect(wordPatterns('a b c d e f g')).toHaveLength(6)
  expect(wordPatterns('')).toEqual([])
})

test('readListAddress falls back to the beginning for an invalid address', () => {
  const read = (search: string) => readListAddress(new Request(`http://x/admin${search}`), ['all', 'hidden'])
  expect(read('?show=nothing&search=%00a%0Ab')).toEqual({ search: 'a b', show: 'all', after: null, before: null })
  expect(read('?show=hidden&after=x')).toEqual({ search: '', show: 'hidden', after: 'x', before: null })
})

test.each([
  ['?search=+K7Q2+&after=2026-11-22T08:00:00.123456%2B00:00_a3bb189e-8bf9-4c7e-9b1f-0a1b2c3d4e5f', 'K7Q2', true],
  ['?after=nonsense', '', false],
  ['?after=2026-11-22_not-an-id', '', false],
  ['?after=2026-11-22T08:00:00.123456%2B00:00_------------------------------------', '', false],
  ['?after=0000-11-22T08:00:00%2B00:00_a3bb189e-8bf9-4c7e-9b1f-0a1b2c3d4e5f', '', false],
  ['?search=K7%00Q2%0A', 'K7 Q2', false],
  ['', '', false],
])('readTimeListAddress reads %s', (values, search, goesOn) => {
  const read = readTimeListAddress(new Request(`http://localhost/admin/money/sales${values}`))
  expect([read.search, read.after !== null]).toEqual([search, goesOn])
})

test('readTimeListAddress cuts a search to its maximum length', () => {
  const request = new Request(`http://localhost/?search=${'a'.repeat(300)}`)
  expect(readTimeListAddress(request, 254).search).toHaveLength(254)
})

test('readTimeListAddress and readListAddress cut a search between characters and not within an emoji', () => {
  const request = new Request(`http://localhost/?search=${'a'.repeat(199)}${encodeURIComponent('🩺🩺')}`)
  const cut = `${'a'.repeat(199)}🩺`
  expect([readTimeListAddress(request).search, readListAddress(request, ['all']).search]).toEqual([cut, cut])
})

test('cleanSearch replaces what PostgreSQL cannot store and cuts between characters', () => {
  expect(cleanSearch(' a\u0000b ', 10)).toBe('a b')
  expect(cleanSearch('ab👩c', 3)).toBe('ab👩')
  expect(cleanSearch(null, 3)).toBe('')
})
