import { href } from 'react-router'
import * as v from 'valibot'
import { formatMoment } from '../platform/text/dates.ts'
import { formatPaid } from '../platform/text/money.ts'
import { EmailButton } from './layout.tsx'
import { template } from './template.tsx'

/** Alerts admins at once, because Paystack accepts a response only for about a day. */
export const adminDispute = template(
  v.object({
    order: v.string(),
    reference: v.string(),
    title: v.string(),
    amount_kobo: v.number(),
    currency: v.string(),
    due_at: v.nullable(v.string()),
    is_test: v.boolean(),
  }),
  ({ order, reference, title, amount_kobo, currency, due_at, is_test }, { siteUrl }) => ({
    subject: `A bank asks for ${formatPaid(amount_kobo, currency)} back: answer${due_at ? ` before ${formatMoment(due_at)}` : ' soon'}`,
    body: (
      <>
        <p>
          The bank of a buyer disputes order {reference} of <strong>{title}</strong>.
          {due_at && ` Without an answer before ${formatMoment(due_at)} (Lagos), the money goes back.`}
        </p>
        {is_test && <p>This is a demo: no money moved.</p>}
        <EmailButton href={`${siteUrl}${href('/admin/money/orders/:id', { id: order })}`}>Answer it</EmailButton>
      </>
    ),
  }),
)
