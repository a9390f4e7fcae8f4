// The layout with large text, and with fonts wider and narrower than ours. Each page is loaded once, and laid out again
// for each size, font and width.
import fs from 'node:fs'
import path from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { root } from '../support/processes.ts'
import { ask, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, newAddress, test, type TestApp } from './app.ts'
import { approvedWork, sentWork } from './approved-work.ts'
import { newStudent, savesBankDetails } from './test-user.ts'

const ADMIN = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

const PUBLIC = [
  '/',
  '/marketplace',
  '/topics-directory',
  '/find-a-topic',
  '/writing-services',
  '/courses',
  '/blog',
  '/faq',
  '/contact',
  '/auth',
]
const CONSOLE = [
  '/admin',
  '/admin/reviews',
  '/admin/catalogue/materials',
  '/admin/catalogue/materials/new',
  '/admin/money',
  '/admin/money/sales',
  '/admin/money/books',
  '/admin/people',
  '/admin/texts',
  '/admin/statistics',
  '/admin/settings',
]

const STUDENT = [
  '/dashboard',
  '/dashboard/earnings',
  '/dashboard/security',
  '/dashboard/security/two-factor',
  '/dashboard/my-data',
  '/upload-materials',
  '/orders',
  '/saved',
  '/request-a-topic',
]

// A font of our own, so that the test does not depend on the installed ones. With these spaces between its letters, it
// is as wide as DejaVu Sans Bold, and as narrow as Liberation Sans Narrow.
const FONT = path.join(root, 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff2')
const layouts = [
  { size: 16 },
  { size: 16, spacing: '0.06em' },
  { size: 16, spacing: '-0.13em' },
  { size: 24 },
  { size: 32 },
].flatMap((layout) => [360, 1280].map((width) => ({ ...layout, width })))

test.describe.configure({ mode: 'parallel' })

test('public pages hold large text, and wide and narrow fonts', async ({ page, app }) => {
  await checkLayouts(page, app.url, PUBLIC)
})

test('console pages hold large text, and wide and narrow fonts', async ({ page, app }) => {
  await asAdmin(page, app)
  await checkLayouts(page, app.url, CONSOLE)
})

test.describe('a student', () => {
  test.use({ fixture: 'shared' })

  test('has pages that hold large text, and wide and narrow fonts', async ({ page, app }) => {
    const student = await newStudent(page, app, 'Oluwaseun')
    await savesBankDetails(page, app, student, { bank_name: 'GTBank', account_number: '0000014579' })
    const title = 'Knowledge and practice of hand hygiene among student nurses'
    await approvedWork(app, student, ADMIN, { title, price: 2500, link: null })
    const { upload } = await sentWork(app, student, 'Postoperative pain in a teaching hospital')
    await buyWork(app, 'knowledge-and-practice-of-hand-hygiene-among-student-nurses', 2500, newAddress('buyer'))
    const bought = await createSoldWork(behindThePages(app))
    const order = await buyWork(app, bought.slug, bought.price, student.email)
    const ofUpload = ['edit', 'replace', 'withdraw'].map((part) => `/upload-materials/${upload}/${part}`)
    await checkLayouts(page, app.url, [...STUDENT, ...ofUpload, order, `${order}/read`])
    await page.goto(`${app.url}/dashboard/earnings`)
    await expect(page.locator('.statement li')).toHaveCount(1)
  })
})

test('the drawer and the account menu fit a phone with text of twice the size', async ({ page, app }) => {
  await asAdmin(page, app)
  const browser = await page.context().newCDPSession(page)
  await setTextSize(browser, 32)
  await page.goto(`${app.url}/admin`)
  for (const [button, menu] of [
    ['Open or close the menu', '#side'],
    ['Your account', '#account'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.locator('#side a').evaluateAll((sections) => {
      for (const section of sections) {
        section.querySelector('.due-count')?.remove()
        section.insertAdjacentHTML('beforeend', '<span class="due-count">88</span>')
      }
    })
    const sizes = await page.locator(menu).evaluate((element) => ({
      right: element.getBoundingClientRect().right,
      overflow: element.scrollWidth - element.clientWidth,
    }))
    expect(sizes.right, menu).toBeLessThanOrEqual(360)
    expect(sizes.overflow, menu).toBe(0)
    expect(await findFaults(page, { size: 32 }), menu).toEqual([])
    await page.keyboard.press('Escape')
  }
})

/** Buys a work that is sold here. Returns the path of the order. */
async function buyWork(app: TestApp, slug: string, price: number, email: string): Promise<string> {
  const started = await send(`${app.url}/buy/${slug}`, { intent: 'pay', email, price: String(price) })
  const paid = await send(String(started.headers.location), { act: 'pay' })
  const { origin, pathname } = new URL(String(paid.headers.location))
  await ask(origin + pathname)
  return pathname
}

async function checkLayouts(page: Page, site: string, addresses: readonly string[]): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const font = fs.readFileSync(FONT).toString('base64')
  for (const address of addresses) {
    await page.goto(site + address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(async (base64) => {
      const face = new FontFace(
        'Test Sans',
        Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
      )
      document.fonts.add(await face.load())
      document.adoptedStyleSheets.push(new CSSStyleSheet())
    }, font)
    for (const layout of layouts) {
      await page.setViewportSize({ width: layout.width, height: 740 })
      await setTextSize(browser, layout.size)
      expect(await findFaults(page, layout), `${address}, ${JSON.stringify(layout)}`).toEqual([])
    }
  }
}

async function setTextSize(browser: CDPSession, standard: number): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes: { standard } })
}

/** Returns what is broken, cut off or covered on the page. */
function findFaults(page: Page, layout: { size: number; spacing?: string }): Promise<string[]> {
  return page.evaluate(({ size, spacing }) => {
    document.adoptedStyleSheets
      .at(-1)
      ?.replaceSync(spacing ? `* { font-family: 'Test Sans' !important; letter-spacing: ${spacing} !important }` : '')
    const { documentElement } = document
    const faults: string[] = []
    if (getComputedStyle(documentElement).fontSize !== `${size}px`) {
      faults.push('The browser ignores the size of the text')
    }
    if (documentElement.scrollWidth > documentElement.clientWidth) {
      faults.push(`scrolls sideways by ${documentElement.scrollWidth - documentElement.clientWidth} px`)
    }
    const header = document.querySelector('.head')
    const height = header?.getBoundingClientRect().height ?? 0
    if (header && height > 4 * size && (size === 16 || getComputedStyle(header).position === 'sticky')) {
      faults.push(`The header has a height of ${height} px`)
    }
    // Words break only where a phone has no space for a long one in large text.
    const longest = size === 16 ? 13 : 9
    const word = new RegExp(`(?<!\\S)\\p{L}{2,${longest}}[.,:;?]?(?!\\S)`, 'gu')
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.checkVisibility()) {
        for (const found of (text.textContent ?? '').matchAll(word)) {
          range.setStart(text, found.index)
          range.setEnd(text, found.index + found[0].length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) {
            faults.push(`The word “${found[0]}” is broken`)
          }
        }
      }
    }
    for (const spine of document.querySelectorAll('.spine')) {
      if (spine.scrollHeight > spine.clientHeight + 1) {
        faults.push(`The cover of “${spine.textContent}” is cut off`)
      }
    }
    const buttons = [...document.querySelectorAll('main .btn')]
      .filter((button) => button.checkVisibility())
      .map((button) => button.getBoundingClientRect())
    for (const heading of document.querySelectorAll('main :is(h1, h2)')) {
      range.selectNodeContents(heading)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      if (
        heading.checkVisibility() &&
        buttons.some(
          (box) => box.width > 1 && box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1,
        )
      ) {
        faults.push(`A button covers “${heading.textContent}”`)
      }
    }
    return faults
  }, layout)
}
