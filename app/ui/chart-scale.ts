/** The values of an axis: evenly spaced, rounded, with zero among them, lowest first. */
export type Scale = { min: number; max: number; ticks: readonly number[] }

/** The usual number of steps of an axis. */
const STEPS = 4

/** Returns an axis with room for all values. Counts have no fractions: `whole` makes every step at least 1. */
export function chartScale(values: readonly (number | null)[], { whole = true }: { whole?: boolean } = {}): Scale {
  const known = values.filter((value) => value !== null)
  const highest = Math.max(0, ...known)
  const lowest = Math.min(0, ...known)
  const step = niceStep((highest - lowest) / STEPS || 1, whole)
  const min = Math.floor(lowest / step) * step
  const max = Math.max(Math.ceil(highest / step) * step, min + step)
  const count = Math.round((max - min) / step) + 1
  // Multiplied from the rounded index, so that no error adds up.
  return { min, max, ticks: Array.from({ length: count }, (_, at) => (Math.round(min / step) + at) * step) }
}

/** Returns the next higher of 1, 2, 5 and their multiples by ten. */
function niceStep(least: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - Number.EPSILON)) ?? 10
  return whole ? Math.max(1, step * power) : step * power
}

/** The most labels below a chart on a wide screen; a narrow one has half as many. */
const MAX_LABELS = 8

/** Returns the distance between two labels of an axis with this many points. */
export const labelDistance = (points: number) => Math.max(1, Math.ceil(points / MAX_LABELS))
