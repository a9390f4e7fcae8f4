import { ChartAxes } from './chart-axes.tsx'
import { ChartDrawing, type ChartProps } from './chart-drawing.tsx'
import { chartScale } from './chart-scale.ts'

/** A chart without a script: a picture, whose values of the first series are its name for screen readers. */
export function StaticChart(props: ChartProps) {
  const { label, points, series, format, formatFigure, mark, whole = true } = props
  const scale = chartScale([...series.flatMap(({ values }) => values), mark ?? 0], { whole })
  const values = points.map((point, at) => {
    const value = series[0].values[at] ?? null
    return `${point} ${value === null ? 'none' : format(value)}`
  })
  return (
    <ChartAxes {...props} scale={scale}>
      <div className="chart-plot fixed" role="img" aria-label={`${label}: ${values.join(', ')}`}>
        <ChartDrawing {...props} scale={scale} chosen={null} />
        {formatFigure && (
          <svg aria-hidden="true">
            {series[0].values.map((value, at) =>
              value ? (
                <text
                  key={points[at]}
                  x={`${((at + 0.5) * 100) / points.length}%`}
                  y={`${(100 * (scale.max - value)) / (scale.max - scale.min)}%`}
                  dy="-0.4em"
                >
                  {formatFigure(value)}
                </text>
              ) : null,
            )}
          </svg>
        )}
      </div>
    </ChartAxes>
  )
}
