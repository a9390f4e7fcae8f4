import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { sample } from '../support/sample.ts'
import { behindThePages, expect, type TestApp, startApp, test } from './app.ts'
import { asAdmin, isInOrderInBothThemes } from './admin.ts'

const DESK = 'https://wa.me/2348000000000'
const chatAbout = (course: string) => `${DESK}?text=${encodeURIComponent(`Hello, I would like to join the course “${course}”.`)}`
const NOBODY = '0b0f2f6e-4f3a-4a54-9d58-3b1a4f0f7a11'
const OWN_WORK = 'You write your own work; we tutor, edit, format and explain statistics. Nobody here writes it for you.'
/** Returns the titles of the courses of a category, in their order. */
const titlesIn = (category: string) =>
  sample.courses
    .filter(({ head }) => head.category === category)
    .map(({ head }) => head.title)
    .toSorted()
const published_at = new Date().toISOString()

/** Returns the new tab that a link opens. WhatsApp itself gets no request. */
async function newTab(page: Page, name: string | RegExp) {
  await page.context().route(/^https:\/\/(wa\.me|chat\.whatsapp\.com)\//, (route) => route.fulfill({ body: 'WhatsApp' }))
  const link = page.getByRole('main').getByRole('link', { name }).filter({ visible: true }).first()
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await tab.waitForLoadState()
  return tab.url()
}

/** Returns the id of the first row that is a sample of the seed. */
async function getId(app: TestApp, table: 'writing_services' | 'courses', column: 'service_name' | 'title', like: string) {
  const { data } = await behindThePages(app).from(table).select('id').like(column, like).single().throwOnError()
  return data.id
}

// Nothing on these pages needs a script. Searching while typing has its own test (search-while-typing.test.ts).
test.describe('a visitor with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('finds a service, reads its page and orders it on WhatsApp', async ({ page, app }) => {
    await page.goto(`${app.url}/writing-services`)
    await expect(page).toHaveTitle('Writing Services | Lamplight')
    await expect(page.getByText(OWN_WORK)).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
      sample.services.map(({ head }) => head.service_name).toSorted(),
    )
    const tutoring = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Research project tutoring' })
    for (const text of ['RESEARCH PAPER', 'New Service', 'Fast delivery', '₦10,000']) {
      await expect(tutoring.getByText(text, { exact: true })).toBeVisible()
    }
    const statistics = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Statistics help' })
    await expect(statistics.getByText('Contact for pricing')).toBeVisible()
    expect(await newTab(page, 'Order Service Research project tutoring')).toBe(DESK)

    await tutoring.getByRole('link', { name: /^View More/ }).click()
    await expect(page).toHaveURL(/\/service-details\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Research project tutoring and feedback')
    for (const text of ['RESEARCH PAPER', 'New Service', 'Fast delivery', 'Starting price']) {
      await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText(OWN_WORK)).toContainText('This service is sample content')
    for (const title of ['Service Description', 'What You Get', 'Specializations']) {
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    }
    await expect(page.getByText('One-to-one sessions on WhatsApp voice or video')).toBeVisible()
    await expect(page.getByText('Medical-surgical nursing')).toBeVisible()
    await expect(page.getByText('Quick turnaround time')).toBeVisible()
    await expect(page.getByText('100% original content')).toBeVisible()
    expect(await newTab(page, 'Order This Service')).toBe(DESK)
    expect(await newTab(page, 'Hire Writer (WhatsApp)')).toBe(DESK)
  })

  test('finds a course, reads its contents and joins on WhatsApp', async ({ page, app }) => {
    await page.goto(`${app.url}/courses`)
    const titles = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(page.getByText(`${sample.courses.length} courses`)).toBeVisible()
    expect(await titles.allTextContents()).toEqual((await titles.allTextContents()).toSorted())

    await page.getByRole('searchbox', { name: 'Search' }).fill('PARTOGRAPH labour')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/courses\?search=PARTOGRAPH/)
    await expect(titles).toHaveText(['Antenatal assessment and monitoring of labour for midwifery students'])
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('PARTOGRAPH labour')
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Antenatal' })
    for (const text of [/^midwifery$/, /Lamplight tutor/, /4 weeks/, /^₦6,000$/, /^sample$/]) {
      await expect(card.getByText(text).filter({ visible: true }).first()).toBeVisible()
    }
    expect(await newTab(page, 'Enroll Now in Antenatal')).toBe(
      chatAbout('Antenatal assessment and monitoring of labour for midwifery students'),
    )

    await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Psychiatric nursing' }).click()
    await expect(page.getByText('No course matches “PARTOGRAPH labour” in psychiatric nursing.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear the search' }).click()
    await expect(page).toHaveURL(/\/courses\?category=psychiatric\+nursing$/)
    await expect(titles).toHaveText(titlesIn('psychiatric nursing'))

    await page.getByRole('link', { name: /^View More about Mental state/ }).click()
    await expect(page).toHaveURL(/\/course-details\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mental state examination/)
    for (const [term, value] of [
      ['Teacher', 'Lamplight tutor (sample)'],
      ['Length', '4 weeks'],
      ['Price', '₦5,000'],
    ] as const) {
      await expect(page.getByRole('term').filter({ hasText: term }).locator('..')).toContainText(value)
    }
    await expect(page.getByRole('heading', { level: 2, name: 'What is covered' })).toBeVisible()
    await expect(page.getByText('Week 2: The mental state examination.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'How the group works' })).toBeVisible()
    await expect(page.getByText('This course is sample content')).toBeVisible()
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    expect(await newTab(page, /^Enroll Now/)).toBe(chatAbout(title))
  })
})

test('the courses page offers the six categories as links', async ({ page, app }) => {
  const categories = [
    'General nursing',
    'Midwifery',
    'Psychiatric nursing',
    'Perioperative nursing',
    'Community health nursing',
    'Orthopedic nursing',
  ]
  await page.goto(`${app.url}/courses`)
  await expect(page.getByRole('navigation', { name: 'Category' }).getByRole('link')).toHaveText(['All', ...categories])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('navigation', { name: 'Category' }).getByRole('link', { name: 'Perioperative nursing' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titlesIn('perioperative nursing'))
  await page.getByRole('searchbox', { name: 'Search' }).fill('theatre')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/search=theatre&category=perioperative/)
})

test('every address of a service and of a course responds with 200, one canonical address and the one script file of the site', async ({
  request,
  app,
}) => {
  const service = await getId(app, 'writing_services', 'service_name', 'Statistics%')
  const course = await getId(app, 'courses', 'title', 'Theatre%')
  for (const [canonical, addresses] of [
    ['/writing-services', ['/writing-services', '/writing-services/']],
    ['/courses', ['/courses', '/courses?search=labour']],
    [
      `/service-details/${service}`,
      [`/service-details/${service}`, `/service/${service}`, `/writer/${service}`, `/writer-profile/${service}`],
    ],
    [`/course-details/${course}`, [`/course-details/${course}`, `/course/${course}`, `/course/${course.toUpperCase()}`]],
  ] as const) {
    for (const address of addresses) {
      const answer = await request.get(app.url + address)
      expect(answer.status(), address).toBe(200)
      const html = await answer.text()
      expect(html, address).toContain(`rel="canonical" href="${app.url}${canonical}"`)
      expect(html.match(/<script[^>]+src="[^"]+"/g), address).toEqual([expect.stringMatching(/\/assets\/site-\w+\.js"$/)])
    }
  }
})

test('a missing service or course is a true 404 with its own sentence and a link back', async ({
  page,
  app,
  request,
  expectErrors,
}) => {
  expectErrors(404)
  for (const [folder, title, back, to] of [
    ['service-details', 'Service not found', 'Back to Services', '/writing-services'],
    ['service', 'Service not found', 'Back to Services', '/writing-services'],
    ['writer', 'Writer not found', 'Back to Services', '/writing-services'],
    ['writer-profile', 'Writer not found', 'Back to Services', '/writing-services'],
    ['course-details', 'Course not found', 'Back to Courses', '/courses'],
    ['course', 'Course not found', 'Back to Courses', '/courses'],
  ] as const) {
    for (const key of [NOBODY, 'ada', "'),or=(", '%00', `${NOBODY}x`]) {
      const answer = await request.get(`${app.url}/${folder}/${key}`)
      expect(answer.status(), `${folder}/${key}`).toBe(404)
      const html = await answer.text()
      expect(html, `${folder}/${key}`).toContain(`<title>${title} | Lamplight</title>`)
      expect(html, `${folder}/${key}`).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
    }
    await page.goto(`${app.url}/${folder}/${NOBODY}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('link', { name: back }).click()
    await expect(page).toHaveURL(app.url + to)
  }
})

test('the structured data of a course contains its price and its payment address', async ({ page, app }) => {
  const id = await getId(app, 'courses', 'title', 'Research methods%')
  await page.goto(`${app.url}/course/${id}`)
  const details = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  )
  const url = `${app.url}/course-details/${id}`
  expect(details.find((detail) => detail['@type'] === 'Course')).toMatchObject({
    '@context': 'https://schema.org',
    name: 'Research methods for nursing students: from topic to chapter three',
    url,
    provider: { '@type': 'Organization', name: 'Lamplight' },
    offers: { '@type': 'Offer', category: 'Paid', price: 7500, priceCurrency: 'NGN' },
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', courseSchedule: { repeatCount: 6 } },
  })
  expect(JSON.stringify(details)).not.toContain('ating"')
  expect(details.find((detail) => detail['@type'] === 'BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Courses', item: `${app.url}/courses` },
      { position: 2, name: 'General nursing', item: `${app.url}/courses?category=general+nursing` },
      { position: 3, item: url },
    ],
  })
})

test.describe('optional content of services and courses', () => {
  test.use({ fixture: 'isolated' })

  test("has the specification's fallback texts, and the lists say when they are empty", async ({ page, app, expectErrors }) => {
    expectErrors(404)
    const adminClient = behindThePages(app)
    const long = 'Statistics '.repeat(18).trim()
    const services = await adminClient
      .from('writing_services')
      .insert(
        [
          {
            service_name: 'A bare one',
            service_type: 'case_study',
            base_price: '0',
            contact_link: 'https://evil.example/',
            published_at,
          },
          {
            service_name: long,
            service_type: 'custom',
            base_price: '1,250,000',
            rating: 4.5,
            contact_link: 'https://wa.me/2348031234567',
            turnover_time: '2 days',
            published_at,
          },
          { service_name: 'Not published', service_type: 'custom' },
        ],
        { defaultToNull: false },
      )
      .select('id, service_name')
      .throwOnError()
    const courses = await adminClient
      .from('courses')
      .insert([
        { title: 'A bare course', category: 'orthopedic nursing', status: 'active', whatsapp_link: 'https://evil.example/' },
        {
          title: 'A group',
          category: 'midwifery',
          status: 'active',
          duration_weeks: 1,
          whatsapp_link: 'https://chat.whatsapp.com/AbC123',
          description: '# Plan\n\n<script>document.title="stolen"</script>\n\n- one',
        },
        { title: 'A draft', category: 'midwifery', status: 'draft' },
        { title: 'A closed one', category: 'midwifery', status: 'closed' },
      ])
      .select('id, title')
      .throwOnError()
    const service = (name: string) => services.data.find(({ service_name }) => service_name === name)?.id
    const course = (name: string) => courses.data.find(({ title }) => title === name)?.id

    await page.goto(`${app.url}/writing-services`)
    const bare = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A bare one' })
    for (const text of ['CASE STUDY', 'New Service', 'Fast delivery', 'Contact for pricing']) {
      await expect(bare.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(bare.getByText('sample')).toHaveCount(0)
    await expect(page.getByText('Not published')).toHaveCount(0)
    await expect(page.getByText('★ 4.5')).toBeVisible()
    await expect(page.getByText('₦1,250,000')).toBeVisible()
    expect(await newTab(page, 'Order Service A bare one')).toBe(DESK)
    expect(await newTab(page, 'Order Service Statistics Statistics')).toBe('https://wa.me/2348031234567')

    await page.goto(`${app.url}/service-details/${service('A bare one')}`)
    await expect(page.getByText('Professional nursing writing service tailored to your academic needs.')).toBeVisible()
    await expect(page.getByText('CASE STUDY', { exact: true })).toBeVisible()
    await expect(page.getByText('Contact for pricing').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: /What You Get|Specializations/ })).toHaveCount(0)
    await expect(page.getByText('sample content')).toHaveCount(0)
    expect(await newTab(page, 'Hire Writer (WhatsApp)')).toBe(DESK)
    await noSidewaysScroll(page)

    // The order goes to the fixed number, whatever the service's own chat is.
    await page.goto(`${app.url}/writer/${service(long)}`)
    expect(await newTab(page, 'Order This Service')).toBe(DESK)
    expect(await newTab(page, 'Hire Writer (WhatsApp)')).toBe('https://wa.me/2348031234567')
    await expect(page.getByText('2 days')).toBeVisible()
    await noSidewaysScroll(page)
    expect((await page.goto(`${app.url}/service/${service('Not published')}`))?.status()).toBe(404)

    await page.goto(`${app.url}/courses`)
    await expect(page.getByText(`${sample.courses.length + 2} courses`)).toBeVisible()
    const enroll = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'A bare course' })
      .getByRole('button', { name: 'Enroll Now' })
    await expect(enroll).toHaveAttribute('aria-disabled', 'true')
    await expect(enroll).toHaveAccessibleDescription('no WhatsApp link yet')
    expect(await newTab(page, 'Enroll Now in A group')).toBe('https://chat.whatsapp.com/AbC123')

    await page.goto(`${app.url}/course/${course('A bare course')}`)
    for (const text of ['To be announced', 'Not fixed yet: ask before you join', 'Free']) {
      await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
    }
    await expect(page.getByText('There is no weekly plan yet.')).toBeVisible()
    await expect(page.getByText('Enroll Now opens')).toHaveCount(0)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const button = page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
      await expect(button).toHaveAccessibleDescription(/no WhatsApp link yet, so nobody can join today/)
      await noSidewaysScroll(page)
    }

    await page.goto(`${app.url}/course-details/${course('A group')}`)
    await expect(page.getByRole('term').filter({ hasText: 'Length' }).locator('..')).toContainText('1 week')
    await expect(page.getByText('shows the group. Tap Join')).toBeVisible()
    await expect(page.getByRole('heading', { level: 3, name: 'Plan' })).toBeVisible()
    await expect(page).toHaveTitle('A group | Lamplight')
    for (const title of ['A draft', 'A closed one']) {
      expect((await page.goto(`${app.url}/course/${course(title)}`))?.status()).toBe(404)
    }

    // All but one of each are removed; the admin console removes the last, after which the site reads its lists again.
    const deleted_at = new Date().toISOString()
    const [lastService = '', lastCourse = ''] = [service('A bare one'), course('A group')]
    await adminClient.from('writing_services').update({ deleted_at }).neq('id', lastService).throwOnError()
    await adminClient.from('courses').update({ deleted_at }).neq('id', lastCourse).throwOnError()
    await asAdmin(page, app)
    for (const last of [`services/${lastService}`, `courses/${lastCourse}`]) {
      const answer = await page.request.post(`${app.url}/admin/catalogue/${last}`, {
        form: { intent: 'delete' },
        headers: { origin: app.url },
        maxRedirects: 0,
      })
      expect(answer.status()).toBe(303)
    }
    for (const [address, sentence] of [
      ['/writing-services', 'No writing services available at the moment.'],
      ['/courses', 'No courses available at the moment.'],
    ] as const) {
      await page.goto(app.url + address)
      await expect(page.getByText(sentence)).toBeVisible()
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
      await page.locator('main').getByRole('link', { name: 'Browse Materials' }).click()
      await expect(page).toHaveURL(`${app.url}/marketplace`)
    }
  })
})

test('a list that could not be read offers Try again, and fills once the backend responds', async ({ page }) => {
  // A hosted backend that responds only to reads of settings, until it works again.
  let broken = true
  const services = [
    {
      id: NOBODY,
      service_name: 'Editing',
      service_type: 'editing',
      base_price: '',
      rating: 0,
      turnover_time: null,
      contact_link: null,
      is_sample: false,
    },
  ]
  const backend = http.createServer(({ url = '' }, answer) => {
    const fails = broken && /writing_services|courses/.test(url)
    answer.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' })
    answer.end(JSON.stringify(fails ? { message: 'broken' } : url.includes('writing_services') ? services : []))
  })
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  const own = await startApp({
    SUPABASE_URL: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_a_broken_backend',
  })
  await page.goto(`${own.url}/courses?search=labour`)
  await expect(page.getByText('No courses available at the moment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/courses?search=labour')
  await page.goto(`${own.url}/writing-services`)
  await expect(page.getByText('No writing services available at the moment.')).toBeVisible()
  broken = false
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Editing' })).toBeVisible()
  expect(await newTab(page, 'Order Service Editing')).toBe(DESK)
  await own.end()
  backend.close()
})

test('the services and courses pages are accessible and do not scroll sideways', async ({ page, app, expectErrors }) => {
  expectErrors(404)
  const service = await getId(app, 'writing_services', 'service_name', 'Statistics%')
  const course = await getId(app, 'courses', 'title', 'Antenatal%')
  for (const address of [
    '/writing-services',
    `/service-details/${service}`,
    `/writer/${NOBODY}`,
    '/courses',
    '/courses?search=zzzz',
    `/course-details/${course}`,
    `/course/${NOBODY}`,
  ]) {
    await page.goto(app.url + address)
    await isInOrderInBothThemes(page)
  }
})

async function noSidewaysScroll(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width)
}

test('covers in lists show whole words, titles and subjects on a phone and a laptop, also with text of twice the size', async ({
  page,
  app,
}) => {
  const browser = await page.context().newCDPSession(page)
  for (const [width, standard] of [
    [360, 16],
    [360, 32],
    [1280, 16],
    [1280, 32],
  ] as const) {
    await page.setViewportSize({ width, height: 760 })
    await browser.send('Page.setFontSizes', { fontSizes: { standard } })
    await page.goto(`${app.url}/marketplace?search=nurses`)
    const faults = await page.locator('.work').evaluateAll((cards) =>
      cards.flatMap((card) =>
        [...card.querySelectorAll('.name a, .subj span')].flatMap((element) => {
          const range = document.createRange()
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
          const broken: string[] = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0 ? ['cut off'] : []
          for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            for (const word of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
              range.setStart(text, word.index)
              range.setEnd(text, word.index + word[0].length)
              // A word that is broken has two boxes.
              if (range.getClientRects().length > 1) {
                broken.push(word[0])
              }
            }
          }
          return broken.map((fault) => `${fault} in ${element.textContent}`)
        }),
      ),
    )
    expect(faults, `${width} px, text of ${standard} px`).toEqual([])
  }
})
