import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { href, Link } from 'react-router'
import { AdminLink } from '#app/features/console/admin-link.tsx'
import { ActForm, useActResult } from '#app/features/console/act-form.tsx'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { FormDetails } from '#app/features/console/form-details.tsx'
import { studentAddress } from '#app/features/console/person-addresses.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findSale } from '#app/features/money/queries.server.ts'
import {
  isTestSale,
  accounts,
  describeAuthorShare,
  isAccount,
  kinds,
  providerName,
  saleStates,
  shownBalance,
  signedKobo,
  sources,
} from '#app/features/money/labels.ts'
import { describeRefundFacts } from '#app/features/orders/refund-facts.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { dayInLagos, formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { ConfirmButton } from '#app/features/console/confirm-button.tsx'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/sale'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'
export { rejectOutdatedForm as action } from '#app/platform/forms/refused-form.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const sale = looksLikeUuid(params.id) ? await findSale(admin, params.id) : null
  if (!sale) {
    throw notFound('Sale not found', 'The address may be incomplete.', {
      to: href('/admin/money/sales'),
      label: 'Back to the sales',
    })
  }
  const facts = describeRefundFacts(
    {
      paid_at: sale.paid_at,
      refund_until: sale.clears_at,
      downloads: null,
      loss_kobo: sale.refunds.reduce((left, { share_back_kobo }) => left - share_back_kobo, sale.share_kobo),
    },
    Date.now(),
  )
  return { sale, facts, idempotencyKey: randomUUID(), today: dayInLagos(new Date()) }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sale', description: 'Admin console.', index: false })

type Sale = Route.ComponentProps['loaderData']['sale']
type Loaded = Pick<Route.ComponentProps, 'loaderData'>

export default function SalePage({ loaderData: { sale, facts, idempotencyKey, today } }: Loaded) {
  const result = useActResult()
  const refunded = sale.refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  const details: Detail[] = [
    {
      term: 'Student',
      value: sale.profile_id && (
        <>
          <AdminLink to={studentAddress(sale.profile_id)}>{sale.student || 'A deleted account'}</AdminLink>{' '}
          <Link to={`${href('/admin/money/books')}?account=available&of=${sale.profile_id}`}>Account in the books</Link>
        </>
      ),
    },
    { term: 'Order', value: `${sale.order_reference} on ${providerName(sale.provider)}, ${sources[sale.source]}` },
    { term: 'Paid', value: formatMoment(sale.paid_at) },
    { term: 'Recorded', value: formatMoment(sale.written_at) },
    { term: 'Price paid', value: formatKobo(sale.gross_kobo) },
    { term: 'Fee', value: `${formatKobo(sale.fee_kobo)}${sale.fee_is_estimate ? ', an estimate by the rule' : ''}` },
    {
      term: 'Share',
      value: sale.profile_id ? describeAuthorShare(sale) : 'None: our own work',
    },
    ...(sale.rep_profile_id
      ? [
          {
            term: 'Class rep',
            value: (
              <Link to={`${href('/admin/money/books')}?account=available&of=${sale.rep_profile_id}`}>
                {formatKobo(sale.rep_kobo)}
              </Link>
            ),
          } satisfies Detail,
        ]
      : []),
    ...(sale.state === 'waiting'
      ? [
          {
            term: 'Available from',
            value: isTestSale(sale) ? 'Never: it was paid with a test key, so no money moved' : formatMoment(sale.clears_at),
          } satisfies Detail,
        ]
      : []),
  ]
  return (
    <div className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1 className="long">{sale.title}</h1>
        <span className={`badge ${saleStates[sale.state].look}`}>{saleStates[sale.state].label}</span>
      </div>
      <ErrorSummary error={result} />
      <DetailsList details={details} className="record" />
      <Refunds sale={sale} />
      {sale.state === 'reversed' ? (
        <Again sale={sale} today={today} result={result} />
      ) : (
        refunded < sale.gross_kobo &&
        sale.order_id === null && (
          <Refund
            key={refunded}
            sale={sale}
            facts={facts}
            left={sale.gross_kobo - refunded}
            idempotencyKey={idempotencyKey}
            result={result}
          />
        )
      )}
      {sale.order_id !== null && (
        <p className="note">
          This sale belongs to <Link to={href('/admin/money/orders/:id', { id: sale.order_id })}>an order</Link>. Refund it there:
          Paystack sends the money, and the books are updated.
        </p>
      )}
      {sale.state !== 'reversed' && sale.refunds.length === 0 && sale.order_is_live !== true && (
        <TakeBack id={sale.id} result={result} />
      )}
      <section className="stack">
        <h2>In the books</h2>
        <ul className="lines">
          {sale.entries.map((entry) => (
            <li key={`${entry.booked_at} ${entry.kind} ${entry.account} ${entry.amount_kobo}`}>
              <div>
                <p>{isAccount(entry.account) ? accounts[entry.account].label : entry.account}</p>
                <p className="small soft">
                  {kinds[entry.kind]} · {formatMoment(entry.booked_at)}
                  {entry.note && ` · ${entry.note}`}
                </p>
              </div>
              <p className="num">
                {isAccount(entry.account) ? shownBalance(entry.account, entry.amount_kobo) : signedKobo(entry.amount_kobo)}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Refunds({ sale }: { sale: Sale }) {
  if (sale.refunds.length === 0) {
    return null
  }
  return (
    <section className="stack">
      <h2>Refunds</h2>
      <ul className="lines">
        {sale.refunds.map((refund) => (
          <li key={refund.id} data-row>
            <div>
              <p>{formatKobo(refund.amount_kobo)}</p>
              <p className="small soft">
                {formatDay(refund.written_at)} · {formatKobo(refund.share_back_kobo)} of it from the student
                {refund.rep_back_kobo > 0 && ` · ${formatKobo(refund.rep_back_kobo)} from the class rep`}
                {refund.reason && ` · ${refund.reason}`}
              </p>
            </div>
            {refund.settled ? (
              <div className="row aside">
                <span className="badge approved">the buyer has it</span>
              </div>
            ) : (
              <ActForm action={href('/admin/money/sales/:id/settle-refund', sale)} className="row aside">
                <input type="hidden" name="refund" value={refund.id} />
                <button className="btn">The buyer has it</button>
              </ActForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { result: ActionResult | undefined }
type Refunding = Props & { sale: Sale; facts: string; left: number; idempotencyKey: string }

function Refund({ sale, facts, left, idempotencyKey, result }: Refunding) {
  const input = result?.act === 'refund' ? result : undefined
  const waits = sale.state === 'waiting'
  const [typed, setTyped] = useState(input?.values.amount ?? '')
  const amount = typed.trim() === '' ? formatKobo(left) : `₦${typed.trim().replace(/^₦/, '')}`
  return (
    <FormDetails className="card record" result={input}>
      <summary>
        <span>Refund the buyer</span>
        <span>{waits ? 'in time' : 'the share was available'}</span>
      </summary>
      <ActForm action={href('/admin/money/sales/:id/refund', sale)} className="stack">
        {/* The key is the same after a rejection, because it is still the same refund. */}
        <input type="hidden" name="idempotencyKey" value={input?.values.idempotencyKey ?? idempotencyKey} />
        <p>{facts}</p>
        <p className="small soft">
          {waits
            ? 'The share is still pending. It is reduced by the refund.'
            : 'The share was made available. It is taken from what is available; if it was paid, it becomes a debt that is deducted from later shares. The student sees that.'}
        </p>
        <TextField
          label="Amount in naira"
          name="amount"
          inputMode="decimal"
          optional
          hint={`Left empty: all of it, ${formatKobo(left)}.`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={input?.errors.amount}
        />
        <TextArea
          label="Reason, for admins"
          name="reason"
          optional
          rows={2}
          defaultValue={input?.values.reason}
          error={input?.errors.reason}
        />
        <ConfirmButton
          label={`Refund ${amount}`}
          question={`${amount} of order ${sale.order_reference} goes back to its buyer. We record it and email the student. Sending the money is up to you.`}
          confirm={`Yes, refund ${amount}`}
          look="no"
        />
      </ActForm>
    </FormDetails>
  )
}

function TakeBack({ id, result }: Props & { id: string }) {
  const input = result?.act === 'reverse' ? result : undefined
  return (
    <FormDetails className="card record" result={input}>
      <summary>
        <span>Recorded by mistake?</span>
        <span>Reverse the sale</span>
      </summary>
      <ActForm action={href('/admin/money/sales/:id/reverse', { id })} className="stack">
        <p className="small soft">
          Every line of it is reversed, and nobody is refunded. Then you can record the order again with the right amounts.
        </p>
        <TextField
          label="What was wrong"
          name="reason"
          required
          defaultValue={input?.values.reason}
          error={input?.errors.reason}
        />
        <p>
          <button className="btn no">Reverse the sale</button>
        </p>
      </ActForm>
    </FormDetails>
  )
}

function Again({ sale, today, result }: Props & { sale: Sale; today: string }) {
  const input = result?.act === 'record-again' ? result : undefined
  return (
    <section className="stack record">
      <h2>Record the order again</h2>
      <ActForm action={href('/admin/money/sales/:id/record-again', sale)} className="stack">
        <TextField
          label="Paid, in naira"
          name="gross"
          inputMode="decimal"
          required
          defaultValue={input?.values.gross ?? String(sale.gross_kobo / 100)}
          error={input?.errors.gross}
        />
        <TextField
          label="Fee, in naira"
          name="fee"
          inputMode="decimal"
          optional
          defaultValue={input?.values.fee}
          error={input?.errors.fee}
        />
        <TextField
          label="Paid on"
          name="paid"
          type="date"
          max={today}
          defaultValue={input?.values.paid ?? dayInLagos(new Date(sale.paid_at))}
          error={input?.errors.paid}
        />
        <p>
          <button className="btn go">Record sale</button>
        </p>
      </ActForm>
    </section>
  )
}
