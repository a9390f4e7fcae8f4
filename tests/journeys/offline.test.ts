// Copies of pages on the phone: the network is really cut, and the service worker is allowed, which other journeys block.
import type { Page } from '@playwright/test'
import { send } from '../support/http.ts'
import { openToxicProxy } from '../support/toxic-proxy.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, newAddress, test, type TestApp } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared', serviceWorkers: 'allow' })

const WORK = '/material-preview/medication-adherence-hypertension-enugu'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const copies = (page: Page) => page.locator('.kept-pages').getByRole('link')

/** Opens the site for the first time, until its service worker answers for its pages. */
async function openWithWorker(page: Page, app: TestApp, path = '/faq') {
  await page.goto(app.url + path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    }
  })
}

/** Visits a page until a copy is kept: a page that streams, because its data were slow, is kept too. */
async function visit(page: Page, app: TestApp, path: string) {
  await page.goto(app.url + path)
  await isKept(page, app, path)
}

async function isKept(page: Page, app: TestApp, path: string) {
  await expect
    .poll(() =>
      page.evaluate(async (address) => (await caches.match(address, { ignoreVary: true })) !== undefined, app.url + path),
    )
    .toBe(true)
}

test('visited pages open without a connection as copies with their time, others show our offline page, and one tap removes all', async ({
  page,
  context,
  app,
  expectErrors,
}) => {
  expectErrors('offline')
  await openWithWorker(page, app)
  await visit(page, app, '/')
  await visit(page, app, WORK)
  const title = await heading(page).innerText()

  await context.setOffline(true)
  for (const path of ['/', WORK]) {
    await page.goto(app.url + path)
    const note = page.locator('#copy')
    await expect(note).toContainText(
      /No connection\. This is a copy from \d{1,2} \w{3} \d{4}, \d\d:\d\d; prices may have changed/,
    )
    await isInOrderInBothThemes(page)
  }
  await expect(heading(page)).toHaveText(title)

  // Never kept: prices at the checkout, and pages about one person.
  for (const path of ['/blog', '/dashboard', '/orders']) {
    await page.goto(app.url + path)
    await expect(heading(page)).toHaveText('No connection')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }
  // With the page that was opened first.
  await expect(copies(page)).toHaveCount(3)
  await isInOrderInBothThemes(page)
  await copies(page).filter({ hasText: title }).click()
  await expect(page).toHaveURL(app.url + WORK)
  await expect(heading(page)).toHaveText(title)

  await page.getByRole('link', { name: 'Other copies on this device' }).click()
  await expect(page).toHaveURL(`${app.url}/offline`)
  await page.getByRole('button', { name: 'Remove all copies' }).click()
  await expect(page.getByText('No page is kept on this device.')).toBeVisible()
  await page.goto(app.url + WORK)
  await expect(heading(page)).toHaveText('No connection')

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('No connection')
  await context.setOffline(false)
  // Chromium without a window does not tell a page that the connection is back.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page)).toHaveText(title)
})

test('a proxy that does not reach the site is not called a missing connection', async ({ page, app, expectErrors }) => {
  expectErrors(502)
  const proxy = await openToxicProxy(Number(new URL(app.url).port))
  const site = { ...app, url: proxy.url }
  await openWithWorker(page, site)
  await visit(page, site, WORK)
  proxy.fail(/^GET \/(blog|material-preview)/, 100, { status: 502, body: { message: 'Bad gateway' } })
  await page.goto(proxy.url + WORK)
  await expect(page.locator('#copy')).toContainText('Lamplight does not answer. Your internet works. This is a copy from')
  await page.goto(`${proxy.url}/blog`)
  await expect(heading(page)).toHaveText('Lamplight does not answer')
  await expect(page.getByText('Your internet works.')).toBeVisible()
  await isInOrderInBothThemes(page)
  proxy.fail(/./, 0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).not.toHaveText('Lamplight does not answer')
  await proxy.end()
})

test('the offline page says that its student is signed in, and which upload is not sent', async ({
  page,
  context,
  app,
  expectErrors,
}) => {
  expectErrors('offline')
  await openWithWorker(page, app)
  await newStudent(page, app, 'Ronke')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('Pain after a caesarean section')
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('Pain after a caesarean section')
  await context.setOffline(true)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await expect(page.getByText('You have not sent the upload “Pain after a caesarean section”.')).toBeVisible()
  await isInOrderInBothThemes(page)
  // Another account has not written it.
  await page.evaluate(() => localStorage.setItem('saved-account', 'another account'))
  await page.reload()
  await expect(page.getByText('You are signed in.')).toBeVisible()
  await expect(page.getByText('You have not sent')).toBeHidden()

  // The page loads again once there is a connection.
  await context.setOffline(false)
  await expect(heading(page)).toContainText('Ronke')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  await context.setOffline(true)
  await page.goto(`${app.url}/dashboard`)
  await expect(heading(page)).toHaveText('No connection')
  await expect(page.getByText('You are signed in.')).toBeHidden()
})

test('the page through which a visitor arrives opens without a connection', async ({ page, context, app, expectErrors }) => {
  expectErrors('offline')
  await openWithWorker(page, app, `${WORK}#contents`)
  const title = await heading(page).innerText()
  await isKept(page, app, WORK)
  await context.setOffline(true)
  await page.goto(app.url + WORK)
  await expect(page.locator('#copy')).toContainText('No connection. This is a copy from')
  await expect(heading(page)).toHaveText(title)
})

test('saved works are listed at their page without a connection, before other pages, and open', async ({
  page,
  context,
  app,
  expectErrors,
}) => {
  expectErrors('offline')
  await openWithWorker(page, app)
  await isKept(page, app, '/faq')
  await newStudent(page, app, 'Sade')
  await page.goto(app.url + WORK)
  const title = await heading(page).innerText()
  const isInAccount = () =>
    expect.poll(() => page.evaluate(() => localStorage.getItem('saved-account'))).toMatch(/^[\da-f-]{36}$/)
  // The phone's list was merged after the sign-in.
  await isInAccount()
  await page.getByRole('button', { name: /^Save: Medication adherence/ }).click()
  await isKept(page, app, WORK)
  await isInAccount()

  await context.setOffline(true)
  await page.goto(`${app.url}/saved`)
  await expect(page.getByRole('main').getByRole('heading')).toHaveText(['No connection', 'Saved works', 'Other pages'])
  await expect(page.locator('#kept-saved').getByRole('link')).toHaveText([title])
  await expect(page.locator('#kept-list').getByRole('link')).toHaveCount(1)
  await isInOrderInBothThemes(page)
  await page.locator('#kept-saved').getByRole('link').click()
  await expect(page).toHaveURL(app.url + WORK)
  await expect(heading(page)).toHaveText(title)
  // The copy looks as if nobody were signed in, which does not end the session.
  expect(await page.evaluate(() => localStorage.getItem('saved'))).toContain(WORK.slice('/material-preview/'.length))
})

test('no page of a signed-in student is kept, also not the first one', async ({ page, app }) => {
  await newStudent(page, app, 'Tola')
  await openWithWorker(page, app)
  for (const path of ['/dashboard', '/dashboard/security', WORK, '/marketplace']) {
    await page.goto(app.url + path)
    await expect(heading(page)).toBeVisible()
  }
  await page.goto(`${app.url}/offline`)
  await expect(page.getByText('No page is kept on this device.')).toBeVisible()
  await expect(copies(page)).toHaveCount(0)
})

test('an order page kept by a button and the page of a saved work are removed at sign-out', async ({
  page,
  context,
  app,
  expectErrors,
}) => {
  expectErrors('offline')
  const work = await createSoldWork(behindThePages(app))
  const started = await send(`${app.url}/buy/${work.slug}`, {
    intent: 'pay',
    email: newAddress('buyer'),
    price: String(work.price),
  })
  const paid = await send(String(started.headers.location), { act: 'pay' })
  await openWithWorker(page, app)
  await page.goto(String(paid.headers.location))
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  // Paystack's references are gone from the address.
  const order = page.url()
  await page.goto(`${app.url}/offline`)
  await expect(copies(page)).toHaveText(['Questions and answers'])

  await page.goBack()
  await page.getByRole('button', { name: 'Keep this page for offline' }).click()
  await expect(page.getByRole('button', { name: 'Kept on this device' })).toBeVisible()
  await context.setOffline(true)
  await page.goto(order)
  await expect(page.locator('#copy')).toContainText('No connection. This is a copy from')
  await expect(heading(page)).toHaveText('Paid. Your file is ready')

  await context.setOffline(false)
  await newStudent(page, app, 'Kemi')
  await page.goto(app.url + WORK)
  const title = await heading(page).innerText()
  await page
    .getByRole('button', { name: /^Save: / })
    .first()
    .click()
  await isKept(page, app, WORK)
  await page.goto(`${app.url}/offline`)
  for (const text of ['Your order', title]) {
    await expect(copies(page).filter({ hasText: text })).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  await page.goto(`${app.url}/offline`)
  for (const text of ['Your order', title]) {
    await expect(copies(page).filter({ hasText: text })).toHaveCount(0)
  }
})
