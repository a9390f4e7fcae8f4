import { behindThePages, DEMO_PASSWORD, expect, newAddress, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, openSections, takenOver } from './admin.ts'
import { newStudent, signIn } from './test-user.ts'

test.use({ fixture: 'shared' })

const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

const nobody = '00000000-0000-4000-8000-000000000000'
const rooms = [
  '/admin',
  '/admin/search',
  '/admin/reviews',
  `/admin/reviews/${nobody}`,
  '/admin/money',
  '/admin/money/sales',
  '/admin/money/sales/new',
  '/admin/money/sales/import',
  `/admin/money/sales/${nobody}`,
  '/admin/money/orders',
  '/admin/money/queue',
  '/admin/money/discounts',
  '/admin/money/discounts/new',
  '/admin/money/paystack',
  '/admin/money/payouts',
  `/admin/money/payouts/${nobody}`,
  '/admin/money/books',
  '/admin/money/books/compare',
  '/admin/money/rules',
  '/admin/people/requests',
  `/admin/people/requests/${nobody}`,
  '/admin/people/requests/answer',
  '/admin/people/messages/reply',
  '/admin/people/messages/saved-replies',
  '/admin/people/messages/saved-replies/new',
  '/admin/people/comments',
  '/admin/people/reports',
  '/admin/people/admins',
  '/admin/people/accounts',
  `/admin/people/accounts/${nobody}`,
  `/admin/people/${nobody}`,
  '/admin/buyers/nobody%40mail.ng',
  '/admin/mails',
  '/admin/mails/newsletters',
  '/admin/mails/newsletters/new',
  '/admin/catalogue',
  '/admin/catalogue/services',
  '/admin/catalogue/services/new',
  '/admin/catalogue/materials',
  '/admin/catalogue/materials/new',
  '/admin/catalogue/materials/prices',
  `/admin/catalogue/bundles/${nobody}`,
  '/admin/catalogue/posts',
  '/admin/catalogue/posts/new',
  '/admin/catalogue/courses',
  '/admin/catalogue/courses/new',
  '/admin/statistics',
  '/admin/doctor',
  '/admin/log',
  '/admin/no/such/room',
]

test('the console sends a guest to sign in and back, and responds with 404 to a student', async ({ page, app, browser }) => {
  await page.goto(`${app.url}/admin/catalogue/services?show=hidden`)
  await expect(page).toHaveURL(/\/auth\?next=/)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${app.url}/admin/catalogue/services?show=hidden`)
  // The console does the same when the session ends while it is open.
  await page.context().clearCookies()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Reviews' }).click()
  await expect(page).toHaveURL(`${app.url}/auth?next=%2Fadmin%2Freviews`)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reviews' })).toBeVisible()

  const student = await elsewhere(browser)
  await newStudent(student, app, 'Sade')
  const unknown = await student.request.get(`${app.url}/no/such/page`)
  expect(unknown.status()).toBe(404)
  const unknownPost = await (
    await student.request.post(`${app.url}/no/such/page`, { form: { a: 'b' }, headers: { origin: app.url } })
  ).text()
  for (const room of rooms) {
    const response = await student.request.get(app.url + room)
    expect(response.status(), room).toBe(404)
    expect((await response.text()) === (await unknown.text()), `${room} looks as an unknown path does`).toBe(true)
    expect(response.headers()['content-security-policy'], room).toBe(unknown.headers()['content-security-policy'])
    const sent = await student.request.post(app.url + room, {
      form: { intent: 'save', service_name: 'Forged', service_type: 'editing' },
      headers: { origin: app.url },
    })
    expect(sent.status(), `POST ${room}`).toBe(404)
    expect((await sent.text()) === unknownPost, `POST ${room} is answered as at an unknown path`).toBe(true)
    expect((await student.request.get(`${app.url}${room}.data`)).status(), `${room}.data`).toBe(404)
  }
  const { count } = await behindThePages(app)
    .from('writing_services')
    .select('id', { count: 'exact', head: true })
    .eq('service_name', 'Forged')
  expect(count).toBe(0)
  await student.goto(`${app.url}/dashboard`)
  await expect(student.getByRole('link', { name: 'Open the console' })).toHaveCount(0)
})

test('an admin creates, publishes, changes, deletes and restores a service, and visitors see each change at once', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const visitor = await elsewhere(browser)
  await visitor.goto(`${app.url}/writing-services`)
  await asAdmin(page, app)
  await page.goto(`${app.url}/dashboard`)
  await page.getByRole('link', { name: 'Open the console' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Catalogue' }).click()
  await page.getByRole('link', { name: 'Services' }).click()
  await page.getByRole('link', { name: 'New service' }).click()

  await openSections(page)
  await page.getByLabel('Rating').fill('9')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Check the marked fields.')).toBeVisible()
  await expect(page.getByText('Give the service a name')).toBeVisible()
  await expect(page.getByText('From 0 to 5, such as 4.5')).toBeVisible()
  await expect(page.getByLabel('Rating')).toHaveValue('9')
  await page.getByLabel('Rating').fill('4.5')
  await page.getByLabel('Name').fill('Help with your defence')
  await page.getByLabel('Kind').selectOption('custom')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Help with your defence' })).toBeVisible()

  await takenOver(page)
  await page.getByLabel('Name').fill('Help with your project defence')
  await page.getByLabel('Name').press('Control+Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Help with your project defence' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Service deleted')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Help with your project defence' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Service restored')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Help with your project defence' })).toBeVisible()

  await page.goto(`${app.url}/admin/log?show=catalogue`)
  for (const act of ['Service restored', 'Service deleted', 'Service changed', 'Service added']) {
    await expect(page.getByText(act).first()).toBeVisible()
  }
  await expect(page.locator('main').getByText('Lamplight Admin').filter({ visible: true }).first()).toBeVisible()
})

test('a second admin who saves a changed record sees the stored version first and may then overwrite it', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(409)
  const { data: service } = await behindThePages(app)
    .from('writing_services')
    .insert({ service_name: 'Two at once', service_type: 'editing' })
    .select('id')
    .single()
  const address = `${app.url}/admin/catalogue/services/${service?.id}`
  const second = await elsewhere(browser)
  await asAdmin(page, app)
  await asAdmin(second, app)
  await page.goto(address)
  await second.goto(address)
  await page.getByLabel('Starting price').fill('5,000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await second.getByLabel('Starting price').fill('7,000')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText('This was changed after you opened it, by someone else or by you in another tab.')).toBeVisible()
  await expect(second.getByText('Starting price, stored now')).toBeVisible()
  await expect(second.getByText('5,000', { exact: true })).toBeVisible()
  await expect(second.getByLabel('Starting price')).toHaveValue('7,000')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByText('Saved', { exact: true })).toBeVisible()
})

test('a form of the console preserves its input when the connection fails, and restores it after a crash', async ({
  page,
  app,
  context,
  expectErrors,
}) => {
  expectErrors('offline')
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/services/new`)
  await takenOver(page)
  await page.getByLabel('Name').fill('Typed in a tunnel')
  await page.getByLabel('Kind').selectOption('editing')
  await openSections(page)
  await page.getByLabel('Sample content').check()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The connection was lost before it was saved.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Typed in a tunnel')
  await context.setOffline(false)
  await expect(page.getByText('The connection is back. Save again now.')).toBeVisible()

  await page.goto(`${app.url}/admin`)
  await page.goto(`${app.url}/admin/catalogue/services/new`)
  await expect(page.getByLabel('Name')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Typed in a tunnel')
  await expect(page.getByLabel('Sample content')).toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`${app.url}/admin/catalogue/services/new`)
  await expect(page.getByText('was never saved')).toHaveCount(0)
})

test('a list of the console supports keys, exact search and stable paging', async ({ page, app }) => {
  const adminClient = behindThePages(app)
  const names = Array.from({ length: 60 }, (_none, at) => `Paged ${String(at).padStart(2, '0')} 100%_"(,)*\\`)
  // All in one statement, so that many have the same time and only the id orders them.
  await adminClient
    .from('writing_services')
    .insert(names.map((service_name) => ({ service_name, service_type: 'custom' })))
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/services`)
  await takenOver(page)
  await page.locator('body').press('/')
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused()
  await page.getByLabel('Search', { exact: true }).fill('paged 100%_"(,)*\\')
  await page.getByLabel('Search', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/search=paged/)
  const rows = page.locator('[data-row] .name')
  await expect(rows).toHaveCount(25)
  const seen = [...(await rows.allTextContents())]
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(rows.first()).not.toHaveText(seen[0] ?? '')
  seen.push(...(await rows.allTextContents()))
  const second = seen.slice(25)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(10)
  seen.push(...(await rows.allTextContents()))
  expect(seen.toSorted()).toEqual(names)
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(rows).toHaveCount(25)
  expect(await rows.allTextContents()).toEqual(second)

  await takenOver(page)
  await page.locator('body').press('j')
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]').nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: second[0] ?? '' })).toBeVisible()

  await page.goto(`${app.url}/admin/catalogue/services?search=${encodeURIComponent('paged ( or %')}`)
  await expect(page.getByText('Nothing here is called')).toBeVisible()
})

test('the search of the console finds orders, students, titles and pages by a part, with Ctrl+K', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts`)
  await takenOver(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.type('minimum pay')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /minimum payout/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('admin@lampl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Students and admins' })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('medication adherence')
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /^Medication adherence/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/(catalogue\/materials|catalogue\/topics)\//)
})

test('the search button in the header opens the search page on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts`)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('searchbox', { name: 'Find anything' })).toBeFocused()
  await page.getByRole('searchbox', { name: 'Find anything' }).fill('minimum pay')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /minimum payout/ })).toBeVisible()
})

test('the navigation shows how much is due', async ({ page, app }) => {
  await asAdmin(page, app)
  await behindThePages(app)
    .rpc('receive_message', { sender_name: 'Ada', sender_email: newAddress('ada'), about: 'other', body: 'Do you sell slides?' })
    .throwOnError()
  await page.goto(`${app.url}/admin`)
  const due = (await page.locator('h1 + p').innerText()).replace(/^One/, '1')
  const count = Number.parseInt(due, 10)
  const today = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: /^Today/ })
  await expect(today).toHaveAccessibleName(`Today ${count} due`)
})

test('an admin who signs in lands on the console', async ({ page, app }) => {
  await signIn(page, app, admin)
  await expect(page).toHaveURL(`${app.url}/admin`)
})

test('a page opens at its top with the focus on its heading, and Back returns to the place in the list', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 360, height: 760 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials`)
  const record = page.locator('[data-row] .name a').last()
  await record.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await record.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(record).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
})
