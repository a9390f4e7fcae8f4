import type { Browser, Locator, Page } from '@playwright/test'
import { getDarkViolations, getViolations } from './axe.ts'
import { DEMO_PASSWORD, expect, type TestApp } from './app.ts'
import { signedIn } from './test-user.ts'

/** Signs the page's browser in as the demo admin, by a request. */
export async function asAdmin(page: Page, app: TestApp): Promise<void> {
  await signedIn(page, app, { email: 'admin@lamplight.example', password: DEMO_PASSWORD })
}

/** Opens the folded sections of a record's form. */
export async function openSections(page: Page): Promise<void> {
  await page.locator('.form-section').first().waitFor()
  const closed = page.locator('.form-section:not([open]) > summary')
  while ((await closed.count()) > 0) {
    await closed.first().click()
  }
}

/** Returns the names in the console's navigation, without the counts of what is due, which other journeys change. */
export function namesOfSections(page: Page): Locator {
  return page.locator('#side li > a > span:first-of-type')
}

/** Opens a second browser for another user. */
export async function elsewhere(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
}

/** Checks that axe finds nothing on the page and that it does not scroll sideways, on a phone and on a laptop. */
export async function isInOrder(page: Page): Promise<void> {
  await looksRight(page, false)
}

/** Checks the same in the light and in the dark theme. */
export async function isInOrderInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await looksRight(page, true)
}

async function looksRight(page: Page, inTheDarkToo: boolean): Promise<void> {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport)
    expect(await getViolations(page), `axe at ${viewport.width} px on ${page.url()}`).toEqual([])
    if (inTheDarkToo) {
      expect(await getDarkViolations(page), `axe at ${viewport.width} px on ${page.url()}, dark`).toEqual([])
    }
    const sideways = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(sideways, `sideways scroll at ${viewport.width} px on ${page.url()}`).toBe(0)
  }
}

/** Presses a button of the bar for selected rows. A phone shows most of them on demand. */
export async function pressInBar(page: Page, name: string): Promise<void> {
  const bar = page.locator('.bulk-bar')
  await expect(bar).toBeVisible()
  const button = bar.getByRole('button', { name, exact: true })
  if (!(await button.isVisible())) {
    await bar.getByRole('button', { name: /^(More|Actions)$/ }).click()
  }
  await button.click()
}

/** Waits for hydration, which keys and drafts need, and what is typed into a field that has a text. Everything else works before it. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((property) => property.startsWith('__react')),
  )
}

/** Picks a work in the field `Works` by words of its title or its address, with the keyboard. */
export async function pickWork(page: Page, typed: string, title = typed): Promise<void> {
  const field = page.getByLabel(/^Works/)
  await field.fill(typed)
  await expect(page.getByText('1 work found. Enter adds it.')).toBeVisible()
  await field.press('Enter')
  await expect(page.getByText(`Added: ${title}`)).toBeVisible()
}
