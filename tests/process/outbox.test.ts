// Mails of the outbox through a real process and a mail server that is sometimes away.
import { createClient } from '@supabase/supabase-js'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Database } from '../../app/platform/process/database.types.ts'
import { freePort, until } from '../support/processes.ts'
import { ask, send } from '../support/ask.ts'
import { mailServer } from './mail-server.ts'
import { mailFiles, mailTo } from '../support/mails.ts'
import { clientOf, DEMO_PASSWORD, keysIn, type Site, startedOnce, startSite, STUDENT } from './sites.ts'

/** A site that posts to this server, its backend with the secret key, and a student who does what causes mails. */
async function postingSite(smtpUrl: string | null, given?: Pick<Awaited<ReturnType<typeof startedOnce>>, 'path' | 'remove'>) {
  const backendPort = await freePort()
  const site = await startSite(
    {
      ...(smtpUrl ? { SMTP_URL: smtpUrl, MAIL_FROM: 'Lamplight <hello@lamplight.example>' } : {}),
      BACKEND_PORT: String(backendPort),
    },
    given,
  )
  const backend = `http://127.0.0.1:${backendPort}`
  const keys = keysIn(site.dataDirectory)
  return {
    site,
    secret: clientOf(backend, keys.secret_key),
    as: (email: string) => signedIn(backend, keys.publishable_key, email),
  }
}

async function signedIn(url: string, key: string, email: string) {
  const client = createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  await client.auth.signInWithPassword({ email, password: DEMO_PASSWORD }).then(({ error }) => expect(error).toBeNull())
  return client
}

/** Changes the student's bank details past the pages; what causes the mail is the row itself. */
async function changeBank(student: Awaited<ReturnType<typeof signedIn>>, accountNumber: string) {
  const { data } = await student.from('profiles').select('id').single().throwOnError()
  await student
    .from('profiles_bank_details')
    .upsert({ profile_id: data.id, bank_name: 'GTBank', account_number: accountNumber })
    .throwOnError()
}

/** Any answered form makes the process look into the outbox at once. */
const nudge = (site: Site) => send(`${site.url}/auth`, { intent: 'login', email: '', password: '' })

test('a mail that is refused twice arrives once, with the same Message-ID each time and without a number that is not masked', async () => {
  const server = await mailServer()
  const refusals = [451, 452]
  server.verdicts.push(...refusals)
  const { site, secret, as } = await postingSite(server.url)
  await changeBank(await as(STUDENT), '0123456789')

  for (const [at, code] of refusals.entries()) {
    const attempts = at + 1
    await nudge(site)
    await until(() => server.refused.length === attempts, site.running)
    const noted = async () => {
      const { data } = await secret.from('outbox').select('attempts, last_error, next_attempt_at, sent_at, dead_at').single()
      return data
    }
    // Each refusal has to be noted before the wait is made shorter: its note would make it longer again.
    await until(async () => (await noted())?.last_error?.includes(String(code)) === true, site.running)
    const row = await noted()
    expect(row).toMatchObject({ attempts, sent_at: null, dead_at: null })
    expect(Date.parse(row?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 30_000)
    // The wait is over sooner than in life, and the second time nobody asks: it is looked at by itself.
    await secret.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
  }
  const { mail, raw } = await server.next()
  expect(mail).toMatchObject({ subject: 'Your bank details were changed', to: [{ address: STUDENT }] })
  expect(mail.messageId).toMatch(/^<outbox-[0-9a-f-]{36}@lamplight\.example>$/)
  for (const letter of server.refused) {
    expect((await PostalMime.parse(letter.raw)).messageId).toBe(mail.messageId)
  }
  expect(mail.text).toContain('GTBank, ending in 6789')
  expect(mail.html).toContain('ending in 6789')
  expect(raw).not.toContain('0123456789')
  await until(async () => (await secret.from('outbox').select('sent_at').single()).data?.sent_at !== null, site.running)
  expect(server.received).toEqual([])
  await site.end()
})

test('the process is killed while it sends: the mail waits for its lease to end, then another sends it', async () => {
  const server = await mailServer()
  server.verdicts.push('never')
  const kept = await startedOnce()
  const first = await postingSite(server.url, { path: kept.path, remove: () => {} })
  await changeBank(await first.as(STUDENT), '0123456789')
  await nudge(first.site)
  await until(() => server.refused.length === 1, first.site.running)
  first.site.running.process.kill('SIGKILL')
  await first.site.running.ended

  const second = await postingSite(server.url, kept)
  await nudge(second.site)
  const { data } = await second.secret.from('outbox').select('attempts, sent_at, next_attempt_at').single()
  expect(data).toMatchObject({ attempts: 1, sent_at: null })
  expect(Date.parse(data?.next_attempt_at ?? '')).toBeGreaterThan(Date.now())
  expect(server.received).toEqual([])

  await second.secret.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
  await nudge(second.site)
  const { mail } = await server.next()
  const [lost] = server.refused
  expect((await PostalMime.parse(lost?.raw ?? '')).messageId).toBe(mail.messageId)
  await second.site.end()
})

test('an address that the mail server does not know is given up at once; an operator sees it and has it tried again', async () => {
  const server = await mailServer()
  server.unknown.add(STUDENT)
  const { site, as } = await postingSite(server.url)
  await changeBank(await as(STUDENT), '0123456789')
  await nudge(site)
  const operator = await as('operator@lamplight.example')
  const dead = async () =>
    (await operator.from('outbox').select('id, template, recipient, attempts, last_error').not('dead_at', 'is', null)).data ?? []
  await until(async () => (await dead()).length === 1, site.running)
  const [mail] = await dead()
  expect(mail).toMatchObject({ template: 'bank-details-changed', recipient: STUDENT, attempts: 1 })
  expect(mail?.last_error).toContain('No such user here')
  expect((await (await as(STUDENT)).from('outbox').select('id')).data).toEqual([])

  server.unknown.clear()
  expect((await operator.rpc('retry_mail', { mail: mail?.id ?? '' })).data).toBe(true)
  await nudge(site)
  expect((await server.next()).to).toEqual([STUDENT])
  expect(await dead()).toEqual([])
  await site.end()
})

test('a mail server that is away keeps nobody from anything, and without one mails become files', async () => {
  const away = await postingSite(`smtp://127.0.0.1:${await freePort()}`)
  await changeBank(await away.as(STUDENT), '0123456789')
  await nudge(away.site)
  await until(
    async () => (await away.secret.from('outbox').select('last_error').single()).data?.last_error !== null,
    away.site.running,
  )
  expect((await ask(`${away.site.url}/`)).status).toBe(200)
  await away.site.end()

  const files = await postingSite(null)
  await changeBank(await files.as(STUDENT), '0123456789')
  await nudge(files.site)
  const { mail } = await mailTo(files.site.dataDirectory, STUDENT)
  expect(mail.subject).toBe('Your bank details were changed')
  expect(mailFiles(files.site.dataDirectory)).toHaveLength(1)
  await files.site.end()
})
