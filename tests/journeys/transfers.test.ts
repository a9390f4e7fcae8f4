// Payouts through Paystack, against its simulator: from the sale to the student's statement, with a code and without,
// and one that is returned.
import { approvedWork } from './approved-work.ts'
import { confirmPassword, forgetPassword } from './confirm-password.ts'
import { ask, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { behindThePages, DEMO_PASSWORD, expect, mailTo, newAddress, pastThePages } from './app.ts'
import { withMovedClock } from './moved-clock.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { savesBankDetails, newStudent } from './test-user.ts'
import type { Page } from '@playwright/test'

const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }
const test = withMovedClock()

async function sellByHand(page: Page, url: string, title: string, reference: string): Promise<void> {
  await page.goto(`${url}/admin/money/sales/new`)
  await page.getByLabel('Material').fill(title)
  await page.getByLabel('Paid, in naira').fill('5000')
  await page.getByLabel('Order reference').fill(reference)
  await page.getByRole('button', { name: 'Record sale' }).click()
  await expect(page.getByText('Sale recorded')).toBeVisible()
}

async function confirmRun(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/money/payouts`)
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: 'Pay with a file for the bank' }).click()
  await expect(page.getByText('The run is confirmed')).toBeVisible()
}

async function discardFile(page: Page): Promise<void> {
  await page.getByText('The file was not used at the bank').click()
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: 'It was not used' }).click()
  await expect(page.getByText('The file counts as not used')).toBeVisible()
}

async function payByPaystack(page: Page): Promise<void> {
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: /^Pay .*by Paystack$/ }).click()
}

/** Sets the demo page that replaces Paystack's dashboard. */
async function set(url: string, naira: number, { code }: { code: boolean }): Promise<void> {
  await send(`${url}/dev/paystack`, { act: 'set', balance: String(naira), ...(code ? { code: 'on' } : {}) })
  expect((await ask(`${url}/dev/paystack`)).text).toContain(`name="balance" inputmode="numeric" value="${naira}"`)
}

test('Paystack pays a run with a code, the student sees it, and a returned payout is available again', async ({
  page,
  app,
  browser,
  moveClock,
  expectErrors,
}) => {
  expectErrors(400, 409)
  test.setTimeout(240_000)
  const { url } = app
  const student = await elsewhere(browser)
  const ada = await newStudent(student, app, 'Adaora')
  await approvedWork(app, ada, admin, { title: 'Sepsis care in Jos', price: 5000, link: 'https://selar.co/sepsis' })
  await savesBankDetails(student, app, ada, { bank_name: 'Guaranty Trust Bank', account_number: '0000014579' })

  await asAdmin(page, app)
  await sellByHand(page, url, 'Sepsis care in Jos', 'SLR-T1')
  await moveClock(9)
  await confirmRun(page, url)
  const run = page.url()
  // Paystack could pay what the bank is asked to pay, so it is not offered.
  await expect(page.getByRole('button', { name: 'Pay by Paystack' })).toHaveCount(0)
  await discardFile(page)

  // The balance is too low, which the page says before anything is sent.
  await set(url, 2500, { code: true })
  await payByPaystack(page)
  await expect(page.getByRole('alert')).toContainText(
    'Nothing was sent: Paystack has ₦2,500, and ₦2,510 are needed with its fees',
  )
  await set(url, 100_000, { code: true })
  await forgetPassword(page)
  // One password for Paystack and for the bank's file.
  await expect(page.locator('input[name=password]')).toHaveCount(1)
  await page.getByLabel('Your own password').fill('not the password')
  await page.getByRole('button', { name: 'Pay by Paystack' }).click()
  await expect(page.getByLabel('Your own password')).toHaveAccessibleDescription(/not your password/)

  // A second window shows the same payout. Both pay; it is sent once.
  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(run)
  await payByPaystack(page)
  await expect(page.getByText('One payout is being sent by Paystack')).toBeVisible()
  await payByPaystack(second)
  await expect(second.getByRole('alert')).toContainText('Those payouts are on their way by Paystack')
  await expect(page.locator('.badge', { hasText: 'waits for your code' })).toBeVisible()
  await expect(page.getByText('1 waits for your code. Paystack sent you the code: type it below.')).toBeVisible()
  await page.reload()
  await isInOrder(page)
  await page.goto(`${url}/admin`)
  await expect(page.getByRole('heading', { name: 'Transfers that wait for you' })).toBeVisible()
  await page.getByRole('link', { name: 'One transfer waits for your code' }).click()
  const code = page.getByLabel('The code that Paystack sent you for Adaora Okonkwo')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Confirm the code' }).click()
  await expect(code).toHaveAccessibleDescription(/Paystack did not take this code/)
  await page.getByRole('button', { name: 'Send the code again' }).click()
  await expect(page.getByText('The code was sent again')).toBeVisible()
  await code.fill('123456')
  await page.getByRole('button', { name: 'Confirm the code' }).click()
  await expect(page.getByText('Code confirmed')).toBeVisible()

  // The event arrives, and the student is notified.
  await mailTo(app.dataDirectory, ada.email, 'We paid you ₦2,500')
  await page.reload()
  await expect(page.locator('.badge', { hasText: /^made$/ })).toBeVisible()
  await isInOrder(page)
  await student.goto(`${url}/dashboard/earnings`)
  await expect(student.getByText(/^Paid to you on /).first()).toBeVisible()
  await page.goto(`${url}/dev/paystack`)
  await expect(page.getByText(/Its balance is ₦97,490/)).toBeVisible()

  // The bank returns it.
  await page.getByRole('button', { name: 'Send it back' }).click()
  await mailTo(app.dataDirectory, ada.email, 'The bank returned your payout')
  await page.goto(run)
  await expect(page.getByText('The bank sent the transfer back. The money is available again.')).toBeVisible()
  await page.goto(`${url}/admin/money/payouts`)
  await expect(page.getByText('The bank returned the last payout')).toBeVisible()
  await expect(page.getByText('₦2,500 to 1 · 1 returned')).toBeVisible()
  await page.getByRole('button', { name: 'Include in the next run' }).click()
  await expect(page.getByRole('heading', { name: 'To pay now: ₦2,500 to 1' })).toBeVisible()

  // The next run: a payout in the file for the bank does not go through Paystack as well. Without a code it is sent at
  // once.
  await confirmRun(page, url)
  // The password was confirmed with the run.
  await expect(page.getByLabel('Your own password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Export CSV: the bank’s file' }).click()
  await expect(page.getByRole('link', { name: /^Download payouts-/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay by Paystack' })).toHaveCount(0)
  await discardFile(page)
  await set(url, 100_000, { code: false })
  await payByPaystack(page)
  await expect(page.getByText('One payout is being sent by Paystack')).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      return page.locator('.badge', { hasText: /^made$/ }).count()
    })
    .toBe(1)
})

test('an admin confirms a run and has Paystack send it in one step, unless its balance is too low', async ({
  page,
  app,
  browser,
  moveClock,
  expectErrors,
}) => {
  expectErrors(409)
  const { url } = app
  const student = await elsewhere(browser)
  const ada = await newStudent(student, app, 'Adaora')
  await approvedWork(app, ada, admin, { title: 'Wound care in Kano', price: 5000, link: 'https://selar.co/wounds' })
  await savesBankDetails(student, app, ada, { bank_name: 'Guaranty Trust Bank', account_number: '0000014579' })
  await asAdmin(page, app)
  await sellByHand(page, url, 'Wound care in Kano', 'SLR-T2')
  await moveClock(9)
  await asAdmin(page, app)
  await set(url, 100, { code: false })
  await page.goto(`${url}/admin/money/payouts`)
  await expect(page.getByRole('button', { name: 'Pay ₦2,500 to one student by Paystack' })).toBeVisible()
  await payByPaystack(page)
  await expect(page.getByRole('alert')).toContainText('Nothing was sent: Paystack has ₦100')
  await set(url, 100_000, { code: false })
  await payByPaystack(page)
  await expect(page.getByText('Paystack sends it. The list below shows where each payout is.')).toBeVisible()
  await mailTo(app.dataDirectory, ada.email, 'We paid you ₦2,500')
  await page.reload()
  await expect(page.getByText(/\b1 paid\.$/)).toBeVisible()
  await page.goto(`${url}/admin/money/payouts`)
  await expect(page.getByText('₦2,500 to 1 · 1 paid').first()).toBeVisible()
})

test('Today shows each Paystack discrepancy to the kobo until an admin resolves it', async ({
  page,
  app,
  moveClock,
  expectErrors,
}) => {
  expectErrors(400)
  test.setTimeout(180_000)
  const { url } = app
  const work = await createSoldWork(behindThePages(app))
  const email = newAddress('compared')
  const started = await send(`${url}/buy/${work.slug}`, { intent: 'pay', email, price: String(work.price) })
  const back = await send(String(started.headers.location), { act: 'pay' })
  const reference = new URL(String(back.headers.location)).searchParams.get('reference') ?? ''
  await page.goto(String(back.headers.location))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid. Your file is ready')

  await asAdmin(page, app)
  await moveClock(1)
  await page.goto(`${url}/admin/money/paystack`)
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  await expect(page.getByText('There are no open discrepancies.')).toBeVisible()
  await page.reload()
  await isInOrder(page)

  const ours = await pastThePages(app, admin.email, admin.password)
  const { data: sales } = await ours.rpc('find_sales', { words: reference }).throwOnError()
  await ours.rpc('reverse_sale', { of_sale: sales[0]?.id ?? '', reason: 'By mistake' }).throwOnError()
  await page.getByRole('button', { name: 'Reconcile now' }).click()
  const difference = `The sale was reversed, but Paystack has the payment: ${reference}, ours ₦0, Paystack's ₦${work.price.toLocaleString('en-NG')}`
  await expect(page.getByRole('link', { name: difference })).toBeVisible()
  await page.goto(`${url}/admin`)
  await expect(page.getByRole('heading', { name: 'Paystack discrepancies' })).toBeVisible()
  await page.getByRole('link', { name: difference }).click()
  await page.getByRole('button', { name: 'Settled' }).click()
  await expect(page.getByLabel('What was it, or what did you do?')).toHaveAccessibleDescription(/Say what it was/)
  await isInOrder(page)
  await page.getByLabel('What was it, or what did you do?').fill('A test of ours')
  await page.getByRole('button', { name: 'Settled' }).click()
  await expect(page.getByText('No open discrepancies.')).toBeVisible()
  await expect(page.getByText(/settled .* · A test of ours/)).toBeVisible()
  await page.goto(`${url}/admin`)
  await expect(page.getByRole('heading', { name: 'Paystack discrepancies' })).toHaveCount(0)
})
