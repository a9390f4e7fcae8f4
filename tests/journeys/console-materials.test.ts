import { behindThePages, expect, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

test('an admin creates, publishes, renames, deletes and restores a material, and visitors see each change at once', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 404)
  const visitor = await elsewhere(browser)
  const shelf = `${app.url}/marketplace?search=zobo`
  await visitor.goto(shelf)
  await expect(visitor.getByText('No materials found matching your criteria.')).toBeVisible()

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue`)
  await page.getByRole('link', { name: 'Materials' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Materials' })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('link', { name: 'New material' }).click()

  await isInOrder(page)
  await openSections(page)
  await page.getByLabel('Selar link').fill('https://example.com/not-selar')
  await page.getByLabel('Price in naira').fill('three thousand')
  await page.getByLabel('Address').fill('Not An Address')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Check the marked fields.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give the material a title/)
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/Choose a category/)
  await expect(page.getByLabel('Price in naira')).toHaveAccessibleDescription(/Whole naira, such as 3500/)
  await expect(page.getByLabel('Price in naira')).toHaveValue('three thousand')
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Small letters, digits and single hyphens/)

  await openSections(page)
  await page.getByLabel('Title').fill('Zobo drinks and blood pressure in Calabar: what nurses advise')
  await page.getByLabel('Category').selectOption('research_project')
  await page.getByLabel('Subject area').fill('Neonatal nursing')
  await page.getByLabel('Price in naira').fill('₦3,500')
  await page.getByLabel('Address').fill('')
  await page.getByLabel('Pages').fill('62')
  const submitted = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await submitted
  await expect(page.getByLabel('Selar link')).toBeFocused()
  await expect(page.getByLabel('Selar link')).toHaveAccessibleDescription(/own page on Selar/)
  await page.getByLabel('Selar link').fill('')

  const chapter = page.getByRole('textbox', { name: /^Free to read/, includeHidden: true })
  await chapter.fill('Background')
  await page.getByRole('button', { name: 'Heading' }).click()
  await expect(chapter).toHaveValue('## Background')
  await chapter.press('End')
  await chapter.press('Enter')
  await chapter.press('Enter')
  await chapter.pressSequentially('Skin to skin')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(chapter).toHaveValue('## Background\n\n- Skin to skin')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of Free to read' })
  await expect(preview.getByRole('heading', { name: 'Background' })).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText('Skin to skin')
  // On a phone the preview replaces the text.
  await expect(chapter).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await chapter.fill('<script>alert(1)</script>\n\n## Introduction\n\nOne *leaning* word.')
  await expect(preview.getByRole('heading', { name: 'Introduction' })).toBeVisible()
  await expect(preview).toHaveText(/Introduction\s*One leaning word\.\s*$/)
  // The fields of a new material, which is not a sample.
  await expect(page.getByLabel('Sample content')).toHaveCount(0)
  await page.getByLabel('Which part is free').selectOption('introduction')
  await page.getByLabel('Contents').fill('Chapter one: Introduction\nReferences')
  await page.getByLabel('Programme').selectOption('hnd')
  await page.getByLabel('Size of the file').fill('1.2 MB')
  await isInOrder(page)

  // It has a price, but no link and no file, so publishing needs a tick.
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByLabel('Selar link')).toHaveAccessibleDescription(/nobody can buy it yet/)
  await page.getByLabel('Publish it anyway').check()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Contents')).toHaveValue('Chapter one: Introduction\nReferences')
  await expect(page.getByLabel('Address')).toHaveValue('zobo-drinks-and-blood-pressure-in-calabar-what-nurses-advise')

  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: /Zobo drinks and blood pressure/ })).toBeVisible()
  const seen = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'See it' }).click()
  const asVisitor = await seen
  await expect(asVisitor.getByRole('heading', { name: 'Introduction' })).toHaveCount(2)
  await expect(asVisitor.getByText('Read the introduction free')).toBeVisible()
  await expect(asVisitor.getByText('1.2 MB')).toBeVisible()
  await expect(asVisitor.getByText('₦3,500').filter({ visible: true }).first()).toBeVisible()
  const shared = asVisitor.url()
  await asVisitor.close()

  await page.goto(`${app.url}/admin/catalogue/materials?show=link&category=research_project`)
  await expect(page.getByRole('link', { name: /Zobo drinks/ })).toBeVisible()
  await page.getByRole('link', { name: /Zobo drinks/ }).click()
  await openSections(page)
  await page.getByLabel('Selar link').fill('https://selar.com/kmc26')
  await page.getByLabel('Address').fill('zobo-drinks-calabar')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await visitor.goto(shared)
  await expect(visitor).toHaveURL(`${app.url}/material-preview/zobo-drinks-calabar`)
  await expect(visitor.getByRole('link', { name: /^Purchase Zobo/ }).first()).toHaveAttribute('href', 'https://selar.com/kmc26')

  await page.getByRole('button', { name: 'Save and unpublish' }).click()
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Material not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Material deleted')).toBeVisible()
  await visitor.goto(shelf)
  await expect(visitor.getByText('No materials found matching your criteria.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Material restored')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: /Zobo drinks and blood pressure/ })).toBeVisible()
})

test('the form of a material preserves the cursor and all input typed during a save', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials/new`)
  await isInOrder(page)
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route('**/materials/new*', async (route) => {
    if (route.request().method() === 'POST') {
      await held
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const area = page.getByLabel('Subject area')
  await area.pressSequentially('Neonatal')
  letThrough()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give the material a title/)
  await page.keyboard.type(' nursing')
  await expect(area).toHaveValue('Neonatal nursing')
})

test('two materials with one title get two addresses, and a taken address is rejected at its field', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(409)
  await asAdmin(page, app)
  for (const address of ['same-title', 'same-title-2', 'same-title-3']) {
    await page.goto(`${app.url}/admin/catalogue/materials/new`)
    await page.getByLabel('Title').fill('Same title')
    await page.getByLabel('Category').selectOption('seminar')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Address')).toHaveValue(address)
  }
  await openSections(page)
  await page.getByLabel('Address').fill('same-title-2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Another material has this address/)
  await expect(page.getByLabel('Address')).toHaveValue('same-title-2')
})

test('a list filtered by state, category and words keeps its filters on every page', async ({ page, app }) => {
  await behindThePages(app)
    .from('research_materials')
    .insert(
      Array.from({ length: 40 }, (_none, at) => ({
        slug: `narrowed-${at}`,
        title: `Narrowed down ${String(at).padStart(2, '0')}`,
        subject_area: 'Theatre nursing',
        category: at % 4 === 0 ? 'proposal' : 'thesis',
        price: at % 4 === 1 ? 0 : 3000,
      })),
    )
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials?show=hidden`)
  await page.getByLabel('Search', { exact: true }).fill('theatre narrowed')
  await page.getByLabel('Search', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Category').selectOption('thesis')
  await expect(page).toHaveURL(/show=hidden.*search=theatre\+narrowed.*category=thesis/)
  const rows = page.locator('[data-row] .name')
  await expect(rows).toHaveCount(25)
  const seen = await rows.allTextContents()
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(5)
  seen.push(...(await rows.allTextContents()))
  expect(new Set(seen).size).toBe(30)
  await page.getByRole('link', { name: 'Cannot be bought' }).click()
  // Free works need none.
  await expect(rows).toHaveCount(20)
  await expect(page.getByLabel('Category')).toHaveValue('thesis')
  await page.getByRole('link', { name: 'Deleted' }).click()
  await expect(page.getByText("Nothing here is called 'theatre narrowed'.")).toBeVisible()
})

test('all outlines are deleted at once, in their own part of the list, and can be restored', async ({ page, app }) => {
  await asAdmin(page, app)
  const list = `${app.url}/admin/catalogue/materials`
  await page.goto(list)
  await expect(page.getByRole('link', { name: 'New material' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Outlines' })).toHaveCount(0)
  await behindThePages(app)
    .from('research_materials')
    .insert(
      ['Wick care', 'Wick storage'].map((title, at) => ({
        slug: `wick-${at}`,
        title,
        category: 'proposal',
        is_sample: true,
        published_at: new Date().toISOString(),
      })),
    )
    .throwOnError()
  await page.reload()
  await expect(page.getByText('Delete all 2 outlines')).toHaveCount(0)
  await page.getByRole('link', { name: 'Outlines' }).click()
  const rows = page.locator('[data-row] .name')
  await expect(rows).toHaveCount(2)
  expect((await rows.allTextContents()).toSorted()).toEqual(['Wick care', 'Wick storage'])
  await isInOrder(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByText('Delete all 2 outlines').click()
  await expect(page.getByText('Each can be restored for thirty days.')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, delete 2' }).click()
  await expect(page.getByText('2 outlines deleted')).toBeVisible()
  await expect(page).toHaveURL(`${list}?show=deleted`)
  expect((await page.request.get(`${app.url}/material-preview/wick-0`)).status()).toBe(404)
  await page.getByLabel('Select Wick care').check()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('1 restored')).toBeVisible()
  expect((await page.request.get(`${app.url}/material-preview/wick-0`)).status()).toBe(200)
})

test('a student cannot write materials through the API', async ({ page, app }) => {
  const { email, password } = await newStudent(page, app, 'Zainab')
  const student = await pastThePages(app, email, password)
  const row = { slug: 'forged', title: 'Forged', category: 'thesis' }
  expect((await student.from('research_materials').insert(row)).error?.code).toBe('42501')
  const { data: changed } = await student
    .from('research_materials')
    .update({ price: 0 })
    .not('published_at', 'is', null)
    .select('id')
  expect(changed).toEqual([])
  const { data: deleted } = await student
    .from('research_materials')
    .update({ deleted_at: new Date().toISOString() })
    .not('published_at', 'is', null)
    .select('id')
  expect(deleted).toEqual([])
  const sent = await page.request.post(`${app.url}/admin/preview`, {
    form: { of: 'post', text: 'Hello' },
    headers: { origin: app.url },
  })
  expect(sent.status()).toBe(404)
})
