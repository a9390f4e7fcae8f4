// Server failures while a student does something (SPEC 8): the page shows the specification's sentence and the typed
// text, and the same action succeeds later.
import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { type ToxicProxy, openToxicProxy } from '../support/toxic-proxy.ts'
import { root, temporaryDirectory } from '../support/processes.ts'
import { type TestApp, startApp } from '../support/start-app.ts'
import { type BackendAlone, startBackendAlone } from './backend-alone.ts'
import { cacheFixture, test as base } from './cached.ts'
import { newAddress } from './app.ts'
import { signedIn, signIn } from './test-user.ts'

type Failing = Pick<BackendAlone, 'student' | 'admin' | 'end'> & { site: TestApp; gate: ToxicProxy }

const behindProxy = cacheFixture(async (): Promise<Failing> => {
  const { port, keys, student, admin, end } = await startBackendAlone()
  const proxy = await openToxicProxy(port)
  const site = await startApp({ SUPABASE_URL: proxy.url, SUPABASE_PUBLISHABLE_KEY: keys.publishable_key })
  return {
    site,
    gate: proxy,
    student,
    admin,
    async end() {
      await site.end()
      await proxy.end()
      await end()
    },
  }
})

const test = base.extend<{ failing: Failing }>({
  failing: async ({ keeper }, use) => use(await keeper.forThisFile(behindProxy)),
})

/**
 * All requests except the check of the token, which needs only the project's keys. The state of the session is unknown.
 */
const EVERYTHING = /\/(rest|storage|functions)\/v1\/|\/auth\/v1\/(?!user)/
/** All requests for a user whose session is known. Other users cannot send files (docs/decisions/0023). */
const ALL_BUT_THE_SESSION = /\/(rest\/v1\/(?!rpc\/session_is_open)|storage\/v1\/|functions\/v1\/)/
const ALWAYS = 1_000_000
const alert = (page: Page) => page.getByRole('alert')

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a failing backend' : 'a failing backend, with JavaScript off', () => {
    test.use({ javaScriptEnabled })
    test.afterEach(({ failing: { gate: proxy } }) => proxy.fail(EVERYTHING, 0))

    test('the upload form reports a work that could not be saved, and the next tap submits it', async ({
      page,
      failing: { site, gate: proxy, student },
    }) => {
      const title = `Unlucky ${javaScriptEnabled}`
      const folder = temporaryDirectory()
      const file = path.join(folder.path, 'eclampsia-care.pdf')
      const fixture = fs.readFileSync(path.join(root, 'tests/fixtures/eclampsia-care.pdf'))
      fs.writeFileSync(file, Buffer.concat([fixture, Buffer.from(title)]))
      await signedIn(page, site, student)
      await page.goto(`${site.url}/upload-materials`)
      await page.getByLabel('Title').fill(title)
      await page.getByLabel('Category').selectOption('thesis')
      await page.getByLabel('Format').selectOption('PDF')
      await page.getByLabel('File').setInputFiles(file)
      proxy.fail(ALL_BUT_THE_SESSION, ALWAYS)
      await page.getByRole('button', { name: 'Upload Material' }).click()
      await expect(alert(page)).toHaveText('Failed to upload material. Please try again.')
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await expect(page.getByLabel('Category')).toHaveValue('thesis')
      // The file has arrived; only storing it failed.
      await expect(page.getByText('eclampsia-care.pdf has arrived and is saved.')).toBeVisible()
      proxy.fail(EVERYTHING, 0)
      await page.getByRole('button', { name: 'Upload Material' }).click()
      await expect(page.getByText(/^Material uploaded successfully!/)).toBeVisible()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      folder.remove()
    })
  })
}

// No script affects these forms; those of the console, which have one, are below.
test.describe('a failing backend, with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })
  test.afterEach(({ failing: { gate: proxy } }) => proxy.fail(EVERYTHING, 0))

  test('sign-in and sign-up report an unexpected error and preserve the input', async ({ page, failing }) => {
    const { site, gate: proxy, student } = failing
    proxy.fail(EVERYTHING, ALWAYS)
    await signIn(page, site, student)
    await expect(alert(page)).toHaveText('ErrorAn unexpected error occurred.')
    await expect(page.getByLabel('Email')).toHaveValue(student.email)
    await page.goto(`${site.url}/auth?tab=sign-up`)
    const email = newAddress('unlucky')
    await page.getByLabel('First name').fill('Adaobi')
    await page.getByLabel('Last name').fill('Eze')
    await page.getByLabel('Institution').fill('School of Nursing, Eleyele')
    await page.getByLabel('Gender').selectOption('prefer-not-to-say')
    await page.getByLabel('Year of study').selectOption('postgraduate')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('a long enough secret')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(alert(page)).toHaveText('ErrorAn unexpected error occurred.')
    await expect(page.getByLabel('First name')).toHaveValue('Adaobi')
    await expect(page.getByLabel('Year of study')).toHaveValue('postgraduate')
    await expect(page.getByLabel('Email')).toHaveValue(email)

    proxy.fail(EVERYTHING, 0)
    await signIn(page, site, student)
    await expect(page).toHaveURL(`${site.url}/dashboard`)
    await expect(page.getByText('Welcome back! 🎉')).toBeVisible()
    await expect(page.getByText('You have successfully logged in.')).toBeVisible()
  })

  test('the profile reports a failed save, preserves its input, and saves it once the backend works', async ({
    page,
    failing: { site, gate: proxy, student },
  }) => {
    await signedIn(page, site, student)
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Course of study').fill('BNSc Nursing')
    await page.getByLabel('Bank name').fill('First Bank')
    await page.getByLabel('Account number', { exact: true }).fill('0000014579')
    // Reads fail too, so the page shows only the typed text.
    proxy.fail(EVERYTHING, ALWAYS)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(alert(page)).toHaveText('Update failedFailed to update profile. Please try again.')
    await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')
    await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('0000014579')
    await expect(page.getByLabel('First name')).toHaveValue('Adaeze')
    proxy.fail(EVERYTHING, 0)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated!')).toBeVisible()
    await expect(page.getByText('First Bank ••••••4579')).toBeVisible()
  })

  test('the profile reports a picture that could not be saved', async ({ page, failing: { site, gate: proxy, student } }) => {
    const folder = temporaryDirectory()
    const photo = path.join(folder.path, 'me.jpg')
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c08060' } }).toFile(photo)
    await signedIn(page, site, student)
    for (const [away, says] of [
      [/\/storage\/v1\//, 'Upload failedFailed to upload image. Please try again.'],
      // The rest of the form failed too.
      [EVERYTHING, 'Update failedFailed to update profile. Please try again.'],
    ] as const) {
      await page.goto(`${site.url}/dashboard`)
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByLabel('Profile picture').setInputFiles(photo)
      proxy.fail(away, ALWAYS)
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(alert(page)).toHaveText(says)
      proxy.fail(EVERYTHING, 0)
    }
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Profile picture').setInputFiles(photo)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
    await expect(page.getByText('Your profile picture has been updated.')).toBeVisible()
    folder.remove()
  })

  test('a change of password, a change of email and an account deletion report their failure', async ({
    page,
    failing: { site, gate: proxy, student },
  }) => {
    await signedIn(page, site, student)
    await page.goto(`${site.url}/dashboard/security`)
    await page.getByLabel('New email').fill('another@example.ng')
    await page.getByLabel('Your password').fill(student.password)
    proxy.fail(EVERYTHING, ALWAYS)
    await page.getByRole('button', { name: 'Change my email' }).click()
    await expect(alert(page)).toHaveText('ErrorAn unexpected error occurred.')
    await expect(page.getByLabel('New email')).toHaveValue('another@example.ng')
    proxy.fail(EVERYTHING, 0)
    await page.goto(`${site.url}/dashboard/my-data`)
    await page.getByText('I want to delete my account').click()
    await page.getByLabel('Your password').fill(student.password)
    proxy.fail(EVERYTHING, ALWAYS)
    await page.getByRole('button', { name: 'Delete my account permanently' }).click()
    await expect(alert(page)).toHaveText('Your account was not deletedNothing was deleted. Try again in a minute.')
    proxy.fail(EVERYTHING, 0)
    await page.goto(`${site.url}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Adaeze')
  })
})

test('the console preserves input and reports the failure without a sign-in when the backend fails', async ({
  page,
  failing: { site, gate: proxy, admin },
}) => {
  await signedIn(page, site, admin)
  await page.goto(`${site.url}/admin/catalogue/topics/new`)
  await page.getByLabel('Topic').fill('A topic for a bad day')
  proxy.fail(EVERYTHING, ALWAYS)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(alert(page)).toContainText('It could not be saved. Nothing is lost; try again in a minute.')
  await expect(page.getByLabel('Topic')).toHaveValue('A topic for a bad day')
  expect((await page.goto(`${site.url}/admin/reviews`))?.status()).toBe(503)
  await expect(page).toHaveURL(`${site.url}/admin/reviews`)
  proxy.fail(EVERYTHING, 0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()
})

test('a failed read is logged under the number of its page, which is shown without that part', async ({
  page,
  failing: { site, gate: proxy, admin },
}) => {
  const mistake = { status: 400, body: { code: '42703', message: 'column material_comments.bdoy does not exist' } }
  await signedIn(page, site, admin)
  for (const [address, what] of [
    ['/material-preview/medication-adherence-hypertension-enugu', 'Could not read a part of a page'],
    ['/admin/people/comments', 'Could not list the comments'],
  ] as const) {
    const before = site.running.output().length
    proxy.fail(/material_comments/, ALWAYS, mistake)
    expect((await page.goto(site.url + address))?.status(), address).toBe(200)
    await expect
      .poll(() => site.running.output().slice(before), { message: address })
      .toMatch(
        new RegExp(
          `^[A-Z0-9]{4}-[A-Z0-9]{4}: ${what}: .*\\bPostgrestError 42703: column material_comments.bdoy does not exist`,
          'ms',
        ),
      )
    proxy.fail(EVERYTHING, 0)
  }
})
