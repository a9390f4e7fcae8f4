/*
 * A site with its own domain is not in demo mode: its emails are not shown, and without a Paystack key nothing is sold.
 */
import { beforeAll, expect, test } from 'vitest'
import { ask, send } from '../support/http.ts'
import { addressesIn, getDetails, getHead } from './html.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork, type SoldWork } from '../support/sold-work.ts'
import { getClient, keysIn, type Site, startSite } from './sites.ts'

let site: Site
let work: SoldWork
beforeAll(async () => {
  const backendPort = String(await freePort())
  site = await startSite({ SITE_URL: 'https://lamplight.ng', BACKEND_PORT: backendPort })
  work = await createSoldWork(getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key))
})

test('/dev/mail is not found under any name', async () => {
  for (const host of [`localhost:${site.port}`, '127.0.0.1', 'lamplight.ng']) {
    expect((await ask(`${site.url}/dev/mail`, { headers: { host } })).status, host).toBe(404)
  }
  expect(site.running.output()).not.toContain('/dev/mail')
  expect((await ask(`${site.url}/auth`)).text).not.toContain('/dev/mail')
})

test('order pages are not found without a key', async () => {
  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
  for (const path of [
    '/orders',
    `/orders/${'a'.repeat(22)}`,
    `/orders/${'a'.repeat(22)}/file`,
    '/hooks/paystack',
    '/dev/paystack/x',
  ]) {
    expect((await ask(at(path))).status, path).toBe(404)
  }
  const shelf = (await ask(at('/marketplace'))).text
  expect(shelf).toContain(`/material-preview/${work.slug}`)
  expect(shelf).not.toContain('/buy/')
  expect((await ask(at('/support'))).text).not.toMatch(/href="\/orders"|Paystack/)
  const origin = { origin: 'https://lamplight.ng' }
  expect((await ask(at(`/buy/${work.slug}`))).status).toBe(404)
  expect((await send(at(`/buy/${work.slug}`), { intent: 'pay' }, { headers: origin })).status).toBe(404)
  expect((await ask(at('/hooks/paystack'), { body: '{}', headers: origin })).status).toBe(404)
})

test('metadata for search engines and shared links names that domain', async () => {
  const at = (path: string) => ask(`http://127.0.0.1:${site.port}${path}`)
  const { text } = await at('/material-preview/medication-adherence-hypertension-enugu')
  const head = getHead(text)
  for (const name of ['canonical', 'og:url', 'og:image'] as const) {
    expect(head[name], name).toMatch(/^https:\/\/lamplight\.ng\//)
  }
  const addresses = new Set<string>()
  addressesIn(getDetails(text), addresses)
  expect(addresses.size).toBeGreaterThan(0)
  for (const address of addresses) {
    expect(address).toMatch(/^https:\/\/lamplight\.ng(\/|$)/)
  }
  const index = (await at('/sitemap.xml')).text
  expect(index).toContain('<loc>https://lamplight.ng/sitemap/pages.xml</loc>')
  expect(index + (await at('/sitemap/materials-1.xml')).text).not.toContain('localhost')
})
