// The menu of the signed-in user in the header: without a script, with the keyboard, on hydrated pages, and on a phone.
import type { Page } from '@playwright/test'
import { asAdmin, isInOrderInBothThemes } from './admin.ts'
import { expect, test } from './app.ts'
import { newStudent } from './test-user.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Account', exact: true })
const button = (page: Page) => page.getByRole('button', { name: 'Your account' })
const links = (page: Page) => menu(page).getByRole('link').allTextContents()
const ofStudent = ['Dashboard', 'Profile', 'Your orders', 'Your uploads', 'Earnings', 'Saved works', 'Security']

test('the account menu of a student fits on a phone and signs out without a script', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const user = await newStudent(page, app, 'Nkechi')
  for (const address of ['/', '/courses', '/dashboard']) {
    await page.goto(app.url + address)
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true }).first()).toBeVisible()
    expect((await page.locator('.head').boundingBox())?.height).toBeLessThan(64)
    expect((await button(page).boundingBox())?.width).toBeGreaterThanOrEqual(44)
    await button(page).click()
    await expect(menu(page)).toContainText('Nkechi')
    await expect(menu(page)).toContainText(user.email)
    expect(await links(page)).toEqual(ofStudent)
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
  }
  await button(page).click()
  await menu(page).getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard/security`)
  await button(page).click()
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
  await context.close()
})

test('the account menu opens with the keyboard, and Escape returns the focus to its button', async ({ page, app }) => {
  await newStudent(page, app, 'Obioma')
  for (const address of ['/marketplace', '/upload-materials']) {
    await page.goto(app.url + address)
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(button(page)).toBeFocused()
  }
  await button(page).click()
  await isInOrderInBothThemes(page)
})

test('the account menu of an admin leads to the console', async ({ page, app }) => {
  await asAdmin(page, app)
  await page.goto(app.url)
  await button(page).click()
  expect(await links(page)).toEqual([...ofStudent, 'Admin console'])
  await menu(page).getByRole('link', { name: 'Admin console' }).click()
  await expect(page).toHaveURL(`${app.url}/admin`)
  // The lists on the phone are removed here too, although the console has no script file of the site.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => localStorage.setItem('saved', '[]'))
  await button(page).click()
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${app.url}/`)
  expect(await page.evaluate(() => localStorage.getItem('saved'))).toBeNull()
})

test('a guest has no account menu', async ({ page, app }) => {
  await page.goto(app.url)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})
