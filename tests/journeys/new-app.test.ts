// A new test app without use: the findings of its doctor, and empty figures.
import fs from 'node:fs'
import path from 'node:path'
import { addDays } from '#app/features/money/date-range.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { cacheFixture } from './cached.ts'
import { dayName } from '#server/backup-files.ts'
import { behindThePages, expect, type TestApp, startApp, test as base } from './app.ts'
import { asAdmin, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { temporaryDirectory } from '../support/processes.ts'

const withoutPassphrase = cacheFixture(async () => {
  const place = temporaryDirectory()
  // Without its passphrase no backup can be made.
  const backups = path.join(place.path, 'backups')
  const app = await startApp({
    BACKUP_DIR: backups,
    BACKUP_PASSPHRASE_FILE: path.join(place.path, 'lost'),
  })
  return {
    ...app,
    backups,
    passphraseFile: path.join(place.path, 'lost'),
    async end() {
      await app.end()
      place.remove()
    },
  }
})

const test = base.extend<{ unused: TestApp & { backups: string; passphraseFile: string } }>({
  unused: async ({ keeper }, use) => use(await keeper.forThisFile(withoutPassphrase)),
})

test('the doctor lists problems with their remedies and sends a test email, and Today reports the missing backup', async ({
  page,
  browser,
  unused: app,
}) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('heading', { name: 'No recent backup' })).toBeVisible()
  await expect(page.getByText('There is no backup yet.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('navigation', { name: 'Admin console' }).getByRole('link', { name: 'System check' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System check' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To fix (1)' })).toBeVisible()
  await expect(page.getByText('There is no backup in')).toBeVisible()
  await expect(page.getByText('Emails are not sent, but shown at /dev/mail.')).toBeVisible()
  await isInOrder(page)

  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText('The mail server accepted it')).toBeVisible()
  const mails = path.join(app.dataDirectory, 'mail')
  const sent = fs.readdirSync(mails).map((name) => fs.readFileSync(path.join(mails, name), 'utf8'))
  expect(
    sent.filter((mail) => mail.includes('Subject: A test mail from Lamplight') && mail.includes('To: admin@lamplight.example')),
  ).toHaveLength(1)

  // The same without JavaScript.
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  const bare = await plain.newPage()
  await bare.goto(`${app.url}/admin/doctor`)
  await bare.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(bare.getByText('The mail server accepted it')).toBeVisible()
  await plain.close()
})

test('an owner makes a backup at a button, and reads why it failed', async ({ page, unused: app, expectErrors }) => {
  expectErrors(502)
  // A backup has the lowest priority, so beside other tests it takes minutes.
  test.setTimeout(600_000)
  const patient = { timeout: 240_000 }
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/doctor`)
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await expect(page.getByText('The last attempt failed: Could not make the backup')).toBeVisible(patient)
  fs.writeFileSync(app.passphraseFile, 'a passphrase that was found again')
  await page.getByRole('button', { name: 'Make a backup now' }).click()
  await expect(page.getByText(/^The last backup was finished on/)).toBeVisible(patient)
  expect(fs.readdirSync(app.backups)).toEqual([dayName(dayInLagos(new Date()))])
  // The nightly job may have retried its backup already, while that of the button still runs.
  await expect(page.getByRole('button', { name: 'Make a backup now' })).toBeVisible(patient)
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('heading', { name: 'No recent backup' })).toHaveCount(0)
})

test('the statistics of a new app show zero in bars and tables, in both themes and by keyboard', async ({
  page,
  unused: app,
}) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  await page.getByRole('link', { name: 'What came in, by dates you choose' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  const folded = page.getByText('Charts of accounts, topic requests and comments')
  await folded.click()
  const requests = page.getByRole('figure', { name: /Topic requests/ })
  await expect(requests.getByText('No topic requests in these days. Before: 0.')).toBeVisible()
  await expect(requests.getByRole('slider')).toHaveCount(0)
  await expect(page.getByText('No upload was answered in these days.')).toBeVisible()
  const accounts = page.getByRole('figure', { name: /Accounts/ })
  await expect(accounts.getByRole('slider', { name: 'Accounts, by day' })).toHaveAttribute(
    'aria-valuetext',
    /, 2 new accounts so far, .*: 0$/,
  )

  const adminClient = behindThePages(app)
  const { data: profile } = await adminClient.from('profiles').select('id').eq('first_name', 'Adaeze').single().throwOnError()
  const DAY = 24 * 60 * 60 * 1000
  const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * DAY).toISOString()
  await adminClient
    .from('topic_requests')
    .insert([0, 3, 3, 3, 11, 12].map((weeks) => ({ user_id: profile.id, topic: 'T', created_at: weeksAgo(weeks) })))
    .throwOnError()
  const today = dayInLagos(new Date())
  await page.goto(`${app.url}/admin/statistics?from=${addDays(today, -83)}&to=${today}`)
  await folded.click()
  await expect(requests.getByRole('heading', { name: 'Topic requests 5' })).toBeVisible()
  await expect(requests.getByText(/^Most in .*\d{4}: 3\. Before: 1\.$/)).toBeVisible()
  await requests.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(requests.getByRole('row')).toHaveCount(13)
  // Each row has seven days and those twelve weeks before.
  const cells = await requests.getByRole('cell').allTextContents()
  expect(cells.filter((_cell, at) => at % 2 === 0)).toEqual(['1', '0', '0', '0', '0', '0', '0', '0', '3', '0', '0', '1'])
  await isInOrderInBothThemes(page)
})
