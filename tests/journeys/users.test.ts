// The admin and the students: topic requests, comments, accounts, and the admin's role.
import type { Page } from '@playwright/test'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, mailTo, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, namesOfSections } from './admin.ts'
import { savesBankDetails, newStudent, signIn } from './test-user.ts'

test.use({ fixture: 'shared' })

const WORK = '/material-preview/medication-adherence-hypertension-enugu'

async function asks(page: Page, app: TestApp, topic: string): Promise<string> {
  await page.goto(`${app.url}/request-a-topic`)
  await page.getByLabel('Topic').fill(topic)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  const { data } = await behindThePages(app).from('topic_requests').select('id').eq('topic', topic).single()
  return data?.id ?? ''
}

test('a topic request is answered with a material and a comment, which its student gets by email', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const student = await elsewhere(browser)
  const ada = await newStudent(student, app, 'Ada')
  const topic = 'Medication adherence among adults with hypertension'
  const request = await asks(student, app, topic)

  await asAdmin(page, app)
  // Today shows five requests of each kind, and other journeys may have added older ones.
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Topic requests' })).toBeVisible()
  await page.goto(`${app.url}/admin/people/requests/${request}`)
  await expect(page.getByRole('heading', { level: 1, name: topic })).toBeVisible()
  await isInOrder(page)
  // Matching materials are offered. An answer needs a choice or a comment.
  const offered = page.getByRole('radio', { name: /adherence.*hypertensi/i }).first()
  await expect(offered).toBeVisible()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByText('Choose a material, or write a note')).toBeVisible()
  await offered.check()
  await page.getByRole('textbox', { name: /^A note/ }).fill('Its sample is adults.\nTell us if you need children.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByText('We are emailing the student.')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/admin/people/requests`)
  await expect(page.getByRole('link', { name: topic })).toHaveCount(0)
  await page.getByRole('link', { name: 'Answered' }).click()
  await page.getByRole('link', { name: topic }).click()
  await expect(page.getByText('Its sample is adults.')).toBeVisible()

  const mail = await mailTo(app.dataDirectory, ada.email, 'About the topic you requested')
  expect(mail.text).toContain('Tell us if you need children.')
  const material = mail.text?.match(/https?:\/\/\S+\/material-preview\/\S+/)?.[0] ?? ''
  expect((await student.goto(material))?.status()).toBe(200)
})

test("the second of two admins at one request sees the first one's answer and keeps the input", async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(409)
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Bisi')
  const id = await asks(student, app, 'Sleep of night nurses')
  const other = await asks(student, app, 'A topic asked twice')
  const second = await elsewhere(browser)
  for (const admin of [page, second]) {
    await asAdmin(admin, app)
    await admin.goto(`${app.url}/admin/people/requests/${id}`)
  }
  await page.getByRole('textbox', { name: /^A note/ }).fill('Not yet.')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByText('We are emailing the student.')).toBeVisible()
  await second.getByRole('textbox', { name: /^A note/ }).fill('Something that took long to write')
  await second.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(second.getByText('This was already done, by someone else or by you in another tab.')).toBeVisible()
  await second.reload()
  await expect(second.getByText('Not yet.')).toBeVisible()

  await page.goto(`${app.url}/admin/people/requests/${other}`)
  await page.getByRole('button', { name: 'Close without an answer' }).click()
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible()
  const { data: mails } = await behindThePages(app).from('outbox').select('details').eq('template', 'topic-request-answered')
  expect(JSON.stringify(mails)).not.toContain('A topic asked twice')
})

test('an admin shows a comment from Today and hides it again, for visitors at once', async ({ page, app, browser }) => {
  const student = await elsewhere(browser)
  await newStudent(student, app, 'Chika')
  for (const words of ['The tool in the appendix helped me.', 'Call me on 0803 000 0000 for answers']) {
    await student.goto(app.url + WORK)
    await student.getByLabel('Your comment').fill(words)
    await student.getByRole('button', { name: 'Submit Comment' }).click()
    await expect(student.getByText('Comment received')).toBeVisible()
  }
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin`)
  const helpful = page.locator('li').filter({ hasText: 'The tool in the appendix helped me.' })
  await expect(helpful).toContainText('Chika')
  await helpful.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('The comment is shown')).toBeVisible()
  await page.locator('li').filter({ hasText: 'Call me on' }).getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect(page.locator('li').filter({ hasText: 'Call me on' })).toHaveCount(0)

  const visitor = await elsewhere(browser)
  await visitor.goto(app.url + WORK)
  await expect(visitor.getByText('The tool in the appendix helped me.')).toBeVisible()
  await expect(visitor.getByText('Call me on')).toHaveCount(0)

  await page.goto(`${app.url}/admin/people/comments`)
  await expect(page.getByText('No comment here.')).toBeVisible()
  await page.getByRole('link', { name: 'Shown' }).click()
  await isInOrder(page)
  const hide = () =>
    page.locator('li').filter({ hasText: 'The tool in the appendix' }).getByRole('button', { name: 'Hide' }).click()
  await hide()
  await expect(page).toHaveURL(/\/admin\/people\/comments\?show=shown$/)
  await expect(page.locator('.toast').filter({ hasText: 'The comment is hidden' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toast').filter({ hasText: 'The comment is shown again' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('The tool in the appendix helped me.')).toBeVisible()
  await hide()
  await expect(page.locator('.toast').filter({ hasText: 'The comment is hidden' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('The tool in the appendix helped me.')).toHaveCount(0)
})

test('an account is found by name and by email, without its bank account number', async ({ page, app, browser }) => {
  const student = await elsewhere(browser)
  const damilola = await newStudent(student, app, 'Damilola')
  await savesBankDetails(student, app, damilola, { bank_name: 'First Bank', account_number: '0000014579' })

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/accounts`)
  await isInOrder(page)
  for (const words of ['okonkwo damilola', damilola.email]) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(words)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.locator('[data-row]')).toHaveCount(1)
  }
  // Matches whole numbers only, because random ids and addresses may contain the same digits.
  expect(await page.content()).not.toMatch(/0000014579|(?<![\w.-])4579(?!\d)/)
  await page.getByRole('link', { name: 'Damilola Okonkwo' }).click()
  await expect(page.getByText('School of Nursing, Eleyele')).toBeVisible()
  await expect(page.getByText('Bank details', { exact: true }).locator('..')).toContainText(
    'given. The bank says that the account belongs to OKONKWO ADAORA NGOZI, which is not the name of the profile.',
  )
  // Like the student's own page, it has the last four digits.
  expect(await page.content()).not.toContain('0000014579')
  await isInOrder(page)
  await page.goto(`${app.url}/admin/people/accounts?search=nobody+of+this+name`)
  await expect(page.getByText("Nothing here is called 'nobody of this name'.")).toBeVisible()
})

test('a blocked student is signed out, reads why, and signs in again once unblocked', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const student = await elsewhere(browser)
  const user = await newStudent(student, app, 'Ngozi')
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/accounts?search=${user.email}`)
  await page.getByRole('link', { name: 'Ngozi Okonkwo' }).click()
  await page.getByText('Block the account', { exact: true }).click()
  await page.getByRole('button', { name: 'Block it' }).click()
  await expect(page.getByLabel('Reason for the block')).toHaveAccessibleDescription(/Say why/)
  await page.getByLabel('Reason for the block').fill('You upload the works of others')
  await isInOrder(page)
  await page.getByRole('button', { name: 'Block it' }).click()
  await expect(page.getByText('The account is blocked')).toBeVisible()
  await expect(page.getByText('blocked', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Blocked since .*: You upload the works of others$/)).toBeVisible()

  await student.goto(`${app.url}/dashboard`)
  await expect(student).toHaveURL(`${app.url}/auth?next=%2Fdashboard`)
  await signIn(student, app, user)
  await expect(student.getByLabel('Email')).toHaveAccessibleDescription(
    /We have blocked this account: You upload the works of others\. Write to us/,
  )
  await page.getByRole('button', { name: 'Unblock the account' }).click()
  await expect(page.getByText('The account can sign in again')).toBeVisible()
  await expect(page.getByText('Account blocked: You upload the works of others')).toBeVisible()
  await signIn(student, app, user)
  await expect(student).toHaveURL(`${app.url}/dashboard`)
})

test('an admin grants and revokes the role with their own password, and the last admin remains', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400, 403, 404, 409)
  const student = await elsewhere(browser)
  const edikan = await newStudent(student, app, 'Edikan')
  expect((await student.goto(`${app.url}/admin`))?.status()).toBe(404)
  await asAdmin(page, app)
  const { data } = await behindThePages(app).from('profiles').select('id').eq('first_name', 'Edikan').single()
  const account = `${app.url}/admin/people/accounts/${data?.id}`

  await page.goto(account)
  await expect(page.getByRole('heading', { name: 'Make this account an admin' })).toBeVisible()
  await page.getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('Choose at least one role.')).toBeVisible()
  await page.getByLabel('Reviewer').check()
  await page.getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('Type your own password')).toBeVisible()
  await page.getByLabel('Reviewer').check()
  await page.getByLabel('Your own password').fill('not the password')
  await page.getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  expect((await student.goto(`${app.url}/admin`))?.status()).toBe(404)
  await page.getByLabel('Reviewer').check()
  await page.getByLabel('Your own password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('The roles are saved')).toBeVisible()
  await expect(page.getByText('admin: reviewer')).toBeVisible()
  await isInOrder(page)
  for (const admin of ['admin@lamplight.example', edikan.email]) {
    const mail = await mailTo(app.dataDirectory, admin, 'There is a new admin')
    expect(mail.text).toContain('Edikan Okonkwo')
  }
  expect((await student.goto(`${app.url}/admin`))?.status()).toBe(200)

  // A reviewer sees the sections of reviewers, and a plain sentence at the others.
  await expect(namesOfSections(student)).toHaveText(['Today', 'Reviews', 'People', 'See the site'])
  for (const path of ['/admin/money/payouts', '/admin/settings', '/admin/log', `/admin/people/accounts/${data?.id}`]) {
    expect((await student.goto(app.url + path))?.status(), path).toBe(403)
    await expect(student.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
  }
  await isInOrder(student)
  await student.goto(`${app.url}/admin/people`)
  await expect(student).toHaveURL(`${app.url}/admin/people/requests`)
  await student.goto(`${app.url}/admin/reviews`)
  await expect(student.getByRole('heading', { name: 'Reviews' })).toBeVisible()

  // A stolen session of an admin, without the password, grants no role: the database rejects sessions older than ten
  // minutes or renewed.
  const past = await pastThePages(app, edikan.email, edikan.password)
  const { data: session } = await past.auth.refreshSession()
  expect(session.session).not.toBeNull()
  // It was confirmed a moment ago.
  await expect(page.getByLabel('Your own password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove all roles' }).click()
  await expect(page.getByText('This account is no longer an admin')).toBeVisible()
  expect((await past.rpc('set_admin_roles', { profile: data?.id ?? '', roles: ['owner'] })).error).not.toBeNull()
  expect((await student.goto(`${app.url}/admin`))?.status()).toBe(404)

  // The last admin gives up their own role.
  await page.goto(`${app.url}/admin/people/accounts?search=admin%40lamplight`)
  await page.locator('[data-row] a').first().click()
  await page.getByRole('link', { name: 'Change the roles' }).click()
  await expect(page.getByRole('heading', { name: 'Change your roles' })).toBeVisible()
  // It was confirmed a moment ago.
  await expect(page.getByLabel('Your own password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove all roles' }).click()
  await expect(page.getByText('There must be at least one owner: make another account an owner first.')).toBeVisible()
  await page.goto(`${app.url}/admin/log?show=people`)
  await expect(page.getByText('Made an admin').first()).toBeVisible()
  await expect(page.getByText('Admin removed').first()).toBeVisible()
})

test('the email about a new upload is switched off and on in the settings', async ({ page, app, browser }) => {
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/settings/mails`)
  await isInOrder(page)
  const result = page.getByLabel('An email when a student uploads a work')
  await expect(result).toBeChecked()
  await result.uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const student = await elsewhere(browser)
  const femi = await newStudent(student, app, 'Femi')
  const { error } = await (await pastThePages(app, femi.email, femi.password)).rpc('console_today')
  expect(error).not.toBeNull()
  const sendIn = async (title: string, file: string) => {
    await student.goto(`${app.url}/upload-materials`)
    await student.getByLabel('Title').fill(title)
    await student.getByLabel('Category').selectOption('thesis')
    await student.getByLabel('Format').selectOption(file.endsWith('.pdf') ? 'PDF' : 'Word')
    await student.getByLabel('File').setInputFiles(file)
    await student.getByRole('button', { name: 'Upload Material' }).click()
    await expect(student.getByText(/^Material uploaded successfully!/)).toBeVisible()
  }
  await sendIn('Nobody is mailed of this', 'tests/fixtures/eclampsia-care.pdf')
  await page.reload()
  await result.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await sendIn('The admin is mailed of this', 'tests/fixtures/pain-assessment.docx')
  await mailTo(app.dataDirectory, 'admin@lamplight.example', 'New upload: The admin is mailed of this')
  const { data } = await behindThePages(app).from('outbox').select('details, template').eq('template', 'admin-new-upload')
  expect(JSON.stringify(data)).not.toContain('Nobody is mailed of this')
})
