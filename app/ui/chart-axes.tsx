import type { ReactNode } from 'react'
import type { ChartProps } from './chart-drawing.tsx'
import { labelDistance, type Scale } from './chart-scale.ts'

type Props = Pick<ChartProps, 'points' | 'shortPoints' | 'series' | 'formatAxis' | 'hasLegend'> & {
  scale: Scale
  children: ReactNode
}

/** The most characters of labels that fit below a chart on a phone. */
const MAX_CHARS = 36

/** The legend and the labels of both axes around a plot. */
export function ChartAxes({ points, shortPoints, series, formatAxis, hasLegend = true, scale, children }: Props) {
  const distance = labelDistance(points.length)
  const isWide = shortPoints.filter((_, at) => at % distance === 0).join('').length > MAX_CHARS
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
      {children}
      <ol className="chart-x" aria-hidden="true">
        {points.map((point, at) => (
          <li key={point} className={isWide && at % (2 * distance) !== 0 ? 'minor' : undefined}>
            {at % distance === 0 && <span>{shortPoints[at]}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
