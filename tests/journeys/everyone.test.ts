/* Accessibility of every page: at 200 % zoom, with the longest possible texts, printed, and with the keyboard alone. */
import type { Page } from '@playwright/test'
import { supportLinks } from '#app/features/shell/links.ts'
import { getDarkViolations, getViolations } from './axe.ts'
import { cacheFixture } from './cached.ts'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, startApp, test as base } from './app.ts'
import { signedIn } from './test-user.ts'

const STUDENT = { email: 'student@lamplight.example', password: DEMO_PASSWORD }
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const POST = '/blog/sample-size-taro-yamane-formula-worked-example'
const WORDS =
  'Factors influencing the utilisation of antenatal care services and the preparedness for birth and its complications among pregnant women of reproductive age attending primary health care centres in the rural and semi-urban local government areas of Ogun, Oyo, Osun, Ondo, Ekiti and Lagos States of Nigeria'.slice(
    0,
    300,
  )
const GAP = `W${'x'.repeat(299)}`
const published_at = new Date().toISOString()

/**
 * A test app with the sample content and with records whose texts have the maximum length, in words and without spaces.
 */
const longTexts = cacheFixture(async () => {
  const app = await startApp()
  const addresses = (await Promise.all([addRecords(app, WORDS), addRecords(app, GAP)])).flat()
  return { app, addresses, end: () => app.end() }
})

const test = base.extend<{ long: { app: TestApp; addresses: string[] } }>({
  long: async ({ keeper }, use) => use(await keeper.forThisFile(longTexts)),
})

async function addRecords(app: TestApp, title: string): Promise<string[]> {
  const adminClient = behindThePages(app)
  const slug = title === GAP ? 'without-a-gap' : 'with-words'
  const table = `| a | b |\n|---|---|\n| ${GAP} | c |`
  await adminClient
    .from('research_materials')
    .insert({
      slug,
      title,
      subject_area: GAP.slice(0, 100),
      category: 'seminar',
      price: 10_000_000,
      rating: 4.5,
      pages: 10_000,
      year_of_study: 2024,
      format: 'PowerPoint',
      selar_link: 'https://example.com/x',
      chapter_one_preview: `# ${title}\n\n${GAP}\n\n${table}`,
      published_at,
    })
    .throwOnError()
  await adminClient
    .from('blog_posts')
    .insert({
      slug,
      post_title: title,
      sub_title: title,
      post_body: `<h2>${title}</h2><p>${GAP}</p><pre>${GAP}</pre>`,
      published_at,
    })
    .throwOnError()
  await adminClient
    .from('topics_directory')
    .insert({ topic: title, description: GAP, unique_selling_point: GAP, subject_area: GAP.slice(0, 100) })
    .throwOnError()
  const course = await adminClient
    .from('courses')
    .insert({
      title: title.slice(0, 200),
      category: 'community health nursing',
      instructor_name: GAP.slice(0, 200),
      status: 'active',
      price: 10_000_000,
      duration_weeks: 104,
      description: GAP,
    })
    .select('id')
    .single()
    .throwOnError()
  const service = await adminClient
    .from('writing_services')
    .insert({
      service_name: title.slice(0, 200),
      service_type: 'research_paper',
      base_price: '10,000,000',
      turnover_time: GAP.slice(0, 100),
      benefits: GAP,
      specializations: GAP,
      service_description: GAP,
      published_at,
    })
    .select('id')
    .single()
    .throwOnError()
  return [
    `/material-preview/${slug}`,
    `/blog/${slug}`,
    `/topics-directory?search=${encodeURIComponent(title)}`,
    `/course-details/${course.data.id}`,
    `/service-details/${service.data.id}`,
  ]
}

const forVisitors = [
  '/',
  '/marketplace',
  '/marketplace?search=zzzz',
  '/search?q=sample+size',
  '/search?q=zzzz',
  MATERIAL,
  '/writing-services',
  '/courses',
  '/blog',
  POST,
  '/topics-directory',
  '/find-a-topic?interest=sleep',
  ...supportLinks.map(({ to }) => to),
  '/saved',
  '/class-list?works=burns',
  '/auth',
  '/auth?tab=sign-up',
  '/auth/forgot-password',
  '/auth/confirm?type=recovery&token_hash=x',
  '/auth/confirm',
  '/auth/confirm?type=signup&token_hash=x',
  '/nope',
]
const forStudents = [
  '/dashboard',
  '/dashboard/earnings',
  '/dashboard/security',
  '/dashboard/security/two-factor',
  '/dashboard/my-data',
  '/upload-materials',
  '/request-a-topic',
]

/** Lists that show the records with the longest texts too. */
const withLongTexts = new Set(['/', '/marketplace', '/writing-services', '/courses', '/blog', '/topics-directory'])
/** Pages that no other journey checks with axe. */
const forAxe = new Set([
  '/marketplace?search=zzzz',
  '/auth/forgot-password',
  '/auth/confirm',
  '/auth/confirm?type=signup&token_hash=x',
])

test.describe('every page', () => {
  test.use({ deviceScaleFactor: 2 })

  test('does not scroll sideways at 200 % zoom on a phone and on a laptop, and is accessible', async ({
    page,
    long,
    expectErrors,
  }) => {
    expectErrors(404)
    const look = async (address: string, widths: readonly number[]) => {
      await page.goto(long.app.url + address)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 600 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width} px`).toBeLessThanOrEqual(
          width,
        )
      }
    }
    const pleasesAxe = async (address: string) => {
      expect(await getViolations(page), address).toEqual([])
      expect(await getDarkViolations(page), `${address}, dark`).toEqual([])
    }
    // A window of 640 pixels at 200 % has a width of 320.
    for (const address of forVisitors) {
      await look(address, withLongTexts.has(address) ? [1280, 768, 360, 320] : [320])
      if (forAxe.has(address)) {
        await pleasesAxe(address)
      }
    }
    for (const address of long.addresses) {
      await look(address, [1280, 768, 360, 320])
      await pleasesAxe(address)
    }
    await signedIn(page, long.app, STUDENT)
    for (const address of forStudents) {
      await look(address, [768, 320])
    }
  })
})

test.describe('text of 200 % on a phone of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('neither leaves the page at the side, nor is cut off, nor breaks after each letter', async ({
    page,
    app,
    expectErrors,
  }) => {
    expectErrors(404)
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const address of forVisitors) {
      await page.goto(app.url + address)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), address).toBe('32px')
      expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(360)
      expect(await cutOffTexts(page), address).toEqual([])
      expect(await narrowTexts(page), address).toEqual([])
    }
    await signedIn(page, app, STUDENT)
    for (const address of [...forStudents, '/orders', '/saved', '/courses']) {
      await page.goto(app.url + address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${address}, signed in`).toBeLessThanOrEqual(360)
      expect(await cutOffTexts(page), `${address}, signed in`).toEqual([])
      expect(await narrowTexts(page), `${address}, signed in`).toEqual([])
    }
  })
})

/** Returns the texts with fewer than three letters in a line, because their column has no space for words. */
function narrowTexts(page: Page) {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const narrow: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const letters = (text.textContent ?? '').trim().length
      range.selectNodeContents(text)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      if (lines > 2 && letters / lines < 3) {
        narrow.push(text.textContent ?? '')
      }
    }
    return narrow
  })
}

/** Returns the texts that an element cuts off, except those for screen readers alone, fields, and the arrow to the top. */
function cutOffTexts(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(':is(main, header, footer) :not(input, .up)')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isCut = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1
        return isCut && width > 1 && height > 1 && /hidden|clip/.test(getComputedStyle(element).overflow)
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent}`),
  )
}

test('the number of results has space for its words at each size of text on a phone', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const browser = await page.context().newCDPSession(page)
  for (const address of ['/marketplace', '/marketplace?area=Midwifery&price=0']) {
    for (const standard of [16, 20, 24, 28, 32]) {
      await browser.send('Page.setFontSizes', { fontSizes: { standard } })
      await page.goto(app.url + address)
      const widths = await page
        .locator('#count > p')
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().width))
      expect(Math.min(...widths), `${address} at ${standard} px`).toBeGreaterThan(100)
    }
  }
})

test.describe('a printed page', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 680, height: 960 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  })

  const inkOn = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color)

  test('of a material has its cover, details, chapter and citation', async ({ page, app }) => {
    await page.goto(app.url + MATERIAL)
    for (const text of ['1.1 Background of the study', 'Cite this work', '74 pages', 'This is a guide and a sample.']) {
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    }
    await expect(page.getByText(`${app.url}${MATERIAL}`).first()).toBeVisible()
    for (const selector of ['.head', '#side', 'footer', '.buy', '.btn', 'form', '#comments', 'nav', '.shelf']) {
      await expect(page.locator(selector).filter({ visible: true }), selector).toHaveCount(0)
    }
    // Browsers do not print backgrounds, so light text on covers must be printed dark, also in the dark theme.
    const title = page.getByRole('heading', { level: 1 })
    expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe(await inkOn(page))
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  })

  test('of topics that were searched lists each in full', async ({ page, app }) => {
    // Without a search, the cards contain only the beginnings of the descriptions.
    await page.goto(`${app.url}/topics-directory?search=nurses`)
    const cards = page.locator('#topics > li')
    await expect(cards).toHaveCount(20)
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    expect(second?.x).toBe(first?.x)
    expect(
      await page.locator('.clamp').evaluateAll((all) => all.every((text) => text.scrollHeight <= text.clientHeight + 1)),
    ).toBe(true)
    for (const selector of ['.head', '#side', 'footer', '.btn', 'form', 'aside', '.cue', 'nav']) {
      await expect(page.locator(selector).filter({ visible: true }), selector).toHaveCount(0)
    }
  })

  test('of the questions includes their answers', async ({ page, app }) => {
    await page.goto(`${app.url}/faq`)
    await expect(page.getByText('This is our 7-day satisfaction window.')).toBeVisible()
  })
})

/** Returns the focused element: its text, whether its focus is visible, and whether another element covers it. */
function focused(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) {
      return null
    }
    // Some elements show their focus on another one, such as a radio button on its label.
    const shown = element.matches('input[type=radio]') ? (element.closest('label') ?? element) : element
    const box = shown.getBoundingClientRect()
    const at = document.elementFromPoint(
      Math.min(Math.max(box.x + box.width / 2, 0), innerWidth - 1),
      Math.min(Math.max(box.y + box.height / 2, 0), innerHeight - 1),
    )
    const style = getComputedStyle(shown)
    return {
      words: (element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name')) ?? '').trim(),
      isMarked: style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2,
      isCovered: !(at !== null && (shown.contains(at) || at.contains(shown))),
    }
  })
}

/**
 * Presses Tab until the element with this name has the focus. Every element on the way must show its focus uncovered.
 */
async function tabTo(page: Page, words: string | RegExp): Promise<void> {
  // The styles of signed-in pages are a separate file.
  await page.waitForLoadState()
  const passed: string[] = []
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now) {
      expect(now, `after ${passed.slice(-3).join(', ')}`).toMatchObject({ isMarked: true, isCovered: false })
      passed.push(now.words)
      if (typeof words === 'string' ? now.words === words : words.test(now.words)) {
        return
      }
    }
  }
  throw new Error(`Could not reach ${String(words)} by Tab: only ${passed.join(', ')}`)
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`the keyboard alone at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('lets a visitor skip to the content, search, read and reach Purchase', async ({ page, app }) => {
      await page.goto(app.url)
      await page.keyboard.press('Tab')
      expect(await focused(page)).toMatchObject({ words: 'Skip to content', isMarked: true, isCovered: false })
      await page.keyboard.press('Enter')
      await tabTo(page, 'Browse Materials')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${app.url}/marketplace`)
      await tabTo(page, 'search')
      await page.keyboard.type('HTN')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/search=HTN/)
      await tabTo(page, /^Medication adherence/)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(app.url + MATERIAL)
      await tabTo(page, /^Purchase Medication adherence/)
      await tabTo(page, 'Submit Comment')
    })

    test('lets a visitor tab through the home, topics, courses, services, blog and help pages', async ({ page, app }) => {
      for (const [address, words] of [
        ['/', 'Back to Top'],
        ['/topics-directory?search=hand+hygiene+visitors', 'Back to Top'],
        ['/courses', 'Back to Top'],
        ['/writing-services', 'Back to Top'],
        [POST, 'Back to Top'],
        ['/faq', 'Back to Top'],
        ['/support', 'Back to Top'],
      ] as const) {
        await page.goto(app.url + address)
        if (address !== '/') {
          // Past the header and the menu, which are the same as on the home page.
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
        }
        await tabTo(page, words)
      }
    })

    test('lets a student sign in, open and close the profile, and reach the upload', async ({ page, app }) => {
      await page.goto(`${app.url}/auth`)
      await tabTo(page, 'email')
      await page.keyboard.type(STUDENT.email)
      await tabTo(page, 'password')
      await page.keyboard.type(STUDENT.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${app.url}/dashboard`)
      await tabTo(page, 'Edit Profile')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
      expect(await focused(page)).toMatchObject({ words: 'avatar', isMarked: true, isCovered: false })
      await tabTo(page, 'account_number')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeHidden()
      expect(await focused(page)).toMatchObject({ words: 'Edit Profile' })
      await page.goto(`${app.url}/upload-materials`)
      await tabTo(page, 'file')
      await tabTo(page, 'Upload Material')
    })
  })
}

test("a phone's menu can be opened, walked through and closed by keyboard", async ({ page, app }) => {
  await page.goto(app.url)
  await tabTo(page, 'Open or close the menu')
  await page.keyboard.press('Enter')
  await expect(page.locator('#side')).toBeVisible()
  await tabTo(page, 'Courses')
  await page.keyboard.press('Escape')
  await expect(page.locator('#side')).toBeHidden()
  expect(await focused(page)).toMatchObject({ words: 'Open or close the menu' })
})
