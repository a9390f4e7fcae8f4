// The contact page: a message, its reply in the console, and the search of the FAQ.
import { messagePath } from '#app/features/contact-messages/schema.ts'
import { expect, mailTo, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'

test.use({ fixture: 'shared' })

test('a message of a guest without a script is answered by email', async ({ page, app, browser, expectErrors }) => {
  expectErrors(400)
  const context = await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })
  const guest = await context.newPage()
  await guest.goto(`${app.url}/contact`)
  await guest.getByLabel('Name').fill('Ngozi Eze')
  await guest.getByLabel('Email', { exact: true }).fill('ngozi.example')
  await guest.getByLabel('About').selectOption('order')
  await guest.getByLabel('Message', { exact: true }).fill('I paid twice.\nPlease look.')
  await guest.getByRole('button', { name: 'Send message' }).click()
  await expect(guest.getByText('The address is not complete')).toBeVisible()
  await expect(guest.getByLabel('Message', { exact: true })).toHaveValue('I paid twice.\nPlease look.')
  await guest.getByLabel('Email', { exact: true }).fill('ngozi.contact@example.ng')
  await guest.getByRole('button', { name: 'Send message' }).click()
  await expect(guest.getByText('Message sent.')).toBeVisible()
  await context.close()

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages`)
  // On a phone, the menu has the section of the messages.
  await expect(page.getByRole('button', { name: /^More\s*\d+ due$/ })).toBeVisible()
  await isInOrder(page)
  await page.getByRole('link', { name: 'Ngozi Eze' }).click()
  await expect(page.getByText('I paid twice.')).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Type your reply')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('Hello Ngozi,\n\n\n\nLamplight')
  await page.getByLabel('Your reply').fill('Hello Ngozi,\n\nThe second payment goes back to your bank.\n\nLamplight')

  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(page.url())
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Reply queued').first()).toBeVisible()
  const mail = await mailTo(app.dataDirectory, 'ngozi.contact@example.ng', 'Our answer to your message')
  expect(mail.text).toContain('The second payment goes back to your bank.')
  await expect(async () => {
    await second.reload()
    await expect(second.getByText('Reply sent')).toBeVisible({ timeout: 1000 })
  }).toPass()
})

test('a link begins a message, and an odd one is ignored', async ({ page, app }) => {
  await page.goto(`${app.url}${messagePath({ about: 'upload', body: 'Another price for “Pain”: ' })}`)
  await expect(page.getByLabel('About')).toHaveValue('upload')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Another price for “Pain”:')
  await page.goto(`${app.url}/contact?about=nothing&body=${'a'.repeat(4000)}`)
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
})

test('the FAQ shows the questions that have the words of a search, and says when none has', async ({ page, app }) => {
  await page.goto(`${app.url}/faq`)
  const all = await page.locator('details.ask').count()
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('refund')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=refund/)
  const found = await page.locator('details.ask').count()
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(all)
  await expect(page.getByRole('status')).toHaveText(new RegExp(`^${found} questions? found`))
  await isInOrder(page)
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('zebra crossing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No question has any of these words.')).toBeVisible()
})

test('the FAQ opens the first question of each group and links to each group', async ({ page, app }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/faq`)
  const groups = page.getByRole('navigation', { name: 'Groups of questions' }).getByRole('link')
  const open = page.locator('details.ask[open]')
  await expect(open).toHaveCount(await groups.count())
  await expect(open.first().getByRole('paragraph')).toBeInViewport()
  await groups.last().click()
  await expect(page.getByRole('heading', { name: (await groups.last().textContent()) ?? '' })).toBeInViewport()
})

test('a missing page offers a search of the site', async ({ page, app, expectErrors }) => {
  expectErrors(404)
  await page.goto(`${app.url}/materials-of-2019`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await page.getByRole('searchbox', { name: 'Search Lamplight' }).fill('hypertension')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=hypertension/)
})
