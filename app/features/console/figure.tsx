import type { ReactNode } from 'react'

type Props = { label: string; value: ReactNode; children: ReactNode }

/** A figure of a `dl.figures` with a remark below it. */
export function Figure({ label, value, children }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className="small soft">{children}</dd>
    </div>
  )
}

/** Compares a figure with that of the period before: 12 % more than 50 before. */
export function describeChange(now: number, before: number, format: (value: number) => string): string {
  if (before <= 0) {
    return `${format(before)} in the period before`
  }
  const percent = Math.round((100 * (now - before)) / before)
  return percent === 0
    ? `the same as the ${format(before)} before`
    : `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than ${format(before)} before`
}
