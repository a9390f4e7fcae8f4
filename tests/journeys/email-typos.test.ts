// A form asks once about an address whose provider looks misspelled; without a script too.
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, mailTo, newAddress, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

/** Sends the form and expects the question; then the next send is about the other fields only. */
async function expectQuestion(page: Page, field: string, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('alert')).toContainText('Please look at the email again.')
  await expect(page.getByLabel(field, { exact: true })).toHaveAccessibleDescription(/Did you mean .+@gmail\.com\?/)
  await expect(page.getByLabel(field, { exact: true })).toBeFocused()
}

test('the contact form, a forgotten password and a second email ask about an address once', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  const typed = newAddress('ada').replace('@example.ng', '@gmail.con')
  await page.goto(`${app.url}/contact`)
  await page.getByLabel('Name').fill('Ada Eze')
  await page.getByLabel('Email', { exact: true }).fill(typed)
  await page.getByLabel('About').selectOption('order')
  await page.getByLabel('Message', { exact: true }).fill('I paid twice.')
  await expectQuestion(page, 'Email', 'Send message')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent.')).toBeVisible()

  await page.goto(`${app.url}/auth/forgot-password`)
  await page.getByLabel('Email').fill(typed)
  await expectQuestion(page, 'Email', 'Send the link')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account with the address that you typed')).toBeVisible()

  await page.goto(`${app.url}/auth`)
  await page.getByLabel('Email').fill(typed)
  await page.getByText('Didn’t get the confirmation email?').click()
  await expectQuestion(page, 'Email', 'Send it again')
  await page.getByLabel('Email').fill(typed.replace('.con', '.com'))
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText('If the address is not confirmed yet')).toBeVisible()

  await page.goto(`${app.url}/orders`)
  await page.getByLabel('Your email').fill(typed)
  await expectQuestion(page, 'Your email', 'Send me the links')

  // The message of a complaint is prepared anyway.
  await page.goto(`${app.url}/support`)
  await page.getByLabel('Email you paid with').fill(typed)
  await page.getByRole('button', { name: 'Prepare my message' }).click()
  await expect(page.getByLabel('Email you paid with')).toHaveAccessibleDescription(/Did you mean .+@gmail\.com\?/)
})

test('a change of email and a topic request ask about an address once', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const user = await newStudent(page, app, 'Zara')
  const typed = newAddress('zara').replace('@example.ng', '@gmial.com')
  await page.goto(`${app.url}/dashboard/security`)
  await page.getByLabel('New email').fill(typed)
  await page.getByLabel('Your password', { exact: true }).fill(user.password)
  await expectQuestion(page, 'New email', 'Change my email')
  await page.getByLabel('Your password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Change my email' }).click()
  await expect(page.getByText('Check both mailboxes')).toBeVisible()
  await mailTo(app.dataDirectory, typed)

  await page.goto(`${app.url}/request-a-topic`)
  await page.getByLabel('Topic', { exact: true }).fill('Cord care in Kano')
  await page.getByLabel('Contact').fill(typed)
  await expectQuestion(page, 'Contact (optional)', 'Send request')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

for (const javaScriptEnabled of [false, true]) {
  test.describe(`the upload form with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('asks about an address once, and retains the file', async ({ page, app, expectErrors }) => {
      expectErrors(400)
      await newStudent(page, app, 'Ngozi')
      await page.goto(`${app.url}/upload-materials`)
      await page.getByLabel('Title').fill('Care of a woman with eclampsia')
      await page.getByLabel('Category').selectOption('case_study')
      await page.getByLabel('Format').selectOption('PDF')
      await page.getByLabel('Email').fill('ngozi@gmial.com')
      await page.getByLabel('File').setInputFiles(path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf'))
      await expectQuestion(page, 'Email', 'Upload Material')
      await expect(page.getByText('eclampsia-care.pdf').first()).toBeVisible()
      await page.getByRole('button', { name: 'Upload Material' }).click()
      await expect(page.getByText('Material uploaded successfully!')).toBeVisible()
    })
  })
}
