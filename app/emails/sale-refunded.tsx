import { href } from 'react-router'
import * as v from 'valibot'
import { formatDay } from '../platform/text/dates.ts'
import { formatKobo } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Tells a student that a sale was refunded: the reversed share, and any remaining debt. */
export const saleRefunded = template(
  v.object({
    title: v.string(),
    share_kobo: v.number(),
    paid_at: v.string(),
    in_time: v.boolean(),
    /** True for the share of a class rep. */
    by_link: v.boolean(),
    debt_kobo: v.number(),
  }),
  ({ title, share_kobo, paid_at, in_time, by_link, debt_kobo }, { siteUrl }) => ({
    subject: by_link ? 'A sale by your class link was refunded' : 'A sale of your work was refunded',
    body: (
      <>
        <p>
          The buyer of <strong>{title}</strong>, who paid on {formatDay(paid_at)}, was refunded. Your share of{' '}
          {formatKobo(share_kobo)} goes back with it.
        </p>
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
