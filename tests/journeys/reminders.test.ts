// An unfinished payment is reminded by email: the buyer goes on with it, or turns the reminders off.
import fs from 'node:fs'
import path from 'node:path'
import { ask, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, mailTo, newAddress } from './app.ts'
import { withMovedClock } from './moved-clock.ts'

const test = withMovedClock()
test.use({ viewport: { width: 360, height: 740 } })

test('a buyer who left goes on with the payment from the email, and turns reminders off', async ({
  page,
  app,
  browser,
  moveClock,
}) => {
  test.setTimeout(240_000)
  const work = await createSoldWork(behindThePages(app))
  const email = newAddress('left')
  const started = await send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email, price: String(work.price) })
  await send(String(started.headers.location), { act: 'leave' })
  await moveClock(1.05)
  const mail = await mailTo(app.dataDirectory, email, `Your payment for ${work.title} was not finished`)
  const [off = ''] = mail.text?.match(/https?:\/\/\S+\/no-reminders/) ?? []
  const raw = fs
    .readdirSync(path.join(app.dataDirectory, 'mail'))
    .map((name) => fs.readFileSync(path.join(app.dataDirectory, 'mail', name), 'utf8'))
    .find((text) => text.includes('List-Unsubscribe:'))
  expect(raw?.replaceAll(/\r?\n[ \t]+/g, ' ')).toContain(`List-Unsubscribe: <${off}>`)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  // The page asks Paystack at most once in three seconds. A job may have just asked, and the page refreshes.
  await page.goto(off.replace('/no-reminders', ''))
  await expect(page.getByRole('link', { name: 'Continue with the payment' })).toBeVisible()
  await page.goto(off)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn off reminders?')
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Turn off reminders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No more reminders')
  // A mail program posts without opening the page.
  const posted = await send(off, { 'List-Unsubscribe': 'One-Click' })
  expect([posted.status, posted.text.includes('No more reminders')]).toEqual([200, true])
  expect((await ask(off.replace(/orders\/[\w-]+/, 'orders/AAAAAAAAAAAAAAAAAAAAAA'))).status).toBe(404)

  await page.goto(off.replace('/no-reminders', ''))
  await page.getByRole('link', { name: 'Continue with the payment' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')
  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin/money/reminders`)
  await expect(console.getByRole('definition').filter({ hasText: `₦${work.price.toLocaleString('en-NG')}` })).toBeVisible()
  await isInOrderInBothThemes(console)
})
