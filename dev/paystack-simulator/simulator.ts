import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { getSignature } from '#functions/_shared/paystack-notice.ts'
import { addBanks } from './banks.ts'
import { type DisputeAct, openDisputes } from './disputes.ts'
import { Faults } from './faults.ts'
import { Ledger, type SimulatedPayment, type SimulatedRefund, type SimulatorSettings } from './ledger.ts'
import { addRefunds, charged, refunded } from './refunds.ts'
import * as requests from './requests.ts'
import { responses } from './responses.ts'
import { addTransfers, type SimulatedTransfers } from './transfers.ts'

/*
 * Simulates Paystack in demo mode, where no money moves, and in tests (docs/decisions/0033). It has the calls of
 * Paystack's OpenAPI description (PaystackOSS/openapi, dist/paystack.yaml) that Lamplight uses, rejects invalid
 * requests, and sends signed events.
 */

/** The origin of its API within this process. The host name does not resolve on any network. */
export const SIMULATOR_ORIGIN = 'http://paystack.invalid'

const { done, reject } = responses

type Options = {
  secretKey: string
  /** The URL of the site that serves its pages. */
  siteUrl: string
  /** The file for its payments; null: in memory only. */
  file: string | null
  /** Delivers an event as Paystack posts it. */
  tell(raw: Uint8Array<ArrayBuffer>, signature: string): Promise<void>
  now?: () => number
}

export type Act = 'pay' | 'fail' | 'leave'

export type PaystackSimulator = {
  secretKey: string
  /** Handles calls of the client. */
  fetch: typeof globalThis.fetch
  /** Faults of the next calls; tests enable them. */
  faults: Faults
  /** The fields of requests that the description does not have. */
  unknownFields: readonly string[]
  /** Returns the payment with this page code, or null. */
  paymentAt(code: string): SimulatedPayment | null
  /**
   * Performs an action of the checkout page. Returns the buyer's next URL, or null if the payment is finished. `other`
   * changes the charge.
   */
  act(code: string, act: Act, other?: { charged?: number; currency?: string }): string | null
  /** Performs an action on a paid payment. Returns false if it is not possible. */
  dispute(code: string, act: DisputeAct): boolean
  /**
   * Refunds a payment as Paystack's dashboard does (kobo; all that is left by default). Returns null if less is left.
   */
  refund(code: string, amount?: number): SimulatedRefund | null
  /** Ends a refund as failed or needing attention. Returns false if the refund does not exist. */
  endRefund(id: number, status: 'failed' | 'needs-attention'): boolean
  transfers: SimulatedTransfers
  /** Returns its balance (kobo) and transfer settings. */
  settings(): SimulatorSettings
  /** Changes its balance and transfer settings. */
  set(settings: SimulatorSettings): void
}

/** Returns Paystack's published fee in kobo: 1.5% and ₦100 from ₦2,500, at most ₦2,000. */
function getFee(amount: number): number {
  return Math.min(Math.ceil((amount * 15) / 1000) + (amount >= 250_000 ? 10_000 : 0), 200_000)
}

export function openPaystackSimulator({ secretKey, siteUrl, file, tell, now = Date.now }: Options): PaystackSimulator {
  const ledger = new Ledger(file)
  const api = new Hono()
  const faults = new Faults()
  const unknownFields: string[] = []
  const unknown = (field: string) => void unknownFields.push(field)

  function sendEvent(event: string, data: unknown): void {
    const raw = new TextEncoder().encode(JSON.stringify({ event, data }))
    tell(raw, getSignature(raw, secretKey)).catch((error: unknown) =>
      console.error(`The simulator could not deliver its event ${event}: ${String(error)}`),
    )
  }

  const disputes = openDisputes({ ledger, now, unknown, getTransaction, sendEvent })
  // Upload URLs are signed, so the file is sent without a key.
  api.route('/dispute-files', disputes.uploads)
  api.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${secretKey}` ? next() : reject(401, 'Invalid key', 'invalid_Key'),
  )
  api.post('/transaction/initialize', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.initialize, unknown)
    if (rejection) {
      return rejection
    }
    const { email, amount, currency, reference = randomBytes(8).toString('hex'), callback_url, metadata } = values
    if (currency !== 'NGN') {
      return reject(400, 'Currency not supported by merchant', 'unsupported_currency')
    }
    if (ledger.find((payment) => payment.reference === reference)) {
      return reject(400, 'Duplicate Transaction Reference', 'duplicate_reference')
    }
    const code = randomBytes(10).toString('hex')
    ledger.add({
      id: ledger.nextId(),
      reference,
      code,
      email,
      amount,
      currency,
      // Paystack reports a payment without an attempt as abandoned.
      status: 'abandoned',
      callback: callback_url ?? null,
      cancel: metadata?.cancel_action ?? null,
      paidAt: null,
      startedAt: now(),
      refunds: [],
      disputes: [],
    })
    return done('Authorization URL created', {
      authorization_url: `${siteUrl}/dev/paystack/${code}`,
      access_code: code,
      reference,
    })
  })
  api.get('/transaction/verify/:reference', (c) => {
    const payment = ledger.find(({ reference }) => reference === c.req.param('reference'))
    return payment
      ? done('Verification successful', getTransaction(payment))
      : reject(404, 'Transaction reference not found.', 'transaction_not_found')
  })
  api.get('/transaction', (c) =>
    requests.listPage(
      c,
      ledger.payments.map((payment) => ({ at: payment.startedAt, data: getTransaction(payment) })),
    ),
  )
  const refunds = addRefunds(api, { ledger, now, unknown, sendEvent })
  api.route('/dispute', disputes.calls)
  addBanks(api)
  const transfers = addTransfers(api, { ledger, now, unknown, tell: sendEvent })
  // Paystack handles a wrong method like an unknown path.
  api.notFound(() => reject(404, 'The requested resource was not found', 'not_found'))

  const payments = { at: (code: string) => ledger.find((payment) => payment.code === code) ?? null }
  const back = (payment: SimulatedPayment): string => {
    const address = new URL(payment.callback ?? siteUrl)
    address.searchParams.set('trxref', payment.reference)
    address.searchParams.set('reference', payment.reference)
    return address.href
  }

  return {
    secretKey,
    transfers,
    faults,
    unknownFields,
    settings: () => ({ ...ledger.settings }),
    set(settings) {
      Object.assign(ledger.settings, settings)
      ledger.save()
    },
    fetch: (input, init) => faults.pass(new Request(input, init), (request) => api.fetch(request)),
    paymentAt: payments.at,
    dispute(code, act) {
      const payment = payments.at(code)
      return payment !== null && disputes.act(payment, act)
    },
    refund(code, amount) {
      const payment = payments.at(code)
      return payment && refunds.make(payment, amount, '', 'dashboard')
    },
    endRefund: refunds.end,
    act(code, act, other = {}) {
      const payment = payments.at(code)
      if (!payment || payment.status === 'success') {
        return null
      }
      if (act === 'leave') {
        return payment.cancel ?? siteUrl
      }
      if (act === 'fail') {
        payment.status = 'failed'
        ledger.save()
        return back(payment)
      }
      Object.assign(payment, other, { status: 'success', paidAt: now() })
      ledger.settings.balance += charged(payment) - getFee(charged(payment))
      ledger.save()
      sendEvent('charge.success', getTransaction(payment))
      return back(payment)
    },
  }
}

/** Returns a payment as verify and the list do. A partial refund leaves it `success`. */
function getTransaction(payment: SimulatedPayment) {
  const { id, reference, amount, currency, paidAt, status, email } = payment
  const at = (moment: number | null | undefined) =>
    moment === null || moment === undefined ? null : new Date(moment).toISOString()
  return {
    id,
    domain: 'test',
    status: status === 'success' && refunded(payment) >= charged(payment) ? 'reversed' : status,
    reference,
    receipt_number: null,
    amount: charged(payment),
    requested_amount: amount,
    message: null,
    gateway_response: status === 'success' ? 'Successful' : 'The transaction was not completed',
    paid_at: at(paidAt),
    paidAt: at(paidAt),
    created_at: at(payment.startedAt),
    createdAt: at(payment.startedAt),
    transaction_date: at(payment.startedAt),
    channel: 'card',
    currency,
    ip_address: '127.0.0.1',
    metadata: '',
    log: null,
    fees: paidAt === null ? null : getFee(charged(payment)),
    fees_split: null,
    fees_breakdown: null,
    authorization: {},
    customer: {
      id: 1,
      first_name: null,
      last_name: null,
      email,
      customer_code: 'CUS_simulated',
      phone: null,
      metadata: null,
      risk_action: 'default',
    },
    plan: null,
    plan_object: {},
    split: {},
    subaccount: {},
    order_id: null,
    pos_transaction_data: null,
    source: null,
    connect: null,
  }
}
