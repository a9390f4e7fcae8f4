/* The table of SECURITY.md names tests that exist. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const table = fs.readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
const named = [...table.matchAll(/`([\w./-]+\.test\.tsx?)`(?: "([^"]+)")?/g)].map(([, file = '', name]) => ({ file, name }))

test('names more than eighty tests', () => {
  expect(named.length).toBeGreaterThan(80)
})

test('names only files and tests that exist', () => {
  const missing = named.filter(({ file, name }) => {
    const source = path.join(root, file)
    return (
      !fs.existsSync(source) || (name !== undefined && !fs.readFileSync(source, 'utf8').replaceAll("\\'", "'").includes(name))
    )
  })
  expect(missing).toEqual([])
})

test('has a test in every line', () => {
  const lines = table
    .split('\n')
    .filter((line) => /^\| (?!\*\*|---|attack or fault|what |every |tables, |random histories of )/.test(line))
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((line) => !/\.test\.tsx?`/.test(line))).toEqual([])
})
