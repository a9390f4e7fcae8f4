// Your Uploaded Materials: what a student sees of each work, and what they may still do with it while it is pending.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { holidaysIn, reviewDue } from '#app/features/uploads/review-due.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import type { Database } from '#app/services/database.ts'
import { root, temporaryDirectory } from '../support/processes.ts'
import { behindThePages, expect, type TestApp, test } from './app.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { newStudent } from './test-user.ts'

const folder = temporaryDirectory()
test.afterAll(() => folder.remove())
const fixture = (name: string) => path.join(root, 'tests/fixtures', name)

async function sendIn(page: Page, app: TestApp, title: string): Promise<string> {
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('care_plan')
  await page.getByLabel('Format').selectOption('Word')
  await page.getByLabel('Pages').fill('41')
  await page.getByLabel('Description').fill('Chapter one\nChapter two')
  // Each file is different, because the same file twice would give a warning.
  const file = path.join(folder.path, 'pain-assessment.docx')
  fs.writeFileSync(file, Buffer.concat([fs.readFileSync(fixture('pain-assessment.docx')), Buffer.from(title)]))
  await page.getByLabel('File').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText(/^Material uploaded successfully!/)).toBeVisible()
  const { data } = await behindThePages(app).from('material_uploads').select('id').eq('title', title).single()
  return data?.id ?? ''
}
const item = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
type Changes = Database['public']['Tables']['material_uploads']['Update']
const updateUpload = (app: TestApp, id: string, response: Changes) =>
  behindThePages(app).from('material_uploads').update(response).eq('id', id).throwOnError()
const getRow = async (app: TestApp, id: string) =>
  (await behindThePages(app).from('material_uploads').select('*').eq('id', id).maybeSingle()).data

/** Returns the due day of a work that is sent now, by the stored holidays. */
async function dueToday(app: TestApp): Promise<string> {
  const { data } = await behindThePages(app).from('settings').select('setting_value').like('setting_key', 'public_holidays_%')
  expect(data).toHaveLength(2)
  const holidays = new Set(data?.flatMap(({ setting_value }) => holidaysIn(setting_value)))
  return formatDay(reviewDue(new Date(), holidays))
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a pending work' : 'a pending work with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('shows its due day, and its file can be replaced before it is withdrawn', async ({ page, app, expectErrors }) => {
      expectErrors(400, 409)
      await newStudent(page, app, 'Hauwa')
      const title = `Pain in children ${javaScriptEnabled}`
      const id = await sendIn(page, app, title)
      await expect(item(page, title)).toContainText('Pending')
      await expect(item(page, title)).toContainText('Care Plan · Word Document · 41 pages · ')
      await expect(item(page, title)).toContainText(`The answer is due by ${await dueToday(app)}.`)
      await page.goto(`${app.url}/dashboard`)
      await expect(page.getByText(/^One of your works is with the reviewer\. The answer is due by /)).toBeVisible()

      // When the reviewer requests a change, the button to answer comes first.
      await updateUpload(app, id, { review_notes: 'Take the name out of page 12.\nNumber the tables.' })
      await page.goto(`${app.url}/dashboard`)
      await expect(page.getByRole('heading', { name: 'The reviewer asks for a change to one of your works' })).toBeVisible()
      await page.getByRole('link', { name: 'See what to change' }).click()
      await expect(item(page, title)).toContainText('Changes requested')
      await expect(item(page, title)).toContainText('The reviewer asks for a change')
      await expect(item(page, title)).toContainText('Take the name out of page 12.')
      await expect(item(page, title)).not.toContainText('is due by')

      await item(page, title).getByRole('link', { name: 'Replace the file' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Replace the file')
      await expect(page.getByText('Number the tables.')).toBeVisible()
      await page.getByRole('button', { name: 'Send the new file' }).click()
      await expect(page.getByRole('alert')).toHaveText('Please select a file to upload')
      await page.getByLabel('File').setInputFiles(path.join(folder.path, 'pain-assessment.docx'))
      await page.getByRole('button', { name: 'Send the new file' }).click()
      await expect(page.getByRole('alert')).toHaveText(/This is the file that is with the reviewer already/)
      const before = await getRow(app, id)
      await page.getByLabel('File').setInputFiles(fixture('eclampsia-care.pdf'))
      await page.getByRole('button', { name: 'Send the new file' }).click()
      await expect(page.getByText('The new file is with the reviewer')).toBeVisible()
      await expect(item(page, title)).toContainText('You sent another file on ')
      await expect(item(page, title)).toContainText('is due by')
      await expect(item(page, title)).not.toContainText('The reviewer asks for a change')

      // In the backend: the upload has the new file, the old one is removed, and the drive copy is made again.
      const after = await getRow(app, id)
      expect(after).toMatchObject({ title, upload_status: 'pending', file_name: 'eclampsia-care.pdf' })
      const storage = behindThePages(app).storage.from('material-uploads')
      const stored = await storage.download(after?.file_path ?? '')
      expect(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
        fs.readFileSync(fixture('eclampsia-care.pdf')),
      )
      expect((await storage.download(before?.file_path ?? '')).error).not.toBeNull()
      const drive = path.join(app.dataDirectory, 'drive')
      const copies = () => fs.readdirSync(drive).filter((name) => name.startsWith(id) && name.endsWith('.pdf'))
      await expect.poll(() => copies().length).toBe(1)

      await item(page, title).getByRole('button', { name: 'Withdraw' }).click()
      await page.getByRole('button', { name: 'Keep it' }).click()
      await expect(item(page, title)).toBeVisible()
      await item(page, title).getByRole('button', { name: 'Withdraw' }).click()
      await page.getByRole('button', { name: 'Withdraw it' }).click()
      await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
      await expect(page.getByText('No uploads yet')).toBeVisible()
      expect(await getRow(app, id)).toBeNull()
      expect((await storage.download(after?.file_path ?? '')).error).not.toBeNull()
    })
  })
}

test('a reviewed work shows its review, and neither its student nor another can replace or withdraw it', async ({
  page,
  app,
  browser,
}) => {
  await newStudent(page, app, 'Ify')
  const [approved, rejected, pending] = [
    await sendIn(page, app, 'Approved work'),
    await sendIn(page, app, 'Rejected work'),
    await sendIn(page, app, 'Pending work'),
  ]
  await updateUpload(app, approved, { upload_status: 'approved', proposed_price: 3500 })
  await updateUpload(app, rejected, { upload_status: 'rejected', review_notes: 'Slides 4 to 9 carry a name.' })
  await page.reload()
  await expect(item(page, 'Approved work')).toContainText('₦3,500')
  await expect(item(page, 'Approved work')).toContainText('Approved')
  await expect(item(page, 'Rejected work')).toContainText('Slides 4 to 9 carry a name.')
  for (const title of ['Approved work', 'Rejected work']) {
    await expect(item(page, title).getByRole('link', { name: 'Replace the file' })).toBeHidden()
    await expect(item(page, title).getByRole('button', { name: 'Withdraw' })).toBeHidden()
    await expect(item(page, title)).not.toContainText('due by')
  }

  /** Sends a request with this page's session, without the buttons. */
  const ask = async (asking: Page, address: string) => {
    const withdrawn = await asking.request.post(`${app.url}${address}/withdraw`, {
      headers: { origin: app.url },
      form: { sent: 'on' },
      maxRedirects: 0,
    })
    const replacing = await asking.request.get(`${app.url}${address}/replace`)
    const replaced = await asking.request.post(`${app.url}${address}/replace`, {
      headers: { origin: app.url },
      multipart: { file: { name: 'a.pdf', mimeType: 'application/pdf', buffer: fs.readFileSync(fixture('eclampsia-care.pdf')) } },
    })
    return [withdrawn.status(), replacing.status(), replaced.status()]
  }
  for (const id of [approved, rejected]) {
    expect(await ask(page, `/upload-materials/${id}`)).toEqual([303, 404, 404])
  }
  await page.request.post(`${app.url}/upload-materials/${approved}/withdraw`, {
    headers: { origin: app.url },
    form: { sent: 'on' },
    maxRedirects: 0,
  })
  await page.goto(`${app.url}/upload-materials`)
  await expect(page.getByText('It cannot be withdrawn')).toBeVisible()
  const other = await browser.newContext()
  const othersPage = await other.newPage()
  await newStudent(othersPage, app, 'Jumoke')
  for (const id of [approved, pending, 'x', '00000000-0000-4000-8000-000000000000']) {
    expect(await ask(othersPage, `/upload-materials/${id}`)).toEqual([303, 404, 404])
  }
  await other.close()
  const guest = await browser.newContext()
  const guestPage = await guest.newPage()
  expect((await guestPage.request.get(`${app.url}/upload-materials/${pending}/replace`, { maxRedirects: 0 })).status()).toBe(303)
  await guest.close()
  for (const id of [approved, rejected, pending]) {
    expect((await getRow(app, id))?.file_name).toBe('pain-assessment.docx')
  }
})

test('a replacement for a work that was just reviewed reports the review, not a lost connection', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(404)
  await newStudent(page, app, 'Lola')
  const title = 'Answered meanwhile'
  const id = await sendIn(page, app, title)
  await item(page, title).getByRole('link', { name: 'Replace the file' }).click()
  await page.getByLabel('File').setInputFiles(fixture('eclampsia-care.pdf'))
  await updateUpload(app, id, { upload_status: 'approved', proposed_price: 3500 })
  await page.getByRole('button', { name: 'Send the new file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing to replace')
  await expect(page.getByText('It is not among your uploads, or has been reviewed since.')).toBeVisible()
  await expect(page.getByText('The connection was lost')).toHaveCount(0)
  expect((await getRow(app, id))?.file_name).toBe('pain-assessment.docx')
})

test('the list and the replacement page are accessible', async ({ page, app }) => {
  await newStudent(page, app, 'Kemi')
  const id = await sendIn(page, app, `A title of three hundred letters ${'that goes on '.repeat(20)}to its end`)
  await updateUpload(app, id, { review_notes: 'x'.repeat(300) })
  for (const address of ['/upload-materials', `/upload-materials/${id}/replace`]) {
    await page.goto(app.url + address)
    await isInOrderInBothThemes(page)
  }
})
