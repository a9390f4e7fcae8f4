import { beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/processes.ts'
import { ask, send } from '../support/http.ts'
import { mailServer } from './mail-server.ts'
import { linkIn, mailFiles, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { responseTo, forms } from './compare-responses.ts'
import { keysIn, type Site, startSite, STUDENT } from './sites.ts'

const account = { user: 'lamplight@post.example', password: 'a pass:word/with @ odd letters' }
let backendPort: number
let server: Awaited<ReturnType<typeof mailServer>>
let site: Site
beforeAll(async () => {
  server = await mailServer({ account })
  backendPort = await freePort()
  const [user, password] = [encodeURIComponent(account.user), encodeURIComponent(account.password)]
  site = await startSite({
    SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Lamplight Post <post@lamplight.ng>',
    BACKEND_PORT: String(backendPort),
  })
})

// Without a user in SMTP_URL: tests/process/outbox.test.ts.
test('the site signs in to the server of SMTP_URL, sends its emails only there and prevents header injection', async () => {
  const email = newAddress('posted')
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  const { to, from, user: sender, mail } = await server.next()
  expect({ to, from, sender }).toEqual({ to: [email], from: 'post@lamplight.ng', sender: account.user })
  expect(mail.from).toEqual({ name: 'Lamplight Post', address: 'post@lamplight.ng' })
  expect(mail.to).toEqual([{ name: '', address: email }])
  expect(mail.subject).toBe('Confirm your Lamplight account')
  expect(mail.html).toContain('Confirm my account')
  expect((await ask(linkIn(mail))).text).toContain('Confirm my account')

  expect(mailFiles(site.dataDirectory)).toEqual([])
  expect((await ask(`${site.url}/dev/mail`)).status).toBe(404)
  expect(site.running.output()).not.toContain('/dev/mail')

  // Once more with the same address: the same server notifies its owner.
  expect((await send(linkIn(mail), { password: signUpFields(email).password })).status).toBe(303)
  expect((await signUp(site.url, signUpFields(email))).status).toBe(303)
  expect((await server.next()).mail.subject).toBe('You already have a Lamplight account')

  // The texts contain line breaks, sent by the form and without it.
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
  expect(site.running.output()).not.toContain(account.password)
})

// The last, because it stops the mail server.
test('an unavailable mail server changes no response', async () => {
  await server.stop()
  for (const [what, form, whom] of forms) {
    const [nobody, known] = [newAddress('nobody'), whom.includes('confirmed') ? STUDENT : newAddress('known')]
    const responses = [await responseTo(form, nobody, site), await responseTo(form, known, site)]
    expect(responses[0]?.seen, what).toEqual(responses[1]?.seen)
    expect(responses[0]?.seen.status, what).toBeLessThan(500)
  }
})

/** Signs up with the public key, directly at the backend. */
function signUpPastThePages(port: number, dataDirectory: string, fields: { email: string; data: Record<string, string> }) {
  return ask(`http://127.0.0.1:${port}/auth/v1/signup`, {
    body: JSON.stringify({ ...fields, password: 'a long enough secret' }),
    headers: { apikey: keysIn(dataDirectory).publishable_key, 'content-type': 'application/json' },
  })
}
