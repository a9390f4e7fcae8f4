import path from 'node:path'
import { getComplaints } from './axe.ts'
import { behindThePages, expect, test } from './app.ts'
import { newStudent } from './test-user.ts'

// No script touches this form; with one it is sent in my-data.test.ts.
test.describe('the profile with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('is edited in a dialog, bank details with it; what does not fit loses nothing', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Rukayat')
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('button', { name: 'Bank Details' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
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

    await page.getByLabel('Year of study').fill('four')
    await page.getByLabel('Institution').fill('')
    await page.getByLabel('Bank name').fill('GTBank')
    await page.getByLabel('Account name').fill('Rukayat Okonkwo')
    await page.getByLabel('Account number', { exact: true }).fill('0000014579')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard/account`)
    await expect(page.getByText('Profile updated!')).toBeVisible()
    await expect(page.getByText('Your bank details wait for your answer.')).toBeVisible()
    await expect(page.getByText('This account belongs to OKONKWO ADAORA NGOZI. Is it yours?')).toBeVisible()
    await expect(page.getByText(/Your profile says Rukayat Okonkwo\. You can keep the account all the same/)).toBeVisible()
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
    await expect(page.getByText('GTBank ••••••4579')).toBeVisible()
    await expect(page.getByText('Not specified')).toBeVisible()

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
})

test('an account number is masked until its owner shows it, and the dialog is free of complaints', async ({ page, app }) => {
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
  expect(await getComplaints(page)).toEqual([])
})

test('bank details that come with a work lead to the question whose account it is, after the work is sent', async ({
  page,
  app,
}) => {
  await newStudent(page, app, 'Adaora')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('With an account')
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Format').selectOption('PDF')
  await page.getByLabel('Bank name').fill('GTBank')
  await page.getByLabel('Account number').fill('0000014579')
  await page.getByLabel('File').setInputFiles(path.resolve(import.meta.dirname, '../fixtures/eclampsia-care.pdf'))
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText('This account belongs to OKONKWO ADAORA NGOZI. Is it yours?')).toBeVisible()
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByText(/Is GTBank ••••••4579 your account\?/)).toBeVisible()
  await page.getByRole('link', { name: 'See whose it is and answer' }).click()
  await page.getByRole('button', { name: 'Yes, it is mine' }).click()
  await expect(page.getByText('Bank details saved')).toBeVisible()
  await page.goto(`${app.url}/upload-materials`)
  await expect(page.getByRole('heading', { name: 'With an account' })).toBeVisible()
  await expect(page.getByText('Money goes to GTBank ••••••4579')).toBeVisible()
})
