// The error of a form is on the screen and focused, with and without a script.
import { asAdmin } from './admin.ts'
import { expect, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })

  test('the first invalid field is focused and in view', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Amaka')
    await page.goto(`${app.url}/request-a-topic`)
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('Topic')).toBeFocused()
    await expect(page.getByLabel('Topic')).toBeInViewport()
  })

  test('a guest reads why the sign-in page is shown', async ({ page, app }) => {
    await page.goto(`${app.url}/upload-materials`)
    await expect(page.getByText('Sign in to upload your work')).toBeVisible()
    await page.goto(`${app.url}/request-a-topic`)
    await expect(page.getByText('Sign in to request a topic')).toBeVisible()
    await page.goto(`${app.url}/auth`)
    await expect(page.getByText('Sign in to')).toHaveCount(0)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a rejected form' : 'a rejected form, with JavaScript off', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('is shown again with its text by Reload, Back and Forward', async ({ page, app, expectErrors }) => {
      expectErrors(400)
      for (const [address, field, text, button] of [
        ['/contact', 'Message', 'I paid twice.\nPlease look.', 'Send message'],
        ['/auth?tab=sign-up&next=/upload-materials', 'First name', 'Ngozi', 'Sign up'],
      ] as const) {
        await page.goto(app.url + address)
        await page.getByLabel(field, { exact: true }).fill(text)
        await page.getByRole('button', { name: button }).click()
        const isShown = async () => {
          await expect(page.getByLabel(field, { exact: true })).toHaveValue(text)
          await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true')
        }
        await isShown()
        // A browser shows nothing but its question for a page that answered a form.
        await page.reload()
        await isShown()
        await page.getByText('More of Lamplight').click()
        await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
        await expect(page).toHaveURL(`${app.url}/terms`)
        await page.goBack()
        await isShown()
        await page.goBack()
        await expect(page.getByLabel('Email', { exact: true })).not.toHaveAttribute('aria-invalid')
        await page.goForward()
        await isShown()
        // The address alone shows nothing.
        await page.context().clearCookies()
        await page.reload()
        await expect(page.getByLabel('Email', { exact: true })).not.toHaveAttribute('aria-invalid')
      }
    })
  })
}

test('an error without a field is focused and in view, and the older toast is gone', async ({
  page,
  context,
  app,
  expectErrors,
}) => {
  expectErrors(409)
  await page.setViewportSize({ width: 360, height: 640 })
  await asAdmin(page, app)
  const toast = { title: 'Something older', kind: 'good' }
  await context.addCookies([{ name: 'toast', value: encodeURIComponent(JSON.stringify(toast)), url: app.url }])
  await page.goto(`${app.url}/admin/catalogue/services`)
  await page.locator('main [data-row] a').first().click()
  await expect(page.getByLabel('Name')).toBeVisible()
  // Another admin saves the record in the meantime.
  await page.locator('input[name=version]').evaluate((input: HTMLInputElement) => (input.value = '2026-01-01T00:00:00+00:00'))
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.scrollIntoViewIfNeeded()
  await save.click()
  const error = page.getByRole('alert')
  await expect(error).toContainText('This was changed after you opened it, by someone else or by you in another tab.')
  await expect(error).toBeFocused()
  await expect(error).toBeInViewport()
  await expect(page.locator('.toast').filter({ visible: true })).toHaveCount(0)
})

test('an invalid field is focused in the console', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await page.setViewportSize({ width: 360, height: 640 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/money/books`)
  const password = page.getByLabel('Your own password').first()
  await page.getByRole('button', { name: 'Export CSV: ' }).first().click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(password).toBeFocused()
})
