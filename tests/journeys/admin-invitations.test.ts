// An owner invites an admin by email, and requires a second factor of every admin.
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { DEMO_PASSWORD, expect, mailTo, test } from './app.ts'

test.use({ fixture: 'isolated' })

const invited = { email: 'new.editor@example.ng', password: 'four lamps in the ward' }

test('an owner invites an admin, who chooses a password without a script and opens the console', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 403, 404)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/admins`)
  await expect(page.getByText('You have no second factor')).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('Type the email address')).toBeVisible()
  await page.getByLabel('Email').fill(invited.email)
  await page.getByRole('checkbox', { name: 'Editor' }).check()
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is queued')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: invited.email })).toContainText('editor')

  const { text = '' } = await mailTo(app.dataDirectory, invited.email, 'You are invited to run Lamplight with us')
  const link = /https?:\/\/\S+\/auth\/invitation\?token=[0-9a-f]{64}/.exec(text)?.[0] ?? ''
  const withScript = await elsewhere(browser)
  await withScript.goto(link)
  await isInOrder(withScript)
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const guest = await plain.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { level: 1, name: 'Run Lamplight with us' })).toBeVisible()
  await expect(guest.getByText('Editor: Materials, topics')).toBeVisible()
  await guest.getByLabel('First name').fill('Ngozi')
  await guest.getByLabel('Last name').fill('Eze')
  await guest.getByLabel('Password').fill('password')
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest.getByLabel('First name')).toHaveValue('Ngozi')
  await expect(guest.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await guest.getByLabel('Password').fill(invited.password)
  await guest.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(guest).toHaveURL(`${app.url}/dashboard/security/two-factor`)
  expect((await guest.goto(`${app.url}/admin/catalogue/posts`))?.status()).toBe(200)
  expect((await guest.goto(`${app.url}/admin/money`))?.status()).toBe(403)

  expect((await guest.goto(link))?.status()).toBe(404)
  await expect(guest.getByText('This invitation does not work any more')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ngozi Eze' })).toContainText('no second factor')
})

test('an owner withdraws an invitation', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/admins`)
  await page.getByLabel('Email').fill('withdrawn@example.ng')
  await page.getByRole('checkbox', { name: 'Money' }).check()
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('listitem').filter({ hasText: 'withdrawn@example.ng' }).getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('The invitation is withdrawn')).toBeVisible()
  await expect(page.getByText('withdrawn@example.ng')).toHaveCount(0)
})

test('the console asks an admin for the second factor that owners require', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/settings/admin-access`)
  await page.getByLabel('Each admin needs a second factor').check()
  await page.getByRole('button', { name: 'Save' }).click()
  // The page loads the console's data again, and is led away at once.
  await expect(page).toHaveURL(`${app.url}/dashboard/security/two-factor`)
  await expect(page.getByText('Add a second factor first')).toBeVisible()
})
