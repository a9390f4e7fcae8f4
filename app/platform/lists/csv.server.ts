/*
 * Files of comma-separated values, as spreadsheets write them and read them again. A cell that a spreadsheet would run as a formula is
 * written behind an apostrophe, and read without it.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/** A line of cells; `line` is where it begins in the file, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** What a file of a spreadsheet says; `fault` when it is none. `guessed`: it was not UTF-8, and was read as Windows writes it. */
export type Csv = { rows: CsvRow[]; guessed: boolean } | { fault: string }

/** Reads a file's bytes. Commas, semicolons or tabs part the cells, whichever the first line has most of. */
export function readCsv(bytes: Uint8Array): Csv {
  const { text, guessed } = decoded(bytes)
  if (text.includes('\0')) {
    return { fault: 'This is no CSV file. In Excel or Sheets, save it as CSV first.' }
  }
  const normal = text.replaceAll(/\r\n?/g, '\n')
  try {
    const rows = parse(normal, {
      info: true,
      bom: true,
      delimiter: delimiterOf(normal),
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return {
      guessed,
      rows: rows.map(({ record, info }) => ({
        line: info.lines - record.join('').split('\n').length + 1,
        cells: record.map(unescaped),
      })),
    }
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error
    }
    return error.code !== 'CSV_QUOTE_NOT_CLOSED'
      ? { fault: `Line ${Number(error.lines)} has a quotation mark in the wrong place. Inside a cell it is written twice.` }
      : { fault: 'A quotation mark is opened and never closed, so the cells cannot be told apart.' }
  }
}

/** Writes rows of cells, with the mark by which Excel knows UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(escaped)),
    { bom: true, record_delimiter: 'windows', quoted_match: /^\s|[;\t\r\n]|\s$/ },
  )
}

const FORMULA = /^'*[=+\-@\t\r]/

/** csv-stringify leaves an apostrophe in front of a formula as it is, which reading would take away. */
function escaped(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value
}

function unescaped(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value
}

function decoded(bytes: Uint8Array): { text: string; guessed: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: false }
  } catch (error) {
    // What a fatal decoder throws at bytes that are not UTF-8.
    if (error instanceof TypeError) {
      return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true }
    }
    throw error
  }
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
