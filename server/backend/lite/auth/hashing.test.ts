import { expect, test } from 'vitest'
import { atMost, compare, hash } from './hashing.ts'

test('atMost starts work in order of arrival within its limit, even after failed work', async () => {
  const serialize = atMost(2)
  const started: number[] = []
  const end: (() => void)[] = []
  const works = Array.from({ length: 5 }, (_, nth) =>
    serialize(async () => {
      started.push(nth)
      await new Promise<void>((resolve) => (end[nth] = resolve))
      if (nth === 1) {
        throw new Error('The work failed')
      }
      return nth
    }),
  )
  const outcomes = Promise.allSettled(works)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  expect(started).toEqual([0, 1])
  end[1]?.()
  await settle()
  expect(started).toEqual([0, 1, 2])
  end[0]?.()
  end[2]?.()
  await settle()
  expect(started).toEqual([0, 1, 2, 3, 4])
  end[3]?.()
  end[4]?.()
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(await serialize(async () => 'again')).toBe('again')
})

test('compare matches a password only with its own hash', async () => {
  const stored = await hash('a lamp for the night', 4)
  expect(await Promise.all(['a lamp for the night', 'a lamp for the day'].map((tried) => compare(tried, stored)))).toEqual([
    true,
    false,
  ])
})
