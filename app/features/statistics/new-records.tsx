import { describePeak, formatCount, formatCountOf, sum } from './counts.ts'
import { Plot, type PlotDays } from './plot.tsx'
import type { Compared, Figures } from './queries.server.ts'

/** The records whose arrival the page counts. `column`: the name in a narrow table. */
export const recordKinds = {
  uploads: { title: 'Uploads', column: 'Uploads', noun: 'uploads' },
  approved: { title: 'Approved', column: 'Approved', noun: 'approved uploads' },
  accounts: { title: 'Accounts', column: 'Accounts', noun: 'new accounts' },
  requests: { title: 'Topic requests', column: 'Requests', noun: 'topic requests' },
  comments: { title: 'Comments', column: 'Comments', noun: 'comments' },
} as const
type RecordKind = keyof typeof recordKinds

/** A plot of new records of a kind. */
export function NewRecords({ kind, now, before, ...days }: { kind: RecordKind } & Compared<Figures> & PlotDays) {
  const { title, column, noun } = recordKinds[kind]
  const counts = now.periods.map((period) => period[kind])
  const earlier = before.periods.map((period) => period[kind])
  return (
    <Plot
      {...days}
      title={title}
      total={formatCount(sum(counts))}
      says={`${describePeak(now.periods, counts, days.step, noun)} Before: ${formatCount(sum(earlier))}.`.trim()}
      formatWithUnit={(count) => formatCountOf(count, noun)}
      now={{ periods: now.periods, values: counts }}
      before={{ periods: before.periods, values: earlier }}
      isEmpty={sum(counts) + sum(earlier) === 0}
      columns={[{ name: column, cells: counts.map((count) => formatCount(count)) }]}
    />
  )
}
