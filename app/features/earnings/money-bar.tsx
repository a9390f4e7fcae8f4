import { formatKobo } from '#app/platform/text/money.ts'
import type { Earnings } from './queries.server.ts'

/** The parts of what a student has earned, in kobo. */
export type MoneyParts = { pending: number; available: number; onWay: number; paid: number }

/** Returns where a student's money is, from the ledger's sums. */
export const getMoneyParts = ({ pending_kobo, available_kobo, on_way_kobo, paid_kobo }: Earnings): MoneyParts => ({
  pending: pending_kobo,
  available: available_kobo,
  onWay: on_way_kobo,
  paid: paid_kobo,
})

const WIDTH = 320
const HEIGHT = 12

/**
 * One bar that shows where the earned money is now, with a list of its parts below. Without a positive amount only the
 * list is shown. A debt is not part of the bar.
 */
export function MoneyBar({ pending, available, onWay, paid }: MoneyParts) {
  const parts = [
    { key: 'paid', label: 'Paid', kobo: paid },
    { key: 'way', label: 'On its way to your bank', kobo: onWay },
    { key: 'available', label: available < 0 ? 'Deducted from your next earnings' : 'Available', kobo: available },
    { key: 'waiting', label: 'Pending', kobo: pending },
  ].filter(({ key, kobo }) => kobo !== 0 || key === 'paid' || key === 'available')
  const sum = parts.reduce((total, { kobo }) => total + Math.max(0, kobo), 0)
  let x = 0
  return (
    <div className="money-bar">
      {sum > 0 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {parts
            .filter(({ kobo }) => kobo > 0)
            .map(({ key, kobo }) => {
              const width = (WIDTH * kobo) / sum
              const at = x
              x += width
              return <rect key={key} className={key} x={at} width={width} height={HEIGHT} />
            })}
        </svg>
      )}
      <dl>
        {parts.map(({ key, label, kobo }) => (
          <div key={key}>
            <dt>
              <svg viewBox="0 0 8 8" aria-hidden="true">
                <rect className={key} width="8" height="8" />
              </svg>
              {label}
            </dt>
            <dd>{formatKobo(Math.abs(kobo))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
