// Bundles: an admin puts works together, a guest buys them, and an owner of one work pays for the other.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createSoldWork } from '../support/sold-work.ts'
import { asAdmin, isInOrderInBothThemes, pickWork } from './admin.ts'
import { behindThePages, expect, newAddress, type TestApp, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared', viewport: { width: 360, height: 740 } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Creates a bundle of two works at 2,500 naira for 4,000, in the console, and puts it on sale. */
async function createBundle(page: Page, app: TestApp) {
  const works = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))] as const
  const title = `Two plans ${randomUUID().slice(0, 8)}`
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue`)
  await page.getByRole('link', { name: /^New bundle/ }).click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Works').fill('no work has this title')
  await expect(page.getByText('No work has these words in its title.')).toBeVisible()
  await pickWork(page, works[0].title)
  await page.getByLabel('Price in naira').fill('5000')
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByLabel('Works')).toHaveAccessibleDescription(/Two to ten works/)
  await pickWork(page, `${app.url}/material-preview/${works[1].slug}?utm_source=x`, works[1].title)
  await expect(page.getByText('2 works, ₦5,000 one by one. The bundle does not cost less.')).toBeVisible()
  await page.getByLabel('Category').selectOption('Study aid')
  // The draft is stored after a pause in typing, and outlives the tab.
  await page.waitForFunction((slug) => localStorage.getItem('draft:bundles/new')?.includes(slug), works[1].slug)
  await page.reload()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Care plan/ })).toHaveText([
    new RegExp(works[0].title),
    new RegExp(works[1].title),
  ])
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByLabel('Price in naira')).toHaveAccessibleDescription(/Less than the works cost one by one/)
  await isInOrderInBothThemes(page)
  await page.getByLabel('Price in naira').fill('4000')
  await expect(page.getByText('The bundle saves ₦1,000.')).toBeVisible()
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByLabel('Sold here')).toBeChecked()
  const { data: bundle } = await behindThePages(app)
    .from('research_materials')
    .update({ published_at: new Date().toISOString() })
    .eq('title', title)
    .select('slug, sold_here')
    .single()
    .throwOnError()
  expect(bundle.sold_here).toBe(true)
  return { title, slug: bundle.slug, works }
}

test('a guest without a script finds a bundle from its work and gets all files', async ({ page, app, browser, expectErrors }) => {
  expectErrors(400)
  const { title, slug, works } = await createBundle(page, app)
  const guest = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })).newPage()
  await guest.goto(`${app.url}/material-preview/${works[0].slug}`)
  await expect(guest.getByText('2 works for ₦4,000 instead of ₦5,000')).toBeVisible()
  await guest.getByRole('region', { name: 'Cheaper together' }).getByRole('link', { name: title }).click()
  await expect(guest.getByRole('heading', { name: 'The 2 works in it' })).toBeVisible()
  await expect(guest.getByText('Together you save ₦1,000.')).toBeVisible()
  await expect(guest.getByText('₦4,000 instead of ₦5,000', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(guest.getByText('Bundle of 2').first()).toBeVisible()
  await expect(guest.getByRole('heading', { name: 'Cite this work' })).toHaveCount(0)
  await expect(guest.getByRole('link', { name: /^Read/ })).toHaveCount(0)
  await page.goto(`${app.url}/material-preview/${slug}`)
  await isInOrderInBothThemes(page)
  await guest.goto(`${app.url}/buy/${slug}`)
  await guest.getByLabel('Your email').fill(newAddress('bundle'))
  await guest.getByRole('button', { name: 'Pay ₦4,000' }).click()
  await guest.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(guest)).toHaveText('Paid. Your files are ready')
  const files = guest.locator('.downloads a[href*="/file/"]')
  await expect(files).toHaveCount(2)
  for (const file of await files.all()) {
    const address = await file.getAttribute('href')
    expect((await guest.request.get(new URL(address ?? '', guest.url()).href)).status()).toBe(200)
  }
  await guest.getByRole('link', { name: /^Read/ }).first().click()
  await expect(heading(guest)).toBeVisible()
})

test('a student who has one of the works pays for the other', async ({ page, app, browser, expectErrors }) => {
  expectErrors(400)
  const { title, slug, works } = await createBundle(await (await browser.newContext()).newPage(), app)
  await newStudent(page, app, 'Chioma')
  await page.goto(`${app.url}/buy/${works[1].slug}`)
  await page.getByRole('button', { name: 'Pay ₦2,500' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Paid. Your file is ready')
  await page.goto(`${app.url}/buy/${slug}`)
  await expect(page.getByText('You have 1 of its works already, so you pay for the others only.')).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Pay ₦2,000' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText('We have your ₦2,000.')).toBeVisible()
  // The bundle has the other work.
  await page.goto(`${app.url}/buy/${works[0].slug}`)
  await expect(page.getByText(`You already have this. You bought it in ${title} on `)).toBeVisible()
  const admin = await (await browser.newContext()).newPage()
  await asAdmin(admin, app)
  await admin.goto(`${app.url}/admin/money/orders`)
  await admin.getByRole('link', { name: works[1].title }).first().click()
  await expect(admin.getByText('so paid ₦2,000 less for')).toBeVisible()
  await expect(admin.getByLabel('Amount in naira')).toHaveValue('500')
})

test('a list of addresses is pasted into the works of a bundle, and one is removed', async ({
  page,
  app,
  context,
  expectErrors,
}) => {
  expectErrors('offline')
  const works = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))] as const
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/bundles/new`)
  const addresses = [...works.map(({ slug }) => `${app.url}/material-preview/${slug}/`), 'no-such-work'].join('\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), addresses)
  await page.getByLabel('Works').press('ControlOrMeta+v')
  const picked = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove/ }) })
  await expect(picked).toHaveText([works[0].title, works[1].title, 'no-such-work'].map((title) => new RegExp(title)))
  await page.getByRole('button', { name: 'Remove no-such-work' }).click()
  await expect(picked).toHaveCount(2)
  await expect(page.getByLabel('Works')).toBeFocused()
  await expect(page.getByText('2 works, ₦5,000 one by one.')).toBeVisible()

  await context.setOffline(true)
  await page.getByLabel('Works').fill('care plan')
  await expect(page.getByText('Works cannot be searched without a connection.')).toBeVisible()
  await context.setOffline(false)
  await page.getByLabel('Works').fill('care plan ')
  await expect(page.getByText(/works found\. Enter adds the first/)).toBeVisible()
  await expect(picked).toHaveCount(2)
})

test('works that are pasted before the script runs, one by a former address, are kept', async ({ page, app }) => {
  const work = await createSoldWork(behindThePages(app))
  const renamed = await createSoldWork(behindThePages(app))
  const slug = `${renamed.slug}-renamed`
  await behindThePages(app).from('research_materials').update({ slug }).eq('id', renamed.id).throwOnError()
  await asAdmin(page, app)
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${app.url}/admin/catalogue/bundles/new`, { waitUntil: 'commit' })
  await page.getByLabel('Works').fill(`${app.url}/material-preview/${work.slug}`)
  scripts.resolve()
  await expect(page.getByRole('button', { name: `Remove ${work.title}` })).toBeVisible()
  await pickWork(page, `${app.url}/material-preview/${renamed.slug}`, renamed.title)
  await expect(page.locator('textarea[name=works]')).toHaveValue(`${work.slug}\n${slug}`)
})

test('an admin reorders the works of a bundle', async ({ page, app, browser, expectErrors }) => {
  expectErrors(400)
  const { title, works } = await createBundle(await (await browser.newContext()).newPage(), app)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials?search=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: title }).click()
  await expect(page.locator('.facts-list .badge')).toHaveText('bundle')
  await page.getByRole('link', { name: 'Change its works' }).click()
  const picked = page.locator('.works-picked li')
  await expect(picked).toContainText([works[0].title, works[1].title])
  await expect(picked.getByText('Lamplight')).toHaveCount(2)
  await page.getByRole('button', { name: `Move up ${works[1].title}` }).click()
  await expect(picked).toContainText([works[1].title, works[0].title])
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Save the works' }).click()
  await expect(page.locator('.toast')).toContainText('The bundle has 2 works.')
  await expect(page.locator('.facts-list li')).toHaveText([works[1].title, works[0].title])
})

test('the form of a bundle has the materials that were selected in their list', async ({ page, app }) => {
  const works = [await createSoldWork(behindThePages(app)), await createSoldWork(behindThePages(app))] as const
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/materials`)
  for (const { title } of works) {
    await page.getByLabel(`Select ${title}`).check()
  }
  await page.locator('.bulk-open').click()
  await page.getByRole('button', { name: 'Bundle', exact: true }).click()
  await expect(heading(page)).toHaveText('New bundle')
  const picked = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove/ }) })
  await expect(picked).toHaveCount(2)
  await expect(page.getByText('2 works, ₦5,000 one by one.')).toBeVisible()
})
