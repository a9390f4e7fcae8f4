import { expect, test } from 'vitest'
import { getDirectory } from './queries.server.ts'

const row = (topic: string, subject_area: string) => ({
  topic,
  subject_area,
  description: '',
  unique_selling_point: '',
  programmes: ['bnsc', 'hnd'],
})

test('getDirectory capitalises subject areas alike in the list of areas and on each topic', () => {
  const { topics, areas } = getDirectory([
    row('Birth plans', 'maternal health'),
    row('Cord care', 'Maternal Health'),
    row('Pain', 'surgery'),
    row('Without', ''),
  ])
  expect(areas).toEqual([
    { name: 'Maternal health', count: 2 },
    { name: 'Surgery', count: 1 },
  ])
  expect(topics.map(({ area }) => area)).toEqual(['Maternal health', 'Maternal health', 'Surgery', null])
})

test('getDirectory names the programmes of a topic, the basic one first', () => {
  expect(getDirectory([row('Birth plans', '')]).topics[0]?.level).toBe('HND or BNSc')
  expect(getDirectory([{ ...row('Birth plans', ''), programmes: [] }]).topics[0]?.level).toBeNull()
})
