import { Icon } from '#app/ui/icon.tsx'
import { formatDay } from '#app/platform/text/dates.ts'
import type { ShareRule } from './queries.server.ts'
import { type MoneyRules, withRules } from './rules.ts'

const steps = [
  {
    name: 'Sold',
    says: 'A buyer pays for your work. This page shows each sale with its date. Your share is {half} {share_of}, unless we agreed another share with you when your work was approved. If we sell it with a discount code, your share is of what the buyer paid. What a code of your own takes off comes from your share.',
  },
  {
    name: 'Pending',
    says: 'A buyer has {refund_days} days to ask for a refund. The share of that sale is pending until they are over.',
  },
  {
    name: 'Available',
    says: 'Then the share is yours. Payouts are made on {payout_day}s, from {minimum} on. After a change of bank details we pay nothing to them for {hold_hours} hours.',
  },
  { name: 'Paid', says: 'Beside the sale you see the day of the payout and the account we paid.' },
] as const

/** The steps of a share, from the sale to the bank account. */
export function HowItWorks({ rules, history }: { rules: MoneyRules; history: readonly ShareRule[] }) {
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How your share reaches you</h2>
      <ol className="checks">
        {steps.map(({ name, says }) => (
          <li key={name}>
            <Icon name={name === 'Paid' || name === 'Available' ? 'approved' : 'pending'} />
            <span>
              <b>{name}</b>
              {withRules(says, rules)}
            </span>
          </li>
        ))}
      </ol>
      {history.length > 1 && (
        <p className="small soft">
          A sale keeps the rule of the day on which it was paid.{' '}
          {history.map(({ from, says }) => `From ${formatDay(from)}: ${says}.`).join(' ')}
        </p>
      )}
      <p className="small soft">A free work earns nothing. If a sale is refunded, you do not keep its share.</p>
    </section>
  )
}
