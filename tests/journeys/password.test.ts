import { expect, linkIn, mailTo, newAddress, pastThePages, test } from './app.ts'
import { newStudent, signIn } from './test-user.ts'

test.use({ javaScriptEnabled: false })

test('a reset link sets a new password once and ends other sessions', async ({ page, app, browser, request, expectErrors }) => {
  expectErrors(400)
  const user = await newStudent(page, app, 'Musa')
  const elsewhere = await pastThePages(app, user.email, user.password)
  const { data: before } = await elsewhere.auth.getSession()
  await page.context().clearCookies()

  await page.goto(`${app.url}/auth`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  for (const email of [newAddress('nobody'), user.email]) {
    await page.goto(`${app.url}/auth/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('If there is an account with this address, an email with a link is on its way.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(
      page.getByRole('main').getByText('If there is an account with the address that you typed, an email with a link'),
    ).toBeVisible()
  }

  let link = ''
  await expect
    .poll(async () => {
      link = linkIn(await mailTo(app.dataDirectory, user.email))
      return link
    })
    .toContain('type=recovery')
  await request.get(link)
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Use at least 8 characters/)
  await page.getByLabel('New password').fill('another long secret')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(page.getByText('Your password is changed')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign-in and security' })).toBeVisible()

  const renewed = await elsewhere.auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' })
  expect(renewed.error).not.toBeNull()

  const other = await browser.newContext({ javaScriptEnabled: false })
  const second = await other.newPage()
  await second.goto(link)
  await second.getByLabel('New password').fill('a third long secret')
  await second.getByRole('button', { name: 'Change my password' }).click()
  await expect(second.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await signIn(second, app, user)
  await expect(second.getByText('Login Error')).toBeVisible()
  await signIn(second, app, { email: user.email, password: 'another long secret' })
  await expect(second).toHaveURL(`${app.url}/dashboard`)
  await other.close()
})
