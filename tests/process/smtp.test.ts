import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { freePort } from '../processes.ts'
import { ask } from './ask.ts'
import { linkIn, mailFiles, newAddress, signUp, signUpFields } from './mails.ts'
import { keysIn, startSite, whenOver } from './sites.ts'

type Received = { to: string[]; from: string; user: string | null; raw: string }

/** A mail server of this test. With `account` it takes mail only from who signs in with it. */
async function mailServer(account?: { user: string; password: string }) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: !account,
    // nodemailer would refuse a certificate of the test's own making.
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(new Error('Unknown user')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          user: session.user ?? null,
          raw: Buffer.concat(chunks).toString(),
        })
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  whenOver(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    /** The next mail, when it has come. */
    async next(): Promise<Received & { mail: Email }> {
      for (let tries = 0; tries < 300; tries += 1) {
        const letter = received.shift()
        if (letter) {
          return { ...letter, mail: await PostalMime.parse(letter.raw) }
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('No mail came')
    },
  }
}

test('with SMTP_URL mails go to the mail server and nowhere else, and nobody can put a header or an addressee into them', async () => {
  const server = await mailServer()
  const backendPort = await freePort()
  const site = await startSite({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Lamplight Post <post@lamplight.ng>',
    BACKEND_PORT: String(backendPort),
  })
  const email = newAddress('posted')
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  const { to, from, mail } = await server.next()
  expect({ to, from }).toEqual({ to: [email], from: 'post@lamplight.ng' })
  expect(mail.from).toEqual({ name: 'Lamplight Post', address: 'post@lamplight.ng' })
  expect(mail.to).toEqual([{ name: '', address: email }])
  expect(mail.subject).toBe('Confirm your Lamplight account')
  expect(mail.html).toContain('Confirm my account')
  expect((await ask(linkIn(mail))).text).toContain('Confirm my account')

  expect(mailFiles(site.dataDirectory)).toEqual([])
  expect((await ask(`${site.url}/dev/mail`)).status).toBe(404)
  expect(site.running.output()).not.toContain('/dev/mail')

  // Once more with the same address: its owner is told, by the same server.
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  expect((await server.next()).mail.subject).toBe('You already have a Lamplight account')

  // Line breaks in what people type, by the form and past it.
  const victim = newAddress('victim')
  for (const broken of [
    `${victim}\r\nBcc: evil@example.com`,
    `${victim}\nBcc: evil@example.com`,
    `${victim},evil@example.com`,
    `a@b.ng> RCPT TO:<evil@example.com`,
  ]) {
    expect((await signUp(site.url, signUpFields(broken))).status, JSON.stringify(broken)).toBe(400)
    const past = await signUpPastThePages(backendPort, site.dataDirectory, { email: broken, data: {} })
    expect(past.status, JSON.stringify(broken)).toBeGreaterThanOrEqual(400)
    expect(past.status).toBeLessThan(500)
  }
  for (const field of ['first_name', 'last_name', 'institution_of_study']) {
    const fields = { ...signUpFields(victim), [field]: 'Ada\r\nBcc: evil@example.com' }
    expect((await signUp(site.url, fields)).status, field).toBe(400)
  }
  const name = 'Ada\r\nBcc: evil@example.com\r\n\r\n<script>'
  const past = await signUpPastThePages(backendPort, site.dataDirectory, {
    email: victim,
    data: { first_name: name, last_name: name },
  })
  expect(past.status).toBe(200)
  const sent = await server.next()
  expect(sent.to).toEqual([victim])
  expect(sent.raw).not.toContain('evil@example.com')
  expect(server.received).toEqual([])
  await site.end()
})

test('with a user and a password in SMTP_URL it signs in to the mail server', async () => {
  const account = { user: 'lamplight@post.example', password: 'a pass:word/with @ odd letters' }
  const server = await mailServer(account)
  const [user, password] = [encodeURIComponent(account.user), encodeURIComponent(account.password)]
  const site = await startSite({ SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${server.port}` })
  const email = newAddress('authenticated')
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  const { to, user: sender } = await server.next()
  expect({ to, sender }).toEqual({ to: [email], sender: account.user })
  expect(site.running.output()).not.toContain(account.password)
  expect(mailFiles(site.dataDirectory)).toEqual([])
  await site.end()
})

/** Signs up with the public key, straight at the backend. */
function signUpPastThePages(port: number, dataDirectory: string, fields: { email: string; data: Record<string, string> }) {
  return ask(`http://127.0.0.1:${port}/auth/v1/signup`, {
    body: JSON.stringify({ ...fields, password: 'a long enough secret' }),
    headers: { apikey: keysIn(dataDirectory).publishable_key, 'content-type': 'application/json' },
  })
}
