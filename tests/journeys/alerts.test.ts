// A search that finds nothing: the visitor asks to be told, confirms it, gets one email of a new work, and ends them.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { send } from '../support/http.ts'
import { asAdmin, elsewhere, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, mailTo, newAddress } from './app.ts'
import { withMovedClock } from './moved-clock.ts'
import { newStudent } from './test-user.ts'

const test = withMovedClock()
test.use({ viewport: { width: 360, height: 740 } })

const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('a visitor without a script is emailed a work on a search that found nothing, and ends it in one tap', async ({
  page,
  app,
  browser,
  moveClock,
  expectErrors,
}) => {
  test.setTimeout(240_000)
  expectErrors(400)
  const words = 'wallaby compress'
  const email = newAddress('wanted')
  const withoutScript = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const plain = await withoutScript.newPage()
  /** Checks the layout of the page that is open without a script, because the checks need one. */
  const looksRight = async () => {
    await page.goto(plain.url())
    await isInOrderInBothThemes(page)
  }
  await plain.goto(`${app.url}/marketplace?search=${encodeURIComponent(words)}`)
  await expect(plain.getByRole('heading', { name: 'Tell me when a work appears' })).toBeVisible()
  await looksRight()
  await plain.getByRole('button', { name: 'Tell me' }).click()
  await expect(plain.getByText('Type your email: we tell you there')).toBeVisible()
  await plain.getByLabel('Your email').fill(email)
  await plain.getByRole('button', { name: 'Tell me' }).click()
  await expect(title(plain)).toHaveText('One email is on its way to you')
  await looksRight()

  const asked = await mailTo(app.dataDirectory, email, 'Shall we tell you when a work appears?')
  const [link = ''] = asked.text?.match(/https?:\/\/\S+\/tell-me\/[\w-]{22}/) ?? []
  await plain.goto(link)
  await expect(title(plain)).toHaveText('Shall we tell you?')
  await looksRight()
  await plain.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(plain.getByText('We will tell you.')).toBeVisible()
  await expect(plain.getByText(`“${words}”`)).toBeVisible()
  await looksRight()

  await moveClock(0.1)
  await behindThePages(app)
    .from('research_materials')
    .insert({
      slug: 'wallaby-compress',
      title: 'Wallaby compress for a sprain',
      category: 'seminar',
      price: 1500,
      published_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .throwOnError()
  await moveClock(1)
  // Housekeeping calls it every ten minutes.
  await behindThePages(app).rpc('email_alerts').throwOnError()
  const mail = await mailTo(app.dataDirectory, email, 'New at Lamplight: Wallaby compress for a sprain')
  expect(mail.text).toContain('₦1,500')
  expect(mail.text).toContain('/material-preview/wallaby-compress')
  const [off = ''] = mail.text?.match(/https?:\/\/\S+\/end/) ?? []
  const raw = fs
    .readdirSync(path.join(app.dataDirectory, 'mail'))
    .map((name) => fs.readFileSync(path.join(app.dataDirectory, 'mail', name), 'utf8'))
    .find((text) => text.includes('Subject: New at Lamplight'))
  expect(raw?.replaceAll(/\r?\n[ \t]+/g, ' ')).toContain(`List-Unsubscribe: <${off}>`)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin/catalogue/missed-searches`)
  const row = console.getByRole('listitem').filter({ hasText: `“${words}”` })
  await expect(row).toContainText('1 address,')
  await isInOrder(console)

  await plain.goto(off)
  await expect(title(plain)).toHaveText('End these emails?')
  await looksRight()
  await plain.getByRole('button', { name: 'End these emails' }).click()
  await expect(title(plain)).toHaveText('No more of these emails')
  // A mail program posts without opening the page, and may do so again.
  const posted = await send(off, { 'List-Unsubscribe': 'One-Click' })
  expect([posted.status, posted.text.includes('No more of these emails')]).toEqual([200, true])
  await plain.goto(link)
  await expect(title(plain)).toHaveText('Nothing is kept under this link')
  await console.reload()
  await expect(row).toHaveCount(0)
  await withoutScript.close()
})

test('a student asks for alerts on a topic and a subject area, and ends an alert', async ({ page, app }) => {
  await newStudent(page, app, 'Wanted')
  await page.goto(`${app.url}/topics-directory`)
  const topic = page.locator('#topics > .topic').first()
  await topic.locator('summary').click()
  const name = (await topic.getByRole('heading').innerText()).trim()
  await topic.getByRole('link', { name: 'Tell me when a work appears' }).click()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('We will tell you', { exact: true })).toBeVisible()
  const listed = page.locator('#main').getByText(`The topic ${name}`)
  await expect(listed).toBeVisible()

  await page.goto(`${app.url}/marketplace?area=Midwifery`)
  await page.getByRole('link', { name: 'Tell me about new works in Midwifery' }).click()
  await page.getByRole('button', { name: 'Tell me' }).click()
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: /^Your alerts/ }).click()
  await expect(page.locator('#main').getByText('Everything in Midwifery')).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: /^End: the topic/ }).click()
  await expect(listed).toHaveCount(0)
  await page.getByRole('button', { name: 'Keep them for a year' }).click()
  await expect(page.getByText('Kept for a year')).toBeVisible()
  await page.getByRole('button', { name: 'End: everything in Midwifery' }).click()
  await expect(page.getByText('You asked for no alerts yet')).toBeVisible()
  await isInOrderInBothThemes(page)
})
