// The filters, the search and the export of the audit log.
import fs from 'node:fs'
import { asAdmin, isInOrder } from './admin.ts'
import { DEMO_PASSWORD, expect, pastThePages, test } from './app.ts'

test.use({ fixture: 'isolated' })

test('an owner finds a price change by name, value, person and day, and exports it', async ({ page, app }) => {
  const owner = await pastThePages(app, 'admin@lamplight.example', DEMO_PASSWORD)
  const { data: material } = await owner.from('research_materials').select('id, title').limit(1).single().throwOnError()
  await owner.from('research_materials').update({ price: 7431 }).eq('id', material.id).throwOnError()

  await asAdmin(page, app)
  const entry = page.getByText(`Material changed: ${material.title}`)
  const search = async (words: string) => page.goto(`${app.url}/admin/log?search=${encodeURIComponent(words)}`)
  for (const words of ['price', '₦7,431', '7431', material.title]) {
    await search(words)
    await expect(entry, words).toBeVisible()
  }
  await search('No such words anywhere')
  await expect(page.getByText(/^Nothing here is called/)).toBeVisible()

  await page.goto(`${app.url}/admin/log?search=price`)
  const option = page.getByLabel('Who').locator('option', { hasText: 'Lamplight Admin' })
  await page.goto(`${app.url}/admin/log?search=price&period=1&person=${await option.getAttribute('value')}`)
  await expect(entry).toBeVisible()
  await isInOrder(page)
  await page.getByText('Export these entries').click()
  await page.getByLabel(/^Your own password/).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Export CSV: these entries' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download audit-log-/ }).click()
  const csv = fs.readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('time,who,action,record,changes,details')
  expect(csv).toMatch(/Lamplight Admin,Material changed,.*₦7,431/)

  await page.goto(`${app.url}/admin/log?person=system&search=price`)
  await expect(entry).toHaveCount(0)
  await page.goto(`${app.url}/admin/log?to=2020-01-01`)
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.goto(`${app.url}/admin/log`)
  await expect(page.getByText('Audit log exported')).toBeVisible()
})
