import { href } from 'react-router'
import type { PayoutWords } from './describe-payout.server.ts'

/** The next payout: its amount, day and account, or why none is planned, with the way to the bank details. */
export function NextPayout({ amount, heading, account, obstacles, rule }: PayoutWords) {
  return (
    <section className="card stack next-payout" aria-labelledby="next-payout">
      <p className="tag">Next payout</p>
      {amount && <p className="big lit-up">{amount}</p>}
      <h2 id="next-payout">{heading}</h2>
      {account && <p>{account}</p>}
      {obstacles.map((reason) => (
        <p key={reason} className="note">
          {reason}
        </p>
      ))}
      <p className="small soft">{rule}</p>
      <p>
        <a className="btn" href={`${href('/dashboard')}?bank`}>
          {account ? 'Change bank details' : 'Add bank details'}
        </a>
      </p>
    </section>
  )
}
