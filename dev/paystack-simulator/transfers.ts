import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { transferFee } from '../../app/features/money/transfer-fee.ts'
import type { Answers } from './responses.ts'
import { holderOf, isBank } from './banks.ts'
import type { Ledger, SimulatedTransfer } from './ledger.ts'
import * as requests from './requests.ts'

/** The code that would come by text message. */
export const CODE = '123456'
/** After so many milliseconds a transfer that waits for nothing is made. */
const TRANSFER_MS = 1500

type Given = Answers & {
  ledger: Ledger
  now: () => number
  /** Sends an event. */
  tell(event: string, data: unknown): void
}

export type TransferAct = 'fail' | 'reverse'

/** What the trial's page does with transfers. */
export type SimulatedTransfers = {
  all(): readonly SimulatedTransfer[]
  /** As Paystack lists them. */
  listed(): { at: number; data: object }[]
  /** What a button of the page says: one is not made, or is sent back after it was. False when it is not in such a state. */
  act(reference: string, act: TransferAct): boolean
}

const taken = ({ amount }: SimulatedTransfer) => amount + transferFee(amount)

/** The simulator's answers about recipients, transfers and its balance. */
export function addTransfers(api: Hono, { done, refuse, ledger, now, tell }: Given): SimulatedTransfers {
  const find = (holds: (transfer: SimulatedTransfer) => boolean) => ledger.transfers.find(holds)
  const dataOf = (transfer: SimulatedTransfer) => ({
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
    createdAt: new Date(transfer.at).toISOString(),
  })

  /** Makes what is pending and due. Our process may have been down meanwhile. */
  function makeDue(): void {
    for (const transfer of ledger.transfers) {
      if (transfer.status === 'pending' && transfer.readyAt !== null && now() >= transfer.readyAt) {
        transfer.status = ledger.settings.transfersFail ? 'failed' : 'success'
        if (transfer.status === 'failed') {
          ledger.settings.balance += taken(transfer)
        }
        ledger.save()
        tell(`transfer.${transfer.status}`, dataOf(transfer))
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
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.transferRecipient), await c.req.text())
    if (!given.success) {
      return refuse(400, `Invalid value: ${v.getDotPath(given.issues[0]) ?? 'body'}`, 'invalid_params')
    }
    const { account_number, bank_code, name } = given.output
    if (!isBank(bank_code)) {
      return refuse(400, 'Unknown bank code', 'invalid_bank_code')
    }
    if (holderOf(account_number) === null) {
      return refuse(400, 'Account details are invalid', 'invalid_account_details')
    }
    const known = ledger.recipients.find((each) => each.number === account_number && each.bank === bank_code)
    const one = known ?? { code: `RCP_${randomBytes(8).toString('hex')}`, number: account_number, bank: bank_code }
    if (!known) {
      ledger.recipients.push(one)
      ledger.save()
    }
    return done(
      'Transfer recipient created successfully',
      { active: true, currency: 'NGN', domain: 'test', name, recipient_code: one.code, type: 'nuban' },
      201,
    )
  })
  api.post('/transfer', async (c) => {
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.transfer), await c.req.text())
    if (!given.success) {
      return refuse(400, `Invalid value: ${v.getDotPath(given.issues[0]) ?? 'body'}`, 'invalid_params')
    }
    const { amount, recipient, reference, reason = '' } = given.output
    if (find((each) => each.reference === reference)) {
      return refuse(
        400,
        'Please provide a unique reference. Reference already exists on a transfer',
        'duplicate_transfer_reference',
      )
    }
    if (!ledger.recipients.some(({ code }) => code === recipient)) {
      return refuse(404, 'Recipient specified is invalid', 'invalid_transfer_recipient')
    }
    if (amount + transferFee(amount) > ledger.settings.balance) {
      return refuse(400, 'Your balance is not enough to fulfil this request', 'insufficient_balance')
    }
    const code = `TRF_${randomBytes(8).toString('hex')}`
    const made: SimulatedTransfer = {
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
    ledger.settings.balance -= taken(made)
    ledger.transfers.push(made)
    ledger.save()
    if (ledger.settings.asksForCode) {
      return done('Transfer requires OTP to continue', dataOf(made))
    }
    send(made)
    return done('Transfer has been queued', dataOf(made))
  })
  api.post('/transfer/finalize_transfer', async (c) => {
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.finalizeTransfer), await c.req.text())
    const transfer = given.success ? find(({ code }) => code === given.output.transfer_code) : undefined
    if (!given.success || !transfer) {
      return refuse(400, 'Transfer code is invalid', 'invalid_transfer_code')
    }
    if (transfer.status !== 'otp') {
      return refuse(400, 'Transfer is not currently awaiting OTP', 'invalid_state')
    }
    if (given.output.otp !== CODE) {
      return refuse(400, 'OTP could not be verified', 'invalid_otp')
    }
    send(transfer)
    return done('Transfer has been queued', dataOf(transfer))
  })
  api.post('/transfer/resend_otp', async (c) => {
    const given = v.safeParse(v.pipe(v.string(), v.parseJson(), requests.resendOtp), await c.req.text())
    return given.success && find(({ code, status }) => code === given.output.transfer_code && status === 'otp')
      ? done('OTP has been resent', null)
      : refuse(400, 'Transfer code is invalid', 'invalid_transfer_code')
  })
  api.get('/transfer/verify/:reference', (c) => {
    makeDue()
    const transfer = find(({ reference }) => reference === c.req.param('reference'))
    return transfer ? done('Transfer retrieved', dataOf(transfer)) : refuse(404, 'Transfer not found', 'transfer_not_found')
  })

  return {
    listed() {
      makeDue()
      return ledger.transfers.map((transfer) => ({ at: transfer.at, data: dataOf(transfer) }))
    },
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
      tell(`transfer.${transfer.status}`, dataOf(transfer))
      return true
    },
  }
}
