import { formatKobo } from '#app/platform/text/money.ts'
import { longDay } from './labels.ts'
import type { Earnings } from './queries.server.ts'
import { type MoneyRules, withRules } from './rules.ts'

type Props = {
  next: Earnings['next']
  /** The bank and the masked account number, or null. */
  paidTo: string | null
  /** Why nothing is paid yet, and warnings about the bank details. */
  obstacles: readonly string[]
  rules: MoneyRules
}

/** The next payout: its amount, day and account, or why none is planned, with the way to the bank details. */
export function NextPayout({ next, paidTo, obstacles, rules }: Props) {
  return (
    <section className="card stack next-payout" aria-labelledby="next-payout">
      <p className="tag">Next payout</p>
      {next && <p className="big lit-up">{formatKobo(next.kobo)}</p>}
      <h2 id="next-payout">{next ? longDay(next.day) : 'No payout is planned yet'}</h2>
      {paidTo && (
        <p>
          To {paidTo}
          {next && ', unless you change your bank details.'}
        </p>
      )}
      {obstacles.map((response) => (
        <p key={response} className="note">
          {response}
        </p>
      ))}
      <p className="small soft">{withRules('Payouts go out on {payout_day}s, from {minimum} on.', rules)}</p>
      <p>
        <a className="btn" href="/dashboard?bank">
          {paidTo ? 'Change bank details' : 'Add bank details'}
        </a>
      </p>
    </section>
  )
}
