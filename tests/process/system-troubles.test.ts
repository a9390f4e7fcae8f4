// Trouble of a real process on Today, and in the navigation, until it is over.
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort, root, temporaryDirectory, until } from '../support/processes.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { mailServer } from './mail-server.ts'
import { ADMIN, DEMO_PASSWORD, getClient, keysIn, startSite, whenOver } from './sites.ts'

test('Today shows email that the relay does not take after ten minutes, with the cause, until it is sent', async () => {
  const place = temporaryDirectory()
  whenOver(place.remove)
  const clock = path.join(place.path, 'clock')
  fs.writeFileSync(clock, '0')
  const relay = await mailServer()
  const backendPort = await freePort()
  const site = await startSite({
    SMTP_URL: relay.url,
    MAIL_FROM: 'Lamplight <hello@lamplight.example>',
    BACKEND_PORT: String(backendPort),
    NODE_OPTIONS: `--import ${path.join(root, 'tests/support/moved-clock.mjs')}`,
    MOVED_CLOCK: clock,
  })
  const secret = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  const { cookies } = await send(`${site.url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })
  const headers = { cookie: cookieHeader(cookies.filter((line) => line.startsWith('session='))) }
  const today = async () => (await ask(`${site.url}/admin`, { headers })).text

  relay.verdicts.push(...Array.from({ length: 50 }, () => 451))
  await secret
    .rpc('receive_message', { sender_name: 'Ada', sender_email: 'ada@mail.example', about: 'other', body: 'Hello' })
    .throwOnError()
  const nudge = () => send(`${site.url}/auth`, { intent: 'login', email: '', password: '' })
  await nudge()
  await until(() => relay.refused.length > 0, site.running)
  await until(async () => {
    const { data } = await secret.from('outbox').select('last_error').is('sent_at', null).throwOnError()
    return data.some(({ last_error }) => last_error?.includes('451'))
  }, site.running)
  expect(await today()).not.toContain('Email cannot be sent')

  fs.writeFileSync(clock, String(11 * 60 * 1000))
  await until(async () => (await today()).includes('Email cannot be sent since'), site.running)
  const page = await today()
  expect(page).toMatch(/One trouble\./)
  expect(page).toContain('One email waits. It goes out automatically')
  expect(page).toMatch(/451/)
  expect(page).toMatch(/System check<\/span><span class="due-count">1/)

  relay.verdicts.length = 0
  await until(async () => {
    // The wait until the next attempt is shorter than in production.
    await secret.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
    await nudge()
    return !(await today()).includes('Email cannot be sent')
  }, site.running)
  expect(relay.received).toHaveLength(1)
  expect(await today()).not.toMatch(/System check<\/span><span class="due-count">/)
})
