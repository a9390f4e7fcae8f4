// The checkout and the pages of an order on a phone: what a thumb does, and how they look with text of twice the size.
import type { Page } from '@playwright/test'
import { ask, send } from '../support/http.ts'
import { createSoldWork, type SoldWork } from '../support/sold-work.ts'
import { behindThePages, expect, newAddress, type TestApp, test } from './app.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₦/ })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Orders a work and ends the payment on the page of the simulator. Returns the address of the order. */
async function orderAnd(act: 'pay' | 'fail', { url }: TestApp, { slug, price }: SoldWork): Promise<string> {
  const started = await send(`${url}/buy/${slug}`, { intent: 'pay', email: newAddress('phone'), price: String(price) })
  const payment = String(started.headers.location)
  const address = String((await send(payment, { act })).headers.location)
  await ask(address)
  // Without the references that Paystack adds.
  return address.split('?')[0] ?? ''
}

test('the question about a misspelled email does not move Pay, and a tap on Pay pays', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url}/buy/${work.slug}`)
  await page.getByLabel('Your email').tap()
  const before = await payButton(page).boundingBox()
  await page.keyboard.type('ada.obi@gmial.com')
  await expect(page.getByText('Did you mean @gmail.com?')).toBeVisible()
  expect(await payButton(page).boundingBox()).toEqual(before)
  // The server does not ask again when the buyer has seen the question.
  await expect(page.locator('[name=kept]')).toHaveValue('ada.obi@gmial.com')
  await payButton(page).tap()
  await expect(heading(page)).toHaveText('This is a trial: no money moves')
})

test('a tap on Pay before the question is shown is not lost, and the server asks', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url}/buy/${work.slug}`)
  await page.getByLabel('Your email').tap()
  await page.keyboard.type('ada.obi@gmial.com')
  await payButton(page).tap()
  await expect(page.getByRole('button', { name: 'Yes, pay with ada.obi@gmail.com' })).toBeVisible()
})

test('the error of an email disappears when the buyer corrects it', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url}/buy/${work.slug}`)
  const email = page.getByLabel('Your email')
  await email.fill('ada@gmial')
  await payButton(page).tap()
  await expect(page.getByText('The address is not complete')).toBeVisible()
  await email.fill('ada@gmial.com')
  await expect(page.getByText('Did you mean @gmail.com?')).toBeVisible()
  await expect(page.getByText('The address is not complete')).toHaveCount(0)
  await expect(email).not.toHaveAttribute('aria-invalid')
})

test('the checkout and the page of a paid order are readable with text of twice the size', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.goto(`${app.url}/buy/${work.slug}`)
  expect(await width()).toBe(360)
  expect((await page.locator('.ordered .name').boundingBox())?.width).toBeGreaterThan(200)
  await page.goto(await orderAnd('pay', app, work))
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  expect(await width()).toBe(360)
  for (const text of await page.locator('.won > *').all()) {
    const box = await text.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 360, String(await text.textContent())).toBe(true)
  }
})

test('the card of a sold work says how often it was sold, and is as high as that of another work', async ({ page, app }) => {
  const service = behindThePages(app)
  const [sold, unsold] = [await createSoldWork(service), await createSoldWork(service)]
  // Fewer than five sales are not shown.
  for (let sale = 1; sale <= 5; sale += 1) {
    const order = await orderAnd('pay', app, sold)
    // The page of the cards caches the count, so one that no other journey opens is opened once the payment has arrived.
    await expect.poll(async () => (await ask(order)).text).toContain('Paid. Your file is ready')
  }
  await page.goto(`${app.url}/marketplace?area=Midwifery&price=3000`)
  const card = (title: string) => page.locator('.work').filter({ hasText: title })
  await expect(card(sold.title).getByText('Sold 5 times')).toBeVisible()
  await expect(card(unsold.title).getByText('Sold')).toHaveCount(0)
  const heights = [await card(sold.title).boundingBox(), await card(unsold.title).boundingBox()].map((box) => box?.height)
  expect(heights[0]).toBe(heights[1])
})

test('the pages of a payment have a lock, a short footer and a person to write to', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  for (const address of [`${app.url}/buy/${work.slug}`, await orderAnd('fail', app, work)]) {
    await page.goto(address)
    await expect(page.getByText('Secure checkout')).toBeVisible()
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link').filter({ visible: true })).toHaveText(['Terms', 'Refunds', 'Contact', 'Back to Top'])
    await expect(page.locator('.up')).toHaveCount(0)
    await expect(page.locator('p').filter({ hasText: 'Problem paying?' })).toContainText('WhatsApp +234')
  }
  await expect(heading(page)).toHaveText('The payment did not go through')
  const number = await page.locator('dt:text-is("Order") + dd').textContent()
  const chat = await page.getByRole('link', { name: /^\+234/ }).getAttribute('href')
  expect(decodeURIComponent(String(chat))).toContain(number)
  // A failed payment rarely changes.
  await expect(page.locator('meta[http-equiv="refresh"]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Look again' })).toBeVisible()
})

test('the page of a bought material links to the file of a guest while the browser remembers the order', async ({
  page,
  app,
}) => {
  const work = await createSoldWork(behindThePages(app))
  const there = await orderAnd('pay', app, work)
  const shop = `${app.url}/material-preview/${work.slug}`
  await page.goto(shop)
  await expect(page.getByRole('link', { name: `Purchase ${work.title}` }).filter({ visible: true })).toHaveCount(1)
  await page.goto(there)
  await expect(page.getByRole('link', { name: /^Download/ })).toBeInViewport()
  await page.goto(shop)
  await expect(page.getByText('You have this').filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('.stay .price, .buy .price')).toHaveCount(0)
  await page.getByRole('link', { name: 'Open your file' }).filter({ visible: true }).tap()
  await expect(page).toHaveURL(there)
  await page.evaluate(() => localStorage.removeItem('bought'))
  await page.goto(shop)
  await expect(page.getByRole('link', { name: 'Open your file' })).toHaveCount(0)
})

test('a free work is one tap away on its page', async ({ page, app }) => {
  const service = behindThePages(app)
  const work = await createSoldWork(service)
  await service.from('research_materials').update({ price: 0 }).eq('id', work.id).throwOnError()
  await page.goto(`${app.url}/material-preview/${work.slug}`)
  await page
    .getByRole('button', { name: `Get it free: ${work.title}` })
    .filter({ visible: true })
    .tap()
  await expect(heading(page)).toHaveText('Your file is ready')
})

test('the page of a work says on the first screen what it is about and how it is delivered', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 760 })
  const service = behindThePages(app)
  const { id, slug } = await createSoldWork(service)
  const abstract = 'Sixty questions on the fundamentals of nursing, with every answer explained. Eight topics are marked.'
  await service
    .from('research_materials')
    .update({ abstract, inside: ['60 questions'], category: 'study_aid' })
    .eq('id', id)
    .throwOnError()
  await page.goto(`${app.url}/material-preview/${slug}`)
  await expect(page.getByText('Download at once · 7 days to ask for a refund')).toBeInViewport()
  const summary = page.locator('.lead')
  await expect(summary).toContainText('with every answer explained.')
  await expect(summary).toBeInViewport()
  await expect(summary.getByText('Eight topics are marked.')).toBeHidden()
  expect((await summary.boundingBox())?.height).toBeLessThan(80)
  await expect(page.locator('.strip').getByText('Study aid', { exact: true })).toBeVisible()
  const way = page.getByRole('navigation', { name: 'Where you are' })
  await expect(way.getByRole('link')).toHaveText(['Browse Materials', 'Study aid'])
  await way.getByRole('link', { name: 'Study aid' }).tap()
  await expect(page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: /^Study aid/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('the page of a sample begins with the first sentence of its abstract', async ({ page, app }) => {
  await page.goto(`${app.url}/material-preview/medication-adherence-hypertension-enugu`)
  const sentence = page.locator('.lead')
  await expect(sentence).toBeInViewport()
  await expect(sentence).toHaveText('Hypertension can be controlled by medicines, but only if they are taken as agreed.')
  await expect(page.getByText('Download at once')).toHaveCount(0)
})

test('Pay works on a page that was opened at 127.0.0.1 instead of localhost', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url.replace('localhost', '127.0.0.1')}/buy/${work.slug}`)
  await page.getByLabel('Your email').fill(newAddress('loopback'))
  await payButton(page).tap()
  await expect(heading(page)).toHaveText('This is a trial: no money moves')
})

test('Back from a paid order leads to no second payment', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  await page.goto(`${app.url}/buy/${work.slug}`)
  await page.getByLabel('Your email').fill(newAddress('back'))
  await payButton(page).tap()
  await page.getByRole('button', { name: 'Pay', exact: true }).tap()
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  const order = page.url()
  await page.goBack()
  // The page of the payment is loaded again, or comes from the browser's memory with its button.
  const again = page.getByRole('button', { name: 'Pay', exact: true })
  await expect(again.or(page.getByText('It is paid.'))).toBeVisible()
  if (await again.isVisible()) {
    await again.tap()
    await expect(page).toHaveURL(order)
    await expect(page.getByText('You have paid for this work before')).toHaveCount(0)
    await page.goBack()
  }
  await page.goBack()
  await expect(page.getByText('You already have this.')).toBeVisible()
  await expect(payButton(page)).toBeHidden()
  await page.goto(order)
  await expect(page.getByText('Paid. Your file is ready')).toBeVisible()
})
