// A student with a bad connection: a file that is cut off, abandoned, or sent a second time.
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { root, temporaryDirectory } from '../support/processes.ts'
import { getViolations } from './axe.ts'
import { behindThePages, expect, type TestApp, test } from './app.ts'
import { newStudent } from './test-user.ts'
import { openBankDetails, openOptional } from './upload-form.ts'

// The journeys here cut their connection.
test.beforeEach(({ expectErrors }) => expectErrors('cut line'))

const MEBIBYTE = 1024 * 1024
const SENT =
  'Material uploaded successfully! You will receive an email response regarding approval and pricing within 3-5 business days.'
const fixture = path.join(root, 'tests/fixtures/eclampsia-care.pdf')

const folder = temporaryDirectory()
test.afterAll(() => folder.remove())
function aThesis(name: string, bytes: number): { file: string; sha256: string } {
  const thesis = randomBytes(bytes)
  thesis.write('%PDF-1.7\n')
  const file = path.join(folder.path, name)
  fs.writeFileSync(file, thesis)
  return { file, sha256: createHash('sha256').update(thesis).digest('hex') }
}

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Format').selectOption('PDF')
}
const upload = (page: Page) => page.getByRole('button', { name: 'Upload Material' }).click()

async function storedHash(app: TestApp, title: string): Promise<string> {
  const adminClient = behindThePages(app)
  const { data } = await adminClient.from('material_uploads').select('file_path').eq('title', title).single()
  const stored = await adminClient.storage.from('material-uploads').download(data?.file_path ?? '')
  return createHash('sha256')
    .update(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer()))
    .digest('hex')
}
const allUploadSessions = (app: TestApp) => fs.readdirSync(path.join(app.dataDirectory, 'upload-sessions'))
/** The sessions of files that other journeys chose and did not send. */
let earlier: ReadonlySet<string> = new Set()
test.beforeEach(({ app }) => {
  earlier = new Set(allUploadSessions(app))
})
const uploadSessions = (app: TestApp) => allUploadSessions(app).filter((name) => !earlier.has(name))
const getPort = ({ url }: TestApp) => Number(new URL(url).port)

/** Closes the page before its connection: it may still ask for the values of its file. */
async function closeLine(page: Page, line: { close(): Promise<void> }): Promise<void> {
  await page.goto('about:blank')
  await line.close()
}

test('an upload over a connection cut three times arrives whole, and the page shows its progress', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(409)
  await newStudent(page, app, 'Amaka')
  const thesis = aThesis('cut.pdf', 9 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), {
    bytesASecond: 1.5 * MEBIBYTE,
    cuts: [1.2, 4.5, 7].map((at) => Math.round(at * MEBIBYTE)),
  })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Cut three times')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  const button = page.getByRole('button', { name: 'Uploading...' })
  await expect(button).toBeDisabled()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByText(/^\d\.\d of 9\.0 MB sent/)).toBeVisible()
  expect(await getViolations(page)).toEqual([])

  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(line.cuts()).toBe(3)
  await expect(page.getByRole('heading', { name: 'Cut three times' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Upload Material' })).toBeEnabled()
  expect(await storedHash(app, 'Cut three times')).toBe(thesis.sha256)
  expect(uploadSessions(app)).toEqual([])
  await page.reload()
  await expect(page.getByText('Your last draft')).toBeHidden()
  await closeLine(page, line)
})

test('the upload page shows the bytes sent, the speed and the remaining time', async ({ page, app, context }) => {
  await newStudent(page, app, 'Aisha')
  await page.goto(`${app.url}/upload-materials`)
  await fillIn(page, 'Counted')
  await page.getByLabel('File').setInputFiles(aThesis('counted.pdf', 5 * MEBIBYTE).file)
  // Slowed by the browser itself, so that bytes in this machine's buffers do not count as sent; long enough that a busy
  // machine sees it.
  const inspector = await context.newCDPSession(page)
  const sendAtMost = (uploadThroughput: number) =>
    inspector.send('Network.emulateNetworkConditions', { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput })
  await sendAtMost(MEBIBYTE / 4)
  await upload(page)
  await expect(page.getByText(/^[1-4]\.\d of 5\.0 MB sent · .+B\/s · less than a minute left$/)).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  expect(await bar.evaluate((progress: HTMLProgressElement) => progress.position)).toBeGreaterThan(0.1)
  await sendAtMost(-1)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
})

test('a reopened browser restores the draft and resumes the file over another network', async ({ page, app, context }) => {
  await newStudent(page, app, 'Bisi')
  const thesis = aThesis('left-behind.pdf', 9 * MEBIBYTE)
  const slow = await cuttingProxy(getPort(app), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${slow.url}/upload-materials`)
  await fillIn(page, 'Left behind')
  await openOptional(page)
  await page.getByLabel('Description').fill('Line one\nLine two')
  await openBankDetails(page)
  await page.getByLabel('Bank name').fill('GTBank')
  await page.getByLabel('Account number').fill('0000014579')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(slow.up).toBeGreaterThan(5 * MEBIBYTE)
  await page.close()
  const before = slow.up()

  const again = await context.newPage()
  await again.goto(`${slow.url}/upload-materials`)
  await expect(again.getByText(/^You were sending left-behind\.pdf \(\d\.\d of 9\.0 MB sent\)/)).toBeVisible()
  await expect(again.getByLabel('Title')).toHaveValue('Left behind')
  await expect(again.getByLabel('Category')).toHaveValue('thesis')
  await expect(again.getByLabel('Description')).toHaveValue('Line one\nLine two')
  await expect(again.getByLabel('Account number')).toHaveValue('')
  expect(await again.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/0000014579|GTBank/)
  await again.getByLabel('File').setInputFiles(thesis.file)
  await upload(again)
  await expect(again.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  // Only the missing bytes were sent again.
  expect(slow.up() - before).toBeLessThan(9 * MEBIBYTE - 2.5 * MEBIBYTE)
  expect(await storedHash(app, 'Left behind')).toBe(thesis.sha256)
  await closeLine(again, slow)
})

test("text typed before the page's script runs is not overwritten by an older draft", async ({ page, app }) => {
  await newStudent(page, app, 'Wura')
  await page.goto(`${app.url}/upload-materials`)
  await fillIn(page, 'The title of last time')
  await openOptional(page)
  await page.getByLabel('Description').fill('The words of last time')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('The words of last time')

  let scriptsCome = () => {}
  const held = new Promise<void>((resolve) => (scriptsCome = resolve))
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${app.url}/upload-materials`, { waitUntil: 'commit' })
  await page.getByLabel('Title').fill('The title of today')
  await page.getByLabel('Format').selectOption('Word')
  scriptsCome()
  await expect(page.getByText('Your last draft is restored.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The title of today')
  await expect(page.getByLabel('Format')).toHaveValue('Word')
  await expect(page.getByLabel('Category')).toHaveValue('thesis')
  await expect(page.getByLabel('Description')).toHaveValue('The words of last time')

  // It is stored too, and so is text typed just before leaving the page.
  await openOptional(page)
  await page.getByLabel('Description').fill('Left at once')
  await page.goto(`${app.url}/dashboard`)
  await page.goto(`${app.url}/upload-materials`)
  await expect(page.getByLabel('Title')).toHaveValue('The title of today')
  await expect(page.getByLabel('Description')).toHaveValue('Left at once')
})

test('a draft of an ended session is hidden from the next user and restored for its author', async ({ page, app, context }) => {
  const first = await newStudent(page, app, 'Uju')
  const thesis = aThesis('Uju Okonkwo thesis.pdf', 5 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'What Uju wrote')
  await openOptional(page)
  await page.getByLabel('Description').fill('Words of Uju alone')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  await page.goto(`${line.url}/dashboard`)
  await context.clearCookies()
  // Going back does not show it either.
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\?next=/)
  await expect(page.locator('body')).not.toContainText('Uju')

  const second = await newStudent(page, app, 'Vera')
  await page.goto(`${line.url}/upload-materials`)
  await expect(page.getByLabel('Email')).toHaveValue(second.email)
  for (const label of ['Title', 'Category', 'Description']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await expect(page.getByText(/^You were sending|^Your last draft/)).toBeHidden()
  await expect(page.locator('body')).not.toContainText('Uju')
  // The same file, chosen by another student, begins from zero.
  const before = line.up()
  await fillIn(page, 'What Vera wrote')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(line.up() - before).toBeGreaterThan(5 * MEBIBYTE)

  await context.clearCookies()
  await page.goto(`${line.url}/auth?next=%2Fupload-materials`)
  await page.getByLabel('Email').fill(first.email)
  await page.getByLabel('Password').fill(first.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(/^You were sending Uju Okonkwo thesis\.pdf/)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('What Uju wrote')
  await expect(page.getByLabel('Description')).toHaveValue('Words of Uju alone')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(uploadSessions(app)).toEqual([])
  await closeLine(page, line)
})

test('signing out removes the draft and the address of an unfinished file from the device', async ({ page, app }) => {
  await newStudent(page, app, 'Zina')
  const thesis = aThesis('Zina Bello thesis.pdf', 5 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'What Zina wrote')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage).map((key) => key.split(':', 2).join(':')))
  expect(await storedKeys()).toEqual(expect.arrayContaining(['lamplight:begun', 'lamplight:draft']))

  await page.goto(`${line.url}/upload-materials`)
  await expect(page.getByText(/^You were sending Zina Bello thesis\.pdf/)).toBeVisible()
  // Text typed just before is not stored while the page closes.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByLabel('Description').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'Written at the end'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector<HTMLElement>('#account [action="/auth/sign-out"] button')?.click()
  })
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await storedKeys()).toEqual([])
  await closeLine(page, line)
})

test('an offline upload waits, says so, and resumes automatically when online', async ({ page, app, context }) => {
  await newStudent(page, app, 'Chidi')
  const thesis = aThesis('tunnel.pdf', 4 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), { bytesASecond: 1.5 * MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Through a tunnel')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. It continues automatically when the connection is back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(await storedHash(app, 'Through a tunnel')).toBe(thesis.sha256)
  await closeLine(page, line)
})

test('a form whose response is lost is unchanged, and the file is not sent twice', async ({ page, app, expectErrors }) => {
  expectErrors('offline')
  await newStudent(page, app, 'Tari')
  const thesis = aThesis('unanswered.pdf', MEBIBYTE)
  await page.goto(`${app.url}/upload-materials`)
  await fillIn(page, 'Unanswered')
  await openBankDetails(page)
  await page.getByLabel('Bank name').fill('Kuda')
  await page.getByLabel('File').setInputFiles(thesis.file)
  const chunks: string[] = []
  page.on('request', (request) => request.url().includes('/uploads/receive') && chunks.push(request.method()))
  await page.route(/upload-materials\.data/, (route) => route.abort('internetdisconnected'))
  await upload(page)
  await expect(page.getByRole('alert')).toHaveText('Failed to upload material. Please try again.')
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/The connection was lost before the answer came/)
  await expect(page.getByLabel('Title')).toHaveValue('Unanswered')
  await expect(page.getByLabel('Bank name')).toHaveValue('Kuda')
  expect(chunks.filter((method) => method === 'PATCH')).not.toEqual([])
  chunks.length = 0
  await page.unroute(/upload-materials\.data/)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible()
  expect(chunks.filter((method) => method === 'PATCH')).toEqual([])
  expect(await storedHash(app, 'Unanswered')).toBe(thesis.sha256)
  expect(uploadSessions(app)).toEqual([])
})

test('a cancelled upload removes the received bytes and preserves the form', async ({ page, app }) => {
  await newStudent(page, app, 'Dupe')
  const thesis = aThesis('cancelled.pdf', 5 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Cancelled')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  expect(uploadSessions(app)).toHaveLength(2)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Upload Material' })).toBeEnabled()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue('Cancelled')
  await expect.poll(() => uploadSessions(app)).toEqual([])
  await expect(page.getByText('No uploads yet')).toBeVisible()
  await closeLine(page, line)
})

test('an upload whose session has ended says so and preserves all input', async ({ page, app, context, expectErrors }) => {
  expectErrors(401)
  const user = await newStudent(page, app, 'Ebele')
  const thesis = aThesis('session.pdf', 6 * MEBIBYTE)
  const line = await cuttingProxy(getPort(app), { bytesASecond: 2 * MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Over two sessions')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  await context.clearCookies()
  await expect(page.getByRole('alert')).toHaveText('Failed to upload material. Please try again.')
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/Your session has ended/)
  const before = line.up()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Over two sessions')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(line.up() - before).toBeLessThan(4 * MEBIBYTE)
  expect(await storedHash(app, 'Over two sessions')).toBe(thesis.sha256)
  await closeLine(page, line)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? 'a file that was uploaded before' : 'a file that was uploaded before, with JavaScript off',
    () => {
      test.use({ javaScriptEnabled })

      test('is pointed out, and is submitted after a confirmation', async ({ page, app, expectErrors }) => {
        expectErrors(404, 409)
        await newStudent(page, app, 'Funke')
        const chunks: string[] = []
        page.on('request', (request) => request.url().includes('/uploads/receive') && chunks.push(request.method()))
        await page.goto(`${app.url}/upload-materials`)
        await fillIn(page, 'The first time')
        await page.getByLabel('File').setInputFiles(fixture)
        await upload(page)
        await expect(page.getByText(SENT)).toBeVisible()
        const sentFirst = chunks.length

        // The draft is removed after sending, also text typed just before the tap.
        await page.reload()
        await expect(page.getByText('Your last draft')).toBeHidden()
        await fillIn(page, 'The second time')
        await page.getByLabel('File').setInputFiles(fixture)
        const pointedOut = page
          .locator('main')
          .getByText(/^You sent this file on \d{1,2} \w{3} \d{4} as "The first time"\.$/)
          .first()
        if (javaScriptEnabled) {
          // The page points it out as soon as the file is chosen.
          await expect(pointedOut).toBeVisible()
        }
        await upload(page)
        await expect(page.getByRole('alert')).toContainText('as "The first time".')
        await expect(page.getByLabel('Title')).toHaveValue('The second time')
        // No byte has been sent yet.
        expect(chunks).toHaveLength(sentFirst)
        if (javaScriptEnabled) {
          expect(await getViolations(page)).toEqual([])
        }
        // With a script the file remains chosen; without one it has arrived and is stored.
        await expect(page.getByText(/has arrived and is saved/)).toBeVisible({ visible: !javaScriptEnabled })
        const agree = page.getByLabel('Send it anyway')
        expect((await agree.boundingBox())?.width).toBeLessThan(30)
        expect((await page.locator('label', { has: agree }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
        await agree.check()
        await upload(page)
        await expect(page.getByText(SENT)).toBeVisible()
        await expect(page.getByRole('heading', { name: 'The second time' })).toBeVisible()
        expect(uploadSessions(app)).toEqual([])
      })
    },
  )
}

test('the upload form states the agreement and the usual price beside its button', async ({ page, app }) => {
  await newStudent(page, app, 'Gbemi')
  await page.goto(`${app.url}/upload-materials`)
  await expect(page.getByText(/this is my own work, I may sell it, and half of each sale is mine/)).toBeVisible()
  await page.getByText('What such works usually sell for').click()
  await expect(page.getByText(/sample works of this kind cost ₦/).first()).toBeVisible()
  await page.getByLabel('Category').selectOption('other')
  await expect(page.getByText('Too few works of this kind are on sale yet to say what they sell for.')).toBeVisible()
  await page.getByLabel('Category').selectOption('care_plan')
  await expect(page.getByText('The reviewer sets the price when your work is approved')).toBeVisible()
  await expect(
    page.getByText(
      /^Our sample works of this kind cost ₦[\d,]+ to ₦[\d,]+\. You would receive ₦[\d,]+ to ₦[\d,]+ of each sale\./,
    ),
  ).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
