// Sections of the console for an editor and for an admin of money; direct requests to the others are refused.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { behindThePages, DEMO_PASSWORD, expect, type TestApp, pastThePages, test } from './app.ts'
import { elsewhere, isInOrder, namesOfSections } from './admin.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

/** An upload need not exist: the role is asked first. */
const upload = randomUUID()

type Role = 'money' | 'reviewer' | 'editor'

/** Signs an account with this role up in the page's browser. Returns its own client of the plain API. */
async function withRole(page: Page, app: TestApp, name: string, role: Role) {
  const { email, password } = await newStudent(page, app, name)
  const { data } = await behindThePages(app).from('profiles').select('id').eq('first_name', name).single()
  const owner = await pastThePages(app, 'admin@lamplight.example', DEMO_PASSWORD)
  const profile = data?.id ?? ''
  expect((await owner.rpc('set_admin_roles', { profile, roles: [role] })).data).toBe('ok')
  return { profile, api: await pastThePages(app, email, password) }
}

async function sees(page: Page, app: TestApp, sections: readonly string[]): Promise<void> {
  expect((await page.goto(`${app.url}/admin`))?.status()).toBe(200)
  // On a phone the navigation is a closed drawer.
  await expect(namesOfSections(page)).toHaveText([...sections, 'See the site'])
}

async function isRefused(page: Page, app: TestApp, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    expect((await page.goto(app.url + path))?.status(), path).toBe(403)
    await expect(page.getByText('Your admin role does not open this page.')).toBeVisible()
    const sent = await page.request.post(app.url + path, { form: { intent: 'save' }, headers: { origin: app.url } })
    expect(sent.status(), `POST ${path}`).toBe(403)
  }
}

test('an editor works on the catalogue and texts, and reaches no person, money or upload', async ({
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(403)
  const page = await elsewhere(browser)
  const { profile, api } = await withRole(page, app, 'Efua', 'editor')
  await sees(page, app, ['Today', 'Catalogue', 'Texts'])
  await expect(page.getByLabel('Find anything')).toHaveAttribute('placeholder', 'Title or page')
  await isRefused(page, app, [
    '/admin/money',
    '/admin/money/orders',
    '/admin/Money/orders',
    '/admin/%6Doney/orders',
    '/Admin/mone%79/',
    '/admin/money/%72ules',
    '/admin/statistics',
    '/admin/mails',
    '/admin/people',
    `/admin/people/${profile}`,
    '/admin/people/messages',
    '/admin/people/messages/reply',
    '/admin/people/messages/saved-replies',
    '/admin/people/requests',
    '/admin/people/requests/answer',
    '/admin/reviews',
    `/admin/reviews/${upload}`,
    '/admin/settings',
    '/admin/log',
    '/admin/elsewhere',
  ])
  await isInOrder(page)
  await page.goto(`${app.url}/admin/search?q=lamplight`)
  await expect(page.getByRole('heading', { name: /^(Orders|Buyers|Students and admins|Uploads)$/ })).toHaveCount(0)
  expect((await page.goto(`${app.url}/admin/catalogue/topics`))?.status()).toBe(200)

  for (const table of ['outbox', 'audit_log'] as const) {
    expect((await behindThePages(app).from(table).select('id').limit(1)).data, table).toHaveLength(1)
    expect((await api.from(table).select('id')).data, table).toEqual([])
  }
  expect((await api.from('profiles').select('id')).data).toEqual([{ id: profile }])
  expect((await api.rpc('find_orders')).error?.code).toBe('42501')
  expect((await api.rpc('find_accounts')).error?.code).toBe('42501')
  expect((await api.rpc('set_admin_roles', { profile, roles: ['owner'] })).error?.code).toBe('42501')
  expect((await api.rpc('save_settings', { of_group: 'site', expected: {}, wanted: {} })).error?.code).toBe('42501')
})

test('an admin for money works on orders and people, and decides no upload, content or setting', async ({
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(403)
  const page = await elsewhere(browser)
  const { profile, api } = await withRole(page, app, 'Musa', 'money')
  await sees(page, app, ['Today', 'Money', 'People', 'Emails', 'Statistics'])
  await isRefused(page, app, [
    '/admin/reviews',
    `/admin/reviews/${upload}`,
    '/admin/people/comments',
    '/admin/people/reports',
    '/admin/catalogue',
    '/admin/catalogue/materials/new',
    '/admin/texts',
    '/admin/texts/questions/new',
    '/admin/settings',
    '/admin/settings/mails',
    '/admin/money/rules',
    '/admin/money/Rules',
    '/admin/money/%72ules',
    '/admin/doctor',
    '/admin/log',
    '/admin/demo',
  ])
  await page.goto(`${app.url}/admin/people`)
  await expect(page).toHaveURL(`${app.url}/admin/people/messages`)
  await page.goto(`${app.url}/admin/money/books`)
  await expect(page.getByRole('link', { name: 'Paystack' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rules' })).toHaveCount(0)
  await page.goto(`${app.url}/admin/people/${profile}`)
  await expect(page.getByRole('link', { name: 'Ledger lines' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change the role' })).toHaveCount(0)
  await isInOrder(page)

  // A button of another role's Today that is posted to anyway.
  for (const intent of ['link', 'show', 'dealt_with', 'copy', 'year']) {
    const forged = await page.request.post(`${app.url}/admin?index`, {
      form: { intent, id: upload },
      headers: { origin: app.url },
      maxRedirects: 0,
    })
    expect(forged.status(), intent).toBe(403)
    expect(await forged.text()).toContain('Your role cannot do this. Ask an owner.')
  }

  const work = await api.from('research_materials').update({ price: 1 }).not('id', 'is', null).select('id')
  expect(work.data ?? []).toEqual([])
  expect((await api.rpc('reject_upload', { upload, expected_version: 1, reason: 'No' })).error?.code).toBe('42501')
  expect((await api.rpc('change_book_rules', { seen: 0, rules: {} })).error?.code).toBe('42501')
  expect((await api.rpc('save_settings', { of_group: 'site', expected: {}, wanted: {} })).error?.code).toBe('42501')
  expect((await api.rpc('set_admin_roles', { profile, roles: ['owner'] })).error?.code).toBe('42501')
  expect((await api.rpc('find_orders')).error).toBeNull()
})
