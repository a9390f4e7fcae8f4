import http from 'node:http'
import type { Page } from '@playwright/test'
import type { AddressInfo } from 'node:net'
import { sample, subjectAreas, topicsFound, topicsIn, topicsWith } from '../support/sample.ts'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, startApp, test } from './app.ts'
import { asAdmin, isInOrderInBothThemes, pressInBar } from './admin.ts'
import { newStudent } from './test-user.ts'

const PAGE = 20
const ALL = sample.topics.length
const HYGIENE = topicsWith('hygiene')
const HYGI = topicsWith('hygi')
const MATERNAL = topicsIn('Maternal Health')
const EMPTY = 'No topics found matching your criteria.'
const HINT = 'Try adjusting your search or filter options.'
const cards = (page: Page) => page.locator('#topics > li')
const found = (page: Page) => page.getByRole('status').first()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Course code, subject or word' })
const area = (page: Page) => page.getByRole('combobox', { name: 'Subject area' })
/** The subject areas that have a tile. */
const TILES = 8
const areas = (page: Page) => page.getByRole('navigation', { name: `${subjectAreas.size} subject areas` })

/** Counts the requests for the whole list. */
function listRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/topics-directory/all.json')) {
      asked.push(request.url())
    }
  })
  return asked
}

/** Counts the requests for documents: an instant filter sends none. */
function documentRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document') {
      asked.push(request.url())
    }
  })
  return asked
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'the topics directory' : 'the topics directory with JavaScript off', () => {
    test.use({ javaScriptEnabled })

    test('states its purpose, lists its categories, and is found at both addresses', async ({ page, app }) => {
      // One address has the page with a script, the other without.
      await page.goto(app.url + (javaScriptEnabled ? '/topics-directory' : '/topics'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Free Nursing Project Topics Directory Nigeria')
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${app.url}/topics-directory`)
      await expect(page.getByText('500+ topics')).toBeVisible()
      await expect(found(page)).toHaveText(topicsFound(ALL))
      await expect(cards(page)).toHaveCount(PAGE)
      await expect(areas(page).getByRole('link')).toHaveCount(TILES)
      await expect(areas(page).getByRole('link', { name: `Maternal Health ${MATERNAL} topics` })).toBeVisible()
      await page.getByText('All subjects').click()
      await expect(areas(page).getByRole('link')).toHaveCount(subjectAreas.size)
      await expect(area(page).locator('option').first()).toHaveText('All Subject Areas')
      await expect(area(page).locator('option')).toHaveCount(subjectAreas.size + 1)
      const details = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as {
        itemListElement: { position: number; url: string }[]
      }
      expect(details).toMatchObject({ '@type': 'ItemList', numberOfItems: ALL })
      expect(details.itemListElement).toHaveLength(20)
      expect(details.itemListElement[19]?.position).toBe(20)
    })

    test('is at most 4,850 px high on a phone', async ({ page, app }) => {
      await page.goto(`${app.url}/topics-directory`)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4850)
    })

    test('opens a row to the beginning of its description, and has all of it at the address of a topic', async ({
      page,
      app,
    }) => {
      await page.goto(`${app.url}/topics-directory`)
      const card = cards(page).first()
      await expect(card.locator('.level')).toHaveText(/^(ND|HND|BNSc|MSc)( or (HND|BNSc|MSc))*$/)
      await expect(card.locator('.clamp')).toBeHidden()
      await card.getByRole('heading').click()
      const beginning = await card.locator('.clamp').innerText()
      expect(beginning).toMatch(/^.{60,100}…$/)
      await card.getByRole('link', { name: /^Read and share/ }).click()
      await expect(cards(page)).toHaveCount(1)
      await expect(cards(page).locator('.clamp')).toContainText(beginning.slice(0, -1))
      await expect(cards(page).locator('.clamp')).not.toContainText('…')
    })

    test('shows a topic of an area on the first screen of a phone and of a laptop', async ({ page, app }) => {
      // The area with the fewest topics has no tile.
      const last = [...subjectAreas].toSorted((one, other) => topicsIn(one) - topicsIn(other))[0] ?? ''
      for (const viewport of [
        { width: 360, height: 740 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(viewport)
        await page.goto(`${app.url}/topics-directory?area=${encodeURIComponent(last)}`)
        await expect(cards(page).first().getByRole('heading')).toBeInViewport({ ratio: 1 })
      }
    })

    test('filters by text and by area, whatever the case, and says when it finds nothing', async ({ page, app }) => {
      await page.goto(`${app.url}/topics-directory`)
      await search(page).fill('HYGIENE')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(found(page)).toHaveText(topicsFound(HYGIENE))
      await expect(cards(page)).toHaveCount(Math.min(HYGIENE, PAGE))
      await expect(page).toHaveURL(/search=HYGIENE/)

      // The link of an area sets only the area.
      await page.goto(`${app.url}/topics-directory`)
      await areas(page)
        .getByRole('link', { name: `Maternal Health ${MATERNAL}` })
        .click()
      await expect(found(page)).toHaveText(topicsFound(MATERNAL))
      await expect(area(page)).toHaveValue('Maternal Health')
      await expect(cards(page).getByText('Maternal Health', { exact: true })).toHaveCount(Math.min(MATERNAL, PAGE))

      await search(page).fill('zzzz')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page.getByText(EMPTY)).toBeVisible()
      await expect(page.getByText(HINT)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Try again' })).toBeHidden()
      await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute(
        'href',
        /\/request-a-topic\?topic=zzzz$/,
      )
      await page.getByRole('link', { name: 'Show all topics' }).click()
      await expect(found(page)).toHaveText(topicsFound(ALL))
    })
  })
}

test.describe('courses with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('a course code leads to the topics of the course, however it is written', async ({ page, app }) => {
    for (const code of ['che224', 'CHE-224', ' Che 224 ']) {
      await page.goto(`${app.url}/topics-directory`)
      await search(page).fill(code)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(`${app.url}/topics-directory?course=CHE+224`)
      await expect(page.getByRole('heading', { name: 'Topics for CHE 224 Reproductive Health (CHEW, Year 1)' })).toBeVisible()
    }
    await expect(page.getByText('Course codes differ between universities')).toBeVisible()
    await expect(cards(page)).toHaveCount(PAGE)
    await expect(cards(page).first().locator('.badge')).toHaveText('Reproductive Health')
    const first = await cards(page).first().getByRole('heading').innerText()
    await page.getByRole('link', { name: 'More topics' }).click()
    await expect(page).toHaveURL(/course=CHE\+224&page=2$/)
    await expect(page.getByRole('heading', { name: first })).toHaveCount(0)
  })

  test('the title of a course offers the course beside the exact matches', async ({ page, app }) => {
    await page.goto(`${app.url}/topics-directory?search=nursing+research`)
    await expect(found(page)).toHaveText(topicsFound(topicsWith('nursing research')))
    await page.goto(`${app.url}/topics-directory?search=immunity+and+immunization`)
    await page.getByRole('link', { name: 'CHE 225 Immunity and Immunization' }).click()
    await expect(page).toHaveURL(`${app.url}/topics-directory?course=CHE+225`)
  })

  test('a course code in the search of the site leads to its topics', async ({ page, app }) => {
    await page.goto(`${app.url}/search?q=che246`)
    await page.getByRole('link', { name: 'Topics for CHE 246 Accident and Emergency' }).click()
    await expect(page).toHaveURL(`${app.url}/topics-directory?course=CHE+246`)
    await expect(page.getByRole('heading', { name: 'Topics for CHE 246' })).toBeVisible()
  })

  test('an unknown course is searched as words', async ({ page, app }) => {
    await page.goto(`${app.url}/topics-directory?course=hygiene`)
    await expect(found(page)).toHaveText(topicsFound(HYGIENE))
    await page.goto(`${app.url}/topics-directory?search=ZZZ+999`)
    await expect(page.getByText(EMPTY)).toBeVisible()
  })
})

test('a course code is understood while typing, and Enter leads to its topics', async ({ page, app }) => {
  await page.goto(`${app.url}/topics-directory`)
  await search(page).pressSequentially('mcb201')
  await expect(page.getByText('Did you mean MCB 201 Medical Microbiology and Parasitology I?')).toBeVisible()
  await search(page).press('Enter')
  await expect(page).toHaveURL(`${app.url}/topics-directory?course=MCB+201`)
  await isInOrderInBothThemes(page)
})

test.describe('the courses of programmes in the console', () => {
  test.use({ fixture: 'shared' })

  test('an admin adds a course, by which topics are found at once, and deletes it', async ({ page, app }) => {
    const directory = `${app.url}/topics-directory?search=nsc499`
    await page.goto(directory)
    await expect(page.getByText(EMPTY)).toBeVisible()
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/catalogue`)
    await page.getByRole('link', { name: 'Courses of programmes' }).click()
    await page.getByRole('link', { name: 'New course' }).click()
    await page.getByLabel('Code').fill('NSC 499')
    await page.getByLabel('Title').fill('Renal Nursing Practicum')
    await page.getByLabel('Programme').selectOption('BNSc')
    await page.getByLabel('Level or year').fill('400 level')
    await page.getByLabel('Subjects').fill('renal nursing')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renal Nursing Practicum')
    await page.goto(directory)
    await expect(
      page.getByRole('heading', { name: 'Topics for NSC 499 Renal Nursing Practicum (BNSc, 400 level)' }),
    ).toBeVisible()
    await page.goto(`${app.url}/admin/catalogue/curriculum?search=499&programme=bnsc`)
    await isInOrderInBothThemes(page)
    await page.getByLabel('Select all on this page').check()
    await pressInBar(page, 'Delete')
    await expect(page.getByText('1 deleted')).toBeVisible()
    await page.goto(directory)
    await expect(page.getByText(EMPTY)).toBeVisible()
  })
})

// The script renders the same cards, and does not affect the form of a request.
test.describe('the topics directory with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('links a topic to materials on its subject and has an address for each topic', async ({ page, app }) => {
    const topic = sample.topics.find(({ row }) => row.topic.startsWith('Birth preparedness'))
    await page.goto(`${app.url}/topics-directory?search=birth+PREPAREDNESS`)
    await expect(found(page)).toHaveText('1 topic found')
    const card = cards(page).first()
    await expect(card.getByText('Maternal Health', { exact: true })).toBeVisible()
    await expect(card.getByText(topic?.row.description ?? '', { exact: true })).toBeVisible()
    await expect(card.getByText(topic?.row.unique_selling_point ?? '', { exact: true })).toBeVisible()
    await expect(card.getByText('Materials on Maternal Health')).toBeVisible()
    const title = await card.getByRole('heading').innerText()
    await expect(card.locator('details')).toHaveAttribute('open')

    await card.getByRole('link', { name: `Read and share: ${title}` }).click()
    await expect(page).toHaveURL(/\/topics-directory\?search=Birth\+preparedness/)
    await expect(cards(page)).toHaveCount(1)
    await expect(search(page)).toHaveValue(title)

    await card.getByRole('link', { name: 'Materials on Maternal Health' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace?search=Maternal+Health`)
    await expect(page.getByText(/^\d+ materials? found/)).toBeVisible()
  })

  test('lets a guest request a topic and sign in on the way, and the dashboard counts it', async ({
    page,
    app,
    expectErrors,
  }) => {
    expectErrors(400)
    const user = await newStudent(page, app, 'Zainab')
    await page.context().clearCookies()
    await page.goto(`${app.url}/topics-directory?search=Snake+bite+%26+%22first+aid%22`)
    await page.getByRole('link', { name: 'Request this topic' }).click()
    await expect(page).toHaveURL(/\/auth\?next=/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/request-a-topic\?topic=/)
    await expect(page.getByLabel('Topic')).toHaveValue('Snake bite & "first aid"')

    // Errors are shown at their fields, and no typed text is lost.
    await page.getByLabel('Topic').fill('   ')
    await page.getByLabel('Programme').selectOption('BNSc')
    await page.getByLabel('Specialty').fill('Accident and emergency')
    await page.getByLabel('Deadline').fill('2020-02-01')
    await page.getByLabel('Contact').fill('ask my friend')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('alert')).toContainText('Not sent yet')
    await expect(page.getByLabel('Topic')).toHaveAccessibleDescription(/Type the topic you are looking for/)
    await expect(page.getByLabel('Deadline')).toHaveAccessibleDescription(/This day is over/)
    await expect(page.getByLabel('Contact')).toHaveAccessibleDescription(/for example 0803 123 4567/)
    for (const label of ['Topic', 'Deadline', 'Contact']) {
      await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(page.getByLabel('Programme')).toHaveValue('BNSc')
    await expect(page.getByLabel('Specialty')).toHaveValue('Accident and emergency')
    await expect(page.getByLabel('Deadline')).toHaveValue('2020-02-01')
    await expect(page.getByLabel('Contact')).toHaveValue('ask my friend')

    await page.getByLabel('Topic').fill('Snake bite & "first aid" in <b>Gombe</b>')
    await page.getByLabel('Deadline').fill('2030-02-01')
    await page.getByLabel('Contact').fill('0803 123 4567')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard`)
    await expect(page.getByText('Topic request sent')).toBeVisible()
    await expect(page.getByText('We look for materials on it and answer within 3-5 business days.')).toBeVisible()
    await expect(page.locator('.tile', { hasText: 'Topic Requests' })).toContainText('1')

    const { data } = await behindThePages(app)
      .from('topic_requests')
      .select('topic, programme, specialty, deadline, contact, profiles (first_name)')
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
    expect(data).toEqual({
      topic: 'Snake bite & "first aid" in <b>Gombe</b>',
      programme: 'BNSc',
      specialty: 'Accident and emergency',
      deadline: '2030-02-01',
      contact: '0803 123 4567',
      profiles: { first_name: 'Zainab' },
    })

    // The topic alone is enough.
    await page.getByRole('link', { name: 'Request a topic' }).click()
    await page.getByLabel('Topic').fill('Only this')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.locator('.tile', { hasText: 'Topic Requests' })).toContainText('2')
  })
})

test('the directory links to every topic', async ({ request, app }) => {
  const seen: string[] = []
  let next: string | undefined = '/topics-directory'
  while (next !== undefined) {
    const html = await (await request.get(app.url + next)).text()
    const list = html.slice(html.indexOf('id="topics"'), html.indexOf('id="more"'))
    seen.push(...[...list.matchAll(/<h2 class="name">(.*?)<\/h2>/gs)].map(([, title = '']) => title))
    next = html.match(/<a[^>]* rel="next"[^>]* href="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toHaveLength(ALL)
  expect(new Set(seen).size).toBe(ALL)
})

test('the directory loads every topic without a page load', async ({ page, app }) => {
  await page.goto(`${app.url}/topics-directory`)
  await cards(page)
    .nth(PAGE - 1)
    .scrollIntoViewIfNeeded()
  for (let shown = 2 * PAGE; ; shown += PAGE) {
    await expect(cards(page)).toHaveCount(Math.min(ALL, shown))
    if (shown >= ALL) {
      break
    }
    await page.getByRole('link', { name: 'More topics' }).click()
  }
  expect(new Set(await cards(page).getByRole('heading').allTextContents()).size).toBe(ALL)
})

test('the directory responds to odd addresses', async ({ page, app, request }) => {
  for (const query of [
    'page=99',
    'page=-1',
    'page=x',
    'area=Nowhere',
    `search=${'x'.repeat(401)}`,
    'search=%00',
    'search=%E0%A4%A',
  ]) {
    const response = await request.get(`${app.url}/topics-directory?${query}`)
    expect(response.status(), query).toBe(200)
    expect(await response.text(), query).toMatch(/<h1[^>]*>Free Nursing Project Topics Directory Nigeria/)
  }
  const address = `${app.url}/topics-directory?area=maternal+health`
  expect(await (await request.get(address)).text()).toMatch(/<option[^>]* selected=""[^>]*>Maternal Health/)
  await page.goto(address)
  await expect(area(page)).toHaveValue('Maternal Health')
  await expect(found(page)).toHaveText(topicsFound(MATERNAL))
})

test('a search without materials links to the request form, which rejects a forged request at its fields', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/marketplace?search=zzzzzzzz`)
  await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute('href', '/request-a-topic?topic=zzzzzzzz')

  await newStudent(page, app, 'Hauwa')
  const response = await page.request.post(`${app.url}/request-a-topic`, {
    headers: { origin: app.url },
    form: {
      topic: 'x'.repeat(401),
      programme: 'Law',
      specialty: 'y'.repeat(101),
      deadline: '2031-02-31',
      contact: 'z'.repeat(201),
    },
  })
  expect(response.status()).toBe(400)
  expect((await response.text()).match(/aria-invalid="true"/g)).toHaveLength(5)
})

test('a long topic survives signing in', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Yewande')
  await page.context().clearCookies()
  const topic = 'ọ́'.repeat(180)
  await page.goto(`${app.url}/request-a-topic?topic=${encodeURIComponent(topic)}`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Topic')).toHaveValue(topic)
})

test('the directory filters at once while typing, and fetches the list once after the search gets the focus', async ({
  page,
  app,
}) => {
  const lists = listRequests(page)
  const documents = documentRequests(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/topics-directory/all.json*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${app.url}/topics-directory`)
  await page.waitForLoadState('networkidle')
  expect(lists).toEqual([])

  await search(page).focus()
  await expect(found(page)).toHaveText('Loading...')
  await expect(cards(page)).toHaveCount(PAGE + 6)
  await search(page).pressSequentially('Hygi')
  await expect(cards(page)).toHaveCount(6)
  await expect(page.locator('#topics .ghost')).toHaveCount(6)
  release()
  await expect(found(page)).toHaveText(topicsFound(HYGI))
  await expect(cards(page)).toHaveCount(Math.min(HYGI, PAGE))
  await expect(page.locator('#topics .ghost')).toHaveCount(0)

  // The script renders the same card as the server.
  const drawn = await cards(page).evaluateAll((all) => all.map((card) => card.outerHTML))
  const sent = await page.context().newPage()
  await sent.goto(`${app.url}/topics-directory?search=hygi`)
  const links = (html: string) => html.replaceAll(/href="[^"]*"/g, (href) => href.replace(app.url, '').replaceAll('%20', '+'))
  expect(drawn.map(links)).toEqual((await cards(sent).evaluateAll((all) => all.map((card) => card.outerHTML))).map(links))
  await sent.close()

  await search(page).press('Enter')
  await expect(page).toHaveURL(`${app.url}/topics-directory?search=Hygi&area=`)
  await area(page).selectOption('Infection Control')
  await expect(found(page)).toHaveText(/^\d+ topics? found$/)
  await expect(page).toHaveURL(/search=Hygi&area=Infection\+Control$/)
  await search(page).fill('qqqq')
  await expect(page.getByText(EMPTY)).toBeVisible()
  await expect(page.getByText(HINT)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request this topic' })).toHaveAttribute('href', /\/request-a-topic\?topic=qqqq$/)
  await search(page).fill('')
  await area(page).selectOption('')
  await expect(found(page)).toHaveText(topicsFound(ALL))
  await expect(cards(page)).toHaveCount(PAGE)
  expect(lists).toHaveLength(1)
  expect(documents).toHaveLength(1)
})

test('the directory loads more once near its end, and then on request, without a page load', async ({ page, app }) => {
  const lists = listRequests(page)
  const documents = documentRequests(page)
  await page.goto(`${app.url}/topics-directory`)
  await cards(page)
    .nth(PAGE - 1)
    .scrollIntoViewIfNeeded()
  await expect(cards(page)).toHaveCount(2 * PAGE)
  await page.getByRole('link', { name: 'More topics' }).click()
  await expect(cards(page)).toHaveCount(Math.min(ALL, 3 * PAGE))
  await expect(
    cards(page)
      .nth(2 * PAGE)
      .locator('summary'),
  ).toBeFocused()
  expect(await page.getByRole('link', { name: 'More topics' }).isVisible()).toBe(ALL > 3 * PAGE)
  expect(lists).toHaveLength(1)
  expect(documents).toHaveLength(1)

  // The address contains the list's version, so a browser that has it does not request it again.
  const response = await page.request.get(lists[0] ?? '')
  expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await page.request.get(`${app.url}/topics-directory/all.json?v=old`)).headers()['cache-control']).toBe('no-cache')
})

test('the directory never fetches the list with Save-Data, and its form searches on the server', async ({ page, app }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })
  })
  const lists = listRequests(page)
  await page.goto(`${app.url}/topics-directory`)
  await cards(page)
    .nth(PAGE - 1)
    .scrollIntoViewIfNeeded()
  await search(page).fill('hygiene')
  await page.waitForLoadState('networkidle')
  await expect(found(page)).toHaveText(topicsFound(ALL))
  await search(page).press('Enter')
  await expect(found(page)).toHaveText(topicsFound(HYGIENE))
  await page.goto(`${app.url}/topics-directory`)
  await page.getByRole('link', { name: 'More topics' }).click()
  await expect(page).toHaveURL(/page=2$/)
  expect(lists).toEqual([])
})

test('the directory restores its cards and links to the server when the list cannot be fetched', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(404)
  await page.route('**/topics-directory/all.json*', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${app.url}/topics-directory`)
  await search(page).focus()
  await expect(found(page)).toHaveText(topicsFound(ALL))
  await expect(cards(page)).toHaveCount(PAGE)
  await search(page).fill('hygiene')
  await expect(page.getByText(EMPTY)).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(found(page)).toHaveText(topicsFound(HYGIENE))
})

test.describe('a directory with special characters', () => {
  test.use({ fixture: 'shared' })

  const topics = ['100% oxygen_mask (adult) "now"', `Nurses' {a,b} * \\ views`, 'A <b>bold</b> plan', 'x'.repeat(300)]
  /** Adds them by the form's request, after which the site reads its list again. Returns how many topics there are. */
  async function withSigns(page: Page, app: TestApp): Promise<number> {
    const directory = behindThePages(app).from('topics_directory')
    const { data } = await directory
      .select('topic')
      .eq('topic', topics[0] ?? '')
      .throwOnError()
    if (data.length === 0) {
      await asAdmin(page, app)
      for (const topic of topics) {
        const form = { intent: 'save', topic }
        const headers = { origin: app.url }
        const response = await page.request.post(`${app.url}/admin/catalogue/topics/new`, { form, headers, maxRedirects: 0 })
        expect(response.status()).toBe(303)
      }
      await page.context().clearCookies()
    }
    const { count } = await behindThePages(app)
      .from('topics_directory')
      .select('id', { count: 'exact', head: true })
      .is('deleted_at', null)
      .throwOnError()
    return count ?? 0
  }

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'in the browser' : 'on the server', () => {
      test.use({ javaScriptEnabled })

      test('finds exact matches of special characters', async ({ page, app }) => {
        const all = await withSigns(page, app)
        await page.goto(`${app.url}/topics-directory`)
        await expect(found(page)).toHaveText(topicsFound(all))
        for (const [text, title] of [
          ['%', topics[0]],
          ['_', topics[0]],
          ['(adult', topics[0]],
          ['"', topics[0]],
          [`s' {`, topics[1]],
          ['\\', topics[1]],
          ['*', topics[1]],
          ['<b>', topics[2]],
          ['xxxx', topics[3]],
        ] as const) {
          await search(page).fill(text)
          await page.getByRole('button', { name: 'Search' }).click()
          await expect(found(page), text).toHaveText(topicsFound(topicsWith(text) + 1))
          await expect(
            // A search that begins inside a word is listed last.
            page
              .locator('#topics > li, #inside-topics li')
              .getByRole('heading')
              .filter({ hasText: title ?? '' }),
            text,
          ).toHaveCount(1)
        }
        // Without an area, the link searches by the topic's own words. 300 characters without a space do not widen the
        // page.
        await expect(cards(page).locator('.cue')).toHaveAttribute('href', new RegExp(`/marketplace\\?search=x{200}$`))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        await search(page).fill('.*')
        await page.getByRole('button', { name: 'Search' }).click()
        await expect(page.getByText(EMPTY)).toBeVisible()
      })
    })
  }
})

test('the directory shows the empty sentence with Try again after a failed read, and reads once when the backend works', async ({
  page,
  app,
}) => {
  const behind = await shakyBackend(app)
  const site = await startApp({
    SUPABASE_URL: behind.url,
    SUPABASE_PUBLISHABLE_KEY: app.backend.publishableKey,
    SUPABASE_SECRET_KEY: app.backend.secretKey,
  })
  try {
    behind.state.failing = true
    const response = await page.goto(`${site.url}/topics-directory?search=hygiene`)
    expect(response?.status()).toBe(200)
    await expect(page.getByText(EMPTY)).toBeVisible()
    await expect(page.getByText('The list could not be loaded.')).toBeVisible()
    await expect(page.getByText(HINT)).toBeHidden()
    expect((await page.request.get(`${site.url}/topics-directory/all.json`)).status()).toBe(503)
    behind.state.failing = false
    behind.state.reads = 0
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(found(page)).toHaveText(topicsFound(HYGIENE))
    await page.goto(`${site.url}/topics`)
    expect(behind.state.reads).toBe(1)
  } finally {
    await site.end()
    await behind.end()
  }
})

/** Proxies a test app's backend, counts the reads of topics, and fails them on demand. */
async function shakyBackend({ backend }: TestApp) {
  const state = { failing: false, reads: 0 }
  const server = http.createServer((request, response) => {
    if (request.url?.startsWith('/rest/v1/topics_directory')) {
      state.reads += 1
      if (state.failing) {
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"out of order"}')
        return
      }
    }
    const { host: _host, ...headers } = request.headers
    const passed = http.request(backend.url + request.url, { method: request.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

test('the directory is accessible on a phone and on a laptop', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) {
      complaints.push(message.text())
    }
  })
  await page.goto(`${app.url}/topics-directory`)
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/topics-directory?search=zzzz`)
  await isInOrderInBothThemes(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/all.json*', async (route) => {
    await held
    await route.continue()
  })
  await search(page).fill('hygi')
  await expect(found(page)).toHaveText('Loading...')
  await isInOrderInBothThemes(page)
  release()
  await expect(found(page)).toHaveText(topicsFound(HYGI))
  await isInOrderInBothThemes(page)
  await page.goto(`${app.url}/request-a-topic`)
  await signInHere(page)
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await isInOrderInBothThemes(page)
  expect(complaints).toEqual([])
})

/** Signs the demo student in on the page to which a guest is sent. */
async function signInHere(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('student@lamplight.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Request a topic' })).toBeVisible()
}
