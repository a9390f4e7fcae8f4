// Calculates the formulas of a workbook, because previews and phones show the stored result and calculate nothing.
import { DetailedCellError, HyperFormula } from 'hyperformula'
import { isFormula, type Workbook } from './workbook.ts'

export type Results = Map<string, string | number>
export const cellKey = (sheet: string, row: number, column: number) => `${sheet}!${row}:${column}`

/** Returns the result of each formula. @throws Error naming each cell with an error such as #NAME?. */
export function calculateFormulas(workbook: Workbook): Results {
  const sheets = Object.fromEntries(
    workbook.sheets.map((sheet) => {
      const grid: (string | number | null)[][] = Array.from({ length: sheet.rows }, () => [])
      for (const { row, column, value } of sheet.cells) {
        // A text that starts like a number or a date stays a text.
        grid[row - 1]![column - 1] = typeof value === 'string' && !isFormula(value) ? "'" + value : value
      }
      return [sheet.name, grid.map((row) => Array.from(row, (value) => value ?? null))]
    }),
  )
  const engine = HyperFormula.buildFromSheets(
    sheets,
    { licenseKey: 'gpl-v3' },
    workbook.names.map(({ name, sheet, reference }) => ({
      name,
      expression: `='${sheet}'!${reference}`,
    })),
  )
  const results: Results = new Map()
  const faults: string[] = []
  for (const sheet of workbook.sheets) {
    const id = engine.getSheetId(sheet.name) ?? 0
    for (const { row, column, value } of sheet.cells) {
      if (!isFormula(value)) continue
      const result = engine.getCellValue({ sheet: id, row: row - 1, col: column - 1 })
      if (result instanceof DetailedCellError)
        faults.push(`${sheet.name}, row ${row}, column ${column}: ${result.value} in ${value}`)
      else
        results.set(cellKey(sheet.name, row, column), typeof result === 'boolean' ? String(result).toUpperCase() : (result ?? 0))
    }
  }
  engine.destroy()
  if (faults.length > 0) throw new Error(`Could not calculate:\n${faults.join('\n')}`)
  return results
}
