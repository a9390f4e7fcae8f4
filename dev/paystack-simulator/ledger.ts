import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

/** A refund, in kobo. It is processed some seconds after `at`, unless `status` says otherwise. */
const refund = v.object({
  id: v.number(),
  amount: v.number(),
  at: v.number(),
  status: v.nullable(v.picklist(['pending', 'failed', 'needs-attention'])),
  note: v.string(),
  by: v.string(),
  /** Id of the dispute that caused it. */
  dispute: v.nullable(v.number()),
})
export type SimulatedRefund = v.InferOutput<typeof refund>
/** A dispute of the simulator. Kobo, milliseconds since 1970. */
const dispute = v.object({
  id: v.number(),
  amount: v.number(),
  status: v.picklist(['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'resolved']),
  resolution: v.nullable(v.picklist(['merchant-accepted', 'auto-accepted', 'declined'])),
  createdAt: v.number(),
  dueAt: v.number(),
  updatedAt: v.number(),
  evidence: v.nullable(v.number()),
  /** True for each evidence file that was uploaded, by file name. */
  files: v.record(v.string(), v.boolean()),
})
export type SimulatedDispute = v.InferOutput<typeof dispute>
/** A payment of the simulator. Kobo, milliseconds since 1970. */
const payment = v.object({
  id: v.number(),
  reference: v.string(),
  code: v.string(),
  email: v.string(),
  /** The requested amount. */
  amount: v.number(),
  /** The charged amount, if it differs. */
  charged: v.optional(v.number()),
  currency: v.string(),
  status: v.picklist(['abandoned', 'success', 'failed']),
  callback: v.nullable(v.string()),
  cancel: v.nullable(v.string()),
  paidAt: v.nullable(v.number()),
  startedAt: v.number(),
  refunds: v.array(refund),
  disputes: v.array(dispute),
})
export type SimulatedPayment = v.InferOutput<typeof payment>
/** A transfer of the simulator. Kobo, milliseconds since 1970; it succeeds at `readyAt`. */
const transfer = v.object({
  id: v.number(),
  reference: v.string(),
  code: v.string(),
  recipient: v.string(),
  amount: v.number(),
  reason: v.string(),
  status: v.picklist(['otp', 'pending', 'success', 'failed', 'reversed']),
  at: v.number(),
  readyAt: v.nullable(v.number()),
})
export type SimulatedTransfer = v.InferOutput<typeof transfer>
const recipient = v.object({ code: v.string(), number: v.string(), bank: v.string() })
/** Settings of the simulator page: the balance in kobo, whether transfers require a code, and whether they fail. */
const settings = v.object({ balance: v.number(), asksForCode: v.boolean(), transfersFail: v.boolean() })
export type SimulatorSettings = v.InferOutput<typeof settings>
const firstSettings: SimulatorSettings = { balance: 50_000_000, asksForCode: true, transfersFail: false }
const book = v.object({
  last: v.number(),
  payments: v.array(payment),
  transfers: v.array(transfer),
  recipients: v.array(recipient),
  settings,
})

/** Maximum number of payments in the file; older ones are dropped. */
const MAX_PAYMENTS = 500

function readBook(file: string): v.InferOutput<typeof book> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), book), fs.readFileSync(file, 'utf8'))
  if (!read.success) {
    throw new Error(
      `${file} is damaged: the payments of the Paystack simulator cannot be read from it. Put it back from a copy, or remove it: ` +
        'the simulator then starts without payments.',
    )
  }
  return read.output
}

/** The simulator's data, stored in a file so that it survives restarts of our process, as Paystack's data does. */
export class Ledger {
  readonly #file: string | null
  readonly #book: v.InferOutput<typeof book>

  /** @param file null: nothing is saved. */
  constructor(file: string | null) {
    this.#file = file
    this.#book =
      file !== null && fs.existsSync(file)
        ? readBook(file)
        : { last: 1000, payments: [], transfers: [], recipients: [], settings: { ...firstSettings } }
  }

  get payments(): SimulatedPayment[] {
    return this.#book.payments
  }

  get transfers(): SimulatedTransfer[] {
    return this.#book.transfers
  }

  get recipients(): v.InferOutput<typeof recipient>[] {
    return this.#book.recipients
  }

  get settings(): SimulatorSettings {
    return this.#book.settings
  }

  /** Returns an unused id. */
  nextId(): number {
    this.#book.last += 1
    return this.#book.last
  }

  add(input: SimulatedPayment): void {
    this.#book.payments.push(input)
    this.#book.payments.splice(0, this.#book.payments.length - MAX_PAYMENTS)
    this.save()
  }

  all(): readonly SimulatedPayment[] {
    return this.#book.payments
  }

  find(holds: (payment: SimulatedPayment) => boolean): SimulatedPayment | undefined {
    return this.#book.payments.find(holds)
  }

  /** Saves changes to the file. */
  save(): void {
    if (this.#file !== null) {
      fs.mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 })
      fs.writeFileSync(`${this.#file}.part`, JSON.stringify(this.#book), { mode: 0o600 })
      fs.renameSync(`${this.#file}.part`, this.#file)
    }
  }
}
