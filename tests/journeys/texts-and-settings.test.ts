import { faq as builtIn } from '#app/features/questions/faq.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { getViolations } from './axe.ts'
import { behindThePages, expect, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const isSaved = (page: Page) => expect(page.getByText('Visitors see it now.')).toBeVisible()
/** Returns the page that a visitor gets. */
const getText = async (request: APIRequestContext, address: string) => (await request.get(address)).text()
const goBack = async (page: Page) => {
  await page.getByRole('link', { name: 'Back to the defaults' }).click()
  await expect(page.getByText('The fields show the default texts.')).toBeVisible()
  await save(page)
  await expect(page).not.toHaveURL(/defaults/)
}

test('the settings pages are not found for a student, and the tables reject their writes', async ({ page, app }) => {
  const student = await newStudent(page, app, 'Sade')
  for (const path of ['/texts', '/texts/hero', '/settings', '/settings/site', '/texts/questions', '/texts/testimonials/new']) {
    expect((await page.request.get(`${app.url}/admin${path}`)).status(), path).toBe(404)
  }
  const client = await pastThePages(app, student.email, student.password)
  const wanted = { hero_title: 'Forged' }
  expect((await client.rpc('save_texts', { of_section: 'hero', expected: {}, wanted })).error?.code).toBe('42501')
  expect((await client.rpc('save_settings', { of_group: 'site', expected: {}, wanted: { name: 'x' } })).error?.code).toBe('42501')
  expect((await client.rpc('counted_statistics')).error?.code).toBe('42501')
  expect((await client.from('testimonials').insert({ name: 'Me', content: 'Forged' })).error?.code).toBe('42501')
  expect((await client.from('faq_questions').insert({ part: 'x', question: 'Forged', answer: 'x' })).error?.code).toBe('42501')
})

test('an admin edits the hero beside the counts, visitors see it at once, and it resets to its defaults', async ({
  page,
  app,
  request,
  expectErrors,
}) => {
  expectErrors(400)
  const heading = async () => (await getText(request, app.url)).match(/<h1[^>]*>(.*?)<\/h1>/s)?.[1]
  expect(await heading()).toBe('A lamp for your nursing research')
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('navigation', { name: 'Admin console' }).getByRole('link', { name: 'Texts' }).click()
  await page.getByRole('link', { name: 'Home page' }).click()
  await expect(page.getByText('The site claims 10,000+.')).toBeVisible()
  // Other journeys add and delete topics at the same time; deleted rows stay for a month.
  await expect(async () => {
    const { count } = await behindThePages(app)
      .from('topics_directory')
      .select('id', { count: 'exact', head: true })
      .is('deleted_at', null)
    await page.reload()
    await expect(page.getByText(`Topics in the directory: ${count?.toLocaleString('en-NG')} counted.`).first()).toBeVisible({
      timeout: 2_000,
    })
  }).toPass()
  expect(await getViolations(page)).toEqual([])

  await page.getByLabel('Title', { exact: true }).fill('')
  await save(page)
  await expect(page.getByText('Title: this cannot be empty')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Light for your ward')
  await page.getByLabel('The fourth figure', { exact: true }).fill('1')
  await save(page)
  await isSaved(page)
  await expect(page.getByText('The site claims 10,000+.')).toHaveCount(0)
  expect(await heading()).toBe('Light for your ward')

  await page.getByRole('link', { name: 'Back to the defaults' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('A lamp for your nursing research')
  expect(await heading()).toBe('Light for your ward')
  await save(page)
  await expect(page).not.toHaveURL(/defaults/)
  expect(await heading()).toBe('A lamp for your nursing research')
  const { data } = await behindThePages(app).from('ui_content').select('content_key').eq('page_section', 'hero')
  expect(data).toEqual([])

  await page.getByText('Earlier versions', { exact: true }).click()
  const versions = page.getByRole('listitem').filter({ hasText: 'changed: ' })
  await expect(versions.first()).toContainText('changed: Title, The fourth figure')
  await isInOrderInBothThemes(page)
  await versions.first().getByRole('link').click()
  await expect(page.getByText(/^The fields show the version before .*\. Nothing is changed until you save\./)).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Light for your ward')
  await expect(page.getByLabel('The fourth figure', { exact: true })).toHaveValue('1')
  expect(await heading()).toBe('A lamp for your nursing research')
  await save(page)
  await isSaved(page)
  expect(await heading()).toBe('Light for your ward')
  await goBack(page)
})

test("settings are validated at their fields, effective at once, and never overwrite another admin's edit silently", async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 409)
  const [visitor, second] = [await elsewhere(browser), await elsewhere(browser)]
  await asAdmin(page, app)
  await asAdmin(second, app)
  await page.goto(`${app.url}/admin/settings/contact`)
  await second.goto(`${app.url}/admin/settings/contact`)
  await page.getByLabel('Email address', { exact: true }).fill('nobody')
  await page.getByLabel('Telephone').fill('call me')
  await save(page)
  await expect(page.getByText('An email address, such as hello@lamplight.ng')).toBeVisible()
  await expect(page.getByText('A telephone number, such as +234 803 123 4567')).toBeVisible()
  await page.getByLabel('Email address', { exact: true }).fill('desk@lamplight.example')
  await page.getByLabel('Telephone').fill('0803 123 4567')
  await page.getByLabel('WhatsApp').fill('08031234567')
  await save(page)
  await isSaved(page)
  await expect(page.getByLabel('WhatsApp')).toHaveValue('+234 803 123 4567')
  await visitor.goto(`${app.url}/contact`)
  await expect(visitor.getByRole('link', { name: 'desk@lamplight.example' }).first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: '+234 803 123 4567' })).toHaveAttribute('href', 'https://wa.me/2348031234567')

  await second.getByLabel('Office hours').fill('Mon-Sat 8AM-8PM WAT')
  await save(second)
  await expect(second.getByText('This was changed after you opened it, by someone else or by you in another tab.')).toBeVisible()
  await expect(second.getByText('Email address, stored now')).toBeVisible()
  await expect(second.getByLabel('Office hours')).toHaveValue('Mon-Sat 8AM-8PM WAT')

  await page.goto(`${app.url}/admin/settings/site`)
  await page.getByLabel('Logo').fill('https://example.com/logo.png')
  await save(page)
  await expect(page.getByText('This picture is not in our own storage.')).toBeVisible()
  await page.getByLabel('Logo').fill('')
  await page.getByLabel('Name').fill('Lantern')
  const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#0a5' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Picture from this device')
    .last()
    .setInputFiles({ name: 'shelf.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Use it' }).last().click()
  await expect(page.getByLabel('Picture of shared links')).toHaveValue(/^\/storage\/v1\/object\/public\/product-files\//)
  await save(page)
  await isSaved(page)
  await visitor.reload()
  await expect(visitor.getByRole('link', { name: 'Lantern', exact: true }).first()).toBeVisible()
  const shared = await visitor.locator('meta[property="og:image"]').getAttribute('content')
  const shown = await visitor.request.get(shared ?? '')
  expect(await sharp(await shown.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  await goBack(page)
  expect(await getViolations(page)).toEqual([])

  await page.goto(`${app.url}/admin/settings/uploads`)
  await page.getByRole('button', { name: /^Raise it to 20\d\d$/ }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Raise it/ })).toHaveCount(0)
  await page.goto(`${app.url}/admin/settings/mails`)
  await page.getByLabel('An email each morning').uncheck()
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('An email each morning')).not.toBeChecked()
  await expect(page.getByLabel('An email when a student')).toBeChecked()
})

test('a part of the terms is edited and reset', async ({ page, app, browser }) => {
  const visitor = await elsewhere(browser)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts`)
  await page.getByRole('link', { name: 'Terms: Payment' }).click()
  await page.getByLabel('Text', { exact: true }).fill('First paragraph.\n\nSecond paragraph.')
  await save(page)
  await isSaved(page)
  await visitor.goto(`${app.url}/terms`)
  await expect(visitor.locator('#payment p')).toHaveText(['First paragraph.', 'Second paragraph.'])
  await goBack(page)
  await visitor.reload()
  await expect(visitor.locator('#payment')).toContainText('commission of 50%')
})

test('an admin adopts, edits, hides and deletes the questions, and the site falls back to its defaults', async ({
  page,
  app,
  request,
}) => {
  const faq = () => getText(request, `${app.url}/faq`)
  const questions = async () => (await faq()).match(/<details class="ask"/g)?.length ?? 0
  const before = await questions()
  expect(before).toBeGreaterThan(0)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts`)
  await page.getByRole('link', { name: 'Questions and answers' }).click()
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Change Can I get my money back?' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Can I get my money back?')
  await page.getByLabel('Question', { exact: true }).fill('How do I get my money back?')
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await faq()).toContain('How do I get my money back?')
  expect(await questions()).toBe(before)
  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Questions' }).click()
  expect(await getViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'New question' }).click()
  await page.getByLabel('Question', { exact: true }).fill('Do you open on Sunday?')
  await page.getByLabel('Answer', { exact: true }).fill('The site does. We do not.')
  await page.getByLabel('Heading', { exact: true }).fill('Opening hours')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  expect(await faq()).toMatch(/<h2[^>]*>Opening hours<\/h2>.*Do you open on Sunday\?/s)
  await page.getByRole('button', { name: 'Save and unpublish' }).click()
  await expect(page.getByText('Unpublished', { exact: true })).toBeVisible()
  expect(await faq()).not.toContain('Do you open on Sunday?')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Question deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Question restored')).toBeVisible()

  await behindThePages(app).from('faq_questions').update({ published_at: null }).not('published_at', 'is', null)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await questions()).toBe(before)
})

test('a first question joins the built-in ones', async ({ page, app, request }) => {
  const faq = () => getText(request, `${app.url}/faq`)
  const questions = async () => (await faq()).match(/<details class="ask"/g)?.length ?? 0
  await behindThePages(app)
    .from('faq_questions')
    .update({ deleted_at: new Date().toISOString(), published_at: null })
    .is('deleted_at', null)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts/questions`)
  await expect(page.getByText('The site shows its built-in questions.')).toBeVisible()
  await page.getByRole('link', { name: 'New question' }).first().click()
  await page.getByLabel('Question', { exact: true }).fill('Do you open on Saturday?')
  await page.getByLabel('Answer', { exact: true }).fill('The site does. We do not.')
  await page.getByLabel('Heading', { exact: true }).fill('Opening hours')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  expect(await faq()).toContain('Do you open on Saturday?')
  expect(await faq()).toContain('Can I get my money back?')
  expect(await questions()).toBe(builtIn.flatMap((part) => part.questions).length + 1)
  await page.goto(`${app.url}/admin/texts/questions`)
  await page.getByRole('link', { name: /Can I get my money back\?/ }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Can I get my money back?')
})

test('testimonials are marked as samples until an admin replaces them', async ({ page, app, browser, expectErrors }) => {
  expectErrors('aborted request', 400)
  const visitor = await elsewhere(browser)
  const response = visitor.locator('.quote')
  await visitor.goto(app.url)
  await expect(response).toHaveCount(3)
  await expect(response.getByText('Sample')).toHaveCount(3)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/texts/testimonials`)
  await expect(page.getByText('The home page shows three samples, and says so.')).toBeVisible()
  await page.getByRole('link', { name: 'New testimonial' }).click()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Type what they said')).toBeVisible()
  await page.getByLabel('Words').fill('The first chapter told me all I needed.')
  await page.getByLabel('Name').fill('Blessing E.')
  await page.getByLabel('School').fill('School of Nursing, Eleyele')
  await page.getByRole('textbox', { name: 'Stars' }).fill('4')
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  expect(await getViolations(page)).toEqual([])
  await visitor.reload()
  await expect(response).toHaveCount(1)
  await expect(response).toContainText('The first chapter told me all I needed.')
  await expect(response.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await expect(response.getByText('Sample')).toHaveCount(0)

  // Without a picture it shows the initial of the name, which is hidden from screen readers.
  await expect(response.locator('.face-s')).toHaveText('B')
  await expect(response.locator('.face-s')).toHaveAttribute('aria-hidden', 'true')
  await expect(response.locator('img')).toHaveCount(0)
  const letter = await response.locator('.face-s').screenshot()
  await page.getByLabel('Link to the picture').fill('https://example.com/face.jpg')
  await save(page)
  await expect(page.getByLabel('Link to the picture')).toHaveAccessibleDescription(/Use a picture that was uploaded here/)
  // A photo as a phone takes it: large, with metadata, and with the head in its upper half.
  const photo = await sharp({ create: { width: 1500, height: 3000, channels: 3, background: '#fff' } })
    .composite([{ input: { create: { width: 1500, height: 1500, channels: 3, background: '#f00' } }, gravity: 'north' }])
    .withExif({ IFD0: { Make: 'Tecno' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Picture from this device').setInputFiles({ name: 'b.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByLabel('Link to the picture')).toHaveValue(/\/posts\/[0-9a-f-]{36}-132x132\.webp$/)
  await page.getByLabel('What the picture shows').fill('Blessing on her ward')
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await getViolations(page)).toEqual([])

  const avatar = response.getByRole('img', { name: 'Blessing on her ward' })
  const picture = avatar.locator('img')
  // While a picture does not load, the initial is shown and nothing covers it.
  await visitor.route('**/*.webp', (route) => route.abort())
  await visitor.reload()
  await avatar.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  expect((await avatar.screenshot()).equals(letter)).toBe(true)
  await visitor.unroute('**/*.webp')
  await visitor.reload()
  await avatar.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('naturalWidth', 132)
  for (const shown of [avatar, picture]) {
    expect(await shown.boundingBox()).toMatchObject({ width: 44, height: 44 })
  }
  expect((await avatar.screenshot()).equals(letter)).toBe(false)
  await expect(response.locator('.face-s')).toHaveCount(1)
  expect(await getViolations(visitor)).toEqual([])
  const src = (await picture.getAttribute('src')) ?? ''
  const stored = await (await visitor.request.get(new URL(src, app.url).href)).body()
  expect(stored.byteLength).toBeLessThan(10 * 1024)
  expect((await sharp(stored).metadata()).exif).toBeUndefined()
  const [red, green] = (await sharp(stored).stats()).channels
  expect([red?.min ?? 0, green?.max ?? 255]).toEqual([expect.closeTo(255, -1), expect.closeTo(0, -1)])

  // The page is opened again, so that the toast of the next save is not that of the last.
  await page.reload()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
  await page.getByLabel('Link to the picture').fill('')
  await save(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await visitor.reload()
  await expect(response.locator('.face-s')).toHaveText('B')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Testimonial deleted')).toBeVisible()
  await visitor.reload()
  await expect(response).toHaveCount(3)
})
