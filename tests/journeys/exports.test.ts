// Files that the console exports after the admin's password, with a script and without.
import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { asAdmin } from './admin.ts'
import { DEMO_PASSWORD, expect, test } from './app.ts'

const ADDRESS = '/admin/statistics?from=2026-11-01&to=2026-11-10'
const NAME = 'views-2026-11-01-to-2026-11-10.csv'

async function exportViews(page: Page, password: string): Promise<void> {
  await page.getByLabel('Your own password, for any of these files').fill(password)
  await page.getByRole('button', { name: 'Export CSV: views, clicks and sales by day' }).click()
}

test('the link to an exported file gets the focus', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(app.url + ADDRESS)
  await page.getByText('Export CSV', { exact: true }).click()
  await exportViews(page, DEMO_PASSWORD)
  await expect(page.getByRole('link', { name: `Download ${NAME}` })).toBeFocused()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a file is exported from the page of the same days', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await asAdmin(page, app)
    await page.goto(app.url + ADDRESS)
    await page.getByText('Export CSV', { exact: true }).click()
    await exportViews(page, 'wrong')
    await expect(page).toHaveURL(app.url + ADDRESS)
    await expect(page.getByLabel('Your own password, for any of these files')).toHaveAttribute('aria-invalid', 'true')
    await exportViews(page, DEMO_PASSWORD)
    await expect(page).toHaveURL(app.url + ADDRESS)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${NAME}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(NAME)
    expect(fs.readFileSync(await file.path(), 'utf8')).toContain('day,material,views,clicks to buy,sales,total')
  })
})
