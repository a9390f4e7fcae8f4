import { behindThePages, expect, test } from './app.ts'
import { isInOrderInBothThemes } from './admin.ts'
import { newStudent } from './test-user.ts'

test('a new student finds one next step, and follows uploads and requests on the dashboard', async ({ page, app }) => {
  await newStudent(page, app, 'Halima')
  await page.goto(`${app.url}/dashboard`)
  const next = page.getByRole('region', { name: 'Upload your first work' })
  await expect(next.getByRole('listitem')).toHaveText([
    'Profile complete: done',
    'First upload sent: not yet',
    'First upload approved: not yet',
    'Bank details added: not yet',
    'First sale: not yet',
  ])
  await expect(page.getByRole('heading', { name: 'Earnings by month' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toHaveCount(0)
  await next.getByRole('link', { name: 'Upload your first work' }).click()
  await expect(page).toHaveURL(`${app.url}/upload-materials`)

  await page.goto(`${app.url}/request-a-topic`)
  await page.getByLabel('Topic').fill('Sleep of night nurses in Jos')
  await page.getByRole('button', { name: 'Send request' }).click()
  const requests = page.getByRole('region', { name: 'My topic requests' })
  await expect(requests).toContainText('Sleep of night nurses in Jos')
  await expect(requests).toContainText(/asked on \d+ \w{3} \d{4}/)

  const { data: profile } = await behindThePages(app)
    .from('profiles')
    .select('id')
    .eq('first_name', 'Halima')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  await behindThePages(app)
    .from('topic_requests')
    .update({ request_status: 'answered', answer: 'Look at shift work instead.', answered_at: new Date().toISOString() })
    .eq('user_id', profile?.id ?? '')
    .throwOnError()
  await page.goto(`${app.url}/dashboard`)
  await expect(requests).toContainText('Look at shift work instead.')
  await expect(requests).toContainText(/answered on/)
  await isInOrderInBothThemes(page)
})
