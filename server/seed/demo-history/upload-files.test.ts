import { expect, test } from 'vitest'
import { chapterOne } from './upload-files.ts'
import type { DemoWork } from './works.ts'

test('the first chapter of a demo work keeps the capitals of places', () => {
  const work = { opening: 'An opening.', title: 'Hand washing in Enugu: a survey' } as DemoWork
  expect(chapterOne(work)).toContain('To describe hand washing in Enugu.')
})
