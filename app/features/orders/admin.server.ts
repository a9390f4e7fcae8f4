import * as v from 'valibot'
import { type DayFilter, dayArguments } from '#app/platform/lists/day-filter.ts'
import { type Enums, enums } from '#app/services/database.ts'
import type { Page } from '#app/platform/lists/keyset.server.ts'
import type { CurrentUser } from '#app/platform/session/session.server.ts'

/** The number of orders on one page of the list. */
const MAX = 25

/** An order in the admin list: the paid amount in the smallest unit of its currency, or the price until it is paid. */
export type OrderLine = {
  id: string
  reference: string
  title: string
  email: string
  amount_kobo: number
  currency: string
  domain: string
  state: Enums['order_state']
  reason: string | null
  refund_state: Enums['refund_state'] | null
  dispute_state: Enums['dispute_state'] | null
  twice: boolean
  created_at: string
}

/** The filters of the list: `search` is part of a reference or of a buyer's address; the days are those of the order. */
export type OrderFilters = { search: string; show: Enums['order_filter'] } & DayFilter

/**
 * Returns a page of orders, newest first. `after` is the `next` of the previous page.
 * @throws if the backend rejected the call or failed; so do all functions here.
 */
export async function findOrders(
  admin: Pick<CurrentUser, 'client'>,
  { search, show, ...days }: OrderFilters,
  after: string | null,
  max = MAX,
): Promise<Page<OrderLine>> {
  const [at = '', id = ''] = after?.split('_') ?? []
  const { data } = await admin.client
    .rpc('find_orders', {
      search,
      show,
      max_rows: max + 1,
      ...dayArguments(days),
      ...(after === null ? {} : { after_at: at, after_id: id }),
    })
    .throwOnError()
  const rows = data.slice(0, max)
  const last = rows.at(-1)
  return { rows, next: data.length > max && last ? `${last.created_at}_${last.id}` : null, previous: null }
}

/** The number of orders with live or test money (`domain`), and what was paid and refunded in kobo. */
export type OrderTotals = { domain: string; orders: number; paid_kobo: number; refunded_kobo: number }

/** Returns the totals of all orders on the pages of a list. */
export async function getOrderTotals(admin: CurrentUser, { search, show, ...days }: OrderFilters): Promise<OrderTotals[]> {
  return (await admin.client.rpc('order_totals', { search, show, ...dayArguments(days) }).throwOnError()).data
}

const text = v.nullable(v.string())
const details = v.nullable(
  v.object({
    id: v.string(),
    reference: v.string(),
    material_id: v.string(),
    title: v.string(),
    email: v.string(),
    amount_kobo: v.number(),
    list_kobo: v.nullable(v.number()),
    discount_code: text,
    domain: v.string(),
    state: v.picklist(enums.order_state),
    reason: text,
    provider_id: text,
    paid_kobo: v.nullable(v.number()),
    paid_currency: v.string(),
    refunded_kobo: v.number(),
    refund_excess_kobo: v.number(),
    has_unseen_refund: v.boolean(),
    refunds: v.array(
      v.object({
        id: v.string(),
        amount_kobo: v.number(),
        currency: v.string(),
        status: v.string(),
        is_ours: v.boolean(),
        is_from_dispute: v.boolean(),
        made_at: v.string(),
      }),
    ),
    paid_at: text,
    sale_id: text,
    duplicate_of: text,
    first_payment_reference: text,
    duplicate_accepted_at: text,
    refund_state: v.nullable(v.picklist(enums.refund_state)),
    refund_part_kobo: v.nullable(v.number()),
    /** The student's share of the sale; null without a sale. */
    share_kobo: v.nullable(v.number()),
    /** A bundle for which the buyer then paid less, because they had this work; null if they would lose it with a refund. */
    bundle_off: v.nullable(v.object({ id: v.string(), title: v.string(), kobo: v.number() })),
    /** The part of it that refunds left. */
    share_left_kobo: v.nullable(v.number()),
    /** The end of the refund window. */
    refund_until: text,
    refund_reason: v.string(),
    refund_response: v.string(),
    refund_fault: v.string(),
    refund_asked_at: text,
    dispute_state: v.nullable(v.picklist(enums.dispute_state)),
    checks: v.number(),
    checked_at: text,
    next_check_at: text,
    created_at: v.string(),
    gives_file: v.boolean(),
    downloads: v.number(),
  }),
)
export type OrderDetails = NonNullable<v.InferOutput<typeof details>>

/** Returns all details of an order, or null if it does not exist. */
export async function findOrder(admin: CurrentUser, id: string): Promise<OrderDetails | null> {
  const { data } = await admin.client.rpc('order_details', { of_order: id }).throwOnError()
  return v.parse(details, data)
}

/** Emails the buyer another link. False if the order is not paid. */
export async function resendOrder(admin: CurrentUser, id: string): Promise<boolean> {
  return (await admin.client.rpc('resend_order', { of_order: id }).throwOnError()).data
}

/** Revokes access to the file permanently. False if the order is not paid. */
export async function revokeOrder(admin: CurrentUser, id: string, reason: string): Promise<boolean> {
  return (await admin.client.rpc('revoke_order', { of_order: id, reason }).throwOnError()).data
}

/** Approves a refund of the remaining amount, or rejects it. disputed: the bank decides. */
export async function decideRefund(
  admin: CurrentUser,
  id: string,
  agree: boolean,
  words: string,
): Promise<Enums['refund_decision']> {
  return (await admin.client.rpc('decide_refund', { of_order: id, agree, words }).throwOnError()).data
}

/**
 * Refunds a part of an order, in kobo; the file stays open. `expectedRefunded` is what was refunded when the admin read
 * the order, so that a form that is sent again refunds once.
 */
export async function refundPart(
  admin: CurrentUser,
  id: string,
  { kobo, expectedRefunded, words }: { kobo: number; expectedRefunded: number; words: string },
): Promise<Enums['part_refund']> {
  const part = { of_order: id, kobo, expected_refunded_kobo: expectedRefunded, words }
  return (await admin.client.rpc('refund_part', part).throwOnError()).data
}

/**
 * Removes an order from Today after its refunds in Paystack's dashboard were checked. False if there are none to check.
 */
export async function acknowledgeRefunds(admin: CurrentUser, id: string): Promise<boolean> {
  return (await admin.client.rpc('acknowledge_refunds', { of_order: id }).throwOnError()).data
}

/** Accepts a duplicate payment without a refund. False if it was settled before. */
export async function acceptDuplicatePayment(admin: CurrentUser, id: string): Promise<boolean> {
  return (await admin.client.rpc('accept_duplicate_payment', { of_order: id }).throwOnError()).data
}

/** Returns for 28 days how many buyers were reminded of a work, how many paid afterwards, and how much. */
export async function getReminderFigures({ client }: Pick<CurrentUser, 'client'>) {
  const { data } = await client.rpc('reminder_figures').single().throwOnError()
  return data
}
