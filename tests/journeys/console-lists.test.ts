// The lists of the console on a phone.
import { expect, test } from './app.ts'
import { asAdmin, isInOrder } from './admin.ts'

test.use({ fixture: 'shared' })

const lists = [
  'money/orders',
  'money/sales',
  'catalogue/materials',
  'catalogue/topics',
  'people/accounts',
  'people/messages',
  'people/requests',
  'people/comments',
  'people/reports',
  'reviews',
  'mails',
  'log',
]

/** The height of a phone's screen without the navigation at its bottom, less the first line of a row. */
const FIRST_ROW = 740 - 56 - 60

test('each list has its first row on the first screen of a phone', async ({ page, app }) => {
  await asAdmin(page, app)
  for (const list of lists) {
    await page.goto(`${app.url}/admin/${list}`)
    const first = page.locator('[data-row], .empty').first()
    await expect(first).toBeVisible()
    expect(await first.evaluate((row) => row.getBoundingClientRect().top), list).toBeLessThan(FIRST_ROW)
  }
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a list opens its filter and its further actions in a sheet', async ({ page, app }) => {
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/catalogue/topics`)
    await expect(page.getByLabel('Subject area')).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Subject area').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/area=/)
    await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import and export' })).toBeHidden()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Import and export' }).click()
    await expect(page).toHaveURL(/topics\/import/)
  })
})

test('a desktop shows the filter and the further actions beside the search', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/topics`)
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden()
  await expect(page.getByLabel('Subject area')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import and export' })).toBeVisible()
  await isInOrder(page)
})
