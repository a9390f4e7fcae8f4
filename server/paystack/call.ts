import * as v from 'valibot'
import { envelope, refusal } from './answers.ts'

/** How long Paystack may take to answer, in milliseconds. */
export const PATIENCE_MS = 15_000

/** Paystack said no: the key is wrong, a field does not fit, the reference was used before. Nothing was done. */
export class PaystackRefused extends Error {
  override readonly name = 'PaystackRefused'
  readonly status: number
  readonly code: string
  /** What Paystack says, for a person. */
  readonly reason: string
  constructor(call: string, status: number, { code, message }: { code: string; message: string }) {
    super(`Paystack refused ${call} (${status}${code ? ` ${code}` : ''}): ${message}`)
    this.status = status
    this.code = code
    this.reason = message
  }
}

/** Paystack did not answer, or answered what we cannot read. Whether something was done is not known: only `verify` tells. */
export class PaystackUnsure extends Error {
  override readonly name = 'PaystackUnsure'
}

export type CallOptions = { url: string; secretKey: string; fetch?: typeof globalThis.fetch; patienceMs?: number }

/** Calls Paystack: `name` is for messages, `path` begins with a slash, and with a body it is a POST, or what `method` says. Returns the data of the answer. */
export type Call = <const Schema extends v.GenericSchema>(
  name: string,
  path: string,
  schema: Schema,
  body?: Record<string, unknown>,
  method?: 'POST' | 'PUT',
) => Promise<v.InferOutput<Schema>>

/**
 * How Paystack is called. Each call has a time limit, follows no redirect, and checks the form of what it gets. It throws PaystackRefused or
 * PaystackUnsure when it fails.
 */
export function callsOf({ url, secretKey, fetch = globalThis.fetch, patienceMs = PATIENCE_MS }: CallOptions): Call {
  async function call<const Schema extends v.GenericSchema>(
    name: string,
    path: string,
    schema: Schema,
    body?: Record<string, unknown>,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<v.InferOutput<Schema>> {
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
  return call
}
