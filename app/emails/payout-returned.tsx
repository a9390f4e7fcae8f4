import { href } from 'react-router'
import * as v from 'valibot'
import { formatKobo } from '../platform/text/money.ts'
import { asSentence } from '../platform/text/strings.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that the bank returned their payout, with the reason and the next step. */
export const payoutReturned = template(
  v.object({ kobo: v.number(), bank: v.string(), last_four: v.string(), note: v.string() }),
  ({ kobo, bank, last_four, note }, { siteUrl }) => ({
    subject: 'The bank returned your payout',
    body: (
      <>
        <p>
          We sent <strong>{formatKobo(kobo)}</strong> to {bank || 'your account'}
          {last_four && `, ending in ${last_four}`}. The bank returned it{note ? `: ${asSentence(note)}` : ' and gave no reason.'}
        </p>
        <p>The money is yours and waits on your statement. Correct your bank details, and it goes with a later payout.</p>
        <EmailButton href={`${siteUrl}${href('/dashboard')}?bank`}>Correct your bank details</EmailButton>
      </>
    ),
  }),
)
