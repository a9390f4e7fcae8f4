import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../support/start-app.ts'
import { getViolations } from './axe.ts'
import { expect, test } from './app.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { signedIn, signIn } from './test-user.ts'

const STUDENT = { email: 'student@lamplight.example', password: DEMO_PASSWORD }
const MATERIAL = '/material-preview/medication-adherence-hypertension-enugu'
const forGuests = ['/', '/marketplace', MATERIAL, '/auth', '/auth?tab=sign-up', '/nope']
const forStudents = ['/dashboard', '/upload-materials']
const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 740 }

const sidebar = (page: Page) => page.locator('#side')
const getWidth = async (page: Page) => (await sidebar(page).boundingBox())?.width

test.describe('at 1280 px', () => {
  test.use({ viewport: wide })

  test('Ctrl+B, Cmd+B and the button toggle the sidebar between 3rem and 16rem, also after a reload and without JavaScript', async ({
    page,
    context,
    browser,
    app,
  }) => {
    await page.goto(app.url)
    const menu = page.getByRole('button', { name: 'Open or close the menu' })
    expect(await getWidth(page)).toBe(256)
    await page.keyboard.press('Control+b')
    expect(await getWidth(page)).toBe(48)
    await expect(menu).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Meta+b')
    expect(await getWidth(page)).toBe(256)
    await expect(menu).toHaveAttribute('aria-expanded', 'true')
    await menu.click()
    expect(await getWidth(page)).toBe(48)
    // Other keys with B are left to the browser.
    for (const key of ['b', 'Shift+B', 'Control+Alt+b', 'Control+Shift+B']) {
      await page.keyboard.press(key)
      expect(await getWidth(page)).toBe(48)
    }
    // Each link still has its name, as a tooltip and for screen readers.
    await expect(sidebar(page).getByRole('link', { name: 'Browse Materials' })).toHaveAttribute('title', 'Browse Materials')

    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar')
    expect(cookie).toMatchObject({ value: 'collapsed', sameSite: 'Lax', path: '/' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)

    const plain = await browser.newContext({
      javaScriptEnabled: false,
      viewport: wide,
      storageState: await context.storageState(),
    })
    const unscripted = await plain.newPage()
    await unscripted.goto(`${app.url}/marketplace`)
    await expect(unscripted.locator('html')).toHaveClass('slim')
    expect(await getWidth(unscripted)).toBe(48)
    await plain.close()

    await page.reload()
    expect(await getWidth(page)).toBe(48)
    await page.keyboard.press('Control+b')
    await page.reload()
    expect(await getWidth(page)).toBe(256)
    await expect(page.locator('html')).not.toHaveClass('slim')
  })

  test('the main content begins where the sidebar ends', async ({ page, app }) => {
    await page.goto(app.url)
    for (const width of [256, 48]) {
      expect(await getWidth(page)).toBe(width)
      expect((await page.locator('.page').boundingBox())?.x).toBe(width)
      await page.keyboard.press('Control+b')
    }
  })
})

test.describe('at 360 px', () => {
  test.use({ viewport: narrow })

  test('the button, Ctrl+B and Cmd+B toggle the menu drawer of 18rem, and Escape closes it', async ({ page, context, app }) => {
    await page.goto(app.url)
    await expect(sidebar(page)).toBeHidden()
    const menu = page.getByRole('button', { name: 'Open or close the menu' })
    await menu.click()
    await expect(sidebar(page)).toBeVisible()
    expect(await getWidth(page)).toBe(288)
    expect((await sidebar(page).boundingBox())?.x).toBe(0)
    await page.keyboard.press('Escape')
    await expect(sidebar(page)).toBeHidden()
    for (const key of ['Control+b', 'Meta+b']) {
      await page.keyboard.press(key)
      await expect(sidebar(page)).toBeVisible()
      await page.keyboard.press(key)
      await expect(sidebar(page)).toBeHidden()
    }
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('sidebar')

    await menu.click()
    await sidebar(page).getByRole('link', { name: 'Browse Materials' }).click()
    await expect(page).toHaveURL(`${app.url}/marketplace`)
    await expect(sidebar(page)).toBeHidden()
  })

  test('the drawer opens without JavaScript', async ({ browser, app }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false, viewport: narrow })
    const page = await plain.newPage()
    await page.goto(app.url)
    await page.getByRole('button', { name: 'Open or close the menu' }).click()
    await expect(sidebar(page)).toBeVisible()
    await plain.close()
  })
})

test('the sidebar marks the link whose path is a prefix, and Home on an exact match', async ({ page, app }) => {
  await signedIn(page, app, STUDENT)
  for (const [address, current] of [
    ['/', ['Home']],
    ['/?from=whatsapp', ['Home']],
    ['/marketplace', ['Browse Materials']],
    ['/marketplace?search=ethics', ['Browse Materials']],
    ['/upload-materials', ['Upload Materials']],
    ['/blog/no-such-post', ['Blog']],
    ['/topics-directory/nursing', ['Find a Topic']],
    ['/dashboard', []],
    ['/nope', []],
    [MATERIAL, []],
  ] as const) {
    const html = await (await page.request.get(app.url + address)).text()
    const side = html.slice(html.indexOf('id="side"'), html.indexOf('</nav>', html.indexOf('id="side"')))
    const marked = [...side.matchAll(/<a[^>]* aria-current="page"[^>]* title="([^"]+)"/g)].map(([, title]) => title)
    expect(marked, address).toEqual([...current])
  }
})

test.describe('a toast', () => {
  const toast = (page: Page) => page.locator('.toast')

  test('is shown alone for five seconds, and longer under the pointer', async ({ page, app }) => {
    await signIn(page, app, STUDENT)
    await expect(toast(page)).toHaveText('Welcome back! 🎉You have successfully logged in.')
    await expect(toast(page)).toHaveRole('status')
    // The styles of this page are a file; nothing is animated until it has loaded.
    await page.waitForLoadState()
    // The clock is set by hand, because a busy machine is slower than three seconds.
    const at = (milliseconds: number) =>
      toast(page).evaluate((element, now) => {
        const [leaving] = element.getAnimations()
        leaving?.pause()
        if (leaving) {
          leaving.currentTime = now
        }
        return leaving !== undefined
      }, milliseconds)
    expect(await at(3000)).toBe(true)
    await expect(toast(page)).toBeVisible()
    expect(await toast(page).evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
    await at(8000)
    await expect(toast(page)).toBeHidden()

    await page.reload()
    await expect(toast(page)).toHaveCount(0)
  })

  test('disappears automatically, but not under the pointer', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await page.goto(`${app.url}/auth`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(toast(page)).toHaveRole('alert')
    await toast(page).hover()
    expect(await toast(page).evaluate((element) => getComputedStyle(element).animationPlayState)).toBe('paused')
    await page.mouse.move(0, 0)
    await expect(toast(page)).toBeHidden()
  })

  test("is shown one at a time, the newest action's first", async ({ page, context, app, expectErrors }) => {
    expectErrors(400)
    await page.goto(`${app.url}/auth`)
    const waiting = { title: 'Something older', kind: 'good' }
    await context.addCookies([{ name: 'toast', value: encodeURIComponent(JSON.stringify(waiting)), url: app.url }])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Login Error')).toBeVisible()
    await expect(toast(page).filter({ visible: true })).toHaveCount(1)
  })
})

for (const viewport of [wide, narrow]) {
  test(`Back to Top appears after 300 px and scrolls up at ${viewport.width} px`, async ({ page, app }) => {
    await page.setViewportSize(viewport)
    for (const address of ['/', MATERIAL]) {
      await page.goto(app.url + address)
      const up = page.getByRole('link', { name: 'Back to Top' })
      await expect(page.locator('.up.floats')).toBeHidden()
      await page.evaluate(() => window.scrollTo(0, 250))
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(250)
      await expect(up).toBeHidden()
      await page.evaluate(() => window.scrollTo(0, 350))
      await expect(up).toBeVisible()
      await expect(up).toBeInViewport()
      const box = await up.boundingBox()
      expect(box && box.x > viewport.width / 2, 'at the right').toBe(true)
      await up.click()
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
      await expect(up).toBeHidden()
    }
  })
}

test('Back to Top does not cover the hint of the field that is filled in', async ({ page, app }) => {
  await page.setViewportSize(narrow)
  await signedIn(page, app, STUDENT)
  await page.goto(`${app.url}/upload-materials`)
  await page.evaluate(() => window.scrollTo(0, 350))
  const up = page.getByRole('link', { name: 'Back to Top' })
  await expect(up).toBeVisible()
  await page.getByLabel('Title').focus()
  await expect(up).toBeHidden()
  await page.getByLabel('Title').blur()
  await expect(up).toBeVisible()
})

test('the server remembers the theme', async ({ page, context, app }) => {
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(app.url)
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await paper()
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const dark = await paper()
  expect(dark).not.toBe(light)
  expect((await context.cookies()).find(({ name }) => name === 'theme')?.value).toBe('dark')

  expect(await (await page.request.get(`${app.url}/marketplace`)).text()).toMatch(/<html[^>]+data-theme="dark"/)
  await page.reload()
  expect(await paper()).toBe(dark)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByText('Auto', { exact: true }).click()
  expect(await paper()).toBe(light)
})

test('public and account pages include one script file, which a hash allows, and no handler or style attribute', async ({
  page,
  app,
}) => {
  // All but the upload page and the one for another file.
  const accountPages = ['', '?bank', '/earnings', '/security', '/my-data'].map((path) => `/dashboard${path}`)
  for (const address of [...forGuests, ...accountPages]) {
    if (address === '/dashboard') {
      await signedIn(page, app, STUDENT)
    }
    const response = await page.request.get(app.url + address)
    expect(response.url()).toBe(app.url + address)
    const html = await response.text()
    const [file, ...others] = [...html.matchAll(/<script src="\/assets\/site-\w+\.js" integrity="([^"]+)"|<script[^>]+src=/g)]
    expect(response.headers()['content-security-policy'], address).toContain(`'${file?.[1]}'`)
    expect(others, address).toEqual([])
    expect(html, address).not.toMatch(/<link[^>]+rel="?(?:modulepreload|preload|prefetch)/)
    expect(html, address).not.toMatch(/<[^>]+\son[a-z]+=/)
    expect(html, address).not.toMatch(/<[^>]+\sstyle=/)
    expect(html, address).not.toMatch(/href="?javascript:/)
  }
})

test('every page obeys its own policy, is accessible and does not scroll sideways, on a laptop and on a phone', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(404)
  test.slow()
  const broken: string[] = []
  await page.exposeFunction('reportBroken', (what: string) => broken.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      ;(window as unknown as { reportBroken(what: string): void }).reportBroken(`${violatedDirective} ${blockedURI}`)
    })
  })
  const look = async (address: string) => {
    await page.goto(app.url + address)
    await page.waitForLoadState('networkidle')
    // A fading toast has too little contrast for axe.
    await expect(page.locator('.toast').filter({ visible: true })).toHaveCount(0)
    await isInOrderInBothThemes(page)
    expect(broken, address).toEqual([])
  }
  for (const address of forGuests) {
    await look(address)
  }
  await signedIn(page, app, STUDENT)
  for (const address of forStudents) {
    await look(address)
  }
})

test('the menu drawer and a rejected form are accessible', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await page.setViewportSize(narrow)
  await page.goto(app.url)
  await page.keyboard.press('Control+b')
  await expect(sidebar(page)).toBeVisible()
  expect(await getViolations(page, { within: '#side' })).toEqual([])

  await page.goto(`${app.url}/auth?tab=sign-up`)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Type your first name')).toBeVisible()
  expect(await getViolations(page)).toEqual([])
})

test('Back to Top shows its arrow and not its words on a phone', async ({ page, app }) => {
  await page.setViewportSize(narrow)
  await page.goto(`${app.url}/faq`)
  const room = await page.locator('.up').evaluate((link) => {
    const words = document.createRange()
    words.selectNodeContents(link)
    return link.getBoundingClientRect().right - words.getBoundingClientRect().left
  })
  expect(room).toBeLessThanOrEqual(1)
})

test('the footer estimates the data that the page used, with the script only', async ({ page, app }) => {
  const response = await page.goto(`${app.url}/faq`)
  expect(await response?.text()).not.toContain('kB of data')
  await expect(page.getByRole('contentinfo')).toContainText(
    /Estimate: this page used \d+ kB of data, (about|less than) ₦0\.\d\d at ₦1 per MB\./,
  )
  // What comes later counts too, such as pictures further down.
  const kilobytes = async () => Number(/used (\d+) kB/.exec(await page.getByRole('contentinfo').innerText())?.[1])
  const before = await kilobytes()
  await page.evaluate(() => fetch('/topics-directory').then((later) => later.text()))
  await expect.poll(kilobytes).toBeGreaterThan(before + 10)
})
