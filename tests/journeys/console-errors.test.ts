import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { asAdmin } from './admin.ts'

test.use({ fixture: 'shared' })

const pages = [
  '/admin/money/sales/new',
  '/admin/money/sales/import',
  '/admin/money/books',
  '/admin/money/books/compare',
  '/admin/money/rules',
  '/admin/statistics',
  '/admin/catalogue/materials/new',
  '/admin/catalogue/services/new',
  '/admin/catalogue/courses/new',
  '/admin/catalogue/posts/new',
  '/admin/catalogue/topics/new',
  '/admin/catalogue/topics/import',
  '/admin/catalogue/thesaurus/new',
  '/admin/catalogue/curriculum/new',
  '/admin/people/messages/saved-replies/new',
  '/admin/texts/questions/new',
  '/admin/texts/testimonials/new',
]

/** Returns the forms that the server rejects when they are empty. */
const formsToFill = (page: Page) =>
  page.locator('main form[method=post]').filter({ has: page.locator('[required], [type=file]') })

for (const width of [360, 1280]) {
  test(`an empty form of the console focuses an error on the screen at ${width} px`, async ({ page, app, expectErrors }) => {
    test.setTimeout(180_000)
    expectErrors(400)
    await page.setViewportSize({ width, height: 740 })
    await asAdmin(page, app)
    let sent = 0
    for (const path of pages) {
      await page.goto(app.url + path)
      const count = await formsToFill(page).count()
      for (let at = 0; at < count; at += 1) {
        await page.goto(app.url + path)
        await page.waitForFunction(() =>
          Object.keys(document.querySelector('main') ?? {}).some((property) => property.startsWith('__react')),
        )
        const form = formsToFill(page).nth(at)
        await form.evaluate((element) => {
          for (let parent: Element | null = element; parent; parent = parent.parentElement) {
            if (parent instanceof HTMLDetailsElement) {
              parent.open = true
            }
          }
          for (const field of element.querySelectorAll<HTMLInputElement>('[required]')) {
            field.value = ''
          }
        })
        await form.locator('button:not([type=button]):not([disabled]):visible').first().click()
        sent += 1
        const error = page.locator('[aria-invalid=true]:focus, [role=alert]:focus')
        await expect(error, `an error of form ${at + 1} on ${path} is focused`).toBeInViewport({ ratio: 1 })
      }
    }
    expect(sent).toBeGreaterThanOrEqual(pages.length)
  })
}
