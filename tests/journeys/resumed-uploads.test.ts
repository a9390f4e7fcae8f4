// A student with a bad connection: a file that is cut off, abandoned, or sent a second time.
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { root, temporaryDirectory } from '../support/processes.ts'
import { complaintsOf } from './axe.ts'
import { behindThePages, expect, type Lamplight, test } from './app.ts'
import { newStudent } from './test-user.ts'

// The journeys here cut their line.
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

async function storedHash(lamplight: Lamplight, title: string): Promise<string> {
  const admin = behindThePages(lamplight)
  const { data } = await admin.from('material_uploads').select('file_path').eq('title', title).single()
  const stored = await admin.storage.from('material-uploads').download(data?.file_path ?? '')
  return createHash('sha256')
    .update(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer()))
    .digest('hex')
}
const partials = (lamplight: Lamplight) => fs.readdirSync(path.join(lamplight.dataDirectory, 'upload-sessions'))
const portOf = ({ url }: Lamplight) => Number(new URL(url).port)

test('a file over a line that is cut three times arrives whole; meanwhile the page says how far it is', async ({
  page,
  lamplight,
  expectErrors,
}) => {
  expectErrors(409)
  await newStudent(page, lamplight, 'Amaka')
  const thesis = aThesis('cut.pdf', 9 * MEBIBYTE)
  const line = await cuttingProxy(portOf(lamplight), {
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
  expect(await complaintsOf(page)).toEqual([])

  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(line.cuts()).toBe(3)
  await expect(page.getByRole('heading', { name: 'Cut three times' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Upload Material' })).toBeEnabled()
  expect(await storedHash(lamplight, 'Cut three times')).toBe(thesis.sha256)
  expect(partials(lamplight)).toEqual([])
  await page.reload()
  await expect(page.getByText('What you typed last time')).toBeHidden()
  await line.close()
})

test('the page says how much was sent, how fast, and how long it takes', async ({ page, lamplight, context }) => {
  await newStudent(page, lamplight, 'Aisha')
  await page.goto(`${lamplight.url}/upload-materials`)
  await fillIn(page, 'Counted')
  await page.getByLabel('File').setInputFiles(aThesis('counted.pdf', 5 * MEBIBYTE).file)
  // Slowed by the browser itself, so that bytes in this machine's buffers do not count as sent; for so long that a busy machine sees it.
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

test('closed in the middle, the browser finds what was typed, and the file goes on over another network', async ({
  page,
  lamplight,
  context,
}) => {
  await newStudent(page, lamplight, 'Bisi')
  const thesis = aThesis('left-behind.pdf', 9 * MEBIBYTE)
  const slow = await cuttingProxy(portOf(lamplight), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${slow.url}/upload-materials`)
  await fillIn(page, 'Left behind')
  await page.getByLabel('Description').fill('Line one\nLine two')
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
  // Only what had not arrived was sent again.
  expect(slow.up() - before).toBeLessThan(9 * MEBIBYTE - 2.5 * MEBIBYTE)
  expect(await storedHash(lamplight, 'Left behind')).toBe(thesis.sha256)
  await slow.close()
})

test('what is typed before the page’s script has come is not written over by what was typed last time', async ({
  page,
  lamplight,
}) => {
  await newStudent(page, lamplight, 'Wura')
  await page.goto(`${lamplight.url}/upload-materials`)
  await fillIn(page, 'The title of last time')
  await page.getByLabel('Description').fill('The words of last time')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('The words of last time')

  let scriptsCome = () => {}
  const held = new Promise<void>((resolve) => (scriptsCome = resolve))
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${lamplight.url}/upload-materials`, { waitUntil: 'commit' })
  await page.getByLabel('Title').fill('The title of today')
  await page.getByLabel('Format').selectOption('Word')
  scriptsCome()
  await expect(page.getByText('What you typed last time is back.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The title of today')
  await expect(page.getByLabel('Format')).toHaveValue('Word')
  await expect(page.getByLabel('Category')).toHaveValue('thesis')
  await expect(page.getByLabel('Description')).toHaveValue('The words of last time')

  // It is kept too, and so is text typed just before leaving the page.
  await page.getByLabel('Description').fill('Left at once')
  await page.goto(`${lamplight.url}/dashboard`)
  await page.goto(`${lamplight.url}/upload-materials`)
  await expect(page.getByLabel('Title')).toHaveValue('The title of today')
  await expect(page.getByLabel('Description')).toHaveValue('Left at once')
})

test('on a shared phone the next person sees nothing of what was typed; who typed it finds it again', async ({
  page,
  lamplight,
  context,
}) => {
  const first = await newStudent(page, lamplight, 'Uju')
  const thesis = aThesis('Uju Okonkwo thesis.pdf', 5 * MEBIBYTE)
  const line = await cuttingProxy(portOf(lamplight), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'What Uju wrote')
  await page.getByLabel('Description').fill('Words of Uju alone')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  await page.goto(`${line.url}/dashboard`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  // Going back does not either.
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\?next=/)
  await expect(page.locator('body')).not.toContainText('Uju')

  const second = await newStudent(page, lamplight, 'Vera')
  await page.goto(`${line.url}/upload-materials`)
  await expect(page.getByLabel('Email')).toHaveValue(second.email)
  for (const label of ['Title', 'Category', 'Description']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await expect(page.getByText(/^You were sending|^What you typed last time/)).toBeHidden()
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
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/^You were sending Uju Okonkwo thesis\.pdf/)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('What Uju wrote')
  await expect(page.getByLabel('Description')).toHaveValue('Words of Uju alone')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(partials(lamplight)).toEqual([])
  await line.close()
})

test('offline it waits and says so; back online it goes on by itself', async ({ page, lamplight, context }) => {
  await newStudent(page, lamplight, 'Chidi')
  const thesis = aThesis('tunnel.pdf', 4 * MEBIBYTE)
  const line = await cuttingProxy(portOf(lamplight), { bytesASecond: 1.5 * MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Through a tunnel')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  await context.setOffline(true)
  await expect(page.getByText('You are offline. It goes on by itself when the connection is back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(await storedHash(lamplight, 'Through a tunnel')).toBe(thesis.sha256)
  await line.close()
})

test('a line that breaks before the answer comes costs nothing: the form stands as it was, and the file is not sent twice', async ({
  page,
  lamplight,
  expectErrors,
}) => {
  expectErrors('offline')
  await newStudent(page, lamplight, 'Tari')
  const thesis = aThesis('unanswered.pdf', MEBIBYTE)
  await page.goto(`${lamplight.url}/upload-materials`)
  await fillIn(page, 'Unanswered')
  await page.getByLabel('Bank name').fill('Kuda')
  await page.getByLabel('File').setInputFiles(thesis.file)
  const pieces: string[] = []
  page.on('request', (request) => request.url().includes('/uploads/receive') && pieces.push(request.method()))
  await page.route(/upload-materials\.data/, (route) => route.abort('internetdisconnected'))
  await upload(page)
  await expect(page.getByRole('alert')).toHaveText('Failed to upload material. Please try again.')
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/The connection was lost before the answer came/)
  await expect(page.getByLabel('Title')).toHaveValue('Unanswered')
  await expect(page.getByLabel('Bank name')).toHaveValue('Kuda')
  expect(pieces.filter((method) => method === 'PATCH')).not.toEqual([])
  pieces.length = 0
  await page.unroute(/upload-materials\.data/)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible()
  expect(pieces.filter((method) => method === 'PATCH')).toEqual([])
  expect(await storedHash(lamplight, 'Unanswered')).toBe(thesis.sha256)
  expect(partials(lamplight)).toEqual([])
})

test('cancelled, what had arrived is removed and what was typed stays', async ({ page, lamplight }) => {
  await newStudent(page, lamplight, 'Dupe')
  const thesis = aThesis('cancelled.pdf', 5 * MEBIBYTE)
  const line = await cuttingProxy(portOf(lamplight), { bytesASecond: MEBIBYTE, cuts: [] })
  await page.goto(`${line.url}/upload-materials`)
  await fillIn(page, 'Cancelled')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect.poll(line.up).toBeGreaterThan(MEBIBYTE)
  expect(partials(lamplight)).toHaveLength(2)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Upload Material' })).toBeEnabled()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByLabel('Title')).toHaveValue('Cancelled')
  await expect.poll(() => partials(lamplight)).toEqual([])
  await expect(page.getByText('No uploads yet')).toBeVisible()
  await line.close()
})

test('a session that ended meanwhile is said, and nothing is lost', async ({ page, lamplight, context, expectErrors }) => {
  expectErrors(401)
  const person = await newStudent(page, lamplight, 'Ebele')
  const thesis = aThesis('session.pdf', 6 * MEBIBYTE)
  const line = await cuttingProxy(portOf(lamplight), { bytesASecond: 2 * MEBIBYTE, cuts: [] })
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
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Over two sessions')
  await page.getByLabel('File').setInputFiles(thesis.file)
  await upload(page)
  await expect(page.getByText(SENT)).toBeVisible({ timeout: 60_000 })
  expect(line.up() - before).toBeLessThan(4 * MEBIBYTE)
  expect(await storedHash(lamplight, 'Over two sessions')).toBe(thesis.sha256)
  await line.close()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a file that was sent before' : 'a file that was sent before, with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('is pointed out, and sent when that is meant', async ({ page, lamplight, expectErrors }) => {
      expectErrors(404, 409)
      await newStudent(page, lamplight, 'Funke')
      const pieces: string[] = []
      page.on('request', (request) => request.url().includes('/uploads/receive') && pieces.push(request.method()))
      await page.goto(`${lamplight.url}/upload-materials`)
      await fillIn(page, 'The first time')
      await page.getByLabel('File').setInputFiles(fixture)
      await upload(page)
      await expect(page.getByText(SENT)).toBeVisible()
      const sentFirst = pieces.length

      // After sending, the draft is removed, also text typed just before the tap.
      await page.reload()
      await expect(page.getByText('What you typed last time')).toBeHidden()
      await fillIn(page, 'The second time')
      await page.getByLabel('File').setInputFiles(fixture)
      const pointedOut = page
        .locator('main')
        .getByText(/^You sent this file on \d{1,2} \w{3} \d{4} as "The first time"\.$/)
        .first()
      if (javaScriptEnabled) {
        // As soon as it is chosen.
        await expect(pointedOut).toBeVisible()
      }
      await upload(page)
      await expect(page.getByRole('alert')).toContainText('as "The first time".')
      await expect(page.getByLabel('Title')).toHaveValue('The second time')
      // Before any byte was sent.
      expect(pieces).toHaveLength(sentFirst)
      if (javaScriptEnabled) {
        expect(await complaintsOf(page)).toEqual([])
      }
      // With a script the file is still chosen; without one it has arrived and is kept.
      await expect(page.getByText(/has arrived and is kept/)).toBeVisible({ visible: !javaScriptEnabled })
      const agree = page.getByLabel('Send it all the same')
      expect((await agree.boundingBox())?.width).toBeLessThan(30)
      expect((await page.locator('label', { has: agree }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await agree.check()
      await upload(page)
      await expect(page.getByText(SENT)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'The second time' })).toBeVisible()
      expect(partials(lamplight)).toEqual([])
    })
  })
}

test('beside the button stands what sending agrees to, and what such works usually sell for', async ({ page, lamplight }) => {
  await newStudent(page, lamplight, 'Gbemi')
  await page.goto(`${lamplight.url}/upload-materials`)
  await expect(page.getByText(/this is my own work, I may sell it, and half of each sale is mine/)).toBeVisible()
  await page.getByText('What such works usually sell for').click()
  await expect(page.getByText(/sample works of this kind cost ₦/).first()).toBeVisible()
  await page.getByLabel('Category').selectOption('other')
  await expect(page.getByText('Too few works of this kind are on sale yet to say what they sell for.')).toBeVisible()
  await page.getByLabel('Category').selectOption('care_plan')
  await expect(page.getByText(/^Our sample works of this kind cost ₦[\d,]+ to ₦[\d,]+\./)).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
