/*
 * Notices of sales from an automation (Zapier, Make, a script) by POST. It authenticates in one of two ways:
 * `x-lamplight-secret` is the secret, or `x-lamplight-time` (seconds) and `x-lamplight-signature` (hex HMAC-SHA256 with
 * the secret over time, a dot, and the raw body). The notice is stored, then answered 200, and processed afterwards.
 * The same order twice is one sale. Used by the site (/hooks/sales) and by the function sales-hook.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** Maximum difference between the time of a signature and ours, in seconds. Prevents replays. */
const MAX_APART = 300
const MAX_CHARS = 20_000

/** Naira, as a number or as text with or without sign and commas; parsed to kobo. */
const naira = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((input) => Number(String(input).replaceAll(/[₦,\s]|NGN/g, '') || Number.NaN)),
  v.check((amount) => amount >= 0 && amount <= 10_000_000_000, 'is no amount'),
  v.transform((amount) => Math.round(amount * 100)),
)
/** One line of text. PostgreSQL stores neither NUL nor an unpaired surrogate, and JSON can have both. */
const words = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    v.check((text) => !text.includes('\0') && text.isWellFormed(), 'holds a character that cannot be stored'),
  )
/** No sale is older than the site, or paid more than a day (in milliseconds) in the future by any clock. */
const EARLIEST_PAID_AT = Date.UTC(2000, 0)
const MAX_CLOCK_SKEW_MS = 24 * 3600 * 1000

/** Only fields of a sale are read. Data of the buyer (customer_email, for example) is dropped. */
const noticeAt = (now: number) =>
  v.object({
    order_reference: v.pipe(words(200), v.regex(/^[^\p{Cc}]+$/u, 'is missing')),
    product_name: v.optional(words(500), ''),
    product_link: v.nullish(words(1000), null),
    amount: v.pipe(naira, v.minValue(1, 'is nothing')),
    fee: v.nullish(naira, null),
    currency: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{3}$/, 'is no currency such as NGN')), 'NGN'),
    paid_at: v.nullish(
      v.pipe(
        v.string(),
        v.check((text) => !Number.isNaN(Date.parse(text)), 'is no time'),
        v.check(
          (text) => Date.parse(text) >= EARLIEST_PAID_AT && Date.parse(text) <= now + MAX_CLOCK_SKEW_MS,
          'is before 2000 or in the future',
        ),
      ),
      null,
    ),
  })

/** A sale as private.preview_sale expects it. Amounts are in kobo. */
export type NotifiedSale = {
  provider: string
  reference: string
  product: string
  link: string | null
  gross: number
  fee: number | null
  currency: string
  paid_at: string
}

type Services = {
  /** Null: no secret is configured, so the address does not exist. */
  secret: string | null
  /** Milliseconds. */
  now: number
  keep(sale: NotifiedSale): Promise<void>
}

/**
 * Responds to a notice: 200 after storing it, 401 for an invalid secret, 422 for an invalid sale, 503 if it could not
 * be stored.
 */
export async function answerSaleNotice(request: Request, { secret, now, keep }: Services): Promise<Response> {
  if (secret === null) {
    return Response.json({ message: 'Not found' }, { status: 404 })
  }
  if (request.method !== 'POST') {
    return Response.json({ message: 'POST a sale' }, { status: 405, headers: { allow: 'POST' } })
  }
  const raw = await request.text()
  if (raw.length > MAX_CHARS) {
    return Response.json({ message: 'Too large' }, { status: 413 })
  }
  if (!isOurs(request.headers, raw, secret, now)) {
    return Response.json({ message: 'The secret or the signature is not right' }, { status: 401 })
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), noticeAt(now)), raw)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return Response.json({ message: `${v.getDotPath(issue) ?? 'The body'} ${issue.message}` }, { status: 422 })
  }
  const { order_reference, product_name, product_link, amount, fee, currency, paid_at } = parsed.output
  try {
    await keep({
      provider: 'selar',
      reference: order_reference,
      product: product_name,
      link: product_link,
      gross: amount,
      fee: fee !== null && fee <= amount ? fee : null,
      currency,
      paid_at: new Date(paid_at ?? now).toISOString(),
    })
  } catch (error) {
    console.error(`Could not store a sale notice: ${error instanceof Error ? error.message : String(error)}`)
    return Response.json({ message: 'Could not store the notice. Send it again' }, { status: 503 })
  }
  return Response.json({ received: true })
}

/** Returns true if the sender knows the secret. Both ways compare in constant time. */
function isOurs(headers: Headers, raw: string, secret: string, now: number): boolean {
  const signature = headers.get('x-lamplight-signature')
  if (signature !== null) {
    const time = headers.get('x-lamplight-time') ?? ''
    const isNow = /^\d{9,11}$/.test(time) && Math.abs(now / 1000 - Number(time)) <= MAX_APART
    return isSame(signature.toLowerCase(), createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex')) && isNow
  }
  return isSame(headers.get('x-lamplight-secret') ?? '', secret)
}

function isSame(input: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(input), digest(expected))
}
