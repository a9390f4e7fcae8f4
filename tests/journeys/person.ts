import type { Page } from '@playwright/test'
import { expect, type Lamplight, linkIn, mailTo, newAddress } from './lamplight.ts'

export type Person = { firstName: string; email: string; password: string }

/** Fills in and sends the sign-up form. */
export async function signUp(page: Page, lamplight: Pick<Lamplight, 'url'>, person: Person): Promise<void> {
  await page.goto(`${lamplight.url}/auth?tab=sign-up`)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill('Okonkwo')
  await page.getByLabel('Institution').fill('School of Nursing, Eleyele')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Year of study').selectOption('year-3')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

export async function signIn(
  page: Page,
  lamplight: Pick<Lamplight, 'url'>,
  { email, password }: Omit<Person, 'firstName'>,
): Promise<void> {
  await page.goto(`${lamplight.url}/auth`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** A student who signed up and confirmed by mail; the page is signed in as them afterwards. */
export async function newStudent(
  page: Page,
  lamplight: Pick<Lamplight, 'url' | 'dataDirectory'>,
  firstName: string,
): Promise<Person> {
  const person = { firstName, email: newAddress(firstName.toLowerCase()), password: 'a long enough secret' }
  await signUp(page, lamplight, person)
  await expect(page.getByText('Account Created! 🎉')).toBeVisible()
  await page.goto(linkIn(await mailTo(lamplight.dataDirectory, person.email)))
  await page.getByRole('button', { name: 'Confirm my account' }).click()
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  return person
}
