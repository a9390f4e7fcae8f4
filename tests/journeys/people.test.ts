// The admin console's page of one student or buyer, the list of emails, and the refund of a part of an order.
import fs from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { ask, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, mailTo, newAddress, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { approvedWork, sentWork } from './approved-work.ts'
import { newStudent, savesBankDetails } from './test-user.ts'

test.use({ fixture: 'shared' })

const ADMIN = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

/** Buys a work at the simulator. Returns the work and the address of the order. */
async function bought(app: TestApp, email: string) {
  const work = await createSoldWork(behindThePages(app))
  return { work, there: await buy(app, work, email) }
}

/** Buys this work at the simulator. Returns the address of the order. */
async function buy(app: TestApp, work: { slug: string; price: number }, email: string): Promise<string> {
  const started = await send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email, price: String(work.price) })
  const payment = String(started.headers.location)
  const left = await send(payment, { act: 'leave' })
  const there = String(left.headers.location)
  await send(payment, { act: 'pay' })
  expect((await ask(there)).text).toContain('Paid. Your file is ready')
  return there
}

test('an admin refunds a part of an order twice, and the buyer keeps the file', async ({ page, app, expectErrors }) => {
  expectErrors(400, 409)
  test.slow()
  const email = newAddress('part')
  const { work, there } = await bought(app, email)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/search?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: email, exact: true }).click()
  await page.getByRole('link', { name: work.title }).first().click()

  await page.getByText('Refund a part', { exact: true }).first().click()
  await expect(page.getByText(/^Of ₦[\d,]+ paid, ₦0 already refunded\./)).toBeVisible()
  await page.getByRole('button', { name: 'Refund a part' }).click()
  await expect(page.getByLabel('Amount in naira')).toHaveAccessibleDescription(/How much goes back\?/)
  // One message for a refund of all and of a part.
  await expect(page.getByLabel('Message to the buyer')).toHaveCount(1)
  await page.getByLabel('Amount in naira').fill('900,000')
  await expect(
    page.getByRole('status').filter({ hasText: /^Only ₦.* is left\. To refund all of it, use “Refund ₦/ }),
  ).toBeVisible()
  await page.getByLabel('Amount in naira').fill('1,000')
  // On a phone too, the question is above the navigation.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByText('Refund ₦1,000', { exact: true }).click()
  await expect(page.getByText(`₦1,000 goes back to ${email} through Paystack`)).toBeVisible()
  const bottomOf = async (locator: Locator) => {
    const box = await locator.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect
    .poll(() => bottomOf(page.getByRole('button', { name: 'Yes, refund ₦1,000' })))
    .toBeLessThan((await page.locator('.thumbs').boundingBox())?.y ?? 0)
  await isInOrder(page)
  // The same form again, as a second tab or a double click sends it.
  const order = page.url()
  const values = { amount: '1000', refunded: '0', words: '' }
  await page.getByRole('button', { name: 'Yes, refund ₦1,000' }).click()
  await expect(page.getByText('₦1,000 is on its way back')).toBeVisible()
  const headers = { origin: app.url }
  expect((await page.request.post(`${order}/refund-part`, { form: values, headers })).status()).toBe(409)
  await mailTo(app.dataDirectory, email, `A part of your money was sent back: ${work.title}`)
  expect((await page.request.post(`${order}/refund-part`, { form: values, headers })).status()).toBe(409)

  await page.goto(order)
  await expect(page.getByText('refunded in part')).toBeVisible()
  await page.getByText('Refund a part', { exact: true }).first().click()
  await expect(page.getByText(/paid, ₦1,000 already refunded\./)).toBeVisible()
  await page.getByLabel('Amount in naira').fill('500.50')
  await page.getByText('Refund ₦500.50', { exact: true }).click()
  await page.getByRole('button', { name: /^Yes, refund ₦500\.50/ }).click()
  await expect(page.getByText('₦500.50 is on its way back')).toBeVisible()
  await expect
    .poll(async () => (await ask(there)).text.replaceAll(/<[^>]+>/g, ''), { timeout: 60_000 })
    .toContain('₦1,500.50 of your payment')
  expect((await ask(`${there}/file`)).status, 'the file stays open').toBe(200)
})

test('an admin lists the orders of some days, with their totals, and exports them', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const email = newAddress('days')
  const { work } = await bought(app, email)
  const { price } = await bought(app, email).then((second) => second.work)
  await asAdmin(page, app)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/admin/money/orders`)
  await page.getByPlaceholder('Number or email').fill(email)
  const today = await page.getByLabel('To', { exact: true }).getAttribute('max')
  await page.getByLabel('From', { exact: true }).fill(today ?? '')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const paid = (2 * price).toLocaleString('en-NG')
  await expect(page.getByText(`2 test orders, ₦${paid} paid`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(2)
  await isInOrder(page)

  await page.getByText('Export these orders').click()
  await page.getByLabel(/^Your own password/).fill('not the password')
  await page.getByRole('button', { name: 'Export CSV: these orders' }).click()
  await expect(page.getByLabel(/^Your own password/)).toHaveAccessibleDescription(/not your password/)
  await page.getByLabel(/^Your own password/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Export CSV: these orders' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download orders-/ }).click()
  const [, ...lines] = parse(fs.readFileSync((await (await download).path()) ?? '', 'utf8'), { bom: true })
  expect(lines.map(([, , title, address]) => [title, address])).toContainEqual([work.title, email])
  expect(lines).toHaveLength(2)
  expect(lines[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const number = lines.find(([, , title]) => title === work.title)?.[0] ?? ''

  // The sales of these orders: a part of the number finds one.
  await page.goto(`${app.url}/admin/money/sales?period=1`)
  await page.getByPlaceholder('Title or number').fill(number.slice(3, 7))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: work.title })).toHaveCount(1)
  await expect(page.getByText(/^1 sample sale, ₦[\d,]+ paid/)).toBeVisible()
  await isInOrder(page)
  await page.getByText('Export these sales').click()
  await page.getByRole('button', { name: 'Export CSV: these sales' }).click()
  const salesDownload = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download sales-/ }).click()
  const [, ...sales] = parse(fs.readFileSync((await (await salesDownload).path()) ?? '', 'utf8'), { bom: true })
  expect(sales.map(([, , , order, title]) => [order, title])).toEqual([[number, work.title]])
  await page.getByRole('navigation', { name: 'Parts of All sales' }).getByRole('link', { name: 'Refunded' }).click()
  await expect(page.getByRole('row').filter({ hasText: work.title })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/admin/money/orders`)

  // Neither the columns nor the dates are wider than the page between a phone and a laptop.
  for (const width of [768, 1024, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(sideways, `sideways scroll at ${width} px`).toBe(0)
  }
})

test('a phone filters the orders by dates in a sheet', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/admin/money/orders`)
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-31')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(`${app.url}/admin/money/orders`)
})

test('the page of a buyer has orders and notes, and leads on to the account once there is one', async ({
  page,
  app,
  browser,
}) => {
  const email = newAddress('guest')
  const { work } = await bought(app, email)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/money/orders?search=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: work.title }).click()
  await page.waitForURL(/\/money\/orders\/[0-9a-f-]{36}$/)
  // The receipt is listed after it was sent, too.
  await expect(async () => {
    await page.reload()
    const emails = page.getByRole('region', { name: 'Emails about this order' })
    await expect(emails.locator('li').filter({ hasText: 'Receipt and file' }).getByText('sent', { exact: true })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await page.getByRole('link', { name: email }).first().click()
  await expect(page.getByRole('region', { name: 'Emails' }).getByText('Receipt and file')).toBeVisible()
  await expect(page.getByText('no account', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: work.title }).first()).toBeVisible()
  await page.getByLabel('New note').fill('Asked by phone for a receipt.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Note added')).toBeVisible()
  await expect(page.getByText('Asked by phone for a receipt.')).toHaveCount(1)
  await isInOrder(page)

  const student = await elsewhere(browser)
  const kemi = await newStudent(student, app, 'Kemisola')
  await page.goto(`${app.url}/admin/buyers/${encodeURIComponent(kemi.email.toUpperCase())}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kemisola Okonkwo' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/people\/[0-9a-f-]{36}$/)
  await expect(page.getByText('School of Nursing, Eleyele')).toBeVisible()
  await expect(page.getByText('Account created')).toBeVisible()
  await page.getByLabel('New note').fill('Prefers WhatsApp.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByText('The note is deleted')).toBeVisible()
  await expect(page.getByText('Prefers WhatsApp.')).toHaveCount(0)
  await isInOrder(page)
  // Neither page is there for a student.
  expect((await student.request.get(page.url())).status()).toBe(404)
  expect((await student.request.get(`${app.url}/admin/buyers/${encodeURIComponent(email)}`)).status()).toBe(404)
})

/** Unfolds all that a person sees. */
async function unfolded(page: Page): Promise<Locator> {
  const seen = page.getByRole('region', { name: 'What they see' })
  await expect(seen).toBeVisible()
  await seen.evaluate((section) => section.querySelectorAll('details').forEach((details) => details.setAttribute('open', '')))
  return seen
}

/** Returns the texts of elements with single spaces. */
const textsOf = async (elements: Locator) => (await elements.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim())

test('the page of a student says what their own pages say, with a held payout and an upload being read', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  test.slow()
  const student = await elsewhere(browser)
  const ruth = await newStudent(student, app, 'Ruth')
  await savesBankDetails(student, app, ruth, { bank_name: 'First Bank', account_number: '0000014579' })
  const title = `Handover of night nurses ${Date.now()}`
  await approvedWork(app, ruth, ADMIN, { title, price: 3500, link: null })
  const { profile } = await sentWork(app, ruth, 'Pain after surgery')
  const asked = await sentWork(app, ruth, 'Burns of children')
  const { data: sold } = await behindThePages(app)
    .from('research_materials')
    .select('slug')
    .eq('title', title)
    .single()
    .throwOnError()
  await buy(app, { slug: sold.slug, price: 3500 }, newAddress('buys-of-ruth'))
  const admin = await pastThePages(app, ADMIN.email, ADMIN.password)
  const { data: review } = await admin
    .from('upload_reviews')
    .select('version')
    .eq('upload_id', asked.upload)
    .single()
    .throwOnError()
  const change = { upload: asked.upload, expected_version: review.version, note: 'Take out the names of the children.' }
  expect((await admin.rpc('request_changes', change).throwOnError()).data).toBe('ok')
  const hold = { student: profile, hold_reason: 'The name at your bank differs from your profile.' }
  expect((await admin.rpc('hold_payouts', hold).throwOnError()).data).toBe('Ruth Okonkwo')

  await student.goto(`${app.url}/dashboard`)
  const reviews = await textsOf(student.locator('h1 + p'))
  const step = await textsOf(student.locator('.next-step :is(h2, h2 + p, .btn)'))
  const tracks = await textsOf(student.locator('.track li'))
  await student.goto(`${app.url}/dashboard/earnings`)
  const payout = await textsOf(student.locator('.next-payout :is(h2, h2 + p, .note)'))
  const money = await textsOf(student.locator('.money-bar :is(dt, dd), .money-bar ~ p'))
  expect(reviews).toEqual([
    expect.stringMatching(/^One work needs you, and another is with the reviewer\. The answer is due by /),
  ])
  expect(tracks).toContainEqual(expect.stringMatching(/^Answer by /))
  expect(step).toContain('The reviewer asks for a change')
  expect(payout).toContain(`We hold your payouts for now: ${hold.hold_reason}`)
  expect(payout).toContain('To First Bank ••••••4579')
  expect(money.length).toBeGreaterThanOrEqual(6)

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/${profile}`)
  const seen = await unfolded(page)
  const [words = ''] = await textsOf(seen)
  for (const sentence of [...reviews, ...step, ...tracks, ...payout, ...money]) {
    expect(words).toContain(sentence)
  }
  // Its bank account is known by its end alone, and nothing here leads to the pages of the student.
  expect(await page.content()).not.toContain('0000014579')
  await expect(seen.getByRole('link')).toHaveCount(0)
  await isInOrder(page)

  // The hold is in the page's state and history, and ends here.
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText(`Payouts held: ${hold.hold_reason}`)).toBeVisible()
  await page.getByRole('button', { name: 'End the hold' }).click()
  await expect(page.getByText('Ruth Okonkwo: payouts are no longer held')).toBeVisible()
  await expect(timeline.getByText('The hold on payouts ended')).toBeVisible()
  await page.getByText('Hold...').click()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(page.getByLabel('Why? The student reads it')).toHaveAccessibleDescription(/./)
  await page.getByLabel('Why? The student reads it').fill('We check the bank account')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(page.getByText('Ruth Okonkwo: payouts are held')).toBeVisible()
  await expect(page.getByText(/^Payouts are held since .*: We check the bank account\.$/)).toBeVisible()
})

test('the page of a buyer says what the pages of a refunded and a paid order say, without their links', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400, 409)
  test.slow()
  const email = newAddress('sees')
  const refunded = await bought(app, email)
  const paid = await bought(app, email)
  const admin = await pastThePages(app, ADMIN.email, ADMIN.password)
  const { data: orders } = await admin.rpc('find_orders', { search: email }).throwOnError()
  const order = orders.find(({ title }) => title === refunded.work.title)
  await admin.rpc('decide_refund', { of_order: order?.id ?? '', agree: true, words: '' }).throwOnError()
  await expect.poll(async () => (await ask(refunded.there)).text, { timeout: 60_000 }).toContain('You have been refunded')

  const pages = []
  for (const { there } of [refunded, paid]) {
    await page.goto(there)
    pages.push(await textsOf(page.locator('h1, [role=status], .note:not(.cite), .btn[download], summary > span:first-child')))
  }
  expect(pages[0]).toEqual(expect.arrayContaining(['You have been refunded', expect.stringMatching(/The file is closed\.$/)]))
  expect(pages[1]).toEqual(
    expect.arrayContaining([
      'Paid. Your file is ready',
      expect.stringMatching(/^Download, /),
      expect.stringMatching(/^You have until /),
    ]),
  )

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/buyers/${encodeURIComponent(email)}`)
  const seen = await unfolded(page)
  const [words = ''] = await textsOf(seen)
  for (const sentence of pages.flat()) {
    expect(words).toContain(sentence)
  }
  const everything = await page.content()
  for (const { there } of [refunded, paid]) {
    expect(everything).not.toContain(there.split('/').at(-1))
  }
  await expect(seen.getByRole('link')).toHaveCount(0)
  await isInOrder(page)
})

test('an email that failed is listed with its reason and sent again once', async ({ page, app, expectErrors }) => {
  expectErrors(409)
  const email = newAddress('refused')
  await bought(app, email)
  const service = behindThePages(app)
  let id = ''
  // The outbox's job may send it first.
  await expect(async () => {
    await service.rpc('email_orders', { address: email }).throwOnError()
    const { data: queued } = await service
      .from('outbox')
      .select('id')
      .eq('recipient', email)
      .eq('template', 'orders-found')
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
      .throwOnError()
    ;({ id } = queued)
    const failure = { email_id: id, attempt: 0, reason: '550 5.1.1 no such user', for_good: true }
    await service.rpc('record_email_failure', failure).throwOnError()
    const { data: failed } = await service.from('outbox').select('dead_at').eq('id', id).maybeSingle().throwOnError()
    expect(failed?.dead_at).toEqual(expect.any(String))
  }).toPass()

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/mails?search=${encodeURIComponent(email)}&show=failed`)
  await expect(page.getByText('The address does not exist, or takes no emails.')).toBeVisible()
  await isInOrder(page)
  await page.getByText('Send again', { exact: true }).click()
  await page.getByRole('button', { name: 'Yes, send it again' }).click()
  await expect(page.getByText('It is sent again')).toBeVisible()
  const values = { form: { intent: 'send', id }, headers: { origin: app.url } }
  expect((await page.request.post(`${app.url}/admin/mails`, values)).status(), 'it is sent once').toBe(409)
  await page.goto(`${app.url}/admin/mails?search=${encodeURIComponent(email)}&show=failed`)
  await expect(page.getByText(`Nothing here is called '${email}'.`)).toBeVisible()
})
