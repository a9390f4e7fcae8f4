// Receipts of orders, and invoices before their payment.
import type { Browser, Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { createSoldWork } from '../support/sold-work.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, newAddress, test } from './app.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The checks need a script, which these buyers do not have. */
async function looksInOrder(browser: Browser, page: Page): Promise<void> {
  const scripted = await (await browser.newContext({ javaScriptEnabled: true, viewport: { width: 360, height: 740 } })).newPage()
  await scripted.goto(page.url())
  await isInOrderInBothThemes(scripted)
}

async function readPdf(page: Page, name: string): Promise<string> {
  const link = await page.getByRole('link', { name }).getAttribute('href')
  const response = await page.request.get(new URL(link ?? '', page.url()).href)
  expect(response.headers()['content-type']).toBe('application/pdf')
  expect(response.headers()['cache-control']).toBe('private, no-store')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await response.body())), { mergePages: true })
  return text.normalize('NFC').replaceAll(/\p{Cc}/gu, '')
}

test('a school gets an invoice before it pays, and the same names are on the receipt', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  const email = newAddress('bursar')
  await page.goto(`${app.url}/buy/${work.slug}`)
  const invoice = page.getByRole('button', { name: 'My school or employer pays: make an invoice' })
  await invoice.click()
  await expect(page.getByLabel('Your email')).toHaveAccessibleDescription(/Type your email/)
  await page.getByLabel('Your email').fill(email)
  await invoice.click()
  await expect(heading(page)).toHaveText(/^Invoice LL-/)
  await expect(page.getByText('Not paid yet')).toBeVisible()
  await looksInOrder(browser, page)
  await page.getByLabel('Your name').fill('Ọmọlará Ṣadé')
  await page.getByLabel('School or employer').fill('The Bursar, Example College of Nursing, Uyo')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article')).toContainText('The Bursar, Example College of Nursing, Uyo')
  const pdf = await readPdf(page, 'Invoice as PDF')
  for (const text of ['Not paid yet', 'Ọmọlará Ṣadé', '₦2,500', '/orders/']) {
    expect(pdf).toContain(text)
  }

  await page.getByRole('link', { name: 'Pay this order' }).click()
  await page.getByRole('link', { name: 'Continue with the payment' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  await page.getByRole('link', { name: 'Receipt as a page or PDF' }).click()
  await expect(heading(page)).toHaveText(/^Receipt TEST-\d{4}-\d{5}$/)
  const number = await heading(page).textContent()
  await expect(page.getByRole('article')).toContainText('Ọmọlará Ṣadé')
  await expect(page.getByText('This is a demo. It proves no payment.')).toBeVisible()
  await looksInOrder(browser, page)
  expect(await readPdf(page, 'Receipt as PDF')).toContain(`${number}`)
})

test('an unknown or free order has no receipt', async ({ page, app, expectErrors }) => {
  expectErrors(404)
  expect((await page.request.get(`${app.url}/orders/${'x'.repeat(22)}/receipt.pdf`)).status()).toBe(404)
  await page.goto(`${app.url}/orders/${'x'.repeat(22)}/receipt`)
  await expect(heading(page)).toHaveText('There is no receipt')
})
