/* Prints the figures of a benchmark as one table. */

/** A figure, its budget in docs/performance.md, and its ratio to the floor measured in the same run. */
export type Figure = { figure: string; value: string; budget?: string; ratio?: string; within?: boolean }
export type Part = { name: string; figures: Figure[] }

const HEAD = ['figure', 'value', 'budget', 'ratio to the floor', ''] as const

/** Returns the table as Markdown with aligned columns. */
export function getTable(parts: readonly Part[]): string {
  const rows = parts.flatMap(({ name, figures }) => [
    [`**${name}**`, '', '', '', ''],
    ...figures.map(({ figure, value, budget = '', ratio = '', within }) => [figure, value, budget, ratio, getMark(within)]),
  ])
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function getMark(within: boolean | undefined): string {
  return within === undefined ? '' : within ? 'within' : 'above'
}

export const ms = (milliseconds: number) => `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')}/s`
export const mib = (size: number) => `${Math.round(size)} MiB`
export const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
export const times = (one: number, other: number) => (one / other).toFixed(2)
