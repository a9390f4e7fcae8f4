import { href } from 'react-router'
import * as v from 'valibot'
import { formatKobo } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that the bank has sent their payout. It shows only the last four digits of the account number. */
export const payoutPaid = template(
  v.object({ kobo: v.number(), bank: v.string(), last_four: v.string(), note: v.string() }),
  ({ kobo, bank, last_four, note }, { siteUrl }) => ({
    subject: `We paid you ${formatKobo(kobo)}`,
    body: (
      <>
        <p>
          <strong>{formatKobo(kobo)}</strong> went to {bank || 'your account'}
          {last_four && `, ending in ${last_four}`}.{note && ` The bank's reference: ${note}.`}
        </p>
        <EmailButton href={`${siteUrl}${href('/dashboard/earnings')}`}>See your statement</EmailButton>
      </>
    ),
  }),
)
