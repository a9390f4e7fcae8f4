import { expect, linkIn, mailTo, newAddress, pastThePages, test } from './app.ts'
import { newStudent, signIn } from './test-user.ts'

test.use({ javaScriptEnabled: false })

test('a forgotten password is chosen anew by mail; the old one and other sessions end, and the link works once', async ({
  page,
  lamplight,
  browser,
  request,
  expectErrors,
}) => {
  expectErrors(400)
  const person = await newStudent(page, lamplight, 'Musa')
  const elsewhere = await pastThePages(lamplight, person.email, person.password)
  const { data: before } = await elsewhere.auth.getSession()
  await page.context().clearCookies()

  await page.goto(`${lamplight.url}/auth`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  for (const email of [newAddress('nobody'), person.email]) {
    await page.goto(`${lamplight.url}/auth/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('If there is an account with this address, a mail with a link is on its way.')).toBeVisible()
  }

  let link = ''
  await expect
    .poll(async () => {
      link = linkIn(await mailTo(lamplight.dataDirectory, person.email))
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
  await expect(page).toHaveURL(`${lamplight.url}/dashboard`)
  await expect(page.getByText('Your password is changed')).toBeVisible()

  const renewed = await elsewhere.auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' })
  expect(renewed.error).not.toBeNull()

  const other = await browser.newContext({ javaScriptEnabled: false })
  const second = await other.newPage()
  await second.goto(link)
  await second.getByLabel('New password').fill('a third long secret')
  await second.getByRole('button', { name: 'Change my password' }).click()
  await expect(second.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
  await signIn(second, lamplight, person)
  await expect(second.getByText('Login Error')).toBeVisible()
  await signIn(second, lamplight, { email: person.email, password: 'another long secret' })
  await expect(second).toHaveURL(`${lamplight.url}/dashboard`)
  await other.close()
})
