import { Form } from 'react-router'
import { formatPaid } from '#app/platform/text/money.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { TextArea, TextField } from '#app/ui/field.tsx'
import { ConfirmButton } from '../console/confirm-button.tsx'
import type { Dispute } from './admin.server.ts'
import { MAX_WORDS } from './schema.ts'
import { describeDispute, PAYSTACK_DISPUTES } from './labels.ts'

type ActionData = { values: Record<string, string>; errors: Record<string, string> }

/** The claim of the buyer's bank, its state, and the responses that an admin can give. */
export function DisputesSection({ disputes, email, result: input }: { disputes: Dispute[]; email: string; result: ActionData }) {
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
      {dispute.may_answer && <AnswerForms dispute={dispute} email={email} result={input} />}
      {dispute.is_unclear && (
        <Form method="post">
          <AccountField />
          <input type="hidden" name="dispute" value={dispute.id} />
          <button className="btn" name="intent" value="release_dispute">
            Paystack’s dashboard says: we keep the money
          </button>
        </Form>
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

function AnswerForms({ dispute, email, result: { values, errors } }: { dispute: Dispute; email: string; result: ActionData }) {
  const isMine = values.intent === 'decline_dispute' && values.dispute === dispute.id
  const amount = formatPaid(dispute.amount_kobo, dispute.currency)
  const was = (name: string, otherwise: string) => (isMine ? (values[name] ?? '') : otherwise)
  return (
    <>
      <Form method="post" className="stack" noValidate>
        <AccountField />
        <input type="hidden" name="dispute" value={dispute.id} />
        <TextArea
          label="What the buyer got"
          name="words"
          required
          maxLength={MAX_WORDS}
          hint={`For the bank. Paystack also gets a PDF of what we know: the day of paying, ${email || 'the buyer’s address'}, and each download.`}
          defaultValue={was('words', dispute.response_text || 'The buyer paid for a file and had it at once.')}
          error={isMine ? errors.words : undefined}
        />
        <TextField
          label="The buyer’s name"
          name="name"
          optional
          maxLength={100}
          hint="Only if you know name and phone: a bank that suspects fraud wants both."
          defaultValue={was('name', '')}
          error={isMine ? errors.name : undefined}
        />
        <TextField
          label="The buyer’s phone"
          name="phone"
          type="tel"
          optional
          maxLength={30}
          defaultValue={was('phone', '')}
          error={isMine ? errors.phone : undefined}
        />
        <ConfirmButton
          label="Decline: the buyer got the file"
          question="The bank gets this answer once, with the PDF. You cannot change it; the bank decides who keeps the money."
          confirm="Yes, send the answer"
          value="decline_dispute"
          look="go"
        />
      </Form>
      <Form method="post">
        <AccountField />
        <input type="hidden" name="dispute" value={dispute.id} />
        <ConfirmButton
          label={`Accept: ${amount} goes back`}
          question={`${amount} goes back to the buyer through the bank, the file is closed, and the student’s part of the sale falls. It cannot be undone.`}
          confirm={`Yes, ${amount} goes back`}
          value="accept_dispute"
          look="no"
        />
      </Form>
    </>
  )
}
