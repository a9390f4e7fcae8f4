import { behindThePages, expect, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

test('an admin creates, publishes, closes, deletes and restores a course, and visitors see each change at once', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const visitor = await elsewhere(browser)
  await visitor.goto(`${app.url}/courses`)
  const seen = visitor.getByRole('heading', { name: 'Reading an ECG strip' })
  await expect(seen).toHaveCount(0)

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/courses`)
  await expect(page.getByRole('heading', { level: 1, name: 'Courses' })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('link', { name: 'New course' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('draft')
  await page.getByLabel('WhatsApp link').fill('https://example.com/group')
  await openSections(page)
  await page.getByLabel('Weeks').fill('105')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Give the course a title/)
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/Choose a category/)
  await expect(page.getByLabel('WhatsApp link')).toHaveAccessibleDescription(/A link of WhatsApp/)
  await expect(page.getByLabel('Weeks')).toHaveAccessibleDescription(/Whole weeks from 1 to 104/)
  await expect(page.getByLabel('Weeks')).toHaveValue('105')

  await page.getByLabel('Title').fill('Reading an ECG strip')
  await page.getByLabel('Category').selectOption('general nursing')
  await page.getByLabel('Weeks').fill('4')
  await page.getByLabel('Price in naira').fill('7,500')
  await page.getByLabel('WhatsApp link').fill('https://chat.whatsapp.com/AbCdEf')
  await page.getByRole('textbox', { name: /^What is covered/ }).fill('1. Rate\n2. Rhythm')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview of What is covered' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await isInOrder(page)
  await visitor.reload()
  await expect(seen).toHaveCount(0)

  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('on the site', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(seen).toBeVisible()
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'See it' }).click()
  const asVisitor = await popup
  await expect(asVisitor.getByRole('link', { name: /^Enroll Now/ }).first()).toHaveAttribute(
    'href',
    'https://chat.whatsapp.com/AbCdEf',
  )
  await expect(asVisitor.getByText('₦7,500').filter({ visible: true }).first()).toBeVisible()
  await asVisitor.close()

  await page.getByLabel('Status').selectOption('closed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('hidden', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(seen).toHaveCount(0)
  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('on the site', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Course deleted')).toBeVisible()
  await visitor.reload()
  await expect(seen).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Course restored')).toBeVisible()
  await visitor.reload()
  await expect(seen).toBeVisible()
})

test('a student cannot write courses through the API', async ({ page, app }) => {
  const { email, password } = await newStudent(page, app, 'Yetunde')
  const student = await pastThePages(app, email, password)
  const row = { title: 'Forged', category: 'midwifery', status: 'active' }
  expect((await student.from('courses').insert(row)).error?.code).toBe('42501')
  for (const change of [{ status: 'closed' }, { price: 0 }, { deleted_at: new Date().toISOString() }]) {
    const { data } = await student.from('courses').update(change).eq('status', 'active').select('id')
    expect(data).toEqual([])
  }
})

test('a draft of a course is published at the time that an admin plans', async ({ page, app, browser }) => {
  const title = 'Planned course'
  const visitor = await elsewhere(browser)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/courses/new`)
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Category').selectOption('midwifery')
  await openSections(page)
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await page.getByLabel('Day and time in Lagos').fill(`${tomorrow}T09:00`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^scheduled for .*, 09:00$/)).toBeVisible()
  await page.goto(`${app.url}/admin/catalogue/courses?search=planned`)
  await expect(page.locator('[data-row]').filter({ hasText: title })).toContainText('scheduled for')
  await visitor.goto(`${app.url}/courses`)
  await expect(visitor.getByText(title)).toHaveCount(0)
  await behindThePages(app)
    .from('courses')
    .update({ publish_at: new Date(Date.now() - 1000).toISOString() })
    .eq('title', title)
    .throwOnError()
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByText(title)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 40_000 })
})
