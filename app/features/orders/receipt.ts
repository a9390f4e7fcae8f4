import type { Receipt } from '#app/services/orders.ts'
import type { Paper } from '#app/services/papers.ts'
import { formatDay, formatMoment } from '../../platform/text/dates.ts'
import { formatKobo, formatPaid } from '../../platform/text/money.ts'
import type { business, Texts } from '../settings/defaults.ts'

/** Days in which an invoice is to be paid. Unpaid orders are deleted after thirty. */
const DAYS_TO_PAY = 14

type Seller = Texts<typeof business> & { site: string; email: string }

/**
 * Describes the receipt of an order, or before its payment the invoice, as the page and the PDF show it
 * (docs/decisions/0064). `address`: where the order is paid and opened.
 */
export function describeReceipt(receipt: Receipt, seller: Seller, address: string): Paper {
  const isPaid = receipt.paid_kobo !== null
  const isTest = receipt.domain === 'test'
  const inWords = (kobo: number) => formatPaid(kobo, receipt.currency)
  const paid = receipt.paid_kobo ?? receipt.amount_kobo
  const back = receipt.refunds.reduce((sum, refund) => sum + refund.amount_kobo, 0)
  const payer = [receipt.payer_name, receipt.payer_school, receipt.email].filter((line) => line !== '')
  return {
    seller: {
      name: seller.business_name || seller.site,
      lines: [
        ...seller.business_address.split('\n').map((line) => line.trim()),
        seller.email,
        seller.business_tax_number && `Tax number ${seller.business_tax_number}`,
      ].filter((line) => line !== ''),
    },
    title: isPaid ? `Receipt ${receipt.number}` : `Invoice ${receipt.reference}`,
    date: isPaid
      ? formatMoment(receipt.paid_at ?? receipt.created_at)
      : `${formatDay(receipt.created_at)}, to be paid by ${formatDay(getLastDay(receipt))}`,
    stamp: isPaid ? { text: getStamp(back, paid), isGood: back === 0 } : { text: 'Not paid yet', isGood: false },
    facts: [
      ...(payer.length > 0 ? [{ term: isPaid ? 'For' : 'To', lines: payer }] : []),
      { term: 'Order', lines: [receipt.reference] },
      ...(isPaid
        ? [{ term: 'Paid through', lines: [isTest ? 'a simulation of Paystack: no money moved' : 'Paystack'] }]
        : [
            {
              term: 'How to pay',
              lines: [address, 'By bank transfer, card or USSD. The page shows the account to transfer to, or takes a card.'],
            },
          ]),
    ],
    rows: [
      {
        text: receipt.title,
        note: 'A file, and reading it online',
        amount: formatKobo(receipt.list_kobo ?? receipt.amount_kobo),
      },
      ...(receipt.list_kobo === null
        ? []
        : [{ text: `Code ${receipt.discount_code}`, amount: `−${formatKobo(receipt.list_kobo - receipt.amount_kobo)}` }]),
      { text: isPaid ? 'Paid' : 'To pay', amount: inWords(paid), isTotal: true },
      ...(receipt.vat_hundredths > 0
        ? [
            {
              text: `VAT of ${receipt.vat_hundredths / 100} % in it`,
              amount: inWords(receipt.vat_kobo),
            },
          ]
        : []),
      ...receipt.refunds.map((refund) => ({
        text: `Refunded on ${formatDay(refund.made_at)}`,
        amount: `−${inWords(refund.amount_kobo)}`,
      })),
      ...(back > 0 ? [{ text: 'Paid after the refund', amount: inWords(paid - back), isTotal: true as const }] : []),
    ],
    notes: [
      ...(isTest ? ['This is a demo. It proves no payment.'] : []),
      isPaid
        ? 'A work to learn from: cite it, and do not submit it as your own.'
        : 'The work opens when the money has come. This page is no receipt. Anyone with the address above can open the work after it is paid.',
      `Questions: ${seller.email}, with the number of the order.`,
    ],
  }
}

function getStamp(back: number, paid: number): string {
  return back === 0 ? 'Paid' : back < paid ? 'Partly refunded' : 'Refunded'
}

/** Returns the last day on which an invoice is to be paid. */
function getLastDay(receipt: Receipt): Date {
  return new Date(Date.parse(receipt.created_at) + DAYS_TO_PAY * 24 * 60 * 60 * 1000)
}
