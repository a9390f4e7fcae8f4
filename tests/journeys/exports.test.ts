// Files that the console exports after the admin's password, with a script and without.
import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { exportFiles } from '#app/features/exports/files.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, isInOrderInBothThemes } from './admin.ts'
import { DEMO_PASSWORD, expect, test, behindThePages, newAddress } from './app.ts'

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

/** Presses a button that downloads an archive. Returns its name and its files. */
async function getArchive(page: Page, button: string): Promise<{ name: string; files: Map<string, Uint8Array> }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), files: new Map(Object.entries(unzipSync(fs.readFileSync(await file.path())))) }
}

test('the page of exports has everything of the shop in one archive, for one password', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await page.setViewportSize({ width: 360, height: 740 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/exports?from=2026-11-01&to=2026-11-10`)
  await expect(page.getByText('the balance sheet is that of 10 Nov 2026.')).toBeVisible()
  await isInOrderInBothThemes(page)
  const password = page.getByLabel('Your own password')
  await page.getByRole('button', { name: 'Export the ticked files' }).click()
  await expect(page.getByText('Tick the files that you want.')).toBeVisible()
  await page.getByLabel('Topics, can be imported again').check()
  await page.getByLabel('Blog posts').check()
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Export the ticked files' }).click()
  await expect(password).toHaveAccessibleDescription(/not your password/)
  await expect(page.getByLabel('Blog posts')).toBeChecked()
  await password.fill(DEMO_PASSWORD)
  const chosen = await getArchive(page, 'Export the ticked files')
  expect([...chosen.files.keys()]).toEqual([expect.stringMatching(/^topics-.*\.csv$/), 'posts.csv'])
  const posts: string[][] = parse(Buffer.from(chosen.files.get('posts.csv') ?? ''), { bom: true })
  expect(posts[0]).toContain('Title')
  expect(posts.length).toBeGreaterThan(5)

  await page.goto(`${app.url}/admin/exports`)
  const everything = await getArchive(page, 'Export everything')
  expect(everything.name).toMatch(/^lamplight-\d{4}-\d\d-\d\d\.zip$/)
  expect(everything.files.size).toBe(exportFiles.length)
  for (const [name, bytes] of everything.files) {
    expect(bytes.length, name).toBeGreaterThan(10)
  }
  await page.goto(`${app.url}/admin/log`)
  await expect(page.getByText('Files exported').first()).toBeVisible()
})

test('an archive of exports without a confirmation leads to its page', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/exports/archive.zip?file=orders`)
  await expect(page).toHaveURL(`${app.url}/admin/exports?file=orders`)
  await expect(page.getByLabel('Orders, with the addresses of buyers')).toBeChecked()
})

test.describe('after a sale', () => {
  test.use({ fixture: 'shared' })

  test('the lists of money are those of the chosen days if they are ticked, and complete with everything', async ({
    page,
    app,
    browser,
  }) => {
    const work = await createSoldWork(behindThePages(app))
    const buyer = await (await browser.newContext()).newPage()
    await buyer.goto(`${app.url}/buy/${work.slug}`)
    await buyer.getByLabel('Your email').fill(newAddress('exports'))
    await buyer.getByRole('button', { name: 'Pay ₦2,500' }).click()
    await buyer.getByRole('button', { name: 'Pay' }).click()
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')

    const lists = ['orders', 'sales', 'books']
    const countRows = ({ files }: Awaited<ReturnType<typeof getArchive>>) =>
      lists.map((list) => {
        const name = [...files.keys()].find((file) => file.startsWith(`${list}-`)) ?? ''
        return parse(Buffer.from(files.get(name) ?? ''), { bom: true }).length
      })
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/exports?from=2026-01-01&to=2026-01-02&${lists.map((list) => `file=${list}`).join('&')}`)
    await page.getByLabel('Your own password').fill(DEMO_PASSWORD)
    expect(countRows(await getArchive(page, 'Export the ticked files'))).toEqual([1, 1, 1])
    for (const rows of countRows(await getArchive(page, 'Export everything'))) {
      expect(rows).toBeGreaterThan(1)
    }
  })
})
