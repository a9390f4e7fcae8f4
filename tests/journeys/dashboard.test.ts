import type { Page } from '@playwright/test'
import { isInOrderInBothThemes } from './admin.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'
import { approvedWork } from './approved-work.ts'
import { newStudent } from './test-user.ts'

const ADMIN = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

test('a new student finds one next step, and follows uploads and requests on the dashboard', async ({ page, app }) => {
  const { email } = await newStudent(page, app, 'Halima')
  await page.goto(`${app.url}/dashboard`)
  const buying = page.getByRole('region', { name: 'Buy a work to learn from' })
  await expect(buying).toContainText(`What you buy with ${email} appears here`)
  await expect(buying.getByRole('link', { name: 'Browse Materials' })).toHaveAttribute('href', '/marketplace')
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

for (const width of [360, 1280]) {
  test.describe(`the dashboard at ${width} px of a student with a work in the shop`, () => {
    test.use({ fixture: 'shared', viewport: { width, height: 740 }, hasTouch: true })

    test('gives each tap to the link or button under it', async ({ page, app }) => {
      const title = `Handover at the bedside, seen at ${width} px`
      await approvedWork(app, await newStudent(page, app, 'Ruth'), ADMIN, { title, price: 2500, link: null })
      await page.goto(`${app.url}/dashboard`)
      expect(await coveredControls(page)).toEqual([])

      await page.getByRole('button', { name: 'Bank Details' }).tap()
      await expect(page.getByRole('dialog', { name: 'Edit Profile' })).toBeVisible()
      await expect(page.getByLabel('Bank name')).toBeFocused()
      await expect(page.getByLabel('Bank name')).toBeInViewport({ ratio: 1 })
      await page.getByRole('link', { name: 'Cancel' }).tap()

      await page.getByRole('region', { name: 'Your uploads' }).getByRole('link', { name: title }).tap()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  })
}

/** Returns the links and buttons of a page that something else covers, each with what lies over its middle. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, summary, input, select)')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' })
        // A link of two lines has a box for each.
        const { x, y, width, height } = control.getClientRects()[0] ?? new DOMRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return width === 0 || control.contains(top)
          ? []
          : [`${control.textContent} is below ${top?.tagName} ${top?.textContent?.slice(0, 40)}`]
      }),
  )
}
