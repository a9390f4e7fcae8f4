import { expect, test } from 'vitest'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { readEntries } from './files.server.ts'

function read(text: string) {
  const csv = readCsv(new TextEncoder().encode(text))
  return 'fault' in csv ? csv : readEntries(csv.rows)
}

test('a file is read by the names of its columns; what is not said is a synonym, one way', () => {
  expect(read('Term,Meaning,Sort,Both ways\nHTN,hypertension,Abbreviation,yes\nfits,convulsion,,\n')).toEqual({
    entries: [
      { term: 'HTN', meaning: 'hypertension', sort: 'abbreviation', both_ways: true },
      { term: 'fits', meaning: 'convulsion', sort: 'synonym', both_ways: false },
    ],
    wrong: [],
  })
})

test('a line that repeats another one counts once, and a wrong line is named', () => {
  expect(read('term,meaning,sort\nHTN,hypertension,\nhtn,Hypertension,\n,nothing,\na,a,\nb,c,poem\n')).toEqual({
    entries: [{ term: 'htn', meaning: 'Hypertension', sort: 'synonym', both_ways: false }],
    wrong: [
      { line: 4, reason: 'Say what is typed' },
      { line: 5, reason: 'This is the term itself' },
      { line: 6, reason: expect.stringContaining('Choose one of') as string },
    ],
  })
})

test.each([
  ['term\na\n', /meaning is missing/],
  ['term,meaning,colour\na,b,c\n', /no column colour/],
])('%j is no file of the thesaurus', (text, fault) => {
  expect(read(text)).toEqual({ fault: expect.stringMatching(fault) as string })
})
