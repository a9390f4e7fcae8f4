import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { logParts, nouns } from './queries.server.ts'

const directory = path.resolve(import.meta.dirname, '../../../supabase/migrations')
const migrations = fs.readdirSync(directory).map((file) => fs.readFileSync(path.join(directory, file), 'utf8'))
const found = (pattern: RegExp) => migrations.flatMap((sql) => [...sql.matchAll(pattern)].map(([, noun = '']) => noun))

test('nouns lists every noun that the migrations log, and each part has at least one', () => {
  // The actions in the migrations: literal ones, trigger arguments, and those of the reviews' own function.
  const logged = new Set([
    ...found(/insert into public\.audit_log[^;]*?'([a-z_]+)\.[a-z_]+'/g),
    ...found(/private\.log_admin_action\(\s*'([a-z_]+)'/g),
    ...found(/'([a-z]+)\.' \|\| step/g),
  ])
  expect(logged.size).toBeGreaterThan(15)
  const parts = Object.values(nouns).flat()
  expect([...logged].filter((noun) => !parts.includes(noun))).toEqual([])
  expect(parts.filter((noun) => !logged.has(noun))).toEqual([])
  expect(Object.keys(nouns)).toEqual(logParts.filter((part) => part !== 'all'))
})
