import sharp from 'sharp'
import { behindThePages, expect, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

/** Returns a photo as a phone takes it: large, held sideways (EXIF 6). */
const photo = async () => ({
  name: 'ward.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#246' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
})

test('an admin drafts, publishes, renames, deletes and restores a post with pictures', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 404)
  const visitor = await elsewhere(browser)
  await visitor.goto(`${app.url}/blog`)
  const inList = visitor.getByRole('heading', { name: 'How to read a fluid chart' })
  await expect(inList).toHaveCount(0)

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/posts`)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('link', { name: 'New post' }).click()
  await openSections(page)
  await page.getByLabel('Date').fill('2099-01-01')
  await page.getByLabel('Link to the picture').fill('https://example.com/a.png')
  await page.getByLabel('Text', { exact: true }).fill('![A chart](https://example.com/b.png)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveAccessibleDescription(/Give the post a title/)
  await expect(page.getByLabel('Date')).toHaveAccessibleDescription(/This day is in the future/)
  await expect(page.getByLabel('Link to the picture')).toHaveAccessibleDescription(/Pictures of other sites are not shown\./)
  await expect(page.getByLabel('Text', { exact: true })).toHaveAccessibleDescription(
    /https:\/\/example\.com\/b\.png\. Send the picture itself/,
  )
  await page.getByLabel('Date').fill('2026-11-02')
  await page.getByLabel('Link to the picture').fill('')

  await page.getByLabel('Title', { exact: true }).fill('How to read a fluid chart')
  await page.getByLabel('Subtitle').fill('What goes in, what comes out')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill(`What goes in must come out. ${'Count every cup. '.repeat(30)}`)
  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  const put = page.getByRole('button', { name: 'Put it into the text' })
  await put.click()
  await expect(page.getByText('Choose a picture first.')).toBeVisible()
  const files = page.getByLabel('Picture from this device')
  await files
    .first()
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') })
  await put.click()
  await expect(page.getByText('Say what it shows, for people who cannot see it.')).toBeVisible()
  await page.getByLabel('What it shows').fill('A chart [of one day]')
  await put.click()
  await expect(page.getByText('This is not a picture that can be read here.')).toBeVisible()
  await files.first().setInputFiles(await photo())
  await put.click()
  await expect(text).toHaveValue(
    /!\[A chart \\\[of one day\\\]\]\(\/storage\/v1\/object\/public\/product-files\/posts\/[0-9a-f-]{36}-1067x1600\.webp\)/,
  )
  // The page shows a wide part of this portrait, which the admin chooses. Another choice replaces it, also a photo of the
  // same name or one that the browser cannot decode.
  const part = page.getByRole('img', { name: 'The part that pages show' })
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1'.padEnd(400, '\0'), 'latin1')
  await files.setInputFiles(await photo())
  await expect(part).toBeVisible()
  await page.getByLabel('Up or down').fill('0.9')
  await files.setInputFiles({ name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: heic })
  await expect(part).toHaveCount(0)
  await page.getByRole('button', { name: 'Put it at the head' }).click()
  await expect(page.getByText(/HEIC format, which cannot be read here/)).toBeVisible()
  await files.setInputFiles(await photo())
  await expect(part).toBeVisible()
  await files.setInputFiles(await photo())
  await expect(part).toBeVisible()
  await expect(page.getByLabel('Up or down')).toHaveValue('0.5')
  await page.getByLabel('Up or down').fill('0.2')
  await isInOrder(page)
  // Save sends a chosen picture that was not put at the head.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Link to the picture')).toHaveValue(/\/posts\/[0-9a-f-]{36}-1600x840\.webp$/)
  await expect(page.getByLabel('What the picture shows')).toHaveAccessibleDescription(/Say what the picture shows/)
  await page.getByLabel('What the picture shows').fill('A nurse pours water into a cup')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of Text' })
  await expect(preview.getByText('How to read a fluid chart')).toBeVisible()
  await expect(preview.getByAltText('A chart [of one day]')).toBeVisible()
  await expect(preview.getByAltText('A nurse pours water into a cup')).toBeVisible()
  await expect(preview.getByText(/^What goes in must come out\..*…$/)).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('How to read a fluid balance chart')
  await expect(preview.getByText('How to read a fluid balance chart')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('How to read a fluid chart')
  await isInOrder(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('how-to-read-a-fluid-chart')
  await expect(text).toHaveValue(/^What goes in must come out\.[\s\S]*!\[A chart \\?\[of one day\\?\]\]\(\/storage\//)
  await visitor.reload()
  await expect(inList).toHaveCount(0)
  expect((await visitor.goto(`${app.url}/blog/how-to-read-a-fluid-chart`))?.status()).toBe(404)

  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await visitor.goto(`${app.url}/blog`)
  await inList.getByRole('link').click()
  await expect(visitor.getByRole('article').getByText('2 Nov 2026')).toBeVisible()
  for (const [words, width] of [
    ['A chart [of one day]', 1067],
    ['A nurse pours water into a cup', 1600],
  ] as const) {
    const picture = visitor.getByAltText(words)
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).toHaveJSProperty('naturalWidth', width)
  }
  await isInOrder(visitor)
  const src = (await visitor.getByAltText('A chart [of one day]').getAttribute('src')) ?? ''
  const stored = await sharp(await (await visitor.request.get(new URL(src, app.url).href)).body()).metadata()
  expect(stored).toMatchObject({ format: 'webp', width: 1067, height: 1600 })
  expect(stored.exif).toBeUndefined()

  await openSections(page)
  await page.getByLabel('Address').fill('fluid-charts')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor).toHaveURL(`${app.url}/blog/fluid-charts`)

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Post deleted')).toBeVisible()
  expect((await visitor.reload())?.status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Post restored')).toBeVisible()
  expect((await visitor.reload())?.status()).toBe(200)
})

test('a post of the seed opens as Markdown, saves without changes, and retains HTML without a Markdown form', async ({
  page,
  app,
}) => {
  const adminClient = behindThePages(app)
  const html =
    '<h2>One</h2>\n<p>Two <strong>three</strong> H<sub>2</sub>O</p>\n<figure><img src="/storage/v1/object/public/product-files/posts/0b0f5f3e-1c1f-4f3a-9d52-7f0a8f1f2a3b-1200x800.webp" width="1200" height="800" alt="Four" /><figcaption>Five</figcaption></figure>\n<ul>\n<li>Six</li>\n</ul>'
  const { data: post } = await adminClient
    .from('blog_posts')
    .insert({ slug: 'kept-whole', post_title: 'Kept whole', post_body: html })
    .select('id')
    .single()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/posts/${post?.id}`)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    /^## One\n\nTwo \*\*three\*\* H<sub>2<\/sub>O\n\n<figure>.*<\/figure>\n\n- Six$/,
  )
  await page.getByLabel('Subtitle').fill('Only this changed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { data: saved } = await adminClient
    .from('blog_posts')
    .select('post_body')
    .eq('id', post?.id ?? '')
    .single()
  const plain = (text: string) => text.replaceAll(' loading="lazy"', '').replaceAll(/\s*\n\s*/g, '')
  expect(plain(saved?.post_body ?? '')).toBe(plain(html))
})

test('a student cannot send a picture or write a post, through the pages or the API', async ({ page, app }) => {
  const { email, password } = await newStudent(page, app, 'Wuraola')
  const sent = await page.request.post(`${app.url}/admin/pictures`, {
    multipart: { file: await photo() },
    headers: { origin: app.url },
  })
  expect(sent.status()).toBe(404)
  const student = await pastThePages(app, email, password)
  const name = `posts/${crypto.randomUUID()}-10x10.webp`
  const picture = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  expect((await student.storage.from('product-files').upload(name, picture, { contentType: 'image/webp' })).error).not.toBeNull()
  expect((await student.from('blog_posts').insert({ slug: 'forged', post_title: 'Forged' })).error?.code).toBe('42501')
  const { data } = await student.from('blog_posts').update({ post_title: 'Forged' }).not('published_at', 'is', null).select('id')
  expect(data).toEqual([])
})
