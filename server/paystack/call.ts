import * as v from 'valibot'
import { PaystackOutage } from './outage.ts'
import { envelope, rejection } from './responses.ts'

/** Time limit of a job's call, in milliseconds. */
export const PATIENCE_MS = 15_000
/** Time limit of a call that a page waits for. */
export const PAGE_PATIENCE_MS = 5000
/** Size limits of responses: one object, or a page of a list. Paystack's lists have some kilobytes a row. */
const MAX_BYTES = 1024 * 1024
const MAX_LIST_BYTES = 8 * MAX_BYTES

/**
 * Thrown when Paystack rejects a call: the key is wrong, a field does not fit, the reference was used before. Nothing
 * was done.
 */
export class PaystackRejectedError extends Error {
  override readonly name = 'PaystackRefused'
  readonly status: number
  readonly code: string
  /** Paystack's reason, for a person. */
  readonly reason: string
  constructor(call: string, status: number, { code, message }: { code: string; message: string }) {
    super(`Paystack refused ${call} (${status}${code ? ` ${code}` : ''}): ${message}`)
    this.status = status
    this.code = code
    this.reason = message
  }
}

/** Thrown when Paystack does not respond, or with something unreadable. The outcome is unknown until `verify`. */
export class PaystackUnknownOutcomeError extends Error {
  override readonly name = 'PaystackUnsure'
}

export type CallOptions = {
  url: string
  secretKey: string
  fetch?: typeof globalThis.fetch
  patienceMs?: number
  /** Records whether Paystack responds. */
  outage?: PaystackOutage
}

export type CallSettings = {
  /** Makes the call a POST, or the given `method`. */
  body?: Record<string, unknown>
  method?: 'POST' | 'PUT'
  patienceMs?: number
  /** Allows the larger response of a list. */
  isList?: boolean
}

/** Calls Paystack: `name` is for messages, and `path` begins with a slash. Returns the data of the response. */
export type Call = <const Schema extends v.GenericSchema>(
  name: string,
  path: string,
  schema: Schema,
  settings?: CallSettings,
) => Promise<v.InferOutput<Schema>>

/**
 * Returns a function that calls Paystack. Each call has a limit of time and of bytes, follows no redirect, and
 * validates the response.
 * @throws PaystackRejectedError or PaystackUnknownOutcomeError when it fails.
 */
export function getCalls({
  url,
  secretKey,
  fetch = globalThis.fetch,
  patienceMs: jobPatienceMs = PATIENCE_MS,
  outage = new PaystackOutage(),
}: CallOptions): Call {
  async function call<const Schema extends v.GenericSchema>(
    name: string,
    path: string,
    schema: Schema,
    { body, method = 'POST', patienceMs = jobPatienceMs, isList = false }: CallSettings = {},
  ): Promise<v.InferOutput<Schema>> {
    const unsure = (reason: string, cause?: unknown) => new PaystackUnknownOutcomeError(`${name}: ${reason}`, { cause })
    let status: number
    let text: string | null
    try {
      const response = await fetch(`${url}${path}`, {
        method: body ? method : 'GET',
        headers: {
          authorization: `Bearer ${secretKey}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.min(patienceMs, jobPatienceMs)),
      })
      status = response.status
      text = await readBounded(response, isList ? MAX_LIST_BYTES : MAX_BYTES)
    } catch (cause) {
      outage.begin(`no response (${failureCode(cause)})`)
      throw unsure('Paystack did not respond', cause)
    }
    if (text === null) {
      throw unsure(`Paystack's response (${status}) is too large`)
    }
    if (status >= 500) {
      outage.begin(`status ${status}`)
    } else {
      outage.end()
    }
    if (status >= 500 || status === 429 || status === 408) {
      throw unsure(`Paystack responded ${status}`)
    }
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
    if (!json.success) {
      throw unsure(`Paystack's response (${status}) is not JSON`)
    }
    if (status >= 400) {
      throw new PaystackRejectedError(name, status, v.parse(v.fallback(rejection, { message: '', code: '' }), json.output))
    }
    const outer = v.safeParse(envelope, json.output)
    if (!outer.success) {
      throw unsure(`Paystack's response (${status}) has an unknown format`)
    }
    if (!outer.output.status) {
      throw new PaystackRejectedError(name, status, { code: '', message: outer.output.message })
    }
    const inner = v.safeParse(schema, outer.output.data)
    if (!inner.success) {
      throw unsure(`Paystack's data has an unknown format at ${v.getDotPath(inner.issues[0]) ?? 'its top'}`)
    }
    return inner.output
  }
  return call
}

/** Returns the code of a failed fetch, such as ECONNREFUSED, or its name, such as TimeoutError. */
function failureCode(error: unknown): string {
  const { name, cause } = error instanceof Error ? error : new Error(String(error))
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : name
}

/** Reads a body as text; null if it has more bytes than `max`. The rest is not received. */
async function readBounded({ body }: Response, max: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > max) {
      return null
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
