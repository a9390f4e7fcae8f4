// Calculates the formulas of a workbook, because previews and phones show the stored result and calculate nothing.
import { parse, parseA1Ref, tokenize, type AstExpression } from '@borgar/fx'
import * as formulajs from '@formulajs/formulajs'
import { isFormula, type Workbook } from './workbook.ts'

export type Results = Map<string, string | number>
export const cellKey = (sheet: string, row: number, column: number) => `${sheet}!${row}:${column}`

type Scalar = string | number | boolean | null | Error
type Value = Scalar | Scalar[][]
/** Access to the cells in the sheet of the formula. */
type Scope = { sheet: string; read: (reference: string, sheet: string) => Value }

/** Returns the result of each formula. @throws Error naming each cell with an error such as #NAME?. */
export function calculateFormulas(workbook: Workbook): Results {
  const cells = new Map(
    workbook.sheets.flatMap(({ name, cells: all }) =>
      all.map((cell) => [cellKey(name, cell.row, cell.column), cell.value] as const),
    ),
  )
  const names = new Map(workbook.names.map(({ name, sheet, reference }) => [name, { sheet, reference }]))
  const values = new Map<string, Scalar>()
  const pending = new Set<string>()

  const cellValue = (sheet: string, row: number, column: number): Scalar => {
    const key = cellKey(sheet, row, column)
    const source = cells.get(key) ?? null
    if (!isFormula(source)) return source
    const known = values.get(key)
    if (known !== undefined) return known
    if (pending.has(key)) return new Error('#CYCLE!')
    pending.add(key)
    const value = evaluate(parse(tokenize(source)), { sheet, read })
    pending.delete(key)
    const result = Array.isArray(value) ? new Error('#VALUE!') : (value ?? 0)
    values.set(key, result)
    return result
  }
  const read = (reference: string, sheet: string): Value => {
    const named = names.get(reference)
    if (named) return read(named.reference, named.sheet)
    const parsed = parseA1Ref(reference)
    const range = parsed && 'range' in parsed ? parsed.range : undefined
    if (!range) return new Error('#NAME?')
    const { top, left, bottom = top, right = left } = range
    if (top == null || left == null || bottom == null || right == null) return new Error('#REF!')
    const target = parsed?.context?.at(-1) ?? sheet
    const rows = Array.from({ length: bottom - top + 1 }, (_row, down) =>
      Array.from({ length: right - left + 1 }, (_cell, across) => cellValue(target, top + down + 1, left + across + 1)),
    )
    return reference.includes(':') ? rows : (rows[0]?.[0] ?? null)
  }

  const results: Results = new Map()
  const faults: string[] = []
  for (const { name, cells: all } of workbook.sheets) {
    for (const { row, column, value } of all) {
      if (!isFormula(value)) continue
      const result = cellValue(name, row, column)
      if (result instanceof Error) faults.push(`${name}, row ${row}, column ${column}: ${result.message} in ${value}`)
      else results.set(cellKey(name, row, column), typeof result === 'boolean' ? String(result).toUpperCase() : (result ?? 0))
    }
  }
  if (faults.length > 0) throw new Error(`Could not calculate:\n${faults.join('\n')}`)
  return results
}

function evaluate(node: AstExpression, scope: Scope): Value {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'ReferenceIdentifier':
      return scope.read(node.value, scope.sheet)
    case 'UnaryExpression': {
      const value = toNumber(evaluate(node.arguments[0]!, scope))
      if (value instanceof Error) return value
      if (node.operator === '%') return value / 100
      return node.operator === '-' ? -value : value
    }
    case 'BinaryExpression':
      return operate(node.operator, evaluate(node.arguments[0]!, scope), evaluate(node.arguments[1]!, scope))
    case 'CallExpression':
      return call(node.callee.name, node.arguments, scope)
    default:
      return new Error('#VALUE!')
  }
}

function call(name: string, parts: readonly (AstExpression | null)[], scope: Scope): Value {
  const valueOf = (index: number): Value => {
    const part = parts[index]
    return part ? evaluate(part, scope) : null
  }
  // Only the chosen branch is calculated, as in Excel.
  if (name === 'IF') {
    const condition = valueOf(0)
    if (condition instanceof Error) return condition
    if (condition) return valueOf(1)
    return parts.length > 2 ? valueOf(2) : false
  }
  const values = parts.map((_, index) => valueOf(index))
  // The library counts an empty cell as 0, which Excel does not.
  if (name === 'COUNTIF' && Array.isArray(values[0])) {
    values[0] = values[0].map((row) => row.filter((value) => value !== null))
  }
  // The library groups functions such as NORM.S.INV in objects.
  const found = name
    .split('.')
    .reduce<unknown>((group, part) => (group as Record<string, unknown> | undefined)?.[part], formulajs)
  if (typeof found !== 'function') return new Error('#NAME?')
  return (found as (...values: Value[]) => Value)(...values)
}

function operate(operator: string, left: Value, right: Value): Value {
  if (left instanceof Error) return left
  if (right instanceof Error) return right
  // A range beside an operator would be an array formula, which our workbooks avoid.
  if (Array.isArray(left) || Array.isArray(right)) return new Error('#VALUE!')
  if (operator === '&') return toText(left) + toText(right)
  const order = compare(left, right)
  if (operator === '=') return order === 0
  if (operator === '<>') return order !== 0
  if (operator === '<') return order < 0
  if (operator === '>') return order > 0
  if (operator === '<=') return order <= 0
  if (operator === '>=') return order >= 0
  const one = toNumber(left)
  const other = toNumber(right)
  if (one instanceof Error) return one
  if (other instanceof Error) return other
  if (operator === '+') return one + other
  if (operator === '-') return one - other
  if (operator === '*') return one * other
  if (operator === '^') return one ** other
  if (operator === '/') return other === 0 ? new Error('#DIV/0!') : one / other
  return new Error('#VALUE!')
}

function toNumber(value: Value): number | Error {
  if (value instanceof Error) return value
  if (Array.isArray(value) || value === '') return new Error('#VALUE!')
  const number = Number(value)
  return Number.isNaN(number) ? new Error('#VALUE!') : number
}

const toText = (value: Scalar): string => (typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? ''))

/** Orders numbers before texts before TRUE and FALSE; an empty cell equals "" and 0. */
function compare(left: Scalar, right: Scalar): number {
  const rank = (value: Scalar) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)
  const one = left ?? (typeof right === 'string' ? '' : 0)
  const other = right ?? (typeof left === 'string' ? '' : 0)
  if (rank(one) !== rank(other)) return rank(one) - rank(other)
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other, 'en', { sensitivity: 'accent' })
  return Number(one) - Number(other)
}
