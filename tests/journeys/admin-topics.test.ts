import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { getViolations } from './axe.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'
import { asAdmin, elsewhere } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const csv = (text: string, name = 'topics.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const look = async (page: Page, file: ReturnType<typeof csv>) => {
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview the changes' }).click()
}
const figures = (page: Page) => page.locator('.figures dd')

test('the admin topics page is not found for a student and a guest', async ({ page, app }) => {
  await page.goto(`${app.url}/admin/catalogue/topics/import`)
  await expect(page).toHaveURL(/\/auth\?next=/)
  await newStudent(page, app, 'Sade')
  const at = `${app.url}/admin/catalogue/topics`
  expect((await page.request.get(at)).status()).toBe(404)
  for (const path of ['/new', '/import', `/import/${crypto.randomUUID()}`]) {
    expect((await page.request.get(at + path)).status(), path).toBe(404)
    const sent = await page.request.post(at + path, {
      form: { intent: 'export', topic: 'Forged' },
      headers: { origin: app.url },
    })
    expect(sent.status(), `POST ${path}`).toBe(404)
  }
})

test('an admin adds, changes, deletes and restores a topic that visitors see', async ({ page, app, request, expectErrors }) => {
  expectErrors(400)
  /** Returns how many topics a visitor finds. */
  const seen = async (topic: string) => {
    const html = await (await request.get(`${app.url}/topics-directory?search=${encodeURIComponent(topic)}`)).text()
    const list = html.slice(html.indexOf('id="topics"'))
    return list.slice(0, list.indexOf('</ul>')).match(/<h2 class="name"/g)?.length ?? 0
  }
  expect(await seen('Night duty and sleep')).toBe(0)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue`)
  await page.getByRole('link', { name: 'Topics' }).click()
  await page.getByRole('link', { name: 'New topic' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Say what the topic is')).toBeVisible()
  await page.getByLabel('Topic').fill('Night duty and sleep among nurses in Ibadan')
  await page.getByLabel('Subject area').fill('Nursing Leadership')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await getViolations(page)).toEqual([])
  expect(await seen('Night duty and sleep')).toBe(1)

  await page.getByLabel('Topic').fill('Night duty and rest among nurses in Ibadan')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => seen('Night duty and rest')).toBe(1)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Topic deleted')).toBeVisible()
  expect(await seen('Night duty and rest')).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Topic restored')).toBeVisible()
  expect(await seen('Night duty and rest')).toBe(1)

  await page.goto(`${app.url}/admin/catalogue/topics`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Subject area').selectOption('Nursing Leadership')
  await expect(page).toHaveURL(/area=Nursing\+Leadership/)
  await page.getByLabel('Search', { exact: true }).fill('rest among')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/search=rest/)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page).toHaveURL(/area=Nursing\+Leadership/)
  expect(await getViolations(page)).toEqual([])
})

test('an import of topics previews new, changed, unchanged and faulty rows before it writes', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const adminClient = behindThePages(app)
  const count = async () => (await adminClient.from('topics_directory').select('id', { count: 'exact', head: true })).count
  await adminClient
    .from('topics_directory')
    .insert([
      { topic: 'Import: stays', subject_area: 'Imports' },
      { topic: 'Import: changes', subject_area: 'Imports' },
    ])
    .throwOnError()
  const before = await count()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/topics/import`)
  await page.getByRole('button', { name: 'Preview the changes' }).click()
  await expect(page.getByText('Choose a CSV file first')).toBeVisible()
  const body = 'Import: stays,Imports\nIMPORT: changes,Imports\nImport: new,Imports\n'
  await look(page, csv(`topic,subject_area\n${body}import: NEW,Imports\n,Imports\n`))
  await expect(figures(page)).toHaveText(['1', '1', '1', '2'])
  await expect(page.getByText('The same topic as line 4: import: NEW')).toBeVisible()
  await expect(page.getByText('Line 6')).toBeVisible()
  await expect(page.getByText('2 lines are wrong and are skipped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 topics' })).toBeVisible()
  expect(await getViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Choose another file' }).click()
  await look(page, csv(`topic,subject_area\n${body}`))
  await expect(figures(page)).toHaveText(['1', '1', '1', '0'])
  expect(await count()).toBe(before)

  // Another admin changes a row between preview and import, so the preview is shown again.
  await adminClient.from('topics_directory').update({ description: 'Meanwhile' }).eq('topic', 'Import: changes').throwOnError()
  await page.getByRole('button', { name: 'Import 2 topics' }).click()
  await expect(page.getByText('The directory has changed since you looked.')).toBeVisible()
  expect(await count()).toBe(before)
  await page.getByRole('button', { name: 'Import 2 topics' }).click()
  await expect(page.getByText('2 topics imported')).toBeVisible()

  const visitor = await elsewhere(browser)
  await visitor.goto(`${app.url}/topics-directory?area=Imports`)
  await expect(visitor.locator('#topics > li')).toHaveCount(3)
  await expect(visitor.getByRole('heading', { name: 'IMPORT: changes', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('2 topics are as they were')).toBeVisible()
  await visitor.reload()
  await expect(visitor.locator('#topics > li')).toHaveCount(2)
  await page.goto(`${app.url}/admin/log?show=catalogue`)
  await expect(page.getByText('Topic import undone').first()).toBeVisible()
})

test('an import adds and removes 1,200 topics while visitors search, and its export imports as unchanged', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/topics/import`)
  const rows = Array.from(
    { length: 1200 },
    (_none, at) => `"=cmd ${at}, ""quoted""","Two\nlines ${at}",Why it matters in ward ${at},Bulk`,
  )
  await look(page, csv(`topic,description,unique_selling_point,subject_area\n${rows.join('\n')}\n`, 'bulk.csv'))
  await expect(figures(page)).toHaveText(['1,200', '0', '0', '0'])
  await page.getByRole('button', { name: 'Import 1,200 topics' }).click()
  await expect(page.getByText('1,200 topics imported')).toBeVisible()

  // Above 1,000 topics the directory's form searches on the server, and never fetches the list.
  const visitor = await elsewhere(browser)
  const lists: string[] = []
  visitor.on('request', (request) => request.url().includes('/all.json') && lists.push(request.url()))
  await visitor.goto(`${app.url}/topics-directory`)
  const found = visitor.getByRole('status').first()
  const all = (await found.textContent()) ?? ''
  expect(Number(all.replaceAll(/\D/g, ''))).toBeGreaterThan(1200)
  await expect(visitor.getByRole('combobox', { name: 'Subject area' }).locator('option', { hasText: 'Bulk' })).toHaveCount(1)
  await visitor.getByRole('searchbox', { name: 'Course code, subject or word' }).fill('cmd 119')
  await expect(found).toHaveText(all)
  await visitor.getByRole('searchbox', { name: 'Course code, subject or word' }).press('Enter')
  await expect(found).toHaveText('11 topics found')
  expect(lists).toEqual([])
  expect((await visitor.request.get(`${app.url}/topics-directory/all.json`)).status()).toBe(404)

  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('Type your own password')).toBeVisible()
  await page.getByLabel('Your own password').fill('not my password')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download / }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^topics-\d{4}-\d\d-\d\d\.csv$/)
  const file = fs.readFileSync(await download.path(), 'utf8')
  expect(file).toContain(`"'=cmd 7, ""quoted"""`)
  expect(file).not.toMatch(/(^|,)"?=/m)
  await look(page, csv(file, 'again.csv'))
  await expect(figures(page).nth(0)).toHaveText('0')
  await expect(figures(page).nth(1)).toHaveText('0')
  await expect(figures(page).nth(3)).toHaveText('0')
  await expect(page.getByText('There is nothing to import.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose another file' }).click()
  // The list below moves when the preview closes.
  await expect(page.getByLabel('CSV file')).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'bulk.csv' }).getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('1,200 topics are as they were')).toBeVisible()
})
