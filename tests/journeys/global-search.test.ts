import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { isInOrder } from './admin.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const status = (page: Page) => page.getByRole('status')
const kind = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name }) })

// The script adds only the suggestions, below.
test.describe('a visitor with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('finds the best three topics, posts, courses and services from the home page', async ({ page, app }) => {
    await page.goto(app.url)
    await box(page).fill('sample size')
    await box(page).press('Enter')
    await expect(page).toHaveURL(`${app.url}/search?q=sample+size`)
    await expect(box(page)).toHaveValue('sample size')
    await expect(kind(page, 'Writing services').getByRole('link').first()).toContainText('Statistics help')
    for (const name of ['Materials', 'Topics', 'Posts', 'Courses', 'Writing services']) {
      const count = await kind(page, name).getByRole('listitem').count()
      expect(count, name).toBeLessThanOrEqual(3)
      // The outlines only mention a sample size, and a mention is left out where titles match (docs/decisions/0063).
      expect(count > 0, name).toBe(name !== 'Materials')
    }
    await kind(page, 'Writing services')
      .getByRole('link', { name: /^Statistics help/ })
      .click()
    await expect(page).toHaveURL(/\/service-details\//)
    await page.goBack()
    await page.getByRole('link', { name: 'All topics for “sample size”' }).click()
    await expect(page.getByRole('searchbox', { name: 'Course code, subject or word' })).toHaveValue('sample size')
  })

  test('sees the correction of a search, undoes it, and continues to all materials with the same words', async ({
    page,
    app,
  }) => {
    await page.goto(`${app.url}/search?q=diabetis+foot`)
    await expect(status(page)).toContainText('Showing results for diabetes foot. Search for diabetis foot instead.')
    await expect(kind(page, 'Materials').getByRole('listitem').first()).toContainText('type 2 diabetes')
    await expect(page.getByRole('link', { name: 'All materials for “diabetes foot”' })).toHaveAttribute(
      'href',
      '/marketplace?search=diabetes+foot',
    )
    await page.getByRole('link', { name: 'Search for diabetis foot instead' }).click()
    await expect(page).toHaveURL(/typed=yes/)
    await expect(status(page)).toHaveText('Nothing matches “diabetis foot” exactly; these are close')
    await expect(
      kind(page, 'Materials')
        .getByText(/^close match · /)
        .first(),
    ).toBeVisible()
    await page.getByRole('link', { name: 'All materials for “diabetis foot”' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace?search=diabetis+foot&typed=yes`)
  })

  test('sees that only the best three are shown, if there are three', async ({ page, app }) => {
    await page.goto(`${app.url}/search?q=hygiene`)
    await expect(kind(page, 'Topics').getByRole('listitem')).toHaveCount(3)
    await expect(kind(page, 'Topics').getByRole('paragraph')).toHaveText('These are the best three. All topics for “hygiene”')
    await page.goto(`${app.url}/search?q=malara`)
    await expect(kind(page, 'Materials').getByRole('listitem')).toHaveCount(1)
    await expect(kind(page, 'Materials').getByRole('paragraph')).toHaveText('All materials for “malaria”')
  })

  test('sees what to do when nothing is found', async ({ page, app }) => {
    await page.goto(`${app.url}/search?q=zzxxqq+wvbnmq`)
    await expect(page.getByText('Nothing found for “zzxxqq wvbnmq”.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute('href', /zzxxqq/)
    await box(page).fill('')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await expect(page.getByText('Type a topic, a subject or a question.')).toBeVisible()
  })
})

test('a list has the search box in its header on a laptop and a button on a phone', async ({ page, app }) => {
  await page.goto(`${app.url}/courses`)
  await expect(box(page)).toBeHidden()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page).toHaveURL(/\/search/)
  await expect(box(page)).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/courses`)
  await box(page).fill('sample size')
  await box(page).press('Enter')
  await expect(kind(page, 'Posts').getByRole('link').first()).toContainText('Sample size with the Taro Yamane formula')
})

test('the search pages are accessible', async ({ page, app }) => {
  // shell.test.ts checks the home page and the marketplace without a search.
  for (const address of ['/search', '/search?q=nurses', '/search?q=diabetis+foot', '/search?q=zzxxqq']) {
    await page.goto(app.url + address)
    await isInOrder(page)
  }
})

/** Returns the suggestions that the browser offers below a box. */
const offered = (page: Page, list: 'words' | 'searches') =>
  page.locator(`#${list} option`).evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))

test('suggestions load with one request when typing pauses, and their responses are cached', async ({ page, app }) => {
  await page.goto(app.url)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).search))
  await page.keyboard.press('Tab')
  await box(page).focus()
  await page.keyboard.type('hand hyg', { delay: 30 })
  await expect.poll(() => offered(page, 'words')).toContain('hand hygiene')
  expect(asked).toEqual(['?q=hand+hyg'])
  for (const search of await offered(page, 'words')) {
    // Browsers offer only suggestions that contain the typed characters.
    expect(search.toLowerCase()).toContain('hand hyg')
  }
  await page.keyboard.type('i', { delay: 30 })
  await expect.poll(() => asked).toHaveLength(2)
  await page.keyboard.press('Backspace')
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('hyg'))
        .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
    )
  await expect.poll(fetched).toEqual([true, false])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=hand\+hyg$/)
})

test('the box in the header of a work suggests searches too', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/material-preview/medication-adherence-hypertension-enugu`)
  await box(page).focus()
  await page.keyboard.type('hand hyg', { delay: 30 })
  await expect.poll(() => offered(page, 'words')).toContain('hand hygiene')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “hand hyg”')
})

test("the marketplace's box suggests words, subjects and titles without another request", async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/marketplace`)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.focus()
  await page.keyboard.type('infec', { delay: 30 })
  await expect.poll(() => offered(page, 'searches')).toEqual(expect.arrayContaining(['infection', 'Infection Control']))
  // The list itself is asked for once or more, as fast as the machine types.
  expect(new Set(asked)).toEqual(new Set(['/marketplace']))
  await expect(search).toBeFocused()
  await expect(page).toHaveURL(/search=infec/)
})

test('suggestions drop late responses, and are off with Save-Data', async ({ page, browser, app }) => {
  await page.goto(app.url)
  let letFirstPass = () => {}
  const firstMayPass = new Promise<void>((resolve) => {
    letFirstPass = resolve
  })
  await page.route(/q=hyg$/, async (route) => {
    await firstMayPass
    await route.continue().catch(() => {})
  })
  const first = page.waitForRequest(/q=hyg$/)
  await box(page).fill('hyg')
  await first
  await box(page).fill('tetan')
  await expect.poll(() => offered(page, 'words')).toContain('tetanus')
  letFirstPass()
  await page.waitForTimeout(300)
  expect(await offered(page, 'words')).toContain('tetanus')

  const saving = await (await browser.newContext()).newPage()
  await saving.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  await saving.goto(app.url)
  const asked: string[] = []
  saving.on('request', (request) => asked.push(request.url()))
  await box(saving).fill('hygiene')
  await saving.waitForTimeout(600)
  expect(asked).toEqual([])
  await saving.context().close()
})
