import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { chartScale, labelDistance, type Scale } from './chart-scale.ts'

/** Values of a chart, one for each point; null without a value. The names are those of the same points. */
type Series = {
  name: string
  values: readonly (number | null)[]
  /** The days of this series, if they are not the chart's: those of the period before. */
  points?: readonly string[]
}

type Props = {
  /** The name of the chart, for screen readers. */
  label: string
  kind: 'line' | 'bars'
  /** The names of the points, such as days, and their short forms for the axis. */
  points: readonly string[]
  shortPoints: readonly string[]
  /** The first series is drawn in full, the second as a thin line. */
  series: readonly [Series, ...Series[]]
  format: (value: number) => string
  /** Formats the values of the axis. */
  formatAxis: (value: number) => string
  whole?: boolean
  /** A value that a line marks, such as a promise. */
  mark?: number
  /** True if the period of the last bar is not over. */
  isLastOpen?: boolean
  /** False if the page says elsewhere what the series are. */
  hasLegend?: boolean
}

const WIDTH = 1000
const HEIGHT = 100
/** The gap between bars, as a part of each bar's width. */
const GAP = 0.3

/**
 * A chart with axes. Pointer, touch and arrow keys choose a point, whose values are shown beside it. The server draws it
 * too, without a chosen point.
 */
export function Chart(props: Props) {
  const { label, points, shortPoints, series, format, formatAxis, mark, whole = true, hasLegend = true } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const scale = chartScale([...series.flatMap(({ values }) => values), mark ?? 0], { whole })
  const last = points.length - 1
  // Compared periods need no names: the other days say which is which.
  const hasNames = series.length > 1 && series.every(({ points: days }) => !days)
  const describe = (at: number) =>
    series
      .filter(({ values }) => at < values.length)
      .map(({ name, values, points: days }) => {
        const value = values[at] ?? null
        return `${days?.[at] ?? (hasNames ? name : '')} ${value === null ? 'none' : format(value)}`.trim()
      })
  const choose = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setChosen(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * points.length))))
  }
  const move = (event: KeyboardEvent) => {
    const from = chosen ?? last
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, ArrowDown: from - 1, ArrowUp: from + 1, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') {
      setChosen(null)
    } else if (to !== undefined) {
      event.preventDefault()
      setChosen(Math.min(last, Math.max(0, to)))
    }
  }
  const distance = labelDistance(points.length)
  return (
    <div className="chart">
      {hasLegend && series.length > 1 && (
        <ul className="chart-legend">
          {series.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <ol className="chart-y" aria-hidden="true">
        {scale.ticks.toReversed().map((tick) => (
          <li key={tick}>{formatAxis(tick)}</li>
        ))}
      </ol>
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={[points[chosen ?? last], ...describe(chosen ?? last)].join(', ')}
        onKeyDown={move}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(null)}
        onPointerDown={choose}
        onPointerMove={choose}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setChosen(null)}
      >
        <Drawing {...props} scale={scale} chosen={chosen} />
        {chosen !== null && (
          <div className="chart-slots">
            {points.map((point, at) => (
              <div key={point}>
                {at === chosen && (
                  <p className={at > last / 2 ? 'chart-tip at-end' : 'chart-tip'}>
                    <b>{point}</b>
                    {describe(at).map((line) => (
                      <span key={line}>{line}</span>
                    ))}
                  </p>
                )}
              </div>
            ))}
          </div>
        )}
      </div>
      <ol className="chart-x" aria-hidden="true">
        {points.map((point, at) => (
          <li key={point} className={at % (2 * distance) === 0 ? undefined : 'minor'}>
            {at % distance === 0 && <span>{shortPoints[at]}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The lines or bars. It is stretched to the chart's width; strokes keep theirs. */
function Drawing({ kind, points, series, mark, isLastOpen, scale, chosen }: Props & { scale: Scale; chosen: number | null }) {
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
          <path className="now" d={lines(now.values, middle, up)} />
        </>
      )}
      {others.map(({ name, values }) => (
        <path key={name} className="before" d={lines(values.slice(0, points.length), middle, up)} />
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

/** Draws a line through the values, interrupted where a value is null. */
function lines(values: Series['values'], x: Place, y: Place): string {
  return values
    .map((value, at) => {
      if (value === null) {
        return ''
      }
      const hasBefore = at > 0 && (values[at - 1] ?? null) !== null
      return `${hasBefore ? 'L' : 'M'}${x(at)} ${y(value)}${hasBefore ? '' : 'h0'}`
    })
    .join('')
}

/** Draws the area between the values and zero. */
function area(values: Series['values'], x: Place, y: Place): string {
  return `M${x(0)} ${y(0)}${values.map((value, at) => `L${x(at)} ${y(value ?? 0)}`).join('')}L${x(values.length - 1)} ${y(0)}z`
}
