import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { transferFee } from '#app/features/money/transfer-fee.ts'
import { getHolder, isBank } from './banks.ts'
import type { Ledger, SimulatedTransfer } from './ledger.ts'
import * as requests from './requests.ts'
import { responses } from './responses.ts'

const { done, reject } = responses

/** The one-time code that Paystack would send by text message. */
export const CODE = '123456'
/** Milliseconds until a transfer without a required code succeeds. */
const TRANSFER_MS = 1500

type Services = {
  ledger: Ledger
  now: () => number
  unknown(field: string): void
  /** Sends an event. */
  tell(event: string, data: unknown): void
}

export type TransferAct = 'fail' | 'reverse'

/** The simulator page's actions on transfers. */
export type SimulatedTransfers = {
  all(): readonly SimulatedTransfer[]
  /** Fails or reverses a transfer. Returns false if its state does not allow that. */
  act(reference: string, act: TransferAct): boolean
}

const taken = ({ amount }: SimulatedTransfer) => amount + transferFee(amount)

/** Adds the calls for recipients, transfers and the balance. */
export function addTransfers(api: Hono, { ledger, now, unknown, tell }: Services): SimulatedTransfers {
  const find = (holds: (transfer: SimulatedTransfer) => boolean) => ledger.transfers.find(holds)
  const getData = (transfer: SimulatedTransfer) => ({
    id: transfer.id,
    integration: 100_000,
    domain: 'test',
    amount: transfer.amount,
    currency: 'NGN',
    reference: transfer.reference,
    source: 'balance',
    source_details: null,
    reason: transfer.reason,
    status: transfer.status,
    failures: null,
    transfer_code: transfer.code,
    fee_charged: transfer.status === 'success' ? transferFee(transfer.amount) : 0,
    transferred_at: null,
    titan_code: null,
    transfersessionid: [],
    transfertrials: [],
    request: transfer.id,
    recipient: 1,
    session: { provider: null, id: null },
    fees_breakdown: null,
    gateway_response: null,
    createdAt: new Date(transfer.at).toISOString(),
    updatedAt: new Date(transfer.at).toISOString(),
  })

  /** Completes pending transfers that are due, also those of the time in which our process was down. */
  function makeDue(): void {
    for (const transfer of ledger.transfers) {
      if (transfer.status === 'pending' && transfer.readyAt !== null && now() >= transfer.readyAt) {
        transfer.status = ledger.settings.transfersFail ? 'failed' : 'success'
        if (transfer.status === 'failed') {
          ledger.settings.balance += taken(transfer)
        }
        ledger.save()
        tell(`transfer.${transfer.status}`, getData(transfer))
      }
    }
  }
  function send(transfer: SimulatedTransfer): void {
    transfer.status = 'pending'
    transfer.readyAt = now() + TRANSFER_MS
    ledger.save()
    setTimeout(makeDue, TRANSFER_MS + 10).unref()
  }

  api.get('/balance', () => done('Balances retrieved', [{ currency: 'NGN', balance: ledger.settings.balance }]))
  api.post('/transferrecipient', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.transferRecipient, unknown)
    if (rejection) {
      return rejection
    }
    const { account_number, bank_code, name } = values
    if (values.type !== 'nuban' || values.currency !== 'NGN') {
      return reject(400, 'Only nuban accounts in NGN are simulated', 'invalid_params')
    }
    if (!isBank(bank_code)) {
      return reject(400, 'Unknown bank code', 'invalid_bank_code')
    }
    if (getHolder(account_number) === null) {
      return reject(400, 'Account details are invalid', 'invalid_account_details')
    }
    const known = ledger.recipients.find((each) => each.number === account_number && each.bank === bank_code)
    const one = known ?? { code: `RCP_${randomBytes(8).toString('hex')}`, number: account_number, bank: bank_code }
    if (!known) {
      ledger.recipients.push(one)
      ledger.save()
    }
    return done(
      'Transfer recipient created successfully',
      {
        active: true,
        createdAt: new Date(now()).toISOString(),
        updatedAt: new Date(now()).toISOString(),
        currency: 'NGN',
        description: '',
        domain: 'test',
        email: '',
        id: 1,
        integration: 100_000,
        name,
        recipient_code: one.code,
        type: 'nuban',
        is_deleted: false,
        isDeleted: false,
        details: { authorization_code: null, account_number, account_name: getHolder(account_number), bank_code, bank_name: '' },
      },
      { status: 201 },
    )
  })
  api.post('/transfer', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.transfer, unknown)
    if (rejection) {
      return rejection
    }
    const { amount, recipient, reference, reason = '' } = values
    if (values.currency !== 'NGN') {
      return reject(400, 'Currency not supported by merchant', 'unsupported_currency')
    }
    if (find((each) => each.reference === reference)) {
      return reject(
        400,
        'Please provide a unique reference. Reference already exists on a transfer',
        'duplicate_transfer_reference',
      )
    }
    if (!ledger.recipients.some(({ code }) => code === recipient)) {
      return reject(404, 'Recipient specified is invalid', 'invalid_transfer_recipient')
    }
    if (amount + transferFee(amount) > ledger.settings.balance) {
      return reject(400, 'Your balance is not enough to fulfil this request', 'insufficient_balance')
    }
    const code = `TRF_${randomBytes(8).toString('hex')}`
    const created: SimulatedTransfer = {
      id: ledger.nextId(),
      reference,
      code,
      recipient,
      amount,
      reason,
      status: 'otp',
      at: now(),
      readyAt: null,
    }
    ledger.settings.balance -= taken(created)
    ledger.transfers.push(created)
    ledger.save()
    if (ledger.settings.asksForCode) {
      return done('Transfer requires OTP to continue', getData(created))
    }
    send(created)
    return done('Transfer has been queued', getData(created))
  })
  api.post('/transfer/finalize_transfer', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.finalizeTransfer, unknown)
    if (rejection) {
      return rejection
    }
    const transfer = find(({ code }) => code === values.transfer_code)
    if (!transfer) {
      return reject(400, 'Transfer code is invalid', 'invalid_transfer_code')
    }
    if (transfer.status !== 'otp') {
      return reject(400, 'Transfer is not currently awaiting OTP', 'invalid_state')
    }
    if (values.otp !== CODE) {
      return reject(400, 'OTP could not be verified', 'invalid_otp')
    }
    send(transfer)
    return done('Transfer has been queued', getData(transfer))
  })
  api.post('/transfer/resend_otp', async (c) => {
    const { values, rejection } = await requests.readBody(c, requests.resendOtp, unknown)
    if (rejection) {
      return rejection
    }
    return find(({ code, status }) => code === values.transfer_code && status === 'otp')
      ? done('OTP has been resent', null)
      : reject(400, 'Transfer code is invalid', 'invalid_transfer_code')
  })
  api.get('/transfer', (c) => {
    makeDue()
    return requests.listPage(
      c,
      ledger.transfers.map((transfer) => ({ at: transfer.at, data: getData(transfer) })),
    )
  })
  api.get('/transfer/verify/:reference', (c) => {
    makeDue()
    const transfer = find(({ reference }) => reference === c.req.param('reference'))
    return transfer ? done('Transfer retrieved', getData(transfer)) : reject(404, 'Transfer not found', 'transfer_not_found')
  })

  return {
    all() {
      makeDue()
      return ledger.transfers
    },
    act(reference, act) {
      makeDue()
      const transfer = find((each) => each.reference === reference)
      const fits = act === 'fail' ? transfer?.status === 'otp' || transfer?.status === 'pending' : transfer?.status === 'success'
      if (!transfer || !fits) {
        return false
      }
      transfer.status = act === 'fail' ? 'failed' : 'reversed'
      ledger.settings.balance += taken(transfer)
      ledger.save()
      tell(`transfer.${transfer.status}`, getData(transfer))
      return true
    },
  }
}
