// The lists of the console on a phone.
import { send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { behindThePages, expect, newAddress, test } from './app.ts'
import { asAdmin, isInOrder } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const lists = [
  'money/orders',
  'money/sales',
  'catalogue/materials',
  'catalogue/topics',
  'people/accounts',
  'people/messages',
  'people/requests',
  'people/comments',
  'people/reports',
  'reviews',
  'mails',
  'log',
]

/** The height of a phone's screen without the navigation at its bottom, less the first line of a row. */
const FIRST_ROW = 740 - 56 - 60

/** The lists that the test below does not fill. */
const mayBeEmpty = new Set(['people/requests', 'people/comments', 'people/reports', 'reviews', 'money/sales', 'mails'])

test('each list has its first row on the first screen of a phone', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await send(`${app.url}/buy/${work.slug}`, { intent: 'pay', email: newAddress('first-row'), price: String(work.price) })
  await behindThePages(app)
    .rpc('receive_message', { sender_name: 'Ada', sender_email: newAddress('ada'), about: 'other', body: 'Do you sell slides?' })
    .throwOnError()
  await asAdmin(page, app)
  for (const list of lists) {
    await page.goto(`${app.url}/admin/${list}`)
    const first = page.locator(mayBeEmpty.has(list) ? '[data-row], .empty' : '[data-row]').first()
    await expect(first).toBeVisible()
    expect(await first.evaluate((row) => row.getBoundingClientRect().top), list).toBeLessThan(FIRST_ROW)
  }
})

test('a phone shows all tabs without scrolling sideways', async ({ page, app }) => {
  await asAdmin(page, app)
  for (const address of [...lists, 'money', 'money/queue', 'money/payouts', 'money/books']) {
    await page.goto(`${app.url}/admin/${address}`)
    const tabs = page.locator('main nav')
    await expect(tabs.first()).toBeVisible()
    expect(
      await tabs.evaluateAll((rows) =>
        rows
          .flatMap((row) => [...row.children])
          .filter((tab) => tab.getBoundingClientRect().right > innerWidth)
          .map((tab) => tab.textContent),
      ),
      address,
    ).toEqual([])
  }
})

test('messages are found by the name and email of their sender', async ({ page, app }) => {
  const sender_email = newAddress('oluwafunke')
  await behindThePages(app)
    .rpc('receive_message', {
      sender_name: 'Folasade "Sade" A\\B',
      sender_email,
      about: 'other',
      body: 'Is the wardsearch file whole?',
    })
    .throwOnError()
  await asAdmin(page, app)
  for (const search of ['folasade', sender_email, 'wardsearch folasade', '"sade"', 'a\\b wardsearch']) {
    await page.goto(`${app.url}/admin/people/messages?search=${encodeURIComponent(search)}`)
    await expect(page.locator('[data-row]'), search).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Folasade' })).toBeVisible()
  }
  await page.goto(`${app.url}/admin/people/messages?search=folasade+malaria`)
  await expect(page.locator('[data-row]')).toHaveCount(0)
})

test('topic requests are found by the name and email of their student, on all pages of the list', async ({ page, app }) => {
  const student = await newStudent(page, app, 'Titilayomi')
  const backend = behindThePages(app)
  const { data } = await backend.from('profiles').select('id').eq('first_name', 'Titilayomi').single().throwOnError()
  await backend
    .from('topic_requests')
    .insert(Array.from({ length: 26 }, (_, at) => ({ user_id: data.id, topic: `Wardsearch (topic, "${at + 1}")` })))
    .throwOnError()
  await asAdmin(page, app)
  const rows = page.locator('[data-row]')
  for (const [search, count] of [
    ['titilayomi', 25],
    [student.email, 25],
    ['wardsearch titilayomi', 25],
    ['titilayomi "26")', 1],
    ['titilayomi malaria', 0],
  ] as const) {
    await page.goto(`${app.url}/admin/people/requests?search=${encodeURIComponent(search)}`)
    await expect(rows, search).toHaveCount(count)
  }
  await page.goto(`${app.url}/admin/people/requests?search=titilayomi`)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(rows).toHaveCount(25)
  await page.goto(`${app.url}/admin/people/requests?search=titilayomi&show=closed`)
  await expect(rows).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a list opens its filter and its further actions in a sheet', async ({ page, app }) => {
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/catalogue/topics`)
    await expect(page.getByLabel('Subject area')).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Subject area').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(/area=/)
    await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import and export' })).toBeHidden()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Import and export' }).click()
    await expect(page).toHaveURL(/topics\/import/)
  })

  test('the address of a list has the chosen period, so that a bookmark moves with the calendar', async ({ page, app }) => {
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/money/orders`)
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByLabel('Period').selectOption('Last 7 days')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Dates: set' })).toBeVisible()
    await expect(page).toHaveURL(/[?&]period=7(&|$)/)
  })
})

test('a desktop shows the filter and the further actions beside the search', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/topics`)
  await expect(page.getByRole('button', { name: 'Filters' })).toBeHidden()
  await expect(page.getByLabel('Subject area')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import and export' })).toBeVisible()
  await isInOrder(page)
})
