import type { OrderSeen } from '#app/services/orders.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import { formatKobo, formatPaid } from '#app/platform/text/money.ts'
import { describeSize } from '../materials/study-details.ts'

type Message = { title: string; text: string }

/** The sentences of an order's page. */
export type OrderWords = Message & {
  /** True if the page has the buttons of `downloads`. */
  isReady: boolean
  downloads: string[]
  /** Sentences about an earlier payment for the same work, and about test money; null if there is none. */
  twice: string | null
  demo: string | null
  /** Sentences about a part of the payment that went back, a dispute or a refund. */
  notes: string[]
  /** The end of the time for a refund request, as a sentence; null if none can be made. */
  refundPeriod: string | null
}

/** Returns what the page of an order says at a given time. The console shows the same words. */
export function describeOrderPage(order: OrderSeen, now: number): OrderWords {
  const refundUntil = refundableUntil(order, now)
  const isReady = order.gives_file && order.file === 'here'
  return {
    ...describeOrder(order),
    isReady,
    downloads: isReady ? downloadLabels(order.files) : [],
    twice:
      order.twice && order.state === 'paid' && order.refund_state === null
        ? 'You have paid for this work before. If that was a mistake, request a refund below.'
        : null,
    demo: order.domain === 'test' && order.amount_kobo > 0 ? 'This is a demo: no money moved.' : null,
    notes: [describePartRefund(order), describeDispute(order), describeRefund(order)].filter((note) => note !== null),
    refundPeriod: refundUntil && `You have until ${refundUntil}.`,
  }
}

/** Returns the price of an order for its list of facts, and what a discount code made of it. */
export function describePrice({ amount_kobo, list_kobo, discount_code }: OrderSeen): { term: string; value: string }[] {
  const price = amount_kobo === 0 ? 'Free' : formatKobo(amount_kobo)
  return list_kobo === null
    ? [{ term: 'Price', value: price }]
    : [
        { term: 'Price', value: formatKobo(list_kobo) },
        { term: `With code ${discount_code}`, value: price },
      ]
}

/** Returns the labels of the buttons that download the files, each with its size. */
function downloadLabels(files: OrderSeen['files']): string[] {
  return files.map(({ format, size }) =>
    [files.length === 1 ? 'Download' : `Download ${format}`, describeSize(size)].filter(Boolean).join(', '),
  )
}

/** Describes an order's state for its buyer. */
export function describeOrder(order: OrderSeen): Message {
  const money = formatPaid(order.paid_kobo ?? order.amount_kobo, order.paid_currency)
  const rest = formatPaid((order.paid_kobo ?? order.amount_kobo) - order.refunded_kobo, order.paid_currency)
  // A part that goes back changes nothing else.
  switch (order.refund_part_kobo === null ? order.refund_state : null) {
    case 'agreed':
    case 'sent':
      return {
        title: 'Your refund is on its way',
        text: `Paystack sends ${rest} back to where you paid from. That takes up to ten working days. The file is closed.`,
      }
    case 'failed':
      return {
        title: 'Your refund is on its way',
        text: 'The first attempt failed. We are sending it again; you do not have to do anything. The file is closed.',
      }
    case 'processed':
      if (order.dispute_state === 'lost') {
        return {
          title: 'You have been refunded',
          text: `Your bank asked for ${money}, and it goes back through the bank. That may take some days. The file is closed.`,
        }
      }
      return {
        title: 'You have been refunded',
        text: `Paystack sent ${money} back. Your bank may take some days to show it. The file is closed.`,
      }
    default:
      return describeState(order, money)
  }
}

function describeState(order: OrderSeen, money: string): Message {
  if (order.is_uncertain) {
    return {
      title: 'Your payment is being checked',
      text: 'We have not heard from Paystack yet. This page refreshes automatically, and we email you when it is paid. You do not have to pay again.',
    }
  }
  switch (order.state) {
    case 'paid':
      return order.file !== 'here'
        ? withoutFile(order, money)
        : order.discount_code !== null && order.amount_kobo === 0
          ? {
              title: several(order) ? 'Your files are ready' : 'Your file is ready',
              text: `Your code made this free. A link to this page is on its way to ${order.email}.`,
            }
          : order.amount_kobo === 0
            ? several(order)
              ? { title: 'Your files are ready', text: 'They are free. Keep this page: it leads to the files again.' }
              : { title: 'Your file is ready', text: 'It is free. Keep this page: it leads to the file again.' }
            : {
                title: several(order) ? 'Paid. Your files are ready' : 'Paid. Your file is ready',
                text: `We have your ${money}. The receipt and a link to this page are on their way to ${order.email}.`,
              }
    case 'failed':
      return {
        title: 'The payment did not go through',
        text: 'We received no money. If your bank took the money, it usually comes back. If it does not, send us the order number.',
      }
    case 'abandoned':
      return {
        title: 'The payment was not finished',
        text: 'Nothing was charged. If you have just paid, stay here: this page will update within a minute.',
      }
    case 'wrong':
      return {
        title: 'We need to check your payment',
        text: `${describeWrong(order)} Someone will check it and write to ${order.email}. You lose nothing.`,
      }
    case 'revoked':
      if (order.dispute_state === 'lost') {
        return {
          title: 'This order is closed',
          text: 'Your bank requested a refund, which you get through the bank. The file is closed.',
        }
      }
      return { title: 'This order is closed', text: 'Its file is no longer available. Write to us if you do not know why.' }
    default:
      return order.is_checked
        ? {
            title: 'We are waiting for Paystack',
            text: 'Your payment is not confirmed yet. This page refreshes automatically, and we email you when it is paid. You do not have to pay again.',
          }
        : {
            title: 'The payment was not finished',
            text: 'Paystack did not report a payment. If your account was debited, write to us with the number of this order.',
          }
  }
}

const several = ({ files }: OrderSeen) => files.length > 1

/** Describes a paid order whose work has no file, temporarily or permanently. */
function withoutFile({ file, amount_kobo }: OrderSeen, money: string): Message {
  const had = amount_kobo === 0 ? '' : `We have your ${money}. `
  return file === 'checked'
    ? {
        title: 'The file is being checked',
        text: `${had}A reviewer looks at this work again. Come back in a day or two: the file is then on this page.`,
      }
    : {
        title: 'This work was withdrawn',
        text: `${had}Its file is no longer available.${
          amount_kobo === 0 ? '' : ' If you have not got it, request a refund here, or write to us with the number of this order.'
        }`,
      }
}

function describeWrong({ reason, amount_kobo }: OrderSeen): string {
  return reason === 'amount'
    ? `What was paid is not the price of ${formatKobo(amount_kobo)}.`
    : reason === 'currency'
      ? 'It was not paid in naira.'
      : 'It was not paid with real money.'
}

/** Describes the bank's dispute while it is open or was decided in our favour; null without one. */
function describeDispute({ dispute_state }: Pick<OrderSeen, 'dispute_state'>): string | null {
  switch (dispute_state) {
    case 'open':
      return 'Your bank asks for this money back in your name. We answer the bank, and it decides. Until then everything stays as it is. Did you not ask your bank? Write to us.'
    case 'won':
      return 'Your bank asked for this money back, and decided that the payment is valid. The file is yours.'
    default:
      return null
  }
}

/** Describes Paystack's refund of a part of an order that remains paid, or returns null. */
export function describePartRefund({ refund_state, refunded_kobo, paid_currency }: OrderSeen): string | null {
  return refunded_kobo === 0 || refund_state === 'processed'
    ? null
    : `Paystack sent ${formatPaid(refunded_kobo, paid_currency)} of your payment back. Your bank may take some days to show it.`
}

/** Describes a buyer's refund request, our reply or a partial refund while the file remains available, or returns null. */
function describeRefund({ refund_state, refund_response, refund_part_kobo, paid_currency }: OrderSeen): string | null {
  if (refund_part_kobo !== null) {
    return `Paystack sends ${formatPaid(refund_part_kobo, paid_currency)} of your payment back to where you paid from. That takes up to ten working days.`
  }
  switch (refund_state) {
    case 'asked':
      return 'You requested a refund. We usually answer by email within a working day.'
    case 'refused':
      return `You requested a refund, and we declined it${refund_response ? `: ${refund_response}` : '.'}`
    default:
      return null
  }
}

/** Returns the seconds until an order's page reloads, or null if no change is expected. */
export function reloadDelay(
  { state, refund_state, is_checked, is_uncertain, created_at }: OrderSeen,
  now: number,
): number | null {
  // A failed payment rarely changes, and a reload costs data. If it arrives after all, an email has the file.
  const isOpen = state === 'pending' || state === 'abandoned' || (state === 'failed' && is_uncertain)
  if (!isOpen || !is_checked || refund_state !== null) {
    return null
  }
  const age = (now - Date.parse(created_at)) / 1000
  // A buyer may come days later, from a reminder, just after a job asked Paystack.
  return age < 120 ? 4 : age < 900 || is_uncertain ? 15 : age < 7200 ? 60 : null
}

/** Returns the time until which a refund can be requested, if it can. */
function refundableUntil(order: OrderSeen, now: number): string | null {
  return order.state === 'paid' &&
    (order.refund_state === null || order.refund_state === 'partial') &&
    order.dispute_state !== 'open' &&
    order.refund_until !== null &&
    Date.parse(order.refund_until) > now
    ? formatDay(order.refund_until)
    : null
}
