import { Icon } from '../../ui/icon.tsx'
import { PAYOUT_DAY, REFUND_DAYS } from './rules.ts'

const steps = [
  {
    name: 'Sold',
    says: 'Buyers pay on Selar. This page shows each sale of your work with its date. Half of it is your share.',
  },
  {
    name: 'Waiting',
    says: `A buyer has ${REFUND_DAYS} days to ask for a refund. The share of that sale waits until they are over.`,
  },
  {
    name: 'Available',
    says: `Then the share is yours. It is paid to your bank account with the next payout; payouts are made on ${PAYOUT_DAY}s.`,
  },
  { name: 'Paid', says: 'Beside the sale you see the day of the payout and the account we paid.' },
] as const

/** The way of a share, from the sale to the bank account. */
export function HowItWorks() {
  return (
    <section className="stack" aria-labelledby="how-it-works">
      <h2 id="how-it-works">How your share reaches you</h2>
      <ol className="checks">
        {steps.map(({ name, says }) => (
          <li key={name}>
            <Icon name={name === 'Paid' || name === 'Available' ? 'approved' : 'pending'} />
            <span>
              <b>{name}</b>
              {says}
            </span>
          </li>
        ))}
      </ol>
      <p className="small soft">A free work earns nothing. If a sale is refunded, you do not keep its share.</p>
    </section>
  )
}
