import fs from 'node:fs'
import { expect, test } from 'vitest'
import { briefly } from './brief.ts'

test('prints a short output whole', () => {
  expect(briefly('one\ntwo\n', 'tsc', 2)).toBe('one\ntwo\n')
})

test('prints the end of a long output, and the path of a file with all of it', () => {
  const output = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`).join('')
  const brief = briefly(output, 'tsc', 40)
  expect(brief.trimEnd().split('\n')).toHaveLength(40)
  expect(brief).toContain('line 999\n1000 lines')
  const file = /All of them: (.+)\n$/.exec(brief)?.[1] ?? ''
  expect(fs.readFileSync(file, 'utf8')).toBe(output)
})
