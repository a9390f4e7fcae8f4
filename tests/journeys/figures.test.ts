import { behindThePages, expect, test } from './lamplight.ts'
import { asOperator, isInOrder } from './operator.ts'

test.use({ shop: 'figures' })

test('the figures: what is nothing is said so, bars and their tables say the same, in both themes and by keys', async ({
  page,
  lamplight,
}) => {
  await asOperator(page, lamplight)
  await page.goto(`${lamplight.url}/admin`)
  await page.getByRole('link', { name: 'What came in, week by week' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible()
  const requests = page.getByRole('figure', { name: /Topic requests/ })
  await expect(requests.getByText('No topic requests in these twelve weeks.')).toBeVisible()
  await expect(requests.getByRole('img')).toHaveCount(0)
  await expect(page.getByText('No upload was answered in these twelve weeks.')).toBeVisible()
  const accounts = page.getByRole('figure', { name: /Accounts/ })
  await expect(accounts.getByRole('img')).toHaveAttribute('aria-label', /^Accounts, weeks beginning: .* 0, \d+ \w+ 2$/)

  const admin = behindThePages(lamplight)
  const { data: profile } = await admin.from('profiles').select('id').eq('first_name', 'Adaeze').single().throwOnError()
  const DAY = 24 * 60 * 60 * 1000
  const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * DAY).toISOString()
  await admin
    .from('topic_requests')
    .insert([0, 3, 3, 3, 11, 12].map((weeks) => ({ user_id: profile.id, topic: 'T', created_at: weeksAgo(weeks) })))
    .throwOnError()
  await page.reload()
  await expect(requests.getByRole('heading', { name: 'Topic requests 5' })).toBeVisible()
  await expect(requests.getByText(/^Most in the week from \d+ \w+ \d{4}: 3\.$/)).toBeVisible()
  await requests.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(requests.getByRole('row')).toHaveCount(13)
  expect(await requests.getByRole('cell').allTextContents()).toEqual(['1', '0', '0', '0', '0', '0', '0', '0', '3', '0', '0', '1'])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await isInOrder(page)
  }
})
