import { createSoldWork } from '../support/sold-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, test } from './app.ts'
import { signIn } from './test-user.ts'

// All other journeys request reduced motion.
test.use({ fixture: 'shared', contextOptions: { reducedMotion: 'no-preference' } })

test('pages with animations throw no errors while paying and signing in', async ({ page, app }) => {
  const { slug } = await createSoldWork(behindThePages(app))
  // Another file may have opened the whole list, which is cached without this work.
  await page.goto(`${app.url}/marketplace?area=Midwifery&price=5000`)
  await page.locator(`main a[href="/material-preview/${slug}"]:visible`).first().click()
  await page.locator('a[href^="/buy/"]:visible').first().click()
  await page.getByLabel('Your email').fill('ada@example.ng')
  await page.goBack()
  await page.goForward()
  await page.getByLabel('Your email').fill('ada@example.ng')
  await page.getByRole('button', { name: /^Pay ₦/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is a trial: no money moves')

  await signIn(page, app, { email: 'student@lamplight.example', password: DEMO_PASSWORD })
  await page.waitForURL('**/dashboard')
  await page.goto(`${app.url}/marketplace`)
  await page.goBack()
  await expect(page).toHaveURL(/dashboard/)
})
