import type { Hono } from 'hono'
import type { Ledger, SimulatedPayment, SimulatedRefund } from './ledger.ts'
import * as requests from './requests.ts'
import { responses } from './responses.ts'

const { done, reject } = responses

/** Milliseconds until a refund is processed. */
const REFUND_MS = 1500

type Services = {
  ledger: Ledger
  now(): number
  unknown(field: string): void
  sendEvent(event: string, data: unknown): void
}

export const charged = ({ charged: kobo, amount }: SimulatedPayment) => kobo ?? amount

/** Returns the refunded kobo, including pending refunds. */
export const refunded = ({ refunds }: SimulatedPayment) =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)

/**
 * Adds the calls and events for refunds. `make` creates one as Paystack's dashboard does, or returns null if less is
 * left.
 */
export function addRefunds(api: Hono, { ledger, now, unknown, sendEvent }: Services) {
  const statusOf = ({ status, at }: SimulatedRefund) => status ?? (now() - at >= REFUND_MS ? 'processed' : 'pending')
  const getData = (payment: SimulatedPayment, refund: SimulatedRefund) => ({
    integration: 100_000,
    transaction: payment.id,
    dispute: refund.dispute,
    settlement: null,
    id: refund.id,
    domain: 'test',
    currency: payment.currency,
    amount: refund.amount,
    status: statusOf(refund),
    refunded_at: statusOf(refund) === 'processed' ? new Date(refund.at + REFUND_MS).toISOString() : null,
    refunded_by: refund.by,
    customer_note: '',
    merchant_note: refund.note,
    deducted_amount: refund.amount,
    fully_deducted: 1,
    createdAt: new Date(refund.at).toISOString(),
    bank_reference: null,
    transaction_reference: payment.reference,
    reason: '',
    customer: {
      id: 1,
      first_name: '',
      last_name: '',
      email: payment.email,
      customer_code: 'CUS_simulated',
      phone: null,
      metadata: '',
      risk_action: 'default',
      international_format_phone: '',
    },
    refund_type: refund.amount < charged(payment) ? 'partial' : 'full',
    transaction_amount: charged(payment),
    initiated_by: refund.by,
    refund_channel: 'migs',
    session_id: null,
    collect_account_number: false,
  })
  const all = () => ledger.payments.flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))

  function tell(event: string, payment: SimulatedPayment, refund: SimulatedRefund): void {
    sendEvent(event, {
      status: event.slice('refund.'.length),
      transaction_reference: payment.reference,
      refund_reference: null,
      // A string here and a number elsewhere, as in Paystack's samples.
      amount: String(refund.amount),
      currency: payment.currency,
      domain: 'test',
    })
  }

  function make(payment: SimulatedPayment, amount: number | undefined, note: string, by: string): SimulatedRefund | null {
    const left = charged(payment) - refunded(payment)
    if (payment.status !== 'success' || left <= 0 || (amount ?? left) > left || (amount ?? left) < 1) {
      return null
    }
    const refund = { id: ledger.nextId(), amount: amount ?? left, at: now(), status: null, note, by, dispute: null }
    payment.refunds.push(refund)
    ledger.save()
    tell('refund.pending', payment, refund)
    setTimeout(() => {
      if (refund.status === null) {
        tell('refund.processed', payment, refund)
      }
    }, REFUND_MS).unref()
    return refund
  }

  api.post('/refund', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.refund, unknown)
    if (rejection) {
      return rejection
    }
    const { transaction: named, amount, currency, merchant_note: note = '' } = values
    const payment = ledger.find(({ id, reference }) => reference === named || String(id) === named)
    if (!payment) {
      return reject(404, 'Transaction not found', 'transaction_not_found')
    }
    if (currency !== undefined && currency !== payment.currency) {
      return reject(400, `Currency must be that of the transaction, ${payment.currency}`, 'invalid_params')
    }
    if (payment.status !== 'success' || refunded(payment) >= charged(payment)) {
      return reject(400, 'Transaction has been fully reversed, or was never paid', 'transaction_reversed')
    }
    const refund = make(payment, amount, note, 'api')
    if (refund === null) {
      return reject(400, 'Refund amount cannot be more than the amount left', 'invalid_amount')
    }
    const { transaction: id, ...data } = getData(payment, refund)
    return done('Refund has been queued for processing', {
      ...data,
      fully_deducted: true,
      channel: null,
      expected_at: new Date(refund.at + REFUND_MS).toISOString(),
      updatedAt: data.createdAt,
      transaction: {
        id,
        domain: 'test',
        reference: payment.reference,
        amount: charged(payment),
        paid_at: payment.paidAt === null ? null : new Date(payment.paidAt).toISOString(),
        channel: 'card',
        currency: payment.currency,
      },
    })
  })
  api.get('/refund', (c) =>
    requests.listPage(
      c,
      all()
        .map(({ payment, refund }) => ({ at: refund.at, data: getData(payment, refund) }))
        .toSorted((one, other) => one.at - other.at),
    ),
  )
  api.get('/refund/:id', (c) => {
    const id = c.req.param('id')
    if (!/^\d+$/.test(id)) {
      return reject(400, 'Invalid refund id', 'invalid_params')
    }
    const found = all().find(({ refund }) => String(refund.id) === id)
    return found ? done('Refund retrieved', getData(found.payment, found.refund)) : reject(404, 'Refund not found', 'not_found')
  })

  return {
    make,
    /** Ends a refund as failed or needing attention. Returns false if the refund does not exist. */
    end(id: number, status: 'failed' | 'needs-attention'): boolean {
      const found = all().find(({ refund }) => refund.id === id)
      if (!found) {
        return false
      }
      found.refund.status = status
      ledger.save()
      tell(`refund.${status}`, found.payment, found.refund)
      return true
    },
  }
}
