import { expect, test } from 'vitest'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { readEntries } from './files.server.ts'

function read(text: string) {
  const csv = readCsv(new TextEncoder().encode(text))
  return 'fault' in csv ? csv : readEntries(csv.rows)
}

test('readEntries finds columns by name and defaults to one-way synonyms', () => {
  expect(read('Term,Meaning,Sort,Both ways,Source\nHTN,hypertension,Abbreviation,yes,Clinical\nfits,convulsion,,,\n')).toEqual({
    entries: [
      { term: 'HTN', meaning: 'hypertension', sort: 'abbreviation', both_ways: true, source: 'clinical' },
      { term: 'fits', meaning: 'convulsion', sort: 'synonym', both_ways: false, source: 'usage' },
    ],
    wrong: [],
  })
})

test('readEntries counts a repeated line once and reports invalid lines', () => {
  expect(read('term,meaning,sort\nHTN,hypertension,\nhtn,Hypertension,\n,nothing,\na,a,\nb,c,poem\n')).toEqual({
    entries: [{ term: 'htn', meaning: 'Hypertension', sort: 'synonym', both_ways: false, source: 'usage' }],
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
])('readEntries rejects the file %j', (text, fault) => {
  expect(read(text)).toEqual({ fault: expect.stringMatching(fault) as string })
})
