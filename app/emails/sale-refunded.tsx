import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that a sale was refunded or recorded by mistake: the reversed share, and any remaining debt. */
export const saleRefunded = template(
  v.object({
    title: v.string(),
    share_kobo: v.number(),
    paid_at: v.string(),
    in_time: v.boolean(),
    /** True for the share of a class rep. */
    by_link: v.boolean(),
    /** True for a sale that did not happen or was recorded incorrectly. */
    is_mistake: v.boolean(),
    debt_kobo: v.number(),
  }),
  ({ title, share_kobo, paid_at, in_time, by_link, is_mistake, debt_kobo }, { siteUrl }) => ({
    subject: `A sale ${by_link ? 'by your class link' : 'of your work'} was ${is_mistake ? 'recorded by mistake' : 'refunded'}`,
    body: (
      <>
        {is_mistake ? (
          <p>
            The sale of <strong>{title}</strong> on {formatDay(paid_at)} was recorded by mistake. Your share of{' '}
            {formatKobo(share_kobo)} is taken off your balance again.
          </p>
        ) : (
          <p>
            The buyer of <strong>{title}</strong>, who paid on {formatDay(paid_at)}, was refunded. Your share of{' '}
            {formatKobo(share_kobo)} goes back with it.
          </p>
        )}
        {!in_time && debt_kobo > 0 ? (
          <p>
            That share was paid to you already. {formatKobo(debt_kobo)} will be deducted from your next earnings. You do not have
            to send anything.
          </p>
        ) : (
          <p>You do not have to do anything.</p>
        )}
        <EmailButton href={`${siteUrl}${href('/dashboard/earnings')}`}>See your statement</EmailButton>
      </>
    ),
  }),
)
