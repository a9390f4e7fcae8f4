import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const getCells = (text: string) => {
  const csv = readCsv(bytes(text))
  return 'rows' in csv ? csv.rows.map(({ cells }) => cells) : csv
}

test('readCsv reads what writeCsv wrote, without formulas', () => {
  const rows = [
    ['=cmd|"/c calc"!A1', '+1', '-5%', '@sum', "'=quoted before", "''-twice"],
    ['a,b', 'a "b" c', 'line\nline', ' space ', 'ọ ṣ ẹ ₦', "'plain"],
    ['a;b', 'a\tb', '\tx', '', "=A1&'b'", 'last'],
  ]
  const text = writeCsv(rows)
  expect(getCells(text)).toEqual(rows)
  for (const cell of text.slice(1).split(/[,\r\n]/)) {
    expect(cell).not.toMatch(/^"?[=+@-]/)
  }
})

test('writeCsv escapes text that begins like a formula, and no numbers', () => {
  const row = ['-1500.50', '-0.05', '1500.50', '-', '-1+2', '-1500.', '+2348012345678', '-1,500.50', "'-7"]
  const text = writeCsv([row])
  expect(text).toBe(`\uFEFF-1500.50,-0.05,1500.50,'-,'-1+2,'-1500.,'+2348012345678,"'-1,500.50",''-7\r\n`)
  expect(getCells(text)).toEqual([row])
})

test.each([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\n1\t2'],
  ['a byte order mark', '\uFEFFa,b\n1,2'],
])('readCsv recognises %s', (_what, text) => {
  expect(getCells(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test.each(['sep=;\r\na,b;c\r\n\r\n;\r\n1;2\r\n', '\uFEFFsep=;\na,b;c\n\n ; \n1;2', '"sep=;"\na,b;c\n\n\n1;2'])(
  'readCsv uses the separator that the first line names in %j and skips empty rows',
  (text) => {
    const csv = readCsv(bytes(text))
    expect('rows' in csv && csv.rows).toEqual([
      { line: 2, cells: ['a,b', 'c'] },
      { line: 5, cells: ['1', '2'] },
    ])
  },
)

test('readCsv does not count separators inside quotation marks', () => {
  expect(getCells('"a, the first, one";b\n1;2')).toEqual([
    ['a, the first, one', 'b'],
    ['1', '2'],
  ])
})

test('readCsv returns the first line number of each row, counting empty and multi-line rows', () => {
  const csv = readCsv(bytes('a,b\r\n1,"x\r\ny\r\nz"\r\n\r\n3,4\r\n5'))
  expect('rows' in csv && csv.rows.map(({ line }) => line)).toEqual([1, 2, 6, 7])
})

test('readCsv reads Windows-1252 and reports the guess', () => {
  expect(readCsv(new Uint8Array([0x61, 0x2c, 0xe9, 0x0a]))).toEqual({ guessed: true, rows: [{ line: 1, cells: ['a', 'é'] }] })
})

test('readCsv reports an invalid file with its line', () => {
  expect(getCells('a,b\n1,2\n1,"x" y\n')).toMatchObject({
    fault: expect.stringContaining('Line 3 has a quotation mark') as string,
  })
  expect(getCells('a,b\n1,"x\ny\n')).toMatchObject({ fault: expect.stringContaining('never closed') as string })
  expect(getCells('PK\u0003\u0004\0\0')).toMatchObject({ fault: expect.stringContaining('not a CSV file') as string })
})
