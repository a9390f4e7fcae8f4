// Where buyers come from: an order has the source of its visit.
import type { Page } from '@playwright/test'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, newAddress, type TestApp, test } from './app.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 740 } })

/** Reads the line of each source in the statistics of a work. */
async function readSources(page: Page, app: TestApp, work: string): Promise<string[]> {
  await page.goto(`${app.url}/admin/statistics?period=7-days&material=${work}`)
  return page.getByRole('list', { name: 'Sources' }).getByRole('listitem').allTextContents()
}

async function beginToPay(page: Page): Promise<void> {
  await page.getByLabel('Your email').fill(newAddress('source'))
  await page.getByRole('button', { name: 'Pay ₦2,500' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is a trial: no money moves')
}

test('an order keeps the link that a visit began with over other pages, and the admin reads it up to naira', async ({
  page,
  app,
  browser,
}) => {
  const work = await createSoldWork(behindThePages(app))
  const buyer = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await buyer.goto(`${app.url}/?utm_source=whatsapp`)
  await buyer.goto(`${app.url}/marketplace`)
  await buyer.goto(`${app.url}/buy/${work.slug}`)
  await beginToPay(buyer)
  await buyer.getByRole('button', { name: 'Pay' }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')

  const without = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await without.goto(`${app.url}/material-preview/${work.slug}?utm_source=facebook`)
  await without
    .getByRole('link', { name: `Purchase ${work.title}` })
    .first()
    .click()
  await beginToPay(without)

  await asAdmin(page, app)
  expect(await readSources(page, app, work.id)).toEqual(
    expect.arrayContaining([
      'WhatsApp1 of 1 order paid · 0 clicks · 0 views₦2,500',
      'Facebook0 of 1 order paid · 0 clicks · 0 views₦0',
    ]),
  )
  await expect(page.getByText('Of 100 who begin, 50 pay')).toBeVisible()
  await isInOrderInBothThemes(page)
})
