// Discount codes: typed at the checkout or brought in a link, and what an admin does with them.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, isInOrder, isInOrderInBothThemes, openSections, pickWork } from './admin.ts'
import { approvedWork } from './approved-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, mailTo, newAddress, type TestApp, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 740 } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const total = (page: Page) => page.locator('.total')
const codeField = (page: Page) => page.getByLabel('Discount code')
const newCode = () => `C${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`

/** Adds a code of 20 % for all works, unless the columns say otherwise. Returns it. */
async function addCode(app: TestApp, columns: { amount?: number; works?: string; max_uses?: number; last_day?: string } = {}) {
  const code = newCode()
  await behindThePages(app)
    .from('discount_codes')
    .insert({ code, kind: 'percent', amount: 20, ...columns })
    .throwOnError()
  return code
}

async function typeCode(page: Page, code: string): Promise<void> {
  if (!(await codeField(page).isVisible())) {
    await page.getByText('I have a discount code').click()
  }
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Use the code' }).click()
}

test.describe('a code without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('is typed, corrected and removed, and the lower price is paid and on the receipt', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const work = await createSoldWork(behindThePages(app))
    const code = await addCode(app, { last_day: '2099-11-30' })
    const email = newAddress('discount')
    await page.goto(`${app.url}/buy/${work.slug}`)
    await page.getByLabel('Your email').fill(email)
    await typeCode(page, 'no such 1')
    await expect(codeField(page)).toHaveAccessibleDescription('We know no code NOSUCH1. Check the letters, or pay without it')
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByLabel('Your email')).toHaveValue(email)
    await expect(total(page)).toHaveText(/Total ₦2,500$/)

    await typeCode(page, `${code.slice(0, 5).toLowerCase()} ${code.slice(5)} `)
    await expect(page.getByRole('status')).toHaveText(`${code} takes off ₦500. Once for your address, until 30 Nov 2099.`)
    await expect(total(page)).toHaveText(/Before: ₦2,500 ₦2,000$/)
    await expect(page.getByLabel('Your email')).toHaveValue(email)
    await page.getByRole('button', { name: `Remove ${code}` }).click()
    await expect(total(page)).toHaveText(/Total ₦2,500$/)
    await expect(page.getByLabel('Your email')).toHaveValue(email)

    await typeCode(page, code)
    await page.getByRole('button', { name: 'Pay ₦2,000' }).click()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(heading(page)).toHaveText('Paid. Your file is ready')
    await expect(page.getByText('We have your ₦2,000.')).toBeVisible()
    await expect(page.locator('dl')).toContainText(`With code ${code}`)
    await expect(page.locator('dl')).toContainText('₦2,500')
    const { text = '' } = await mailTo(app.dataDirectory, email, `Your file and receipt: ${work.title}`)
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toMatch(/You paid \*?₦2,000/)
    expect(words).toContain(`The price is ₦2,500. Your code ${code} took off ₦500.`)

    // This address used it.
    const other = await createSoldWork(behindThePages(app))
    await page.goto(`${app.url}/buy/${other.slug}?code=${code}`)
    await expect(codeField(page)).toHaveAccessibleDescription(/^This address used this code before/)
    await expect(page.getByRole('button', { name: 'Pay ₦2,500' })).toBeVisible()
  })

  test('of a link is taken along from the page of the work and from its free part', async ({ page, app }) => {
    const work = await createSoldWork(behindThePages(app))
    await behindThePages(app)
      .from('research_materials')
      .update({ chapter_one_preview: 'The first chapter.' })
      .eq('id', work.id)
      .throwOnError()
    const code = await addCode(app)
    const purchase = () =>
      page
        .getByRole('link', { name: `Purchase ${work.title}` })
        .filter({ visible: true })
        .first()
    await page.goto(`${app.url}/material-preview/${work.slug}?code=${code.toLowerCase()}`)
    await expect(page.getByText(`Your code ${code} goes with you to the checkout.`)).toBeVisible()
    await page.getByRole('link', { name: 'Read free' }).filter({ visible: true }).click()
    await purchase().click()
    await expect(page).toHaveURL(`${app.url}/buy/${work.slug}`)
    await expect(page.getByRole('button', { name: 'Pay ₦2,000' })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'See the whole work' }).click()
    await purchase().click()
    await page.getByLabel('Your email').fill(newAddress('link'))
    await page.getByLabel('Your email').press('Enter')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByText('We have your ₦2,000.')).toBeVisible()
  })

  test('of a link to the shop is filled in for its works, and a refused one leaves the price', async ({ page, app }) => {
    const [work, other] = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))]
    const code = await addCode(app, { works: work.slug })
    await page.goto(`${app.url}/marketplace?code=${code}`)
    await expect(page.getByText(`Your code ${code} goes with you to the checkout.`)).toBeVisible()
    await page.goto(`${app.url}/buy/${work.slug}`)
    await expect(page.getByRole('button', { name: 'Pay ₦2,000' })).toBeVisible()
    await page.goto(`${app.url}/buy/${other.slug}`)
    await expect(codeField(page)).toHaveAccessibleDescription(`${code}: This code is not for this work. You can pay without it`)
    await expect(codeField(page)).toHaveValue('')
    await page.getByLabel('Your email').fill(newAddress('refused'))
    await page.getByRole('button', { name: 'Pay ₦2,500' }).click()
    await expect(heading(page)).toHaveText('This is a trial: no money moves')
  })

  test('that is typed and not applied shows the new price before it is paid', async ({ page, app }) => {
    const work = await createSoldWork(behindThePages(app))
    const code = await addCode(app)
    await page.goto(`${app.url}/buy/${work.slug}`)
    await page.getByText('I have a discount code').click()
    await codeField(page).fill(code)
    await page.getByLabel('Your email').fill(newAddress('typed'))
    await page.getByRole('button', { name: 'Pay ₦2,500' }).click()
    await expect(heading(page)).toHaveText('Checkout')
    await page.getByRole('button', { name: 'Pay ₦2,000' }).click()
    await expect(heading(page)).toHaveText('This is a trial: no money moves')
  })

  test('for all of the price gives the file at once', async ({ page, app }) => {
    const work = await createSoldWork(behindThePages(app))
    const code = await addCode(app, { amount: 100 })
    const email = newAddress('free')
    await page.goto(`${app.url}/buy/${work.slug}?code=${code}`)
    await expect(total(page)).toHaveText(/Before: ₦2,500 Free$/)
    await expect(page.getByText('On the next page')).toHaveCount(0)
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Get the file free' }).click()
    await expect(heading(page)).toHaveText('Your file is ready')
    await expect(page.getByRole('link', { name: /^Download/ })).toBeVisible()
    await expect(page.getByText('Ask for a refund')).toHaveCount(0)
    const { text = '' } = await mailTo(app.dataDirectory, email, `Your file and receipt: ${work.title}`)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`Your code ${code} took off ₦2,500.`)
    expect(text).not.toContain('refund')
  })
})

test('a code says why it cannot be used, in a sentence at its field', async ({ app }) => {
  const [work, other] = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))]
  const used = await addCode(app, { max_uses: 1 })
  const order = (code: string) =>
    send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email: newAddress('reason'), price: '2000', code })
  expect((await order(used)).status).toBe(303)
  for (const [code, sentence] of [
    [used, 'This code was used as often as it can be.'],
    [await addCode(app, { last_day: '2026-01-01' }), 'This code has ended.'],
    [await addCode(app, { works: other.slug }), 'This code is not for this work.'],
  ] as const) {
    const response = await order(code)
    expect([response.status, response.text.includes(sentence)]).toEqual([400, true])
  }
})

test('the button that tries a payment again leads to the checkout with its code and the price of now', async ({ app }) => {
  const work = await createSoldWork(behindThePages(app))
  const code = await addCode(app)
  const again = await send(`${app.url}/buy/${work.slug}`, { intent: 'pay', address: newAddress('again'), code })
  expect([again.status, again.text.includes('Pay ₦2,000')]).toEqual([200, true])
})

test('codes cannot be guessed by trying, and the checkout sells on without one', async ({ app }) => {
  const work = await createSoldWork(behindThePages(app))
  const code = await addCode(app)
  const email = newAddress('guesses')
  const order = (typed: string, price = '2500') =>
    send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email, price, code: typed })
  for (let guess = 1; guess <= 10; guess += 1) {
    expect((await order(newCode())).text).toContain('We know no code')
  }
  const rejected = await order(code, '2000')
  expect(rejected.status).toBe(429)
  expect(rejected.text).toContain('Many unknown codes were tried from here.')
  expect((await order('')).status).toBe(303)
})

test('a work that is sold on another page promises no discount', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await behindThePages(app)
    .from('research_materials')
    .update({ selar_link: 'https://selar.com/care' })
    .eq('id', work.id)
    .throwOnError()
  await page.goto(`${app.url}/material-preview/${work.slug}?code=${await addCode(app)}`)
  await expect(heading(page)).toHaveText(work.title)
  await expect(page.getByText('Your code')).toHaveCount(0)
})

test('the checkout with a code and with a wrong one is in order, also with text of twice the size', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url}/buy/${work.slug}?code=${await addCode(app)}`)
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/buy/${work.slug}`)
  await typeCode(page, 'WRONG')
  await expect(codeField(page)).toHaveAccessibleDescription(/We know no code WRONG/)
  await isInOrder(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const address of [page.url(), `${app.url}/buy/${work.slug}?code=${await addCode(app)}`]) {
    await page.goto(address)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('an admin makes, limits and stops a code, and the checkout follows at once', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const [work, other] = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))]
  const deleted = await createSoldWork(behindThePages(app))
  const code = newCode()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/money/orders`)
  await page.getByRole('link', { name: 'Promotion' }).click()
  await expect(heading(page)).toHaveText('Discount codes')
  await page.getByRole('link', { name: /^New/ }).click()
  await openSections(page)
  await page.getByLabel('Code', { exact: true }).fill('A!')
  await page.getByLabel('Takes off').fill('120')
  await page.getByLabel('Percent or naira').selectOption('percent')
  await page.getByLabel('First day').fill('2026-02-02')
  await page.getByLabel('Last day').fill('2026-02-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/3 to 20 letters and digits/)
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Takes off')).toHaveAccessibleDescription(/At most 100 percent/)
  await expect(page.getByLabel('Last day')).toHaveAccessibleDescription(/Not before the first day/)
  await page.getByLabel('Takes off').fill('500')
  await page.getByLabel('Percent or naira').selectOption('naira')
  await page.getByLabel('Last day').fill('2099-02-01')
  await pickWork(page, deleted.title)
  await behindThePages(app)
    .from('research_materials')
    .update({ deleted_at: new Date().toISOString() })
    .eq('id', deleted.id)
    .throwOnError()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Works')).toHaveAccessibleDescription(/One of these is no work/)
  await page.getByRole('button', { name: `Remove ${deleted.title}` }).click()
  await pickWork(page, work.title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(heading(page)).toHaveText(code)
  await expect(page.getByText('in use', { exact: true })).toBeVisible()
  const links = page.getByRole('region', { name: 'Links to send' })
  await expect(links.getByLabel(work.title, { exact: true })).toHaveValue(`${app.url}/material-preview/${work.slug}?code=${code}`)
  await expect(links.getByRole('button', { name: `Copy the link: ${work.title}` })).toBeVisible()
  await expect(links.getByRole('link', { name: `Send by WhatsApp: ${work.title}` })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*until%201%20Feb%202099.*code%3D/,
  )
  await isInOrder(page)
  const record = page.url()

  const buyer = await (await browser.newContext()).newPage()
  await buyer.goto(`${app.url}/buy/${other.slug}?code=${code}`)
  await expect(codeField(buyer)).toHaveAccessibleDescription(/not for this work/)
  await buyer.goto(`${app.url}/buy/${work.slug}?code=${code}`)
  await buyer.getByLabel('Your email').fill(newAddress('console'))
  await buyer.getByRole('button', { name: 'Pay ₦2,000' }).click()
  await expect(heading(buyer)).toHaveText('This is a trial: no money moves')

  await page.getByLabel('Stopped').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('stopped', { exact: true })).toBeVisible()
  // A buyer who is paying keeps the price.
  await buyer.getByRole('button', { name: 'Pay' }).click()
  await expect(buyer.getByText('We have your ₦2,000.')).toBeVisible()
  await buyer.context().clearCookies()
  await buyer.goto(`${app.url}/buy/${work.slug}?code=${code}`)
  await expect(codeField(buyer)).toHaveAccessibleDescription(/This code has ended/)

  await page.goto(`${app.url}/admin/money/discounts?search=${code}`)
  await expect(page.locator('[data-row]')).toContainText('₦500 off · one work · until 1 Feb 2099 · used once · ₦500 less')
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/admin/log?search=${code}`)
  await expect(page.getByText('Discount code changed')).toBeVisible()
  await page.goto(record)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Code deleted')).toBeVisible()
})

test('an author reads on the statement what a buyer with a code paid of the price', async ({ page, app, browser }) => {
  const student = await newStudent(page, app, 'Ebele')
  const title = `Discounted ${randomUUID().slice(0, 8)}`
  await approvedWork(
    app,
    student,
    { email: 'admin@lamplight.example', password: DEMO_PASSWORD },
    { title, price: 2000, link: null },
  )
  const { data: work } = await behindThePages(app)
    .from('research_materials')
    .select('slug')
    .eq('title', title)
    .single()
    .throwOnError()
  const buyer = await (await browser.newContext()).newPage()
  await buyer.goto(`${app.url}/buy/${work.slug}?code=${await addCode(app, { amount: 25 })}`)
  await buyer.getByLabel('Your email').fill(newAddress('statement'))
  await buyer.getByRole('button', { name: 'Pay ₦1,500' }).click()
  await buyer.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(buyer)).toHaveText('Paid. Your file is ready')
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.locator('.statement li')).toContainText('50% of ₦1,500 · sold with a code: ₦1,500 of ₦2,000')
  await expect(page.getByText('If we sell it with a discount code, your share is of what the buyer paid.')).toBeVisible()
  await isInOrder(page)
})
