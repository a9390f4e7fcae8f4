import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenPromises, brokenRules } from './schema-modules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'supabase/migrations')
const releaseList = path.join(root, 'supabase/released-migrations.txt')
const modules = fs
  .readdirSync(folder)
  .toSorted()
  .map((file) => ({ file, sql: fs.readFileSync(path.join(folder, file), 'utf8') }))
const released = fs.existsSync(releaseList) ? fs.readFileSync(releaseList, 'utf8') : null
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

describe('supabase/migrations', () => {
  it('follows the rules for the current release state', () => {
    expect(modules.length).toBeGreaterThan(0)
    expect(released === null ? brokenRules(modules) : brokenPromises(released, modules)).toEqual([])
  })

  it('has a list of released migrations from version 1 on', () => {
    expect(released !== null).toBe(Number.parseInt(version, 10) >= 1)
  })
})

const FILE = '20261122000100_first_module.sql'
const works = 'create table public.works (title text);'

it.each([
  ['a name without words', '20261122000100.sql', works, /14 digits and a word/],
  ['a name in capitals', '20261122000100_Works.sql', works, /14 digits and a word/],
  ['a long line', FILE, `${works}\n-- ${'a'.repeat(128)}`, /first_module\.sql:2: the line is longer than 130 characters/],
  [
    'a column added later',
    FILE,
    `${works} alter table public.works add column price integer;`,
    /'alter table public \. works add'/,
  ],
  ['a constraint dropped', FILE, `${works} alter table public.works drop constraint x;`, /changes what another statement made/],
  [
    'a function replaced',
    FILE,
    `create or replace function public.one() returns integer as $$ select 1 $$ language sql;`,
    /'create or replace'/,
  ],
  ['a policy dropped', FILE, `${works} drop policy "All" on public.works;`, /'drop policy'/],
  ['a name of a later module', FILE, `${works} select private.later();`, /private\.later is made by a later module or by none/],
  [
    'a name of a later module in a body',
    FILE,
    `create function public.one() returns void as $$ select private.later() $$ language sql;`,
    /private\.later/,
  ],
])('rejects %s before the first release', (_what, file, sql, sentence) => {
  expect(
    brokenRules([
      { file, sql },
      { file: '20261122000200_second_module.sql', sql: 'create function private.later() returns void as $$ $$ language sql;' },
    ]),
  ).toEqual([expect.stringMatching(sentence)])
})

it.each([
  ['row security', `${works} alter table public.works enable row level security;`],
  [
    'a word of SQL within a comment, a text or a body',
    `${works} -- drop table\ncomment on table public.works is 'create or replace';\n create function public.one() returns void as $$ drop table x $$ language sql;`,
  ],
  [
    'a function that names itself, its own table and an earlier one',
    `${works}\n create function public.one() returns void as $$ select public.one() from public.works $$ language sql;`,
  ],
])('accepts %s before the first release', (_what, sql) => {
  expect(brokenRules([{ file: FILE, sql }])).toEqual([])
})

describe('after a release', () => {
  const line = (file: string, sql: string) => `${createHash('sha256').update(sql).digest('hex')}  ${file}\n`
  const first = { file: FILE, sql: works }
  const list = line(FILE, works)

  it('accepts a new migration that changes an earlier one', () => {
    const added = { file: '20270101000000_price_of_works.sql', sql: 'alter table public.works add column price integer;' }
    expect(brokenPromises(list, [first, added])).toEqual([])
  })

  it('rejects any change to a released migration', () => {
    expect(brokenPromises(list, [{ ...first, sql: `${works} ` }])).toEqual([
      `${FILE} was released and is changed. Put it back, and add a migration.`,
    ])
    expect(brokenPromises(list, [])).toEqual([`${FILE} was released and is gone. Put it back, and add a migration.`])
  })

  it('rejects a new migration that would run before a released one', () => {
    const early = { file: '20261122000050_early_module.sql', sql: works }
    expect(brokenPromises(list, [early, first])).toEqual([`${early.file} comes before ${FILE}, which was released.`])
  })
})
