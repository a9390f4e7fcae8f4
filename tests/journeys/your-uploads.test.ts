// Your Uploaded Materials: what a student sees of each work, and what they may still do with it while it is pending.
import fs from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { holidaysIn, reviewDue } from '#app/features/uploads/review-due.ts'
import { formatDay } from '#app/platform/text/dates.ts'
import type { Database } from '#app/services/database.ts'
import { root, temporaryDirectory } from '../support/processes.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, mailTo, type TestApp, test } from './app.ts'
import { approvedWork } from './approved-work.ts'
import { newStudent } from './test-user.ts'
import { openOptional } from './upload-form.ts'

const ADMIN = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }
const folder = temporaryDirectory()
test.afterAll(() => folder.remove())
const fixture = (name: string) => path.join(root, 'tests/fixtures', name)

async function sendIn(page: Page, app: TestApp, title: string): Promise<string> {
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('care_plan')
  await page.getByLabel('Format').selectOption('Word')
  await openOptional(page)
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

const getPending = async (app: TestApp, title: string) =>
  (await behindThePages(app).from('material_uploads').select('id').match({ title, upload_status: 'pending' }).maybeSingle()).data

/** Returns the due day of a work that is sent now, by the stored holidays. */
async function dueToday(app: TestApp): Promise<string> {
  const { data } = await behindThePages(app).from('settings').select('setting_value').like('setting_key', 'public_holidays_%')
  expect(data).toHaveLength(2)
  const holidays = new Set(data?.flatMap(({ setting_value }) => holidaysIn(setting_value)))
  return formatDay(reviewDue(new Date(), holidays))
}

test.describe('a request for changes', () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

  test('is answered in words, once, and the reviewer reads the answer', async ({ page, app, browser, expectErrors }) => {
    expectErrors(400, 409)
    const title = 'Handover at the bedside, with a question'
    await newStudent(page, app, 'Ruth')
    const id = await sendIn(page, app, title)
    await updateUpload(app, id, { review_notes: 'Whose name is on page 12?' })
    await page.goto(`${app.url}/upload-materials`)
    await item(page, title).getByRole('link', { name: 'Answer in words' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'The reviewer' })).toContainText('Whose name is on page 12?')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByLabel('Your answer')).toHaveAccessibleDescription(/Write what the reviewer should know/)
    await page.getByLabel('Your answer').fill('It is my own.\nI take it out if you wish.')
    const again = await page.context().newPage()
    await again.goto(page.url())
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(page.getByText('Your answer is with the reviewer')).toBeVisible()
    await expect(item(page, title)).toContainText('Pending')
    await again.getByLabel('Your answer').fill('Sent from another tab')
    await again.getByRole('button', { name: 'Send the answer' }).click()
    await expect(again.getByText(/has your answer already/)).toBeVisible()
    await expect(again.getByText('Sent from another tab')).toBeVisible()

    const reviewer = await elsewhere(browser)
    await asAdmin(reviewer, app)
    await reviewer.goto(`${app.url}/admin/reviews/${id}`)
    const messages = reviewer.getByRole('region', { name: 'Messages' }).getByRole('listitem')
    await expect(messages).toHaveCount(2)
    await expect(messages.last()).toContainText('I take it out if you wish.')
    await expect(messages.last()).toContainText('The student')
    await reviewer.context().close()
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a rejected work' : 'a rejected work with JavaScript off', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('is sent again corrected, with its values filled in', async ({ page, app }) => {
      const title = `Slides about triage ${javaScriptEnabled}`
      await newStudent(page, app, 'Temi')
      const id = await sendIn(page, app, title)
      await updateUpload(app, id, { upload_status: 'rejected', review_notes: 'Slide 4 has a name.', programme: 'bnsc' })
      await page.goto(`${app.url}/upload-materials`)
      await item(page, title).getByRole('link', { name: 'Send a corrected one' }).click()
      await expect(page.getByText(`For "${title}", which was not approved.`)).toBeVisible()
      await page.getByLabel('File').setInputFiles(fixture('eclampsia-care.pdf'))
      if (!javaScriptEnabled) {
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      // The format is from the new file, and the rest from the rejected work.
      await expect(page.getByLabel('Format')).toHaveValue('PDF')
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await expect(page.getByLabel('Category')).toHaveValue('care_plan')
      await openOptional(page)
      await expect(page.getByLabel('Description')).toHaveValue('Chapter one\nChapter two')
      await expect(page.getByLabel('Programme')).toHaveValue('bnsc')
      await page.getByRole('button', { name: 'Upload Material' }).click()
      await expect(page.getByText(/^Material uploaded successfully!/)).toBeVisible()
      await expect(item(page, title)).toHaveCount(2)
      await expect(page.getByText(`For "${title}"`)).toBeHidden()
      await page.goto(`${app.url}/upload-materials?corrects=${(await getPending(app, title))?.id ?? ''}`)
      await expect(page.getByLabel('Title')).toHaveValue('')
    })
  })

  test.describe(javaScriptEnabled ? 'the title of a pending work' : 'the title of a pending work with JavaScript off', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('is edited until the work is decided', async ({ page, app, browser, expectErrors }) => {
      expectErrors(400, 409)
      const title = `Wound care in Ilorim ${javaScriptEnabled}`
      await newStudent(page, app, 'Zainab')
      const id = await sendIn(page, app, title)
      await item(page, title).getByRole('link', { name: 'Edit title' }).click()
      await expect(page.getByLabel('Description')).toHaveValue('Chapter one\nChapter two')
      await page.getByLabel('Title').fill(' ')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give it a title/)
      await page.getByLabel('Title').fill(`Wound care in Ilorin ${javaScriptEnabled}`)
      await page.getByLabel('Description').fill('Forty wounds')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Title and description are saved')).toBeVisible()
      await expect(item(page, `Wound care in Ilorin ${javaScriptEnabled}`)).toContainText('is due by')
      expect(await getRow(app, id)).toMatchObject({ description: 'Forty wounds', file_name: 'pain-assessment.docx' })

      const reviewer = await elsewhere(browser)
      await asAdmin(reviewer, app)
      await reviewer.goto(`${app.url}/admin/reviews/${id}`)
      await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(`Wound care in Ilorin ${javaScriptEnabled}`)
      await reviewer.goto(`${app.url}/admin/log?search=${id}`)
      await expect(reviewer.getByText('Upload edited by the student')).toBeVisible()
      await reviewer.context().close()

      await page.goto(`${app.url}/upload-materials/${id}/edit`)
      await page.getByLabel('Title').fill('Typed while it was reviewed')
      await updateUpload(app, id, { upload_status: 'approved', proposed_price: 3500 })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('It has been reviewed since. Nothing was changed.')).toBeVisible()
      await expect(page.getByText('Typed while it was reviewed')).toBeVisible()
    })
  })

  test.describe(javaScriptEnabled ? 'a pending work' : 'a pending work with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('shows its due day, and its file can be replaced before it is withdrawn', async ({ page, app, expectErrors }) => {
      expectErrors(400, 409)
      const student = await newStudent(page, app, 'Hauwa')
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
      await expect(page.getByRole('heading', { name: 'The reviewer asks for a change' })).toBeVisible()
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
      expect((await mailTo(app.dataDirectory, student.email, 'We have your new file')).text).toContain('eclampsia-care.pdf')
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

      await item(page, title).getByRole('link', { name: 'Withdraw' }).click()
      await page.getByRole('link', { name: 'Keep it' }).click()
      await expect(item(page, title)).toBeVisible()
      await item(page, title).getByRole('link', { name: 'Withdraw' }).click()
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
    await expect(item(page, title).getByRole('link', { name: 'Withdraw' })).toBeHidden()
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

test('a requested change is listed first, above the form, and the counts add up', async ({ page, app }) => {
  await newStudent(page, app, 'Bukola')
  await page.setViewportSize({ width: 360, height: 740 })
  const [asked, rejected] = [await sendIn(page, app, 'Asked work'), await sendIn(page, app, 'Refused work')]
  await sendIn(page, app, 'Newest work')
  // The message has its own space: it covers neither the heading nor a work.
  await page.evaluate(() => window.scrollTo(0, 0))
  const toast = await page.locator('.toast').boundingBox()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(heading?.y ?? 0)
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeHidden()

  await updateUpload(app, asked, { review_notes: 'Number the tables.' })
  await updateUpload(app, rejected, { upload_status: 'rejected' })
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByRole('article')).toHaveCount(1)
  await expect(waiting).toContainText('Number the tables.')
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0
  expect(await top(waiting)).toBeLessThan(await top(page.getByLabel('Title')))
  const background = (label: string) =>
    page.getByText(label, { exact: true }).evaluate((badge) => getComputedStyle(badge).backgroundColor)
  expect(await background('Changes requested')).not.toBe(await background('Pending'))
  const list = page.getByRole('region', { name: 'Your Uploaded Materials' })
  await expect(list.getByRole('article')).toHaveCount(2)
  await expect(list).toContainText('3 works: 1 pending, 1 rejected, 1 changes requested')
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText('2 pending')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See uploads' })).toHaveAttribute('href', '/upload-materials#waiting-for-you')
  await expect(page.getByText('1 rejected')).toBeVisible()
})

test.describe('a work in the shop', () => {
  test.use({ fixture: 'shared' })

  test('shows its current price there and what its student receives', async ({ page, app }) => {
    const student = await newStudent(page, app, 'Ugo')
    const title = 'A thesis that became cheaper'
    await approvedWork(app, student, ADMIN, { title, price: 3000, link: null })
    await behindThePages(app).from('research_materials').update({ price: 1200 }).eq('title', title).throwOnError()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${app.url}/upload-materials`)
    await expect(item(page, title).locator('.price')).toHaveText('₦1,200')
    await expect(item(page, title)).toContainText('In the shop · yours ₦600 of each sale. It was approved at ₦3,000.')
    const [see, whatsApp] = await item(page, title).locator('.pair a').all()
    const boxes = [await see?.boundingBox(), await whatsApp?.boundingBox()]
    expect(boxes[0]).toMatchObject({ y: boxes[1]?.y, width: boxes[1]?.width, height: 44 })
    expect((await item(page, title).boundingBox())?.height).toBeLessThanOrEqual(290)
    await expect(item(page, title)).toContainText('Not sold yet.')
    await expect(item(page, title).getByText('Not opened in the last 28 days.')).toBeHidden()
    await expect(item(page, title).getByRole('link', { name: 'Download your file' })).toBeHidden()
    await item(page, title).locator('summary').click()
    await expect(item(page, title).getByText('Not opened in the last 28 days.')).toBeVisible()
    await expect(item(page, title).getByRole('link', { name: 'Download your file' })).toBeVisible()
    const share = await item(page, title).getByRole('link', { name: 'Share on WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(share ?? '')).toMatch(
      /^https:\/\/wa\.me\/\?text=http.*\/material-preview\/.*\?utm_source=whatsapp$/,
    )
    await isInOrderInBothThemes(page)
  })

  test.describe('without a script', () => {
    test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

    test('is taken off sale by its student, and put back', async ({ page, app, browser, expectErrors }) => {
      expectErrors(404)
      const student = await newStudent(page, app, 'Ngozi')
      const title = 'A thesis that rests for a while'
      await approvedWork(app, student, ADMIN, { title, price: 3000, link: null })
      await page.goto(`${app.url}/upload-materials`)
      const shop = (await item(page, title).getByRole('link', { name: 'See it in the shop' }).getAttribute('href')) ?? ''
      const visitor = await elsewhere(browser)
      await visitor.goto(app.url + shop)
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)

      await item(page, title).locator('summary').click()
      await item(page, title).getByRole('link', { name: 'Take off sale' }).click()
      await expect(page.getByText('Buyers keep their file, sales so far stay yours')).toBeVisible()
      await page.getByRole('button', { name: 'Take it off sale' }).click()
      await expect(page.getByText('It is off sale', { exact: true })).toBeVisible()
      await expect(item(page, title)).toContainText('You took it off sale. Buyers keep their file.')
      expect((await visitor.goto(app.url + shop))?.status()).toBe(404)

      await item(page, title).getByRole('link', { name: 'Put it back on sale' }).click()
      await page.getByRole('button', { name: 'Put it back' }).click()
      await expect(page.getByText('It is on sale again')).toBeVisible()
      await visitor.goto(app.url + shop)
      await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
      await visitor.context().close()

      await item(page, title).locator('summary').click()
      await item(page, title).getByRole('link', { name: 'Ask for another price' }).click()
      await expect(page.getByLabel('Message', { exact: true })).toHaveValue(
        /“A thesis that rests for a while”\. It is ₦3,000 now/,
      )
    })
  })
})

test('the title field of the upload form shows all of a long title at 360 px', async ({ page, app }) => {
  await newStudent(page, app, 'Sade')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/upload-materials`)
  const title = page.getByLabel('Title')
  await title.fill(
    'Knowledge and practice of infection prevention among nurses in the surgical wards of a teaching hospital in Enugu',
  )
  expect(await title.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0)
})

test('the list and the pages of a pending work are accessible', async ({ page, app }) => {
  await newStudent(page, app, 'Kemi')
  const id = await sendIn(page, app, `A title of three hundred letters ${'that goes on '.repeat(20)}to its end`)
  await updateUpload(app, id, { review_notes: 'x'.repeat(300) })
  for (const address of [
    '/upload-materials',
    `/upload-materials/${id}/replace`,
    `/upload-materials/${id}/edit`,
    `/upload-materials/${id}/withdraw`,
  ]) {
    await page.goto(app.url + address)
    await isInOrderInBothThemes(page)
  }
})
