// Widens the columns of tables so that no word breaks inside.
import { type Block, type Spans, plainText } from './blocks.ts'

/** The width of the text in points, the narrower of a PDF and a Word file, on portrait and landscape pages. */
const TEXT_WIDTH = { portrait: 465, landscape: 710 } as const
/** Left and right of the text of a cell, in points. */
const PADDING = 12
/** The width of an average letter of bold table text, in points. */
const LETTER_WIDTH = 5.1

type Table = Extract<Block, { type: 'table' }>

/** Returns the blocks with columns that hold their longest words. @throws Error for a table that is too narrow for its words. */
export function fitColumns(blocks: readonly Block[]): Block[] {
  let width: number = TEXT_WIDTH.portrait
  return blocks.map((block) => {
    if (block.type === 'landscape') width = block.on ? TEXT_WIDTH.landscape : TEXT_WIDTH.portrait
    if (block.type === 'box') return { ...block, blocks: fitColumns(block.blocks) }
    return block.type === 'table' ? { ...block, widths: fitWidths(block, width) } : block
  })
}

/** Raises each column to the width of its longest word, and takes the difference from the others in proportion. */
function fitWidths({ caption, header, rows, widths }: Table, textWidth: number): number[] {
  const needs = header.map(
    (_cell, column) => longestWord([header, ...rows].map((row) => row[column] ?? [])) * LETTER_WIDTH + PADDING,
  )
  if (sum(needs) > textWidth) throw new Error(`The words of the table "${caption}" are wider than a page`)
  const fixed = new Set<number>()
  for (;;) {
    const left = textWidth - sum(needs.filter((_need, column) => fixed.has(column)))
    const shares = sum(widths.filter((_width, column) => !fixed.has(column)))
    const fitted = widths.map((width, column) => (fixed.has(column) ? (needs[column] ?? 0) : (left * width) / shares))
    const narrow = fitted.flatMap((width, column) => (!fixed.has(column) && width < (needs[column] ?? 0) ? [column] : []))
    if (narrow.length === 0) return fixed.size === 0 ? widths : fitted.map(Math.round)
    for (const column of narrow) fixed.add(column)
  }
}

const longestWord = (cells: readonly Spans[]) =>
  Math.max(...cells.flatMap((cell) => plainText(cell).split(/[\s/–-]+/)).map(({ length }) => length))

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
