// From interest to topic to outline, and close titles, without a script as with one.
import fs from 'node:fs'
import mammoth from 'mammoth'
import type { Page } from '@playwright/test'
import { isInOrderInBothThemes } from './admin.ts'
import { expect, test } from './app.ts'

const SEEDED =
  'Sleep quality, low back pain and sleeping position in the third trimester among women attending antenatal care in Lagos State'

/** Opens the form that compares a title with the library. */
const openTitleCheck = (page: Page) => page.getByText('Have a title already?').click()

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a student finds five topics with reasons and downloads a first outline', async ({ page, app }) => {
    await page.goto(`${app.url}/topics-directory`)
    await page.getByRole('link', { name: 'Find a topic for me' }).click()
    const example = page.getByRole('region', { name: 'For example' })
    await expect(example).toContainText(/For (ND|HND|BNSc|MSc).* · In .* State/)
    await expect(example).toContainText('Chapter three: Methodology')
    await example.getByText('First outline (DOCX)').click()
    await expect(example.getByText('[Fill in: the design')).toBeVisible()
    await page.getByRole('link', { name: 'BNSc', exact: true }).click()
    await expect(page.getByText('Question 2 of 4')).toBeInViewport()
    await page.getByRole('link', { name: 'Skip this question' }).click()
    await page.getByLabel('Your interest').fill('sleep in pregnancy')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Where will you do the study?' })).toBeInViewport()
    await page.goBack()
    await expect(page.getByText('Question 3 of 4')).toBeVisible()
    await page.goForward()
    await page.getByLabel('Your place').fill('Lagos')
    await page.getByRole('button', { name: 'Show five topics' }).click()
    // The answer is on the screen, and the choices are folded.
    await expect(page.getByRole('heading', { name: '5 topics for you' })).toBeInViewport()
    await expect(page.getByLabel('Your place')).toBeHidden()
    await expect(example).toBeHidden()
    await page.getByText('BNSc · sleep in pregnancy · Lagos').click()
    await expect(page.getByLabel('Your place')).toHaveValue('Lagos')
    const cards = page.getByRole('main').locator('li.card')
    await expect(cards).toHaveCount(5)
    const card = cards.filter({ hasText: SEEDED })
    await expect(card).toContainText('In Lagos')
    await expect(card).toContainText('For BNSc')
    await expect(card).toContainText(/In the shop: \d+ works? on Maternal Health/)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('link', { name: `Download a first outline (DOCX): ${SEEDED}` }).click(),
    ])
    expect(download.suggestedFilename()).toBe('sleep-quality-low-back-pain-and-sleeping-outline.docx')
    const { value } = await mammoth.extractRawText({ buffer: fs.readFileSync(await download.path()) })
    expect(value).toContain('Chapter three: Methodology')
    expect(value).toContain('[Fill in: the facility in Lagos')
    expect(value).toContain('A hospital ethics committee in Lagos approves')

    await openTitleCheck(page)
    await page.getByLabel('Your title or abstract').fill('Hand hygiene among nurses')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText('These titles are closest to it:')).toBeVisible()
    await expect(page.getByText(/^Material: \d of its \d+ main words are in your text$/).first()).toBeVisible()
    await expect(page.getByText('BNSc · sleep in pregnancy · Lagos')).toBeVisible()
    await expect(cards).toHaveCount(5)
  })

  test('home leads to the page', async ({ page, app }) => {
    await page.goto(app.url)
    await page.getByRole('link', { name: 'Find a topic for me' }).click()
    await expect(page).toHaveURL(`${app.url}/find-a-topic`)
  })

  test('a title is compared with the library', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await page.goto(`${app.url}/find-a-topic`)
    await openTitleCheck(page)
    await page.getByLabel('Your title or abstract').fill(`  ${SEEDED.toUpperCase()}.`)
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText('This title is in our library.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: SEEDED })).toContainText('Topic: the same title')
    await page.getByLabel('Your title or abstract').fill('Volcanoes and glaciers of distant moons')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByText('No title in our library is close to it.')).toBeVisible()
    await page.getByLabel('Your title or abstract').fill('   short   ')
    await page.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByLabel('Your title or abstract')).toHaveAccessibleDescription(/Paste a title or an abstract/)
  })
})

test('the page with topics and with close titles is in order, and unknown words lead to the directory', async ({ page, app }) => {
  await page.goto(`${app.url}/find-a-topic?area=midwifery&programme=ND&place=Kano`)
  await isInOrderInBothThemes(page)
  await openTitleCheck(page)
  await page.getByLabel('Your title or abstract').fill('Hand hygiene among nurses')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('These titles are closest to it:')).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/find-a-topic?interest=zzzz`)
  await expect(page.getByRole('heading', { name: 'No topic of the directory fits these words' })).toBeVisible()
  expect((await page.request.get(`${app.url}/find-a-topic/outline?topic=none`)).status()).toBe(404)
})
