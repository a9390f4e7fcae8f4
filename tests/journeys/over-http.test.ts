import fs from 'node:fs'
import path from 'node:path'
import { startedOnce } from '../support/test-databases.ts'
import { freePort, listens, root, run, type Running } from '../support/processes.ts'
import { cacheFixture } from './cached.ts'
import { behindThePages, expect, type TestApp, linkIn, mailTo, newAddress, startApp, test as base } from './app.ts'
import { signIn, signUp } from './test-user.ts'
import { materialsFound, sample } from '../support/sample.ts'

/*
 * The same site with its backend in another process, as with a hosted project: nothing may depend on a single process.
 * The backend sends auth emails and makes drive copies, so they are in its data directory; the site sends the emails of
 * the outbox.
 */
type Apart = { site: TestApp; backendDirectory: string; backend: Running; end(): Promise<void> }

const twoProcesses = cacheFixture(async (): Promise<Apart> => {
  const directory = await startedOnce()
  const [sitePort, backendPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${backendPort}`
  const backend = await run(
    ['tools/backend.ts'],
    // The links in its emails lead to the site.
    {
      DATA_DIR: directory.path,
      ...directory.variables,
      BACKEND_PORT: String(backendPort),
      SITE_URL: `http://localhost:${sitePort}`,
    },
    () => listens(url),
  )
  const keys = JSON.parse(fs.readFileSync(path.join(directory.path, 'backend-keys.json'), 'utf8')) as Record<string, string>
  const site = await startApp({
    PORT: String(sitePort),
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable_key ?? '',
    SUPABASE_SECRET_KEY: keys.secret_key ?? '',
  })
  return {
    site,
    backendDirectory: directory.path,
    backend,
    async end() {
      await site.end()
      await backend.stop()
      directory.remove()
    },
  }
})

const test = base.extend<{ apart: Apart }>({
  apart: async ({ keeper }, use) => use(await keeper.forThisFile(twoProcesses)),
})

test('a visitor searches, reads the first chapter and is sent to the payment page', async ({ page, apart: { site } }) => {
  const health = await page.request.get(`${site.url}/healthz`)
  expect(await health.json()).toEqual({ status: 'ok', backend: 'hosted' })

  await page.goto(site.url)
  await page.getByRole('main').getByRole('link', { name: 'Browse Materials' }).first().click()
  await expect(page.getByText(materialsFound(sample.materials.length))).toBeVisible()
  await page.getByRole('combobox', { name: 'Search' }).fill('HTN')
  await page.getByRole('button', { name: 'Search' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Medication adherence' })
  await card.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: '1.1 Background of the study' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Purchase Medication adherence/ }).last()).toHaveAttribute(
    'href',
    /^https:\/\/example\.com\/lamplight\//,
  )
})

test('a student signs up, confirms by email, signs in, uploads a PDF and sees it pending', async ({
  page,
  apart,
  expectErrors,
}) => {
  expectErrors(400)
  const { site, backendDirectory } = apart
  const user = { firstName: 'Halima', email: newAddress('halima'), password: 'a long enough secret' }
  await signUp(page, site, user)
  await expect(page.getByText('Account Created! 🎉')).toBeVisible()
  await signIn(page, site, user)
  await expect(page.getByText('Login Error')).toBeVisible()

  const link = linkIn(await mailTo(backendDirectory, user.email))
  expect(link.startsWith(`${site.url}/auth/confirm?`)).toBe(true)
  await page.goto(link)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Confirm my account' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await page.context().clearCookies()
  await signIn(page, site, user)
  await expect(page).toHaveURL(`${site.url}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Halima')

  const pdf = path.join(root, 'tests/fixtures/eclampsia-care.pdf')
  await page.goto(`${site.url}/upload-materials`)
  await page.getByLabel('Title').fill('Care of a woman with eclampsia')
  await page.getByLabel('Category').selectOption('case_study')
  await page.getByLabel('Format').selectOption('PDF')
  await page.getByLabel('File').setInputFiles(pdf)
  await page.getByRole('button', { name: 'Upload Material' }).click()
  await expect(page.getByText(/^Material uploaded successfully!/)).toBeVisible()
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(1)
  const own = await page.request.get(
    site.url + ((await page.getByRole('link', { name: 'Download your file' }).getAttribute('href')) ?? ''),
  )
  expect(await own.body()).toEqual(fs.readFileSync(pdf))

  // In the backend: the row, the file and the copy on the drive.
  const service = behindThePages(site)
  const { data: row } = await service
    .from('material_uploads')
    .select('id, file_path, upload_status, proposed_price, profiles!inner(first_name)')
    .eq('profiles.first_name', 'Halima')
    .single()
  expect(row).toMatchObject({ upload_status: 'pending', proposed_price: 0 })
  const stored = await service.storage.from('material-uploads').download(row?.file_path ?? '')
  expect(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(fs.readFileSync(pdf))
  const drive = path.join(backendDirectory, 'drive')
  await expect
    .poll(() => (fs.existsSync(drive) ? fs.readdirSync(drive) : []).filter((name) => name.startsWith(row?.id ?? '?')).length)
    .toBe(1)
  expect(fs.readdirSync(site.dataDirectory).filter((name) => ['drive', 'objects', 'postgres'].includes(name))).toEqual([])
  expect((await mailTo(site.dataDirectory, user.email, 'We received your material')).text).toContain('3-5 business days')

  await page.goto(`${site.url}/dashboard`)
  await expect(page.getByText('1 pending')).toBeVisible()

  // After the account is deleted, the backend has nothing of it either.
  await page.goto(`${site.url}/dashboard/my-data`)
  await page.getByText('I want to delete my account').click()
  await page.getByLabel('Your password').fill(user.password)
  await page.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(page.getByText('Your account is deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect((await service.from('profiles').select('id').eq('first_name', 'Halima')).data).toEqual([])
  await expect.poll(async () => (await service.from('file_removals').select('id')).data).toEqual([])
  expect((await service.storage.from('material-uploads').download(row?.file_path ?? '')).error).not.toBeNull()
  expect(fs.readdirSync(drive).filter((name) => name.startsWith(row?.id ?? '?'))).toEqual([])
  await mailTo(site.dataDirectory, user.email, 'Your account is deleted')
})
