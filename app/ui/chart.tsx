import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { ChartAxes } from './chart-axes.tsx'
import { ChartDrawing, type ChartProps } from './chart-drawing.tsx'
import { chartScale } from './chart-scale.ts'

/**
 * A chart with axes. Pointer, touch and arrow keys choose a point, whose values are shown beside it. The server draws it
 * too, without a chosen point.
 */
export function Chart(props: ChartProps) {
  const { label, points, series, format, formatWithUnit = format, mark, whole = true, isLastSoFar = false } = props
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
        if (days) {
          return `${days[at]}: ${value === null ? 'none' : format(value)}`
        }
        const amount = value === null ? 'none' : formatWithUnit(value)
        return `${hasNames ? `${name}: ` : ''}${amount}${isLastSoFar && at === last ? ' so far' : ''}`
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
  return (
    <ChartAxes {...props} scale={scale}>
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
        <ChartDrawing {...props} scale={scale} chosen={chosen} />
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
    </ChartAxes>
  )
}
