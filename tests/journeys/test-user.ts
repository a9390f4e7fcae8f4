import type { Page } from '@playwright/test'
import { type TestResponse, send } from '../support/http.ts'
import { linkIn, mailTo, signUpFields } from '../support/emails.ts'
import { expect, type TestApp, newAddress } from './app.ts'

export type CurrentUser = { firstName: string; email: string; password: string }

/** Fills in and sends the sign-up form. */
export async function signUp(page: Page, app: Pick<TestApp, 'url'>, user: CurrentUser): Promise<void> {
  await page.goto(`${app.url}/auth?tab=sign-up`)
  await fillInSignUp(page, user)
}

/** Fills in and sends the sign-up form of the open page. */
export async function fillInSignUp(page: Page, user: CurrentUser): Promise<void> {
  await page.getByLabel('First name').fill(user.firstName)
  await page.getByLabel('Last name').fill('Okonkwo')
  await page.getByLabel('Institution').fill('School of Nursing, Eleyele')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Year of study').selectOption('year-3')
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

export async function signIn(
  page: Page,
  app: Pick<TestApp, 'url'>,
  { email, password }: Omit<CurrentUser, 'firstName'>,
): Promise<void> {
  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs the page's browser in by the sign-in form's own request, without a screen. */
export async function signedIn(
  page: Page,
  app: Pick<TestApp, 'url'>,
  { email, password }: Omit<CurrentUser, 'firstName'>,
): Promise<void> {
  await takeCookies(page, app, await send(`${app.url}/auth`, { intent: 'login', email, password }))
}

/**
 * Creates a student who signed up and confirmed by email, by the requests that the forms send, and signs the page's
 * browser in as them. student.test.ts uses the forms themselves.
 */
export async function newStudent(
  page: Page,
  app: Pick<TestApp, 'url' | 'dataDirectory'>,
  firstName: string,
): Promise<CurrentUser> {
  const user = { firstName, email: newAddress(firstName.toLowerCase()), password: 'a long enough secret' }
  const fields = { ...signUpFields(user.email), first_name: firstName, last_name: 'Okonkwo', password: user.password }
  expect((await send(`${app.url}/auth?tab=sign-up`, fields)).status).toBe(303)
  const { mail } = await mailTo(app.dataDirectory, user.email, 'Confirm your Lamplight account')
  await takeCookies(page, app, await send(linkIn(mail), { password: user.password }))
  return user
}

/**
 * Saves a student's bank details by the requests that the forms send, and confirms where required that the account is
 * theirs. profile.test.ts uses the forms themselves.
 */
export async function savesBankDetails(
  page: Page,
  { url }: Pick<TestApp, 'url'>,
  { firstName, password: bank_password }: CurrentUser,
  details: { bank_name: string; account_name?: string; account_number: string },
): Promise<void> {
  const sent = { headers: { origin: url }, maxRedirects: 0 }
  const profile = { first_name: firstName, last_name: 'Okonkwo', institution: 'School of Nursing, Eleyele', year_of_study: '3' }
  const saved = await page.request.post(`${url}/dashboard`, { ...sent, multipart: { ...profile, ...details, bank_password } })
  expect(saved.status()).toBe(303)
  if (saved.headers().location === '/dashboard/account') {
    const stored = await page.request.post(`${url}/dashboard/account`, { ...sent, form: { intent: 'keep', bank_password } })
    expect(stored.status()).toBe(303)
  }
  // The next page would show this one's toast.
  await page.context().clearCookies({ name: 'toast' })
}

/** Sets the session of a response in the page's browser. */
async function takeCookies(page: Page, { url }: Pick<TestApp, 'url'>, { status, cookies }: TestResponse): Promise<void> {
  expect(status).toBe(303)
  const session = cookies.map((line) => line.split(';')[0] ?? '').find((pair) => pair.startsWith('session='))
  expect(session, 'a session').toBeDefined()
  await page
    .context()
    .addCookies([{ name: 'session', value: session?.slice('session='.length) ?? '', url, httpOnly: true, sameSite: 'Lax' }])
}
