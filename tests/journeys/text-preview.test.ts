// The preview beside the texts of a page, which follows what the admin types.
import type { Page } from '@playwright/test'
import { asAdmin, isInOrderInBothThemes } from './admin.ts'
import { expect, test } from './app.ts'

const preview = (page: Page) => page.getByRole('figure').filter({ hasText: 'As visitors will see it' })

test('the preview of texts follows what an admin types, and saves nothing', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts/hero`)
  await expect(preview(page).first()).toContainText('A lamp for your nursing research')
  await page.getByLabel('Title', { exact: true }).fill('A lamp for Kano')
  await expect(preview(page).first()).toContainText('A lamp for Kano')
  await isInOrderInBothThemes(page)

  await page.goto(`${app.url}/admin/texts/terms-payment`)
  await page.getByLabel('Text', { exact: true }).fill('Refunds within {refund_days} days.\n\nA second paragraph.')
  await expect(preview(page)).toContainText('Refunds within 7 days.')
  await expect(preview(page).getByRole('paragraph').filter({ hasText: 'A second paragraph.' })).toHaveCount(1)

  await page.goto(`${app.url}/admin/texts/questions/new`)
  await page.getByLabel('Question', { exact: true }).fill('Who reviews my work?')
  await page.getByLabel('Answer').fill('A nurse of our team.')
  await expect(preview(page)).toContainText('Who reviews my work?A nurse of our team.')

  await page.goto(`${app.url}/admin/texts/testimonials/new`)
  await page.getByLabel('Words').fill('It helped me to begin.')
  await page.getByLabel('Name', { exact: true }).fill('Chiamaka O.')
  await page.getByRole('textbox', { name: 'Stars' }).fill('4')
  await expect(preview(page).getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await page.goto(app.url)
  await expect(page.getByText('A lamp for Kano')).toHaveCount(0)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the preview shows the stored texts', async ({ page, app }) => {
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/texts/hero`)
    await expect(preview(page).first()).toContainText('A lamp for your nursing research')
  })
})
