// Newsletters: a buyer ticks the box at the checkout, an owner writes and sends, and the buyer ends them in one tap.
import fs from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, elsewhere, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, mailTo, newAddress, test, type TestApp } from './app.ts'

test.use({ fixture: 'isolated', viewport: { width: 360, height: 740 } })

const BOX = 'Email me about new materials, a few times a year'
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const withoutScript = async (browser: Browser) =>
  (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })).newPage()

/** Pays at the checkout that is open in the simulator. */
async function pay(page: Page): Promise<void> {
  await expect(title(page)).toHaveText('This is a trial: no money moves')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(title(page)).toHaveText('Paid. Your file is ready')
}

/** Sends a newsletter with this subject by the console, without a script. Returns the address of its page. */
async function write(page: Page, app: TestApp, subject: string): Promise<string> {
  await page.goto(`${app.url}/admin/mails`)
  await page.getByRole('navigation', { name: 'Emails' }).getByRole('link', { name: 'Newsletters' }).click()
  await expect(title(page)).toHaveText('Newsletters')
  await page.getByRole('link', { name: 'New newsletter' }).first().click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription(/Type the subject/)
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Text', { exact: true }).fill('## Maternal health\n\nSee [all works](/marketplace).')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(title(page)).toHaveText(subject)
  return page.url()
}

test('a buyer without a script agrees, gets the newsletter that an owner sends, and ends it in one tap', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  test.setTimeout(240_000)
  expectErrors(400)
  const service = behindThePages(app)
  // Payments of the simulator count in the demo alone.
  await service.from('settings').insert({ group_name: 'demo', setting_key: 'is_journey', setting_value: 'yes' }).throwOnError()
  const work = await createSoldWork(service)
  const buyer = await withoutScript(browser)
  const typed = newAddress('reader').replace('@example.ng', '@gmial.com')
  const email = typed.replace('gmial', 'gmail')
  await buyer.goto(`${app.url}/buy/${work.slug}`)
  await expect(buyer.getByLabel(BOX)).not.toBeChecked()
  await buyer.getByLabel(BOX).check()
  await buyer.getByRole('button', { name: 'Pay ₦2,500' }).click()
  await expect(buyer.getByText('Type your email')).toBeVisible()
  await expect(buyer.getByLabel(BOX)).toBeChecked()
  await buyer.getByLabel('Your email').fill(typed)
  await buyer.getByRole('button', { name: 'Pay ₦2,500' }).click()
  await buyer.getByRole('button', { name: `Yes, pay with ${email}` }).click()
  await page.goto(`${app.url}/buy/${work.slug}`)
  await isInOrderInBothThemes(page)

  const admin = await withoutScript(browser)
  await asAdmin(admin, app)
  const subject = `New works ${work.slug.slice(-8)}`
  const letter = await write(admin, app, subject)
  // Nobody has paid yet.
  await expect(admin.getByText('get it: 0 addresses')).toBeVisible()
  await expect(admin.getByRole('button', { name: /^Send to/ })).toHaveCount(0)
  await pay(buyer)
  await admin.getByRole('button', { name: 'Send me a test' }).click()
  await expect(admin.getByText('The test is on its way to you')).toBeVisible()
  expect((await mailTo(app.dataDirectory, 'admin@lamplight.example', subject)).text).toContain('This is a test.')
  await expect(admin.getByText('get it: one address')).toBeVisible()
  const preview = await admin.request.get(`${letter}/preview`)
  expect(preview.headers()['content-security-policy']).toContain('sandbox')
  expect(await preview.text()).toContain(`href="${app.url}/marketplace"`)

  const view = await elsewhere(browser)
  await asAdmin(view, app)
  await view.goto(letter)
  await isInOrderInBothThemes(view)
  await admin.getByRole('button', { name: 'Send to one address' }).click()
  await expect(admin.getByLabel('Your own password')).toHaveAccessibleDescription(/Type your own password/)
  await admin.getByLabel('Your own password').fill(DEMO_PASSWORD)
  await admin.getByRole('button', { name: 'Send to one address' }).click()
  await expect(admin.getByText('It is being sent', { exact: true })).toBeVisible()
  await admin.getByRole('button', { name: 'Pause' }).click()
  await expect(admin.getByText('Paused', { exact: true })).toBeVisible()
  // Housekeeping calls it every ten minutes.
  expect((await service.rpc('queue_newsletters').throwOnError()).data).toBe(0)
  await view.reload()
  await isInOrderInBothThemes(view)
  await admin.getByRole('button', { name: 'Resume' }).click()
  await expect(admin.getByText('Resumed', { exact: true })).toBeVisible()
  expect((await service.rpc('queue_newsletters').throwOnError()).data).toBe(1)

  const mail = await mailTo(app.dataDirectory, email, subject)
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(`You get this because you ticked “${BOX}”`)
  const [off = ''] = mail.text?.match(/https?:\/\/\S+\/no-newsletter/) ?? []
  const raw = fs
    .readdirSync(path.join(app.dataDirectory, 'mail'))
    .map((name) => fs.readFileSync(path.join(app.dataDirectory, 'mail', name), 'utf8'))
    .find((text) => text.includes('/no-newsletter>'))
  expect(raw?.replaceAll(/\r?\n[ \t]+/g, ' ')).toContain(`List-Unsubscribe: <${off}>`)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  await buyer.goto(off)
  await expect(title(buyer)).toHaveText('End the newsletter?')
  await page.goto(off)
  await isInOrderInBothThemes(page)
  await buyer.getByRole('button', { name: 'End the newsletter' }).click()
  await expect(title(buyer)).toHaveText('No more newsletters')
  // A mail program posts without opening the page.
  const posted = await send(off, { 'List-Unsubscribe': 'One-Click' })
  expect([posted.status, posted.text.includes('No more newsletters')]).toEqual([200, true])

  await admin.goto(`${app.url}/admin/mails/newsletters`)
  await expect(admin.locator('[data-row]').filter({ hasText: subject })).toContainText('to one address · 1 unsubscribed since')
  await view.goto(`${app.url}/admin/mails/newsletters`)
  await isInOrder(view)
  await view.goto(`${app.url}/admin/log?search=${encodeURIComponent(subject)}`)
  await expect(view.getByText('Newsletter sent')).toBeVisible()
})
