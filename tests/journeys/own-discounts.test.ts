// Discount codes of a student for their own work: an admin allows them, a buyer uses one, and the student's share pays it.
import { asAdmin, elsewhere, isInOrderInBothThemes } from './admin.ts'
import { approvedWork } from './approved-work.ts'
import { DEMO_PASSWORD, expect, newAddress, test } from './app.ts'
import { newStudent } from './test-user.ts'

test.use({ fixture: 'isolated', viewport: { width: 360, height: 740 } })

test('a student creates a code that an admin allows, a buyer pays less, and the share pays for it', async ({
  page,
  app,
  browser,
  expectErrors,
}) => {
  expectErrors(400)
  const student = await newStudent(page, app, 'Ngozi')
  await page.goto(`${app.url}/dashboard/discount-codes`)
  await expect(page.getByText('Discount codes are not offered at the moment.')).toBeVisible()
  await expect(page.getByText('A code makes your works cheaper')).toHaveCount(0)
  await page.goto(`${app.url}/dashboard/earnings`)
  await expect(page.getByRole('link', { name: 'Your discount codes' })).toHaveCount(0)
  await page.goto(`${app.url}/dashboard/discount-codes`)

  const console = await elsewhere(browser)
  await asAdmin(console, app)
  await console.goto(`${app.url}/admin/settings/orders`)
  await console.getByLabel('Students may create discount codes').check()
  await console.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(console.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('No work of yours is sold here yet')).toBeVisible()
  const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }
  const title = 'Hand hygiene of nurses in Enugu'
  await approvedWork(app, student, admin, { title, price: 3000, link: null })
  await page.goto(`${app.url}/dashboard/earnings`)
  await page.getByRole('link', { name: 'Your discount codes' }).click()
  await expect(page.getByText('₦3,000 becomes ₦2,400, and your share of it ₦900 instead of ₦1,500.')).toBeVisible()
  await page.getByLabel('Percent off').fill('50')
  await page.getByLabel('Limit of uses').fill('3')
  await page.getByRole('button', { name: 'Create the code' }).click()
  await expect(page.getByLabel('Percent off')).toHaveAccessibleDescription('From 1 to 40 percent')
  await expect(page.getByLabel('Limit of uses')).toHaveValue('3')
  await page.getByLabel('Percent off').fill('20')
  await page.getByRole('button', { name: 'Create the code' }).click()
  const line = page.getByRole('listitem').filter({ hasText: '20% off all your works · used 0 of 3' })
  const code = (await line.locator('.name').textContent())?.trim() ?? ''
  expect(code).toMatch(/^NGOZI[0-9A-Z]{4}$/)
  await isInOrderInBothThemes(page)

  const buyer = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })).newPage()
  const sent = (await line.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')) ?? ''
  await buyer.goto(new URL(sent).searchParams.get('text')?.match(/https?:\S+$/)?.[0] ?? '')
  await buyer
    .getByRole('link', { name: `Purchase ${title}` })
    .filter({ visible: true })
    .first()
    .click()
  await buyer.getByLabel('Your email').fill(newAddress('classmate'))
  await buyer.getByRole('button', { name: 'Pay ₦2,400' }).click()
  await buyer.getByRole('button', { name: 'Pay' }).click()
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')

  await page.reload()
  await expect(page.getByText('20% off all your works · used 1 of 3 · ₦600 from your share')).toBeVisible()
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByText('50% of ₦3,000, less ₦600 that your code took off')).toBeVisible()
  await expect(page.getByText('+₦900')).toBeVisible()

  await console.goto(`${app.url}/admin/money/discounts`)
  await expect(console.getByText('20 % off · a student’s own works, from their share · used 1 of 3')).toBeVisible()
  await console.goto(`${app.url}/admin/money/sales`)
  await console.getByRole('link', { name: title }).first().click()
  await expect(console.getByText('₦900: 50 % of the price without their code, less ₦600 that it took off')).toBeVisible()

  await page.goto(`${app.url}/dashboard/discount-codes`)
  await page.getByRole('button', { name: `Stop ${code}` }).click()
  await expect(page.getByRole('listitem').filter({ hasText: code }).getByText('stopped')).toBeVisible()
})
