import { type Period, type PlotStep, whenIn } from './periods.ts'

/** Formats a count: 1,234. */
export const formatCount = new Intl.NumberFormat('en-NG').format

/** Formats a count with its noun, which is given in the plural: 1 view, 1,234 views. */
export const formatCountOf = (count: number, noun: string) =>
  `${formatCount(count)} ${count === 1 ? noun.replace(/s$/, '') : noun}`

/** Adds up the counts that there are. */
export const sum = (counts: readonly (number | null)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0)

/** Returns the sentence about the period with the highest count, without a name if several have it; nothing for a single period. */
export function describePeak(
  periods: readonly Period[],
  counts: readonly (number | null)[],
  step: PlotStep,
  noun: string,
): string {
  const max = Math.max(...counts.map((count) => count ?? 0))
  const busiest = periods.filter((_, at) => counts[at] === max)
  if (max === 0 || !busiest[0]) {
    return `No ${noun} in these days.`
  }
  if (periods.length === 1) {
    return ''
  }
  return busiest.length > 1 ? `At most ${formatCount(max)} a ${step}.` : `Most ${whenIn(busiest[0], step)}: ${formatCount(max)}.`
}
