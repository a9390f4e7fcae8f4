import { createClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'

const mails: { to: string; html?: string | undefined }[] = []

const { backend } = await startTestBackend({ siteUrl: 'http://localhost:3000', send: async (mail) => void mails.push(mail) })
beforeEach(() => {
  mails.length = 0
})

const visitor = () =>
  createClient(backend.url, backend.keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
const resend = (email: string) => visitor().auth.resend({ type: 'signup', email })
const aMinuteLater = (email: string) =>
  backend.database.query(`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = $1`, [email])
const tokenIn = (mail: { html?: string | undefined } | undefined) => mail?.html?.match(/token_hash=(\w+)/)?.[1] ?? ''

test('resends a lost confirmation email after a minute, after which only the new link works', async () => {
  const email = 'lost@example.ng'
  await visitor().auth.signUp({ email, password: 'a lamp for the night' })
  expect((await resend(email)).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(mails).toHaveLength(1)

  await aMinuteLater(email)
  expect((await resend('Lost@Example.ng')).error).toBeNull()
  expect(mails).toHaveLength(2)
  expect(mails[1]).toMatchObject({ to: email })
  expect(mails[1]?.html).toContain('http://localhost:3000/auth/confirm?token_hash=')
  expect(mails[1]?.html).not.toContain('{{')

  const [old, fresh] = mails.map(tokenIn)
  expect(old).not.toBe(fresh)
  expect((await visitor().auth.verifyOtp({ type: 'signup', token_hash: old ?? '' })).error).not.toBeNull()
  const { data, error } = await visitor().auth.verifyOtp({ type: 'signup', token_hash: fresh ?? '' })
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)

  await aMinuteLater(email)
  expect((await resend(email)).error).toBeNull()
  expect(mails).toHaveLength(2)
})

test('sends no email to an address without an account, and responds the same', async () => {
  expect((await resend('nobody@example.ng')).error).toBeNull()
  expect(mails).toHaveLength(0)
})
