import * as v from 'valibot'
import { type Disputes, openDisputes } from './disputes.ts'
import { envelope, type Refund, refund, refusal, started, type Transaction, transaction } from './answers.ts'

/** How long Paystack may take to answer, in milliseconds. */
const PATIENCE_MS = 15_000

/** Paystack said no: the key is wrong, a field does not fit, the reference was used before. Nothing was done. */
export class PaystackRefused extends Error {
  override readonly name = 'PaystackRefused'
  readonly status: number
  readonly code: string
  constructor(call: string, status: number, { code, message }: { code: string; message: string }) {
    super(`Paystack refused ${call} (${status}${code ? ` ${code}` : ''}): ${message}`)
    this.status = status
    this.code = code
  }
}

/** Paystack did not answer, or answered what we cannot read. Whether something was done is not known: only `verify` tells. */
export class PaystackUnsure extends Error {
  override readonly name = 'PaystackUnsure'
}

/** A payment to start. The amount in kobo; `callback` is where the buyer comes back to, `cancel` where a buyer goes who leaves. */
export type Payment = { email: string; amount: number; reference: string; callback: string; cancel: string }

export type Paystack = {
  /** Whether the key is for real money. */
  domain: 'test' | 'live'
  /** The origins of pages on which people pay. */
  checkoutOrigins: readonly string[]
  /** Starts a payment. Returns the address of Paystack's page for it. */
  start(payment: Payment): Promise<string>
  /** What became of a payment; null when Paystack does not know the reference. */
  verify(reference: string): Promise<Transaction | null>
  /** Asks for all of a payment back for its buyer; `reference` is the payment's. */
  refund(reference: string, amount: number, note: string): Promise<Refund>
  /** What became of a refund. */
  refundOf(id: string): Promise<Refund>
  disputes: Disputes
}

/** Calls Paystack and checks the form of its answer. Without `body` it is a GET; with one a POST, or what `method` says. */
export type Call = <const Schema extends v.GenericSchema>(
  name: string,
  path: string,
  schema: Schema,
  body?: Record<string, unknown>,
  method?: 'POST' | 'PUT',
) => Promise<v.InferOutput<Schema>>

type Options = { url: string; secretKey: string; fetch?: typeof globalThis.fetch; patienceMs?: number; checkoutOrigin?: string }

/**
 * A client of Paystack's API (facts: PAYSTACK.md of the specification). Each call has a time limit, follows no redirect, and checks the form of what
 * it gets. Every call throws PaystackRefused or PaystackUnsure when it fails.
 */
export function openPaystack({
  url,
  secretKey,
  fetch = globalThis.fetch,
  patienceMs = PATIENCE_MS,
  checkoutOrigin,
}: Options): Paystack {
  const checkoutOrigins = [checkoutOrigin ?? 'https://checkout.paystack.com']

  const call: Call = async (name, path, schema, body, method = 'POST') => {
    const unsure = (why: string, cause?: unknown) => new PaystackUnsure(`${name}: ${why}`, { cause })
    let status: number
    let text: string
    try {
      const answer = await fetch(`${url}${path}`, {
        method: body ? method : 'GET',
        headers: {
          authorization: `Bearer ${secretKey}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      status = answer.status
      text = await answer.text()
    } catch (cause) {
      throw unsure('Paystack did not answer', cause)
    }
    if (status >= 500 || status === 429 || status === 408) {
      throw unsure(`Paystack answered ${status}`)
    }
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
    if (!json.success) {
      throw unsure(`Paystack's answer (${status}) is no JSON`)
    }
    if (status >= 400) {
      throw new PaystackRefused(name, status, v.parse(v.fallback(refusal, { message: '', code: '' }), json.output))
    }
    const outer = v.safeParse(envelope, json.output)
    if (!outer.success) {
      throw unsure(`Paystack's answer (${status}) has another form`)
    }
    if (!outer.output.status) {
      throw new PaystackRefused(name, status, { code: '', message: outer.output.message })
    }
    const inner = v.safeParse(schema, outer.output.data)
    if (!inner.success) {
      throw unsure(`Paystack's data has another form at ${v.getDotPath(inner.issues[0]) ?? 'its top'}`)
    }
    return inner.output
  }

  return {
    domain: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    checkoutOrigins,
    async start({ email, amount, reference, callback, cancel }) {
      const { authorization_url: address, reference: named } = await call('start', '/transaction/initialize', started, {
        email,
        amount,
        reference,
        currency: 'NGN',
        callback_url: callback,
        metadata: { cancel_action: cancel },
      })
      if (named !== reference) {
        throw new PaystackUnsure('start: Paystack answered for another reference')
      }
      // A buyer is sent there, so it has to be Paystack's.
      if (!URL.canParse(address) || !checkoutOrigins.includes(new URL(address).origin)) {
        throw new PaystackUnsure('start: the address of the payment page is not one of Paystack')
      }
      return address
    },
    async verify(reference) {
      try {
        const found = await call('verify', `/transaction/verify/${encodeURIComponent(reference)}`, transaction)
        if (found.reference !== reference) {
          throw new PaystackUnsure('verify: Paystack answered for another reference')
        }
        return found
      } catch (error) {
        if (error instanceof PaystackRefused && (error.status === 404 || error.code === 'transaction_not_found')) {
          return null
        }
        throw error
      }
    },
    refund: (reference, amount, note) =>
      call('refund', '/refund', refund, { transaction: reference, amount, currency: 'NGN', merchant_note: note }),
    refundOf: (id) => call('refundOf', `/refund/${encodeURIComponent(id)}`, refund),
    disputes: openDisputes(call, { url, fetch, patienceMs }),
  }
}
