import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import type { Database } from './database.ts'
import { migrate, rejectOtherMigrations } from './migrations.ts'

const FIRST = `-- Works.\ncreate table public.works (title text);\ncreate function public.one() returns integer language sql as $$\n  select 1\n$$;\n`
const whose = { place: 'The database in /data', instead: 'give this one an empty DATA_DIR' }

let database: Database
let directory: string
const write = (file: string, script: string) => fs.writeFileSync(path.join(directory, file), script)
const reject = () => rejectOtherMigrations(database, directory, whose)
const tables = () =>
  database.query(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'supabase_migrations') order by 1`,
  )

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-migrations-'))
  const { ensureHistoryTable } = await import('@supabase/lite')
  database = await openEmpty()
  await expect(reject(), 'an empty database').resolves.toBeUndefined()
  await ensureHistoryTable(database.connection)
  write('20261122000100_first_room.sql', FIRST)
  expect(await migrate(database.connection, database, directory)).toEqual(['20261122000100'])
})
beforeEach(() => {
  for (const file of fs.readdirSync(directory)) {
    fs.rmSync(path.join(directory, file))
  }
  write('20261122000100_first_room.sql', FIRST)
})
afterAll(async () => {
  await database.close()
  fs.rmSync(directory, { recursive: true, force: true })
})

it('accepts a database made by the same migrations and applies none of them twice', async () => {
  await expect(reject()).resolves.toBeUndefined()
  expect(await migrate(database.connection, database, directory)).toEqual([])
})

it('accepts a migration with different comments, indentation and line endings', async () => {
  write(
    '20261122000100_first_room.sql',
    `${FIRST.replace('Works', 'What is sold').replace('  select 1', '-- One.\n    select 1')}\n\n`,
  )
  await expect(reject()).resolves.toBeUndefined()
})

it('rejects a database with an unknown migration and leaves it unchanged', async () => {
  fs.rmSync(path.join(directory, '20261122000100_first_room.sql'))
  write('20261122000200_second_room.sql', 'create table public.others ();')
  const before = await tables()
  await expect(reject()).rejects.toThrow(
    /^The database in \/data was made by another version of Lamplight: its migration 20261122000100_first_room is none of this version\. It was left as it is\. Start the version that made it, or give this one an empty DATA_DIR\.$/,
  )
  expect(await tables()).toEqual(before)
})

it.each([
  ['a column more', FIRST.replace('title text', 'title text, price integer')],
  ['another body', FIRST.replace('select 1', 'select 2')],
  ['another literal', FIRST.replace('$$;', `$$; comment on table public.works is 'Works  of students';`)],
])('rejects a database whose migration differs by %s', async (_what, script) => {
  write('20261122000100_first_room.sql', script)
  await expect(reject()).rejects.toThrow('its migration 20261122000100_first_room was different then.')
})

it('rejects a file that is not named like a migration', async () => {
  write('rooms.sql', '')
  await expect(migrate(database.connection, database, directory)).rejects.toThrow(/14-digit version and words: rooms\.sql/)
})
