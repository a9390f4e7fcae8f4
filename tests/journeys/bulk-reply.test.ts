// One reply to several messages of the contact page, and one answer to several topic requests.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { behindThePages, expect, mailTo, newAddress, type TestApp, test } from './app.ts'
import { asAdmin, elsewhere, isInOrderInBothThemes, takenOver } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

/** Stores a message of the contact page for each of the senders. Returns their addresses. */
async function addMessages(app: TestApp, body: string, senders: readonly string[]): Promise<string[]> {
  const emails = senders.map((name) => newAddress(name.toLowerCase()))
  for (const [at, sender_name] of senders.entries()) {
    await behindThePages(app)
      .rpc('receive_message', { sender_name, sender_email: emails[at] ?? '', about: 'other', body })
      .throwOnError()
  }
  return emails
}

/** Requests a topic for a new student, whose email it returns. */
async function addRequest(page: Page, app: TestApp, firstName: string, topic: string): Promise<string> {
  const { email } = await newStudent(page, app, firstName)
  const backend = behindThePages(app)
  const { data } = await backend.from('profiles').select('id').eq('first_name', firstName).single().throwOnError()
  await backend.from('topic_requests').insert({ user_id: data.id, topic }).throwOnError()
  return email
}

/** Opens the page that replies to the selected conversations. */
async function openReply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(page.getByLabel('Your reply')).toBeVisible()
  await takenOver(page)
}

const selectAll = (page: Page) => page.getByLabel('Select all on this page').check()

test('an admin replies to selected messages with one text, and each sender gets an email of their own', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const emails = await addMessages(app, 'bulkreply: when are you open?', ['Amina', 'Bisi', 'Chidi'])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages?search=bulkreply`)
  await expect(page.getByText(emails[0] ?? '')).toBeVisible()
  await selectAll(page)
  await openReply(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Reply to 3 conversations' })).toBeVisible()
  await page.getByText('3 conversations from 3 people', { exact: true }).click()
  await expect(page.getByText(emails[2] ?? '')).toBeVisible()
  await isInOrderInBothThemes(page)

  const send = page.getByRole('button', { name: 'Send 3 replies' })
  const reply = page.getByLabel('Your reply')
  await expect(reply).toHaveValue('Hello {name},\n\n\n\nLamplight')
  await send.click()
  await expect(page.getByText('Type your reply')).toBeVisible()
  await reply.fill('   ')
  await send.click()
  await expect(page.getByText('Type your reply')).toBeVisible()
  await expect(reply).toBeFocused()
  await reply.evaluate((area) => area.removeAttribute('maxlength'))
  const long = 'We are open. '.repeat(400)
  await reply.fill(long)
  await send.click()
  await expect(page.getByText('At most 5,000 characters, please')).toBeVisible()
  await expect(reply).toHaveValue(long)

  // Another admin has the same selection open.
  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(page.url())
  await expect(second.getByLabel('Your reply')).toBeVisible()
  await takenOver(second)
  await second.getByLabel('Your reply').fill('We open at nine.')

  await reply.fill('Hello {name},\n\nWe open at eight.\n\nLamplight')
  await send.click()
  await expect(page.getByText('3 replies are on their way')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/admin/people/messages?search=bulkreply`)
  await second.getByRole('button', { name: 'Send 3 replies' }).click()
  await expect(second.getByRole('heading', { level: 1, name: 'No reply was sent: already answered' })).toBeFocused()
  for (const [at, email] of emails.entries()) {
    const mail = await mailTo(app.dataDirectory, email, 'Our answer to your message')
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect(mail.text).toContain(`Hello ${['Amina', 'Bisi', 'Chidi'][at]},`)
    expect(mail.text).toContain('We open at eight.')
    expect(mail.text).toContain('bulkreply: when are you open?')
    expect(emails.filter((other) => mail.text?.includes(other))).toEqual([])
  }
})

test('a message that another admin answered gets no second reply, and its sender is named', async ({ page, app, browser }) => {
  await addMessages(app, 'bulkmeanwhile', ['Dayo', 'Efe'])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages?search=bulkmeanwhile`)
  await selectAll(page)
  await openReply(page)
  await page.getByLabel('Your reply').fill('We reply to all of you.')

  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(`${app.url}/admin/people/messages?search=bulkmeanwhile`)
  await second.getByRole('link', { name: 'Dayo' }).click()
  await expect(second.getByLabel('Your reply')).toBeVisible()
  await takenOver(second)
  await second.getByLabel('Your reply').fill('Only to you.')
  await second.getByRole('button', { name: 'Send reply' }).click()
  await expect(second.getByText('Reply queued').first()).toBeVisible()
  await second.goto(page.url())
  await expect(second.getByRole('heading', { level: 1, name: 'Reply to 1 conversation' })).toBeVisible()
  await expect(second.getByText('1 conversation of your selection gets no reply')).toBeVisible()
  await expect(second.getByText('Dayo – already answered')).toBeVisible()

  await page.getByRole('button', { name: 'Send 2 replies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '1 reply is on its way, 1 not: already answered' })).toBeFocused()
  await expect(page.getByText('Dayo – already answered')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveCount(0)
  await isInOrderInBothThemes(page)
  const list = `${app.url}/admin/people/messages?search=bulkmeanwhile`
  await expect(page.getByRole('link', { name: 'Messages', exact: true }).last()).toHaveAttribute(
    'href',
    list.slice(app.url.length),
  )
  await page.getByRole('link', { name: 'Back to the conversations' }).click()
  await expect(page).toHaveURL(list)

  // The sent text is no draft of the next reply.
  await addMessages(app, 'bulkmeanwhile', ['Funke'])
  await page.goto(`${app.url}/admin/people/messages?search=bulkmeanwhile`)
  await selectAll(page)
  await openReply(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Reply to 1 conversation' })).toBeVisible()
  await expect(page.getByText('was not sent')).toHaveCount(0)
})

test('an admin answers selected topic requests with one text, and each student gets an email of their own', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const student = await elsewhere(browser)
  const requests = [
    {
      topic: 'Bulkanswer pain after surgery',
      email: await addRequest(student, app, 'Gbemisola', 'Bulkanswer pain after surgery'),
    },
    {
      topic: 'Bulkanswer malaria nets',
      email: await addRequest(await elsewhere(browser), app, 'Hauwakulu', 'Bulkanswer malaria nets'),
    },
  ]
  await addRequest(await elsewhere(browser), app, 'Iretiola', 'Bulkanswer wound care')
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/requests?search=bulkanswer`)
  await selectAll(page)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const send = page.getByRole('button', { name: 'Send 3 answers' })
  await send.click()
  await expect(page.getByText('Type your answer')).toBeVisible()
  await expect(send).toBeVisible()
  await isInOrderInBothThemes(page)

  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(`${app.url}/admin/people/requests?search=bulkanswer`)
  await second.getByRole('link', { name: 'Bulkanswer wound care' }).click()
  await second.getByRole('button', { name: 'Close without an answer' }).click()
  await expect(second.getByText('Closed', { exact: true }).first()).toBeVisible()

  await page.getByLabel('Your answer').fill('We add works on it in May.')
  await send.click()
  await expect(page.getByText('2 answers are on their way, 1 not: already closed')).toBeVisible()
  await expect(page.getByText('Bulkanswer wound care – already closed')).toBeVisible()
  for (const { topic, email } of requests) {
    const mail = await mailTo(app.dataDirectory, email, 'About the topic you requested')
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect(mail.text).toContain(topic)
    expect(mail.text).toContain('We add works on it in May.')
  }
})

test('an address with deleted messages says so', async ({ page, app }) => {
  await asAdmin(page, app)
  const ids = [randomUUID(), randomUUID()].map((id) => `id=${id}`).join('&')
  await page.goto(`${app.url}/admin/people/messages/reply?selection=rows&list=${encodeURIComponent('?search=ada')}&${ids}`)
  await expect(page.getByRole('heading', { level: 1, name: 'These conversations no longer exist' })).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByRole('link', { name: 'Back to the conversations' }).click()
  await expect(page).toHaveURL(`${app.url}/admin/people/messages?search=ada`)
})

test('a reply that was not sent is offered again', async ({ page, app }) => {
  await addMessages(app, 'bulkdraft', ['Uche'])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages?search=bulkdraft`)
  await selectAll(page)
  await openReply(page)
  await page.getByLabel('Your reply').fill('Typed before lunch')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Typed before lunch')
  await page.reload()
  await expect(page.getByText(/^What you typed on .* was not sent\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('1 reply is on its way')).toBeVisible()
})

test('a reply is saved on this device while the connection is lost', async ({ page, app, expectErrors }) => {
  expectErrors('offline')
  await addMessages(app, 'bulkoffline', ['Kemi', 'Lola'])
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages?search=bulkoffline`)
  await selectAll(page)
  await openReply(page)
  await page.getByLabel('Your reply').fill('Typed in the bus')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send 2 replies' }).click()
  await expect(page.getByText('The connection was lost before it was saved.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('Typed in the bus')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send 2 replies' }).click()
  await expect(page.getByText('2 replies are on their way')).toBeVisible()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('an empty reply keeps the selected messages, and a typed one is sent', async ({ page, app, expectErrors }) => {
    expectErrors(400)
    await addMessages(app, 'bulkplain', ['Musa', 'Ngozi'])
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/people/messages?search=bulkplain`)
    await selectAll(page)
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    const send = page.getByRole('button', { name: 'Send 2 replies' })
    await send.click()
    await expect(page.getByText('Type your reply')).toBeVisible()
    await page.getByLabel('Your reply').fill('Hello to both.')
    await send.click()
    await expect(page.getByText('2 replies are on their way')).toBeVisible()
  })
})
