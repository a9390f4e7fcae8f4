import { ChartAxes } from './chart-axes.tsx'
import { ChartDrawing, type ChartProps } from './chart-drawing.tsx'
import { chartScale } from './chart-scale.ts'

/** A chart without a script: a picture, whose values of the first series are its name for screen readers. */
export function StaticChart(props: ChartProps) {
  const { label, points, series, format, mark, whole = true } = props
  const scale = chartScale([...series.flatMap(({ values }) => values), mark ?? 0], { whole })
  const values = points.map((point, at) => {
    const value = series[0].values[at] ?? null
    return `${point} ${value === null ? 'none' : format(value)}`
  })
  return (
    <ChartAxes {...props} scale={scale}>
      <div className="chart-plot fixed" role="img" aria-label={`${label}: ${values.join(', ')}`}>
        <ChartDrawing {...props} scale={scale} chosen={null} />
      </div>
    </ChartAxes>
  )
}
