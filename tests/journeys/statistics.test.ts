import fs from 'node:fs'
import { approvedWork } from './approved-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const BROWSER = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

test("a visitor's view of a work and click on its link are counted for the admin, who exports them", async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(120_000)
  const student = await elsewhere(browser)
  const bisi = await newStudent(student, app, 'Bisi')
  await approvedWork(
    app,
    bisi,
    { email: 'admin@lamplight.example', password: DEMO_PASSWORD },
    { title: 'Breastfeeding in Kano', price: 3000, link: 'https://selar.co/breastfeeding' },
  )
  const adminClient = behindThePages(app)
  const { data: work } = await adminClient
    .from('research_materials')
    .select('id, slug')
    .eq('title', 'Breastfeeding in Kano')
    .single()
    .throwOnError()
  const preview = `${app.url}/material-preview/${work.slug}`

  const context = await browser.newContext({ userAgent: BROWSER, javaScriptEnabled: false })
  await context.route(/selar\.co/, (route) => route.fulfill({ body: 'the payment page' }))
  const visitor = await context.newPage()
  await visitor.goto(`${preview}?utm_source=whatsapp`)
  await visitor.reload()
  const result = visitor.waitForRequest((request) => request.url().endsWith('/clicks'))
  const opened = context.waitForEvent('page')
  await visitor.getByRole('link', { name: 'Purchase Breastfeeding in Kano' }).first().click()
  expect((await opened).url()).toBe('https://selar.co/breastfeeding')
  expect((await (await result).response())?.status()).toBe(204)
  // On the marketplace too, which counts the click and no view.
  await visitor.goto(`${app.url}/marketplace?search=breastfeeding+kano`)
  const secondClick = visitor.waitForResponse((response) => response.url().endsWith('/clicks'))
  await visitor.getByRole('link', { name: 'Purchase Breastfeeding in Kano' }).first().click()
  await secondClick
  await context.close()
  // Bots and the admin are not counted.
  await (await fetch(preview, { headers: { 'user-agent': 'Googlebot/2.1' } })).text()
  await asAdmin(page, app)
  await page.goto(preview)

  await page.goto(`${app.url}/admin/statistics?material=${work.id}`)
  const stored = async () =>
    (
      await adminClient
        .from('views_and_clicks')
        .select('source, views, clicks')
        .eq('material_id', work.id)
        .order('source')
        .throwOnError()
    ).data
  await expect.poll(stored).toEqual([
    { source: 'whatsapp', views: 2, clicks: 1 },
    { source: 'site', views: 0, clicks: 1 },
  ])
  await page.reload()
  // Only the figures of the work are shown, until the chip is removed.
  const labels = page.locator('.statistics-totals dt')
  await expect(labels).toHaveText(['Views', 'Clicks to buy', 'Sales'])
  await expect(page.getByRole('heading', { name: 'Uploads and answers' })).toHaveCount(0)
  await expect(page.getByText(/^What sold best/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Views 2', exact: true })).toBeVisible()
  await expect(page.getByText(/^100 for each hundred views\. Before: /)).toBeVisible()
  const fromWhatsApp = page.getByRole('list', { name: 'Sources' }).getByRole('listitem').filter({ hasText: 'WhatsApp' })
  await expect(fromWhatsApp).toHaveText('WhatsApp0 of 0 orders paid · 1 click · 2 views₦0')
  const chart = page.getByRole('slider', { name: 'Clicks to buy, by day' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /, 2 clicks so far, .*: none$/)
  await isInOrder(page)
  await page.getByRole('link', { name: /^Only: Breastfeeding in Kano/ }).click()
  await expect(page).toHaveURL(`${app.url}/admin/statistics?period=30-days`)
  await expect(labels).toContainText(['Views', 'Uploads'])
  await page.getByText(/^By material \(/).click()
  const row = page.getByRole('row', { name: /Breastfeeding in Kano/ })
  expect(await row.getByRole('cell').allTextContents()).toEqual(['2', '2', '0'])

  await page.getByText('Export CSV', { exact: true }).click()
  await page.getByLabel('Your own password, for any of these files').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Export CSV: views, clicks and sales by day' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download views-/ }).click()
  const csv = fs.readFileSync((await (await download).path()) ?? '', 'utf8')
  expect(csv).toMatch(/^\d{4}-\d\d-\d\d,Breastfeeding in Kano,2,2,0,0\.00\r?$/m)
  await page.getByRole('button', { name: 'Export CSV: where buyers come from' }).click()
  const second = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download sources-/ }).click()
  expect(fs.readFileSync((await (await second).path()) ?? '', 'utf8')).toMatch(/^WhatsApp,\d+,\d+,\d+,\d+,\d+\.\d\d\r?$/m)
  await page.goto(`${app.url}/admin/log`)
  await expect(page.getByText('Money exported: views')).toBeVisible()
})
