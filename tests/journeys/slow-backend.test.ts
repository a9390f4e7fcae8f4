import { type Browser, expect } from '@playwright/test'
import { type ToxicProxy, openToxicProxy } from '../support/toxic-proxy.ts'
import { type TestApp, startApp } from '../support/start-app.ts'
import { type BackendAlone, startBackendAlone } from './backend-alone.ts'
import { cacheFixture, test as base } from './cached.ts'
import { newestPost, sample, topicsFound } from '../support/sample.ts'

/*
 * A backend that responds only when the test allows it. Programs get whole pages
 * (app/platform/pages/deferred.server.ts), and a headless browser identifies as one, so the user agent here is a
 * phone's.
 */
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const backendAlone = cacheFixture(startBackendAlone)

type Behind = { site: TestApp; gate: ToxicProxy; end(): Promise<void> }

async function behindProxy(): Promise<Behind> {
  const { port, keys } = await backendAlone.get()
  const proxy = await openToxicProxy(port)
  const site = await startApp({
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: keys.publishable_key,
    SUPABASE_PATIENCE: '30',
  })
  return {
    site,
    gate: proxy,
    async end() {
      await site.end()
      await proxy.end()
    },
  }
}

/** A process caches what it has read. So a journey chooses a site where no earlier journey read what it waits for. */
const sites = {
  first: cacheFixture(behindProxy),
  second: cacheFixture(behindProxy),
  third: cacheFixture(behindProxy),
  fourth: cacheFixture(behindProxy),
}

const test = base.extend<{ which: keyof typeof sites; behind: Behind; site: TestApp; gate: ToxicProxy; slow: BackendAlone }>({
  which: ['first', { option: true }],
  slow: async ({ keeper }, use) => use(await keeper.forThisFile(backendAlone)),
  behind: async ({ keeper, slow: _backend, which }, use) => use(await keeper.forThisFile(sites[which])),
  gate: async ({ behind: { gate: proxy } }, use) => {
    await use(proxy)
    proxy.release()
    proxy.fail(READS, 0)
  },
  site: async ({ behind: { site } }, use) => use(site),
})

const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
/** All requests except the session check, for which a page always waits, as for everything that decides its status. */
const READS = /\/rest\/v1\/(?!rpc\/session_is_open)/

const pages = [
  // First, because every page reads the settings, and they are cached.
  { address: '/terms', heading: 'Terms', content: 'Accepting these terms' },
  { address: '/marketplace?search=hygiene', heading: 'Browse Materials', content: /materials? found/ },
  {
    address: '/topics-directory',
    heading: 'Free Nursing Project Topics Directory Nigeria',
    content: topicsFound(sample.topics.length),
  },
  { address: '/courses', heading: 'Courses', content: 'Enroll Now' },
  { address: '/writing-services', heading: 'Writing Services', content: 'Order Service' },
  { address: '/blog', heading: 'Blog', content: newestPost?.head.post_title ?? '' },
] as const

async function openPhone(browser: Browser, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ userAgent: PHONE, javaScriptEnabled, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a slow backend with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ which: javaScriptEnabled ? 'first' : 'second' })

    test('a page shows its shell and skeleton, then its content', async ({ browser, site, gate: proxy }) => {
      const { page, complaints, close } = await openPhone(browser, javaScriptEnabled)
      for (const { address, heading, content } of pages) {
        proxy.hold(READS)
        await page.goto(site.url + address, { waitUntil: 'commit' })
        const main = page.getByRole('main')
        await expect(main.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        // The filters of the marketplace wait too, in a sheet that is closed.
        await expect(main.getByText('Loading...').filter({ visible: true }).first()).toBeVisible()
        await expect(page.getByText(content).first()).toBeHidden()
        await expect(page.getByRole('contentinfo')).toBeVisible()

        proxy.release()
        await expect(page.getByText(content).first()).toBeVisible()
        await expect(page.getByText('Loading...').first()).toBeHidden()
        const [shown, footer] = await Promise.all([
          page.getByText(content).first().boundingBox(),
          page.getByRole('contentinfo').boundingBox(),
        ])
        expect(shown?.y, `${address}: the content stands above the footer`).toBeLessThan(footer?.y ?? 0)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
      }
      expect(complaints).toEqual([])
      await close()
    })
  })
}

test('a page waits for what decides its status, and streams the rest', async ({ browser, site, gate: proxy }) => {
  const { page, complaints, close } = await openPhone(browser, true)
  proxy.hold(/subject_area=eq|comments/)
  await page.goto(site.url + MATERIAL, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: '1.1 Background of the study' })).toBeVisible()
  await expect(page.getByText('Loading...').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Comment' })).toBeVisible()
  proxy.release()
  await expect(page.getByRole('heading', { name: 'More like this' })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)

  const missing = await fetch(`${site.url}/material-preview/there-is-none`, { headers: { 'user-agent': PHONE } })
  expect(missing.status).toBe(404)
  expect(complaints).toEqual([])
  await close()
})

for (const javaScriptEnabled of [true, false]) {
  test(`the upload form does not wait for the list of uploads with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
    site,
    gate: proxy,
    slow,
  }) => {
    const { page, complaints, close } = await openPhone(browser, javaScriptEnabled)
    await page.goto(`${site.url}/auth`)
    await page.getByLabel('Email').fill(slow.student.email)
    await page.getByLabel('Password').fill(slow.student.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Adaeze')
    proxy.hold(READS)
    await page.goto(`${site.url}/upload-materials`, { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: 'Upload Material' })).toBeVisible()
    // Without scripts, React's first hidden chunk (which has no content) has already hidden the sentence.
    await expect(page.getByText('Loading your uploads...').first()).toBeVisible({ visible: javaScriptEnabled })
    await expect(page.getByText('No uploads yet')).toBeHidden()
    proxy.release()
    await expect(page.getByText('No uploads yet')).toBeVisible()
    await expect(page.getByText('Loading your uploads...')).toBeHidden()
    if (javaScriptEnabled) {
      // After hydration the form shows errors before sending.
      await expect(async () => {
        await page.getByLabel('Category').selectOption('')
        await page.getByLabel('Category').selectOption('other')
        await expect(page.getByText(/^Too few works of this kind/)).toBeVisible({ timeout: 1000 })
      }).toPass()
      await page.getByRole('button', { name: 'Upload Material' }).click()
      await expect(page.getByRole('alert')).toHaveText('Please select a file to upload')
    }
    expect(complaints).toEqual([])
    await close()
  })
}

test.describe('a site without cached home page texts', () => {
  test.use({ which: 'fourth' })

  test("shows the hero's default text during the read, and the stored text afterwards", async ({
    browser,
    site,
    gate: proxy,
    slow,
  }) => {
    await fetch(`http://127.0.0.1:${slow.port}/rest/v1/ui_content?on_conflict=page_section,content_key`, {
      method: 'POST',
      headers: {
        apikey: slow.keys.secret_key,
        'content-type': 'application/json',
        prefer: 'resolution=merge-duplicates',
      },
      body: JSON.stringify({ page_section: 'hero', content_key: 'hero_subtitle', content_value: 'As the admin wrote it' }),
    })
    const { page, complaints, close } = await openPhone(browser, true)
    proxy.hold(READS)
    await page.goto(site.url)
    await expect(page.getByText('Read part of each free.')).toBeVisible()
    proxy.release()
    await expect(async () => {
      await page.goto(site.url)
      await expect(page.getByText('As the admin wrote it')).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(complaints).toEqual([])
    await close()
  })
})

test.describe('a site without cached topics and posts', () => {
  test.use({ which: 'third' })

  test('filters while typing on a streamed page', async ({ browser, site, gate: proxy }) => {
    const { page, complaints, close } = await openPhone(browser, true)
    proxy.hold(READS)
    await page.goto(`${site.url}/topics-directory`, { waitUntil: 'commit' })
    await expect(page.getByText('Loading...')).toBeVisible()
    proxy.release()
    await expect(page.getByText(topicsFound(sample.topics.length))).toBeVisible()
    await page.getByRole('searchbox', { name: 'Course code, subject or word' }).fill('breast engorgement')
    await expect(page.getByText('1 topic found')).toBeVisible()
    expect(complaints).toEqual([])
    await close()
  })

  test('programs get the whole page, however slow the backend', async ({ site, gate: proxy }) => {
    proxy.hold(READS)
    const coming = fetch(`${site.url}/marketplace?search=midwife`, {
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    })
    await expect.poll(() => proxy.asked(/search_materials/)).toBe(1)
    proxy.release()
    const html = await (await coming).text()
    expect(html).toContain('materials found')
    expect(html).not.toContain('Loading...')
    expect(html).not.toContain('$RC')
  })

  test('public data is read once for simultaneous visitors, and a failed read is retried', async ({ site, gate: proxy }) => {
    for (let visit = 0; visit < 5; visit += 1) {
      const html = await (await fetch(`${site.url}/blog`)).text()
      expect(html.includes('Sample size with the Taro Yamane formula')).toBe(true)
    }
    expect(proxy.asked(/blog_posts/)).toBe(1)

    proxy.fail(/courses/, 2)
    expect(await (await fetch(`${site.url}/courses`)).text()).toContain('Enroll Now')
    expect(proxy.asked(/\/courses/)).toBe(3)

    proxy.fail(/writing_services/, 4)
    expect(await (await fetch(`${site.url}/writing-services`)).text()).toContain('No writing services available at the moment.')
    expect(proxy.asked(/writing_services/)).toBe(4)
    expect(await (await fetch(`${site.url}/writing-services`)).text()).toContain('Order Service')
  })

  test('a material is unavailable, not missing, while the backend is down, and recovers automatically', async ({
    site,
    gate: proxy,
  }) => {
    proxy.fail(/research_materials/, 4)
    const away = await fetch(site.url + MATERIAL)
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).toBe('15')
    const html = await away.text()
    expect(html).toContain('This page cannot be loaded right now')
    const reference = away.headers.get('x-reference') ?? ''
    expect(reference).toMatch(/^[3-9A-Y]{4}-[3-9A-Y]{4}$/)
    expect(html).toContain(reference)
    expect(site.running.output()).toContain(reference)

    expect((await fetch(site.url + MATERIAL)).status).toBe(200)
  })
})
