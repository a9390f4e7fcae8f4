// The conversation with a person who writes through the contact page: thread, orders, replies, saved replies.
import type { Page } from '@playwright/test'
import { recordLiveOrder } from '../support/paid-order.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { behindThePages, expect, mailTo, newAddress, type TestApp, test } from './app.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes, takenOver } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

const receive = async (app: TestApp, sender_email: string, body: string, sender_name = 'Ngozi Eze') => {
  await behindThePages(app).rpc('receive_message', { sender_name, sender_email, about: 'order', body }).throwOnError()
}

/** Opens the conversation that a search of the list finds, on a page with or without a script. */
async function openConversation(page: Page, app: TestApp, search: string, hasScript = true): Promise<void> {
  await page.goto(`${app.url}/admin/people/messages?search=${encodeURIComponent(search)}`)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.locator('[data-row]').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Conversation', exact: true })).toBeVisible()
  if (hasScript) {
    await takenOver(page)
  }
}

const messagesOf = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('listitem')
const thread = async (page: Page) => (await messagesOf(page).allInnerTexts()).map((text) => text.split('\n').at(-1))
const replyField = (page: Page) => page.getByLabel('Your reply')
const send = (page: Page) => page.getByRole('button', { name: 'Send reply' }).click()
const SIGNED = '\n\nLamplight'

/** Saves a reply through its form. */
async function saveReply(page: Page, app: TestApp, name: string, text: string): Promise<void> {
  await page.goto(`${app.url}/admin/people/messages/saved-replies/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Text', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a person has one conversation, with their orders beside it, whose link is sent again in place', async ({ page, app }) => {
  const email = newAddress('conversation')
  const work = await createSoldWork(behindThePages(app))
  const reference = await recordLiveOrder(behindThePages(app), work, email)
  await receive(app, email, 'The first of my messages')
  await receive(app, email.toUpperCase(), 'My link does not open')
  await asAdmin(page, app)
  await openConversation(page, app, email)
  await expect(page.getByRole('heading', { level: 1, name: 'Ngozi Eze' })).toBeVisible()
  await expect(page.getByText(/^waits since/)).toBeVisible()
  expect(await thread(page)).toEqual(['The first of my messages', 'My link does not open'])

  const orders = page.getByRole('region', { name: 'Their orders' })
  await expect(orders.getByText(reference)).toBeVisible()
  await expect(orders.getByText('paid', { exact: true })).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: `Send the link again: ${work.title}` }).click()
  await expect(page.getByText('A new link is on its way')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/people\/messages\/[\da-f-]+$/)
  await expect(messagesOf(page)).toHaveCount(3)
  await expect(messagesOf(page).last()).toContainText(/Link (queued|sent)/)
  await expect(messagesOf(page).last()).toContainText(work.title)
  await mailTo(app.dataDirectory, email, 'The link of your order')
  await expect(async () => {
    await page.reload()
    await expect(messagesOf(page).last()).toContainText('Link sent', { timeout: 1000 })
  }).toPass()
  await orders.getByRole('link', { name: work.title }).click()
  await expect(page).toHaveURL(/\/admin\/money\/orders\/[\da-f-]+$/)
})

test('an admin replies, writes again, and the next message opens the conversation again', async ({ page, app }) => {
  const email = newAddress('followup')
  await receive(app, email, 'followup: when are you open?')
  await asAdmin(page, app)
  await openConversation(page, app, email)
  await expect(replyField(page)).toHaveValue(`Hello Ngozi,\n\n${SIGNED}`)
  await replyField(page).fill(`Hello Ngozi,\n\nWe open at eight.${SIGNED}`)
  await send(page)
  await expect(page.getByText(/^answered \d/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Write again' })).toBeVisible()
  await expect(replyField(page)).toHaveValue(`Hello Ngozi,\n\n${SIGNED}`)
  const mail = await mailTo(app.dataDirectory, email, 'Our answer to your message')
  expect(mail.text).toMatch(/Hello Ngozi,\s+We open at eight\.\s+Lamplight\s+You wrote:\s+followup: when are you open\?/)
  await expect(async () => {
    await page.reload()
    await expect(messagesOf(page).last()).toContainText('Reply sent', { timeout: 1000 })
  }).toPass()
  await takenOver(page)

  await replyField(page).fill(`Hello Ngozi,\n\nOn Saturdays too.${SIGNED}`)
  await send(page)
  await expect(messagesOf(page)).toHaveCount(3)
  await expect(messagesOf(page).last()).toContainText('On Saturdays too.')
  await page.goto(`${app.url}/admin/people/messages?search=followup&show=open`)
  await expect(page.getByText("Nothing here is called 'followup'.")).toBeVisible()

  await receive(app, email, 'Thank you, one more question')
  await openConversation(page, app, email)
  await expect(page.getByText(/^waits since/)).toBeVisible()
  await expect(messagesOf(page).last()).toContainText('Thank you, one more question')
  await page.getByRole('button', { name: 'Close without a reply' }).click()
  await expect(page.getByText('Closed without a reply')).toBeVisible()
  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByText(/^waits since/)).toBeVisible()
})

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('a reminder shows an answered conversation on Today from its day, with its note', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    const email = newAddress('reminder')
    await receive(app, email, 'reminder: has the bank answered?')
    await asAdmin(page, app)
    await openConversation(page, app, email, false)
    await page.getByRole('button', { name: 'Close without a reply' }).click()
    await page.getByText('Remind me on a day').click()
    await page.getByLabel('Day').fill('2020-01-01')
    await page.getByRole('button', { name: 'Set the reminder' }).click()
    await expect(page.getByText('This day is over. Choose today or a later one').first()).toBeVisible()
    await page.getByLabel('Day').fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date()))
    await page.getByLabel('Note').fill('Ask Kuda Bank again')
    await page.getByRole('button', { name: 'Set the reminder' }).click()
    await expect(page.getByText(/^Reminder set for/)).toBeVisible()
    await page.goto(`${app.url}/admin/people/messages?show=reminders&search=${encodeURIComponent(email)}`)
    await expect(page.locator('[data-row]').getByText(/^reminder \d/)).toBeVisible()
    await page.goto(`${app.url}/admin`)
    await expect(page.getByText(/^Reminder for .*: Ask Kuda Bank again$/)).toBeVisible()
    await openConversation(page, app, email, false)
    await page.getByText(/^Reminder for/).click()
    await page.getByRole('button', { name: 'Remove the reminder' }).click()
    await expect(page.getByText('Reminder removed')).toBeVisible()
    await expect(page.getByText('Remind me on a day')).toBeVisible()
  })
})

test('a reply that is typed before the scripts have arrived stays in its field', async ({ page, app }) => {
  const email = newAddress('early')
  await receive(app, email, 'Are you there?')
  await asAdmin(page, app)
  await openConversation(page, app, email)
  const address = page.url()
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await typed
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await replyField(page).fill('Typed on a slow line')
  release()
  await takenOver(page)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Typed on a slow line')
  await expect(replyField(page)).toHaveValue('Typed on a slow line')
})

test('a reply from a tab that was open during a release is not sent silently', async ({ page, app, expectErrors }) => {
  expectErrors(404, 'released')
  const email = newAddress('release')
  await receive(app, email, 'Are you there?')
  await asAdmin(page, app)
  await openConversation(page, app, email)
  await takenOver(page)
  await replyField(page).fill('We are here.')
  // The script of the reply's form is gone, and the page loads again.
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ status: 404 }), { times: 1 })
  await send(page)
  await expect(page.getByRole('alert')).toContainText('The page was loaded again before your last step was finished.')
  await expect(page.getByText('We are here.').and(page.locator('li'))).toHaveCount(0)
  await replyField(page).fill('We are here.')
  await send(page)
  await expect(page.getByText(/^Reply /).first()).toBeVisible()
})

test('a reply waits while there is a message that the admin has not read', async ({ page, app, browser, expectErrors }) => {
  expectErrors(409)
  const email = newAddress('unread')
  await receive(app, email, 'Where is my file?')
  await asAdmin(page, app)
  await openConversation(page, app, email)
  const text = `Hello Ngozi,\n\nWe look for it.${SIGNED}`
  await replyField(page).fill(text)
  await receive(app, email, 'I found it')
  await send(page)
  await expect(page.getByText(/^Not sent: they wrote again after you opened this page/)).toBeVisible()
  await expect(page.getByText('I found it')).toBeVisible()
  await expect(replyField(page)).toHaveValue(text)
  await send(page)
  await expect(page.getByText(/^answered \d/)).toBeVisible()
  expect(await messagesOf(page).count()).toBe(3)

  // The same in another tab, without a script.
  const plain = await (await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })).newPage()
  await receive(app, email, 'Once more')
  await asAdmin(plain, app)
  await openConversation(plain, app, email, false)
  await replyField(plain).fill(text)
  await receive(app, email, 'And again')
  await send(plain)
  await expect(plain.getByText(/^Not sent: they wrote again after you opened this page/)).toBeVisible()
  await expect(messagesOf(plain).last()).toContainText('And again')
  await send(plain)
  await expect(plain.getByText(/^answered \d/)).toBeVisible()
})

test('a reply that is sent twice goes out once, and a typed text survives the choice of a saved one', async ({ page, app }) => {
  const email = newAddress('twice')
  const name = `Twice ${newAddress('x').slice(2, 12)}`
  await receive(app, email, 'Where is my file?')
  await asAdmin(page, app)
  await saveReply(page, app, name, 'It is in your mail.')
  await openConversation(page, app, email)
  const form = { reply: 'Hello, it is here.', version: await page.locator('input[name=version]').inputValue() }
  const post = () => page.request.post(`${page.url()}/reply`, { form, headers: { origin: app.url }, maxRedirects: 0 })
  expect([(await post()).status(), (await post()).status()]).toEqual([303, 303])
  await openConversation(page, app, email)
  await expect(messagesOf(page)).toHaveCount(2)

  await replyField(page).fill('Typed before I saw the list')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Typed before')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(replyField(page)).toHaveValue(`Hello Ngozi,\n\nIt is in your mail.${SIGNED}`)
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(replyField(page)).toHaveValue('Typed before I saw the list')
})

test('the list shows each person once, unanswered ones first, by the name of their account', async ({ page, app, browser }) => {
  const student = await newStudent(await elsewhere(browser), app, 'Folakemi')
  const [answered, waiting] = [newAddress('listed'), newAddress('listed')]
  await receive(app, answered, 'listedword one', 'Answered Person')
  await receive(app, waiting, 'listedword two', 'Waiting Person')
  await receive(app, student.email, 'listedword three', 'A nickname')
  await receive(app, student.email, 'listedword four', 'A nickname')
  await asAdmin(page, app)
  await openConversation(page, app, answered)
  await replyField(page).fill('Hello, we do.')
  await send(page)
  await expect(page.getByText(/^answered \d/)).toBeVisible()

  await page.goto(`${app.url}/admin/people/messages?search=listedword`)
  const names = page.locator('[data-row] .name')
  await expect(names).toHaveText(['Waiting Person', /^Folakemi/, 'Answered Person'])
  await expect(page.locator('[data-row]').nth(1)).toContainText('listedword four')
  await expect(page.locator('[data-row]').getByText(/^waits since/)).toHaveCount(2)
  await isInOrderInBothThemes(page)
  await names.nth(1).getByRole('link').click()
  await expect(replyField(page)).toHaveValue(`Hello Folakemi,\n\n${SIGNED}`)
  await expect(page.getByText('Bought nothing yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Folakemi/ })).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled })

    test('a saved reply is added, fills the reply, and is changed and deleted', async ({ page, app, expectErrors }) => {
      expectErrors(400)
      const name = `Link again ${newAddress('x').slice(2, 12)}`
      const email = newAddress('saved')
      await receive(app, email, 'It does not open')
      await asAdmin(page, app)
      await saveReply(page, app, name, 'Your link works again.')
      await openConversation(page, app, email, javaScriptEnabled)
      await send(page)
      await expect(page.getByText('Type your reply')).toBeVisible()
      await page.getByRole('link', { name, exact: true }).click()
      await expect(replyField(page)).toHaveValue(`Hello Ngozi,\n\nYour link works again.${SIGNED}`)
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')
      await send(page)
      await expect(page.getByText(/^answered \d/)).toBeVisible()
      expect((await mailTo(app.dataDirectory, email)).text).toContain('Your link works again.')

      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Saved replies' })).toBeVisible()
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByLabel('Text', { exact: true }).fill('We sent another link.')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'The message' }).click()
      await expect(page.getByRole('heading', { name: 'Conversation', exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Saved replies' })).toBeVisible()
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByText('Saved reply deleted')).toBeVisible()
      await openConversation(page, app, email, javaScriptEnabled)
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    })
  })
}

test('a long conversation folds its earlier messages', async ({ page, app }) => {
  const email = newAddress('long')
  for (let number = 1; number <= 7; number += 1) {
    await receive(app, email, `Message ${number} ${'of a long conversation '.repeat(8)}`)
  }
  const name = `Soon ${newAddress('x').slice(2, 12)}`
  await asAdmin(page, app)
  await saveReply(page, app, name, 'We answer in full tomorrow.')
  await openConversation(page, app, email)
  await expect(page.getByText('Message 3 ')).toBeHidden()
  await page.getByText('3 earlier messages').click()
  await expect(page.getByText('Message 3 ')).toBeVisible()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(replyField(page)).toHaveValue(`Hello Ngozi,\n\nWe answer in full tomorrow.${SIGNED}`)
  await expect(replyField(page)).toBeFocused()
  await isInOrderInBothThemes(page)
})
