// The process is killed after each step of buying and restarted on the same data: ledger, order, file and email are
// correct, once. The test's own server runs simulated Paystack, which survives, holds a response where the process is
// to be killed, and repeats its events as Paystack does.
import { serve } from '@hono/node-server'
import fs from 'node:fs'
import PostalMime from 'postal-mime'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { openPaystackSimulator } from '#dev/paystack-simulator/simulator.ts'
import { type TestResponse, ask, send } from '../support/http.ts'
import { mailFiles } from '../support/emails.ts'
import { startedOnce } from '../support/test-databases.ts'
import { isReachable, freePort, run, type Running } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { getClient, DEMO_PASSWORD, keysIn, ADMIN, whenOver } from './sites.ts'

const CHECKOUT = 'https://checkout.paystack.com'
const secretKey = `sk_test_${'0123456789'.repeat(4)}`

/**
 * The fault of the next call (`METHOD /path`): Paystack never receives it, performs it and loses its response, responds
 * and the process ends, or rejects it.
 */
type Fault = { call: RegExp; what: 'unheard' | 'unanswered' | 'answered' | 'refused'; reached(): void }

async function paystackServer(tell: (raw: Uint8Array<ArrayBuffer>, signature: string) => Promise<void>) {
  const simulator = openPaystackSimulator({ secretKey, siteUrl: CHECKOUT, file: null, tell })
  const started: string[] = []
  let fault: Fault | null = null
  const never = new Promise<Response>(() => {})
  const port = await freePort()
  const server = serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const now = fault?.call.test(`${request.method} ${new URL(request.url).pathname}`) ? fault : null
      fault = now ? null : fault
      if (now?.what === 'unheard') {
        now.reached()
        return never
      }
      if (now?.what === 'refused') {
        now.reached()
        return Response.json({ status: false, message: 'Your balance is not enough' }, { status: 400 })
      }
      const response = await simulator.fetch(request)
      const { data } = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { data?: { authorization_url?: string } }
      if (data?.authorization_url) {
        started.push(data.authorization_url.split('/').at(-1) ?? '')
      }
      if (now) {
        now.reached()
        return now.what === 'answered' ? response : never
      }
      return response
    },
  })
  whenOver(() => server.close())
  return {
    simulator,
    url: `http://127.0.0.1:${port}`,
    /** Returns the code of the payment that was started last. */
    last: () => started.at(-1) ?? '',
    /** Resolves when the fault has happened. */
    failAt: (call: RegExp, what: Fault['what']) =>
      new Promise<void>((reached) => {
        fault = { call, what, reached }
      }),
  }
}

test(
  'an order killed at each step and restarted is paid, delivered, notified and refunded once',
  { timeout: 1_200_000 },
  async () => {
    const [port, backendPort, directory] = [await freePort(), await freePort(), await startedOnce()]
    whenOver(directory.remove)
    const url = `http://localhost:${port}`
    const ears = { open: true }
    const paystack = await paystackServer(async (raw, signature) => {
      // Paystack repeats unacknowledged events.
      for (let tries = 0; ears.open && tries < 200; tries += 1) {
        const headers = { 'x-paystack-signature': signature }
        const taken = await ask(`${url}/hooks/paystack`, { body: Buffer.from(raw), headers }).catch(() => null)
        if (taken?.status === 200) {
          return
        }
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    })
    const start = () =>
      run(
        ['server/main.ts'],
        {
          PORT: String(port),
          BACKEND_PORT: String(backendPort),
          DATA_DIR: directory.path,
          PAYSTACK_SECRET_KEY: secretKey,
          PAYSTACK_URL: paystack.url,
        },
        () => isReachable(`http://127.0.0.1:${port}/healthz`),
      )
    let site: Running = await start()
    whenOver(() => site.stop())
    async function killAndStart(): Promise<void> {
      site.process.kill('SIGKILL')
      await site.ended
      site = await start()
    }
    /** Kills the process at the fault, while `during` runs. */
    async function killedAt(call: RegExp, what: Fault['what'], during: () => Promise<unknown>, laterMs = 0): Promise<void> {
      const reached = paystack.failAt(call, what)
      const going = during().catch(() => null)
      await reached
      await new Promise((resolve) => setTimeout(resolve, laterMs))
      await killAndStart()
      await going
    }

    const service = getClient(`http://127.0.0.1:${backendPort}`, keysIn(directory.path).secret_key)
    const work = await createSoldWork(service)
    const address = (name: string) => `${name}@example.ng`
    const codes = new Map<string, string>()
    async function begin(name: string): Promise<void> {
      await send(`${url}/buy/${work.slug}`, { intent: 'pay', email: address(name), price: String(work.price) })
      codes.set(name, paystack.last())
    }
    const pay = (name: string) => paystack.simulator.act(codes.get(name) ?? '', 'pay') ?? ''
    const sales = async () => (await service.from('sales').select('id').throwOnError()).data.length
    /**
     * Counts the receipts that a mail program shows: one that was sent twice has the same Message-ID
     * (docs/decisions/0009).
     */
    async function receipts(name: string): Promise<number> {
      const files = mailFiles(directory.path).filter((file) => file.endsWith('.eml'))
      const mails = await Promise.all(files.map(async (file) => PostalMime.parse(fs.readFileSync(file))))
      const mine = mails.filter(({ to }) => to?.some((each) => each.address === address(name)))
      const ours = mine.filter(({ subject }) => subject === `Your file and receipt: ${work.title}`)
      return new Set(ours.map(({ messageId }) => messageId)).size
    }
    const readPage = async (order: string) => (await ask(order)).text
    /** Opens the page of the order, where Paystack sends the buyer. */
    const orderAt = (back: string) => `${url}${new URL(back).pathname}`

    // The payment was started here, but Paystack never received it: nothing was charged.
    const unheard = paystack.failAt(/initialize/, 'unheard')
    const beginning = begin('unheard').catch(() => null)
    await unheard
    // Paystack has a page that the process does not know: the buyer finds it anyway, and gets the link by email.
    await killedAt(/initialize/, 'unanswered', () => begin('unanswered'))
    await beginning
    codes.set('unanswered', paystack.last())
    pay('unanswered')
    await expect.poll(sales, { timeout: 30_000 }).toBe(1)
    await expect.poll(() => receipts('unanswered'), { timeout: 30_000 }).toBe(1)

    // The event was acknowledged, but the process did not verify it. The sweep verifies it five minutes after the order
    // began; its buyer comes back earlier.
    await begin('taken')
    await begin('lost')
    const unasked = paystack.failAt(/verify/, 'unheard')
    const taken = orderAt(pay('taken'))
    await unasked
    const ended = site.ended
    site.process.kill('SIGKILL')
    await ended
    // Another order is paid while the process is down, and Paystack's events are lost; then the buyer comes back.
    ears.open = false
    const lost = orderAt(pay('lost'))
    site = await start()
    ears.open = true
    expect(await sales()).toBe(1)
    for (const order of [taken, lost]) {
      await expect.poll(() => readPage(order), { timeout: 30_000 }).toContain('Paid. Your file is ready')
    }

    // The process is killed at a write after Paystack's response; the second time it is generating another file too.
    const settled: string[] = []
    let making: Promise<TestResponse | null> | null = null
    for (const laterMs of [0, 40]) {
      await begin(`settled-${laterMs}`)
      making = laterMs > 0 ? ask(`${lost}/file`).catch(() => null) : making
      await killedAt(/verify/, 'answered', async () => settled.push(orderAt(pay(`settled-${laterMs}`))), laterMs)
    }
    for (const order of settled) {
      await expect.poll(() => readPage(order), { timeout: 30_000 }).toContain('Paid. Your file is ready')
    }
    await making
    // The next response is complete.
    const file = await ask(`${lost}/file`)
    expect(file.status).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.body)))
    expect(text.every((page) => page.includes('Licensed to l***@example.ng'))).toBe(true)

    // A refund that Paystack rejects with a reason.
    const admin = getClient(`http://127.0.0.1:${backendPort}`, keysIn(directory.path).publishable_key)
    await admin.auth.signInWithPassword({ email: ADMIN, password: DEMO_PASSWORD })
    const getOrder = async (name: string) => {
      const { data } = await admin.rpc('find_orders', { search: address(name) }).throwOnError()
      return data.find(({ state }) => state === 'paid') ?? { id: '', reference: '' }
    }
    const refunded = await getOrder('lost')
    const rejected = paystack.failAt(/^POST \/refund$/, 'refused')
    await admin.rpc('decide_refund', { of_order: refunded.id, agree: true }).throwOnError()
    await rejected
    await expect.poll(() => readPage(lost), { timeout: 30_000 }).toContain('The first attempt failed.')
    const { data: today } = await admin.rpc('console_today').throwOnError()
    expect(JSON.stringify(today)).toContain('refund_failed')
    const { data: details } = await admin.rpc('order_details', { of_order: refunded.id }).throwOnError()
    expect(JSON.stringify(details)).toContain('Your balance is not enough')
    // Then a refund whose response is lost, and an accepted dispute whose response is lost.
    const [disputed = ''] = settled
    paystack.simulator.dispute(codes.get('settled-0') ?? '', 'dispute')
    const { id } = await getOrder('settled-0')
    const disputes = async () => {
      const { data } = await admin.rpc('list_order_disputes', { of_order: id }).throwOnError()
      return data as { id: string; state: string }[]
    }
    await expect.poll(async () => (await disputes()).length, { timeout: 60_000 }).toBe(1)
    const [dispute] = await disputes()
    const unanswered = paystack.failAt(/^POST \/refund$/, 'unanswered')
    await admin.rpc('decide_refund', { of_order: refunded.id, agree: true }).throwOnError()
    await unanswered
    await killedAt(/resolve$/, 'unanswered', async () =>
      admin.rpc('respond_to_dispute', { dispute: dispute?.id ?? '', accept: true, words: '' }),
    )
    await expect.poll(() => readPage(lost), { timeout: 60_000 }).toContain('You have been refunded')
    expect((await ask(`${lost}/file`)).status).toBe(403)
    await expect.poll(async () => (await disputes())[0]?.state, { timeout: 60_000 }).toBe('lost')
    expect(await readPage(disputed)).toContain('You have been refunded')

    // Each of the five paid orders is in the ledger once, two were refunded once, and each buyer has one receipt.
    expect(await sales()).toBe(5)
    expect((await service.from('refunds').select('id').throwOnError()).data).toHaveLength(2)
    // An email of a killed process stays leased for its time (docs/decisions/0009), which ends here.
    await service.from('outbox').update({ next_attempt_at: new Date().toISOString() }).is('sent_at', null).throwOnError()
    for (const name of ['unanswered', 'taken', 'lost', 'settled-0', 'settled-40']) {
      await expect.poll(() => receipts(name), { timeout: 60_000 }).toBe(1)
    }
    expect(await receipts('unheard')).toBe(0)
    const { data: balances } = await admin
      .rpc('balance_sheet', { at_day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) })
      .throwOnError()
    expect(balances.reduce((sum, { balance_kobo }) => sum + balance_kobo, 0)).toBe(0)
    expect(balances.find(({ account }) => account === 'refunds_owed')?.balance_kobo).toBe(0)
  },
)
