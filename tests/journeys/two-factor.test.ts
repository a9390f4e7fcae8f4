import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { asAdmin, elsewhere, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, mailTo, pastThePages, type TestApp } from './app.ts'
import { withMovedClock } from './moved-clock.ts'
import { newStudent, signIn } from './test-user.ts'

const test = withMovedClock()

const PATH = '/dashboard/security/two-factor'
const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

const ELEVEN_MINUTES = 11 * 60_000
let movedMs = 0

/** Lets a confirmation of this moment become too old. */
async function waitElevenMinutes(moveClock: (days: number) => Promise<void>): Promise<void> {
  await moveClock(ELEVEN_MINUTES / (24 * 3_600_000))
  movedMs += ELEVEN_MINUTES
}

/** The code that an authenticator app shows; `later`: of the next step, because each step is accepted once. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + movedMs + later * 30_000 })

async function confirmPassword(page: Page, app: TestApp, password: string) {
  await page.goto(`${app.url}${PATH}`)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible()
}

/** Adds an authenticator app to an account without a second factor. Returns its key, that code and the recovery codes. */
async function addApp(page: Page, app: TestApp, password: string) {
  await confirmPassword(page, app, password)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = ((await page.locator('.one-time-key').textContent()) ?? '').replaceAll(' ', '')
  // On the same phone the link opens the app with the key.
  const link = await page.getByRole('link', { name: 'Open in your authenticator app' }).getAttribute('href')
  expect(new URL(link ?? '').searchParams.get('secret')).toBe(key)
  const code = codeOf(key)
  await page.getByLabel('Code that the app shows now').fill(code)
  await page.getByRole('button', { name: 'Add this app' }).click()
  const codes = page.locator('.recovery-codes code')
  await expect(codes).toHaveCount(10)
  return { key, code, codes: await codes.allTextContents() }
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel('Code from your authenticator app').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Removes all second factors of an account with the tool's function, for the next journey. */
async function reset(app: TestApp, email: string): Promise<void> {
  await behindThePages(app).rpc('reset_second_factors', { account_email: email }).throwOnError()
}

/** Gives the page's browser a virtual authenticator that always confirms. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

test('an admin adds an authenticator app, and then every sign-in and payout needs its code', async ({
  page,
  browser,
  app,
  expectErrors,
}) => {
  expectErrors(400, 404)
  await asAdmin(page, app)
  const older = await elsewhere(browser)
  await asAdmin(older, app)
  const { key, code, codes } = await addApp(page, app, admin.password)
  try {
    await isInOrderInBothThemes(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('lamplight-recovery-codes.txt')
    await page.getByRole('link', { name: 'I have saved them' }).click()
    await expect(page.getByText('You have 10 of 10 recovery codes left')).toBeVisible()
    await isInOrder(page)
    const mail = await mailTo(app.dataDirectory, admin.email, 'A second factor was added to your account')
    expect(mail.text).toContain('My phone')

    // A session from before the factor has ended.
    await older.goto(`${app.url}/admin`)
    await expect(older).toHaveURL(/\/auth\?next=/)

    // The password alone leads to the second factor, and nowhere else.
    await signIn(older, app, admin)
    await expect(older.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await isInOrderInBothThemes(older)
    await older.goto(`${app.url}/admin`)
    await expect(older).toHaveURL(/\/auth\?next=/)
    await older.goto(`${app.url}/auth/second-factor?next=/admin/money/payouts`)
    await typeCode(older, '000000')
    await expect(older.getByLabel('Code from your authenticator app')).toHaveAccessibleDescription(/This code is not right/)
    // The code that added the app is used up.
    await typeCode(older, code)
    await expect(older.getByLabel('Code from your authenticator app')).toHaveAccessibleDescription(/used already|not right/)
    await typeCode(older, codeOf(key, 1))
    await expect(older).toHaveURL(`${app.url}/admin/money/payouts`)

    // The plain API with the password alone is no admin.
    const past = await pastThePages(app, admin.email, admin.password)
    expect((await past.rpc('propose_payouts')).error).toMatchObject({ code: '42501' })
    expect((await past.from('audit_log').select('id')).data).toEqual([])
    expect((await past.rpc('second_factor_state')).data).toBe('needed')

    // A recovery code signs in once.
    const third = await elsewhere(browser)
    for (const attempt of ['first', 'second']) {
      await third.context().clearCookies()
      await signIn(third, app, admin)
      await third.getByText('I do not have my phone').click()
      await third.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
      await third.getByRole('button', { name: 'Use this recovery code' }).click()
      if (attempt === 'first') {
        await expect(third).toHaveURL(`${app.url}/admin`)
      } else {
        await expect(third.getByLabel('Recovery code')).toHaveAccessibleDescription(/not right, or it was used already/)
      }
    }
  } finally {
    await reset(app, admin.email)
  }
})

test('an admin confirms an export with a code in place of the password, once for ten minutes', async ({
  page,
  app,
  moveClock,
  expectErrors,
}) => {
  expectErrors(400)
  await asAdmin(page, app)
  const { key } = await addApp(page, app, admin.password)
  try {
    await waitElevenMinutes(moveClock)
    await page.goto(`${app.url}/admin/catalogue/topics/import`)
    const code = page.getByLabel('Code from your authenticator app')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(code).toHaveAccessibleDescription(/Type the code/)
    await code.fill('123456')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(code).toHaveAccessibleDescription(/not right/)
    await code.fill(codeOf(key))
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(page.getByRole('link', { name: /^Download .* topics$/ })).toBeVisible()
    await expect(code).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
    await expect(code).toHaveCount(0)

    await waitElevenMinutes(moveClock)
    await page.reload()
    await page.getByRole('link', { name: 'confirm with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await isInOrder(page)
  } finally {
    await reset(app, admin.email)
  }
})

test('a student adds a passkey, signs in with it, and removes it', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const student = await newStudent(page, app, 'Halima')
  const { cdp, id } = await addAuthenticator(page)
  await confirmPassword(page, app, student.password)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Phone of Halima')
  await isInOrder(page)
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(page.locator('.recovery-codes code')).toHaveCount(10)
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials).toHaveLength(1)

  // The same device again is refused by the browser.
  await page.goto(`${app.url}${PATH}?add=passkey`)
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(page.getByRole('alert')).toHaveText(/has a passkey for your account already|was not used/)

  await page.context().clearCookies()
  await signIn(page, app, student)
  await isInOrder(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)

  // A response is accepted once: its challenge is used up.
  await page.context().clearCookies()
  await signIn(page, app, student)
  const sent = page.waitForRequest((request) => new URLSearchParams(request.postData() ?? '').has('response'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  const response = new URLSearchParams((await sent).postData() ?? '').get('response') ?? ''
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  expect(JSON.parse(response)).toMatchObject({ type: 'public-key' })
  await page.context().clearCookies()
  await signIn(page, app, student)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await page.evaluate((replayed) => {
    const input = document.querySelector<HTMLInputElement>('form[data-passkey] [name=response]')
    if (input) {
      input.value = replayed
    }
  }, response)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').first()).toContainText('This passkey was not accepted')

  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await page.goto(`${app.url}${PATH}`)
  await page.getByText('Rename or remove').click()
  await page.getByLabel('Name').fill('Old phone')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Old phone')).toBeVisible()
  await page.getByText('Rename or remove').click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Turn it on' })).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, app, student)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

test('a copied passkey is rejected by its counter', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const student = await newStudent(page, app, 'Kemi')
  const { cdp, id } = await addAuthenticator(page)
  await confirmPassword(page, app, student.password)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(page.locator('.recovery-codes code')).toHaveCount(10)
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })
  const [credential] = credentials
  if (!credential) {
    throw new Error('The authenticator has no credential')
  }
  await page.context().clearCookies()
  await signIn(page, app, student)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  // The copy has the counter from before this sign-in.
  await cdp.send('WebAuthn.removeCredential', { authenticatorId: id, credentialId: credential.credentialId })
  await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential: { ...credential, signCount: 0 } })
  await page.context().clearCookies()
  await signIn(page, app, student)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').first()).toContainText('This passkey was not accepted')
})

test('ten wrong codes stop an intruder with the password, also in a new session', async ({ page, app, expectErrors }) => {
  expectErrors(400, 429)
  const student = await newStudent(page, app, 'Sade')
  const { key, codes } = await addApp(page, app, student.password)
  await page.context().clearCookies()
  await signIn(page, app, student)
  const field = page.getByLabel('Code from your authenticator app')
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await typeCode(page, '000000')
    await expect(field).toHaveAccessibleDescription(/This code is not right/)
  }
  await page.context().clearCookies()
  await signIn(page, app, student)
  await typeCode(page, codeOf(key, 1))
  await expect(field).toHaveAccessibleDescription(/too many wrong codes/)
  await page.getByText('I do not have my phone').click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Use this recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/too many wrong codes/)
})

test('a student with a second factor needs it to delete the account, and after a new password', async ({
  page,
  app,
  moveClock,
}) => {
  const student = await newStudent(page, app, 'Ronke')
  const { key } = await addApp(page, app, student.password)
  await page.goto(`${app.url}/dashboard/security`)
  await page.getByLabel('Current password').fill(student.password)
  await page.getByLabel('New password').fill('another long secret')
  await page.getByRole('button', { name: 'Change my password' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await typeCode(page, codeOf(key, 1))
  await expect(page).toHaveURL(`${app.url}/dashboard/security`)

  await waitElevenMinutes(moveClock)
  const deleteAccount = async () => {
    await page.goto(`${app.url}/dashboard/my-data`)
    await page.getByText('I want to delete my account').click()
    await page.getByLabel('Your password').fill('another long secret')
    await page.getByRole('button', { name: 'Delete my account' }).click()
  }
  await deleteAccount()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await typeCode(page, codeOf(key))
  await expect(page).toHaveURL(`${app.url}/dashboard/my-data`)
  await deleteAccount()
  await expect(page).toHaveURL(`${app.url}/`)
})

test('the key of an authenticator app is copied by a button, which is absent without a script', async ({
  page,
  browser,
  app,
}) => {
  const user = await newStudent(page, app, 'Kemi')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await confirmPassword(page, app, user.password)
  await page.getByRole('button', { name: 'Add an authenticator app' }).click()
  await page.getByText('I cannot scan or open it').click()
  const key = ((await page.locator('.one-time-key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await isInOrderInBothThemes(page)

  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto(page.url())
  await plain.getByText('I cannot scan or open it').click()
  await expect(plain.locator('.one-time-key')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Copy' })).toHaveCount(0)
  await context.close()
})
