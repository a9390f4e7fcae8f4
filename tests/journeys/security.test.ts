import type { Locator, Page } from '@playwright/test'
import { getDarkViolations, getViolations } from './axe.ts'
import { expect, type TestApp, linkIn, mailTo, newAddress, pastThePages, test } from './app.ts'
import { newStudent, type CurrentUser, signIn } from './test-user.ts'

const NEW_PASSWORD = 'another long secret'

/** The page with both forms, which a rejected form shows again. */
async function atSecurity(page: Page, { url }: TestApp): Promise<void> {
  if (page.url() !== `${url}/dashboard/security`) {
    await page.goto(`${url}/dashboard/security`)
  }
}

async function changePassword(page: Page, app: TestApp, present: string, wanted: string) {
  await atSecurity(page, app)
  await page.getByLabel('Current password').fill(present)
  await page.getByLabel('New password').fill(wanted)
  await page.getByRole('button', { name: 'Change my password' }).click()
}

async function changeEmail(page: Page, app: TestApp, email: string, password: string) {
  await atSecurity(page, app)
  await page.getByLabel('New email').fill(email)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Change my email' }).click()
}

/** Returns the place of a visible element, in CSS pixels. */
async function getBox(element: Locator) {
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** Returns true if another session can still be renewed. */
async function goesOn(session: Awaited<ReturnType<typeof pastThePages>>): Promise<boolean> {
  const { data } = await session.auth.getSession()
  const { error } = await session.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
  return error === null
}

// The journeys below send both forms with the script, which shows a password.
test.describe('an account with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('gets a new password with the present one, which ends other sessions and sends an email', async ({
    page,
    app,
    expectErrors,
  }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Zainab')
    const elsewhere = await pastThePages(app, user.email, user.password)

    await changePassword(page, app, 'not my password', NEW_PASSWORD)
    await expect(page.getByRole('alert')).toContainText('The password was not changed')
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/not your current password/)
    await expect(page.getByLabel('Current password')).toHaveValue('')
    await changePassword(page, app, user.password, 'short')
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Use at least 8 characters/)
    await changePassword(page, app, user.password, user.password)
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/your current password/)
    await changePassword(page, app, '', '')
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/Type a password/)
    expect(await goesOn(elsewhere)).toBe(true)

    await changePassword(page, app, user.password, NEW_PASSWORD)
    await expect(page.getByText('Your password is changed')).toBeVisible()
    expect(await goesOn(elsewhere)).toBe(false)
    await page.goto(`${app.url}/dashboard`)
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    const mail = await mailTo(app.dataDirectory, user.email, 'Your password was changed')
    expect(mail.text).toContain('Choose a new password')

    await page.context().clearCookies()
    await signIn(page, app, user)
    await expect(page.getByText('Login Error')).toBeVisible()
    await signIn(page, app, { ...user, password: NEW_PASSWORD })
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })

  test('moves to another address when both have confirmed it, in either order', async ({
    page,
    app,
    browser,
    request,
    expectErrors,
  }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Yemi')
    const address = newAddress('yemi.new')
    await changeEmail(page, app, user.email.toUpperCase(), user.password)
    await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/the address you have now/)
    await changeEmail(page, app, 'yemi@', user.password)
    await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/The address is not complete/)
    await expect(page.getByLabel('New email')).toHaveValue('yemi@')
    await changeEmail(page, app, address, 'not my password')
    await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/not your current password/)
    await expect(page.getByLabel('New email')).toHaveValue(address)

    await changeEmail(page, app, address, user.password)
    await expect(page.getByText('Check both mailboxes')).toBeVisible()
    await expect(page.getByText(`You asked to move to ${address}`)).toBeVisible()
    await changeEmail(page, app, address, user.password)
    await expect(page.getByLabel('New email')).toHaveAccessibleDescription(/less than a minute ago/)

    // The new mailbox is opened on another phone, which is not signed in and remains so.
    const confirmSubject = 'Confirm the new email of your account'
    const toNew = linkIn(await mailTo(app.dataDirectory, address, confirmSubject))
    const other = await browser.newContext({ javaScriptEnabled: false })
    const phone = await other.newPage()
    await request.get(toNew)
    await phone.goto(toNew)
    await phone.getByRole('button', { name: 'Confirm from this address' }).click()
    await expect(phone.getByRole('heading', { name: 'Confirmed from this address' })).toBeVisible()
    await phone.goto(toNew)
    await expect(phone.getByRole('heading', { name: 'This address is confirmed' })).toBeVisible()
    await other.clearCookies()
    await phone.goto(toNew)
    await phone.getByRole('button', { name: 'Confirm from this address' }).click()
    await expect(phone.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
    await phone.getByRole('link', { name: 'Sign-in and security' }).click()
    await expect(phone).toHaveURL(/\/auth\?next=%2Fdashboard%2Fsecurity$/)
    await other.close()

    await page.goto(linkIn(await mailTo(app.dataDirectory, user.email, confirmSubject)))
    await page.getByRole('button', { name: 'Confirm from this address' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard/security`)
    await expect(page.getByText('Your email is changed')).toBeVisible()
    await expect(page.getByText(`You sign in with ${address}.`)).toBeVisible()
    await page.goto(`${app.url}/dashboard`)
    await expect(page.locator('#profile').getByText(address)).toBeVisible()

    const changed = 'The email of your account was changed'
    const [toOldMail, toNewMail] = [
      await mailTo(app.dataDirectory, user.email, changed),
      await mailTo(app.dataDirectory, address, changed),
    ]
    expect(toOldMail.text).toContain('y…\u2060@example.ng')
    expect(toOldMail.text).not.toContain(address)
    expect(toNewMail.text).toContain('Sign in')

    await page.context().clearCookies()
    await signIn(page, app, user)
    await expect(page.getByText('Login Error')).toBeVisible()
    await signIn(page, app, { email: address, password: user.password })
    await expect(page).toHaveURL(`${app.url}/dashboard`)
  })
})

test('confirming an email change while signed out does not sign the user in', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Kemi')
  const address = newAddress('kemi.new')
  await changeEmail(page, app, address, user.password)
  await expect(page.getByText('Check both mailboxes')).toBeVisible()
  await page.context().clearCookies()
  for (const to of [user.email, address]) {
    await page.goto(linkIn(await mailTo(app.dataDirectory, to, 'Confirm the new email of your account')))
    await page.getByRole('button', { name: 'Confirm from this address' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm the new email' })).toBeHidden()
  }
  await expect(page).toHaveURL(`${app.url}/auth`)
  await expect(page.getByText('Your email is changed')).toBeVisible()
})

test("a change to a taken address gets the same response, and the address's owner an email", async ({ page, app }) => {
  const owner = await newStudent(page, app, 'Owner')
  await page.context().clearCookies()
  const user: CurrentUser = await newStudent(page, app, 'Prying')
  await changeEmail(page, app, owner.email, user.password)
  await expect(page.getByText('Check both mailboxes')).toBeVisible()
  await expect(page.getByText('Tap the button in both emails. Then your email changes.')).toBeVisible()
  const mail = await mailTo(app.dataDirectory, owner.email, 'You already have a Lamplight account')
  expect(mail.text).toContain('nothing was changed')
})

test('a reset link works again after the backend rejects a password', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const user = await newStudent(page, app, 'Bukola')
  await page.context().clearCookies()
  await page.goto(`${app.url}/auth/forgot-password`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const link = linkIn(await mailTo(app.dataDirectory, user.email, 'Choose a new Lamplight password'))
  await page.goto(link)
  await page.getByLabel('New password').fill(user.password)
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/your current password/)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('opened')
})

test('sign-out ends every session, and "sign out elsewhere" preserves the current one', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Sola')
  const [first, second] = [await pastThePages(app, user.email, user.password), await pastThePages(app, user.email, user.password)]
  await page.goto(`${app.url}/dashboard/security`)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else')).toBeVisible()
  expect(await goesOn(first)).toBe(false)
  expect(await goesOn(second)).toBe(false)

  const third = await pastThePages(app, user.email, user.password)
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  expect(await goesOn(third)).toBe(false)
})

test('a session that was ended elsewhere cannot open the account pages', async ({ page, app, browser }) => {
  const user = await newStudent(page, app, 'Ended')
  const thief = await browser.newContext({ storageState: await page.context().storageState() })
  const stolen = await thief.newPage()
  await changePassword(page, app, user.password, NEW_PASSWORD)
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await stolen.goto(`${app.url}/dashboard/security`)
  await expect(stolen).toHaveURL(/\/auth\?next=%2Fdashboard%2Fsecurity$/)
  await expect(stolen.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await thief.close()
})

test('two tabs agree about the signed-in user', async ({ page, app, context, expectErrors }) => {
  expectErrors(401)
  const user = await newStudent(page, app, 'Tabitha')
  const other = await context.newPage()
  await page.goto(`${app.url}/dashboard`)
  await other.goto(`${app.url}/dashboard`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await other.getByRole('button', { name: 'Edit Profile' }).click()
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'You are signed out' })).toBeVisible()
  await expect(other.getByText('Tabitha', { exact: true })).toBeVisible()

  await signIn(page, app, user)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await other.getByRole('button', { name: 'Send it again' }).click()
  await expect(other).toHaveURL(`${app.url}/dashboard`)
  await expect(other.getByText('Profile updated!')).toBeVisible()
})

test('a button shows and hides passwords, and the account pages are accessible', async ({ page, app }) => {
  await page.goto(`${app.url}/auth`)
  const password = page.getByLabel('Password')
  await password.fill('a lamp')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('a lamp')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  const [tappable, field] = [await getBox(page.getByRole('button', { name: 'Show' })), await getBox(password)]
  expect(Math.min(tappable.width, tappable.height)).toBeGreaterThanOrEqual(44)
  // The button is inside the field, at its end, and as high as it.
  expect([tappable.y, tappable.height, tappable.x + tappable.width]).toEqual([field.y, field.height, field.x + field.width])

  await newStudent(page, app, 'Axe')
  for (const path of [
    '/dashboard/security',
    '/auth/confirm?type=recovery&token_hash=x',
    '/auth/confirm?type=email_change&half',
  ]) {
    await page.goto(app.url + path)
    expect(await getViolations(page), path).toEqual([])
    expect(await getDarkViolations(page), `${path}, dark`).toEqual([])
  }
})

test('the sign-in page opens the requested tab, greets nobody and says what an account is for', async ({ page, app }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    for (const [address, tab, heading] of [
      ['/auth', 'Login', 'Sign in'],
      ['/auth?next=/upload-materials', 'Login', 'Sign in'],
      ['/auth?tab=sign-up&next=/upload-materials', 'Sign Up', 'Sign up'],
    ] as const) {
      await page.goto(app.url + address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText('You need no account to buy.')).toBeVisible()
      const tabs = page.getByRole('navigation', { name: 'Login or Sign Up' })
      await expect(tabs.locator('[aria-current]')).toHaveText(tab)
      // The rule of the tabs and the button end where the fields end.
      const { x, width: fieldWidth } = await getBox(page.getByLabel('Email'))
      for (const element of [tabs, page.getByRole('button', { name: heading, exact: true })]) {
        const box = await getBox(element)
        expect([box.x, box.width]).toEqual([x, fieldWidth])
      }
    }
  }
})

test('the password button is absent without a script', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/auth`)
  await expect(page.getByRole('button', { name: 'Show' })).toHaveCount(0)
  await context.close()
})

test('every field of the account pages has its autocomplete hint, and sign-up states the agreement', async ({ page, app }) => {
  const getFields = async (path: string) => {
    await page.goto(app.url + path)
    return page
      .locator('main')
      .locator('input:not([type=hidden], [hidden]), select')
      .evaluateAll((controls: HTMLInputElement[]) =>
        controls.map(({ name, type, autocomplete, inputMode, required }) =>
          [name, type, autocomplete, inputMode, required ? 'required' : ''].filter((detail) => detail !== '').join(' '),
        ),
      )
  }
  expect(await getFields('/auth')).toEqual(['email email email email required', 'password password current-password required'])
  expect(await getFields('/auth?tab=sign-up')).toEqual([
    'first_name text given-name required',
    'last_name text family-name required',
    'institution_of_study text organization required',
    'gender select-one required',
    'current_year_of_study select-one required',
    'email email email email required',
    'password password new-password required',
  ])
  const agreed = page.getByText(/^By signing up you agree to the terms and the privacy page\./)
  await expect(agreed).toContainText('If you are under 18, ask your parent or guardian first.')
  await expect(agreed.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms')
  await expect(agreed.getByRole('link', { name: 'privacy page' })).toHaveAttribute('href', '/privacy')
  const choices = (label: string) =>
    page
      .getByLabel(label)
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  expect((await choices('Gender')).toSorted()).toEqual(['', 'female', 'male', 'other', 'prefer-not-to-say'])
  expect(await choices('Year of study')).toEqual([
    '',
    'year-1',
    'year-2',
    'year-3',
    'year-4',
    'year-5',
    'postgraduate',
    'graduate',
  ])

  expect(await getFields('/auth/forgot-password')).toEqual(['email email email email required'])
  expect(await getFields('/auth/confirm?type=recovery&token_hash=x')).toEqual(['password password new-password required'])
  await newStudent(page, app, 'Fields')
  expect(await getFields('/dashboard/security')).toEqual([
    'present_password password current-password required',
    'new_password password new-password required',
    'email email email email required',
    'email_password password current-password required',
  ])
  expect(await getFields('/dashboard?bank')).toEqual([
    'avatar file',
    'first_name text given-name',
    'last_name text family-name',
    'institution text organization',
    'course_of_study text',
    'phone_number tel tel',
    'year_of_study text numeric',
    'named_on_works checkbox',
    'bank_name text',
    'account_number text off numeric',
    'checkbox',
  ])
  // The list of banks, by the names that students use; their other names are labels.
  const banks = await page
    .locator('datalist#banks option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  for (const bank of ['Access Bank', 'First Bank', 'GTBank', 'UBA', 'Zenith Bank', 'Kuda', 'Moniepoint', 'OPay', 'PalmPay']) {
    expect(banks).toContain(bank)
  }
})
