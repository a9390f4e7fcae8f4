import fs from 'node:fs'
import { parse } from 'csv-parse/sync'
import { approvedWork } from './approved-work.ts'
import { DEMO_PASSWORD, expect, test } from './app.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'isolated' })

test('the dashboard of money shows, plots, lists and exports what the books have for the chosen days', async ({
  page,
  app,
  browser,
}) => {
  test.setTimeout(180_000)
  const ada = await newStudent(await elsewhere(browser), app, 'Adaora')
  await approvedWork(
    app,
    ada,
    { email: 'admin@lamplight.example', password: DEMO_PASSWORD },
    { title: 'Wound care in Aba', price: 3500, link: 'https://selar.co/wound-care' },
  )
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/money`)
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page')
  for (const [reference, paid] of [
    ['SLR-1', '3500'],
    ['SLR-2', '3000.50'],
  ] as const) {
    await page.goto(`${app.url}/admin/money/sales/new`)
    await page.getByLabel('Material').fill('Wound care in Aba')
    await expect(page.getByLabel('Paid, in naira')).toHaveValue('3500')
    await page.getByLabel('Paid, in naira').fill(paid)
    await page.getByLabel('Order reference').fill(reference)
    await page.getByRole('button', { name: 'Record sale' }).click()
    await expect(page.getByText('Sale recorded')).toBeVisible()
  }

  await page.goto(`${app.url}/admin/money?period=7-days`)
  const figure = (label: string) => page.locator('.money-totals > div', { hasText: label })
  await expect(figure('Takings')).toContainText('₦6,500.50')
  await expect(figure('Refunds')).toContainText('0 refunds, 2 sales')
  await expect(figure('Owed')).toContainText('₦3,250.25 to students')

  // The arrow keys choose a day, and the chart says its amount.
  const chart = page.getByRole('slider', { name: 'Takings by day' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', /₦6,500\.50/)
  await expect(page.locator('.chart-tip')).toContainText('₦6,500.50')
  await chart.press('ArrowLeft')
  await expect(page.locator('.chart-tip')).not.toContainText('₦6,500.50')
  await chart.press('Escape')
  await expect(page.locator('.chart-tip')).toHaveCount(0)
  // The pointer does too.
  const box = await chart.boundingBox()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 3, (box?.y ?? 0) + 20)
  await expect(page.locator('.chart-tip')).toContainText('₦6,500.50')
  await page.mouse.move(0, 0)

  // The table and the file have the same figures.
  await page.getByText('Show as a table').click()
  const total = page.getByRole('row', { name: /^Total/ })
  expect(await total.getByRole('cell').allTextContents()).toEqual([
    '2',
    '₦6,500.50',
    '₦0',
    '₦3,250.25',
    '₦360.02',
    '₦2,890.23',
    '₦6,140.48',
    '₦3,250.25',
  ])
  await isInOrderInBothThemes(page)
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await waiting
  const rows: string[][] = parse(fs.readFileSync((await file.path()) ?? '', 'utf8'), { bom: true })
  expect(rows).toHaveLength(9)
  expect(rows.at(-1)).toEqual([
    'total',
    '',
    '2',
    '6500.50',
    '0',
    '0.00',
    '3250.25',
    '360.02',
    '2890.23',
    '6140.48',
    '3250.25',
    '0.00',
  ])

  // Own dates are in the address; without a sale in them the chart stays empty.
  await page.getByLabel('From').fill('2024-01-01')
  await page.getByLabel('To', { exact: true }).fill('2024-06-30')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/\?from=2024-01-01&to=2024-06-30$/)
  await expect(page.getByText('1 Jan – 30 Jun 2024, compared with 1 Jan – 30 Jun 2023')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Takings by month' })).toBeVisible()
  await expect(figure('Takings')).toContainText('₦0')
})
