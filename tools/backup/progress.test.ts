import { expect, test } from 'vitest'
import type { Part } from './parts.ts'
import { withProgress } from './progress.ts'

test('withProgress passes all parts on and says how many were read', async () => {
  const rows = (count: number): Part => ({
    kind: 'rows',
    table: 'public.posts',
    lines: Array.from({ length: count }, () => '{}'),
  })
  const parts = [rows(3), rows(4)]
  const said: string[] = []
  const passed: Part[] = []
  for await (const part of withProgress(
    (async function* () {
      yield* parts
    })(),
    (progress) => said.push(progress),
    0,
  )) {
    passed.push(part)
  }
  expect(passed).toEqual(parts)
  expect(said).toEqual(['3 rows and 0 files so far', '7 rows and 0 files so far'])
})
