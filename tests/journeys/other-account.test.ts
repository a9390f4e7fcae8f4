// Another tab signs out, or in as someone else, while a form is open. other-account.test.ts in tests/process covers the
// pages without a script.
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../support/processes.ts'
import { asAdmin } from './admin.ts'
import { behindThePages, expect, test } from './app.ts'
import { newStudent, signedIn } from './test-user.ts'

test.use({ fixture: 'shared' })

const fixture = path.join(root, 'tests/fixtures/eclampsia-care.pdf')
const draftInBrowser = `localStorage.getItem('draft:services/new')`

test('a form of the console keeps its text and draft when the session has ended', async ({ page, app, expectErrors }) => {
  expectErrors(400, 401, 409)
  const title = 'Review of a care plan'
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/services/new`)
  await page.getByLabel('Name').fill(title)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Nothing was saved: you are signed out.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(title)
  expect(await page.evaluate(draftInBrowser)).toContain(title)

  // Another admin's page, and then the own account again.
  await newStudent(page, app, 'Tobi')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/you are signed in as tobi\S* now/)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(title)
  await asAdmin(page, app)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Check the marked fields.')).toBeVisible()
})

test('the upload form sends nothing to the account that signed in later', async ({ page, app, expectErrors }) => {
  expectErrors(403, 409)
  const ada = await newStudent(page, app, 'Ada')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('Ethics of a stale page')
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Format').selectOption('PDF')
  await newStudent(page, app, 'Bola')
  await page.getByLabel('File').setInputFiles(fixture)
  await expect(page.getByLabel('File')).toHaveAccessibleDescription(/you are signed in as bola\S* now/)
  await expect(page.getByLabel('Title')).toHaveValue('Ethics of a stale page')

  // The file arrives in time, and the form does not.
  await signedIn(page, app, ada)
  const file = { name: 'care.pdf', mimeType: 'application/pdf', buffer: fs.readFileSync(fixture) }
  await page.getByLabel('File').setInputFiles(file)
  await expect(page.getByText(/Your file has arrived/).first()).toBeVisible()
  await newStudent(page, app, 'Chidi')
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText(/Nothing was saved: this page is of another account/)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Ethics of a stale page')
  const { data } = await behindThePages(app).from('material_uploads').select('id').eq('title', 'Ethics of a stale page')
  expect(data).toEqual([])
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a profile is sent again to its own account after signing in', async ({ page, app, context, expectErrors }) => {
    expectErrors(409)
    const ada = await newStudent(page, app, 'Ada')
    await page.goto(`${app.url}/request-a-topic`)
    await page.getByLabel(/^Topic/).fill('Sleep on a night shift')
    await newStudent(page, app, 'Bola')
    await page.locator('main form button').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another account is signed in')
    await expect(page.getByText('Sleep on a night shift')).toBeVisible()
    await signedIn(await context.newPage(), app, ada)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await expect(page.getByText('Sleep on a night shift')).toBeVisible()
  })
})
