import { expect, test } from 'vitest'
import { PublicCache } from './cache.server.ts'
import { withReads } from './reads.server.ts'

test('an answer knows what it was made from, side by side with others', async () => {
  const cache = new PublicCache()
  const answers = await Promise.all(
    ['a', 'b'].map((key) =>
      withReads(async () => {
        await cache.get('site', async () => 'settings')
        await new Promise((resolve) => setTimeout(resolve, 1))
        return cache.get(key, async () => key)
      }),
    ),
  )
  expect(answers.map(({ result, reads }) => [result, [...reads.keys], reads.whole])).toEqual([
    ['a', ['site', 'a'], true],
    ['b', ['site', 'b'], true],
  ])
  expect(answers[0]?.reads.freshUntil).toBeGreaterThan(Date.now())
})

test('an answer without a part of its data is not whole', async () => {
  const cache = new PublicCache()
  const { reads } = await withReads(async () => {
    await cache.get('site', () => Promise.reject(Object.assign(new Error('gone'), { code: 'P0001' }))).catch(() => 'default')
  })
  expect(reads.whole).toBe(false)
})

test('who keeps answers hears of what was forgotten', async () => {
  const cache = new PublicCache()
  const heard: string[] = []
  cache.onChange((prefix) => heard.push(prefix))
  await cache.get('material:anc', async () => 1)
  cache.forget('material:')
  expect(heard).toEqual(['material:'])
})
