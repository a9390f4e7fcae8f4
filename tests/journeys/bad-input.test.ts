import fs from 'node:fs'
import path from 'node:path'
import { behindThePages, expect, newAddress, test } from './app.ts'
import { newStudent, signIn, signUp } from './test-user.ts'
import { temporaryDirectory } from '../support/processes.ts'
import { openOptional } from './upload-form.ts'

const TITLE = 'Hand hygiene among student nurses'

// With the form's script, which shows errors before sending, and without it, when the server shows them.
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'an invalid upload' : 'an invalid upload, with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('shows the headline and the reason at its field, and preserves all input', async ({ page, app, expectErrors }) => {
      expectErrors(400, 413)
      const folder = temporaryDirectory()
      const make = (name: string, bytes: number, begin = '') => {
        const file = path.join(folder.path, name)
        fs.writeFileSync(file, begin)
        fs.truncateSync(file, bytes)
        return file
      }
      const program = make('thesis.pdf', 3000, 'MZ\x90\x00this program cannot be run in DOS mode')
      const huge = make('huge.pdf', 51 * 1024 * 1024, '%PDF-1.7\n')
      // A file that says nothing of itself, so that no field is filled in from it.
      const scanned = make('scanned.pdf', 3000, '%PDF-1.7\n/Type /Page')
      const empty = make('empty.docx', 0)
      const picture = make('scan.png', 100, '\x89PNG\r\n')

      await newStudent(page, app, 'Efua')
      // Each case begins with an empty form. Drafts on the phone are tested in resumed-uploads.
      await page.addInitScript(() => localStorage.clear())
      const cases = [
        {
          file: null,
          title: TITLE,
          headline: 'Please select a file to upload',
          field: 'File',
          reason: /Please select a file to upload/,
        },
        {
          file: scanned,
          title: '',
          headline: 'Please fill in all required fields',
          field: 'Title',
          reason: /Give it a title/,
        },
        { file: program, title: TITLE, headline: /This is not a PDF file/, field: 'File', reason: /This is not a PDF file/ },
        { file: huge, title: TITLE, headline: /larger than 50 MB|the limit is 50 MB/, field: 'File', reason: /50 MB/ },
        { file: empty, title: TITLE, headline: /This file is empty/, field: 'File', reason: /This file is empty/ },
        {
          file: picture,
          title: TITLE,
          headline: /Only PDF, Word and PowerPoint/,
          field: 'File',
          reason: /Only PDF, Word and PowerPoint/,
        },
      ]
      for (const { file, title, headline, field, reason } of cases) {
        await page.goto(`${app.url}/upload-materials`)
        await page.getByLabel('Title').fill(title)
        await page.getByLabel('Category').selectOption('thesis')
        await page.getByLabel('Format').selectOption('PDF')
        await openOptional(page)
        await page.getByLabel('Pages').fill('54')
        await page.getByLabel('Description').fill('Line one\nLine two')
        await page.getByLabel('Email').fill('efua@example.ng')
        if (file) {
          await page.getByLabel('File').setInputFiles(file)
        }
        await page.getByRole('button', { name: 'Upload Material' }).click()
        await expect(page.getByRole('alert')).toHaveText(headline)
        await expect(page.getByLabel(field)).toHaveAttribute('aria-invalid', 'true')
        await expect(page.getByLabel(field)).toHaveAccessibleDescription(reason)
        await expect(page.getByLabel('Title')).toHaveValue(title)
        await expect(page.getByLabel('Category')).toHaveValue('thesis')
        await expect(page.getByLabel('Format')).toHaveValue('PDF')
        await expect(page.getByLabel('Pages')).toHaveValue('54')
        await expect(page.getByLabel('Description')).toHaveValue('Line one\nLine two')
        await expect(page.getByLabel('Email')).toHaveValue('efua@example.ng')
        await expect(page.getByText('No uploads yet')).toBeVisible()
      }

      // Nothing is stored: no row, no object, no received file.
      const adminClient = behindThePages(app)
      const { data: profile } = await adminClient
        .from('profiles')
        .select('id, user_id')
        .eq('first_name', 'Efua')
        .order('created_at', { ascending: false })
        .limit(1)
        .single()
      expect(
        (
          await adminClient
            .from('material_uploads')
            .select('id')
            .eq('user_id', profile?.id ?? '')
        ).data,
      ).toEqual([])
      expect((await adminClient.storage.from('material-uploads').list(profile?.user_id ?? '')).data).toEqual([])
      expect(fs.readdirSync(path.join(app.dataDirectory, 'receiving'))).toEqual([])
      folder.remove()
    })
  })
}

// No script affects the responses of these forms; shell.test.ts and security.test.ts send them with a script.
test.describe('an invalid upload, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('sign-in responds alike to a wrong password and an unknown address, and preserves the input', async ({
    page,
    app,
    expectErrors,
  }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Halima')
    await page.context().clearCookies()
    const seen = new Set<string>()
    for (const email of [user.email, newAddress('nobody')]) {
      await signIn(page, app, { email, password: 'not the right one' })
      await expect(page.getByRole('alert')).toHaveText('Login ErrorInvalid login credentials')
      seen.add(await page.getByRole('alert').innerText())
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await expect(page.getByLabel('Password')).toHaveValue('')
      await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
    }
    expect(seen.size).toBe(1)
  })

  test('sign-up shows a weak password and empty fields at their fields', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const user = { firstName: 'Ifeoma', email: newAddress('ifeoma'), password: 'short' }
    await signUp(page, app, user)
    await expect(page.getByRole('alert')).toContainText('Sign Up Error')
    // The page shows the server's message, and advice beside the field.
    await expect(page.getByRole('alert')).toContainText(/password/i)
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Use at least 8 characters/)
    await expect(page.getByLabel('First name')).toHaveValue('Ifeoma')
    await expect(page.getByLabel('Year of study')).toHaveValue('year-3')

    await page.goto(`${app.url}/auth?tab=sign-up`)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert')).toContainText('Sign Up Error')
    for (const label of ['First name', 'Last name', 'Institution', 'Gender', 'Year of study', 'Email', 'Password']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    }
  })
})

test('sign-up responds to a known address as to a new one, and emails its owner', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Joy')
  await page.context().clearCookies()
  await signUp(page, app, user)
  await expect(page).toHaveURL(`${app.url}/auth?check-email`)
  await expect(page.getByText('Account Created! 🎉')).toBeVisible()
  await expect
    .poll(
      () =>
        fs.readdirSync(path.join(app.dataDirectory, 'mail')).filter((name) => {
          const letter = fs.readFileSync(path.join(app.dataDirectory, 'mail', name), 'utf8')
          return letter.includes(`To: ${user.email}`) && letter.includes('You already have a Lamplight account')
        }).length,
    )
    .toBe(1)
})

test('the confirmation email can be requested again without revealing accounts', async ({ page, app }) => {
  const user = { firstName: 'Lola', email: newAddress('lola'), password: 'a long enough secret' }
  await signUp(page, app, user)
  await expect(page.getByText('Account Created! 🎉')).toBeVisible()
  for (const email of [user.email, newAddress('nobody')]) {
    await page.goto(`${app.url}/auth`)
    await page.getByLabel('Email').fill(email)
    await page.getByText('Didn’t get the confirmation email?').click()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('If this address is not confirmed yet, a new email is on its way.')).toBeVisible()
  }
})
