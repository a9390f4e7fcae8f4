import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { addDays } from '#app/features/money/date-range.ts'
import { formatRange } from '#app/features/money/period-names.ts'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { asAdmin, isInOrder, isInOrderInBothThemes } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'

test.use({ fixture: 'isolated' })

test('an admin chooses the days that every figure, chart, table and file of the statistics follows', async ({ page, app }) => {
  test.setTimeout(120_000)
  // Six days long ago, which nothing else has records of.
  const today = dayInLagos(new Date())
  const [since, until] = [addDays(today, -205), addDays(today, -200)]
  const client = behindThePages(app)
  const { data: profile } = await client.from('profiles').select('id').eq('first_name', 'Adaeze').single().throwOnError()
  const { data: works } = await client
    .from('research_materials')
    .select('id, slug, title')
    .not('published_at', 'is', null)
    .order('title')
    .limit(2)
    .throwOnError()
  const [work] = works
  if (!work) {
    throw new Error('The sample content has no materials')
  }
  await client
    .from('topic_requests')
    .insert(
      [
        `${addDays(since, -1)}T23:59:59+01:00`,
        `${since}T00:00:00+01:00`,
        `${until}T23:59:59+01:00`,
        `${addDays(until, 1)}T00:00:00+01:00`,
      ].map((at) => ({ user_id: profile.id, topic: 'T', created_at: at })),
    )
    .throwOnError()
  const notice = {
    provider: 'selar',
    reference: 'STATISTICS-1',
    product: work.title,
    link: null,
    currency: 'NGN',
    gross: 300_000,
    fee: 0,
    paid_at: `${since}T00:30:00+01:00`,
  }
  await client.rpc('receive_sale_notices', { notices: [notice] }).throwOnError()
  await client.rpc('process_sale_notices').throwOnError()
  // The first views that were ever counted.
  await client
    .rpc('record_views_and_clicks', {
      batch: randomUUID(),
      input: works.map(({ slug }) => ({ key: slug, day: today, views: 7, clicks: 0 })),
    })
    .throwOnError()

  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/statistics`)
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page')
  const figure = (label: string) => page.locator('.statistics-totals > div', { hasText: label })
  await expect(figure('Topic requests').locator('dd').first()).toHaveText('0')
  await expect(figure('Views').locator('dd').first()).toHaveText('14')
  // Long tables are folded.
  await expect(page.getByText('By material (2)')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Sources' })).toBeVisible()

  // Both days count in full, by the clock of Lagos.
  const choose = async (from: string, to: string) => {
    await page.getByLabel('From', { exact: true }).fill(from)
    await page.getByLabel('To', { exact: true }).fill(to)
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`\\?from=${from}&to=${to}$`))
  }
  await choose(since, until)
  const before = { since: addDays(since, -6), until: addDays(since, -1) }
  await expect(page.getByText(`${formatRange({ since, until })}, compared with ${formatRange(before)}`)).toBeVisible()
  await expect(figure('Topic requests')).toHaveText('Topic requests2100 % more than 1 before')
  await expect(figure('Sales')).toHaveText('Sales10 in the period before')
  // Views were not counted then, which is not zero.
  await expect(figure('Views').locator('dd').first()).toHaveText('–')
  await expect(page.getByText(/^Views and clicks are stored for two years at most; there are none from before /)).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Views –/ })).toContainText('Not stored for these days.')
  const sales = page.getByRole('figure', { name: /^Sales 1/ })
  await expect(sales).toContainText('₦3,000 in all; 0 refunded in full.')
  await expect(sales.getByRole('slider', { name: 'Sales, by day' })).toBeVisible()
  await sales.getByText('Day by day').click()
  await expect(sales.getByRole('row')).toHaveCount(7)
  expect(await sales.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual(['1', '₦3,000', '0', '0'])
  await expect(page.getByRole('region', { name: 'What sold best' }).getByRole('listitem')).toContainText(work.title)
  await page.getByText('Charts of accounts, topic requests and comments').click()
  const requests = page.getByRole('figure', { name: /^Topic requests 2/ })
  await expect(requests).toContainText('At most 1 a day. Before: 1.')
  await isInOrderInBothThemes(page)

  // The file has these days alone.
  await page.getByText('Export CSV', { exact: true }).click()
  await page.getByLabel('Your own password, for any of these files').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Export CSV: views, clicks and sales by day' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: `Download views-${since}-to-${until}.csv` }).click()
  const lines = fs
    .readFileSync((await (await download).path()) ?? '', 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(lines.slice(1)).toEqual([expect.stringMatching(new RegExp(`^${since},.*,0,0,1,3000\\.00$`))])

  // A single day has figures and no charts.
  await choose(until, until)
  await expect(figure('Topic requests').locator('dd').first()).toHaveText('1')
  await expect(page.getByRole('figure', { name: /^Topic requests 1/ })).toContainText('Before: 0.')
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expect(page.getByText(/dashed line/)).toHaveCount(0)

  // One day more has one request more. Longer ranges have longer steps.
  await choose(since, addDays(until, 1))
  await expect(figure('Topic requests').locator('dd').first()).toHaveText('3')
  await choose(addDays(since, -40), until)
  await expect(page.getByRole('slider', { name: 'Sales, by week' })).toBeVisible()
  await choose(addDays(since, -300), until)
  await expect(page.getByRole('slider', { name: 'Sales, by month' })).toBeVisible()
  await page.getByRole('link', { name: 'This year' }).click()
  await expect(page).toHaveURL(/\/admin\/statistics\?period=this-year$/)
})

test('dates that cannot be shown are explained on the pages of statistics and money', async ({ page, app }) => {
  await asAdmin(page, app)
  const today = dayInLagos(new Date())
  for (const path of ['/admin/statistics', '/admin/money']) {
    for (const [search, sentence] of [
      ['from=2024-06-10&to=2024-06-01', 'The first date is after the last one, so they are swapped. Shown: 1–10 Jun 2024.'],
      [
        `from=${addDays(today, 40)}&to=${today}`,
        'so they are swapped. Days after today have no figures yet, so they are left out.',
      ],
      ['from=0001-01-01&to=2024-06-30', 'One of the dates is not in the calendar. Shown: 1–30 Jun 2024.'],
      ['from=2024-02-30&to=2024-06-30', 'One of the dates is not in the calendar. Shown: 1–30 Jun 2024.'],
    ] as const) {
      await page.goto(`${app.url}${path}?${search}`)
      await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
    }
    await isInOrder(page)
  }
  // The choice of a material stays when the dates change.
  const material = '00000000-0000-4000-8000-000000000000'
  await page.goto(`${app.url}/admin/statistics?material=${material}`)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`\\?material=${material}&from=`))
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(new RegExp(`\\?period=7-days&material=${material}$`))
})
