import fs from 'node:fs'
import path from 'node:path'
import { behindThePages, expect, linkIn, mailTo, newAddress, pastThePages, test } from './app.ts'
import { fillInSignUp, newStudent, signIn, signUp } from './test-user.ts'
import { root } from '../support/processes.ts'

const fixture = (name: string) => path.join(root, 'tests/fixtures', name)
const SENT =
  'Material uploaded successfully! You will receive an email response regarding approval and pricing within 3-5 business days.'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a student' : 'a student with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('uploads real files and sees them pending', async ({ page, app }) => {
      await newStudent(page, app, 'Chioma')
      await page.goto(`${app.url}/upload-materials`)
      for (const [title, file, format] of [
        ['Care of a woman with eclampsia', 'eclampsia-care.pdf', 'PDF'],
        ['Pain assessment among paediatric nurses', 'pain-assessment.docx', 'Word'],
        ['Hand hygiene in the ward', 'hand-hygiene.pptx', 'PowerPoint'],
      ] as const) {
        await page.getByLabel('Title').fill(title)
        await page.getByLabel('Category').selectOption('case_study')
        await page.getByLabel('Format').selectOption(format)
        await page.getByLabel('File').setInputFiles(fixture(file))
        await page.getByRole('button', { name: 'Upload Material' }).click()
        await expect(page.getByText(SENT)).toBeVisible()
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        await expect(page.getByLabel('Title')).toHaveValue('')
      }
      await expect(page.getByText('Pending', { exact: true })).toHaveCount(3)

      await page.goto(`${app.url}/dashboard`)
      await expect(page.getByText('3 pending')).toBeVisible()
      await expect(page.getByText('0 approved')).toBeVisible()

      // In the backend: the rows, the files, the copies on the drive.
      const adminClient = behindThePages(app)
      const { data: profile } = await adminClient
        .from('profiles')
        .select('id, user_id, year_of_study, "Institition", user_type')
        .eq('first_name', 'Chioma')
        .order('created_at', { ascending: false })
        .limit(1)
        .single()
      expect(profile).toMatchObject({ year_of_study: 3, Institition: 'School of Nursing, Eleyele', user_type: 'Student' })
      const { data: rows } = await adminClient
        .from('material_uploads')
        .select('*')
        .eq('user_id', profile?.id ?? '')
      expect(rows).toHaveLength(3)
      for (const row of rows ?? []) {
        expect(row).toMatchObject({ upload_status: 'pending', proposed_price: 0 })
        expect(row.file_path).toMatch(new RegExp(`^${profile?.user_id}/\\d{13}-`))
        const stored = await adminClient.storage.from('material-uploads').download(row.file_path)
        const original = fs.readFileSync(fixture(row.file_name))
        expect(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(original)
        await expect
          .poll(
            async () => fs.readdirSync(path.join(app.dataDirectory, 'drive')).filter((name) => name.startsWith(row.id)).length,
          )
          .toBe(1)
      }
    })
  })
}

// A student signs up with a script in over-http.test.ts.
test.describe('a guest with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('signs up, confirms by email, signs out and in, and reaches the requested page', async ({
    page,
    app,
    request,
    expectErrors,
  }) => {
    expectErrors(400)
    const user = { firstName: 'Chioma', email: newAddress('chioma'), password: 'a long enough secret' }
    await signUp(page, app, user)
    await expect(page).toHaveURL(`${app.url}/auth?check-email`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    await expect(page.getByText('Account Created! 🎉')).toBeVisible()
    await expect(page.getByText('Please check your email to confirm your account.')).toBeVisible()
    await expect(page.getByText(`The address is ${user.email}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('If the address is not confirmed yet')).toBeVisible()
    await page.getByRole('link', { name: 'Wrong address? Change it' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(user.email)
    await expect(page.getByLabel('First name')).toHaveValue(user.firstName)
    await expect(page.getByLabel('Year of study')).toHaveValue('year-3')
    // A misspelled provider is questioned once, also after another field was rejected.
    await page.getByLabel('Email').fill('chioma@gmail.con')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Type a password/)
    for (const isQuestioned of [true, false]) {
      await page.getByLabel('Password').fill('short')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      const question = /Did you mean chioma@gmail\.com\?/
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(isQuestioned ? question : /^(?!.*Did you mean)/)
    }

    await signIn(page, app, user)
    await expect(page.getByText('Login Error')).toBeVisible()
    await expect(page.getByText('Confirm this address first: open the email we sent to it and tap the button.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(user.email)
    // Only this sign-in opens the offer of another email.
    await expect(page.getByRole('button', { name: 'Send it again' })).toBeVisible()

    // A scanner's GET or HEAD does not use up the link.
    const link = linkIn(await mailTo(app.dataDirectory, user.email))
    await request.get(link)
    await request.head(link)
    await page.goto(link)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Confirm my account' }).click()
    await expect(page).toHaveURL(`${app.url}/`)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Chioma$/)

    // A second tap on the link leads on, signed in or not, and also where the browser knows nothing of the first.
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'You are confirmed' })).toBeVisible()
    await page.getByRole('link', { name: 'Your dashboard' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'You are confirmed' })).toBeVisible()
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${app.url}/auth`)
    await page.context().clearCookies({ name: 'used-link' })
    await page.goto(link)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Confirm my account' }).click()
    await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible()
    await expect(page.getByText('your address is confirmed: simply sign in')).toBeVisible()

    // A guest who wants to upload is sent to sign in and comes back.
    await page.goto(`${app.url}/upload-materials`)
    await expect(page).toHaveURL(/\/auth\?next=/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${app.url}/upload-materials`)
    await expect(page.getByText('Welcome back! 🎉')).toBeVisible()
    await expect(page.getByText('You have successfully logged in.')).toBeVisible()
    // A signed-in user is redirected from /auth.
    for (const [door, to] of [
      ['/auth', '/dashboard'],
      ['/auth?tab=sign-up', '/dashboard'],
      ['/auth?next=%2Fupload-materials', '/upload-materials'],
      ['/auth?next=%2F%2Fevil.example', '/dashboard'],
    ]) {
      await page.goto(app.url + door)
      await expect(page).toHaveURL(app.url + to)
    }
    await page.goto(`${app.url}/upload-materials`)
    await expect(page.getByText('No uploads yet')).toBeVisible()
  })

  test('signs up on the way to a page, and the email leads to it in another browser', async ({ page, app, browser }) => {
    const user = { firstName: 'Amarachi', email: newAddress('amarachi'), password: 'a long enough secret' }
    const wanted = '/request-a-topic?topic=Hand+hygiene'
    await page.goto(app.url + wanted)
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await fillInSignUp(page, user)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
    const phone = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await phone.goto(linkIn(await mailTo(app.dataDirectory, user.email)))
    await phone.getByLabel('Password').fill(user.password)
    await phone.getByRole('button', { name: 'Confirm my account' }).click()
    await expect(phone).toHaveURL(app.url + wanted)
    await expect(phone.getByText('Your address is confirmed')).toBeVisible()
    await phone.context().close()
  })
})

test('the file of an upload is readable by its owner alone', async ({ page, app, browser }) => {
  const ada = await newStudent(page, app, 'Ada')
  await page.goto(`${app.url}/upload-materials`)
  await page.getByLabel('Title').fill('Nursing ethics and the dying patient')
  await page.getByLabel('Category').selectOption('assignment')
  await page.getByLabel('Format').selectOption('PDF')
  await page.getByLabel('File').setInputFiles(fixture('eclampsia-care.pdf'))
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText(SENT)).toBeVisible()
  await expect(page.locator('article.item .btn').first()).toBeVisible()
  // At which heights of the window does the message cover a button of the new upload?
  const covered: number[] = []
  for (const height of [450, 500, 550, 600, 650, 700]) {
    await page.setViewportSize({ width: 1280, height })
    const isCovered = await page.evaluate(() => {
      const toast = document.querySelector('body > .toast')?.getBoundingClientRect()
      return [...document.querySelectorAll('article.item .btn')].some((button) => {
        const box = button.getBoundingClientRect()
        return toast && box.bottom > toast.top && box.top < toast.bottom && box.right > toast.left
      })
    })
    if (isCovered) {
      covered.push(height)
    }
  }
  expect(covered).toEqual([])
  const address = await page.getByRole('link', { name: 'Download your file' }).getAttribute('href')

  const own = await page.request.get(app.url + (address ?? ''))
  expect(own.status()).toBe(200)
  expect(own.headers()['content-disposition']).toContain('attachment')
  expect(own.headers()['x-content-type-options']).toBe('nosniff')
  expect(await own.body()).toEqual(fs.readFileSync(fixture('eclampsia-care.pdf')))

  const other = await browser.newContext()
  const bolasPage = await other.newPage()
  const bola = await newStudent(bolasPage, app, 'Bola')
  expect((await bolasPage.request.get(app.url + (address ?? ''))).status()).toBe(404)
  await bolasPage.goto(`${app.url}/upload-materials`)
  await expect(bolasPage.getByText('No uploads yet')).toBeVisible()
  await other.close()

  // The backend itself rejects Bola's token too.
  const [{ file_path } = { file_path: '' }] =
    (await (await pastThePages(app, ada.email, ada.password)).from('material_uploads').select('file_path')).data ?? []
  const asBola = await pastThePages(app, bola.email, bola.password)
  expect((await asBola.storage.from('material-uploads').download(file_path)).error).not.toBeNull()
  expect((await asBola.from('material_uploads').select('*')).data).toEqual([])
})

test('the server renews a session, pages contain no token, and cookies are HttpOnly', async ({ page, app, context }) => {
  await newStudent(page, app, 'Ngozi')
  const cookies = await context.cookies()
  const session = cookies.find(({ name }) => name === 'session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', secure: false })
  const [access = '', refresh = ''] = decodeURIComponent(session?.value ?? '').split(' ')
  for (const address of ['/', '/dashboard', '/upload-materials', '/marketplace']) {
    const text = await (await page.request.get(app.url + address)).text()
    expect(text).not.toContain(access)
    expect(text).not.toContain(refresh)
  }

  // With an expired access token, five simultaneous requests all find the user, and the cookie is renewed.
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  const old = `${access.split('.')[0]}.${Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')}.x`
  await context.addCookies([{ name: 'session', value: encodeURIComponent(`${old} ${refresh}`), url: app.url, httpOnly: true }])
  const responses = await Promise.all(Array.from({ length: 5 }, () => page.request.get(`${app.url}/dashboard`)))
  for (const response of responses) {
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain('Ngozi')
  }
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ngozi')
})

test('the server drops a broken session cookie and serves the page', async ({ page, app, context }) => {
  for (const value of ['%E0%A4%A', 'x', 'a.b.c%20d', 'null', '%00%20%00']) {
    await context.addCookies([{ name: 'session', value, url: app.url }])
    const response = await page.goto(`${app.url}/marketplace`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  }
})
