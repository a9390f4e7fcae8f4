import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import * as v from 'valibot'
import { signatureOf } from '../../supabase/functions/_shared/paystack-notice.ts'
import { type DisputeAct, openDisputes } from './disputes.ts'
import { answers } from './responses.ts'
import { addBanks } from './banks.ts'
import { Ledger, type SimulatedPayment, type SimulatorSettings } from './ledger.ts'
import * as requests from './requests.ts'
import { addLists } from './lists.ts'
import { addTransfers, type SimulatedTransfers } from './transfers.ts'

/*
 * Stands in for Paystack in a trial run, where no money moves (docs/decisions/0033). It speaks the part of Paystack's HTTP protocol that we use, refuses
 * what Paystack's description refuses, and sends signed events. The trial's page and the tests use this one; there is no other.
 */

/** The origin of its API for code in this process. The name cannot be resolved on a network. */
export const SIMULATOR_ORIGIN = 'http://paystack.invalid'
/** After so many milliseconds a refund is processed. */
const REFUND_MS = 1500

type Options = {
  secretKey: string
  /** The address of the site, on which the page is shown. */
  siteUrl: string
  /** Where it remembers payments; null: in memory alone. */
  file: string | null
  /** Sends an event, as Paystack posts it. */
  tell(raw: Uint8Array<ArrayBuffer>, signature: string): Promise<void>
  now?: () => number
}

export type Act = 'pay' | 'fail' | 'leave'

export type PaystackSimulator = {
  secretKey: string
  /** Answers calls of the client. */
  fetch: typeof globalThis.fetch
  /** The payment of a page's code; null when there is none. */
  paymentAt(code: string): SimulatedPayment | null
  /** Does what a button of the page says. Returns where the buyer goes, or null when the payment is over. */
  act(code: string, act: Act): string | null
  /** Does what a button of the page of a paid payment says. False when that is not possible. */
  dispute(code: string, act: DisputeAct): boolean
  transfers: SimulatedTransfers
  /** What lies in it and how its transfers go; kobo. */
  settings(): SimulatorSettings
  /** Changes that. */
  set(settings: SimulatorSettings): void
}

/** Paystack's published fee in kobo: 1.5 % and ₦100 from ₦2,500 on, at most ₦2,000. */
function feeOf(amount: number): number {
  return Math.min(Math.ceil((amount * 15) / 1000) + (amount >= 250_000 ? 10_000 : 0), 200_000)
}

export function openPaystackSimulator({ secretKey, siteUrl, file, tell, now = Date.now }: Options): PaystackSimulator {
  const ledger = new Ledger(file)
  const api = new Hono()

  const { done, refuse } = answers
  const refundState = (at: number) => (now() - at >= REFUND_MS ? 'processed' : 'pending')
  const refunded = ({ refunds }: SimulatedPayment) => refunds.reduce((sum, { amount }) => sum + amount, 0)

  function transactionOf(payment: SimulatedPayment) {
    const { id, reference, amount, paidAt, status } = payment
    return {
      id,
      domain: 'test',
      status: status === 'success' && refunded(payment) === amount ? 'reversed' : status,
      reference,
      amount,
      requested_amount: amount,
      currency: 'NGN',
      fees: paidAt === null ? null : feeOf(amount),
      paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
      created_at: new Date(payment.startedAt ?? paidAt ?? 0).toISOString(),
      metadata: '',
    }
  }

  function sendEvent(event: string, data: unknown): void {
    const raw = new TextEncoder().encode(JSON.stringify({ event, data }))
    signatureOf(raw, secretKey)
      .then((signature) => tell(raw, signature))
      .catch((error: unknown) => console.error(`The simulator's event ${event} did not arrive: ${String(error)}`))
  }

  const disputes = openDisputes({ ledger, now, done, refuse, transactionOf, sendEvent })
  // Whoever has the address of an upload may send the file; it asks for no key.
  api.route('/dispute-files', disputes.uploads)
  api.use('*', async (c, next) =>
    c.req.header('authorization') === `Bearer ${secretKey}` ? next() : refuse(401, 'Invalid key', 'invalid_Key'),
  )
  api.post('/transaction/initialize', async (c) => {
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.initialize), await c.req.text())
    if (!given.success) {
      return refuse(400, `Invalid value: ${v.getDotPath(given.issues[0]) ?? 'body'}`, 'invalid_params')
    }
    const { email, amount, reference = randomBytes(8).toString('hex'), callback_url, metadata } = given.output
    if (ledger.find((payment) => payment.reference === reference)) {
      return refuse(400, 'Duplicate Transaction Reference', 'duplicate_reference')
    }
    const code = randomBytes(10).toString('hex')
    ledger.add({
      id: ledger.nextId(),
      reference,
      code,
      email,
      amount,
      // Paystack calls a payment that nobody has tried yet abandoned.
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
      ? done('Verification successful', transactionOf(payment))
      : refuse(404, 'Transaction reference not found.', 'transaction_not_found')
  })
  api.post('/refund', async (c) => {
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.refund), await c.req.text())
    if (!given.success) {
      return refuse(400, `Invalid value: ${v.getDotPath(given.issues[0]) ?? 'body'}`, 'invalid_params')
    }
    const { transaction: named, amount } = given.output
    const payment = ledger.find(({ id, reference }) => reference === named || String(id) === named)
    if (!payment) {
      return refuse(404, 'Transaction not found', 'transaction_not_found')
    }
    const left = payment.amount - refunded(payment)
    if (payment.status !== 'success' || left === 0) {
      return refuse(400, 'Transaction has been fully reversed, or was never paid', 'transaction_reversed')
    }
    if ((amount ?? left) > left) {
      return refuse(400, 'Refund amount cannot be more than the amount left', 'invalid_amount')
    }
    const made = { id: ledger.nextId(), amount: amount ?? left, at: now() }
    payment.refunds.push(made)
    ledger.save()
    setTimeout(
      () =>
        sendEvent('refund.processed', {
          status: 'processed',
          transaction_reference: payment.reference,
          refund_reference: null,
          // A text here and a number elsewhere, as in Paystack's own samples.
          amount: String(made.amount),
          currency: 'NGN',
          domain: 'test',
        }),
      REFUND_MS,
    ).unref()
    return done('Refund has been queued for processing', { ...made, status: 'pending', currency: 'NGN', domain: 'test' })
  })
  api.get('/refund/:id', (c) => {
    const found = ledger
      .find(({ refunds }) => refunds.some(({ id }) => String(id) === c.req.param('id')))
      ?.refunds.find(({ id }) => String(id) === c.req.param('id'))
    return found
      ? done('Refund retrieved', {
          id: found.id,
          amount: found.amount,
          status: refundState(found.at),
          currency: 'NGN',
          domain: 'test',
        })
      : refuse(404, 'Refund not found', 'not_found')
  })
  api.route('/dispute', disputes.calls)
  addBanks(api, answers)
  const transfers = addTransfers(api, { ...answers, ledger, now, tell: sendEvent })
  addLists(api, {
    ...answers,
    payments: () =>
      ledger.payments.map((payment) => ({ at: payment.startedAt ?? payment.paidAt ?? 0, data: transactionOf(payment) })),
    transfers: transfers.listed,
  })
  api.notFound(() => refuse(404, 'There is no such call', 'not_found'))

  const back = (payment: SimulatedPayment): string => {
    const address = new URL(payment.callback ?? siteUrl)
    address.searchParams.set('trxref', payment.reference)
    address.searchParams.set('reference', payment.reference)
    return address.href
  }

  return {
    secretKey,
    transfers,
    settings: () => ({ ...ledger.settings }),
    set(settings) {
      Object.assign(ledger.settings, settings)
      ledger.save()
    },
    fetch: async (input, init) => api.fetch(new Request(input, init)),
    paymentAt: (code) => ledger.find((payment) => payment.code === code) ?? null,
    dispute(code, act) {
      const payment = ledger.find((each) => each.code === code)
      return payment !== undefined && disputes.act(payment, act)
    },
    act(code, act) {
      const payment = ledger.find((each) => each.code === code)
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
      payment.status = 'success'
      payment.paidAt = now()
      ledger.settings.balance += payment.amount - feeOf(payment.amount)
      ledger.save()
      sendEvent('charge.success', transactionOf(payment))
      return back(payment)
    },
  }
}
