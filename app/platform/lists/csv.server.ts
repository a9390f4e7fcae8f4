/*
 * Reads and writes CSV files for spreadsheets. A cell that a spreadsheet would run as a formula is written with an
 * apostrophe in front, and read without it. Numbers, including negative ones, are unchanged.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/** A row of cells; `line` is where it begins in the file, from 1. */
export type CsvRow = { line: number; cells: string[] }

/** The rows of a CSV file, or `fault` when it is not one. `guessed`: the file was not UTF-8 and was read as Windows-1252. */
export type Csv = { rows: CsvRow[]; guessed: boolean } | { fault: string }

/**
 * Parses the bytes of a file. The separator is the one that Excel's first line names (`sep=;`), or the most frequent of
 * comma, semicolon and tab in the first line. Rows of empty cells are skipped.
 */
export function readCsv(bytes: Uint8Array): Csv {
  const { text, guessed } = decodeText(bytes)
  if (text.includes('\0')) {
    return { fault: 'This is not a CSV file. In Excel or Sheets, save it as CSV first.' }
  }
  const content = text.replaceAll(/\r\n?/g, '\n')
  const named = /^\uFEFF?"?sep=(.)"?[,;\t]*(?=\n)/i.exec(content)
  // The line stays, empty, so that the numbers of the following ones do not change.
  const normal = named ? content.slice(named[0].length) : content
  try {
    const rows: CsvRow[] = []
    parse(normal, {
      bom: true,
      delimiter: named?.[1] ?? getDelimiter(normal),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record(cells: string[], { lines }) {
        // `lines` counts to the end of the row, whose cells may contain line breaks.
        rows.push({ line: lines - cells.join('').split('\n').length + 1, cells: cells.map(unescapeCell) })
        return null
      },
    })
    return { guessed, rows }
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error
    }
    return error.code !== 'CSV_QUOTE_NOT_CLOSED'
      ? { fault: `Line ${Number(error.lines)} has a quotation mark in the wrong place. Inside a cell it is written twice.` }
      : { fault: 'A quotation mark is opened and never closed, so the cells cannot be told apart.' }
  }
}

/**
 * Returns the names of the first row's columns, such as both_ways for "Both ways"; empty for a column without a name. Or
 * a sentence (`fault`) if a needed column is missing, or one is unknown or named twice.
 */
export function readColumnNames(
  head: CsvRow | undefined,
  columns: readonly string[],
  needed: readonly string[],
): { names: string[] } | { fault: string } {
  const names = (head?.cells ?? []).map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const missing = needed.find((column) => !names.includes(column))
  if (missing !== undefined) {
    return { fault: `The first line must name the columns: ${columns.join(', ')}. The column ${missing} is missing.` }
  }
  const unknown = names.find((name) => name !== '' && !columns.includes(name))
  if (unknown !== undefined) {
    return { fault: `There is no column ${unknown}. The columns are ${columns.join(', ')}.` }
  }
  const duplicate = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  return duplicate === undefined ? { names } : { fault: `The first line names the column ${duplicate} twice.` }
}

/** Returns rows as CSV, with the byte order mark by which Excel recognises UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((cells) => cells.map(escapeCell)),
    { bom: true, record_delimiter: 'windows', quoted_match: /^\s|[;\t\r\n]|\s$/ },
  )
}

const FORMULA = /^'*[=+\-@\t\r]/
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/**
 * Escapes a formula. csv-stringify skips a cell that already begins with an apostrophe and a formula, and reading would
 * remove that apostrophe.
 */
function escapeCell(value: string): string {
  return FORMULA.test(value) && !NEGATIVE_NUMBER.test(value) ? `'${value}` : value
}

function unescapeCell(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value
}

function decodeText(bytes: Uint8Array): { text: string; guessed: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: false }
  } catch (error) {
    // A fatal decoder throws this for bytes that are not UTF-8.
    if (error instanceof TypeError) {
      return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true }
    }
    throw error
  }
}

function getDelimiter(text: string): string {
  const [first = ''] = text.replaceAll(/"[^"]*"/g, '').split('\n', 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}
