import { Form, Link } from 'react-router'
import * as v from 'valibot'
import { sentences, rejectWith } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { DisputesSection } from '#app/features/disputes/disputes-section.tsx'
import { acceptDispute, declineDispute, listOrderDisputes, releaseDispute } from '#app/features/disputes/admin.server.ts'
import { declineForm, looksLikeDisputeId } from '#app/features/disputes/schema.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { money } from '#app/features/money/schema.ts'
import { isRefunded } from '#app/features/orders/admin-labels.ts'
import { OrderBadges } from '#app/features/orders/order-badges.tsx'
import {
  acknowledgeRefunds,
  decideRefund,
  findOrder,
  acceptDuplicatePayment,
  type OrderDetails,
  refundPart,
  resendOrder,
  revokeOrder,
} from '#app/features/orders/admin.server.ts'
import { buyerAddress } from '#app/features/console/person-addresses.ts'
import { PartRefund } from '#app/features/orders/part-refund.tsx'
import { filled, lines } from '#app/platform/forms/fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { PersonEmails } from '#app/features/people/person-sections.tsx'
import { listOrderEmails } from '#app/features/people/queries.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { logFailure, orLog } from '#app/platform/process/failures.server.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { ConfirmButton } from '#app/features/console/confirm-button.tsx'
import { AccountField } from '#app/ui/account-field.tsx'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary, TextArea } from '#app/ui/field.tsx'
import type { Enums } from '#app/platform/process/database.ts'
import type { Route } from './+types/order'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const order = looksLikeUuid(params.id) ? await findOrder(admin, params.id) : null
  if (!order) {
    throw noSuchOrder()
  }
  const [disputes, emails] = await Promise.all([
    order.dispute_state ? listOrderDisputes(admin, order.id) : [],
    listOrderEmails(admin, order.id).catch(orLog('Could not list the emails about an order', null)),
  ])
  return { order, disputes, emails }
}

function noSuchOrder() {
  return notFound('Order not found', 'The address may be incomplete, or the order was never paid and has been deleted.', {
    to: '/admin/money/orders',
    label: 'Back to the orders',
  })
}

const partForm = v.object({
  amount: v.pipe(money('How much goes back?'), v.minValue(100, 'At least ₦1')),
  refunded: v.pipe(v.string(), v.regex(/^\d{1,10}$/)),
  words: lines(1000),
})

/** Reasons why a part of an order was not refunded. */
const partRejections: Record<Exclude<Enums['part_refund'], 'ok'>, string> = {
  gone: sentences.gone,
  settled: 'A refund of this order is on its way already.',
  changed: 'Money went back since you opened this page. Look at what is left, then decide again.',
  too_much: 'That is all that is left, or more. To refund all of it, use the button above, which closes the file.',
  disputed: 'The buyer’s bank asks for this money already. Accept that instead, so that it goes back once.',
}

const wordsForm = v.object({ words: lines(1000) })
const reasonForm = v.object({ words: filled(lines(500), 'Say why in a sentence: the buyer or another admin reads it') })

/**
 * Responds to a dispute, approves or rejects a refund, sends a link again, blocks the file, or accepts a duplicate
 * payment.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  if (!looksLikeUuid(params.id)) {
    throw noSuchOrder()
  }
  const { id } = params
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const done = (isDone: boolean, title: string, text?: string) =>
    isDone
      ? redirectWithToast(context, `/admin/money/orders/${id}`, { title, text })
      : reject('That is no longer possible: it is already done, or its state changed.', 409)
  const { intent = '', dispute = '' } = submitted
  if (intent.endsWith('_dispute') && !looksLikeDisputeId(dispute)) {
    return reject(sentences.gone, 400)
  }
  const isDecline = intent === 'decline_dispute'
  const declined = isDecline ? checkForm(declineForm, submitted) : null
  if (declined?.errors) {
    return reject(sentences.fields, 400, declined.errors)
  }
  if (intent === 'part') {
    return part()
  }
  const { values, errors } = checkForm(intent === 'refuse' || intent === 'revoke' ? reasonForm : wordsForm, submitted)
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    switch (intent) {
      case 'agree': {
        const outcome = await decideRefund(admin, id, true, values.words)
        return outcome === 'disputed'
          ? reject('The buyer’s bank asks for this money already. Accept that instead, so that it goes back once.', 409)
          : done(outcome === 'ok', 'The refund is on its way', 'We are emailing the buyer.')
      }
      case 'refuse':
        return done(
          (await decideRefund(admin, id, false, values.words)) === 'ok',
          'Refund declined',
          'We are emailing the buyer.',
        )
      case 'decline_dispute':
        return declined?.values
          ? done(await declineDispute(admin, dispute, declined.values), 'We tell Paystack within a minute')
          : reject(sentences.fields, 400)
      case 'accept_dispute':
        return done(await acceptDispute(admin, dispute), 'Accepted', 'We tell Paystack within a minute.')
      case 'release_dispute':
        return done(await releaseDispute(admin, dispute), 'The share is released')
      case 'revoke':
        return done(await revokeOrder(admin, id, values.words), 'The file is closed')
      case 'resend':
        return done(await resendOrder(admin, id), 'A new link is on its way')
      case 'acknowledge':
        return done(await acknowledgeRefunds(admin, id), 'Marked as seen')
      case 'leave':
        return done(await acceptDuplicatePayment(admin, id), 'Both payments kept')
      default:
        return reject(sentences.fields, 400)
    }
  } catch (error) {
    logFailure('Could not change an order', error)
    return reject(sentences.failed, 502)
  }

  /** Refunds a part; a second submission of the form is rejected. */
  async function part() {
    const form = checkForm(partForm, submitted)
    if (form.errors) {
      return reject(sentences.fields, 400, form.errors)
    }
    const { amount, refunded, words } = form.values
    try {
      const outcome = await refundPart(admin, id, { kobo: amount, expectedRefunded: Number(refunded), words })
      return outcome === 'ok'
        ? done(true, `${formatKobo(amount)} is on its way back`, 'We are emailing the buyer.')
        : reject(partRejections[outcome], 409, outcome === 'too_much' ? { amount: partRejections.too_much } : {})
    } catch (error) {
      logFailure('Could not refund a part of an order', error)
      return reject(sentences.failed, 502)
    }
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Order', description: 'Admin console.', index: false })

export default function OrderPage({ loaderData: { order, disputes, emails }, actionData }: Route.ComponentProps) {
  const when = (moment: string | null) => (moment === null ? null : formatMoment(moment))
  const details: Detail[] = [
    { term: 'Order', value: order.reference },
    {
      term: 'Buyer',
      value: order.email ? <Link to={buyerAddress(order.email)}>{order.email}</Link> : 'Free: no email was asked for',
    },
    { term: 'Price', value: formatKobo(order.amount_kobo) },
    { term: 'What was paid', value: order.paid_kobo === null ? null : formatPaid(order.paid_kobo, order.paid_currency) },
    {
      term: 'Going back now',
      value: order.refund_part_kobo === null ? null : formatPaid(order.refund_part_kobo, order.paid_currency),
    },
    { term: 'Refunded', value: order.refunded_kobo === 0 ? null : formatPaid(order.refunded_kobo, order.paid_currency) },
    {
      term: 'More than was paid',
      value: order.refund_excess_kobo === 0 ? null : formatPaid(order.refund_excess_kobo, order.paid_currency),
    },
    { term: 'Payment mode', value: order.domain === 'test' ? 'Test: no money moved' : 'Live: real money' },
    { term: 'Paystack’s number', value: order.provider_id },
    { term: 'Started', value: when(order.created_at) },
    { term: 'Paid', value: when(order.paid_at) },
    { term: 'Reason', value: order.reason },
    { term: 'Last checked with Paystack', value: when(order.checked_at) },
    { term: 'Next check with Paystack', value: when(order.next_check_at) },
    { term: 'Downloads', value: String(order.downloads) },
    { term: 'Paystack’s answer', value: order.refund_fault || null },
    { term: 'The buyer said', value: order.refund_state === 'asked' ? null : order.refund_reason },
    { term: 'Our answer', value: order.refund_response || null },
  ]
  // The forms for a decision are shown above the details.
  const isDue =
    order.dispute_state === 'open' ||
    order.refund_state === 'asked' ||
    order.refund_state === 'failed' ||
    order.has_unseen_refund ||
    (order.duplicate_of !== null && !order.duplicate_accepted_at && !order.refund_state)
  const values = actionData?.values ?? {}
  const errors = actionData?.errors ?? {}
  const decisions = (
    <>
      <DisputesSection disputes={disputes} email={order.email} result={{ values, errors }} />
      <Refunds order={order} />
      <Acts order={order} values={values} errors={errors} />
    </>
  )
  return (
    <div className="stack admin-section">
      <MoneyTabs />
      <div className="row between">
        <h1 className="long">{order.title}</h1>
        <span className="row">
          <OrderBadges order={order} isRepeated={order.duplicate_of !== null} />
        </span>
      </div>
      <ErrorSummary error={actionData} />
      {isDue && decisions}
      <DetailsList details={details} className="record" />
      <p className="row">
        <Link to={`/admin/catalogue/materials/${order.material_id}`}>Material</Link>
        {order.sale_id && <Link to={`/admin/money/sales/${order.sale_id}`}>Sale in the books</Link>}
        {order.duplicate_of && (
          <Link to={`/admin/money/orders/${order.duplicate_of}`}>Paid before as {order.first_payment_reference}</Link>
        )}
      </p>
      {!isDue && decisions}
      {order.email && <PersonEmails title="Emails about this order" emails={emails} />}
    </div>
  )
}

const refundStatuses: Readonly<Record<string, string>> = {
  pending: 'on its way',
  processing: 'on its way',
  processed: 'the buyer has it',
  failed: 'failed',
  'needs-attention': 'Paystack waits for details of the buyer’s account',
}

/** List of the payment's refunds at Paystack, with those that an admin must check. */
function Refunds({ order }: { order: OrderDetails }) {
  if (order.refunds.length === 0 && !order.has_unseen_refund) {
    return null
  }
  return (
    <section className="stack record">
      <h2>Refunds at Paystack</h2>
      <ul className="lines">
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <div>
              <p>{formatPaid(refund.amount_kobo, refund.currency)}</p>
              <p className="small soft">
                {formatMoment(refund.made_at)} ·{' '}
                {refund.is_from_dispute
                  ? 'through a dispute'
                  : refund.is_ours
                    ? 'requested here'
                    : 'made in Paystack’s dashboard'}{' '}
                · {refund.id}
              </p>
            </div>
            <span className="badge">{refundStatuses[refund.status] ?? refund.status}</span>
          </li>
        ))}
      </ul>
      {order.has_unseen_refund && (
        <Form method="post" className="stack">
          <AccountField />
          <p className="note">
            {order.refund_excess_kobo > 0
              ? 'More went back than was paid. The books have the price alone: compare them with Paystack’s dashboard.'
              : 'A refund was made in Paystack’s dashboard. It is in the books already.'}
          </p>
          <p>
            <button className="btn" name="intent" value="acknowledge">
              Mark as seen
            </button>
          </p>
        </Form>
      )}
    </section>
  )
}

function Acts({
  order,
  values,
  errors,
}: {
  order: OrderDetails
  values: Record<string, string>
  errors: Record<string, string>
}) {
  const isPaid = order.state === 'paid' || order.state === 'wrong' || order.state === 'revoked'
  const canRefund =
    isPaid &&
    !isRefunded(order) &&
    order.dispute_state !== 'open' &&
    order.amount_kobo > 0 &&
    ['asked', 'refused', 'failed', 'partial'].includes(order.refund_state ?? 'asked')
  const isAsked = order.refund_state === 'asked'
  const amount = formatPaid((order.paid_kobo ?? order.amount_kobo) - order.refunded_kobo, order.paid_currency)
  const refundAll = `${isAsked ? 'Approve refund of' : 'Refund'} ${amount}`
  const isRefundForm = ['agree', 'refuse', 'part'].includes(values.intent ?? '')
  const [refundValues, refundErrors] = isRefundForm ? [values, errors] : [{}, {}]
  return (
    <>
      {canRefund && (
        <Form method="post" className="stack record" noValidate>
          <AccountField />
          <h2>Refund</h2>
          {isAsked && order.refund_reason && (
            <div className="note">
              <b>The buyer says</b>
              <p className="lines">{order.refund_reason}</p>
            </div>
          )}
          <TextArea
            label="Message to the buyer"
            optional
            name="words"
            maxLength={1000}
            hint={isAsked ? 'It is shown in the email. When you decline, say why.' : 'It is shown in the email.'}
            defaultValue={refundValues.words}
            error={refundErrors.words}
          />
          <ConfirmButton
            label={refundAll}
            question={`${amount} goes back to ${order.email} through Paystack, the file is closed, and the buyer is emailed. It cannot be undone.`}
            confirm={`Yes, refund ${amount}`}
            value="agree"
          />
          {isAsked && (
            <p>
              <button className="btn bare no" name="intent" value="refuse">
                Decline refund
              </button>
            </p>
          )}
          {order.paid_currency === 'NGN' && (
            <PartRefund order={order} refundAll={refundAll} values={refundValues} errors={refundErrors} />
          )}
        </Form>
      )}
      {order.duplicate_of && !order.duplicate_accepted_at && !order.refund_state && !isRefunded(order) && (
        <Form method="post">
          <AccountField />
          <button className="btn" name="intent" value="leave">
            Keep both: bought twice on purpose
          </button>
        </Form>
      )}
      {order.state === 'paid' && order.email && !isRefunded(order) && (
        <Form method="post">
          <AccountField />
          <button className="btn" name="intent" value="resend">
            Send the link again
          </button>
        </Form>
      )}
      {order.gives_file && (
        <details open={values.intent === 'revoke' || undefined}>
          <summary className="btn bare">Stop downloads without a refund</summary>
          <Form method="post" className="stack record" noValidate>
            <AccountField />
            <TextArea
              label="Reason"
              name="words"
              required
              maxLength={500}
              hint="For admins. The sale stays in the books."
              defaultValue={values.intent === 'revoke' ? values.words : ''}
              error={values.intent === 'revoke' ? errors.words : undefined}
            />
            <p>
              <button className="btn no" name="intent" value="revoke">
                Stop the downloads
              </button>
            </p>
          </Form>
        </details>
      )}
    </>
  )
}
