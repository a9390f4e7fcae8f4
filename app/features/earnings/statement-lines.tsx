import { dayInLagos } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import type { EarningsMonth, StatementLine } from './queries.server.ts'
import { describeDay, describeLine, describeShare, lineName, monthName, withSign } from './labels.ts'

type Props = { lines: readonly StatementLine[]; months: readonly EarningsMonth[] }

/** The lines of a statement by month, last first: event, date, state, and the amount that it adds to the balance. */
export function StatementLines({ lines, months }: Props) {
  if (lines.length === 0) {
    return <p className="soft">Nothing happened in this month.</p>
  }
  return byMonth(lines).map(({ month, lines: own }) => {
    const sums = months.find((each) => each.month === month)
    return (
      <section key={own[0]?.id} className="statement-month" aria-label={monthName(month)}>
        <h3>{monthName(month)}</h3>
        {sums && <p className="small soft">{describeMonth(sums)}</p>}
        <ol className="statement">
          {own.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ol>
      </section>
    )
  })
}

function Line({ line }: { line: StatementLine }) {
  return (
    <li>
      <b className="line-name">{lineName(line)}</b>
      <b className="num">{withSign(line.kobo)}</b>
      <span className="small soft">
        {describeDay(line)}
        {line.kind === 'sale' && ` · ${describeShare(line)}`}
        {line.is_sample && ' · demo'}
      </span>
      <span className="small">{describeLine(line)}</span>
    </li>
  )
}

/** Groups lines by the month in which they were booked, in their order. */
function byMonth(lines: readonly StatementLine[]): { month: string; lines: StatementLine[] }[] {
  const groups: { month: string; lines: StatementLine[] }[] = []
  for (const line of lines) {
    const month = dayInLagos(new Date(line.booked_at)).slice(0, 7)
    const last = groups.at(-1)
    if (last?.month === month) {
      last.lines.push(line)
    } else {
      groups.push({ month, lines: [line] })
    }
  }
  return groups
}

/** Describes a month's sums: 3 sold, your share ₦4,500, ₦1,500 refunded. */
function describeMonth({ sales, earned_kobo, back_kobo, sent_kobo }: EarningsMonth): string {
  return [
    `${sales} sold`,
    `your share ${formatKobo(earned_kobo)}`,
    back_kobo > 0 ? `${formatKobo(back_kobo)} refunded` : '',
    sent_kobo > 0 ? `${formatKobo(sent_kobo)} sent to your bank` : '',
  ]
    .filter((text) => text !== '')
    .join(', ')
}
