// Actions on selected rows of the console's lists.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { behindThePages, expect, newAddress, type TestApp, test } from './app.ts'
import { asAdmin, isInOrder, isInOrderInBothThemes, pressInBar } from './admin.ts'
import { signedIn, newStudent } from './test-user.ts'

test.use({ fixture: 'shared' })

/** Adds drafts of materials whose titles begin with `mark`. */
async function addDrafts(app: TestApp, mark: string, extras: readonly Record<string, unknown>[]) {
  await behindThePages(app)
    .from('research_materials')
    .insert(
      extras.map((extra, at) => ({
        slug: `${mark}-${at + 1}`,
        title: `${mark} ${at + 1}`,
        category: 'thesis',
        price: 0,
        ...extra,
      })) as never,
    )
    .throwOnError()
}

async function openList(page: Page, app: TestApp, mark: string) {
  await page.goto(`${app.url}/admin/catalogue/materials?search=${mark}`)
  return page.locator('[data-row]')
}

test('an admin publishes, moves, exports, deletes and restores selected materials', async ({ page, app }) => {
  await addDrafts(app, 'bulkwork', [
    { price: 2000, selar_link: 'https://selar.com/bulk0' },
    { price: 3000 },
    { price: 3000, selar_link: 'https://selar.com/bulk1' },
  ])
  await asAdmin(page, app)
  const rows = await openList(page, app, 'bulkwork')
  await expect(rows).toHaveCount(3)
  const bar = page.locator('.bulk-bar')
  await expect(bar).toBeHidden()
  await page.getByLabel('Select bulkwork 1').check()
  await expect(bar.locator('b').filter({ hasText: '1 selected' })).toBeVisible()
  // The keyboard comes from the bar to the rows, and the bar is shown below them.
  expect(
    await page.getByLabel(/^Select bulkwork|^Move to$/).evaluateAll((controls) => controls.map(({ tagName }) => tagName)),
  ).toEqual(['SELECT', 'INPUT', 'INPUT', 'INPUT'])
  await isInOrder(page)
  await page.getByLabel('Select all on this page').check()
  await expect(bar.locator('b').filter({ hasText: '3 selected' })).toBeVisible()
  await page.getByLabel('Select bulkwork 1').uncheck()
  await expect(page.getByLabel('Select all on this page')).not.toBeChecked()
  await page.getByLabel('Select bulkwork 1').check()

  await pressInBar(page, 'Publish')
  const outcome = page.getByRole('status').filter({ hasText: 'published' })
  await expect(outcome.getByText('2 published, 1 not: cannot be bought without a link or a file')).toBeVisible()
  await expect(outcome.locator('.bulk-outcome')).toBeFocused()
  await expect(outcome.getByText('bulkwork 2 – cannot be bought without a link or a file')).toBeVisible()
  await expect(bar).toBeHidden()
  await expect(rows.filter({ hasText: 'bulkwork 3' }).getByText('on the site')).toBeVisible()
  await expect(rows.filter({ hasText: 'bulkwork 2' }).getByText('cannot be bought')).toBeVisible()
  expect((await page.request.get(`${app.url}/material-preview/bulkwork-1`)).status()).toBe(200)
  await isInOrder(page)

  await page.getByLabel('Select all on this page').check()
  await pressInBar(page, 'Move')
  await expect(bar.getByLabel('Move to')).toBeFocused()
  await expect(bar.locator('b').filter({ hasText: '3 selected' })).toBeVisible()
  await bar.getByLabel('Move to').selectOption('seminar')
  await pressInBar(page, 'Move')
  await expect(page.getByText('3 moved')).toBeVisible()
  await expect(rows.filter({ hasText: 'Seminar' })).toHaveCount(3)

  await page.getByLabel('Select bulkwork 1').check()
  await page.getByLabel('Select bulkwork 3').check()
  const download = page.waitForEvent('download')
  await pressInBar(page, 'Export CSV')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^materials-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain('https://selar.com/bulk1')
  expect(csv).not.toContain('bulkwork 2')

  await pressInBar(page, 'Delete')
  await expect(page.getByText('2 deleted')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect((await page.request.get(`${app.url}/material-preview/bulkwork-1`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 restored')).toBeVisible()
  await expect(page.locator('.bulk-outcome')).toBeFocused()
  await expect(rows).toHaveCount(3)
  expect((await page.request.get(`${app.url}/material-preview/bulkwork-1`)).status()).toBe(200)

  // Each record has its own entry.
  const { data: log } = await behindThePages(app)
    .from('audit_log')
    .select('action, details')
    .in('action', ['material.published', 'material.deleted', 'material.restored'])
    .like('details->>name', 'bulkwork%')
    .throwOnError()
  expect(log.map(({ action }) => action).toSorted()).toEqual([
    'material.deleted',
    'material.deleted',
    'material.published',
    'material.published',
    'material.restored',
    'material.restored',
  ])
})

test('closing selected conversations can be undone', async ({ page, app }) => {
  for (const sender_name of ['Ada', 'Bisi']) {
    await behindThePages(app)
      .rpc('receive_message', { sender_name, sender_email: newAddress('bulk'), about: 'other', body: 'bulkmessage' })
      .throwOnError()
  }
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/people/messages?search=bulkmessage&show=open`)
  await page.getByLabel('Select all on this page').check()
  await pressInBar(page, 'Close without a reply')
  await expect(page.getByText('2 closed')).toBeVisible()
  await expect(page.locator('.bulk-outcome')).toBeFocused()
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 opened again')).toBeVisible()
  await expect(page.locator('[data-row]')).toHaveCount(2)
})

test('the bar is one line on a phone, with the other actions on demand, and shows all on a desktop', async ({ page, app }) => {
  await addDrafts(app, 'bulkphone', [{}, {}])
  await asAdmin(page, app)
  await openList(page, app, 'bulkphone')
  const bar = page.locator('.bulk-bar')
  const more = bar.getByRole('button', { name: 'More' })
  const others = ['Bundle', 'Move', 'Publish', 'Unpublish', 'Delete', 'Export CSV'].map((name) =>
    bar.getByRole('button', { name, exact: true }),
  )
  await page.getByLabel('Select all on this page').check()
  await expect(bar.locator('b').filter({ hasText: '2 selected' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Change price', exact: true })).toBeVisible()
  expect((await bar.boundingBox())?.height).toBeLessThan(72)
  for (const other of others) {
    await expect(other).toBeHidden()
  }
  await more.click()
  for (const other of others) {
    await expect(other).toBeInViewport({ ratio: 1 })
  }
  await isInOrderInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(others[0] ?? bar).toBeHidden()
  await expect(bar.locator('b').filter({ hasText: '2 selected' })).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(more).toBeHidden()
  for (const other of others) {
    await expect(other).toBeInViewport({ ratio: 1 })
  }
  expect((await bar.boundingBox())?.height).toBeLessThan(72)

  // The options of this select are wider than a phone.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${app.url}/admin/catalogue/topics`)
  await page.locator('[data-row] input[name=id]').first().check()
  await bar.getByRole('button', { name: 'Actions' }).click()
  await expect(bar.getByRole('button', { name: 'Move', exact: true })).toBeInViewport({ ratio: 1 })
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a tap beside the sheet of the bar closes it, and neither opens a row nor loses the selection', async ({ page, app }) => {
    await addDrafts(app, 'bulktap', [{}, {}, {}])
    await asAdmin(page, app)
    await openList(page, app, 'bulktap')
    const bar = page.locator('.bulk-bar')
    const sheet = bar.locator('.bulk-sheet')
    const first = page.locator('[data-row]').first()
    await page.getByLabel('Select bulktap 2').check()
    await page.getByLabel('Select bulktap 3').check()
    await first.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    await bar.getByRole('button', { name: 'More' }).tap()
    await expect(sheet.getByRole('heading', { name: '2 selected' })).toBeInViewport({ ratio: 1 })
    await expect(sheet.getByRole('button').last()).toHaveText('Delete')
    const place = await first.getByRole('link').boundingBox()
    expect(place?.y).toBeLessThan((await sheet.boundingBox())?.y ?? 0)
    const tapOnRow = () => page.touchscreen.tap((place?.x ?? 0) + 10, (place?.y ?? 0) + 10)
    await tapOnRow()
    await expect(sheet).toBeHidden()
    await bar.getByRole('button', { name: 'More' }).tap()
    await sheet.getByRole('button', { name: 'Close', exact: true }).tap()
    await expect(sheet).toBeHidden()
    await expect(bar.locator('b').filter({ hasText: '2 selected' })).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/admin/catalogue/materials?search=bulktap`)
    // Without the sheet, the same tap opens the row.
    await tapOnRow()
    await expect(page).toHaveURL(/\/admin\/catalogue\/materials\/[0-9a-f-]{36}$/)
  })
})

test('a rejected action keeps the selected rows and focuses its error', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  await addDrafts(app, 'bulkstay', [{ price: 3000 }, { price: 3000 }])
  await asAdmin(page, app)
  await openList(page, app, 'bulkstay')
  const bar = page.locator('.bulk-bar')
  await page.getByLabel('Select all on this page').check()
  // As a browser that does not ask for the choice.
  await page.evaluate(() => {
    for (const select of document.querySelectorAll<HTMLSelectElement>('.bulk-bar select')) {
      select.required = false
    }
  })
  await pressInBar(page, 'Move')
  await expect(page.getByRole('alert').filter({ hasText: 'Choose where to move them.' })).toBeFocused()
  await expect(bar.locator('b').filter({ hasText: '2 selected' })).toBeVisible()
  await expect(page.getByLabel('Select bulkstay 1')).toBeChecked()
  await pressInBar(page, 'Publish')
  await expect(page.getByText('2 not published: cannot be bought without a link or a file')).toBeVisible()
  await expect(page.locator('.bulk-outcome')).toBeFocused()
  await expect(bar.locator('b').filter({ hasText: '2 selected' })).toBeVisible()
  await pressInBar(page, 'Delete')
  await expect(page.getByText('2 deleted')).toBeVisible()
  await expect(bar).toBeHidden()
})

test('an admin changes the prices of selected works, and undoes it', async ({ page, app, expectErrors }) => {
  expectErrors(400)
  const published_at = new Date().toISOString()
  await addDrafts(app, 'bulkprice', [{ price: 2000, published_at }, { price: 3000, published_at }, {}])
  await asAdmin(page, app)
  const rows = await openList(page, app, 'bulkprice')
  await page.getByLabel('Select all on this page').check()
  await pressInBar(page, 'Change price')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change 3 prices')
  await page.getByRole('button', { name: 'Change 3 prices' }).click()
  await expect(page.getByLabel('New price in naira')).toHaveAccessibleDescription(/A number above 0/)
  await page.getByLabel('Change', { exact: true }).selectOption('Up by percent')
  await page.getByLabel('Percent').fill('10')
  await expect(page.getByText('₦2,200 instead of ₦2,000')).toBeVisible()
  await isInOrderInBothThemes(page)
  await page.getByRole('button', { name: 'Change 3 prices' }).click()
  await expect(page.getByText('2 changed, up by 10%, 1 not: it has no price yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 changed back')).toBeVisible()
  await page.getByLabel('New price in naira').fill('2,500')
  await page.getByRole('button', { name: 'Change 3 prices' }).click()
  await expect(page.getByText('3 changed to ₦2,500')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the materials' }).click()
  await expect(rows.filter({ hasText: '₦2,500' })).toHaveCount(3)
})

test('a saved price of a material can be undone in its toast', async ({ page, app }) => {
  await addDrafts(app, 'bulktoast', [{ price: 2000 }])
  await asAdmin(page, app)
  await openList(page, app, 'bulktoast')
  await page.getByRole('link', { name: 'bulktoast 1' }).click()
  await page.getByLabel('Price in naira').fill('2,500')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const toast = page.locator('.toast')
  await expect(toast).toContainText('₦2,500 instead of ₦2,000.')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('The price is ₦2,000 again.')
  await expect(page.getByLabel('Price in naira')).toHaveValue('2000')
})

test('a draft without a price is not published as a free work', async ({ page, app }) => {
  await addDrafts(app, 'bulkfree', [{}])
  await asAdmin(page, app)
  await openList(page, app, 'bulkfree')
  await page.getByLabel('Select bulkfree 1').check()
  await pressInBar(page, 'Publish')
  await expect(page.getByText('1 not published: it has no price; if it is free, type 0 in its form')).toBeVisible()
})

test('a work that its student took off sale is not published', async ({ page, app, expectErrors }) => {
  expectErrors(409)
  await addDrafts(app, 'bulkheld', [
    { price: 3000, selar_link: 'https://selar.co/held', withheld_from: new Date().toISOString() },
  ])
  await asAdmin(page, app)
  await openList(page, app, 'bulkheld')
  await page.getByLabel('Select bulkheld 1').check()
  await pressInBar(page, 'Publish')
  await expect(page.getByText('1 not published: its student took it off sale')).toBeVisible()
  await page.getByRole('link', { name: 'bulkheld 1' }).first().click()
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Not saved: its student took this work off sale, and only they put it back.')).toBeVisible()
})

test('an admin without the role cannot change selected records by a direct request', async ({ page, app }) => {
  await addDrafts(app, 'bulkforged', [{}])
  const { data: row } = await behindThePages(app).from('research_materials').select('id').eq('slug', 'bulkforged-1').single()
  const student = await newStudent(page, app, 'Bulke')
  await signedIn(page, app, student)
  const sent = await page.request.post(`${app.url}/admin/catalogue/materials`, {
    form: { selection: 'rows', intent: 'delete', id: row?.id ?? '' },
    headers: { origin: app.url },
  })
  expect(sent.status()).toBe(404)
  const { data: after } = await behindThePages(app)
    .from('research_materials')
    .select('deleted_at')
    .eq('slug', 'bulkforged-1')
    .single()
  expect(after?.deleted_at).toBeNull()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the prices of selected works are changed, and undone', async ({ page, app }) => {
    await addDrafts(app, 'bulkpaper', [{ price: 2000 }, { price: 3000 }])
    await asAdmin(page, app)
    await openList(page, app, 'bulkpaper')
    await page.getByLabel('Select all on this page').check()
    await pressInBar(page, 'Change price')
    await page.getByLabel('New price in naira').fill('2500')
    await page.getByRole('button', { name: 'Change 2 prices' }).click()
    await expect(page.getByText('2 changed to ₦2,500')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 changed back')).toBeVisible()
  })

  test('selected records are unpublished', async ({ page, app }) => {
    const published_at = new Date().toISOString()
    await addDrafts(app, 'bulkplain', [{ published_at }, { published_at }])
    await asAdmin(page, app)
    const rows = await openList(page, app, 'bulkplain')
    await page.getByLabel('Select all on this page').check()
    await pressInBar(page, 'Unpublish')
    await expect(page.getByText('2 unpublished')).toBeVisible()
    await expect(rows.getByText('draft', { exact: false })).toHaveCount(2)
  })
})

for (const { list, table, rows, label } of [
  {
    list: 'texts/questions',
    table: 'faq_questions' as const,
    rows: [1, 2].map((n) => ({ part: 'Bulk', question: `Bulk question ${n}?`, answer: 'Yes.', place: n })),
    label: (n: number) => `Select Bulk question ${n}?`,
  },
  {
    list: 'texts/testimonials',
    table: 'testimonials' as const,
    rows: [1, 2].map((n) => ({ name: `Bulk person ${n}`, content: 'It helped.' })),
    label: (n: number) => `Select Bulk person ${n}`,
  },
]) {
  test(`an admin publishes, unpublishes, deletes and restores selected rows of ${list}`, async ({ page, app }) => {
    await behindThePages(app)
      .from(table)
      .insert(rows as never)
      .throwOnError()
    await asAdmin(page, app)
    await page.goto(`${app.url}/admin/${list}?show=hidden`)
    const act = async (name: string, outcome: string) => {
      await page.getByLabel(label(1)).check()
      await page.getByLabel(label(2)).check()
      await pressInBar(page, name)
      await expect(page.getByRole('status').getByText(outcome)).toBeVisible()
    }
    await act('Publish', '2 published')
    await page.goto(`${app.url}/admin/${list}?show=shown`)
    await isInOrder(page)
    await act('Unpublish', '2 unpublished')
    await page.getByRole('button', { name: 'Publish again' }).click()
    await expect(page.getByRole('status').getByText('2 published')).toBeVisible()
    await act('Delete', '2 deleted')
    await expect(page.getByLabel(label(1))).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status').getByText('2 restored')).toBeVisible()
    await act('Delete', '2 deleted')
  })
}

test('an admin moves, deletes and restores selected entries of the thesaurus', async ({ page, app }) => {
  await behindThePages(app)
    .from('thesaurus')
    .insert([1, 2].map((n) => ({ term: `bulkterm${n}`, meaning: `bulk meaning ${n}`, sort: 'synonym' })))
    .throwOnError()
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/catalogue/thesaurus?search=bulkterm`)
  const bar = page.locator('.bulk-bar')
  await page.getByLabel('Select all on this page').check()
  await bar.getByRole('button', { name: 'Actions' }).click()
  await bar.getByLabel('What it is').selectOption('spelling')
  await pressInBar(page, 'Move')
  await expect(page.getByText('2 moved')).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: 'spelling' })).toHaveCount(2)
  await isInOrder(page)
  await page.getByLabel('Select all on this page').check()
  await pressInBar(page, 'Delete')
  await expect(page.getByText('2 deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 restored')).toBeVisible()
})
