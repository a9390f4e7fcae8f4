// Reads workbook.yaml and works out where each row and each named cell goes.
import fs from 'node:fs'
import path from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import * as v from 'valibot'
import { parseYaml } from './product.ts'

const text = v.pipe(v.string(), v.minLength(1))
const cellValue = v.union([v.string(), v.number(), v.null()])
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z_]{2,30}$/, 'is a name of at least three lower-case letters or underscores'))
const format = v.optional(v.picklist(['number', 'integer', 'percent', 'naira', 'decimal', 'date', 'text']), 'number')

const rowSchema = v.union([
  v.strictObject({ title: text }),
  v.strictObject({ heading: text }),
  v.strictObject({ text }),
  v.strictObject({ note: text }),
  v.strictObject({ space: v.literal(true) }),
  v.strictObject({
    input: text,
    name,
    value: v.union([v.string(), v.number()]),
    format,
    help: v.optional(v.string(), ''),
    min: v.optional(v.number()),
    max: v.optional(v.number()),
    options: v.optional(v.array(v.union([v.string(), v.number()]))),
  }),
  v.strictObject({ result: text, name, formula: text, format, help: v.optional(v.string(), '') }),
  v.strictObject({
    table: v.strictObject({
      header: v.array(text),
      /** A format for each column. */
      formats: v.optional(v.array(v.picklist(['number', 'integer', 'percent', 'naira', 'decimal', 'date', 'text']))),
      /** Columns, counted from 1, that the student fills in. */
      inputs: v.optional(v.array(v.number()), []),
      rows: v.optional(v.array(v.array(cellValue)), []),
      /** A CSV file beside the workbook, without a header row. */
      csv: v.optional(text),
      /** Empty rows after the given ones, with the formulas of the last row. */
      spare: v.optional(v.number(), 0),
      /** Names the cells of one column: { name: column }. */
      names: v.optional(v.record(name, v.number()), {}),
      total: v.optional(v.array(cellValue)),
    }),
  }),
])
const workbookSchema = v.strictObject({
  sheets: v.pipe(
    v.array(
      v.strictObject({
        name: v.pipe(text, v.maxLength(31)),
        widths: v.array(v.number()),
        landscape: v.optional(v.boolean(), false),
        freeze: v.optional(v.number(), 0),
        rows: v.array(rowSchema),
      }),
    ),
    v.minLength(2),
  ),
})

export type CellFormat = v.InferOutput<typeof format>
export type CellKind =
  | 'title'
  | 'heading'
  | 'text'
  | 'note'
  | 'label'
  | 'input'
  | 'result'
  | 'help'
  | 'formula text'
  | 'table head'
  | 'table cell'
  | 'table input'
  | 'total'
export type Cell = {
  row: number
  column: number
  kind: CellKind
  /** A text that begins with "=" is a formula. */
  value: string | number | null
  format: CellFormat
  /** Joins this cell with those to its right up to this column. */
  mergeTo?: number
  rule?: { min?: number; max?: number; options?: (string | number)[] }
  band?: boolean
}
export type Sheet = { name: string; widths: number[]; landscape: boolean; freeze: number; cells: Cell[]; rows: number }
export type Workbook = { sheets: Sheet[]; names: { name: string; sheet: string; reference: string }[] }

type RowSource = v.InferOutput<typeof rowSchema>
type TableSource = Extract<RowSource, { table: unknown }>['table']

export function readWorkbook(file: string): Workbook {
  const source = parseYaml(workbookSchema, file)
  const names: Workbook['names'] = []
  const sheets = source.sheets.map((sheet): Sheet => {
    const cells: Cell[] = []
    let row = 1
    for (const rowSource of sheet.rows) {
      const added = placeRow(rowSource, row, sheet.widths.length, path.dirname(file))
      cells.push(...added.cells)
      names.push(...added.names.map(({ name: label, reference }) => ({ name: label, sheet: sheet.name, reference })))
      row += added.height
    }
    return { name: sheet.name, widths: sheet.widths, landscape: sheet.landscape, freeze: sheet.freeze, cells, rows: row - 1 }
  })
  return { sheets, names }
}

/** Adds a line below the first sheet, which tells how to use the file. */
export function withNote(workbook: Workbook, note: string): Workbook {
  const [first, ...others] = workbook.sheets
  if (!first) return workbook
  const { cells } = placeRow({ note }, first.rows + 2, first.widths.length, '')
  return { ...workbook, sheets: [{ ...first, cells: [...first.cells, ...cells], rows: first.rows + 2 }, ...others] }
}

type Placed = { cells: Cell[]; names: { name: string; reference: string }[]; height: number }

function placeRow(source: RowSource, row: number, lastColumn: number, directory: string): Placed {
  const across = (kind: CellKind, value: string): Placed => ({
    cells: [{ row, column: 1, kind, value, format: 'text', mergeTo: lastColumn }],
    names: [],
    height: 1,
  })
  if ('title' in source) return across('title', source.title)
  if ('heading' in source) return across('heading', source.heading)
  if ('text' in source) return across('text', source.text)
  if ('note' in source) return across('note', source.note)
  if ('space' in source) return { cells: [], names: [], height: 1 }
  if ('table' in source) return placeTable(source.table, row, directory)
  const isInput = 'input' in source
  return {
    cells: [
      { row, column: 1, kind: 'label', value: isInput ? source.input : source.result, format: 'text' },
      {
        row,
        column: 2,
        kind: isInput ? 'input' : 'result',
        value: isInput ? source.value : source.formula,
        format: source.format,
        ...(isInput ? { rule: { min: source.min, max: source.max, options: source.options } } : {}),
      },
      { row, column: 3, kind: 'help', value: source.help, format: 'text' },
      // The formula is also shown as text, so that a student can explain it.
      ...(isInput
        ? []
        : [{ row, column: 4, kind: 'formula text' as const, value: source.formula.slice(1), format: 'text' as const }]),
    ],
    names: [{ name: source.name, reference: `$B$${row}` }],
    height: 1,
  }
}

function placeTable(table: TableSource, top: number, directory: string): Placed {
  const given = [...table.rows, ...(table.csv ? readCsv(path.join(directory, table.csv)) : [])]
  const lastRow = given.at(-1) ?? []
  const spare = Array.from({ length: table.spare }, () => lastRow.map((value) => (isFormula(value) ? value : null)))
  const rows = [...given, ...spare]
  const first = top + 1
  const last = top + rows.length
  const fill = (value: string | number | null, row: number) =>
    typeof value === 'string'
      ? value.replaceAll('{row}', String(row)).replaceAll('{first}', String(first)).replaceAll('{last}', String(last))
      : value
  const columnFormat = (column: number) => table.formats?.[column] ?? 'text'
  const cells: Cell[] = table.header.map((value, column) => ({
    row: top,
    column: column + 1,
    kind: 'table head',
    value,
    format: 'text',
  }))
  rows.forEach((values, index) => {
    if (values.length !== table.header.length)
      throw new Error(`Table row ${index + 1} has ${values.length} cells for ${table.header.length} columns`)
    values.forEach((value, column) => {
      const isInput = table.inputs.includes(column + 1)
      cells.push({
        row: first + index,
        column: column + 1,
        kind: isInput ? 'table input' : 'table cell',
        value: fill(value, first + index),
        format: columnFormat(column),
        band: index % 2 === 1,
      })
    })
  })
  table.total?.forEach((value, column) =>
    cells.push({ row: last + 1, column: column + 1, kind: 'total', value: fill(value, last + 1), format: columnFormat(column) }),
  )
  const letter = (column: number) => String.fromCharCode(64 + column)
  return {
    cells,
    names: Object.entries(table.names).map(([label, column]) => ({
      name: label,
      reference: `$${letter(column)}$${first}:$${letter(column)}$${last}`,
    })),
    height: rows.length + 1 + (table.total ? 1 : 0),
  }
}

const readCsv = (file: string): (string | number | null)[][] =>
  parseCsv(fs.readFileSync(file, 'utf8'), {
    cast: (value) => (value === '' ? null : Number.isNaN(Number(value)) ? value : Number(value)),
  })

export const isFormula = (value: unknown): value is string => typeof value === 'string' && value.startsWith('=')
