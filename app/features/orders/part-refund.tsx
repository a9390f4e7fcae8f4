import { useState } from 'react'
import { href } from 'react-router'
import { getKobo } from '#app/platform/forms/record-fields.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { ConfirmButton } from '../console/confirm-button.tsx'
import type { OrderDetails } from './admin.server.ts'

type Props = {
  order: OrderDetails
  /** The label of the button that refunds all that is left. */
  refundAll: string
  /** The response to the refund form. */
  result: ActionResult | undefined
}

/** Returns how much of an order can be refunded while a bundle keeps its work, in kobo: less what came off the bundle. */
export const getFairRefund = ({ paid_kobo, amount_kobo, refunded_kobo, bundle_off }: OrderDetails): number =>
  Math.max(0, (paid_kobo ?? amount_kobo) - refunded_kobo - (bundle_off?.kobo ?? 0))

/**
 * The fields for a partial refund, inside the refund form, which has the message to the buyer. They show the amount left,
 * and ask for a confirmation with the amount and the buyer.
 */
export function PartRefund({ order, refundAll, result }: Props) {
  const act = href('/admin/money/orders/:id/refund-part', { id: order.id })
  const paid = order.paid_kobo ?? order.amount_kobo
  const left = paid - order.refunded_kobo
  const fair = order.bundle_off ? getFairRefund(order) : 0
  const proposed = result?.values.amount ?? (fair >= 100 ? String(fair / 100) : '')
  const [typed, setTyped] = useState(proposed)
  const kobo = getKobo(typed) ?? Number.NaN
  const isAmount = kobo >= 100 && kobo < left
  const shareBack = order.share_kobo === null ? 0 : Math.round((order.share_kobo * kobo) / order.amount_kobo)
  return (
    <details className="card part-refund" open={result?.act === 'refund-part' || fair >= 100 || undefined}>
      <summary>
        <span>Refund a part</span>
        <span>Choose the amount</span>
      </summary>
      <div className="stack">
        <input type="hidden" name="refunded" value={order.refunded_kobo} />
        <TextField
          label="Amount in naira"
          name="amount"
          inputMode="decimal"
          required
          autoComplete="off"
          hint={`Of ${formatKobo(paid)} paid, ${formatKobo(order.refunded_kobo)} already refunded. Less than ${formatKobo(left)}. The buyer keeps the file.`}
          defaultValue={proposed}
          error={result?.errors.amount}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {isAmount ? (
          <ConfirmButton
            label={`Refund ${formatKobo(kobo)}`}
            question={`${formatKobo(kobo)} goes back to ${order.email} through Paystack, and the buyer is emailed. ${
              shareBack > 0 ? `The student’s part falls by ${formatKobo(shareBack)}. ` : ''
            }The file stays open. It cannot be undone.`}
            confirm={`Yes, refund ${formatKobo(kobo)}`}
            formAction={act}
          />
        ) : kobo >= left ? (
          <p className="note" role="status">
            {kobo === left ? 'That is all that is left.' : `Only ${formatKobo(left)} is left.`} To refund all of it, use “
            {refundAll}” above.
          </p>
        ) : (
          <p>
            <button className="btn" formAction={act}>
              Refund a part
            </button>
          </p>
        )}
      </div>
    </details>
  )
}
