/* Tests bulk inserts whose rows have different keys (server/backend/lite/rest/bulk-inserts.ts). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { theService } from './people.ts'

test('a bulk insert stores null for a key that a row lacks, and returns what it stored', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const { data, error } = await theService()
    .from('topics_directory')
    .insert([{ topic: one, unique_selling_point: 'It is new' }, { topic: other }])
    .select('topic, unique_selling_point')
  expect(error).toBeNull()
  expect(data).toEqual([
    { topic: one, unique_selling_point: 'It is new' },
    { topic: other, unique_selling_point: null },
  ])
})

test('a bulk insert is refused when a row lacks a key of a column that needs a value', async () => {
  const rows = [{ topic: randomUUID(), is_sample: true }, { topic: randomUUID() }]
  const { error } = await theService().from('topics_directory').insert(rows)
  expect(error?.code).toBe('23502')
})

test('a bulk insert that prefers defaults stores them', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const service = theService()
  const rows = [{ topic: one, is_sample: true }, { topic: other }]
  await service.from('topics_directory').insert(rows, { defaultToNull: false }).throwOnError()
  const { data } = await service.from('topics_directory').select('topic, is_sample').in('topic', [one, other]).throwOnError()
  expect(new Map(data.map(({ topic, is_sample }) => [topic, is_sample]))).toEqual(
    new Map([
      [one, true],
      [other, false],
    ]),
  )
})
