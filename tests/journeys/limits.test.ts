import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../support/processes.ts'
import { cacheFixture } from './cached.ts'
import { expect, type TestApp, newAddress, startApp, test as base } from './app.ts'
import { newStudent, signIn } from './test-user.ts'

/** A test app that trusts the browser's X-Forwarded-For, so that each test has its own address. */
const trusting = cacheFixture(() => startApp({ TRUSTED_PROXIES: '127.0.0.1' }))

const test = base.extend<{ from: string; elsewhere: TestApp }>({
  elsewhere: async ({ keeper }, use) => use(await keeper.forThisFile(trusting)),
  from: [
    async ({ page }, use) => {
      const address = `203.0.113.${Math.floor(Math.random() * 250)}`
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': address })
      await use(address)
    },
    { auto: true },
  ],
})

/** Sends a form several times with this page's cookies, without the page. */
async function flood(page: Page, address: string, times: number, form: Record<string, string>): Promise<void> {
  const { origin } = new URL(address)
  for (let nth = 0; nth < times; nth += 1) {
    await page.request.post(address, { form, headers: { origin }, maxRedirects: 0 })
  }
}

/**
 * Searches until the limit rejects it, because a slow machine may take more than the minute in which searches are
 * counted.
 */
async function searchTooOften(page: Page, { url }: Pick<TestApp, 'url'>): Promise<void> {
  // The server may close a reused connection just when the next request is sent on it.
  const search = () => page.request.get(`${url}/marketplace?search=labour`, { maxRetries: 3 })
  for (let rejected = false; !rejected;) {
    const responses = await Promise.all(Array.from({ length: 40 }, search))
    rejected = responses.some((response) => response.status() === 429)
  }
}

/**
 * Returns the response of the page's form, after a redirect that of the page which shows the answer; not of the
 * chosen file or of what is read from it.
 */
async function responseTo(page: Page, click: () => Promise<void>) {
  const { pathname } = new URL(page.url())
  const [reply] = await Promise.all([
    page.waitForResponse(
      (response) =>
        response.status() !== 303 &&
        (response.request().redirectedFrom() ?? response.request()).method() === 'POST' &&
        new URL(response.url()).pathname.replace(/\.data$/, '') === pathname,
    ),
    click(),
  ])
  return reply
}

const WAIT = /Wait (an?|\d+) (minute|hour)s?, then/

// No script affects these forms; that of the upload has one.
test.describe('rate limits, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('sign-in shows the limit at its field with the email filled in, and another user can sign in', async ({
    page,
    elsewhere,
    expectErrors,
  }) => {
    expectErrors(429)
    const user = await newStudent(page, elsewhere, 'Amina')
    await page.context().clearCookies()
    await flood(page, `${elsewhere.url}/auth`, 10, { intent: 'login', email: user.email, password: 'a guess' })

    await page.goto(`${elsewhere.url}/auth?next=%2Frequest-a-topic`)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    const response = await responseTo(page, () => page.getByRole('button', { name: 'Sign in' }).click())
    expect(response.status()).toBe(429)
    await expect(page.getByLabel('Email')).toHaveValue(user.email)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(WAIT)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Your account is not locked/)
    await expect(page.getByRole('alert')).toContainText('Login Error')
    await expect(page).toHaveURL(/next=%2Frequest-a-topic/)

    // The owner signs in on another phone.
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.4' })
    await signIn(page, elsewhere, user)
    await expect(page).toHaveURL(`${elsewhere.url}/dashboard`)
  })

  test('a password reset shows the limit at its field with the email filled in', async ({ page, elsewhere, expectErrors }) => {
    expectErrors(429)
    const email = newAddress('zainab')
    await flood(page, `${elsewhere.url}/auth/forgot-password`, 5, { email })
    await page.goto(`${elsewhere.url}/auth/forgot-password`)
    await page.getByLabel('Email').fill(email)
    const response = await responseTo(page, () => page.getByRole('button', { name: 'Send the link' }).click())
    expect(response.status()).toBe(429)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Look in your spam folder, or wait/)
  })

  test('a comment and a topic request preserve their input', async ({ page, elsewhere, expectErrors }) => {
    expectErrors(429)
    await newStudent(page, elsewhere, 'Bisi')
    const material = `${elsewhere.url}/material-preview/medication-adherence-hypertension-enugu`
    await flood(page, material, 5, { comment: 'It helped me.' })
    await page.goto(material)
    const comment = 'A sixth comment,\nin two lines.'
    await page.getByLabel('Your comment').fill(comment)
    const commented = await responseTo(page, () => page.getByRole('button', { name: 'Submit Comment' }).click())
    expect(commented.status()).toBe(429)
    await expect(page.getByLabel('Your comment')).toHaveValue(comment)
    await expect(page.getByLabel('Your comment')).toHaveAccessibleDescription(WAIT)

    await flood(page, `${elsewhere.url}/request-a-topic`, 10, { topic: 'Cord care' })
    await page.goto(`${elsewhere.url}/request-a-topic`)
    await page.getByLabel('Topic', { exact: true }).fill('Cord care in Kano')
    await page.getByLabel('Specialty').fill('Midwifery')
    const requested = await responseTo(page, () => page.getByRole('button', { name: 'Send request' }).click())
    expect(requested.status()).toBe(429)
    await expect(page.getByLabel('Topic', { exact: true })).toHaveValue('Cord care in Kano')
    await expect(page.getByLabel('Topic', { exact: true })).toHaveAccessibleDescription(WAIT)
    await expect(page.getByLabel('Specialty')).toHaveValue('Midwifery')
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'the rate limit of uploads' : 'the rate limit of uploads, with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('preserves the input', async ({ page, elsewhere, expectErrors }) => {
      expectErrors(429)
      await newStudent(page, elsewhere, 'Bisi')
      const upload = { title: '', category: 'thesis', format: 'PDF', email: 'bisi@example.ng' }
      for (let nth = 0; nth < 40; nth += 1) {
        await page.request.post(`${elsewhere.url}/upload-materials`, { multipart: upload, headers: { origin: elsewhere.url } })
      }
      await page.goto(`${elsewhere.url}/upload-materials`)
      await page.getByLabel('Title').fill('Hand hygiene among student nurses')
      await page.getByLabel('Category').selectOption('thesis')
      await page.getByLabel('Format').selectOption('PDF')
      await page.getByLabel('File').setInputFiles(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))
      const uploaded = await responseTo(page, () => page.getByRole('button', { name: 'Upload Material' }).click())
      expect(uploaded.status()).toBe(429)
      await expect(page.getByLabel('File')).toHaveAccessibleDescription(WAIT)
      await expect(page.getByLabel('Title')).toHaveValue('Hand hygiene among student nurses')
      await expect(page.getByLabel('Category')).toHaveValue('thesis')
      await expect(page.getByText('No uploads yet')).toBeVisible()
      // The file may still be read for the form.
      await expect.poll(() => fs.readdirSync(path.join(elsewhere.dataDirectory, 'receiving'))).toEqual([])
    })
  })
}

test('search results remain while typing exceeds the limit, and the button shows a page about it', async ({
  page,
  elsewhere,
  expectErrors,
}) => {
  expectErrors(429)
  await newStudent(page, elsewhere, 'Chika')
  await page.goto(`${elsewhere.url}/marketplace?search=labour`)
  const found = await page.locator('#found').innerText()
  await searchTooOften(page, elsewhere)
  const [values] = await Promise.all([
    page.waitForResponse(/search=ethics/),
    page.getByRole('combobox', { name: 'Search' }).fill('ethics'),
  ])
  expect(values.status()).toBe(429)
  expect(await page.locator('#found').innerText()).toBe(found)

  await searchTooOften(page, elsewhere)
  const response = await page.goto(`${elsewhere.url}/marketplace?search=ethics`)
  expect(response?.status()).toBe(429)
  await expect(page.getByRole('heading', { name: 'Too many requests' })).toBeVisible()
  await expect(page.getByText(/Many searches came from your connection/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/marketplace?search=ethics')
  // The marketplace without a search is always open.
  await page.goto(`${elsewhere.url}/marketplace`)
  await expect(page.getByRole('heading', { name: 'Browse Materials' })).toBeVisible()
})
