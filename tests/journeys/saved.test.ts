// Works saved on the phone, and those seen recently.
import type { Page } from '@playwright/test'
import { isInOrderInBothThemes } from './admin.ts'
import { DEMO_PASSWORD, expect, test } from './app.ts'
import { newStudent, signedIn, signIn } from './test-user.ts'

const WORK = '/material-preview/medication-adherence-hypertension-enugu'
const WORDS = /^Medication adherence and its associated factors/
const savedCards = (page: Page) => page.locator('#saved-list .work')

test('a reader saves works by one tap, finds them with those seen recently, shares the list and removes a work', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/saved`)
  await expect(page.getByText('Nothing is saved on this device yet')).toBeVisible()
  await expect(page.getByText('are on this device only. Once you sign in,')).toBeVisible()
  await isInOrderInBothThemes(page)

  await page.goto(app.url + WORK)
  await page.getByRole('button', { name: /^Save: Medication adherence/ }).click()
  await expect(page.getByRole('button', { name: /^Saved: Medication adherence/ })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${app.url}/marketplace`)
  const card = page.locator('.work').filter({ hasNotText: WORDS }).first()
  const other = await card.getByRole('heading').innerText()
  await card.getByRole('button', { name: /^Save: / }).click()
  await isInOrderInBothThemes(page)

  await page.getByRole('button', { name: 'Open or close the menu' }).click()
  await page.getByRole('link', { name: 'Saved works (2)' }).click()
  await expect(page).toHaveURL(`${app.url}/saved`)
  await expect(savedCards(page)).toHaveCount(2)
  await expect(savedCards(page).first().getByRole('heading')).toHaveText(other)
  await expect(page.locator('#seen-list .work').getByRole('heading')).toHaveText(WORDS)
  await expect(savedCards(page).first().locator('.price')).toBeVisible()
  await isInOrderInBothThemes(page)
  const shared = new URL((await page.getByRole('link', { name: 'Share with my class on WhatsApp' }).getAttribute('href')) ?? '')
  expect(shared.hostname).toBe('wa.me')
  const message = shared.searchParams.get('text') ?? ''
  expect(message).toContain(`• ${other}`)
  await page.goto(message.split('\n').at(-1) ?? '')
  await expect(page.getByRole('heading', { level: 1, name: 'A list for your class' })).toBeVisible()
  await expect(page.locator('#class-list .work')).toHaveCount(2)
  await expect(page.getByText(/^2 works, /)).toBeVisible()
  await isInOrderInBothThemes(page)

  await page.goto(`${app.url}/marketplace`)
  await page.getByRole('link', { name: 'Saved and recently seen works' }).click()
  await expect(page).toHaveURL(`${app.url}/saved`)
  await savedCards(page)
    .first()
    .getByRole('button', { name: /^Saved: / })
    .click()
  await expect(savedCards(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('Nothing is saved on this device yet')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('heading', { name: 'Recently seen' })).toBeHidden()
})

test('the titles of saved works are shown while the server does not answer', async ({ page, app, expectErrors }) => {
  expectErrors('aborted request')
  await page.goto(app.url + WORK)
  await page
    .getByRole('button', { name: /^Save: / })
    .first()
    .click()
  await page.route('**/saved?*', (route) => route.abort())
  await page.goto(`${app.url}/saved`)
  await expect(page.locator('#saved-list').getByRole('link', { name: WORDS })).toHaveAttribute('href', WORK)
})

test('a page with React stays as it was rendered when works are saved', async ({ page, app }) => {
  await page.goto(app.url + WORK)
  await page
    .getByRole('button', { name: /^Save: / })
    .first()
    .click()
  await signedIn(page, app, { email: 'student@lamplight.example', password: DEMO_PASSWORD })
  await page.goto(`${app.url}/upload-materials`)
  // A difference would be an error in the console, which fails every journey.
  await page.waitForLoadState('networkidle')
  await expect(page.locator('#side-saved')).toHaveCount(0)
})

test('signing out removes both lists', async ({ page, app }) => {
  await page.goto(app.url + WORK)
  await page
    .getByRole('button', { name: /^Save: / })
    .first()
    .click()
  await signIn(page, app, { email: 'student@lamplight.example', password: DEMO_PASSWORD })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  expect(await page.evaluate(() => [localStorage.getItem('saved'), localStorage.getItem('seen')])).toEqual([null, null])
})

test('a student finds saved works on another phone, and signing out removes them from this one', async ({
  page,
  app,
  browser,
}) => {
  // A guest saves a work, which goes into the account with the sign-in.
  await page.goto(app.url + WORK)
  await page.getByRole('button', { name: /^Save: Medication adherence/ }).click()
  const user = await newStudent(page, app, 'Ngozi')
  const merged = page.waitForResponse((response) => response.url() === `${app.url}/saved/account` && response.ok())
  await page.goto(`${app.url}/marketplace`)
  await merged
  const card = page.locator('.work').filter({ hasNotText: WORDS }).first()
  const other = await card.getByRole('heading').innerText()
  const saved = page.waitForResponse((response) => response.url() === `${app.url}/saved/account` && response.ok())
  await card.getByRole('button', { name: /^Save: / }).click()
  await saved

  const phone = await (await browser.newContext()).newPage()
  await signedIn(phone, app, user)
  await phone.goto(`${app.url}/saved`)
  await expect(savedCards(phone)).toHaveCount(2)
  await expect(savedCards(phone).first().getByRole('heading')).toHaveText(other)
  await expect(phone.getByText('The works that you save are also in your account')).toBeVisible()
  const removed = phone.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
  await savedCards(phone)
    .first()
    .getByRole('button', { name: /^Saved: / })
    .click()
  await removed
  await expect(savedCards(phone)).toHaveCount(1)

  // The first phone shows the account's list, and keeps nothing after signing out.
  await page.goto(`${app.url}/saved`)
  await expect(savedCards(page)).toHaveCount(1)
  await expect(savedCards(page).first().getByRole('heading')).toHaveText(WORDS)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^s(aved|een)/.test(key)))).toEqual([])
  await phone.context().close()
})

test('a session that ended without a sign-out leaves no saved works on the phone', async ({ page, app, context }) => {
  await newStudent(page, app, 'Ireti')
  await page.goto(app.url + WORK)
  const saved = page.waitForResponse((response) => response.request().postData()?.startsWith('add=medication') ?? false)
  await page.getByRole('button', { name: /^Save: Medication adherence/ }).click()
  await saved
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saved-account'))).toMatch(/^[\da-f-]{36}$/)
  await context.clearCookies()
  await page.goto(`${app.url}/saved`)
  await expect(page.getByText('Nothing is saved on this device yet')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('saved'))).toBeNull()
})

test.describe('a student with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('sees the works saved in the account', async ({ page, app, browser }) => {
    const user = await newStudent(page, app, 'Halima')
    const phone = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    await signedIn(phone, app, user)
    await phone.goto(app.url + WORK)
    const saved = phone.waitForResponse((response) => response.request().postData()?.startsWith('add=medication') ?? false)
    await phone.getByRole('button', { name: /^Save: Medication adherence/ }).click()
    await saved
    await phone.context().close()
    await page.goto(`${app.url}/saved`)
    await expect(savedCards(page)).toHaveCount(1)
    await expect(savedCards(page).getByRole('heading')).toHaveText(WORDS)
  })
})

test.describe('a visitor with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('sees no button to save, and why on the page of saved works', async ({ page, app }) => {
    await page.goto(app.url + WORK)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WORDS)
    await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    await page.goto(`${app.url}/saved`)
    // Playwright's search for a text leaves such elements out.
    await expect(page.locator('noscript .note')).toContainText('without an account your list is on your device only')
    await expect(page.locator('noscript .note')).toBeVisible()
  })
})
