/*
 * Repair of @supabase/lite 0.10.0. With double_confirm_changes it confirms only the present address, so an account
 * can move to a mistyped address and its owner is locked out; without it, the present address is never confirmed.
 * GoTrue confirms both, and so do we: each link works once, and the second one completes the change. A new change can
 * be requested after a minute, as in GoTrue. Test: tests/contract/auth-email-change.test.ts.
 */
import type { EmailDriver } from '@supabase/lite'
import type { Database } from '#server/backend/database.ts'
import { filledIn, type MailTemplate } from '#server/backend/mail-template.ts'
import { rejection } from '#server/backend/rejection.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Services = { siteUrl: string; template: MailTemplate; linkSeconds: number }

const PAUSE_SECONDS = 60

/** Returns a handler of email changes. It returns null for every other request, which lite handles. */
export function emailChangeHandler(database: Database, mailer: EmailDriver, { siteUrl, template, linkSeconds }: Services) {
  return async (request: Request, lite: Handler): Promise<Response | null> => {
    const { pathname } = new URL(request.url)
    const asks = request.method === 'PUT' && pathname.endsWith('/auth/v1/user')
    const verifies = request.method === 'POST' && pathname.endsWith('/auth/v1/verify')
    if (!asks && !verifies) {
      return null
    }
    const body = JSON.parse((await request.clone().text()) || '{}') as {
      email?: string | null
      type?: string
      token_hash?: string
    }
    if (asks) {
      return body.email ? ask(request, body.email.toLowerCase(), lite) : null
    }
    return body.type === 'email_change' ? verify(request, body.token_hash ?? '', lite) : null
  }

  async function ask(request: Request, address: string, lite: Handler): Promise<Response> {
    const known = await lite(new Request(request.url, { headers: withoutBody(request.headers) }))
    if (!known.ok) {
      return known
    }
    const { id } = (await known.json()) as { id: string }
    const [waiting] = await database.query<{ seconds: number }>(
      `select extract(epoch from now() - email_change_sent_at)::int as seconds from auth.users
        where id = $1 and email <> $2 and nullif(email_change, '') is not null and email_change_sent_at > now() - make_interval(secs => $3)`,
      [id, address, PAUSE_SECONDS],
    )
    if (waiting) {
      const left = PAUSE_SECONDS - waiting.seconds
      return rejection(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${left} seconds.`,
      )
    }
    const response = await lite(request)
    if (!response.ok) {
      return response
    }
    const [change] = await database.query<{ email: string; token: string }>(
      `select email, email_change_token_new as token from auth.users
        where id = $1 and email_change = $2 and nullif(email_change_token_new, '') is not null`,
      [id, address],
    )
    if (change) {
      const variables = { SiteURL: siteUrl, TokenHash: change.token, Email: change.email, NewEmail: address }
      await mailer.send({ to: address, subject: template.subject, html: filledIn(template, variables) })
    }
    return response
  }

  /**
   * Handles a link. The first link deletes its own token. For the second link, the token is put where lite looks for
   * it.
   */
  async function verify(request: Request, token: string, lite: Handler): Promise<Response> {
    const [found] = await database.query<{ last: boolean }>(
      `with asked as (
         select id, email_change_token_current = $1 as current,
           nullif(case when email_change_token_current = $1 then email_change_token_new else email_change_token_current end, '') is null as last,
           exists (select 1 from auth.users other where other.email = u.email_change and other.id <> u.id) as taken
         from auth.users u
         where $1 in (email_change_token_current, email_change_token_new) and length($1) > 6 and nullif(email_change, '') is not null
           and email_change_sent_at > now() - make_interval(secs => $2)
         for update
       )
       update auth.users u set
         email_change_token_current = case when asked.last then $1 when asked.current then null else u.email_change_token_current end,
         email_change_token_new = case when asked.last or not asked.current then null else u.email_change_token_new end
       from asked where u.id = asked.id and not asked.taken
       returning asked.last`,
      [token, linkSeconds],
    )
    if (!found) {
      return rejection(403, 'otp_expired', 'Email link is invalid or has expired')
    }
    return found.last
      ? lite(request)
      : Response.json({ code: '200', msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' })
  }
}

function withoutBody(headers: Headers): Headers {
  const stored = new Headers(headers)
  stored.delete('content-length')
  stored.delete('content-type')
  return stored
}
