import { expect, test } from 'vitest'
import { readCsv, writeCsv } from '#app/platform/lists/csv.server.ts'
import { getCells, columns, planImport, type Stored } from './import-plan.server.ts'

const stored = (topic: string, more: Partial<Stored> = {}): Stored => ({
  id: topic,
  topic,
  description: 'What it would do',
  unique_selling_point: 'Why',
  subject_area: 'Ethics',
  is_sample: true,
  updated_at: '2026-11-21T12:00:00.123456+00:00',
  deleted_at: null,
  ...more,
})

function plan(text: string, directory: Stored[] = []) {
  const csv = readCsv(new TextEncoder().encode(text))
  if ('fault' in csv) {
    throw new Error(csv.fault)
  }
  const created = planImport(csv.rows, directory)
  if ('fault' in created) {
    throw new Error(created.fault)
  }
  return created
}

test('planImport changes nothing when an export is imported again', () => {
  const directory = [
    stored('=SUM(A1) of handwashing'),
    stored('"Quoted", with commas; and more', { description: 'Two\nlines', unique_selling_point: null, is_sample: false }),
    stored("'-5% apostrophe", { description: '@home', subject_area: '' }),
  ]
  const created = plan(writeCsv([columns, ...directory.map(getCells)]), directory)
  expect(created).toMatchObject({ added: [], changed: [], same: 3, wrong: [] })
})

test('planImport matches topics regardless of case, spaces and punctuation', () => {
  const created = plan('Topic,Subject area\nNew one,Ethics\nhand  HYGIENE.,Ethics\nPain,Surgery\nGone,Ethics\n', [
    stored('Hand hygiene'),
    stored('Pain'),
    stored('Gone', { deleted_at: '2026-11-20T00:00:00Z' }),
  ])
  expect(created.added.map(({ line, row }) => [line, row.topic])).toEqual([[2, 'New one']])
  expect(created.changed.map(({ line, changes }) => [line, changes])).toEqual([
    [3, [{ column: 'topic', before: 'Hand hygiene', after: 'hand  HYGIENE.' }]],
    [4, [{ column: 'subject_area', before: 'Ethics', after: 'Surgery' }]],
    [5, []],
  ])
  // Columns that the file lacks are left unchanged.
  expect(created.changed[1]?.row).toMatchObject({ description: 'What it would do', is_sample: true })
})

test('planImport tells topics apart by signs that change the meaning', () => {
  const created = plan('topic\nBP <140 in clinics\nBP >140 in clinics\nbp < 140 in clinics.\nStigma of HIV+\nStigma of HIV-\n', [
    stored('Age >= 60'),
  ])
  expect(created.added.map(({ row }) => row.topic)).toEqual([
    'BP <140 in clinics',
    'BP >140 in clinics',
    'Stigma of HIV+',
    'Stigma of HIV-',
  ])
  expect(created.wrong).toEqual([{ line: 4, reason: 'The same topic as line 2: bp < 140 in clinics.' }])
  expect(plan('topic\nAge ≥60\n', [stored('Age >= 60')]).changed).toHaveLength(1)
})

test('planImport reports the line and reason of invalid and duplicate rows', () => {
  const created = plan(`topic,description\nOne,a\n,no topic\n"one",b\nToo,many,cells\n${'x'.repeat(401)},\n`)
  expect(created.wrong).toEqual([
    { line: 3, reason: 'topic: Say what the topic is' },
    { line: 4, reason: 'The same topic as line 2: one' },
    { line: 5, reason: '3 cells, where the first line has 2' },
    { line: 6, reason: 'topic: At most 400 characters, please' },
  ])
})

test('planImport accepts yes, no, true, false or nothing in is_sample', () => {
  const created = plan('topic,is_sample\nOne,true\nTwo,FALSE\nThree,\nFour,yes\nFive,no\nSix,perhaps\n,maybe\n')
  expect(created.added.map(({ row }) => row.is_sample)).toEqual([true, false, false, true, false])
  expect(created.wrong).toEqual([
    { line: 7, reason: 'is sample: Write yes or no, or leave it empty' },
    { line: 8, reason: 'topic: Say what the topic is; is sample: Write yes or no, or leave it empty' },
  ])
})

test.each([
  ['description\nx\n', 'The column topic is missing'],
  ['topic,price\nx,1\n', 'There is no column price'],
  ['topic,Topic\nx,y\n', 'names the column topic twice'],
  ['', 'The column topic is missing'],
])('planImport rejects the file %j with a reason', (text, reason) => {
  expect(() => plan(text)).toThrow(reason)
})

test('planImport returns the same fingerprint until a row changes', () => {
  const file = 'topic,subject_area\nPain,Surgery\nNew,\n'
  const before = plan(file, [stored('Pain')]).fingerprint
  expect(plan(file, [stored('Pain')]).fingerprint).toBe(before)
  expect(plan(file, [stored('Pain', { updated_at: '2026-11-21T13:00:00Z' })]).fingerprint).not.toBe(before)
  expect(plan(file, [stored('Pain'), stored('New')]).fingerprint).not.toBe(before)
})

test('planImport handles ten thousand rows', () => {
  const text = `topic\n${Array.from({ length: 10_000 }, (_none, at) => `Topic ${at}`).join('\n')}\n`
  expect(plan(text).added).toHaveLength(10_000)
})
