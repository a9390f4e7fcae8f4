import type { Scale } from './chart-scale.ts'

/** Values of a chart, one for each point; null without a value. The names are those of the same points. */
type Series = {
  name: string
  values: readonly (number | null)[]
  /** The days of this series, if they are not the chart's: those of the period before. */
  points?: readonly string[]
}

export type ChartProps = {
  /** The name of the chart, for screen readers. */
  label: string
  kind: 'line' | 'bars'
  /** The names of the points, such as days, and their short forms for the axis. */
  points: readonly string[]
  shortPoints: readonly string[]
  /** The first series is drawn in full, the second as a thin line. */
  series: readonly [Series, ...Series[]]
  format: (value: number) => string
  /** Formats a value with its unit, such as 3 views, if `format` leaves it out. */
  formatWithUnit?: (value: number) => string
  /** Formats the values of the axis. */
  formatAxis: (value: number) => string
  /** Formats the figure above a bar of a chart without a script. Left out, bars have none. */
  formatFigure?: (value: number) => string
  whole?: boolean
  /** A value that a line marks, such as a promise. */
  mark?: number
  /** True if the last bar is not a whole period. */
  isLastOpen?: boolean
  /** True if the last period is not over, so that its value is the one so far. */
  isLastSoFar?: boolean
  /** False if the page says elsewhere what the series are. */
  hasLegend?: boolean
}

const WIDTH = 1000
const HEIGHT = 100
/** The gap between bars, as a part of each bar's width. */
const GAP = 0.3

/** The lines or bars. It is stretched to the chart's width; strokes keep theirs. */
export function ChartDrawing({
  kind,
  points,
  series,
  mark,
  isLastOpen,
  scale,
  chosen,
}: ChartProps & { scale: Scale; chosen: number | null }) {
  const slot = WIDTH / points.length
  const middle = (at: number) => round((at + 0.5) * slot)
  const up = (value: number) => round(HEIGHT - (HEIGHT * (value - scale.min)) / (scale.max - scale.min))
  const [now, ...others] = series
  const across = (value: number) => `M0 ${up(value)}h${WIDTH}`
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        className="grid"
        d={scale.ticks
          .filter((tick) => tick !== 0)
          .map(across)
          .join('')}
      />
      <path className="zero" d={across(0)} />
      {kind === 'bars' ? (
        now.values.map((value, at) =>
          value ? (
            <rect
              key={points[at]}
              className={isLastOpen && at === points.length - 1 ? 'open' : undefined}
              x={round(at * slot + (slot * GAP) / 2)}
              y={up(Math.max(0, value))}
              width={round(slot * (1 - GAP))}
              height={round(Math.abs(up(0) - up(value)))}
            />
          ) : null,
        )
      ) : (
        <>
          <path className="area" d={area(now.values, middle, up)} />
          <path className="now" d={lines(now.values, middle, up, slot / 4)} />
        </>
      )}
      {others.map(({ name, values }) => (
        <path key={name} className="before" d={lines(values.slice(0, points.length), middle, up, slot / 4)} />
      ))}
      {mark !== undefined && <path className="mark" d={across(mark)} />}
      {chosen !== null && <path className="chosen" d={`M${middle(chosen)} 0v${HEIGHT}`} />}
      {/* A line of no length with round ends is a dot, however the drawing is stretched. */}
      {chosen !== null && kind === 'line' && <path className="dot" d={`M${middle(chosen)} ${up(now.values[chosen] ?? 0)}h0`} />}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 100) / 100

type Place = (value: number) => number

/** Draws a line through the values, interrupted where a value is null. A value without neighbours is a dash, `reach` to both sides. */
function lines(values: Series['values'], x: Place, y: Place, reach: number): string {
  const isKnown = (at: number) => (values[at] ?? null) !== null
  return values
    .map((value, at) => {
      if (value === null) {
        return ''
      }
      if (isKnown(at - 1)) {
        return `L${x(at)} ${y(value)}`
      }
      return isKnown(at + 1) ? `M${x(at)} ${y(value)}` : `M${round(x(at) - reach)} ${y(value)}h${round(2 * reach)}`
    })
    .join('')
}

/** Draws the area between the values and zero. */
function area(values: Series['values'], x: Place, y: Place): string {
  return `M${x(0)} ${y(0)}${values.map((value, at) => `L${x(at)} ${y(value ?? 0)}`).join('')}L${x(values.length - 1)} ${y(0)}z`
}
