import { href } from 'react-router'
import { formatPaid } from '#app/platform/text/money.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import type { ActionResult } from '../console/action-result.ts'
import { ActForm } from '../console/act-form.tsx'
import { ConfirmButton } from '../console/confirm-button.tsx'
import type { Dispute } from './admin.server.ts'
import { MAX_WORDS } from './schema.ts'
import { describeDispute, PAYSTACK_DISPUTES } from './labels.ts'

type Props = {
  /** The order that is disputed. */
  order: { id: string; email: string }
  result: ActionResult | undefined
}

/** The claim of the buyer's bank, its state, and the responses that an admin can give. */
export function DisputesSection({ disputes, ...page }: Props & { disputes: Dispute[] }) {
  return disputes.map((dispute) => (
    <section key={dispute.id} className="stack record" aria-labelledby={`dispute-${dispute.id}`}>
      <h2 id={`dispute-${dispute.id}`}>
        {dispute.state === 'open' ? 'The buyer’s bank asks for the money back' : 'The buyer’s bank asked for the money back'}
      </h2>
      <p>{describeDispute(dispute)}</p>
      <dl className="pairs small">
        <div>
          <dt>Amount</dt>
          <dd>{formatPaid(dispute.amount_kobo, dispute.currency)}</dd>
        </div>
        {dispute.claim && (
          <div>
            <dt>The bank says</dt>
            <dd className="lines">{dispute.claim}</dd>
          </div>
        )}
        {dispute.response_text && (
          <div>
            <dt>Our answer</dt>
            <dd className="lines">{dispute.response_text}</dd>
          </div>
        )}
      </dl>
      {dispute.may_answer && <AnswerForms dispute={dispute} {...page} />}
      {dispute.is_unclear && (
        <ActForm action={href('/admin/money/orders/:id/release-dispute', page.order)}>
          <input type="hidden" name="dispute" value={dispute.id} />
          <button className="btn">Paystack’s dashboard says: we keep the money</button>
        </ActForm>
      )}
      {dispute.state === 'open' && (
        <p className="small">
          <a href={PAYSTACK_DISPUTES} rel="noreferrer">
            Disputes in Paystack’s dashboard
          </a>
        </p>
      )}
    </section>
  ))
}

function AnswerForms({ dispute, order, result: last }: Props & { dispute: Dispute }) {
  const result = last?.act === 'decline-dispute' && last.values.dispute === dispute.id ? last : undefined
  const amount = formatPaid(dispute.amount_kobo, dispute.currency)
  const was = (name: string, otherwise: string) => (result ? (result.values[name] ?? '') : otherwise)
  return (
    <>
      <ActForm action={href('/admin/money/orders/:id/decline-dispute', order)} className="stack">
        <input type="hidden" name="dispute" value={dispute.id} />
        <TextArea
          label="What the buyer got"
          name="words"
          required
          maxLength={MAX_WORDS}
          hint={`For the bank. Paystack also gets a PDF of what we know: the day of paying, ${order.email || 'the buyer’s address'}, and each download.`}
          defaultValue={was('words', dispute.response_text || 'The buyer paid for a file and had it at once.')}
          error={result?.errors.words}
        />
        <TextField
          label="The buyer’s name"
          name="name"
          optional
          maxLength={100}
          hint="Only if you know name and phone: a bank that suspects fraud wants both."
          defaultValue={was('name', '')}
          error={result?.errors.name}
        />
        <TextField
          label="The buyer’s phone"
          name="phone"
          type="tel"
          optional
          maxLength={30}
          defaultValue={was('phone', '')}
          error={result?.errors.phone}
        />
        <ConfirmButton
          label="Decline: the buyer got the file"
          question="The bank gets this answer once, with the PDF. You cannot change it; the bank decides who keeps the money."
          confirm="Yes, send the answer"
          look="go"
        />
      </ActForm>
      <ActForm action={href('/admin/money/orders/:id/accept-dispute', order)}>
        <input type="hidden" name="dispute" value={dispute.id} />
        <ConfirmButton
          label={`Accept: ${amount} goes back`}
          question={`${amount} goes back to the buyer through the bank, the file is closed, and the student’s part of the sale falls. It cannot be undone.`}
          confirm={`Yes, ${amount} goes back`}
          look="no"
        />
      </ActForm>
    </>
  )
}
