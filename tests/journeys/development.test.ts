import fs from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { copyCheckout } from '../support/checkout-copy.ts'
import { getTestPostgresql } from '../support/own-postgresql.ts'
import { startedOnce } from '../support/test-databases.ts'
import { isReachable, freePort, root, start, until } from '../support/processes.ts'
import { DEMO_PASSWORD, expect, test } from './app.ts'
import { signedIn } from './test-user.ts'

const STUDENT = { email: 'student@lamplight.example', password: DEMO_PASSWORD }
const ADDRESSES = ['/', '/marketplace', '/topics-directory', '/faq']

/** Starts the script `dev` of package.json in a copy of the checkout. */
async function startDevelopment() {
  const copy = copyCheckout()
  const data = await startedOnce()
  const port = await freePort()
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { dev: string } }
  const running = start(
    'sh',
    ['-c', scripts.dev],
    {
      ...data.variables,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      DATA_DIR: data.path,
      SEED: 'outlines',
    },
    { cwd: copy.path },
  )
  const url = `http://localhost:${port}`
  await until(() => isReachable(`${url}/healthz`), running)
  return {
    url,
    copy,
    async end() {
      await running.stop()
      data.remove()
      copy.remove()
    },
  }
}

/** Resolves when Vite can reach a page again that is about to be loaded. */
const isConnected = (page: Page) => page.waitForEvent('console', (message) => message.text() === '[vite] connected.')

async function openPage(page: Page, url: string): Promise<Page> {
  const connected = isConnected(page)
  await page.goto(url)
  await connected
  return page
}

/** Waits until React runs the upload form: it then shows the usual prices of the chosen category alone. */
async function isHydrated(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByLabel('Category').selectOption('')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await expect(page.getByText('What such works usually sell for')).toHaveCount(0, { timeout: 2000 })
  }).toPass()
}

test('the development server shows each edit on five open pages without a manual reload', async ({
  page: form,
  browser,
  expectErrors,
}) => {
  test.setTimeout(900_000)
  const { url, copy, end } = await startDevelopment()
  try {
    const visitor = await browser.newContext()
    const pages: Page[] = []
    for (const address of ADDRESSES) {
      pages.push(await openPage(await visitor.newPage(), url + address))
    }
    /** Edits a file of the pages, and waits until the static pages have loaded again. */
    const edit = async (...parts: Parameters<typeof copy.edit>) => {
      const reloaded = Promise.all(pages.map(isConnected))
      copy.edit(...parts)
      await reloaded
    }
    const [home, marketplace, topics, faq] = pages as [Page, Page, Page, Page]

    await test.step('a route', async () => {
      await edit('app/routes/faq.tsx', 'Questions and answers', 'Questions with answers')
      await expect(faq.getByRole('heading', { name: 'Questions with answers' })).toBeVisible()
    })
    // React Router's hot updates fail in a hydrated page when the edited route is one that the page has not loaded, so
    // this one is opened now.
    await signedIn(form, { url }, STUDENT)
    await openPage(form, `${url}/upload-materials`)
    await isHydrated(form)
    await test.step('a feature of every page', async () => {
      await edit('app/features/shell/footer.tsx', 'We do not support plagiarism.', 'We never support plagiarism.')
      for (const page of [...pages, form]) {
        await expect(page.getByText('We never support plagiarism.')).toHaveCount(1)
      }
    })
    await test.step('a feature of a hydrated page, which keeps what was typed', async () => {
      await form.getByLabel('Title').fill('Hand hygiene of nurses in Enugu')
      await edit('app/features/uploads/upload-form.tsx', "'Upload Material'", "'Upload the material'")
      await expect(form.getByRole('button', { name: 'Upload the material' })).toBeVisible()
      await expect(form.getByLabel('Title')).toHaveValue('Hand hygiene of nurses in Enugu')
    })
    await test.step('the styles', async () => {
      await edit('app/styles/base.css', '1rem/1.55 system-ui', '1rem/2 system-ui')
      for (const page of [...pages, form]) {
        await expect(page.locator('html')).toHaveCSS('line-height', '32px')
      }
    })
    await test.step('an inline script', async () => {
      await edit('app/islands/shell.island.ts', 'const root =', "document.title = 'Edited'\nconst root =")
      await expect(home).toHaveTitle('Edited')
      await expect(marketplace).toHaveTitle('Edited')
    })
    await test.step('a query, whose earlier result was cached', async () => {
      const services = async () =>
        (await (await home.request.get(`${url}/writing-services`)).text()).match(/class="name".*?<\/h2>/)?.[0]
      const first = await services()
      await edit(
        'app/features/services/queries.server.ts',
        ".order('service_name')",
        ".order('service_name', { ascending: false })",
      )
      expect(await services()).not.toBe(first)
    })
    await test.step('the server, which restarts', async () => {
      expectErrors('restart')
      for (const page of [...pages, form]) {
        await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'before'))
      }
      copy.edit('server/http/security-headers.ts', "'x-frame-options': 'DENY'", "'x-frame-options': 'SAMEORIGIN'")
      const policy = async () => (await topics.request.get(url).catch(() => null))?.headers()['x-frame-options']
      await expect.poll(policy, { timeout: 300_000 }).toBe('SAMEORIGIN')
      for (const page of [...pages, form]) {
        await expect(page.locator('html:not([data-opened])')).toHaveCount(1)
      }
    })
    await test.step('an edit while the page loads the one before', async () => {
      copy.edit('app/routes/faq.tsx', 'Questions with answers', 'First edit')
      await faq.waitForEvent('framenavigated')
      copy.edit('app/routes/faq.tsx', 'First edit', 'Second edit')
      await expect(faq.getByRole('heading', { name: 'Second edit' })).toBeVisible()
    })
    await test.step('a source that does not compile, and its repair', async () => {
      expectErrors(500)
      copy.edit('app/routes/faq.tsx', 'Second edit', 'Second </edit')
      await expect(faq.getByText(/app\/routes\/faq\.tsx:\d+/)).toBeVisible()
      copy.edit('app/routes/faq.tsx', 'Second </edit', 'Repaired')
      await expect(faq.getByRole('heading', { name: 'Repaired' })).toBeVisible()
    })
    await test.step('a migration, which builds the database again with the same sign-in details', async () => {
      const status = async () => (await topics.request.get(`${url}/healthz`).catch(() => null))?.status()
      const migration = 'supabase/migrations/20261122000100_shared_helpers.sql'
      copy.edit(migration, 'create schema', 'select 1; create schema')
      await expect.poll(status).not.toBe(200)
      if (getTestPostgresql()) {
        // The data of a self-managed PostgreSQL stay until the migration is again what it was.
        copy.edit(migration, 'select 1; create schema', 'create schema')
      }
      await expect.poll(status, { timeout: 300_000 }).toBe(200)
      const again = await (await browser.newContext()).newPage()
      await signedIn(again, { url }, STUDENT)
      await again.goto(`${url}/dashboard`)
      await expect(again).toHaveURL(`${url}/dashboard`)
    })
  } finally {
    await end()
  }
})
