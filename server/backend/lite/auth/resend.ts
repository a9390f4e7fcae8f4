/*
 * Repair of @supabase/lite 0.10.0. Its /resend responds with 429 forever to an address that got one email, so a
 * student who lost the confirmation email can never confirm. Here an email is sent again after a minute, as on a
 * hosted project, with a new token instead of the old one. An address without an account, or already confirmed, gets
 * the same response and no email. Test: server/backend/lite/auth/resend.test.ts.
 */
import { createHash, randomInt } from 'node:crypto'
import type { EmailDriver } from '@supabase/lite'
import type { Database } from '#server/backend/database.ts'
import { filledIn, type MailTemplate } from '#server/backend/mail-template.ts'
import { rejection } from '#server/backend/rejection.ts'

const PAUSE_SECONDS = 60

type Confirmation = { siteUrl: string; template: MailTemplate; codeDigits: number }

/**
 * Returns a handler of /resend for sign-up confirmations. It returns null for every other request, which lite
 * handles.
 */
export function resendHandler(database: Database, mailer: EmailDriver, { siteUrl, template, codeDigits }: Confirmation) {
  return async (request: Request): Promise<Response | null> => {
    if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/auth/v1/resend')) {
      return null
    }
    const { type, email } = JSON.parse((await request.clone().text()) || '{}') as { type?: string; email?: string }
    if (type !== 'signup' || !email) {
      return null
    }
    const address = email.toLowerCase()
    const otp = Array.from({ length: codeDigits }, () => randomInt(10)).join('')
    const tokenHash = createHash('sha256')
      .update(address + otp)
      .digest('hex')
    const [waiting] = await database.query<{ id: string; seconds: number }>(
      `select id, extract(epoch from now() - coalesce(confirmation_sent_at, 'epoch'))::int as seconds
         from auth.users where email = $1 and email_confirmed_at is null and deleted_at is null`,
      [address],
    )
    if (!waiting) {
      return Response.json({})
    }
    if (waiting.seconds < PAUSE_SECONDS) {
      const left = PAUSE_SECONDS - waiting.seconds
      return rejection(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${left} seconds.`,
      )
    }
    await database.query(`update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1`, [
      waiting.id,
      tokenHash,
    ])
    const variables = { SiteURL: siteUrl, TokenHash: tokenHash, Token: otp, Email: address }
    await mailer.send({ to: address, subject: template.subject, html: filledIn(template, variables) })
    return Response.json({})
  }
}
