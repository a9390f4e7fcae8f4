// A class rep on a phone: the link, purchases by it without a script, and what the admin sees and stops.
import type { Browser, Page } from '@playwright/test'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, newAddress, type TestApp, test } from './app.ts'
import { newStudent } from './test-user.ts'

/** A headless browser says that it is one, and programs open no class link. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test.use({ fixture: 'shared', userAgent, viewport: { width: 360, height: 740 } })

/** Opens a phone's browser without a script. */
const inAnotherBrowser = async (browser: Browser) =>
  (await browser.newContext({ userAgent, javaScriptEnabled: false, viewport: { width: 360, height: 740 } })).newPage()

/** Buys the work at a visitor's browser, as far as the file. */
async function buy(page: Page, app: TestApp, slug: string): Promise<void> {
  await page.goto(`${app.url}/buy/${slug}`)
  await page.getByLabel('Your email').fill(newAddress('classmate'))
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')
}

test('a student brings a classmate, earns a part of the purchase, and is stopped', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  await newStudent(page, app, 'Amaka')
  await page.goto(`${app.url}/dashboard/class-rep`)
  await page.getByRole('button', { name: 'Get my link' }).click()
  await expect(page.getByText('Tick that you agree to what counts')).toBeVisible()
  await page.getByLabel('I agree to what counts, below').check()
  await page.getByRole('button', { name: 'Get my link' }).click()
  const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue()
  expect(link).toMatch(/\/\?by=AMAKA\d+$/)
  await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    /I%20get%20a%20part%20of%20what%20you%20pay/,
  )
  await isInOrderInBothThemes(page)

  const classmate = await inAnotherBrowser(browser)
  await classmate.goto(`http://${link.replace('/?', '/marketplace?search=burns&')}`)
  await expect(classmate).toHaveURL(`${app.url}/marketplace?search=burns&utm_source=rep`)
  await buy(classmate, app, work.slug)
  await page.reload()
  const part = `₦${((work.price * 10) / 100).toLocaleString('en-NG')}`
  await expect(page.getByRole('definition').filter({ hasText: part }).first()).toBeVisible()
  await expect(page.getByText('classmate')).toHaveCount(0)
  await page.getByRole('link', { name: 'Your statement' }).click()
  await expect(page.getByText(`10% of ₦${work.price.toLocaleString('en-NG')} by your class link`)).toBeVisible()
  await expect(page.getByText('classmate')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Print cards' }).click()
  await expect(page.getByRole('img', { name: 'QR code of your link' })).toHaveCount(8)

  // The rep's own browser, after signing out.
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(`http://${link}`)
  await buy(page, app, work.slug)

  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin/money/class-reps`)
  const row = console.locator('[data-row]', { hasText: 'Amaka' })
  await expect(row).toContainText('2 sold')
  await expect(row).toContainText('One purchase was made in the rep’s own browser.')
  await isInOrderInBothThemes(console)
  await row.locator('summary', { hasText: 'Change the share' }).click()
  await row.getByLabel('Part of the price, in percent').fill('15')
  await row.getByRole('button', { name: 'Change the share' }).click()
  await expect(console.getByText(/^15 % from/)).toBeVisible()
  await row.locator('summary', { hasText: 'Stop' }).click()
  await row.getByRole('button', { name: 'Stop the link' }).click()
  await expect(row.getByLabel('Reason, which the student reads')).toHaveAccessibleDescription(/Say why: the student reads it/)
  await row.getByLabel('Reason, which the student reads').fill('You bought with your own link')
  await row.getByRole('button', { name: 'Stop the link' }).click()
  await expect(row).toContainText('You bought with your own link')

  const later = await inAnotherBrowser(browser)
  await later.goto(`http://${link}`)
  await buy(later, app, work.slug)
  await console.reload()
  await expect(row).toContainText('2 sold')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student gets a class link, and stops it', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Bisi')
    await page.goto(`${app.url}/dashboard/class-rep/cards`)
    await page.getByRole('button', { name: 'Get my link' }).click()
    await expect(page.getByText('Tick that you agree to what counts')).toBeVisible()
    await page.getByLabel('I agree to what counts, below').check()
    await page.getByRole('button', { name: 'Get my link' }).click()
    await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(/by=BISI\d+$/)
    await page.getByRole('button', { name: 'Stop my link' }).click()
    await expect(page.getByText('You stopped your link on')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Get my link' })).toBeVisible()
  })
})
