import { href, Link } from 'react-router'
import { ActForm, useActResult } from '#app/features/console/act-form.tsx'
import { FormDetails } from '#app/features/console/form-details.tsx'
import type { ActionResult } from '#app/features/console/action-result.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { DisputesSection } from '#app/features/disputes/disputes-section.tsx'
import { listOrderDisputes } from '#app/features/disputes/admin.server.ts'
import { MoneyTabs } from '#app/features/money/money-tabs.tsx'
import { canResend, isRefunded } from '#app/features/orders/admin-labels.ts'
import { OrderBadges } from '#app/features/orders/order-badges.tsx'
import { findOrder, type OrderDetails } from '#app/features/orders/admin.server.ts'
import { describeRefundFacts } from '#app/features/orders/refund-facts.ts'
import { buyerAddress } from '#app/features/console/person-addresses.ts'
import { getFairRefund, PartRefund } from '#app/features/orders/part-refund.tsx'
import { PersonEmails } from '#app/features/people/person-sections.tsx'
import { listOrderEmails } from '#app/features/people/queries.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { formatMoment } from '#app/platform/text/dates.ts'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { ConfirmButton } from '#app/features/console/confirm-button.tsx'
import { type Detail, DetailsList } from '#app/ui/details-list.tsx'
import { ErrorSummary, TextArea } from '#app/ui/field.tsx'
import type { Route } from './+types/order'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'
export { rejectOutdatedForm as action } from '#app/platform/forms/refused-form.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const order = looksLikeUuid(params.id) ? await findOrder(admin, params.id) : null
  if (!order) {
    throw notFound('Order not found', 'The address may be incomplete, or the order was never paid and has been deleted.', {
      to: href('/admin/money/orders'),
      label: 'Back to the orders',
    })
  }
  const [disputes, emails] = await Promise.all([
    order.dispute_state ? listOrderDisputes(admin, order.id) : [],
    listOrderEmails(admin, order.id).catch(orLog('Could not list the emails about an order', null)),
  ])
  return {
    order,
    disputes,
    emails,
    facts: describeRefundFacts({ ...order, loss_kobo: order.share_left_kobo ?? 0 }, Date.now()),
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Order', description: 'Admin console.', index: false })

export default function OrderPage({ loaderData: { order, disputes, emails, facts } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const result = useActResult()
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
    {
      term: 'Discount',
      value: order.list_kobo === null ? null : `${order.discount_code}: ${formatKobo(order.list_kobo - order.amount_kobo)} off`,
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
  const decisions = (
    <>
      <DisputesSection disputes={disputes} order={order} result={result} />
      <Refunds order={order} />
      <Acts order={order} facts={facts} result={result} />
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
      <ErrorSummary error={result} />
      {isDue && decisions}
      <DetailsList details={details} className="record" />
      <p className="row">
        <Link to={href('/admin/catalogue/materials/:id', { id: order.material_id })}>Material</Link>
        {order.sale_id && <Link to={href('/admin/money/sales/:id', { id: order.sale_id })}>Sale in the books</Link>}
        {order.duplicate_of && (
          <Link to={href('/admin/money/orders/:id', { id: order.duplicate_of })}>
            Paid before as {order.first_payment_reference}
          </Link>
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
        <ActForm action={href('/admin/money/orders/:id/acknowledge-refunds', { id: order.id })} className="stack">
          <p className="note">
            {order.refund_excess_kobo > 0
              ? 'More went back than was paid. The books have the price alone: compare them with Paystack’s dashboard.'
              : 'A refund was made in Paystack’s dashboard. It is in the books already.'}
          </p>
          <p>
            <button className="btn">Mark as seen</button>
          </p>
        </ActForm>
      )}
    </section>
  )
}

const refundActs: ReadonlySet<string> = new Set(['refund', 'decline-refund', 'refund-part'])

/** Warns that the price of this work came off a bundle, with which the buyer keeps its file (docs/decisions/0065). */
function BundleOff({ order }: { order: OrderDetails }) {
  if (!order.bundle_off) {
    return null
  }
  const { id, title, kobo } = order.bundle_off
  const fair = getFairRefund(order)
  return (
    <p className="note">
      The buyer had this work, and so paid {formatKobo(kobo)} less for{' '}
      <Link to={href('/admin/money/orders/:id', { id })}>{title}</Link>. That bundle keeps the file of this work.{' '}
      {fair > 0
        ? `Refund ${formatKobo(fair)} of this order, so that the bundle costs its price,`
        : 'Refund nothing of this order, because the bundle then costs its price,'}{' '}
      or refund the bundle first.
    </p>
  )
}

type ActsProps = {
  order: OrderDetails
  /** Facts to consider before a refund. */
  facts: string
  result: ActionResult | undefined
}

function Acts({ order, facts, result }: ActsProps) {
  const { id } = order
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
  const refunding = refundActs.has(result?.act ?? '') ? result : undefined
  const revoking = result?.act === 'revoke' ? result : undefined
  return (
    <>
      {canRefund && (
        <ActForm action={href('/admin/money/orders/:id/refund', { id })} className="stack record">
          <h2>Refund</h2>
          <BundleOff order={order} />
          <p>{facts}</p>
          {isAsked && order.refund_reason && (
            <div className="note">
              <b>The buyer says</b>
              <p className="lines">{order.refund_reason}</p>
            </div>
          )}
          <TextArea
            label="Message to the buyer"
            optional={!isAsked}
            name="words"
            maxLength={1000}
            hint={
              isAsked
                ? 'It is shown in the email. Say why if you decline; a refund needs no message.'
                : 'It is shown in the email.'
            }
            defaultValue={refunding?.values.words}
            error={refunding?.errors.words}
          />
          <ConfirmButton
            label={refundAll}
            question={`${amount} goes back to ${order.email} through Paystack, the file is closed, and the buyer is emailed. It cannot be undone.`}
            confirm={`Yes, refund ${amount}`}
          />
          {isAsked && (
            <p>
              <button className="btn bare no" formAction={href('/admin/money/orders/:id/decline-refund', { id })}>
                Decline refund
              </button>
            </p>
          )}
          {order.paid_currency === 'NGN' && (
            <PartRefund key={order.refunded_kobo} order={order} refundAll={refundAll} result={refunding} />
          )}
        </ActForm>
      )}
      {order.duplicate_of && !order.duplicate_accepted_at && !order.refund_state && !isRefunded(order) && (
        <ActForm action={href('/admin/money/orders/:id/keep-both-payments', { id })}>
          <button className="btn">Keep both: bought twice on purpose</button>
        </ActForm>
      )}
      {canResend(order) && (
        <ActForm action={href('/admin/money/orders/:id/resend-link', { id })}>
          <button className="btn">Send the link again</button>
        </ActForm>
      )}
      {order.gives_file && (
        <FormDetails result={revoking}>
          <summary className="btn bare">Stop downloads without a refund</summary>
          <ActForm action={href('/admin/money/orders/:id/revoke', { id })} className="stack record">
            <TextArea
              label="Reason"
              name="words"
              required
              maxLength={500}
              hint="For admins. The sale stays in the books."
              defaultValue={revoking?.values.words ?? ''}
              error={revoking?.errors.words}
            />
            <p>
              <button className="btn no">Stop the downloads</button>
            </p>
          </ActForm>
        </FormDetails>
      )}
    </>
  )
}
