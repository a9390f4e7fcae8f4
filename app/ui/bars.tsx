/** One bar: its name and its value; null without a value. `open`: its period is not over. */
export type Bar = { name: string; value: number | null; open?: boolean }

const WIDTH = 312
const CHARS = 16
const HEIGHT = 88
/** The gap between bars, as a part of each bar's width. */
const GAP = 0.3
/** The maximum number of bars with a number above each. With more, only the highest has one. */
const MAX_NUMBERED = 15

const short = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/**
 * A bar chart from zero, drawn on the server. Each bar has its number above it, or only the highest of many, so no
 * scale is needed. The stylesheet sets the colours. Screen readers read `label` and every number. `line` draws a line
 * at a value.
 */
export function Bars({ label, bars, line }: { label: string; bars: readonly Bar[]; line?: number }) {
  const max = Math.max(1, line ?? 0, ...bars.map(({ value }) => value ?? 0))
  const slot = WIDTH / bars.length
  const highest = bars.findIndex(({ value }) => value === Math.max(...bars.map((bar) => bar.value ?? 0)))
  const up = (value: number) => CHARS + HEIGHT - (HEIGHT * value) / max
  const words = bars.map(({ name, value }) => `${name} ${value === null ? 'none' : short.format(value)}`).join(', ')
  return (
    <svg className="bars" viewBox={`0 0 ${WIDTH} ${CHARS + HEIGHT + 1}`} role="img" aria-label={`${label}: ${words}`}>
      {bars.map(({ name, value, open }, at) => (
        <g key={name}>
          {value !== null && value > 0 && (
            <rect
              className={open ? 'open' : undefined}
              x={at * slot + (slot * GAP) / 2}
              y={up(value)}
              width={slot * (1 - GAP)}
              height={CHARS + HEIGHT - up(value)}
            />
          )}
          {value !== null && (bars.length <= MAX_NUMBERED || at === highest) && (
            <text x={Math.min(Math.max((at + 0.5) * slot, CHARS / 2), WIDTH - CHARS / 2)} y={up(value) - 4} textAnchor="middle">
              {short.format(value)}
            </text>
          )}
        </g>
      ))}
      <path d={`M0 ${CHARS + HEIGHT + 0.5}h${WIDTH}`} />
      {line !== undefined && <path className="line" d={`M0 ${up(line)}h${WIDTH}`} />}
    </svg>
  )
}
