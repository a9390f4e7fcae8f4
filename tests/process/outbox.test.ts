// Emails of the outbox through a real process and a mail server that is sometimes down.
import { createClient } from '@supabase/supabase-js'
import PostalMime from 'postal-mime'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/services/database.ts'
import { freePort, until } from '../support/processes.ts'
import { ask, send } from '../support/http.ts'
import { mailServer } from './mail-server.ts'
import { mailTo } from '../support/emails.ts'
import { getClient, DEMO_PASSWORD, keysIn, shared, type Site, startedOnce, startSite, STUDENT, whenOver } from './sites.ts'

type Row = Database['public']['Tables']['outbox']['Row']

/** Starts a site that sends to this server, and its backend with the secret key. */
async function postingSite(smtpUrl: string, input?: Pick<Awaited<ReturnType<typeof startedOnce>>, 'path' | 'remove'>) {
  const backendPort = await freePort()
  const site = await startSite(
    { SMTP_URL: smtpUrl, MAIL_FROM: 'Lamplight <hello@lamplight.example>', BACKEND_PORT: String(backendPort) },
    input,
  )
  const backend = `http://127.0.0.1:${backendPort}`
  const keys = keysIn(site.dataDirectory)
  return {
    site,
    secret: getClient(backend, keys.secret_key),
    as: (email: string) => signedIn(backend, keys.publishable_key, email),
  }
}

let server: Awaited<ReturnType<typeof mailServer>>
let stored: Awaited<ReturnType<typeof startedOnce>>
let posting: Awaited<ReturnType<typeof postingSite>>
beforeAll(async () => {
  server = await mailServer()
  stored = await startedOnce()
  whenOver(stored.remove)
  posting = await postingSite(server.url, { path: stored.path, remove: () => {} })
})

/** Returns the newest email of the outbox. */
async function newest({ secret } = posting): Promise<Row> {
  const { data } = await secret.from('outbox').select().order('created_at', { ascending: false }).limit(1).single().throwOnError()
  return data
}

async function signedIn(url: string, key: string, email: string) {
  const client = createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD }).then(({ error }) => expect(error).toBeNull())
  return client
}

/** Changes the student's bank details without our pages; the row itself triggers the email. */
async function changeBank(student: Awaited<ReturnType<typeof signedIn>>, accountNumber: string) {
  const { data } = await student.from('profiles').select('id').single().throwOnError()
  await student
    .from('profiles_bank_details')
    .upsert({ profile_id: data.id, bank_name: 'GTBank', account_number: accountNumber })
    .throwOnError()
}

/** Sends any form, after which the process checks the outbox at once. */
const nudge = (site: Pick<Site, 'url'>) => send(`${site.url}/auth`, { intent: 'login', email: '', password: '' })

test('an email rejected twice arrives once, with a constant Message-ID and masked numbers', async () => {
  const { site, secret, as } = posting
  const rejections = [451, 452]
  server.verdicts.push(...rejections)
  await changeBank(await as(STUDENT), '0123456789')

  for (const [at, code] of rejections.entries()) {
    const attempts = at + 1
    await nudge(site)
    await until(() => server.refused.length === attempts, site.running)
    // Each failure must be recorded before the wait is shortened, because recording it lengthens the wait again.
    await until(async () => (await newest()).last_error?.includes(String(code)) === true, site.running)
    const row = await newest()
    expect(row).toMatchObject({ attempts, sent_at: null, dead_at: null })
    expect(Date.parse(row.next_attempt_at)).toBeGreaterThan(Date.now() + 30_000)
    // The wait is shorter than in production. The second retry happens automatically.
    await secret.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
  }
  const { mail, raw } = await server.next()
  expect(mail).toMatchObject({ subject: 'Your bank details were added', to: [{ address: STUDENT }] })
  expect(mail.messageId).toMatch(/^<outbox-[0-9a-f-]{36}@lamplight\.example>$/)
  for (const letter of server.refused.splice(0)) {
    expect((await PostalMime.parse(letter.raw)).messageId).toBe(mail.messageId)
  }
  expect(mail.text).toContain('GTBank, ending in 6789')
  expect(mail.html).toContain('ending in 6789')
  expect(raw).not.toContain('0123456789')
  await until(async () => (await newest()).sent_at !== null, site.running)
  expect(server.received).toEqual([])
})

test('an email to an unknown address fails at once, and an admin sees and retries it', async () => {
  const { site, as } = posting
  server.unknown.add(STUDENT)
  await changeBank(await as(STUDENT), '1123456789')
  await nudge(site)
  const admin = await as('admin@lamplight.example')
  const dead = async () =>
    (await admin.from('outbox').select('id, template, recipient, attempts, last_error').not('dead_at', 'is', null)).data ?? []
  await until(async () => (await dead()).length === 1, site.running)
  const [mail] = await dead()
  expect(mail).toMatchObject({ template: 'bank-details-changed', recipient: STUDENT, attempts: 1 })
  expect(mail?.last_error).toContain('No such user here')
  expect((await (await as(STUDENT)).from('outbox').select('id')).data).toEqual([])

  server.unknown.clear()
  expect((await admin.rpc('retry_email', { email_id: mail?.id ?? '' })).data).toBe(true)
  await nudge(site)
  expect((await server.next()).to).toEqual([STUDENT])
  expect(await dead()).toEqual([])
  await until(async () => (await newest()).sent_at !== null, site.running)
})

// This test is the last one with this site, because it kills it.
test('an email of a killed process is sent by another once its lease ends', async () => {
  server.verdicts.push('never')
  await changeBank(await posting.as(STUDENT), '2123456789')
  await nudge(posting.site)
  await until(() => server.refused.length === 1, posting.site.running)
  posting.site.running.process.kill('SIGKILL')
  await posting.site.running.ended

  const second = await postingSite(server.url, stored)
  await nudge(second.site)
  const row = await newest(second)
  expect(row).toMatchObject({ attempts: 1, sent_at: null })
  expect(Date.parse(row.next_attempt_at)).toBeGreaterThan(Date.now())
  expect(server.received).toEqual([])

  await second.secret.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
  await nudge(second.site)
  const { mail } = await server.next()
  const [lost] = server.refused
  expect((await PostalMime.parse(lost?.raw ?? '')).messageId).toBe(mail.messageId)

  // An unavailable mail server blocks no request.
  await until(async () => (await newest(second)).sent_at !== null, second.site.running)
  await server.stop()
  await changeBank(await second.as(STUDENT), '3123456789')
  await nudge(second.site)
  await until(async () => (await newest(second)).last_error !== null, second.site.running)
  expect((await ask(`${second.site.url}/`)).status).toBe(200)
  await second.site.end()
})

test('emails become files without a mail server', async () => {
  const student = await signedIn(shared.backendUrl, shared.keys.publishable_key, STUDENT)
  whenOver(() =>
    getClient(shared.backendUrl, shared.keys.secret_key)
      .from('profiles_bank_details')
      .delete()
      .like('account_number', '412345678_')
      .throwOnError(),
  )
  // The first may be the student's first bank details, or not: other tests have this site too.
  await changeBank(student, '4123456788')
  await changeBank(student, '4123456789')
  await nudge(shared)
  const { mail } = await mailTo(shared.dataDirectory, STUDENT, 'Your bank details were changed')
  expect(mail.text).toContain('ending in 6789')
})
