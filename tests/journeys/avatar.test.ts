// The picture in Edit Profile: stored, replaced, rejected and removed; also with requests that do not come from our
// pages.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { temporaryDirectory } from '../support/processes.ts'
import { behindThePages, expect, type TestApp, pastThePages, test } from './app.ts'
import { isInOrder, isInOrderInBothThemes } from './admin.ts'
import { newStudent } from './test-user.ts'

const folder = temporaryDirectory()
test.afterAll(() => folder.remove())
async function photo(name: string, background: string): Promise<string> {
  const file = path.join(folder.path, name)
  await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toFile(file)
  return file
}
function written(name: string, bytes: string | Uint8Array): string {
  const file = path.join(folder.path, name)
  fs.writeFileSync(file, bytes)
  return file
}

async function choose(page: Page, app: TestApp, file: string): Promise<void> {
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Profile picture').setInputFiles(file)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}
const avatar = (page: Page) => page.locator('.profile .face-s')
const getAddress = async (page: Page) => (await avatar(page).locator('img').getAttribute('src')) ?? ''
async function getProfile(app: TestApp, firstName: string) {
  const { data } = await behindThePages(app)
    .from('profiles')
    .select('user_id, avatar_url')
    .eq('first_name', firstName)
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  return { user_id: data?.user_id ?? '', avatar_url: data?.avatar_url ?? null }
}
const names = async (app: TestApp, userId: string) =>
  (await behindThePages(app).storage.from('product-files').list('avatars', { search: userId })).data?.map(({ name }) =>
    path.basename(name),
  )

// No script affects this form; the last journey sends it, and has it rejected, with a script.
test.describe('a profile picture with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('is accepted, shown, replaced and removed', async ({ page, app }) => {
    await newStudent(page, app, 'Lami')
    await page.goto(`${app.url}/dashboard`)
    await expect(avatar(page)).toHaveText('L')
    await expect(avatar(page).locator('img')).toHaveCount(0)
    const { user_id } = await getProfile(app, 'Lami')
    // The bucket has an older picture with another extension.
    await behindThePages(app)
      .storage.from('product-files')
      .upload(`avatars/${user_id}.png`, fs.readFileSync(await photo('old.png', 'black')), { contentType: 'image/png' })

    await choose(page, app, await photo('me.jpg', '#c08060'))
    await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
    await expect(page.getByText('Your profile picture has been updated.')).toBeVisible()
    const first = await getAddress(page)
    expect(first).toMatch(new RegExp(`^/avatars/${user_id}\\?v=[0-9a-f]{12}$`))
    const response = await page.request.get(app.url + first)
    const headers = response.headers()
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/)
    const shown = await sharp(await response.body()).metadata()
    expect(shown).toMatchObject({ format: 'webp', width: 320, height: 320 })
    expect(shown.exif).toBeUndefined()
    expect(await names(app, user_id)).toEqual([`${user_id}.webp`])
    expect((await getProfile(app, 'Lami')).avatar_url).toBe(
      `${app.url}/storage/v1/object/public/product-files/avatars/${user_id}.webp?v=${first.split('=')[1]}`,
    )

    await choose(page, app, await photo('me-again.png', '#206080'))
    await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
    const second = await getAddress(page)
    expect(second).not.toBe(first)
    const { dominant } = await sharp(await (await page.request.get(app.url + second)).body()).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r)
    expect(await names(app, user_id)).toEqual([`${user_id}.webp`])

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Remove the picture').check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Picture removed')).toBeVisible()
    await expect(avatar(page).locator('img')).toHaveCount(0)
    expect(await names(app, user_id)).toEqual([])
    expect((await page.request.get(app.url + second)).status()).toBe(404)
  })

  test('is saved together with the typed names', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Kemi')
    await page.goto(`${app.url}/dashboard`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Last name').fill('Adeyemi')
    await page.getByLabel('Profile picture').setInputFiles(await photo('kemi.jpg', '#c08060'))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByText('Your profile has been successfully updated. Your profile picture has been updated.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Kemi Adeyemi' })).toBeVisible()
    const first = await getAddress(page)

    // One wrong field does not prevent saving the picture and the other fields.
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByLabel('Course of study').fill('BNSc Nursing')
    await page.getByLabel('Year of study').fill('9')
    await page.getByLabel('Profile picture').setInputFiles(await photo('kemi-again.jpg', '#206080'))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Your picture is saved.')
    await expect(page.getByLabel('Course of study')).toHaveValue('BNSc Nursing')
    await page.getByLabel('Year of study').fill('4')
    // Enter in a field saves; it does not remove the picture.
    await page.getByLabel('Year of study').press('Enter')
    await expect(page.getByText('Profile updated!')).toBeVisible()
    expect(await getAddress(page)).not.toBe(first)
    await expect(avatar(page).locator('img')).toHaveCount(1)
  })

  test('of another file type is rejected with a reason, and the old one remains', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await newStudent(page, app, 'Musa')
    await choose(page, app, await photo('musa.jpg', '#c08060'))
    const before = await getAddress(page)
    const cases = [
      [written('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), /not a picture/],
      [written('page.jpg', '<!doctype html><script>alert(1)</script>'), /not a picture/],
      [written('broken.jpg', fs.readFileSync(path.join(folder.path, 'musa.jpg')).subarray(0, 600)), /damaged/],
      [written('empty.png', ''), /not a picture/],
      [written('endless.png', Buffer.alloc(26 * 1024 * 1024)), /larger than 25 MB/],
    ] as const
    for (const [file, reason] of cases) {
      await choose(page, app, file)
      await expect(page.getByRole('alert')).toContainText('Upload failed')
      await expect(page.getByRole('alert')).toContainText('Failed to upload image. Please try again.')
      await expect(page.getByLabel('Profile picture')).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('Profile picture')).toHaveAccessibleDescription(reason)
      await expect(page.getByLabel('Profile picture')).toBeFocused()
      // The rest of the dialog is unchanged.
      await expect(page.getByLabel('First name')).toHaveValue('Musa')
    }
    await page.goto(`${app.url}/dashboard`)
    expect(await getAddress(page)).toBe(before)
    expect(fs.readdirSync(path.join(app.dataDirectory, 'receiving'))).toEqual([])
  })
})

test('the profile page ignores avatars stored without our pages and addresses outside the bucket', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Nneka')
  await choose(page, app, await photo('nneka.jpg', '#c08060'))
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
  const address = await getAddress(page)
  const { user_id } = await getProfile(app, 'Nneka')
  const nneka = await pastThePages(app, user.email, user.password)
  const files = nneka.storage.from('product-files')
  const withDetails = await sharp({ create: { width: 320, height: 320, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .webp()
    .toBuffer()
  for (const bytes of [
    withDetails,
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.alloc(3 * 1024 * 1024, 'x'),
  ]) {
    const { error } = await files.upload(`avatars/${user_id}.webp`, bytes, { contentType: 'image/webp', upsert: true })
    expect(error).toBeNull()
    expect((await page.request.get(app.url + address)).status()).toBe(404)
  }
  await page.goto(`${app.url}/dashboard`)
  await expect(avatar(page)).toHaveText('N')

  for (const avatar_url of [
    'https://evil.example/track.png?v=0123456789ab',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    `${app.url}/storage/v1/object/public/product-files/avatars/00000000-0000-4000-8000-000000000000.webp?v=0123456789ab`,
    `${app.url}/storage/v1/object/public/product-files/avatars/${user_id}.webp?v="><script>`,
    'x',
  ]) {
    await nneka.from('profiles').update({ avatar_url }).eq('user_id', user_id).throwOnError()
    await page.goto(`${app.url}/dashboard`)
    await expect(avatar(page)).toHaveText('N')
    await expect(avatar(page).locator('img')).toHaveCount(0)
  }
  for (const odd of ['x', '00000000-0000-4000-8000-000000000000', '..%2f..%2fx', '%00']) {
    expect([400, 404]).toContain((await page.request.get(`${app.url}/avatars/${odd}`)).status())
  }
})

test('Edit Profile with a picture and with an error is accessible on a phone and on a laptop', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(400)
  await newStudent(page, app, 'Ola')
  await choose(page, app, await photo('ola.jpg', '#c08060'))
  await expect(avatar(page).locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await isInOrder(page)
  await choose(page, app, written('none.png', 'no picture'))
  await expect(page.getByRole('alert')).toContainText('Upload failed')
  await isInOrderInBothThemes(page)
})
