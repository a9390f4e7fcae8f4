import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { Ledger, SimulatedDispute, SimulatedPayment } from './ledger.ts'
import { charged } from './refunds.ts'
import * as requests from './requests.ts'
import { responses } from './responses.ts'

const { done, reject } = responses

/** Time to respond to a dispute in milliseconds. Paystack accepts it automatically afterwards. */
export const ANSWER_MS = 24 * 3_600_000

const STATUSES = new Set(['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved'])

/** Actions of the simulator page on a paid payment: the bank disputes it, and decides after we decline. */
export type DisputeAct = 'dispute' | 'for-us' | 'for-buyer'

type Options = {
  ledger: Ledger
  now(): number
  unknown(field: string): void
  /** Returns a payment as Paystack's API does. */
  getTransaction(payment: SimulatedPayment): Record<string, unknown>
  sendEvent(event: string, data: unknown): void
}

/** Creates the disputes of the simulator, with the calls and events of Paystack's OpenAPI description. */
export function openDisputes({ ledger, now, unknown: unknownField, getTransaction, sendEvent }: Options) {
  const calls = new Hono()
  const uploads = new Hono()

  function result(payment: SimulatedPayment, dispute: SimulatedDispute) {
    const at = (moment: number) => new Date(moment).toISOString()
    return {
      id: dispute.id,
      refund_amount: dispute.amount,
      currency: 'NGN',
      status: dispute.status,
      resolution: dispute.resolution,
      domain: 'test',
      transaction: getTransaction(payment),
      transaction_reference: null,
      category: 'chargeback',
      customer: { id: 1, first_name: null, email: payment.email },
      dueAt: at(dispute.dueAt),
      resolvedAt: dispute.status === 'resolved' ? at(dispute.updatedAt) : null,
      evidence: null,
      attachments: null,
      messages: [
        { sender: payment.email, body: 'Customer complained about debit without value', createdAt: at(dispute.createdAt) },
      ],
      createdAt: at(dispute.createdAt),
      updatedAt: at(dispute.updatedAt),
    }
  }

  function resolveAs(
    payment: SimulatedPayment,
    dispute: SimulatedDispute,
    resolution: NonNullable<SimulatedDispute['resolution']>,
  ) {
    Object.assign(dispute, { status: 'resolved', resolution, updatedAt: now() })
    if (resolution !== 'declined') {
      payment.refunds.push({
        id: ledger.nextId(),
        amount: dispute.amount,
        at: now(),
        status: null,
        note: '',
        by: 'dispute',
        dispute: dispute.id,
      })
    }
    ledger.save()
    sendEvent('charge.dispute.resolve', result(payment, dispute))
  }

  /** Returns all disputes. Accepts those whose response time has ended. */
  function all(): { payment: SimulatedPayment; dispute: SimulatedDispute }[] {
    const found = ledger.all().flatMap((payment) => payment.disputes.map((dispute) => ({ payment, dispute })))
    for (const { payment, dispute } of found) {
      if (dispute.status === 'awaiting-merchant-feedback' && dispute.dueAt < now()) {
        resolveAs(payment, dispute, 'auto-accepted')
      }
    }
    return found
  }
  const find = (id: string) => all().find(({ dispute }) => String(dispute.id) === id)
  const unknown = () => reject(404, 'Dispute not found', 'not_found')

  calls.get('/', (c) => {
    const { transaction, status } = c.req.query()
    if (status !== undefined && !STATUSES.has(status)) {
      return reject(400, 'Invalid value: status', 'invalid_params')
    }
    return requests.listPage(
      c,
      all()
        .filter(
          ({ payment, dispute }) =>
            (transaction === undefined || String(payment.id) === transaction) &&
            (status === undefined || dispute.status === status),
        )
        .map(({ payment, dispute }) => ({ at: dispute.createdAt, data: result(payment, dispute) })),
    )
  })
  calls.get('/:id', (c) => {
    const found = find(c.req.param('id'))
    return found ? done('Dispute retrieved', result(found.payment, found.dispute)) : unknown()
  })
  calls.get('/:id/upload_url', (c) => {
    const found = find(c.req.param('id'))
    if (!found) {
      return unknown()
    }
    if (!c.req.query('upload_filename')) {
      return reject(400, 'upload_filename is required', 'missing_params')
    }
    const fileName = randomBytes(10).toString('hex')
    found.dispute.files[fileName] = false
    ledger.save()
    return done('Upload url generated', { signedUrl: `${new URL(c.req.url).origin}/dispute-files/${fileName}`, fileName })
  })
  uploads.put('/:name', async (c) => {
    const name = c.req.param('name')
    const found = all().find(({ dispute }) => name in dispute.files)
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    if (!found || bytes.length === 0) {
      return new Response(null, { status: 403 })
    }
    found.dispute.files[name] = true
    ledger.save()
    return new Response(null, { status: 200 })
  })
  calls.post('/:id/evidence', async (c) => {
    const found = find(c.req.param('id'))
    if (!found) {
      return unknown()
    }
    const { values, rejection } = await requests.readBody(c, requests.evidence, unknownField)
    if (rejection) {
      return rejection
    }
    found.dispute.evidence = ledger.nextId()
    ledger.save()
    return done('Evidence created', { ...values, dispute: found.dispute.id, id: found.dispute.evidence })
  })
  calls.put('/:id/resolve', async (c) => {
    const found = find(c.req.param('id'))
    if (!found) {
      return unknown()
    }
    const { values, rejection } = await requests.readBody(c, requests.resolve, unknownField)
    if (rejection) {
      return rejection
    }
    const { payment, dispute } = found
    const { resolution, refund_amount: amount, uploaded_filename: file, evidence } = values
    if (dispute.status !== 'awaiting-merchant-feedback') {
      return reject(400, 'Dispute is not awaiting your feedback', 'invalid_dispute_state')
    }
    if (dispute.files[file] !== true) {
      return reject(400, 'The file was not uploaded', 'invalid_params')
    }
    if (amount > charged(payment) || (evidence !== undefined && evidence !== dispute.evidence)) {
      return reject(400, 'Amount or evidence do not fit the dispute', 'invalid_params')
    }
    if (resolution === 'declined') {
      Object.assign(dispute, { status: 'awaiting-bank-feedback', updatedAt: now() })
      ledger.save()
    } else {
      dispute.amount = amount
      resolveAs(payment, dispute, resolution)
    }
    return done('Dispute successfully resolved', result(payment, dispute))
  })

  /** Performs an action of the simulator page. Returns false if it is not possible. */
  function act(payment: SimulatedPayment, what: DisputeAct): boolean {
    const last = payment.disputes.at(-1)
    if (what === 'dispute') {
      if (payment.status !== 'success' || (last && last.status !== 'resolved')) {
        return false
      }
      const created: SimulatedDispute = {
        id: ledger.nextId(),
        amount: charged(payment),
        status: 'awaiting-merchant-feedback',
        resolution: null,
        createdAt: now(),
        dueAt: now() + ANSWER_MS,
        updatedAt: now(),
        evidence: null,
        files: {},
      }
      payment.disputes.push(created)
      ledger.save()
      sendEvent('charge.dispute.create', result(payment, created))
      return true
    }
    if (last?.status !== 'awaiting-bank-feedback') {
      return false
    }
    resolveAs(payment, last, what === 'for-us' ? 'declined' : 'merchant-accepted')
    return true
  }

  return { calls, uploads, act }
}
