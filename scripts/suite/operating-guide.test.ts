// docs/operating.md against the code, so that no variable, command or job is missing from the runbook.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const guide = read('docs/operating.md')
const variables = [...read('server/environment.ts').matchAll(/^ {2}([A-Z_]{4,}): v\.optional/gm)].map(([, name = '']) => name)
const jobs = fs
  .globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  .flatMap((file) => [...read(file).matchAll(/jobs\.add\('([^']+)'/g)].map(([, name = '']) => name))

test('documents every environment variable of the server', () => {
  expect(variables.length).toBeGreaterThan(20)
  expect(variables.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('lists every environment variable of the server in .env.example', () => {
  const example = read('.env.example')
  expect(variables.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([])
})

test('documents every background job', () => {
  expect(jobs.length).toBeGreaterThan(10)
  expect(jobs.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('documents every command of the tools', () => {
  const tools = fs
    .readdirSync(path.join(root, 'tools'))
    .flatMap((file) => (file.endsWith('.ts') && file !== 'reach-backend.ts' ? [path.basename(file, '.ts')] : []))
  expect(tools.length).toBeGreaterThan(5)
  expect(tools.filter((name) => !guide.includes(`npm run ${name}`))).toEqual([])
})
