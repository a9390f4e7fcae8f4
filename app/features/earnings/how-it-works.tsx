import { Icon } from '../../ui/icon.tsx'

const steps = [
  {
    name: 'Sold',
    says: 'Buyers pay on Selar. Each sale of your work is written down here with its date, and half of it is your share.',
  },
  { name: 'Waiting', says: 'A buyer has 7 days to ask for a refund. Until they are over, the share of that sale waits.' },
  { name: 'Available', says: 'After that it is yours, and is paid to your bank account with the next payout.' },
  { name: 'Paid', says: 'The day of the payout and the account it went to stand beside the sale.' },
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
      <p className="small soft">A free work earns nothing, and a sale that is refunded gives its share back.</p>
    </section>
  )
}
