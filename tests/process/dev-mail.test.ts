import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, send } from '../support/http.ts'
import { linkIn, mailFiles, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { expectSecurityHeaders } from './security-headers.ts'
import { onSharedBackend, shared, startSite } from './sites.ts'

test('an email is one whole file for its owner alone, listed at /dev/mail with a working link', async () => {
  const email = newAddress('listed')
  expect((await signUp(shared.url, signUpFields(email))).status).toBe(303)
  const { mail, file } = await mailTo(shared.dataDirectory, email)

  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect(mailFiles(shared.dataDirectory).every((name) => name.endsWith('.eml'))).toBe(true)
  const text = fs.readFileSync(file, 'utf8')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
  expect(mail.from).toEqual({ name: 'Lamplight', address: 'hello@lamplight.example' })
  expect(mail.to).toEqual([{ name: '', address: email }])
  expect(mail.subject).toBe('Confirm your Lamplight account')
  expect(Math.abs(Date.parse(mail.date ?? '') - Date.now())).toBeLessThan(5 * 60_000)
  expect(mail.messageId).toMatch(/^<[^@\s]+@[^@\s]+>$/)
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m)
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('Confirm my account')
    expect(part).toContain(`${shared.url}/auth/confirm?token_hash=`)
  }
  expect(mail.text).not.toMatch(/<[a-z]/)

  const list = await ask(`${shared.url}/dev/mail`)
  expect(list.status).toBe(200)
  expect(list.headers['cache-control']).toBe('no-store')
  expect(list.text).toContain(`to ${email}`)
  const letter = await ask(`${shared.url}/dev/mail/${path.basename(file)}`)
  expect(letter.status).toBe(200)
  expect(letter.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(letter.body).toEqual(fs.readFileSync(file))
  expectSecurityHeaders(letter)

  const page = await ask(`${shared.url}/dev/mail/${path.basename(file, '.eml')}`)
  expect(page.headers['content-type']).toBe('text/html; charset=UTF-8')
  expect(page.text).toContain('<h1>Confirm your Lamplight account</h1>')
  expect(page.text).toContain(`<a href="${linkIn(mail).replaceAll('&', '&amp;')}">`)
  expect(page.text).not.toContain('Content-Type:')
  expect(page.text).toContain(`href="/dev/mail/${path.basename(file)}"`)
  expectSecurityHeaders(page)

  const link = list.text.match(/href="(http[^"]+\/auth\/confirm\?[^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(link).toBe(linkIn(mail))
  expect((await ask(link)).text).toContain('Confirm my account')
  const confirmed = await send(link, { password: signUpFields(email).password })
  expect(confirmed.status).toBe(303)
  expect(confirmed.cookies.join()).toContain('session=')
})

test.each<{ who: string; headers: Record<string, string> }>([
  { who: 'another machine in the network', headers: { host: `192.168.1.7:${shared.port}` } },
  { who: 'a page whose name resolves to this machine', headers: { host: `evil.example:${shared.port}` } },
  { who: 'a name that only begins like this machine', headers: { host: `localhost.evil.example:${shared.port}` } },
  { who: 'a proxy with X-Forwarded-For', headers: { 'x-forwarded-for': '127.0.0.1' } },
  { who: 'a proxy with Forwarded', headers: { forwarded: 'for=127.0.0.1' } },
  { who: 'a proxy with X-Real-IP', headers: { 'x-real-ip': '127.0.0.1' } },
  { who: 'a proxy with Via alone', headers: { via: '1.1 proxy' } },
  { who: 'a proxy with X-Forwarded-Host', headers: { 'x-forwarded-host': 'localhost' } },
  { who: 'a proxy that names the protocol', headers: { 'x-forwarded-proto': 'https' } },
])('/dev/mail is not found for $who', async ({ headers }) => {
  const email = newAddress('hidden')
  await signUp(shared.url, signUpFields(email))
  const { file } = await mailTo(shared.dataDirectory, email)
  const names = [path.basename(file), path.basename(file, '.eml')]
  for (const address of ['/dev/mail', '/dev/mail/', ...names.map((name) => `/dev/mail/${name}`)]) {
    const response = await ask(shared.url + address, { headers })
    expect(response.status, address).toBe(404)
    expect(response.text).toContain('Page Not Found')
    expect(response.text).not.toContain(email)
  }
})

test('/dev/mail works under every name of this machine, and only for email files', async () => {
  for (const host of [`localhost:${shared.port}`, `127.0.0.1:${shared.port}`, `[::1]:${shared.port}`, 'localhost']) {
    expect((await ask(`${shared.url}/dev/mail`, { headers: { host } })).status, host).toBe(200)
  }
  for (const name of [
    '..%2fbackend-keys.json',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fdemo-accounts.json',
    'none.eml',
    '.part',
    '%00',
  ]) {
    const response = await ask(`${shared.url}/dev/mail/${name}`)
    expect(response.status, name).toBe(404)
    expect(response.text).not.toContain('secret_key')
  }
})

test('/dev/mail is not found in front of a hosted backend', async () => {
  const site = await startSite(onSharedBackend)
  expect((await ask(`${site.url}/dev/mail`)).status).toBe(404)
  await site.end()
})
