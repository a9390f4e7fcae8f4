import { expect, test } from './app.ts'

/** A mark that a page load would remove. */
const mark = 'window.sameDocument = true'
const marked = 'window.sameDocument === true'

test('the marketplace updates its results and address while typing, without a page load', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/marketplace`)
  await page.evaluate(mark)
  const everything = (await page.getByRole('status').textContent()) ?? ''
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('adherence HTN')

  await expect(page).toHaveURL(`${app.url}/marketplace?search=adherence+HTN`)
  await expect(page.getByRole('status')).not.toHaveText(everything)
  await expect(page.getByRole('link', { name: /^Medication adherence/ })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('adherence HTN')
  await expect(page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Seminar' })).toHaveAttribute(
    'href',
    /search=adherence/,
  )

  await page.getByRole('combobox', { name: 'Search' }).fill('zzxxqq')
  await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('0 materials found')
  await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute('href', /zzxxqq/)

  await page.getByRole('combobox', { name: 'Search' }).fill('')
  await expect(page.getByRole('status')).toHaveText(everything)
  expect(await page.evaluate(marked)).toBe(true)
})

test('the marketplace finds works for each beginning of a word from three letters on', async ({ page, app }) => {
  await page.goto(`${app.url}/marketplace`)
  const field = page.getByRole('combobox', { name: 'Search' })
  for (const words of ['hyp', 'hyper', 'hyperten', 'hypertension']) {
    await field.fill(words)
    await expect(page).toHaveURL(`${app.url}/marketplace?search=${words}`)
    await expect(page.getByRole('status')).toContainText(/\b[1-9]\d* materials? found/)
    await expect(page.getByRole('link', { name: /hypertension/ }).first()).toBeVisible()
  }
  await field.fill('mala')
  await expect(page.getByRole('status')).toContainText('Also searched: malaria (mala). Search only for mala.')
})

test('a choice of filters only changes the number on the button before it is pressed', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${app.url}/marketplace`)
  await page.evaluate(mark)
  const everything = (await page.getByRole('status').textContent()) ?? ''
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('radio', { name: /^Any price/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Free/ })).toBeChecked()
  const show = page.locator('#filters').getByRole('button')
  await expect(show).toHaveText(/^Show \d+ results$/)
  expect(asked.map((address) => new URL(address).pathname)).toEqual(['/marketplace/count'])
  await expect(page.getByRole('status')).toHaveText(everything)
  const count = (await show.innerText()).replace(/\D+/g, '')
  await show.click()
  await expect(page).toHaveURL(`${app.url}/marketplace?price=0`)
  await expect(page.getByRole('status')).toContainText(`${count} materials found`)
})

test("the filters' button keeps the count of the last choice, and its plain label without an answer", async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/marketplace`)
  await page.getByRole('button', { name: /^Filter and sort/ }).click()
  const show = page.locator('#filters').getByRole('button')
  await expect(show).toHaveText('Show results')
  await page.route(/count.*price=0/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>Pay for more data first</p>' }),
  )
  const answered = page.waitForResponse(/count.*price=0/)
  await page.getByRole('radio', { name: /^Free/ }).check()
  await answered
  await expect(show).toHaveText('Show results')

  let letFirstPass = () => {}
  const firstMayPass = new Promise<void>((resolve) => {
    letFirstPass = resolve
  })
  await page.route(/count.*price=1000/, async (route) => {
    await firstMayPass
    await route.fulfill({ contentType: 'text/plain', body: 'Show 99999 results' }).catch(() => {})
  })
  const first = page.waitForRequest(/count.*price=1000/)
  await page.getByRole('radio', { name: /^To ₦1,000/ }).check()
  await first
  await page.getByRole('radio', { name: /^Any price/ }).check()
  await expect(show).toHaveText(/^Show \d+ results$/)
  const label = await show.innerText()
  letFirstPass()
  await page.waitForTimeout(300)
  await expect(show).toHaveText(label)
  expect(label).not.toContain('99999')
})

test('the courses update while typing', async ({ page, app }) => {
  await page.goto(`${app.url}/courses`)
  await page.evaluate(mark)
  await page.getByRole('searchbox', { name: 'Search' }).fill('labour')
  await expect(page).toHaveURL(/search=labour/)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toContainText('labour')
  expect(await page.evaluate(marked)).toBe(true)
})

test('the search shows the results of the last input when an older response arrives late', async ({ page, app }) => {
  await page.goto(`${app.url}/marketplace`)
  let letFirstPass = () => {}
  const firstMayPass = new Promise<void>((resolve) => {
    letFirstPass = resolve
  })
  await page.route(/search=zzxxqq/, async (route) => {
    await firstMayPass
    await route.continue().catch(() => {})
  })
  const box = page.getByRole('combobox', { name: 'Search' })
  const first = page.waitForRequest(/search=zzxxqq/)
  await box.fill('zzxxqq')
  await first
  await box.fill('hygiene')
  await expect(page).toHaveURL(/search=hygiene/)
  letFirstPass()
  await expect(page.getByRole('link', { name: /hygiene/i }).first()).toBeVisible()
  await expect(page).toHaveURL(/search=hygiene/)
})

test('the search ignores foreign responses, and fetches nothing while typing with Save-Data', async ({ page, browser, app }) => {
  await page.goto(`${app.url}/marketplace`)
  const everything = (await page.getByRole('status').textContent()) ?? ''
  const requestFinished = page.waitForEvent('requestfinished')
  await page.route(/search=hygiene/, (route) => route.fulfill({ contentType: 'text/html', body: 'Pay for more data first' }))
  await page.getByRole('combobox', { name: 'Search' }).fill('hygiene')
  await requestFinished
  await expect(page.getByRole('status')).toHaveText(everything)
  await page.unroute(/search=hygiene/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('status')).not.toHaveText(everything)

  const saving = await (await browser.newContext()).newPage()
  await saving.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  await saving.goto(`${app.url}/marketplace`)
  const asked: string[] = []
  saving.on('request', (request) => asked.push(request.url()))
  await saving.getByRole('combobox', { name: 'Search' }).fill('hygiene')
  await saving.waitForTimeout(800)
  expect(asked).toEqual([])
  await saving.keyboard.press('Enter')
  await expect(saving).toHaveURL(/search=hygiene/)
  await saving.context().close()
})
