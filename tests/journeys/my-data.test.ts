import fs from 'node:fs'
import { unzipSync } from 'fflate'
import { getDarkViolations, getViolations } from './axe.ts'
import { behindThePages, expect, mailTo, pastThePages, test } from './app.ts'
import { isInOrder } from './admin.ts'
import { newStudent, signIn } from './test-user.ts'

// No script affects these pages; over-http.test.ts and money.test.ts delete accounts with a script.
test.describe('the data of an account with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('is downloaded as one archive, and the account is deleted with its password', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Halima')
    // By the id, because another journey in the same test app may also have a Halima.
    const own = await pastThePages(app, user.email, user.password)
    const { data: profile } = await own.from('profiles').select('id').single().throwOnError()
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'My data' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download everything' }).click()
    const file = await (await download).path()
    const files = unzipSync(fs.readFileSync(file))
    const stored = JSON.parse(new TextDecoder().decode(files['data.json'])) as { account: { email: string }; consents: unknown[] }
    expect(stored.account.email).toBe(user.email)
    expect(stored.consents).toHaveLength(2)

    await page.getByText('I want to delete my account').click()
    await page.getByRole('button', { name: 'Delete my account permanently' }).click()
    await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/Type a password/)
    await page.getByLabel('Your password').fill('not my password')
    await page.getByRole('button', { name: 'Delete my account permanently' }).click()
    await expect(page.getByRole('alert')).toHaveText('Your account was not deletedThe password is wrong.')
    await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/not your current password/)
    // A script of an earlier page stored it.
    await page.evaluate(() => localStorage.setItem('seen', '[]'))
    await page.getByLabel('Your password').fill(user.password)
    await page.getByRole('button', { name: 'Delete my account permanently' }).click()
    await expect(page).toHaveURL(`${app.url}/`)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await expect(page.getByText('Your account is deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

    const { data } = await behindThePages(app).from('profiles').select('id').eq('id', profile.id)
    expect(data).toEqual([])
    const mail = await mailTo(app.dataDirectory, user.email, 'Your account is deleted')
    expect(mail.text).toContain('This is our last email to you')
    await signIn(page, app, user)
    await expect(page.getByText('Login Error')).toBeVisible()
  })
})

test('earnings open into a statement that explains why nothing is paid yet', async ({ page, app }) => {
  const { email, password } = await newStudent(page, app, 'Efe')
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: 'See the statement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No payout is planned yet' })).toBeVisible()
  await expect(page.getByText('No sales yet')).toBeVisible()
  await expect(page.getByText('There are no bank details to pay to')).toBeVisible()

  // The link opens the form and focuses the field.
  await page.getByRole('link', { name: 'Add bank details' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByLabel('Bank name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Efe')
  await page.getByLabel('Bank name').fill('First Bank')
  await page.getByLabel('Account number', { exact: true }).fill('0000014579')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Yes, it is mine' })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText('First Bank ••••••4579')).toBeVisible()
  await expect(page.getByText(/we pay nothing to them before \d+ \w+ \d{4}, \d\d:\d\d WAT/)).toBeVisible()
  await expect(page.locator('body')).not.toContainText('0000014579')
  await expect(page.getByText(/does not look like one of/)).toBeHidden()

  await expect(
    page.getByText('Change bank details. It delays your pay: we pay nothing to a new account for 48 hours.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Change bank details' }).click()
  const delay = page.getByText(
    /^For your safety we pay nothing to a new account before \d+ \w+ \d{4}, \d\d:\d\d WAT\. (The|A) payout/,
  )
  await expect(delay).toBeVisible()
  await page.getByLabel('Bank name').fill('GTBank')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(delay).toBeVisible()
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  const mail = await mailTo(app.dataDirectory, email, 'Your bank details were changed')
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toMatch(
    /we pay nothing to a new account before \d+ \w+ \d{4}, \d\d:\d\d WAT\. (The|A) payout/,
  )
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText('To GTBank')).toBeVisible()
  await expect(page.getByText('does not look like one of')).toBeHidden()
})

test('the data pages are accessible and send a guest to sign in and back', async ({ page, app }) => {
  for (const path of ['/dashboard/my-data', '/dashboard/earnings', '/dashboard/security']) {
    await page.goto(app.url + path)
    await expect(page).toHaveURL(`${app.url}/auth?next=${encodeURIComponent(path)}`)
  }
  await newStudent(page, app, 'Clean')
  for (const path of ['/dashboard', '/dashboard/my-data', '/dashboard/earnings']) {
    await page.goto(app.url + path)
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
    expect(await getViolations(page), path).toEqual([])
    expect(await getDarkViolations(page), `${path}, dark`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})
