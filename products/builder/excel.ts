// Writes a workbook as an Excel file: labels are protected, inputs are open, and each formula has its result stored.
import { isFunction, tokenize } from '@borgar/fx'
import ExcelJS from 'exceljs'
import { calculateFormulas, cellKey, type Results } from './formulas.ts'
import { normaliseOfficeFile } from './office-zip.ts'
import { palette } from './palette.ts'
import type { Product } from './product.ts'
import { isFormula, type Cell, type CellFormat, type CellKind, type Sheet, type Workbook } from './workbook.ts'

const FORMATS: Record<CellFormat, string> = {
  number: 'General',
  integer: '#,##0',
  percent: '0.0%',
  naira: '"₦"#,##0',
  decimal: '0.00',
  date: 'd mmm yyyy',
  text: '@',
}
const argb = (name: keyof typeof palette) => ({ argb: `FF${palette[name].toUpperCase()}` })
const fill = (name: keyof typeof palette): ExcelJS.Fill => ({ type: 'pattern', pattern: 'solid', fgColor: argb(name) })
const hairline = { style: 'thin' as const, color: argb('line') }
const box = { top: hairline, left: hairline, bottom: hairline, right: hairline }
const SANS = 'Calibri'
/** The widths of the sources were measured at 11 points, the text has 12. */
const COLUMN_SCALE = 1.1
/** Rows that are printed on one page, smaller if need be; a page with the last line alone would be worse. */
const ONE_PAGE_ROWS = 30

/** Returns the bytes of the XLSX. The same workbook gives the same bytes. */
export async function writeExcel(product: Product, workbook: Workbook): Promise<Uint8Array> {
  const file = new ExcelJS.Workbook()
  const date = new Date(`${product.updated}T00:00:00Z`)
  Object.assign(file, { creator: 'Lamplight', lastModifiedBy: 'Lamplight', title: product.title, created: date, modified: date })
  file.calcProperties.fullCalcOnLoad = true
  const results = calculateFormulas(workbook)
  for (const sheet of workbook.sheets) await addSheet(file, sheet, results)
  for (const { name, sheet, reference } of workbook.names) file.definedNames.add(`'${sheet}'!${reference}`, name)
  return normaliseOfficeFile(new Uint8Array(await file.xlsx.writeBuffer()), product.updated)
}

async function addSheet(file: ExcelJS.Workbook, sheet: Sheet, results: Results): Promise<void> {
  const lastColumn = String.fromCharCode(64 + sheet.widths.length)
  const target = file.addWorksheet(sheet.name, {
    views: [{ showGridLines: false, ...(sheet.freeze > 0 ? { state: 'frozen' as const, ySplit: sheet.freeze } : {}) }],
    pageSetup: {
      paperSize: 9,
      orientation: sheet.landscape ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: sheet.rows <= ONE_PAGE_ROWS ? 1 : 0,
      printArea: `A1:${lastColumn}${sheet.rows}`,
      margins: { left: 0.6, right: 0.6, top: 0.7, bottom: 0.7, header: 0.3, footer: 0.3 },
    },
    headerFooter: { oddFooter: '&L&12Lamplight&C&12&A&R&12&P of &N' },
  })
  target.columns = sheet.widths.map((width) => ({ width: width * COLUMN_SCALE }))
  for (const cell of sheet.cells) writeCell(target, sheet, cell, results)
  // Without a password, so that a student can unlock the sheet and change it.
  await target.protect('', { formatColumns: true, formatRows: true })
}

/**
 * Adds the prefix that functions of Excel 2010 and later, such as NORM.S.INV, have in the file; Excel shows #NAME?
 * without it.
 */
const fileFormula = (formula: string): string =>
  tokenize(formula.slice(1))
    .map((token) => (isFunction(token) && token.value.includes('.') ? `_xlfn.${token.value}` : token.value))
    .join('')

function writeCell(target: ExcelJS.Worksheet, sheet: Sheet, cell: Cell, results: Results): void {
  const place = target.getCell(cell.row, cell.column)
  place.value = isFormula(cell.value)
    ? { formula: fileFormula(cell.value), result: results.get(cellKey(sheet.name, cell.row, cell.column)) ?? 0 }
    : cell.value
  // Excel turns a formula into text when it is edited in a cell of text format.
  place.numFmt = FORMATS[isFormula(cell.value) && cell.format === 'text' ? 'number' : cell.format]
  place.font = { name: SANS, size: 12, color: argb('ink') }
  place.alignment = { vertical: 'middle', wrapText: true }
  STYLES[cell.kind](place, cell)
  if (cell.mergeTo && cell.mergeTo > cell.column) target.mergeCells(cell.row, cell.column, cell.row, cell.mergeTo)
  const height = rowHeight(
    { ...cell, value: results.get(cellKey(sheet.name, cell.row, cell.column)) ?? cell.value },
    sheet.widths,
  )
  const row = target.getRow(cell.row)
  row.height = Math.max(row.height ?? 0, height)
  if (cell.rule) addRule(place, cell.rule)
}

const STYLES: Record<CellKind, (place: ExcelJS.Cell, cell: Cell) => void> = {
  title: (place) => {
    place.font = { name: 'Georgia', size: 20, bold: true, color: argb('teal') }
  },
  heading: (place) => {
    place.font = { name: SANS, size: 13, bold: true, color: { argb: 'FFFFFFFF' } }
    place.fill = fill('teal')
    place.alignment = { vertical: 'middle', indent: 1 }
  },
  text: (place) => {
    place.alignment = { vertical: 'top', wrapText: true }
  },
  note: (place) => {
    place.fill = fill('mist')
    place.alignment = { vertical: 'middle', wrapText: true, indent: 1 }
    place.border = { left: { style: 'thick', color: argb('teal') } }
  },
  label: (place) => {
    place.border = box
  },
  input: (place) => {
    openInput(place)
    place.font = { name: SANS, size: 12, bold: true, color: argb('amber') }
    place.alignment = { vertical: 'middle', horizontal: 'center', wrapText: true }
  },
  result: (place) => {
    place.font = { name: SANS, size: 12, bold: true, color: argb('teal') }
    place.fill = fill('mist')
    place.border = box
    place.alignment = { vertical: 'middle', horizontal: 'center', wrapText: true }
  },
  help: (place) => {
    place.font = { name: SANS, size: 12, color: argb('soft') }
    place.border = box
  },
  'formula text': (place) => {
    place.font = { name: SANS, size: 12, color: argb('soft') }
    place.border = box
  },
  'table head': (place) => {
    place.font = { name: SANS, size: 12, bold: true, color: { argb: 'FFFFFFFF' } }
    place.fill = fill('teal')
    place.border = box
  },
  'table cell': (place, cell) => {
    place.border = box
    if (cell.band) place.fill = fill('shade')
    if (cell.format !== 'text') place.alignment = { vertical: 'middle', horizontal: 'right' }
  },
  'table input': (place, cell) => {
    openInput(place)
    if (cell.format !== 'text') place.alignment = { vertical: 'middle', horizontal: 'right' }
  },
  total: (place, cell) => {
    place.font = { name: SANS, size: 12, bold: true, color: argb('teal') }
    place.fill = fill('mist')
    place.border = { ...box, top: { style: 'medium', color: argb('teal') } }
    if (cell.format !== 'text') place.alignment = { vertical: 'middle', horizontal: 'right' }
  },
}

function openInput(place: ExcelJS.Cell): void {
  place.fill = fill('mark')
  place.border = box
  place.protection = { locked: false }
}

function addRule(place: ExcelJS.Cell, { min, max, options }: NonNullable<Cell['rule']>): void {
  if (options) {
    place.dataValidation = {
      type: 'list',
      allowBlank: false,
      formulae: [`"${options.join(',')}"`],
      showErrorMessage: true,
      errorTitle: 'Not in the list',
      error: `Choose one of ${options.join(', ')}.`,
    }
  } else if (min !== undefined && max !== undefined) {
    place.dataValidation = {
      type: 'decimal',
      operator: 'between',
      allowBlank: false,
      formulae: [min, max],
      showErrorMessage: true,
      errorTitle: 'Out of range',
      error: `Enter a number from ${min} to ${max}.`,
    }
  }
}

/** Estimates the height from the text length, because Excel does not fit merged cells to their text. */
function rowHeight(cell: Cell, widths: number[]): number {
  if (cell.kind === 'title') return 36
  if (cell.kind === 'heading') return 24
  const width = widths.slice(cell.column - 1, cell.mergeTo ?? cell.column).reduce((sum, value) => sum + value, 0)
  const { length } = String(cell.value ?? '')
  const lines = Math.max(1, Math.ceil(length / (width * 0.98)))
  return cell.kind === 'text' || cell.kind === 'note' ? lines * 16 + 5 : Math.max(20, lines * 15.5 + 4)
}
