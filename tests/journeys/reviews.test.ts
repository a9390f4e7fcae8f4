// From an upload to the marketplace: the admin's side and the student's, with every email between them.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { formatDay } from '#app/platform/text/dates.ts'
import { temporaryDirectory } from '../support/processes.ts'
import { docx, FREE_CHAPTER, freePdf, pdf } from '../support/works.ts'
import { behindThePages, expect, type TestApp, mailTo, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections } from './admin.ts'
import { newStudent } from './test-user.ts'
import { openOptional } from './upload-form.ts'

test.use({ fixture: 'isolated' })

const folder = temporaryDirectory()
test.afterAll(() => folder.remove())

const paragraph = 'Nurses on surgical wards wash their hands less often than they say when they are asked. '.repeat(5).trim()
const thesis = (title: string) => [
  title,
  'CHAPTER ONE',
  'CHAPTER TWO',
  'Heading1|Chapter One: Introduction',
  paragraph,
  'Heading1|Statement of the problem',
  paragraph,
  'Heading1|Chapter Two: Literature review',
  paragraph,
  'REFERENCES',
  'Ade, B. (2019). Hands on wards. Bello, C. (2022). Hands again.',
  'APPENDIX I: QUESTIONNAIRE',
]

function file(name: string, content: Uint8Array): string {
  const place = path.join(folder.path, name)
  fs.writeFileSync(place, content)
  return place
}

type Work = { title: string; format?: string; category?: string; file: string }
async function sendIn(page: Page, app: TestApp, { title, format = 'Word', category = 'thesis', file: chosen }: Work) {
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Format').selectOption(format)
  await openOptional(page)
  await page.getByLabel('Programme').selectOption('bnsc')
  await page.getByLabel('Design').fill('An observational survey')
  await page.getByLabel('A price you would like').fill('2500')
  await page.getByLabel('File').setInputFiles(chosen)
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText(/^Material uploaded successfully!/)).toBeVisible()
  const { data } = await behindThePages(app)
    .from('material_uploads')
    .select('id')
    .eq('title', title)
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  return data?.id ?? ''
}

async function tickAll(page: Page): Promise<void> {
  for (const line of [
    'It opens',
    "It is the student's own work",
    'No names of patients or students',
    'Its chapters are complete',
  ]) {
    const stored = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/admin/reviews/'),
    )
    await page.getByLabel(line).check()
    expect((await stored).status()).toBe(200)
  }
}

const getRow = async (app: TestApp, id: string) =>
  (await behindThePages(app).from('material_uploads').select('*').eq('id', id).single()).data

test('an upload is revised, approved with a price, given its link, shown on the marketplace and bought by the link', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 404, 409)
  test.slow()
  const title = 'Hand hygiene among nurses on the surgical wards of a teaching hospital'
  const student = await elsewhere(browser)
  const ada = await newStudent(student, app, 'Ada')
  const id = await sendIn(student, app, { title, file: file('draft.docx', docx(thesis('Draft of Ada'))) })
  const result = await mailTo(app.dataDirectory, 'admin@lamplight.example', `New upload: ${title}`)
  expect(result.text).toContain(`${app.url}/admin/reviews/${id}`)

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // Extracted from the file in the background.
  await expect(page.getByText('54 pages ·')).toBeVisible()
  await expect(page.getByText('7 headings')).toBeVisible()
  await expect(page.getByText('No other upload or material has this file or this title.')).toBeVisible()
  await isInOrder(page)

  await page.getByText('Ask for changes').first().click()
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(page.getByText('Say it in a sentence: the student reads it')).toBeVisible()
  await page.getByRole('link', { name: 'Names in it' }).click()
  await expect(page.getByLabel('What should be changed')).toHaveValue(/^Please remove the names of patients/)
  await page.getByLabel('What should be changed').fill('The name of a patient stands on page 12.\nTake it out.')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(page.getByText('The student was asked for changes')).toBeVisible()
  await expect(page.getByText('Waiting for the student.')).toBeVisible()
  await expect(page.getByLabel('What should be changed')).toBeHidden()
  await expect(page.getByRole('link', { name: 'All reviews' })).toBeVisible()
  await expect(page.getByText(/^Changes were requested on .*It waits for the student\.$/)).toBeVisible()
  const asked = await mailTo(app.dataDirectory, ada.email, 'Your material needs a change')
  expect(asked.text).toContain('The name of a patient stands on page 12.')

  await student.goto(`${app.url}/upload-materials`)
  const item = student.getByRole('article').filter({ hasText: title })
  await expect(item).toContainText('The reviewer asks for a change')
  await item.getByRole('link', { name: 'Replace the file' }).click()
  await student.getByLabel('File').setInputFiles(file('better.docx', docx(thesis('The better one'))))
  await student.getByRole('button', { name: 'Send the new file' }).click()
  await expect(student.getByText('The new file is with the reviewer')).toBeVisible()

  await page.goto(`${app.url}/admin/reviews`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('File replaced')).toBeVisible()
  await expect(page.getByText('54 pages ·')).toBeVisible()
  await page.getByLabel('Price in naira').fill('3,500')
  await expect(page.getByText('The student receives ₦1,750 of each sale.')).toBeVisible()
  // The button says what is missing, and the list leads to the checklist.
  await expect(page.getByRole('button', { name: 'Approve it: 4 things are missing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tick “It opens” in the checklist' })).toHaveAttribute('href', '#check-opens')
  await page.getByRole('button', { name: 'Approve it' }).click()
  const before = page.getByRole('group', { name: 'Before you can approve it:' })
  await expect(before).toBeFocused()
  await expect(before).toBeInViewport()
  await expect(before.getByRole('listitem')).toHaveCount(4)
  await tickAll(page)
  await expect(page.getByLabel('Price in naira')).toHaveValue('3,500')
  await expect(page.getByLabel('Free to read before buying')).toHaveValue(
    `${paragraph}\n\n### Statement of the problem\n\n${paragraph}`,
  )
  // The fields of the whole work are filled in from the file and the student.
  await expect(page.getByLabel('Which part is free')).toHaveValue('first_chapter')
  await expect(page.getByLabel('Contents')).toHaveValue(
    'Chapter one: Introduction\nChapter two: Literature review\nReferences\nAppendix I: Questionnaire',
  )
  await expect(page.getByLabel('Design')).toHaveValue('An observational survey')
  await expect(page.getByLabel('Price in naira')).toHaveAccessibleDescription('The student would like ₦2,500.')
  await expect(page.getByLabel('References')).toHaveValue('2')
  await expect(page.getByLabel('Instrument in the file')).toHaveValue('yes')
  // The optional fields are folded, as in the form of a material.
  await expect(page.getByLabel('Abstract')).toBeHidden()
  await openSections(page)
  await page.getByLabel('Abstract').fill('word '.repeat(301))
  await page.getByRole('button', { name: 'Approve and sell' }).click()
  await expect(page.getByLabel('Abstract')).toHaveAccessibleDescription(/At most 300 words/)
  await page.getByLabel('Abstract').fill('We watched 40 nurses at work.')
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Subject area').fill('Infection control')
  await page.getByLabel('Year').fill('2024')
  // A work sold on the site would be on sale at once (buying.test.ts).
  await page.getByLabel('Sell it here').uncheck()
  await page.getByRole('button', { name: 'Approve it' }).click()
  await expect(page.getByText('Its material waits for its link.')).toBeVisible()
  const approved = await mailTo(app.dataDirectory, ada.email, 'Your material was approved')
  expect(approved.text?.replaceAll(/\s+/g, ' ')).toContain('Its price is ₦3,500. You receive 50 % of each sale: ₦1,750.')
  expect(approved.text?.replaceAll(/\s+/g, ' ')).toContain('It goes on sale once its payment page is ready.')
  expect(await getRow(app, id)).toMatchObject({ upload_status: 'approved', proposed_price: 3500 })
  const address = `${app.url}/material-preview/hand-hygiene-among-nurses-on-the-surgical-wards-of-a-teaching-hospital`
  const visitor = await elsewhere(browser)
  expect((await visitor.goto(address))?.status()).toBe(404)

  // The pack for creating the product on Selar by hand.
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Selar pack' }).click()])
  const pack = unzipSync(fs.readFileSync(await download.path()))
  expect(Object.keys(pack)).toEqual([
    'title.txt',
    'description.txt',
    'price.txt',
    'cover.png',
    'Hand-hygiene-among-nurses-on-the-surgical-wards-of-a-teaching-hospital.docx',
  ])
  const part = (name: string) => pack[name] ?? new Uint8Array()
  expect(strFromU8(part('title.txt')).trim()).toBe(title)
  expect(strFromU8(part('price.txt')).trim()).toBe('₦3,500')
  expect(strFromU8(part('description.txt'))).toContain('research project, Infection control, 54 pages, 2024')
  expect([...part('cover.png').subarray(1, 4)]).toEqual([...Buffer.from('PNG')])
  expect(Buffer.from(Object.values(pack).at(-1) ?? [])).toEqual(fs.readFileSync(path.join(folder.path, 'better.docx')))

  // The admin decides with one tap at the end of the page.
  await page.goto(`${app.url}/admin`)
  const waiting = page.locator('li').filter({ hasText: title })
  await waiting.getByLabel('Its purchase link').fill('selar.co/m/hand-hygiene')
  await waiting.getByRole('button', { name: 'Put on sale' }).click()
  await expect(page.getByText('A whole address, beginning with https://')).toBeVisible()
  await expect(waiting.getByLabel('Its purchase link')).toHaveValue('selar.co/m/hand-hygiene')
  await waiting.getByLabel('Its purchase link').fill('https://selar.co/m/hand-hygiene')
  await waiting.getByRole('button', { name: 'Put on sale' }).click()
  await expect(page.getByText('On sale', { exact: true })).toBeVisible()
  await expect(page.locator('li').filter({ hasText: title })).toHaveCount(0)
  const onSale = await mailTo(app.dataDirectory, ada.email, 'Your material is on sale')
  expect(onSale.text).toContain(address)

  // A visitor finds it, reads its first chapter and is sent to pay.
  await visitor.context().route('https://selar.co/**', (route) => route.fulfill({ body: 'Pay here' }))
  await visitor.goto(`${app.url}/marketplace?search=surgical+wards+teaching`)
  await visitor.getByRole('link', { name: title, exact: true }).first().click()
  await expect(visitor).toHaveURL(address)
  await expect(visitor.getByRole('heading', { name: 'Statement of the problem' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'What the whole work contains' })).toBeVisible()
  // At the top of the page, and as the abstract.
  await expect(visitor.getByText('We watched 40 nurses at work.')).toHaveCount(2)
  await expect(visitor.getByText('An observational survey')).toBeVisible()
  await expect(visitor.getByText('BNSc', { exact: true })).toBeVisible()
  await expect(visitor.getByText('2, the newest of 2022')).toBeVisible()
  await visitor.getByText('Contents', { exact: true }).click()
  await expect(visitor.getByText('Appendix I: Questionnaire')).toBeVisible()
  await expect(visitor.getByText('54 pages · Word Document', { exact: true })).toBeVisible()
  // Samples appear beside it as related works; it is not a sample itself.
  await expect(visitor.locator('.face').getByText('Sample', { exact: true })).toHaveCount(0)
  await expect(visitor.getByText('₦3,500').filter({ visible: true }).first()).toBeVisible()
  const purchase = visitor
    .getByRole('link', { name: `Purchase ${title}` })
    .filter({ visible: true })
    .first()
  await expect(purchase).toHaveAttribute('target', '_blank')
  const [shop] = await Promise.all([visitor.context().waitForEvent('page'), purchase.click()])
  await shop.waitForLoadState()
  expect(shop.url()).toBe('https://selar.co/m/hand-hygiene')

  await student.goto(`${app.url}/upload-materials`)
  await expect(student.getByRole('article').filter({ hasText: title })).toContainText('₦3,500')
  await student.getByRole('link', { name: `See it in the shop: ${title}` }).click()
  await expect(student).toHaveURL(address.replace('-preview', ''))
  await expect(student.getByRole('heading', { level: 1 })).toContainText('Hand hygiene among nurses')
  // The log has the upload's id. Its title is only in its record.
  for (const search of [id, title]) {
    await page.goto(`${app.url}/admin/log?search=${encodeURIComponent(search)}`)
    for (const step of ['Upload approved', 'Checklist ticked', 'Changes requested']) {
      await expect(page.getByText(step).first()).toBeVisible()
    }
  }
})

test('an upload is read page by page, approved and sold in four taps, and the next one follows', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Gozie')
  const leaves = file('leaves.pdf', pdf([['# CHAPTER ONE', paragraph.slice(0, 80)], ['# CHAPTER TWO'], ['# REFERENCES']]))
  const id = await sendIn(student, app, { title: 'Leafed through by the reviewer', format: 'PDF', file: leaves })
  const nextId = await sendIn(student, app, {
    title: 'The upload after it',
    file: file('after.docx', docx(thesis('After it'))),
  })
  // Uploads of the sample content and of other journeys would come before it.
  const before = new Date('2020-01-01T08:00:00Z').toISOString()
  await behindThePages(app).from('material_uploads').update({ created_at: before }).eq('id', nextId).throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/reviews`)

  await page.getByRole('link', { name: 'Leafed through by the reviewer' }).click()
  const pages = page.getByRole('img', { name: /^Page \d$/ })
  await expect(pages).toHaveCount(3)
  for (const number of [0, 1, 2]) {
    await pages.nth(number).scrollIntoViewIfNeeded()
    await expect.poll(() => pages.nth(number).evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(900)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByRole('button', { name: 'Approve it: 5 things are missing' })).toBeInViewport()
  await page.getByRole('button', { name: 'Tick all four' }).click()
  await expect(page.getByRole('button', { name: 'Approve it: 1 thing is missing' })).toBeInViewport()
  await page.getByLabel('Price in naira').fill('2,000')
  await expect(page.getByRole('button', { name: 'Approve and sell' })).toBeInViewport()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Approve and sell' }).click()

  await expect(page.getByRole('link', { name: 'On the marketplace' })).toBeVisible()
  expect(await getRow(app, id)).toMatchObject({ upload_status: 'approved', proposed_price: 2000 })
  await page.getByRole('link', { name: 'Next upload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The upload after it' })).toBeVisible()
  await expect(page.getByText('The beginning of its text.')).toBeVisible()
  const text = page.getByRole('group', { name: 'How it reads' })
  await expect(text.getByText('CHAPTER TWO')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read the whole text' }).click()
  await expect(text.getByText('CHAPTER TWO').last()).toBeVisible()
  await isInOrder(page)

  const picture = `${app.url}/admin/reviews/${id}/pages`
  expect((await page.request.get(`${picture}/4`)).status()).toBe(404)
  expect((await page.request.get(`${app.url}/admin/reviews/${nextId}/pages/1`)).status()).toBe(404)
  expect((await student.request.get(`${picture}/1`)).status()).toBe(404)
  expect((await student.request.get(`${app.url}/admin/reviews/${nextId}/text`)).status()).toBe(404)
})

test('the checklist, its count and the button follow a tap before it is stored', async ({ page, app, browser }) => {
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Hadiza')
  const id = await sendIn(student, app, { title: 'Ticked on a slow line', file: file('slow.docx', docx(thesis('Slow'))) })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/reviews/${id}`)
  await expect(page.getByText('54 pages ·')).toBeVisible()
  const approve = page.getByRole('button', { name: /^Approve/ })
  await expect(approve).toHaveText('Approve it: 5 things are missing')
  const held: (() => void)[] = []
  await page.route('**/admin/reviews/**', async (route) => {
    if (route.request().method() === 'POST') {
      await new Promise<void>((resolve) => held.push(resolve))
    }
    await route.continue()
  })
  const release = async () => {
    await expect.poll(() => held.length).toBe(1)
    held.pop()?.()
  }

  await page.getByLabel('It opens').click()
  await expect(approve).toHaveText('Approve it: 4 things are missing')
  await expect(approve).toBeDisabled()
  await release()
  await expect(approve).toBeEnabled()
  await expect(approve).toHaveText('Approve it: 4 things are missing')

  await page.getByRole('button', { name: 'Tick the other 3' }).click()
  await expect(page.locator('.ticks :checked')).toHaveCount(4)
  await expect(approve).toHaveText('Approve it: 1 thing is missing')
  await expect(approve).toBeDisabled()
  await release()
  await expect(approve).toBeEnabled()
  await expect(page.locator('.ticks :checked')).toHaveCount(4)

  await page.getByLabel('It opens').click()
  await expect(approve).toHaveText('Approve it: 2 things are missing')
  await release()
  await expect(approve).toBeEnabled()
  await expect(page.getByLabel('It opens')).not.toBeChecked()
})

test('visitors without scripts leaf through the free pages of an approved PDF until its review is reopened', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(404)
  test.slow()
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Halima')
  const id = await sendIn(student, app, { title: 'Hands on twenty-four wards', format: 'PDF', file: file('free.pdf', freePdf()) })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/reviews/${id}`)
  await expect(page.getByText(/^\d+ pages ·/)).toBeVisible()
  await page.getByRole('button', { name: 'Tick all four' }).click()
  await expect(page.getByRole('button', { name: 'Approve it: 1 thing is missing' })).toBeVisible()
  await page.getByLabel('Price in naira').fill('2,000')
  await page.getByLabel('Free to read before buying').fill(FREE_CHAPTER)
  await page.getByRole('button', { name: 'Approve and sell' }).click()
  await expect(page.getByRole('link', { name: 'On the marketplace' })).toBeVisible()

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const pages = visitor.getByRole('img', { name: /^Page \d of Hands on twenty-four wards$/ })
  await expect(async () => {
    await visitor.goto(`${app.url}/material-preview/hands-on-twenty-four-wards`)
    await expect(pages).toHaveCount(2, { timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await expect(visitor.getByRole('heading', { name: 'Leaf through' })).toBeVisible()
  await expect(visitor.getByText('3 more pages')).toBeVisible()
  const addresses = await pages.evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).src))
  for (const address of addresses) {
    expect((await visitor.request.get(address)).headers()['content-type']).toBe('image/webp')
  }
  await page.goto(`${app.url}/material-preview/hands-on-twenty-four-wards`)
  await isInOrder(page)

  await page.goto(`${app.url}/admin/reviews/${id}`)
  await page.getByText('Undo the decision').click()
  await page.getByRole('button', { name: 'Undo decision' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  await expect
    .poll(async () => Promise.all(addresses.map(async (address) => (await visitor.request.get(address)).ok())))
    .toEqual([false, false])
  expect((await visitor.goto(`${app.url}/material-preview/hands-on-twenty-four-wards`))?.status()).toBe(404)
})

test('a rejected upload shows its reason and removal date, and its file is removed on that day', async ({
  page,
  app,
  browser,
}) => {
  test.slow()
  const student = await elsewhere(browser)
  const bola = await newStudent(student, app, 'Bola')
  const title = 'A work that somebody else wrote'
  const copied = file('copied.pdf', pdf([['# CHAPTER ONE', paragraph.slice(0, 80)]]))
  const id = await sendIn(student, app, { title, format: 'PDF', file: copied })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/reviews/${id}`)
  await page.getByText('Reject it', { exact: true }).first().click()
  await page.getByLabel('Reason').fill('The same text is in a journal of 2019.')
  await page.getByRole('button', { name: 'Reject it' }).click()
  await expect(page.getByText('Its file is removed on')).toBeVisible()
  const row = await getRow(app, id)
  const day = formatDay(row?.file_removal_due ?? '')
  await expect(page.getByText(`Its file is removed on ${day}.`)).toBeVisible()
  const mail = await mailTo(app.dataDirectory, bola.email, 'Your material was not accepted')
  expect(mail.text).toContain('The same text is in a journal of 2019.')
  expect(mail.text).toContain(`We remove its file on ${day}.`)
  await student.goto(`${app.url}/upload-materials`)
  const item = student.getByRole('article').filter({ hasText: title })
  await expect(item).toContainText(`Its file is removed on ${day}.`)
  await expect(item.getByRole('link', { name: 'Download your file' })).toBeVisible()

  const adminClient = behindThePages(app)
  const past = new Date(Date.now() - 1000).toISOString()
  await adminClient.from('material_uploads').update({ file_removal_due: past }).eq('id', id).throwOnError()
  expect((await adminClient.rpc('remove_rejected_files')).data).toBe(1)
  await page.reload()
  await expect(page.getByText('It was removed on')).toBeVisible()
  await expect
    .poll(async () => (await adminClient.storage.from('material-uploads').download(row?.file_path ?? '')).error !== null, {
      timeout: 75_000,
    })
    .toBe(true)
  const drive = path.join(app.dataDirectory, 'drive')
  await expect.poll(() => fs.readdirSync(drive).filter((name) => name.startsWith(id)), { timeout: 75_000 }).toEqual([])
  await student.reload()
  await expect(item).toContainText('Its file was removed on')
  await expect(item.getByRole('link', { name: 'Download your file' })).toHaveCount(0)
})

test("a mistaken review is undone, and the second of two admins sees the first one's review", async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(409)
  test.slow()
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Chidi')
  const mistake = file('mistake.docx', docx(thesis('Mistake')))
  const id = await sendIn(student, app, { title: 'Answered by mistake', file: mistake })
  await asAdmin(page, app)
  const second = await elsewhere(browser)
  await asAdmin(second, app)
  for (const reader of [page, second]) {
    await reader.goto(`${app.url}/admin/reviews/${id}`)
    await expect(reader.getByText('54 pages ·')).toBeVisible()
  }
  await page.getByText('Reject it', { exact: true }).first().click()
  await page.getByLabel('Reason').fill('By mistake')
  await page.getByRole('button', { name: 'Reject it' }).click()
  await expect(page.getByText('Its file is removed on')).toBeVisible()

  await second.getByText('Ask for changes').first().click()
  await second.getByLabel('What should be changed').fill('Something that took long to write')
  await second.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(second.getByText('A decision was made, or the student sent a new file')).toBeVisible()
  await expect(second.getByLabel('What should be changed')).toHaveValue('Something that took long to write')
  expect(await getRow(app, id)).toMatchObject({ upload_status: 'rejected', review_notes: 'By mistake' })

  await page.getByText('Was it a mistake?').click()
  await page.getByRole('button', { name: 'Undo decision' }).click()
  await expect(page.getByText('Decision undone')).toBeVisible()
  expect(await getRow(app, id)).toMatchObject({ upload_status: 'pending', review_notes: null, file_removal_due: null })
})

test('a duplicate upload is pointed out, and an unreadable file ends in a message', async ({ page, app, browser }) => {
  test.slow()
  const [first, second] = [await elsewhere(browser), await elsewhere(browser)]
  await newStudent(first, app, 'Dayo')
  await newStudent(second, app, 'Efe')
  const same = file('same.docx', docx(thesis('The same')))
  await sendIn(first, app, { title: 'Anaemia in pregnancy: a study', file: same })
  const copied = await sendIn(second, app, { title: 'Something else altogether', file: same })
  const named = await sendIn(second, app, {
    title: 'ANAEMIA IN PREGNANCY - A STUDY',
    file: file('named.docx', docx(thesis('Another'))),
  })
  const broken = await sendIn(second, app, {
    title: 'A file that is cut off',
    format: 'PDF',
    file: file('broken.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog')),
  })
  const old = await sendIn(second, app, {
    title: 'An old Word document',
    // Only its first bytes identify such a file.
    file: file('old.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])),
  })
  await asAdmin(page, app)
  for (const [id, response] of [
    [copied, 'the same file · an upload, pending · of another student'],
    [named, 'the same title · an upload, pending · of another student'],
    [broken, 'It cannot be read: the file is damaged'],
    [old, 'A .doc file cannot be read here.'],
  ] as const) {
    await page.goto(`${app.url}/admin/reviews/${id}`)
    await expect(page.getByText(response)).toBeVisible()
  }
  await isInOrder(page)

  await page.goto(`${app.url}/admin/reviews/${copied}`)
  await expect(page.getByText('54 pages ·')).toBeVisible()
  await page.getByRole('button', { name: 'Tick all four' }).click()
  const ownTick = page.getByLabel('The same file of another student is explained')
  await expect(page.getByLabel('It opens')).toBeChecked()
  await expect(ownTick).not.toBeChecked()
  await expect(ownTick).toHaveAccessibleDescription(/also “Anaemia in pregnancy: a study” of another student/)
  await page.getByLabel('Price in naira').fill('2000')
  await expect(page.getByRole('button', { name: 'Approve it: 1 thing is missing' })).toBeVisible()
  await page.getByRole('link', { name: /^Tick “The same file of another student/ }).click()
  await ownTick.check()
  await expect(page.getByRole('button', { name: /^Approve and sell$|^Approve it$/ })).toBeVisible()
})
