// Buying on the site, against simulated Paystack: with and without a script, and with every outcome of the payment.
import fs from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { ask, send } from '../support/http.ts'
import { recordLiveOrder } from '../support/paid-order.ts'
import { isReachable, run } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { approvedWork } from './approved-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, mailTo, newAddress, startApp, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

/** Orders a work by the requests that the forms send. Returns the addresses of Paystack's page and of the order. */
async function order({ url }: TestApp, slug: string, price: number, email: string): Promise<{ payment: string; order: string }> {
  const started = await send(`${url}/buy/${slug}`, { intent: 'pay', email, price: String(price) })
  expect(started.status).toBe(303)
  const payment = String(started.headers.location)
  const left = await send(payment, { act: 'leave' })
  return { payment, order: String(left.headers.location) }
}
const pay = (payment: string) => send(payment, { act: 'pay' })
const getText = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a purchase without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor pays, downloads the file and finds the order again by email', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const work = await createSoldWork(behindThePages(app))
    const email = newAddress('buyer')
    await page.goto(`${app.url}/material-preview/${work.slug}`)
    await expect(page.getByText('Pay by card, transfer or USSD on Paystack').filter({ visible: true })).toBeVisible()
    await page
      .getByRole('link', { name: `Purchase ${work.title}` })
      .filter({ visible: true })
      .first()
      .click()
    await expect(heading(page)).toHaveText('Checkout')
    await expect(page.getByLabel('Your email')).toBeFocused()
    await page.getByLabel('Your email').fill('ada@gmail')
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await expect(page.getByLabel('Your email')).toHaveAccessibleDescription(/The address is not complete/)
    await expect(page.getByLabel('Your email')).toHaveValue('ada@gmail')
    await expect(page.getByLabel('Your email')).toBeFocused()
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: /^Pay ₦/ }).click()

    await expect(heading(page)).toHaveText('This is a trial: no money moves')
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(heading(page)).toHaveText('The payment was not finished')
    await page.getByRole('link', { name: 'Continue with the payment' }).click()
    await page.getByRole('button', { name: 'Fail' }).click()
    await expect(heading(page)).toHaveText('The payment did not go through')
    expect(page.url(), 'nothing but the token stands in the address').toMatch(/\/orders\/[\w-]{22}$/)
    await page.getByRole('link', { name: 'Try the payment again' }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(heading(page)).toHaveText('Paid. Your file is ready')
    const there = page.url()
    expect((await page.request.get(there)).headers()['referrer-policy']).toBe('strict-origin')

    const file = await ask(`${there}/file`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+\.pdf"$/)
    for (const text of await getText(file.body)) {
      expect(text).toContain(`Licensed to b***@example.ng, order ${await reference(page)}`)
    }
    expect((await getText(file.body)).join(' ')).toMatch(/eclampsia/i)

    const { text = '' } = await mailTo(app.dataDirectory, email, `Your file and receipt: ${work.title}`)
    const mailed = text.match(/http\S+\/orders\/[\w-]+/)?.[0] ?? ''
    expect(mailed).not.toBe(there)
    expect((await ask(mailed)).text).toContain('Paid. Your file is ready')

    await page.goto(`${app.url}/orders`)
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Send me the links' }).click()
    await expect(page.getByText('If this address bought something here')).toBeVisible()
    await expect(page.getByRole('status')).toBeFocused()
    const found = await mailTo(app.dataDirectory, email, 'The link of your order')
    expect(found.text?.replaceAll(/\s+/g, ' ')).toContain(work.title)
  })
})

test.describe('a misspelled email without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('is asked about once, with both choices, and the typed one is accepted', async ({ page, app }) => {
    const work = await createSoldWork(behindThePages(app))
    const open = async () => {
      await page.goto(`${app.url}/buy/${work.slug}`)
      await page.getByLabel('Your email').fill('ngozi.eze@gmial.com')
      await page.getByRole('button', { name: /^Pay ₦/ }).click()
      await expect(page.getByText('Did you mean ngozi.eze@gmail.com?')).toBeVisible()
    }
    await open()
    await page.getByRole('button', { name: 'Yes, pay with ngozi.eze@gmail.com' }).click()
    await expect(page.getByText('ngozi.eze@gmail.com')).toBeVisible()
    await open()
    await page.getByRole('button', { name: 'No, pay with ngozi.eze@gmial.com' }).click()
    await expect(page.getByText('ngozi.eze@gmial.com')).toBeVisible()
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'five taps' : 'five taps without a script', () => {
    test.use({ javaScriptEnabled })

    test('lead from the home page to the file, and the browser remembers the email and the order', async ({ page, app }) => {
      const work = await createSoldWork(behindThePages(app))
      const email = newAddress('taps')
      await page.goto(app.url)
      let taps = 0
      const tap = async (target: Locator) => {
        taps += 1
        await target.click()
      }
      await tap(page.locator('main').getByRole('link', { name: 'Browse Materials' }).first())
      // The search is typed, and sent with the keyboard.
      await page.goto(`${app.url}/marketplace?search=${encodeURIComponent(work.title)}`)
      await tap(
        page
          .getByRole('link', { name: `Purchase ${work.title}` })
          .filter({ visible: true })
          .first(),
      )
      await expect(page.getByLabel('Your email')).toBeFocused()
      await page.keyboard.type(email)
      await tap(page.getByRole('button', { name: /^Pay ₦/ }))
      await tap(page.getByRole('button', { name: 'Pay' }))
      await expect(heading(page)).toHaveText('Paid. Your file is ready')
      const file = page.waitForEvent('download')
      await tap(page.getByRole('link', { name: /^Download/ }))
      expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
      expect(taps).toBe(5)

      // The same browser shows it before paying again, and need not type the email for another work.
      await page.goto(`${app.url}/buy/${work.slug}`)
      await expect(page.getByText('You already have this.')).toBeVisible()
      await page.getByRole('link', { name: 'Open your file' }).click()
      await expect(heading(page)).toHaveText('Paid. Your file is ready')
      await page.goto(`${app.url}/buy/${work.slug}`)
      await page.getByText('Buy it again').click()
      await expect(page.getByLabel('Your email')).toHaveValue(email)
      // An order that was started and not paid does not hide the paid one.
      await page.getByRole('button', { name: /^Pay ₦/ }).click()
      await page.waitForURL((address) => !address.pathname.startsWith('/buy'))
      await page.goto(`${app.url}/material-preview/${work.slug}`)
      if (javaScriptEnabled) {
        await expect(page.getByRole('link', { name: 'Open your file' }).filter({ visible: true })).toHaveCount(1)
        await page.goto(`${app.url}/buy/${work.slug}`)
      } else {
        // Chromium's switch for scripts does not render noscript, so the link is read from the page.
        expect(await (await page.request.get(page.url())).text()).toMatch(
          new RegExp(`<noscript>.*<a href="/buy/${work.slug}">Find your file</a>.*</noscript>`),
        )
        await page.goto(`${app.url}/buy/${work.slug}`)
        await expect(page.getByRole('link', { name: 'Open your file' })).toBeVisible()
      }
      await expect(page.getByText('You already have this.')).toBeVisible()
      await page.getByText('Buy it again').click()
      await page.getByRole('button', { name: 'Forget them' }).click()
      await expect(page.getByLabel('Your email')).toHaveValue('')
      await expect(page.getByText('You already have this.')).toHaveCount(0)
    })
  })
}

test('another browser does not learn from an email that it bought a work', async ({ app }) => {
  const work = await createSoldWork(behindThePages(app))
  const email = newAddress('private')
  const bought = await order(app, work.slug, work.price, email)
  await pay(bought.payment)
  await ask(bought.order)
  const fields = { intent: 'pay', email, price: '1' }
  const known = await send(`${app.url}/buy/${work.slug}`, fields)
  const unknown = await send(`${app.url}/buy/${work.slug}`, { ...fields, email: newAddress('private') })
  expect(known.status).toBe(unknown.status)
  expect(known.text.replaceAll(email, '')).toBe(unknown.text.replaceAll(/private\.[\d.]+@example\.ng/g, ''))
})

const reference = async (page: Page) => (await page.locator('dt:text-is("Order") + dd').textContent()) ?? ''

test('the order pages are accessible on a phone and on a laptop', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  const { payment, order: there } = await order(app, work.slug, work.price, newAddress('looks'))
  await page.goto(`${app.url}/buy/${work.slug}`)
  await isInOrder(page)
  await page.getByLabel('Your email').fill('a.very.long.name.of.a.student.of.nursing.at.ibadan@gmial.com')
  await page.getByRole('button', { name: /^Pay ₦/ }).focus()
  await expect(page.getByText('Did you mean')).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByLabel('Your email')).toHaveValue('a.very.long.name.of.a.student.of.nursing.at.ibadan@gmail.com')
  await expect(page.getByText('Did you mean')).toBeHidden()
  await isInOrder(page)
  // The page reloads automatically, unless the reader stops that.
  await page.goto(there)
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(1)
  await page.getByRole('link', { name: 'Stop' }).click()
  await expect(page.getByRole('link', { name: 'Look again' })).toBeVisible()
  await isInOrder(page)
  await pay(payment)
  await page.goto(there)
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  await page.getByText('Ask for a refund').click()
  await isInOrder(page)
  await page.goto(`${app.url}/orders`)
  await isInOrder(page)
})

test('the works like a bought one have titles of one size on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  const service = behindThePages(app)
  const work = await createSoldWork(service)
  await createSoldWork(service)
  const { payment, order: there } = await order(app, work.slug, work.price, newAddress('sizes'))
  await pay(payment)
  await page.goto(there)
  const titles = page.getByRole('region', { name: 'More like this' }).getByRole('heading', { level: 3 })
  await expect(titles.filter({ hasText: 'Care plan' }).first()).toBeVisible()
  const sizes = await titles.evaluateAll((all) => all.map((title) => getComputedStyle(title).fontSize))
  expect(new Set(sizes)).toEqual(new Set(['16px']))
})

test('an approved work is on sale at once with a stamped file, and its student sees the sale', async ({ page, browser, app }) => {
  const student = await newStudent(page, app, 'Ngozi')
  const title = `Eclampsia care ${Date.now()}`
  await approvedWork(app, student, admin, { title, price: 4000, link: null })
  const { data: work } = await behindThePages(app)
    .from('research_materials')
    .select('slug, published_at')
    .eq('title', title)
    .single()
    .throwOnError()
  expect(work.published_at).not.toBeNull()
  const { payment, order: there } = await order(app, work.slug, 4000, newAddress('chidi'))
  await pay(payment)
  const buyer = await elsewhere(browser)
  await buyer.goto(there)
  await expect(heading(buyer)).toHaveText('Paid. Your file is ready')
  const file = await ask(`${there}/file`)
  const pages = await getText(file.body)
  for (const text of pages) {
    expect(text).toContain('Licensed to c***@example.ng, order ')
  }
  expect(pages.join(' ')).toMatch(/eclampsia/i)
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText(title).first()).toBeVisible()
  await expect(page.getByText('A test payment: no money moved, so it is never paid out.')).toBeVisible()
})

test('an author opens the file of a published work in place of buying it', async ({ page, app }) => {
  const student = await newStudent(page, app, 'Amaka')
  const title = `Own work ${Date.now()}`
  await approvedWork(app, student, admin, { title, price: 4000, link: null })
  const { data: work } = await behindThePages(app)
    .from('research_materials')
    .select('slug')
    .eq('title', title)
    .single()
    .throwOnError()
  const address = `${app.url}/buy/${work.slug}`
  const file = page.getByRole('link', { name: 'Open your file' }).filter({ visible: true })
  for (const [there, said] of [
    [`${app.url}/material-preview/${work.slug}`, 'This is your work'],
    [address, 'This is your work.'],
  ] as const) {
    await page.goto(there)
    await expect(page.getByText(said, { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await expect(page.locator(`main a[href="/buy/${work.slug}"]`).filter({ hasText: 'Purchase' })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await file.click()
    expect((await download).suggestedFilename()).toBe('work.pdf')
  }
  const response = await page.request.post(address, {
    form: { intent: 'pay', price: '4000', email: student.email },
    headers: { origin: app.url },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(409)
  expect(await response.text()).toContain('This is your work, so you cannot buy it. Nothing was charged.')
  await page.context().clearCookies()
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Pay ₦4,000' })).toBeVisible()
})

test("a download resumes, five times a day, and only with the order's link", async ({ app }) => {
  const work = await createSoldWork(behindThePages(app))
  const { payment, order: there } = await order(app, work.slug, work.price, newAddress('ranges'))
  expect((await ask(`${there}/file`)).status, 'not paid').toBe(403)
  await pay(payment)
  await ask(there)
  expect((await ask(`${there}/file`, { method: 'HEAD' })).headers['content-length']).toBeUndefined()
  const whole = await ask(`${there}/file`)
  const rest = await ask(`${there}/file`, { headers: { range: 'bytes=100-', 'if-range': String(whole.headers.etag) } })
  expect([rest.status, rest.body.equals(whole.body.subarray(100))]).toEqual([206, true])
  // Each of these gets the beginning of the file, whatever it requests, and is counted.
  const beginnings: Record<string, string>[] = [
    {},
    { range: 'bytes=0-' },
    { range: 'bytes=5-', 'if-range': '"other"' },
    { range: 'bytes=-99999999' },
  ]
  for (const status of [200, 429]) {
    for (const headers of beginnings) {
      const response = await ask(`${there}/file`, { headers })
      expect(response.status === 206 ? 200 : response.status, JSON.stringify(headers)).toBe(status)
    }
  }
  expect((await ask(`${there}/file`, { headers: { range: 'bytes=100-199' } })).status, 'the rest is free').toBe(206)
  expect((await ask(`${there}/file`, { headers: { range: 'bytes=1-' } })).status, 'twice the file was sent').toBe(429)
  for (const token of ['A'.repeat(22), 'x', `${there.slice(-22, -1)}~`]) {
    expect((await ask(`${app.url}/orders/${token}/file`)).status).toBe(404)
    expect((await ask(`${app.url}/orders/${token}`)).status).toBe(404)
  }
  expect((await send(`${there}/file`, {})).status).toBe(405)
})

test("an order ignores forged events, another price and another order's reference", async ({ app }) => {
  const work = await createSoldWork(behindThePages(app))
  const cheap = await send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email: newAddress('cheap'), price: '1' })
  expect([cheap.status, cheap.text.includes('Look at it before you pay')]).toEqual([409, true])
  const one = await order(app, work.slug, work.price, newAddress('one'))
  const other = await order(app, work.slug, work.price, newAddress('other'))
  const back = String((await pay(one.payment)).headers.location)
  const stolen = `${other.order}${new URL(back).search}`
  expect((await ask(stolen)).headers.location).toBe(new URL(other.order).pathname)
  expect((await ask(other.order)).text).toContain('The payment was not finished')
  const named = new URL(back).searchParams.get('reference') ?? ''
  const body = JSON.stringify({ event: 'charge.success', data: { reference: named, status: 'success' } })
  for (const signature of ['', 'a'.repeat(128)]) {
    const headers = { 'x-paystack-signature': signature }
    expect((await ask(`${app.url}/hooks/paystack`, { body, headers })).status).toBe(401)
  }
  expect((await ask(`${app.url}/hooks/paystack`)).status).toBe(405)
})

test('a payment is completed by the event alone, by the return alone, or at the next start after a kill', async () => {
  const app = await startApp()
  const paid = async ({ order: there }: { order: string }) => (await ask(there)).text.includes('Paid. Your file is ready')
  const sales = async () => (await behindThePages(app).from('sales').select('order_reference').throwOnError()).data.length
  try {
    const work = await createSoldWork(behindThePages(app))
    // The event completes the payment, although the buyer never comes back.
    const byEvent = await order(app, work.slug, work.price, newAddress('event'))
    await pay(byEvent.payment)
    await expect.poll(sales).toBe(1)
    // The process is killed while the buyer is on Paystack's page, and the buyer comes back.
    const byReturn = await order(app, work.slug, work.price, newAddress('return'))
    await pay(byReturn.payment)
    const neverBack = await order(app, work.slug, work.price, newAddress('never'))
    const code = neverBack.payment.slice(neverBack.payment.lastIndexOf('/') + 1)
    const ended = new Promise((resolve) => app.running.process.once('exit', resolve))
    app.running.process.kill('SIGKILL')
    await ended
    const ledger = `${app.dataDirectory}/paystack-simulator.json`
    const book = JSON.parse(fs.readFileSync(ledger, 'utf8')) as { payments: Record<string, unknown>[] }
    for (const payment of book.payments.filter((each) => each.code === code)) {
      Object.assign(payment, { status: 'success', paidAt: Date.now() })
    }
    fs.writeFileSync(ledger, JSON.stringify(book))
    const again = await run(
      ['server/main.ts'],
      { PORT: new URL(app.url).port, DATA_DIR: app.dataDirectory, BACKEND_PORT: new URL(app.backend.url).port },
      () => isReachable(`${app.url.replace('localhost', '127.0.0.1')}/healthz`),
    )
    try {
      expect(await paid(byReturn)).toBe(true)
      expect(await paid(neverBack)).toBe(true)
      expect(await paid(byEvent)).toBe(true)
      await expect.poll(sales).toBe(3)
    } finally {
      await again.stop()
    }
  } finally {
    await app.end()
  }
})

test("a refund in Paystack's dashboard is shown on the order, on Today and in the sale", async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  const { payment, order: there } = await order(app, work.slug, work.price, newAddress('part'))
  await pay(payment)
  expect((await ask(there)).text).toContain('Paid. Your file is ready')
  await send(payment, { act: 'refund', naira: '1000' })
  await expect
    .poll(async () => (await ask(there)).text.replaceAll(/<[^>]+>/g, ''), { timeout: 60_000 })
    .toContain('Paystack sent ₦1,000 of your payment back')
  expect((await ask(`${there}/file`)).status, 'the rest stays paid').toBe(200)

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  await page
    .getByRole('link', { name: /was refunded in Paystack’s dashboard/ })
    .first()
    .click()
  await expect(page.getByText('· made in Paystack’s dashboard')).toBeVisible()
  await expect(page.getByText('₦1,000').first()).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(page.getByText('Marked as seen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as seen' })).toBeHidden()
  // Its sale is reversed only through the order.
  await page.getByRole('link', { name: 'Sale in the books' }).click()
  await expect(page.getByText('Refund it there')).toBeVisible()
  await expect(page.getByText('Refund the buyer')).toBeHidden()
  await expect(page.getByText('the buyer has it')).toBeVisible()
})

test('a student whose share is 0 % sees how often the work was sold', async ({ page, app }) => {
  const student = await newStudent(page, app, 'Zainab')
  const title = `Free share ${Date.now()}`
  await approvedWork(app, student, admin, { title, price: 4000, link: null, share: 0 })
  const { data: work } = await behindThePages(app)
    .from('research_materials')
    .select('slug')
    .eq('title', title)
    .single()
    .throwOnError()
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText('No sales yet')).toBeVisible()
  const { payment, order: there } = await order(app, work.slug, 4000, newAddress('zero'))
  await pay(payment)
  await ask(there)
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText('Sold once')).toBeVisible()
  await expect(page.getByText('No sales yet')).toBeHidden()
})

test('a refund is requested on the page, approved by an admin and sent by Paystack, and closes the file', async ({
  page,
  browser,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  const email = newAddress('back')
  const { payment, order: there } = await order(app, work.slug, work.price, email)
  await pay(payment)
  await page.goto(there)
  await page.getByText('Ask for a refund').click()
  await page.getByRole('button', { name: 'Request a refund' }).click()
  await expect(page.getByLabel('What is wrong')).toHaveAccessibleDescription(/Say in a sentence/)
  await page.getByLabel('What is wrong').fill('It is another work.')
  await page.getByRole('button', { name: 'Request a refund' }).click()
  await expect(page.getByText('We usually answer by email')).toBeVisible()
  const named = await reference(page)

  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin`)
  await console.getByRole('link', { name: new RegExp(named) }).click()
  await expect(console.getByText('It is another work.')).toBeVisible()
  await isInOrder(console)
  await console.getByText('Approve refund of ₦').click()
  await expect(console.getByText(`goes back to ${email} through Paystack`)).toBeVisible()
  await console.getByRole('button', { name: 'Yes, refund ₦' }).click()
  await expect(console.getByText('We are emailing the buyer')).toBeVisible()
  await page.goto(there)
  await expect(heading(page)).toHaveText(/Your refund is on its way|You have been refunded/)
  expect((await ask(`${there}/file`)).status).toBe(403)
  await mailTo(app.dataDirectory, email, `Your refund was sent: ${work.title}`)
  await page.goto(there)
  await expect(heading(page)).toHaveText('You have been refunded')

  await console.goto(`${app.url}/admin/money/orders`)
  await console.getByLabel('Search').fill(email)
  await console.getByRole('button', { name: 'Search' }).click()
  await expect(console.getByRole('link', { name: work.title })).toHaveCount(1)
  await isInOrder(console)
})

test('a signed-in buyer has the address filled in and finds the purchases on the dashboard', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  const student = await newStudent(page, app, 'Kemi')
  await page.goto(`${app.url}/buy/${work.slug}`)
  await expect(page.getByLabel('Your email')).toHaveValue(student.email)
  const { payment } = await order(app, work.slug, work.price, student.email)
  await pay(payment)
  await mailTo(app.dataDirectory, student.email, `Your file and receipt: ${work.title}`)
  await page.goto(`${app.url}/dashboard`)
  const orders = page.getByRole('region', { name: 'Your orders' })
  const getTop = async (locator: typeof orders) => (await locator.boundingBox())?.y ?? 0
  expect(await getTop(orders)).toBeLessThan(await getTop(page.getByRole('navigation', { name: 'Quick actions' })))
  await orders.getByRole('button', { name: `Read ${work.title}` }).click()
  await expect(page).toHaveURL(/\/orders\/[\w-]{22}\/read$/)
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Your orders' }).click()
  await page.getByRole('button', { name: `Files and receipt of ${work.title}` }).click()
  await expect(heading(page)).toHaveText('Paid. Your file is ready')

  await page.goto(`${app.url}/material-preview/${work.slug}`)
  const message = await page.getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
  expect(new URL(message ?? '').searchParams.get('text')).toMatch(
    new RegExp(`^${work.title}\\n₦[\\d,]+.*\\n${app.url}/material-preview/${work.slug}\\?utm_source=whatsapp$`, 's'),
  )
  // Fewer than five sales say nothing.
  await expect(page.getByText(/Sold (once|twice|\d+ times)/)).toHaveCount(0)
  await expect(page.locator('main a[href^="/buy/"]').filter({ visible: true, hasText: work.title })).toHaveCount(0)
  await expect(page.getByText(/^Yours since \d+ \w+ \d{4}$/).filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('.stay .price, .buy .price')).toHaveCount(0)
  await page.getByRole('button', { name: 'Open your file' }).filter({ visible: true }).click()
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  await page.goto(`${app.url}/buy/${work.slug}`)
  await expect(page.getByText('You already have this.')).toBeVisible()
  await isInOrder(page)
})

test('the console publishes no work for sale on the site before it has a file', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const { data: material } = await behindThePages(app)
    .from('research_materials')
    .insert({ slug: `no-file-${Date.now()}`, title: 'A work without a file', category: 'seminar', price: 500 })
    .select('id')
    .single()
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/${material.id}`)
  await expect(page.getByLabel('Sold here')).toBeChecked()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByLabel('Selar link')).toHaveAccessibleDescription(/nobody can buy it yet/)
  await expect(page.getByLabel('Sold here')).toBeChecked()
})

test('a disputed payment is shown on Today, declined with evidence and decided by the bank, and a lost one closes the file', async ({
  page,
  browser,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  const { payment, order: there } = await order(app, work.slug, work.price, newAddress('dispute'))
  await pay(payment)
  await page.goto(there)
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  const named = await reference(page)
  const bank = await elsewhere(browser)
  const bankDoes = async (button: string) => {
    await bank.goto(payment)
    await bank.getByRole('button', { name: button }).click()
  }
  await bankDoes("The buyer's bank disputes it")
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Your bank asks for this money back in your name.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Ask for a refund')).toHaveCount(0)
  expect((await ask(`${there}/file`)).status).toBe(200)
  await isInOrder(page)

  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin`)
  const submitted = async (button: string | RegExp) => {
    const reply = console.waitForResponse((response) => response.request().method() === 'POST')
    await console.getByRole('button', { name: button }).click()
    await reply
  }
  const line = console.getByRole('listitem').filter({ hasText: named })
  await expect(line).toContainText(/answer before \d/)
  await line.getByRole('link').click()
  await expect(console.getByText('Without an answer the money goes back to the buyer.')).toBeVisible()
  await expect(console.getByText('Refund ₦')).toHaveCount(0)
  await isInOrder(console)
  await console.getByLabel('What the buyer got').fill('')
  await console.getByLabel('The buyer’s name').fill('Ada Obi')
  await console.getByText('Decline: the buyer got the file').click()
  await expect(console.getByText('The bank gets this answer once')).toBeVisible()
  await console.getByRole('button', { name: 'Yes, send the answer' }).click()
  await expect(console.getByLabel('What the buyer got')).toHaveAccessibleDescription(/Say in a sentence/)
  await expect(console.getByLabel('The buyer’s name')).toHaveValue('Ada Obi')
  await console.getByLabel('What the buyer got').fill('She downloaded it at once.')
  await submitted('Yes, send the answer')
  const says = async (words: string) =>
    expect(async () => {
      await console.reload()
      await expect(console.getByText(words)).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
  await says('You declined. The bank decides now.')
  await bankDoes('The bank leaves the money with Lamplight')
  await says('The payment is valid. The share is released.')
  await page.reload()
  await expect(page.getByText('decided that the payment is valid')).toBeVisible()

  // The dispute starts again, and now the money is refunded.
  await bankDoes("The buyer's bank disputes it")
  await says('Without an answer the money goes back to the buyer.')
  await console.getByText(/^Accept: ₦/).click()
  await submitted(/^Yes, ₦.* goes back$/)
  await says('The buyer has the money back. The books have the refund, and the file is closed.')
  await page.reload()
  await expect(heading(page)).toHaveText('You have been refunded')
  await expect(page.getByText('Your bank asked for')).toBeVisible()
  expect((await ask(`${there}/file`)).status).toBe(403)
})

test.describe('ratings without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('only a buyer rates a work, edits the rating until it is reviewed, and is marked as a buyer', async ({
    page,
    browser,
    app,
    expectErrors,
  }) => {
    expectErrors(400)
    const work = await createSoldWork(behindThePages(app))
    const user = await newStudent(page, app, 'Halima')
    const there = `${app.url}/material-preview/${work.slug}`
    await page.goto(there)
    await expect(page.getByLabel('Your comment')).toBeVisible()
    await expect(page.getByRole('radio', { name: '4 stars' })).toHaveCount(0)
    await recordLiveOrder(behindThePages(app), work, user.email)
    await page.goto(there)
    const rating = page.getByRole('group', { name: /Your rating/ })
    await rating.getByRole('radio', { name: '4 stars' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page.getByLabel('Your comment')).toHaveAccessibleDescription(/Write something first/)
    await expect(rating.getByRole('radio', { name: '3 stars' })).toBeChecked()
    await page.getByLabel('Your comment').fill('The tool is in the appendix.')
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page.getByText('Comment received')).toBeVisible()
    await expect(page.getByLabel('Your comment')).toHaveValue('The tool is in the appendix.')
    // The accessibility check needs a script.
    const context = await browser.newContext({
      storageState: await page.context().storageState(),
      reducedMotion: 'reduce',
      javaScriptEnabled: true,
    })
    const looked = await context.newPage()
    await looked.goto(there)
    await expect(looked.getByRole('radio', { name: '3 stars' })).toBeChecked()
    await isInOrder(looked)
    await rating.getByRole('radio', { name: '5 stars' }).check()
    await page.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(page.getByText('Comment received')).toBeVisible()

    const console = await elsewhere(browser)
    await asAdmin(console, app)
    await console.goto(`${app.url}/admin/people/comments`)
    await expect(console.getByText('The tool is in the appendix.')).toHaveCount(1)
    await expect(console.getByText(/Halima .* Bought here · ★ 5 of 5/)).toBeVisible()
    await console.locator('li').filter({ hasText: 'The tool is in the appendix.' }).getByRole('button', { name: 'Show' }).click()
    await expect(console.getByText('The comment is shown')).toBeVisible()
    await page.goto(there)
    await expect(page.getByText(/Halima .* Bought here · ★ 5 of 5/)).toBeVisible()
    await expect(page.getByText('You gave this work ★ 5 of 5.')).toBeVisible()
    await expect(rating).toHaveCount(0)
  })
})

test('a platform work gets a file, is sold on the site, and its buyers are emailed a better file', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  const slug = `our-guide-${Date.now()}`
  const { data: created } = await behindThePages(app)
    .from('research_materials')
    .insert({ slug, title: 'Our own guide', category: 'seminar', price: 2000, published_at: new Date().toISOString() })
    .select('id')
    .single()
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/${created.id}`)
  const file = page.getByLabel('The file that buyers get')
  await file.setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') })
  await page.getByLabel('Sold here').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(file).toHaveAccessibleDescription(/This is not a PDF file/)
  await isInOrder(page)
  await file.setInputFiles('tests/fixtures/eclampsia-care.pdf')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('eclampsia-care.pdf (PDF), added on')).toBeVisible()
  await expect(page.getByText('was never saved')).toHaveCount(0)
  await isInOrder(page)

  const email = newAddress('guide')
  const bought = await order(app, slug, 2000, email)
  await pay(bought.payment)
  await ask(bought.order)
  const [first = ''] = await getText((await ask(`${bought.order}/file`)).body)
  expect(first).toContain('Licensed to g***@example.ng')
  await page.goto(`${app.url}/admin/catalogue/materials/${created.id}/file`)
  await expect(page.getByText('The one buyer gets the new file too')).toBeVisible()
  await page.getByLabel('The file', { exact: true }).setInputFiles('tests/fixtures/pain-assessment.docx')
  await page.getByRole('button', { name: 'Upload the file' }).click()
  await expect(page.getByText('pain-assessment.docx (Word), added on')).toBeVisible()
  await mailTo(app.dataDirectory, email, 'A better file for Our own guide')
  expect((await ask(`${bought.order}/file`)).headers['content-disposition']).toContain('.docx')
})
