import fs from 'node:fs'
import path from 'node:path'
import { expect, startLamplight, test } from './lamplight.ts'
import { asOperator, isInOrder } from './operator.ts'
import { temporaryDirectory } from '../support/processes.ts'

test('the doctor says what is wrong and what to do, and sends a test mail; Today says that no backup was made', async ({
  page,
  browser,
}) => {
  const place = temporaryDirectory()
  // Without its passphrase no backup can be made.
  const lamplight = await startLamplight({
    BACKUP_DIR: path.join(place.path, 'backups'),
    BACKUP_PASSPHRASE_FILE: path.join(place.path, 'lost'),
  })
  await asOperator(page, lamplight)
  await page.goto(`${lamplight.url}/admin`)
  await expect(page.getByRole('heading', { name: 'No recent backup' })).toBeVisible()
  await expect(page.getByText('There is no backup yet.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Doctor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Doctor' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To put right (1)' })).toBeVisible()
  await expect(page.getByText('There is no backup in')).toBeVisible()
  await expect(page.getByText('Mails are not sent, but shown at /dev/mail.')).toBeVisible()
  await isInOrder(page)

  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  await expect(page.getByText('The mail server took it')).toBeVisible()
  const mails = path.join(lamplight.dataDirectory, 'mail')
  const sent = fs.readdirSync(mails).map((name) => fs.readFileSync(path.join(mails, name), 'utf8'))
  expect(
    sent.filter(
      (mail) => mail.includes('Subject: A test mail from Lamplight') && mail.includes('To: operator@lamplight.example'),
    ),
  ).toHaveLength(1)

  // The same without JavaScript.
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  const bare = await plain.newPage()
  await bare.goto(`${lamplight.url}/admin/doctor`)
  await bare.getByRole('button', { name: 'Send me a test mail' }).click()
  await expect(bare.getByText('The mail server took it')).toBeVisible()
  await plain.close()
  await lamplight.end()
  place.remove()
})
