import { materialsFound, sample } from '../support/sample.ts'
import { behindThePages, expect, test } from './app.ts'

const PAGE = 24
const all = sample.materials.length
const seminars = sample.materials.filter(({ head }) => head.category === 'seminar').length

// A visitor searches, reads a preview and goes to the payment page, with and without JavaScript.
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a visitor' : 'a visitor with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('searches, reads the first chapter and is sent to the payment page', async ({ page, app, context }) => {
      const scripts = new Set<string>()
      page.on('request', (request) => {
        if (request.resourceType() === 'script') {
          scripts.add(new URL(request.url()).pathname)
        }
      })

      await page.goto(app.url)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A lamp for your nursing research')
      await page.getByRole('main').getByRole('link', { name: 'Browse Materials' }).first().click()

      await expect(page).toHaveURL(`${app.url}/marketplace`)
      await expect(page.getByText(materialsFound(all))).toBeVisible()
      await page.getByRole('combobox', { name: 'Search' }).fill('HTN')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/\/marketplace\?search=HTN/)
      await expect(page.getByText(/^\d+ materials? found/)).toBeVisible()

      const card = page.getByRole('listitem').filter({ hasText: 'Medication adherence' })
      await expect(card.getByText('₦4,500')).toBeVisible()
      await expect(card.getByText('Sample', { exact: true }).filter({ visible: true })).toHaveCount(1)
      await card.getByRole('link', { name: 'Preview' }).click()

      await expect(page).toHaveURL(/\/material-preview\/medication-adherence/)
      await expect(page.getByRole('heading', { name: '1.1 Background of the study' })).toBeVisible()
      await expect(page.getByText('This is a guide and a sample.').first()).toBeVisible()
      // The work is a sample, and its page says so. The topics below it are samples too.
      await expect(page.getByText('Sample', { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(
        page
          .getByText(/there is no file to buy/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible()
      await expect(page.getByText(/\[Sample research project, written as an example\]/)).toBeVisible()
      for (const claim of [/The full work has/, /The file comes to your email/]) {
        await expect(page.getByText(claim)).toHaveCount(0)
      }

      const purchase = page.getByRole('link', { name: /^Purchase Medication adherence/ }).last()
      await expect(purchase).toHaveAttribute('target', '_blank')
      await expect(purchase).toHaveAttribute('rel', /noopener/)
      await context.route('https://example.com/**', (route) => route.fulfill({ body: 'the payment page' }))
      const [payment] = await Promise.all([context.waitForEvent('page'), purchase.click()])
      await payment.waitForLoadState()
      expect(payment.url()).toMatch(/^https:\/\/example\.com\/lamplight\//)

      // The file of the site, which keeps pages on the phone.
      expect([...scripts]).toEqual(javaScriptEnabled ? [expect.stringMatching(/^\/assets\/site-\w+\.js$/)] : [])
    })
  })
}

// With a script the marketplace updates while typing: search-while-typing.test.ts.
test.describe('a visitor with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('filters by category and pages through the marketplace', async ({ page, app }) => {
    await page.goto(`${app.url}/marketplace`)
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    const first = await titles.allTextContents()
    expect(first).toHaveLength(PAGE)
    const seen = [...first]
    const more = page.getByRole('link', { name: 'Next', exact: true })
    while (await more.isVisible()) {
      await more.click()
      await expect(titles.first()).not.toHaveText(seen.at(-PAGE) ?? '')
      await page.waitForLoadState()
      seen.push(...(await titles.allTextContents()))
    }
    expect(new Set(seen).size).toBe(all)
    expect(seen).toHaveLength(all)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const lastPage = Math.ceil(all / PAGE)
    await expect(pages).toContainText(`${(lastPage - 1) * PAGE + 1} to ${all} of ${all}`)
    await pages.getByRole('link', { name: 'Previous' }).click()
    expect(await titles.allTextContents()).toEqual(seen.slice((lastPage - 2) * PAGE, (lastPage - 1) * PAGE))

    await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Seminar' }).click()
    await expect(page.getByText(materialsFound(seminars))).toBeVisible()
    await expect(page.getByText('seminar', { exact: true })).toHaveCount(Math.min(seminars, PAGE))
  })

  test('sees what to do when nothing is found and when a page is missing', async ({ page, app, expectErrors }) => {
    expectErrors(404)
    await page.goto(`${app.url}/marketplace?search=zzzzzzzz`)
    await expect(page.getByText('No materials found matching your criteria.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all materials' }).click()
    await expect(page.getByText(materialsFound(all))).toBeVisible()

    const missing = await page.goto(`${app.url}/no/such/page`)
    expect(missing?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()

    const gone = await page.goto(`${app.url}/material-preview/no-such-work`)
    expect(gone?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Material not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to Materials' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace`)
  })
})

test('a work without a payment link explains that it cannot be bought, and a free one how to get it', async ({ page, app }) => {
  await page.goto(`${app.url}/material-preview/pain-assessment-children-nurses-cross-river`)
  const purchase = page.getByRole('button', { name: 'Purchase' }).last()
  await expect(purchase).toHaveAttribute('aria-disabled', 'true')
  await expect(purchase).toHaveAccessibleDescription(/no payment link yet/)

  await page.goto(`${app.url}/material-preview/needle-stick-injury-student-nurses-sokoto`)
  await expect(page.getByText('Free', { exact: true }).last()).toBeVisible()
  await expect(page.getByText(/there is no file to buy/).last()).toBeVisible()
})

test('every address of a material responds with 200 and names one canonical address', async ({ request, app }) => {
  const slug = 'medication-adherence-hypertension-enugu'
  const { data } = await behindThePages(app).from('research_materials').select('id').eq('slug', slug).single()
  for (const address of [
    `/material-preview/${slug}`,
    `/material/${slug}`,
    `/material-preview/${slug}/`,
    `/material/${data?.id}`,
    `/material-preview/${data?.id}`,
  ]) {
    const response = await request.get(app.url + address)
    expect(response.status(), address).toBe(200)
    expect(await response.text(), address).toContain(`rel="canonical" href="${app.url}/material-preview/${slug}"`)
  }
})
