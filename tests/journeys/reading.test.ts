import { supportLinks } from '#app/features/shell/links.ts'
import { newestPost, sample } from '../support/sample.ts'
import { wholeSitemap } from '../support/sitemap.ts'
import { behindThePages, expect, test } from './app.ts'
import { isInOrderInBothThemes } from './admin.ts'

const POST = 'sample-size-taro-yamane-formula-worked-example'

test('the blog lists posts newest first, with excerpts of at most 300 characters cut at a word', async ({ page, app }) => {
  await page.goto(`${app.url}/blog`)
  const dates = await page.locator('main time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''))
  expect(dates).toHaveLength(sample.posts.length)
  expect(dates).toEqual(dates.toSorted().toReversed())
  for (const excerpt of await page.locator('main li .soft.small:last-child').allTextContents()) {
    expect(excerpt.length).toBeLessThanOrEqual(300)
    expect(excerpt).toMatch(/\w…$|[.?!]$/)
  }
  await page.getByRole('link', { name: /^Sample size with the Taro Yamane/ }).click()
  await expect(page).toHaveURL(`${app.url}/blog/${POST}`)
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'In this post' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/#part-1$/)
})

test('the home page features the newest post', async ({ page, app }) => {
  await page.goto(app.url)
  await page
    .getByRole('main')
    .getByRole('link', { name: newestPost?.head.post_title ?? '' })
    .click()
  await expect(page).toHaveURL(`${app.url}/blog/${newestPost?.slug}`)
})

test("a missing post is a true 404 with the specification's sentence", async ({ page, app, request, expectErrors }) => {
  expectErrors(404)
  for (const address of [
    '/blog/no-such-post',
    '/blog/no/such/post',
    '/blog/0b0f2f6e-4f3a-4a54-9d58-3b1a4f0f7a11',
    "/blog/'),or=(",
  ]) {
    const response = await request.get(app.url + address)
    expect(response.status(), address).toBe(404)
    expect(await response.text(), address).toContain('Oops! Page not found')
  }
  await page.goto(`${app.url}/blog/no-such-post`)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
})

test.describe('a malicious post', () => {
  test.use({ fixture: 'shared' })

  test('is sanitised whenever it is shown, and cannot run scripts, load resources or add styles', async ({ page, app }) => {
    const adminClient = behindThePages(app)
    const bad = [
      '<h2>Honest</h2><p onclick="steal()">Text with <b>bold</b> and <a href="javascript:steal()">a link</a> and <a href="//evil.example">another</a>.</p>',
      '<script>document.title = "stolen"</script><style>body{display:none}</style><iframe src="https://evil.example"></iframe>',
      '<img src="x" onerror="document.title=\'stolen\'"><img src="http://evil.example/x.png" alt="unsafe">',
      '<svg><a xlink:href="javascript:steal()"><text>x</text></a></svg><math><mtext><table><mglyph><style><img src=x onerror=steal()>',
    ].join('\n')
    const { error } = await adminClient.from('blog_posts').insert({
      slug: 'a-bad-post',
      post_title: '</script><script>document.title="stolen"</script>',
      post_body: bad,
      published_at: new Date().toISOString(),
    })
    expect(error).toBeNull()
    const response = await page.goto(`${app.url}/blog/a-bad-post`)
    const html = (await response?.text()) ?? ''
    const article = html.slice(html.indexOf('<article'), html.indexOf('</article>'))
    expect(article).not.toMatch(/javascript:|onerror=|onclick=|<iframe|<style|evil\.example/i)
    await expect(page.getByRole('heading', { name: 'Honest' })).toBeVisible()
    await expect(page).not.toHaveTitle('stolen')
  })
})

test('the contact page shows every channel of the settings, with the default hours', async ({ page, app }) => {
  await page.goto(`${app.url}/contact`)
  for (const name of ['Email', 'Admissions', 'WhatsApp', 'Phone', 'Office hours', 'Office address']) {
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  }
  await expect(page.getByText('Mon-Fri 9AM-6PM WAT')).toBeVisible()
  await expect(page.getByRole('link', { name: '+234 800 000 0000' }).first()).toHaveAttribute(
    'href',
    'https://wa.me/2348000000000',
  )
})

test('the support page composes the message of a buyer without a file, without a script', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.url}/support`)
  await page.getByLabel('Order reference').fill('SEL-99 & more')
  await page.getByLabel('Material').fill('Care of a woman with eclampsia')
  await page.getByRole('button', { name: 'Prepare my message' }).click()
  await expect(page.getByLabel('Order reference')).toHaveValue('SEL-99 & more')
  // The typed text is in no address, so it is in no log and no Referer.
  expect(page.url()).toBe(`${app.url}/support?answer#paid`)
  const mail = await page.getByRole('link', { name: 'Send by email' }).getAttribute('href')
  expect(mail).toMatch(/^mailto:hello@lamplight\.example\?/)
  expect(decodeURIComponent(mail ?? '')).toContain('Order reference: SEL-99 & more')
  const chat = new URL((await page.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')) ?? '')
  expect(chat.origin + chat.pathname).toBe('https://wa.me/2348000000000')
  expect(chat.searchParams.get('text')).toContain('Care of a woman with eclampsia')
  await context.close()
})

test('the FAQ states the 7-day window and the 24-hour reply, and the terms have eight parts', async ({ page, app }) => {
  await page.goto(`${app.url}/faq`)
  await page.getByText('Can I get my money back?').click()
  await expect(page.getByText(/within 7 days of paying/)).toBeVisible()
  await expect(page.getByText(/usually reply within 24 hours/).last()).toBeVisible()
  expect(await page.getByRole('group').count()).toBeGreaterThanOrEqual(15)

  await page.goto(`${app.url}/terms`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page.getByText(/^Last changed on \d+ \w+ \d{4}\.$/)).toBeVisible()
})

test('the sitemap lists the public pages with dates, and robots.txt names the sitemap', async ({ request, app }) => {
  const map = await wholeSitemap(app.url)
  expect(map).toContain(`<loc>${app.url}/blog/${POST}</loc><lastmod>`)
  expect(map).toContain(`<loc>${app.url}/material-preview/medication-adherence-hypertension-enugu</loc><lastmod>`)
  expect(map).not.toContain('/dashboard')
  const robots = await (await request.get(`${app.url}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${app.url}/sitemap.xml`)
})

test('every reading page is accessible and does not scroll sideways', async ({ page, app, expectErrors }) => {
  expectErrors(404)
  for (const address of ['/blog', `/blog/${POST}`, ...supportLinks.map(({ to }) => to), '/blog/none']) {
    await page.goto(app.url + address)
    await isInOrderInBothThemes(page)
  }
})

test.describe('a picture of a post that fails to load', () => {
  test.use({ fixture: 'shared' })

  for (const javaScriptEnabled of [true, false]) {
    test(`shows its placeholder ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({ browser, app, expectErrors }) => {
      expectErrors(404)
      const gone = `/storage/v1/object/public/product-files/posts/${crypto.randomUUID()}-1200x800.webp`
      const slug = `lost-pictures-${crypto.randomUUID().slice(0, 8)}`
      await behindThePages(app)
        .from('blog_posts')
        .insert({
          slug,
          post_title: 'Lost pictures',
          image_url: gone,
          image_alt: 'A ward',
          post_body: `<p>Before <img src="${gone}" alt="A chart"></p><img src="data:image/png;base64,AAAA" alt="A map">`,
          published_at: new Date().toISOString(),
        })
        .throwOnError()
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${app.url}/blog/${slug}`)
      const frames = page.locator('.frame')
      await expect(frames).toHaveCount(2)
      for (const frame of await frames.all()) {
        await frame.scrollIntoViewIfNeeded()
        const placeholder = await frame.evaluate((element) => {
          const style = getComputedStyle(element, '::before')
          return { content: style.content, background: style.backgroundColor, height: element.getBoundingClientRect().height }
        })
        expect(placeholder.content).toContain('Picture')
        expect(placeholder.background).not.toBe('rgba(0, 0, 0, 0)')
        expect(placeholder.height).toBeGreaterThanOrEqual(96)
      }
      await expect(page.getByText('Picture not shown: A map')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out').toBe(true)
      await context.close()
    })
  }
})
