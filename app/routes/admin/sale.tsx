import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { href, Form, Link } from 'react-router'
import { type ActionResult, sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { retryUnmatchedSale, recordRefundSettlement, refundSale, reverseSale } from '#app/features/money/commands.server.ts'
import { parsePaidAt } from '#app/features/money/csv-values.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { findSale } from '#app/features/money/queries.server.ts'
import { againForm, reasonForm, refundForm } from '#app/features/money/schema.ts'
import {
  isTestSale,
  accounts,
  isAccount,
  kinds,
  providerName,
  saleStates,
  shownBalance,
  signedKobo,
  sources,
} from '#app/features/money/labels.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import type { Enums } from '#app/services/database.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { dayInLagos, formatDay, formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo } from '#app/platform/text/money.ts'
import { ConfirmButton } from '#app/features/console/confirm-button.tsx'
import { AccountField } from '#app/ui/account-field.tsx'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/sale'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const sale = looksLikeUuid(params.id) ? await findSale(admin, params.id) : null
  if (!sale) {
    throw noSuchSale()
  }
  return { sale, idempotencyKey: randomUUID(), today: dayInLagos(new Date()) }
}

function noSuchSale() {
  return notFound('Sale not found', 'The address may be incomplete.', {
    to: href('/admin/money/sales'),
    label: 'Back to the sales',
  })
}

type Outcome = Enums['sale_recording'] | Enums['refund_recording'] | Enums['refund_settlement'] | Enums['sale_reversal']
const outcomes: Record<Exclude<Outcome, 'ok' | 'recorded'>, string> = {
  gone: sentences.gone,
  no_material: sentences.gone,
  too_much: 'That is more than is left of the price.',
  duplicate: 'This was done already.',
  has_order: 'This sale belongs to an order, which is refunded through Paystack. Open the order.',
  refunded: 'This sale has a refund, so it cannot be reversed.',
}

/** Refunds a sale, marks the refund as received, reverses the sale, or records it again. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchSale()
  }
  const { id } = params
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const done = (outcome: Outcome, title: string, text?: string) =>
    outcome === 'ok' || outcome === 'recorded'
      ? redirectWithToast(context, href('/admin/money/sales/:id', { id }), { title, text })
      : reject(outcomes[outcome], 409)
  try {
    switch (submitted.intent) {
      case 'refund': {
        const { values, errors } = checkForm(refundForm, submitted)
        return errors
          ? reject(sentences.fields, 400, errors)
          : done(await refundSale(admin, id, values), 'Refund recorded', 'We are emailing the student. Now send the money back.')
      }
      case 'settled':
        return done(
          looksLikeUuid(submitted.refund ?? '') ? await recordRefundSettlement(admin, submitted.refund ?? '') : 'gone',
          'The buyer has it',
        )
      case 'reverse': {
        const { values, errors } = checkForm(reasonForm, submitted)
        return errors
          ? reject(sentences.fields, 400, errors)
          : done(await reverseSale(admin, id, values.reason), 'The sale is reversed')
      }
      case 'again': {
        const { values, errors } = checkForm(againForm, submitted)
        if (errors) {
          return reject(sentences.fields, 400, errors)
        }
        const paid = values.paid ? parsePaidAt(values.paid) : new Date()
        return paid
          ? done(await retryUnmatchedSale(admin, id, { ...values, paid }), 'Recorded again')
          : reject(sentences.fields, 400, { paid: 'A day, such as 2026-11-20' })
      }
      default:
        return reject(sentences.fields, 400)
    }
  } catch (error) {
    logFailure('Could not change a sale', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Sale', description: 'Admin console.', index: false })

type Sale = Route.ComponentProps['loaderData']['sale']

export default function SalePage({ loaderData: { sale, idempotencyKey, today }, actionData }: Route.ComponentProps) {
  const refunded = sale.refunds.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
  const details: Detail[] = [
    {
      term: 'Student',
      value: sale.profile_id && (
        <Link to={`${href('/admin/money/books')}?account=available&of=${sale.profile_id}`}>
          {sale.student || 'A deleted account'}
        </Link>
      ),
    },
    { term: 'Order', value: `${sale.order_reference} on ${providerName(sale.provider)}, ${sources[sale.source]}` },
    { term: 'Paid', value: formatMoment(sale.paid_at) },
    { term: 'Recorded', value: formatMoment(sale.written_at) },
    { term: 'Price paid', value: formatKobo(sale.gross_kobo) },
    { term: 'Fee', value: `${formatKobo(sale.fee_kobo)}${sale.fee_is_estimate ? ', an estimate by the rule' : ''}` },
    {
      term: 'Share',
      value: sale.profile_id
        ? `${formatKobo(sale.share_kobo)}: ${sale.share_percent} % of the ${sale.share_basis === 'net' ? 'price less the fee' : 'price'}`
        : 'None: our own work',
    },
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
      <ErrorSummary error={actionData} />
      <DetailsList details={details} className="record" />
      <Refunds sale={sale} />
      {sale.state === 'reversed' ? (
        <Again sale={sale} today={today} result={actionData} />
      ) : (
        refunded < sale.gross_kobo &&
        sale.order_id === null && (
          <Refund
            key={refunded}
            left={sale.gross_kobo - refunded}
            order={sale.order_reference}
            waits={sale.state === 'waiting'}
            idempotencyKey={idempotencyKey}
            result={actionData}
          />
        )
      )}
      {sale.order_id !== null && (
        <p className="note">
          This sale belongs to <Link to={href('/admin/money/orders/:id', { id: sale.order_id })}>an order</Link>. Refund it there:
          Paystack sends the money, and the books are updated.
        </p>
      )}
      {sale.state !== 'reversed' && sale.refunds.length === 0 && sale.order_is_live !== true && <TakeBack result={actionData} />}
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
                {refund.reason && ` · ${refund.reason}`}
              </p>
            </div>
            {refund.settled ? (
              <div className="row aside">
                <span className="badge approved">the buyer has it</span>
              </div>
            ) : (
              <Form method="post" className="row aside">
                <AccountField />
                <input type="hidden" name="refund" value={refund.id} />
                <button className="btn" name="intent" value="settled">
                  The buyer has it
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { result: ActionResult | undefined }
const of = (input: ActionResult | undefined, intent: string) => (input?.values.intent === intent ? input : undefined)

type Refunding = Props & { left: number; order: string; waits: boolean; idempotencyKey: string }

function Refund({ left, order, waits, idempotencyKey, result: all }: Refunding) {
  const input = of(all, 'refund')
  const [typed, setTyped] = useState(input?.values.amount ?? '')
  const amount = typed.trim() === '' ? formatKobo(left) : `₦${typed.trim().replace(/^₦/, '')}`
  return (
    <details className="card record" open={input ? true : undefined}>
      <summary>
        <span>Refund the buyer</span>
        <span>{waits ? 'in time' : 'the share was cleared'}</span>
      </summary>
      <Form method="post" className="stack" noValidate>
        <AccountField />
        {/* The key is the same after a rejection, because it is still the same refund. */}
        <input type="hidden" name="idempotencyKey" value={input?.values.idempotencyKey ?? idempotencyKey} />
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
          question={`${amount} of order ${order} goes back to its buyer. We record it and email the student. Sending the money is up to you.`}
          confirm={`Yes, refund ${amount}`}
          value="refund"
          look="no"
        />
      </Form>
    </details>
  )
}

function TakeBack({ result: all }: Props) {
  const input = of(all, 'reverse')
  return (
    <details className="card record" open={input ? true : undefined}>
      <summary>
        <span>Recorded by mistake?</span>
        <span>Reverse the sale</span>
      </summary>
      <Form method="post" className="stack" noValidate>
        <AccountField />
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
          <button className="btn no" name="intent" value="reverse">
            Reverse the sale
          </button>
        </p>
      </Form>
    </details>
  )
}

function Again({ sale, today, result: all }: Props & { sale: Sale; today: string }) {
  const input = of(all, 'again')
  return (
    <section className="stack record">
      <h2>Record the order again</h2>
      <Form method="post" className="stack" noValidate>
        <AccountField />
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
          <button className="btn go" name="intent" value="again">
            Record sale
          </button>
        </p>
      </Form>
    </section>
  )
}
