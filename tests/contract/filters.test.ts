/* Tests that filters treat entered text as a literal (server/backend/lite/rest/literal-filters.ts). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { aVisitor, theService } from './people.ts'
import { send } from './raw.ts'

const NAUGHTY = [
  '{a,b}', '{', '}', '{}', '{{auth.uid}}', '{"a":1}', '[1]', '(a)', ')', 'a,b', "a'b", 'a"b', 'a\\b', '"a"', ' a ', 'a.b', 'a:b', 'a&b', 'a=b', 'a+b', '100%',
  '_', '*', 'null', 'not_null', 'unknown', 'true', 'false', '0x10', '1e5', '007', '1.50', '12345678901234567890', '-0', 'NaN', '😀', '\u202Efdp', 'a\nb', "'),or=(id.eq.1",
] // prettier-ignore

const word = randomUUID()
const getTopic = (text: string) => `${text}~${word}`

describe('a topic called', () => {
  beforeAll(async () => {
    const rows = NAUGHTY.flatMap((text) => [{ topic: getTopic(text), subject_area: text }])
    const { error } = await theService().from('topics_directory').insert(rows)
    expect(error).toBeNull()
  })

  test.each(NAUGHTY)('%j is found by exactly that name', async (text) => {
    const { data, error } = await aVisitor()
      .from('topics_directory')
      .select('topic')
      .eq('subject_area', text)
      .like('topic', `%${word}`)
    expect(error).toBeNull()
    expect(data).toEqual([{ topic: getTopic(text) }])
  })

  test.each(NAUGHTY)('%j is the only one excluded by neq', async (text) => {
    const { count, error } = await aVisitor()
      .from('topics_directory')
      .select('*', { count: 'exact', head: true })
      .neq('subject_area', text)
      .like('topic', `%${word}`)
    expect(error).toBeNull()
    expect(count).toBe(NAUGHTY.length - 1)
  })

  test.each(NAUGHTY)('%j is found by a search for it', async (text) => {
    const pattern = `%${text.replace(/[\\%_*]/g, '\\$&')}%`
    const quoted = `"${pattern.replace(/["\\]/g, '\\$&')}"`
    const { error } = await aVisitor()
      .from('topics_directory')
      .select('topic')
      .or(`topic.ilike.${quoted},description.ilike.${quoted}`)
    expect(error).toBeNull()
  })

  // supabase-js sends a name in quotes as a quoted name.
  test.each(NAUGHTY.filter((text) => !text.startsWith('"')))('%j is found in a list of names', async (text) => {
    const { data, error } = await aVisitor()
      .from('topics_directory')
      .select('topic')
      .in('subject_area', [text, 'nothing'])
      .like('topic', `%${word}`)
    expect(error).toBeNull()
    expect(data).toEqual([{ topic: getTopic(text) }])
  })

  // The embedded backend reads no escaped quote in an alternative.
  test.each(NAUGHTY.filter((text) => !/["\\]/.test(text)))('%j is found by a quoted alternative', async (text) => {
    const { data, error } = await aVisitor()
      .from('topics_directory')
      .select('topic')
      .or(`subject_area.in.("${text}"),topic.eq.nothing`)
      .like('topic', `%${word}`)
    expect(error).toBeNull()
    expect(data).toEqual([{ topic: getTopic(text) }])
  })
})

test('equality filters compare numbers, ids, times and booleans', async () => {
  const service = theService()
  const { data } = await service
    .from('research_materials')
    .insert({ slug: `m-${word}`, title: 'Filters', category: 'thesis', price: 1500, is_sample: true })
    .select()
    .single()
  for (const [column, value] of Object.entries({
    id: data?.id ?? '',
    price: 1500,
    rating: 0,
    is_sample: true,
    created_at: data?.created_at ?? '',
  })) {
    const found = await service.from('research_materials').select('slug').eq(column, value).eq('slug', `m-${word}`)
    expect([column, found.data]).toEqual([column, [{ slug: `m-${word}` }]])
    const others = await service.from('research_materials').select('slug').neq(column, value).eq('slug', `m-${word}`)
    expect([column, others.data]).toEqual([column, []])
    const not = await service.from('research_materials').select('slug').not(column, 'eq', value).eq('slug', `m-${word}`)
    expect([column, not.data]).toEqual([column, []])
  }
})

test.each([
  'topic=eq.%E0%A4%A', 'topic=foo.x', 'topic', 'nope=eq.1', 'order=nope', 'order=topic.sideways', 'select=id,(', 'limit=abc', 'limit=-1', 'offset=-1',
  'limit=99999999999999999999', 'or=(topic.eq.a', 'or=(x*)', 'or=topic.eq.a', 'and=()', 'topic=in.a', 'topic=in.(', 'topic=like(any).{a,b}', 'topic=match.(',
  'topic=fts.a%20%26%20%7C', 'id=eq.nope', 'topic=is.maybe', 'or=(topic.eq.{a,b})', 'topic=eq.a%00b', 'select=*,nothing(*)',
])('the query %j never fails with 500', async (query) => {
  const response = await send(`/rest/v1/topics_directory?${query}`)
  expect(response.status).toBeLessThan(500)
}) // prettier-ignore

test('the search function reads any text as words', async () => {
  for (const search of [...NAUGHTY, 'a\0b'.replace('\0', ''), '% _ * ( ) , " \' { }', 'x'.repeat(5000)]) {
    const { error } = await aVisitor().rpc('search_materials', { search })
    expect([search.slice(0, 20), error]).toEqual([search.slice(0, 20), null])
  }
})

test.each(['select="', 'select=id,"topic', 'select=id&order="topic', 'select="a"b"'])(
  'the query %s with an unclosed quote is rejected with 400',
  async (query) => {
    const response = await send(`/rest/v1/topics_directory?${query}`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'PGRST100'])
  },
)
