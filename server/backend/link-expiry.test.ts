// Links of every kind of email work for 24 hours and no longer (docs/operating.md).
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'

const mails: { to: string; html?: string | undefined }[] = []

const { backend } = await startTestBackend({ siteUrl: 'http://localhost:3000', send: async (mail) => void mails.push(mail) })

const visitor = () =>
  createClient(backend.url, backend.keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: backend.fetch },
  })
const password = 'a lamp for the night'
const open = (type: 'signup' | 'recovery' | 'email_change', token_hash: string) => visitor().auth.verifyOtp({ type, token_hash })
const tokenTo = (address: string) => mails.findLast(({ to }) => to === address)?.html?.match(/token_hash=(\w+)/)?.[1] ?? ''
/** Moves the sending time of an email back by this many minutes. */
const sentAgo = (email: string, column: string, minutes: number) =>
  backend.database.query(`update auth.users set ${column} = now() - make_interval(mins => $2) where email = $1`, [email, minutes])

const A_DAY = 24 * 60

test.each([
  ['signup', 'confirmation_sent_at'],
  ['recovery', 'recovery_sent_at'],
  ['email_change', 'email_change_sent_at'],
] as const)('a link of the kind %s is valid for a day and expires a minute later', async (type, column) => {
  const email = `${type.replace('_', '-')}@example.ng`
  const wanted = type === 'email_change' ? `new.${email}` : email
  const user = visitor()
  await user.auth.signUp({ email, password })
  if (type !== 'signup') {
    await open('signup', tokenTo(email))
    await user.auth.signInWithPassword({ email, password })
    const { error } =
      type === 'recovery' ? await user.auth.resetPasswordForEmail(email) : await user.auth.updateUser({ email: wanted })
    expect(error).toBeNull()
  }
  const token = tokenTo(wanted)
  await sentAgo(email, column, A_DAY + 1)
  expect((await open(type, token)).error).toMatchObject({ status: 403, code: 'otp_expired' })
  await sentAgo(email, column, A_DAY - 1)
  expect((await open(type, token)).error).toBeNull()
})
