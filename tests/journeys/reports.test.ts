import { behindThePages, expect, type TestApp, pastThePages, test } from './app.ts'
import { asAdmin, elsewhere, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { newWork } from './new-work.ts'
import { newStudent } from './test-user.ts'

// The reports and declined comments of these journeys change the public pages.
test.use({ fixture: 'shared' })

const WORK = '/material-preview/medication-adherence-hypertension-enugu'

async function getId(app: TestApp, slug: string): Promise<string> {
  const { data } = await behindThePages(app).from('research_materials').select('id').eq('slug', slug).single().throwOnError()
  return data.id
}

/**
 * Creates a shown comment on the work. The page must not have been opened before in this test, because it is cached.
 */
async function shownComment(app: TestApp, body: string, slug: string): Promise<string> {
  const adminClient = behindThePages(app)
  const { data: profile } = await adminClient.from('profiles').select('id').eq('first_name', 'Adaeze').single().throwOnError()
  const { data } = await adminClient
    .from('material_comments')
    .insert({ material_id: await getId(app, slug), profile_id: profile.id, body, comment_status: 'shown' })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

// No script affects this form; a journey below reports a material with a script.
test.describe('a comment that names a patient with JavaScript off', () => {
  test.use({ javaScriptEnabled: false })

  test('is reported by a guest after signing in, comes before topic requests on Today, and disappears when declined', async ({
    page,
    app,
    browser,
    expectErrors,
  }) => {
    expectErrors(400)
    const slug = await newWork(app, 'Cord care two')
    const words = 'Mrs Sample of ward 4 had it too'
    await shownComment(app, words, slug)
    const user = await newStudent(page, app, 'Kemi')
    await page.context().clearCookies()

    await page.goto(`${app.url}/material-preview/${slug}`)
    await page.getByRole('listitem').filter({ hasText: words }).getByRole('link', { name: 'Report' }).click()
    await expect(page).toHaveURL(/\/auth\?next=/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(user.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Report this comment' })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByLabel('The payment page does not work')).toHaveCount(0)
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('Choose what is wrong with it')).toBeVisible()
    await page.getByLabel('Something else').check()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByLabel('In your own words')).toHaveAccessibleDescription(/Say in a few words what is wrong/)
    await expect(page.getByLabel('Something else')).toBeChecked()
    await page.getByLabel('It names a patient or a student').check()
    await page.getByLabel('In your own words').fill('In the second line.')
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page).toHaveURL(`${app.url}/material-preview/${slug}#comments`)
    await expect(page.getByText('Report sent')).toBeVisible()

    // A second report is not stored.
    await page.getByRole('listitem').filter({ hasText: words }).getByRole('link', { name: 'Report' }).click()
    await expect(page.getByText(/You reported this on .* still open/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send report' })).toHaveCount(0)

    const office = await elsewhere(browser)
    await asAdmin(office, app)
    await office.goto(`${app.url}/admin`)
    const headings = await office.getByRole('heading', { level: 2 }).allTextContents()
    const at = headings.findIndex((text) => text.startsWith('Urgent reports'))
    expect(at).toBeGreaterThanOrEqual(0)
    expect(headings.slice(0, at).some((text) => text.startsWith('Topic requests'))).toBe(false)
    const line = office.locator('[data-row]').filter({ hasText: words })
    await expect(line.getByText('It names a patient or a student')).toBeVisible()
    await expect(line.getByText('In the second line.')).toBeVisible()
    await line.getByRole('button', { name: 'Decline the comment' }).click()
    await expect(office.getByText('The comment was declined')).toBeVisible()
    await expect(line).toHaveCount(0)

    const visitor = await elsewhere(browser)
    await visitor.goto(`${app.url}/material-preview/${slug}`)
    await expect(visitor.getByText(words)).toHaveCount(0)
    await office.getByRole('button', { name: 'Undo' }).click()
    await expect(office.getByText('Open again')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByText(words)).toBeVisible()
  })
})

test('a material reported twice is settled with one comment by the first of two admins, and can be reopened', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(409)
  const slug = await newWork(app, 'Payment that fails')
  const id = await getId(app, slug)
  const user = await newStudent(page, app, 'Bisi')
  await page.goto(`${app.url}/material-preview/${slug}`)
  await page.getByRole('link', { name: 'Report this material' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Report this material' })).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByLabel('The payment page does not work').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Report sent')).toBeVisible()
  // Another tab still has the form open.
  const again = await page.request.post(`${app.url}/report?material=${id}`, {
    form: { reason: 'payment', words: 'Again' },
    headers: { origin: app.url },
    maxRedirects: 0,
  })
  expect([again.status(), again.headers().location]).toEqual([303, `/material-preview/${slug}`])
  await page.goto(`${app.url}/material-preview/${slug}`)
  await expect(page.getByText('You reported this already')).toBeVisible()
  const other = await pastThePages(app, 'student@lamplight.example', 'a lamp for the night')
  await other.from('reports').insert({ material_id: id, reason: 'other', words: 'Nothing comes after paying' }).throwOnError()

  const [office, second] = [await elsewhere(browser), await elsewhere(browser)]
  for (const each of [office, second]) {
    await asAdmin(each, app)
    await each.goto(`${app.url}/admin/people/reports?search=payment+that+fails`)
  }
  const line = office.locator('[data-row]').filter({ hasText: 'Payment that fails' })
  await expect(line.getByText('The payment page does not work')).toBeVisible()
  await expect(line.getByText('Nothing comes after paying')).toBeVisible()
  await expect(line.getByRole('link', { name: 'Bisi Okonkwo' })).toBeVisible()
  await expect(line.getByRole('link', { name: 'Payment that fails' })).toHaveAttribute('href', `/admin/catalogue/materials/${id}`)
  await isInOrder(office)
  await line.getByText('Add a note').click()
  await line.getByLabel('A note').fill('Its link was wrong; mended.')
  await line.getByRole('button', { name: 'Dealt with' }).click()
  await expect(office.getByText('Dealt with', { exact: true })).toBeVisible()
  await expect(line).toHaveCount(0)

  await second
    .locator('[data-row]')
    .filter({ hasText: 'Payment that fails' })
    .getByRole('button', { name: 'Nothing to do' })
    .click()
  await expect(second.getByText('This was already done, by someone else or by you in another tab.')).toBeVisible()
  await expect(second.locator('[data-row]').filter({ hasText: 'Payment that fails' })).toHaveCount(0)

  await office.getByRole('link', { name: 'Settled' }).click()
  await expect(line.getByText('Its link was wrong; mended.')).toBeVisible()
  await expect(line.getByText(/Lamplight Admin · \d+ \w+ \d{4}/)).toBeVisible()
  await isInOrder(office)
  await line.getByRole('button', { name: 'Reopen' }).click()
  await expect(office.getByText('Open again')).toBeVisible()
  await expect(office.locator('[data-row]').filter({ hasText: 'Payment that fails' })).toHaveCount(0)

  await office.goto(`${app.url}/admin/people/reports?search=payment+that+fails`)
  await line.getByRole('button', { name: 'Unpublish the material' }).click()
  await expect(office.getByText('The material was taken off the site')).toBeVisible()
  expect((await page.request.get(`${app.url}/material-preview/${slug}`)).status()).toBe(404)
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toBeVisible()
  expect((await page.request.get(`${app.url}/material-preview/${slug}`)).status()).toBe(200)

  // An unpublished material can still be settled.
  await behindThePages(app).from('research_materials').update({ published_at: null }).eq('id', id).throwOnError()
  await office.goto(`${app.url}/admin/people/reports?search=payment+that+fails`)
  await expect(line.getByText('not on the site now')).toBeVisible()
  await expect(line.getByRole('button', { name: 'Unpublish the material' })).toHaveCount(0)
  await line.getByRole('button', { name: 'Dealt with' }).click()
  await expect(line).toHaveCount(0)
  await expect(office.getByText("Nothing here is called 'payment that fails'.")).toBeVisible()
  await office.goto(`${app.url}/admin/log?show=people`)
  await expect(office.getByText('Report settled').first()).toBeVisible()
  await expect(office.getByText('Report reopened').first()).toBeVisible()
  expect(user.email).toContain('@')
})

test('a report rejects a missing subject, preserves its input after a session ends, and states the limit', async ({
  page,
  app,
  expectErrors,
}) => {
  expectErrors(404, 429)
  for (const query of ['', '?material=x', `?comment=${await getId(app, WORK.split('/')[2] ?? '')}`]) {
    const response = await page.goto(`${app.url}/report${query}`)
    expect(response?.status(), query).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing to report here' })).toBeVisible()
  }
  const user = await newStudent(page, app, 'Dayo')
  const slug = await newWork(app, 'Left behind')
  await page.goto(`${app.url}/report?material=${await getId(app, slug)}`)
  await page.getByLabel('It is rude, or spam').check()
  const words = 'Lines that\nstay & "whole"'
  await page.getByLabel('In your own words').fill(words)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('In your own words')).toHaveValue(words)
  await expect(page.getByLabel('It is rude, or spam')).toBeChecked()

  for (let nth = 0; nth < 10; nth += 1) {
    await page.request.post(`${app.url}/report?material=${await getId(app, WORK.split('/')[2] ?? '')}`, {
      form: { reason: 'rude' },
      headers: { origin: app.url },
      maxRedirects: 0,
    })
  }
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByLabel('In your own words')).toHaveAccessibleDescription(/Many reports came from here .* Wait/)
  await expect(page.getByLabel('In your own words')).toHaveValue(words)
})

test('a visitor cannot write reports and a student cannot resolve or read them through the API', async ({ page, app }) => {
  const user = await newStudent(page, app, 'Efe')
  const id = await getId(app, WORK.split('/')[2] ?? '')
  const student = await pastThePages(app, user.email, user.password)
  const other = await pastThePages(app, 'student@lamplight.example', 'a lamp for the night')
  await other.from('reports').insert({ material_id: id, reason: 'copied' }).throwOnError()
  expect((await student.from('reports').select('id')).data).toEqual([])
  const { data: profile } = await behindThePages(app)
    .from('profiles')
    .select('id')
    .eq('first_name', 'Adaeze')
    .single()
    .throwOnError()
  const forged = { material_id: id, reason: 'rude', profile_id: profile.id }
  expect((await student.from('reports').insert(forged)).error?.code).toBe('42501')
  expect((await student.from('reports').update({ outcome: 'dealt_with' }).eq('target', id)).error?.code).toBe('42501')
  expect((await student.from('reports').delete().eq('target', id)).error?.code).toBe('42501')
  const settling = { about: id, seen: new Date().toISOString(), how: 'nothing_to_do' }
  expect((await student.rpc('resolve_reports', settling)).error?.code).toBe('42501')
  expect((await student.rpc('find_reports')).error?.code).toBe('42501')
  await student.auth.signOut()
  expect((await student.from('reports').insert({ material_id: id, reason: 'rude' })).error?.code).toBe('42501')
  expect((await student.from('reports').select('id')).error?.code).toBe('42501')
})

test('the comments list keeps its position after a decision and after signing in again', async ({ page, app }) => {
  await shownComment(app, 'To be declined in its room', await newWork(app, 'Talked of'))
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/comments?show=shown`)
  const line = page.locator('[data-row]').filter({ hasText: 'To be declined in its room' })
  await line.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText('The comment is hidden').last()).toBeVisible()
  await expect(line).toHaveCount(0)
  await expect(page).toHaveURL(`${app.url}/admin/people/comments?show=shown`)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((property) => property.startsWith('__react')),
  )
  await page.context().clearCookies()
  await page
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: /^Reports\s*\d+ due$/ })
    .click()
  await expect(page).toHaveURL(`${app.url}/auth?next=%2Fadmin%2Fpeople%2Freports`)
})
