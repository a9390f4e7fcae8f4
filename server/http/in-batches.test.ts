import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('inBatches stores a thousand items that arrive at once in their order with few calls', async () => {
  const stored: number[] = []
  let calls = 0
  const store = inBatches<number>(async (items) => {
    calls += 1
    await turn()
    stored.push(...items)
  })
  const items = Array.from({ length: 1000 }, (_, number) => number)
  await Promise.all(items.map(store))
  expect(stored).toEqual(items)
  expect(calls).toBeLessThan(10)
})

test('inBatches resolves an item only after it was stored', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isDone = false
  const item = inBatches<number>(() => promise)(1).then(() => (isDone = true))
  await turn()
  expect(isDone).toBe(false)
  resolve()
  await item
  expect(isDone).toBe(true)
})

test('inBatches rejects the invalid item alone and stores the others', async () => {
  const stored: string[] = []
  const store = inBatches<string>(async (items) => {
    await turn()
    if (items.includes('bad')) {
      throw new Error('bad input')
    }
    stored.push(...items)
  })
  const results = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(store))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(stored.toSorted()).toEqual(['a', 'b', 'c'])
  await store('later')
  expect(stored).toContain('later')
})
