import { href } from 'react-router'
import type { PayoutWords } from './describe-payout.server.ts'

/** The next payout: its amount, day and account, or why none is planned, with the way to the bank details. */
export function NextPayout({ amount, heading, sum, account, obstacles, rule, change }: PayoutWords) {
  return (
    <section className="card stack next-payout" aria-labelledby="next-payout">
      <p className="tag">Next payout</p>
      {amount && <p className="big lit-up">{amount}</p>}
      <h2 id="next-payout">{heading}</h2>
      {account && <p>{account}</p>}
      {sum && <p className="small">{sum}</p>}
      {obstacles.map((reason) => (
        <p key={reason} className="note">
          {reason}
        </p>
      ))}
      <p className="small soft">{rule}</p>
      <p className={account ? 'small' : undefined}>
        <a className={account ? undefined : 'btn'} href={`${href('/dashboard')}?bank`}>
          {account ? 'Change bank details' : 'Add bank details'}
        </a>
        {account && `. ${change}`}
      </p>
    </section>
  )
}
