// A new material in one form: saved half filled, completed with its file, previewed, published and bought.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { approvedWork } from './approved-work.ts'
import { asAdmin, elsewhere, isInOrder, isInOrderInBothThemes, openSections } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, newAddress, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 740 } })

const FIXTURE = 'tests/fixtures/eclampsia-care.pdf'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a material is saved half filled with its file, completed, previewed, published and bought', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 404, 'offline')
  const title = `Eclampsia care plan ${randomUUID().slice(0, 8)}`
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/new`)
  await isInOrderInBothThemes(page)
  await page.setViewportSize({ width: 360, height: 740 })

  // A rejected form keeps its file and its texts.
  await page.getByLabel('Subject area').fill('Midwifery')
  await page.getByLabel('Price in naira').fill('two thousand')
  await page.getByLabel('The file that buyers get').setInputFiles(FIXTURE)
  await press(page, 'Save')
  await expect(page.getByLabel('Price in naira')).toHaveAccessibleDescription(/Whole naira/)
  await expect(page.getByText('eclampsia-care.pdf has arrived and is saved.')).toBeVisible()
  await expect(page.getByLabel('Sold here')).toBeChecked()
  await isInOrder(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Price in naira').fill('2,000')
  await page.context().setOffline(true)
  await press(page, 'Save')
  await expect(page.getByText('The connection was lost before it was saved.')).toBeVisible()
  await expect(page.getByText('eclampsia-care.pdf has arrived and is saved.')).toBeVisible()
  await page.context().setOffline(false)
  await press(page, 'Save')

  await expect(heading(page)).toHaveText('Untitled draft')
  await expect(page.getByText('Give the material a title')).toBeVisible()
  await expect(page.getByText('Choose a category')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Sold here')).toBeChecked()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download eclampsia-care.pdf' }).click(),
  ])
  expect(fs.readFileSync(await download.path())).toEqual(fs.readFileSync(FIXTURE))
  await isInOrderInBothThemes(page)
  await page.setViewportSize({ width: 360, height: 740 })

  // Only publishing demands what is missing.
  await press(page, 'Save and publish')
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give the material a title/)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('client_care_study')
  await openSections(page)
  await page.getByRole('textbox', { name: /^Free to read/ }).fill('## Introduction\n\nEclampsia is an emergency.')
  await press(page, 'Save')
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText('Before it can be published:')).toHaveCount(0)
  await openSections(page)
  const slug = await page.getByLabel('Address').inputValue()
  expect(slug).toMatch(/^eclampsia-care-plan-[0-9a-f]{8}$/)
  expect((await page.request.get(`${app.url}/material-preview/${slug}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(heading(page)).toHaveText('Preview')
  const phone = page.frameLocator('iframe[title="The page on a phone"]')
  await expect(phone.getByRole('heading', { level: 1, name: title })).toBeAttached()
  await expect(phone.getByText('Eclampsia is an emergency.').first()).toBeAttached()
  await expect(phone.getByText('₦2,000').first()).toBeAttached()
  // It is the page of a visitor, as wide as the phone.
  await expect(phone.getByRole('link', { name: 'Sign In' }).first()).toBeAttached()
  expect(await phone.locator('html').evaluate((html) => html.clientWidth)).toBe(360)
  await isInOrderInBothThemes(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const frame = await page.locator('iframe').first().getAttribute('src')
  const response = await page.request.get(app.url + frame)
  expect(response.headers()['x-frame-options']).toBe('SAMEORIGIN')
  expect(response.headers()['content-security-policy']).toContain(`frame-ancestors 'self'`)
  expect(response.headers()['cache-control']).not.toContain('public')
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  expect((await visitor.request.get(app.url + frame, { maxRedirects: 0 })).status()).toBe(303)

  await press(page, 'Publish')
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  const guest = await visitor.newPage()
  await guest.goto(`${app.url}/material-preview/${slug}`)
  expect((await guest.request.get(`${app.url}/material-preview/${slug}`)).headers()['x-frame-options']).toBe('DENY')
  await guest.goto(`${app.url}/buy/${slug}`)
  await guest.getByLabel('Your email').fill(newAddress('plan'))
  await guest.getByRole('button', { name: 'Pay ₦2,000' }).click()
  await guest.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(guest)).toHaveText('Paid. Your file is ready')
  await page.reload()
  await expect(page.getByText('1 for ₦2,000')).toBeVisible()
  await visitor.close()
})

test('a material without a price is free only when an admin says so', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/new`)
  await page.getByLabel('Title').fill('Unpriced outline of care')
  await page.getByLabel('Category').selectOption('seminar')
  const price = page.getByLabel('Price in naira')
  await press(page, 'Save and publish')
  await expect(price).toHaveAccessibleDescription(/Type a price\. 0 is Free/)
  await page.getByLabel('Publish at a time in Lagos').fill('2099-01-01T09:00')
  await press(page, 'Save')
  await expect(price).toHaveAccessibleDescription(/Type a price\. 0 is Free/)
  await page.getByLabel('Publish at a time in Lagos').fill('')
  await press(page, 'Save')
  await expect(page.getByText('Before it can be published:')).toBeVisible()
  await expect(price).toHaveValue('')
  await price.fill('0')
  await press(page, 'Save and publish')
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(price).toHaveValue('0')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a new material is planned with its file in one form, whose rejection keeps the file', async ({
    page,
    app,
    expectErrors,
  }) => {
    expectErrors(400)
    const title = `Planned care plan ${randomUUID().slice(0, 8)}`
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/catalogue/materials/new`)
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Category').selectOption('seminar')
    await page.getByLabel('Price in naira').fill('two')
    await page.getByLabel('The file that buyers get').setInputFiles(FIXTURE)
    const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000).toISOString().slice(0, 10)
    await page.getByLabel('Publish at a time in Lagos').fill(`${tomorrow}T09:00`)
    await press(page, 'Save')
    await expect(page.getByText('eclampsia-care.pdf has arrived and is saved.')).toBeVisible()
    await page.getByLabel('Price in naira').fill('1500')
    await press(page, 'Save')
    await expect(page.getByText(/It will be published on .*, 09:00\./)).toBeVisible()
    const { data } = await behindThePages(app)
      .from('research_materials')
      .select('sold_here, format, publish_at, published_at, chapter_one_preview')
      .eq('title', title)
      .single()
      .throwOnError()
    expect(data).toEqual({
      sold_here: true,
      format: 'PDF',
      publish_at: `${tomorrow}T08:00:00+00:00`,
      published_at: null,
      chapter_one_preview: expect.stringMatching(/eclampsia/i),
    })
    await expect(page.getByText(/“Free to read” was filled in from the file/)).toBeVisible()
    await press(page, 'Cancel schedule')
    await expect(page.getByText('Schedule cancelled')).toBeVisible()
    await expect(page.getByText('draft', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Publish at a time in Lagos')).toHaveValue('')
  })
})

test('the console lists the seller, share and upload of a student’s work', async ({ page, app, browser }) => {
  const student = await newStudent(await elsewhere(browser), app, 'Obiageli')
  const title = `Work of Obiageli ${randomUUID().slice(0, 8)}`
  const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }
  await approvedWork(app, student, admin, { title, price: 3000, link: null, share: 60 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials?search=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('link', { name: /^Obiageli/ })).toBeVisible()
  await expect(page.getByText('60%')).toBeVisible()
  await expect(page.getByLabel('The file that buyers get')).toHaveCount(0)
  await isInOrder(page)
  const file = await page.getByRole('link', { name: 'Download the file' }).getAttribute('href')
  expect((await page.request.get(app.url + file)).status()).toBe(200)
  await page.getByRole('link', { name: 'See its review' }).click()
  await expect(page).toHaveURL(/\/admin\/reviews\//)
})
