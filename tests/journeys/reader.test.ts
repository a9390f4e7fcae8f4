// Reading a work in the browser: without a script, with one, and without a connection.
import type { Page } from '@playwright/test'
import { Document, HeadingLevel, ImageRun, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import sharp from 'sharp'
import { createHash } from 'node:crypto'
import { ask, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { behindThePages, expect, newAddress, test, type TestApp } from './app.ts'

test.use({ fixture: 'shared' })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tool = (page: Page, name: string) => page.locator('.tools summary', { hasText: name })

/** Returns a work of three chapters with two tables that are wider than a phone, the second one with headings, and a picture. */
async function createDocument(): Promise<Uint8Array> {
  const words = (topic: string) => new Paragraph(`The ${topic} of the ward. `.repeat(60))
  const title = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_1 })
  const section = (text: string) => new Paragraph({ text, heading: HeadingLevel.HEADING_2 })
  const cells = ['Time', 'Pulse', 'Breaths', 'Saturation', 'Temperature', 'Sedation', 'Pain']
  const row = (texts: readonly string[], bold = false) =>
    new TableRow({
      children: texts.map((text) => new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold })] })] })),
    })
  const data = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const children = [
    title('CHAPTER ONE: INTRODUCTION'),
    words('history'),
    title('CHAPTER TWO: ASSESSMENT'),
    words('pain'),
    section('2.1 Pain in numbers'),
    new Table({ rows: [row(cells), row(cells.map((_cell, at) => String(at)))] }),
    new Table({ rows: [row(['Day', 'Need', 'Care', 'Result'], true), row(['1', 'Sleep', 'Quiet at night', 'Slept'])] }),
    section('2.2 Talking in private'),
    words('hydroxyurea'),
    new Paragraph({ children: [new ImageRun({ type: 'png', data, transformation: { width: 400, height: 200 } })] }),
    title('CHAPTER THREE: EVALUATION'),
    words('end'),
  ]
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

/** Buys a work. Returns the address of the order. */
async function buy(app: TestApp, { slug, price }: { slug: string; price: number }): Promise<string> {
  const started = await send(`${app.url}/buy/${slug}`, { intent: 'pay', email: newAddress('reader'), price: String(price) })
  const paid = await send(String(started.headers.location), { act: 'pay' })
  const { origin, pathname } = new URL(String(paid.headers.location))
  await ask(origin + pathname)
  return origin + pathname
}

/** Refunds an order as Paystack reports it. */
async function refund(app: TestApp, order: string, kobo: number): Promise<void> {
  const service = behindThePages(app)
  const hash = createHash('sha256').update(order.slice(-22)).digest('hex')
  const { data } = await service.rpc('order_by_token', { hash }).throwOnError()
  const response = [{ id: '1', amount: kobo, currency: 'NGN', status: 'processed', dispute: null, at: new Date().toISOString() }]
  await service.rpc('settle_refunds', { of_order: (data as { id: string }).id, response }).throwOnError()
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('a buyer reads a Word document chapter by chapter, until it is refunded', async ({ page, app, expectErrors }) => {
    expectErrors(404)
    const work = await createSoldWork(behindThePages(app), await createDocument())
    const order = await buy(app, work)
    await page.goto(order)
    await page.getByRole('link', { name: 'Read it here' }).click()
    await expect(heading(page)).toHaveText(work.title)
    const answer = await page.request.get(page.url())
    expect(answer.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'strict-origin',
    })
    await page.getByRole('main').getByRole('link', { name: 'Chapter two: Assessment' }).click()
    await expect(heading(page)).toHaveText('Chapter two: Assessment')
    await expect(page.getByText(/^Licensed to r\*\*\*@example\.ng, order LL-/)).toBeVisible()

    // A wide table without headings moves in its box, and says so. With headings each row is a block.
    const [moving, blocks] = [0, 1].map((at) => page.getByRole('group', { name: 'Table' }).nth(at))
    const isWider = (box: Element) => box.scrollWidth > box.clientWidth
    const getContent = (element: Element) => getComputedStyle(element, '::before').content
    expect(await moving?.evaluate(isWider)).toBe(true)
    expect(await moving?.getByRole('table').evaluate(getContent)).toMatch(/Slide sideways/)
    expect(await blocks?.evaluate(isWider)).toBe(false)
    const cell = page.getByRole('cell', { name: 'Quiet at night' })
    expect(await cell.evaluate(getContent)).toMatch(/^attr\(data-label\)|"Care"/)
    expect((await cell.boundingBox())?.x).toBe((await page.getByRole('cell', { name: 'Sleep' }).boundingBox())?.x)
    await expect(page.getByRole('columnheader', { name: 'Care' })).toBeAttached()
    const picture = page.getByRole('img', { name: 'Picture of the work' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(800)
    await expect(picture).toHaveAttribute('loading', 'lazy')
    await page.getByRole('link', { name: 'Picture of the work' }).click()
    await expect(page).toHaveURL(/\/read\/picture\/1\?v=/)
    expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800)
    await page.goBack()

    await tool(page, 'Text').click()
    const size = () =>
      page
        .locator('.chapter p')
        .first()
        .evaluate((text) => parseFloat(getComputedStyle(text).fontSize))
    const before = await size()
    await page.getByLabel('200', { exact: true }).check({ force: true })
    expect(await size()).toBeCloseTo(before * 2)
    await page.getByRole('button', { name: 'Keep this size' }).click()
    expect(await size()).toBeCloseTo(before * 2)
    await tool(page, 'Paper').click()
    await page.getByLabel('Dark', { exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Keep this paper' }).click()
    await expect(heading(page)).toHaveText('Chapter two: Assessment')
    await page.getByRole('link', { name: /^Chapter three: Evaluation Next, \d+ minutes?, \d+ kB$/ }).click()
    await expect(heading(page)).toHaveText('Chapter three: Evaluation')
    expect(await size()).toBeCloseTo(before * 2)
    expect(await page.locator('.room').evaluate((room) => getComputedStyle(room).colorScheme)).toBe('dark')

    await tool(page, 'Find').click()
    await page.getByRole('navigation', { name: 'Reading' }).getByRole('searchbox').fill('Hydroxyurea')
    await page.getByRole('navigation', { name: 'Reading' }).getByRole('button', { name: 'Find' }).click()
    await expect(page.getByRole('status')).toHaveText(/^60 places in one page$/)
    await page
      .getByRole('link', { name: /^2\.2 Talking in private/ })
      .first()
      .click()
    await expect(page.locator('mark').first()).toHaveText('hydroxyurea')
    await expect(page.locator('mark').first()).toBeInViewport()

    await page.goto(`${order}/read`)
    await expect(page.getByText('You were at “Chapter two: Assessment” today')).toBeVisible()
    await page.getByRole('link', { name: 'Go on there' }).click()
    await expect(heading(page)).toHaveText('Chapter two: Assessment')
    await page.getByRole('link', { name: 'Back to your order' }).click()
    await expect(page.getByRole('link', { name: 'Go on reading' })).toBeVisible()

    expect((await ask(`${order}/file`)).status, 'reading counts no download').toBe(200)
    await refund(app, order, work.price * 100)
    for (const path of ['/read', '/read/2', '/read/picture/1', '/read/9']) {
      expect((await ask(order + path)).status, path).toBe(404)
    }
    await page.goto(`${order}/read/2`)
    await expect(heading(page)).toHaveText('This work is closed')
  })

  test('a buyer reads a PDF as text, with the pages as they were drawn', async ({ page, app }) => {
    const order = await buy(app, await createSoldWork(behindThePages(app)))
    await page.goto(`${order}/read/1`)
    await expect(page.locator('.pno')).toHaveText('Page 1')
    await page.getByRole('link', { name: 'How exact is this?' }).click()
    await expect(page.getByText('A PDF stores where ink goes')).toBeInViewport()
    const drawn = await ask(`${order}/read/page/1`)
    expect([drawn.status, drawn.headers['content-type'], drawn.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
    const file = page.getByRole('navigation', { name: 'Reading' }).getByRole('link', { name: /^File\s?: Download the file/ })
    await expect(file).toHaveAttribute('href', new URL(`${order}/file`).pathname)
  })
})

test('the pages of a work are in order at each width and in both themes', async ({ page, app }) => {
  const word = await buy(app, await createSoldWork(behindThePages(app), await createDocument()))
  const pdf = await buy(app, await createSoldWork(behindThePages(app)))
  for (const address of [`${word}/read`, `${word}/read/2`, `${word}/read?q=ward`, `${word}/read/2?q=ward`, `${pdf}/read/1`]) {
    await page.goto(address)
    await isInOrderInBothThemes(page)
  }
  for (const name of ['Contents', 'Find', 'Text', 'Paper']) {
    await tool(page, name).click()
    await isInOrderInBothThemes(page)
  }
  await page.getByLabel('Warm', { exact: true }).check({ force: true })
  await isInOrderInBothThemes(page)
})

test.describe('the free part of a work', () => {
  test('opens in the same room and ends with the locked contents and the purchase', async ({ page, app }) => {
    const work = await createSoldWork(behindThePages(app))
    await behindThePages(app)
      .from('research_materials')
      .update({
        chapter_one_preview: `## 1.1 Background\n\n${'The ward is busy. '.repeat(200)}`,
        preview_section: 'first_chapter',
        full_contents: ['CHAPTER ONE Introduction', 'CHAPTER TWO Methods', '2.1 Design', 'References'],
      })
      .eq('slug', work.slug)
      .throwOnError()
    await page.goto(`${app.url}/material-preview/${work.slug}/read`)
    await expect(page.getByText('Free to read')).toBeVisible()
    await isInOrderInBothThemes(page)
    const rest = page.getByRole('region', { name: 'The free part ends here' })
    await expect(rest.locator('.locked li')).toHaveText(['Chapter two: Methods', 'References'])
    const price = `₦${work.price.toLocaleString('en-NG')}`
    await expect(rest).toContainText(price)
    await expect(rest.getByRole('link', { name: `Purchase ${work.title}` })).toHaveAttribute('href', `/buy/${work.slug}`)
    await page.getByRole('link', { name: `Buy ${price}` }).click()
    await expect(page).toHaveURL(`${app.url}/buy/${work.slug}`)
  })

  test('of a work that is sold elsewhere leads there and to its page', async ({ page, app }) => {
    const work = '/material-preview/medication-adherence-hypertension-enugu'
    await page.goto(`${app.url}${work}/read`)
    await isInOrderInBothThemes(page)
    await expect(page.getByRole('link', { name: /^Purchase .*opens in a new tab/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Buy / })).toHaveCount(0)
    await page.getByRole('link', { name: 'See the whole work' }).click()
    await expect(page).toHaveURL(app.url + work)
  })
})

test.describe('with a script', () => {
  test.use({ serviceWorkers: 'allow' })

  test('chapters that were opened are read without a connection, and the keys turn them', async ({
    page,
    context,
    app,
    expectErrors,
  }) => {
    expectErrors('offline')
    const order = await buy(app, await createSoldWork(behindThePages(app), await createDocument()))
    await page.goto(`${app.url}/faq`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      while (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
      }
    })
    const isKept = (path: string) =>
      expect
        .poll(() =>
          page.evaluate(async (address) => (await caches.match(address, { ignoreVary: true })) !== undefined, order + path),
        )
        .toBe(true)
    await page.goto(`${order}/read`)
    await isKept('/read')
    await page.goto(`${order}/read/1`)
    await isKept('/read/1')
    await tool(page, 'Text').click()
    await page.getByLabel('140', { exact: true }).check({ force: true })
    await tool(page, 'Text').click()
    await page.locator('body').press('ArrowRight')
    await expect(heading(page)).toHaveText('Chapter two: Assessment')
    expect(await page.locator('.room').getAttribute('class')).toContain('s140')
    await isKept('/read/2')
    await page.getByRole('img', { name: 'Picture of the work' }).scrollIntoViewIfNeeded()
    const isLoaded = () =>
      page.getByRole('img', { name: 'Picture of the work' }).evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(isLoaded).toBe(800)

    await context.setOffline(true)
    await page.goto(`${order}/read/2`)
    await expect(page.getByText('No network. 2 parts of this work are on this phone.')).toBeVisible()
    await page.getByRole('img', { name: 'Picture of the work' }).scrollIntoViewIfNeeded()
    await expect.poll(isLoaded).toBe(800)
    await expect(page.getByRole('link', { name: 'Chapter three: Evaluation needs the network' })).toBeVisible()
    await isInOrderInBothThemes(page)
    await page.getByRole('link', { name: /^Chapter one/ }).click()
    await expect(heading(page)).toHaveText('Chapter one: Introduction')
    await page.goto(`${order}/read/3`)
    await expect(heading(page)).toHaveText('No connection')
    await page.getByRole('button', { name: 'Remove all copies' }).click()
    await page.goto(`${order}/read/2`)
    await expect(heading(page)).toHaveText('No connection')
  })
})
