// Records of the console that are duplicated, planned for later, or published without a way to buy them.
import { behindThePages, expect, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections } from './admin.ts'

test.use({ fixture: 'shared' })

test('a duplicated material is a draft without address, link and rating', async ({ page, app }) => {
  await behindThePages(app)
    .from('research_materials')
    .insert({
      slug: 'plan-original',
      title: 'Planned original',
      category: 'thesis',
      price: 4000,
      selar_link: 'https://selar.com/plan1',
      pages: 70,
      design: 'A survey',
      rating: 4.5,
      published_at: new Date().toISOString(),
    })
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials?search=planned+original`)
  await page.getByRole('link', { name: 'Planned original' }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Planned original' })).toBeVisible()
  await expect(page.getByText('This is the copy, a draft.')).toBeVisible()
  await expect(page.getByLabel('Price in naira')).toHaveValue('4000')
  await expect(page.getByLabel('Selar link')).toHaveValue('')
  await openSections(page)
  await expect(page.getByLabel('Pages')).toHaveValue('70')
  await expect(page.getByLabel('Design')).toHaveValue('A survey')
  await expect(page.getByLabel('Rating')).toHaveValue('')
  await expect(page.getByLabel('Address')).toHaveValue('copy-of-planned-original')
  expect((await page.request.get(`${app.url}/material-preview/copy-of-planned-original`)).status()).toBe(404)
  expect((await page.request.get(`${app.url}/material-preview/plan-original`)).status()).toBe(200)
})

test('a post planned for later appears at its time, on the list and at its address', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const visitor = await elsewhere(browser)
  await visitor.goto(`${app.url}/blog`)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/posts/new`)
  await page.getByLabel('Title', { exact: true }).fill('Planned for Saturday')
  await page.getByLabel('Text', { exact: true }).fill('It is new.')
  await openSections(page)
  const time = page.getByLabel('Day and time in Lagos')
  await time.fill('2020-01-01T09:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(time).toHaveAccessibleDescription(/This time is past/)
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await time.fill(`${tomorrow}T09:00`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/It will be published on .*, 09:00\./)).toBeVisible()
  await expect(page.getByText(/^scheduled for .*, 09:00$/)).toBeVisible()
  await isInOrder(page)
  const { data: post } = await behindThePages(app)
    .from('blog_posts')
    .select('slug, publish_at')
    .eq('post_title', 'Planned for Saturday')
    .single()
    .throwOnError()
  // Lagos is one hour ahead of UTC.
  expect(post.publish_at).toBe(`${tomorrow}T08:00:00+00:00`)
  expect((await visitor.request.get(`${app.url}/blog/${post.slug}`)).status()).toBe(404)

  await behindThePages(app)
    .from('blog_posts')
    .update({ publish_at: new Date(Date.now() - 1000).toISOString() })
    .eq('slug', post.slug)
    .throwOnError()
  await expect
    .poll(async () => (await visitor.request.get(`${app.url}/blog/${post.slug}`)).status(), { timeout: 40_000 })
    .toBe(200)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Planned for Saturday' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('on the site', { exact: true })).toBeVisible()
})

test('a published material that loses its link needs a confirmation and is due in Today', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const { data: created } = await behindThePages(app)
    .from('research_materials')
    .insert({
      slug: 'plan-linkless',
      title: 'Planned linkless',
      category: 'thesis',
      price: 4000,
      selar_link: 'https://selar.com/plan2',
      // Today shows the five that wait longest, and other journeys add some.
      published_at: '2020-01-01T08:00:00Z',
    })
    .select('id')
    .single()
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/${created.id}`)
  await page.getByLabel('Selar link').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Selar link')).toHaveAccessibleDescription(/nobody can buy it yet/)
  await page.getByLabel('Leave it on the site anyway').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // It is known now, so that another save asks no more.
  await page.getByLabel('Subject area').fill('Community health')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`${app.url}/admin`)
  await expect(page.getByText('Planned linkless').first()).toBeVisible()
})

test('a new material with a price and a time is saved before it has a file', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/new`)
  await page.getByLabel('Title', { exact: true }).fill('Planned before its file')
  await page.getByLabel('Category').selectOption('thesis')
  await page.getByLabel('Price in naira').fill('4000')
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await page.getByLabel('Publish at a time in Lagos').fill(`${tomorrow}T09:00`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/It will be published on .*, 09:00, or later: .*nobody can buy it yet/)).toBeVisible()
  await expect(page.getByLabel('The file that buyers get')).toBeVisible()
  await expect(page.getByText('Before it can be published:')).toBeVisible()
  await expect(page.getByText(/^scheduled for .*, 09:00$/)).toBeVisible()
})
