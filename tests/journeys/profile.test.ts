import path from 'node:path'
import type { Locator } from '@playwright/test'
import { getTestPostgresql } from '../support/own-postgresql.ts'
import { getViolations } from './axe.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'
import { approvedWork } from './approved-work.ts'
import { newStudent } from './test-user.ts'
import { openBankDetails } from './upload-form.ts'

const ADMIN = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

const isModal = (dialog: Locator) => dialog.evaluate((element) => element.matches(':modal'))

test.describe('the profile with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('is edited in a dialog with bank details, and preserves invalid input', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Rukayat')
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('button', { name: 'Bank Details' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    expect(await isModal(dialog)).toBe(false)
    await expect(page.getByLabel('Bank name')).toBeFocused()
    await expect(page.getByLabel('Bank name')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    expect(await isModal(dialog)).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByLabel('Year of study')).toHaveValue('3')
    await page.getByLabel('Course of study').fill('BNSc Nursing')
    await page.getByLabel('Year of study').fill('9')
    await page.getByLabel('Account number', { exact: true }).fill('08031234567')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Update failed')
    await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')
    await expect(page.getByLabel('Year of study')).toHaveAccessibleDescription(/A year from 1 to 7/)
    await expect(page.getByLabel('Account number', { exact: true })).toHaveAccessibleDescription(/looks like a phone number/)
    await page.getByLabel('Account number', { exact: true }).fill('12345678')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Account number', { exact: true })).toHaveAccessibleDescription(/has 10 digits; this has 8$/)
    await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')

    await page.getByLabel('Year of study').fill('four')
    await page.getByLabel('Institution').fill('')
    await page.getByLabel('Bank name').fill('GTBank')
    await expect(page.getByLabel('Account name')).toHaveCount(0)
    await expect(page.getByText('Account name: your bank tells it to us when you save, and you check it.')).toBeVisible()
    await page.getByLabel('Account number', { exact: true }).fill('0000014579')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard/account`)
    await expect(page.getByText('Profile updated!')).toBeVisible()
    await expect(page.getByText('Please confirm your bank details.')).toBeVisible()
    await expect(page.getByText('This account belongs to OKONKWO ADAORA NGOZI. Is it yours?')).toBeVisible()
    await expect(page.getByText('GTBank 0000014579')).toBeVisible()
    // On a self-managed PostgreSQL there is no demo mode: the Paystack server of the tests answers.
    await expect(page.getByText('the answer is made up by a simulator')).toHaveCount(getTestPostgresql() ? 0 : 1)
    await expect(page.getByText(/Your profile says Rukayat Okonkwo\. You can keep the account anyway/)).toBeVisible()
    await page.getByRole('link', { name: 'No, change it' }).click()
    await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('0000014579')
    await page.getByLabel('Account number', { exact: true }).fill('1111111111')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('GTBank knows no account with this number.')).toBeVisible()
    await page.getByRole('link', { name: 'Change it' }).click()
    await page.getByLabel('Account number', { exact: true }).fill('0000014579')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('button', { name: 'Yes, it is mine' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await expect(page.getByText('Bank details saved')).toBeVisible()
    await expect(page.getByText('GTBank ••••••4579', { exact: true })).toBeVisible()
    await expect(page.getByText('Not specified')).toBeVisible()
    await page.getByRole('button', { name: 'Bank Details' }).click()
    await expect(page.getByText('Account name: OKONKWO ADAORA NGOZI')).toBeVisible()

    const adminClient = behindThePages(app)
    const { data } = await adminClient
      .from('profiles')
      .select('course_of_study, year_of_study, "Institition", profiles_bank_details(account_number)')
      .eq('first_name', 'Rukayat')
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
    expect(data).toMatchObject({ course_of_study: 'BNSc Nursing', year_of_study: 0, Institition: null })
    expect(JSON.stringify(data)).toContain('0000014579')
    expect(user.email).toContain('rukayat')
  })

  test('finds the bank by any of its names, and asks when several or none fit', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Halima')
    await page.goto(`${app.url}/dashboard?bank`)
    await page.getByLabel('Course of study').fill('BNSc Nursing')
    await page.getByLabel('Bank name').fill('first')
    await page.getByLabel('Account number', { exact: true }).fill('0000014579')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your bank details were not changed. Everything else is saved.')).toBeVisible()
    await expect(page.getByLabel('Bank name')).toHaveAccessibleDescription(
      /More than one bank has such a name\. Choose yours below/,
    )
    await expect(page.getByLabel('Bank name')).toBeFocused()
    await expect(page.getByLabel('Bank name')).toHaveValue('first')
    await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('0000014579')
    const choices = page.getByRole('radiogroup', { name: 'Bank' }).getByRole('radio')
    await expect(choices).toHaveCount(2)

    await page.getByLabel('Bank name').fill('Guarnty')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Bank name')).toHaveAccessibleDescription(/We know no bank of this name/)
    await page.getByRole('radio', { name: 'GTBank' }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard/account`)
    await expect(page.getByText(/^GTBank /)).toBeVisible()

    for (const [typed, bank] of [
      ['uba', 'UBA'],
      ['Guaranty', 'GTBank'],
    ] as const) {
      await page.getByRole('link', { name: 'No, change it' }).click()
      await page.getByLabel('Bank name').fill(typed)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText(new RegExp(`^${bank} `))).toBeVisible()
    }
  })
})

test('an account that the bank cannot be asked about needs its name and is marked as not checked', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  await newStudent(page, app, 'Zainab')
  // Five accounts are checked in an hour.
  for (const digit of ['1', '2', '3', '4', '5']) {
    await page.goto(`${app.url}/dashboard?bank`)
    await page.getByLabel('Bank name').fill('GTB')
    await page.getByLabel('Account number', { exact: true }).fill(`000001457${digit}`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard/account`)
  }
  await page.getByRole('button', { name: 'Leave my bank details as they were' }).click()
  await page.goto(`${app.url}/dashboard?bank`)
  await page.getByLabel('Bank name').fill('GTB')
  await page.getByLabel('Account number', { exact: true }).fill('0000014579')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Account name')).toHaveAccessibleDescription(
    /was changed often today, so we did not ask your bank/,
  )
  await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('0000014579')
  await page.getByLabel('Account name').fill('Zainab Okonkwo')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('GTBank ••••••4579 · Not yet checked by the bank.')).toBeVisible()
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByText('To GTBank ••••••4579 · Not yet checked by the bank.')).toBeVisible()
  await expect(page.getByText('The number does not look like one of GTBank. Check it with your bank app.')).toBeVisible()
  await page.goto(`${app.url}/dashboard?bank`)
  await expect(page.getByLabel('Account name')).toHaveValue('Zainab Okonkwo')
})

test('an account number is masked until its owner shows it, and the dialog is accessible', async ({ page, app }) => {
  await newStudent(page, app, 'Sade')
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const masking = () =>
    page
      .getByLabel('Account number', { exact: true })
      .evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'))
  expect(await masking()).toBe('disc')
  await page.getByLabel('Show the account number').check()
  expect(await masking()).toBe('none')
  expect(await getViolations(page)).toEqual([])
})

test('bank details sent with a work lead to the bank account verification after the upload', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  await newStudent(page, app, 'Adaora')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('With an account')
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Format').selectOption('PDF')
  await openBankDetails(page)
  await page.getByLabel('Bank name').fill('first')
  await page.getByLabel('Account number').fill('12345')
  await page.getByLabel('File').setInputFiles(path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf'))
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByLabel('Account number')).toHaveAccessibleDescription(/has 10 digits; this has 5$/)
  await expect(page.getByLabel('Title')).toHaveValue('With an account')
  await page.getByLabel('Account number').fill('0000014579')
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByLabel('Bank name')).toHaveAccessibleDescription(/More than one bank has such a name/)
  await expect(page.getByLabel('Account number')).toHaveValue('0000014579')
  expect(await getViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'First Bank' }).check()
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText('This account belongs to OKONKWO ADAORA NGOZI. Is it yours?')).toBeVisible()
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText(/Is First Bank ••••••4579 your account\?/)).toBeVisible()
  await page.getByRole('link', { name: 'Check the name and confirm' }).click()
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  await page.goto(`${app.url}/upload-materials`)
  await expect(page.getByRole('heading', { name: 'With an account' })).toBeVisible()
  await expect(page.getByText('Money goes to First Bank ••••••4579')).toBeVisible()
})

test('Edit Profile is modal, and a rejected one opens modal again with what was typed', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await newStudent(page, app, 'Bisi')
  await page.goto(`${app.url}/dashboard`)
  const button = page.getByRole('button', { name: 'Edit Profile' })
  const dialog = page.getByRole('dialog')
  await button.click()
  expect(await isModal(dialog)).toBe(true)
  await page.getByLabel('Course of study').fill('BNSc Nursing')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')
  await page.getByLabel('Year of study').fill('9')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Update failed')
  expect(await isModal(dialog)).toBe(true)
  await expect(page.getByLabel('Year of study')).toBeFocused()
  await expect(page.getByLabel('Year of study')).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await button.click()
  expect(await isModal(dialog)).toBe(true)
  await expect(page.getByLabel('Year of study')).toHaveValue('9')
  await page.goBack()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(dialog).toBeHidden()
  await page.goto(`${app.url}/dashboard?bank`)
  expect(await isModal(dialog)).toBe(true)
  await expect(page.getByLabel('Bank name')).toBeFocused()
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expect(dialog).toBeHidden()
})

test.describe('a work on sale', () => {
  test.use({ fixture: 'shared' })

  test('the page of a work names its author as long as they allow it', async ({ page, app }) => {
    const title = 'Handover at the bedside, with a name'
    await approvedWork(app, await newStudent(page, app, 'Ruth'), ADMIN, { title, price: 2500, link: null })
    const allow = async (allowed: boolean) => {
      await page.goto(`${app.url}/dashboard`)
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      const box = page.getByLabel('Put my given name, school and year on the pages of my works')
      await expect(box).toBeChecked({ checked: !allowed })
      await box.setChecked(allowed)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Profile updated!')).toBeVisible()
    }
    const work = `${app.url}/material-preview/handover-at-the-bedside-with-a-name`
    const origin = (await page.context().browser()?.newPage()) ?? page
    await origin.goto(work)
    await expect(origin.getByText('Written by a nursing student.')).toBeVisible()
    await allow(true)
    await origin.reload()
    await expect(origin.getByText(/^Written by Ruth, year \d, /)).toBeVisible()
    await allow(false)
    await origin.reload()
    await expect(origin.getByText('Written by a nursing student.')).toBeVisible()
    await origin.close()
  })
})
