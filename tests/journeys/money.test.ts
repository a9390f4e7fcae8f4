import fs from 'node:fs'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { dayInLagos } from '#app/platform/text/dates.ts'
import { approvedWork } from './approved-work.ts'
import { DEMO_PASSWORD, expect, mailTo } from './app.ts'
import { confirmPassword, forgetPassword } from './confirm-password.ts'
import { withMovedClock } from './moved-clock.ts'
import { asAdmin, elsewhere, isInOrder } from './admin.ts'
import { savesBankDetails, newStudent } from './test-user.ts'

const HOOK_SECRET = 'a secret that automations know'
/** Every sale is of this day, so all shares become available together, and the window is open on any day. */
const yesterday = dayInLagos(new Date(Date.now() - 24 * 3_600_000))
const admin = { email: 'admin@lamplight.example', password: DEMO_PASSWORD }

const test = withMovedClock({ SALES_HOOK_SECRET: HOOK_SECRET })

/**
 * Downloads the file with this title, after the password. Returns its name, and the cells of its lines without the
 * head.
 */
async function getFile(page: Page, title: string): Promise<{ name: string; cells: string[][] }> {
  const button = page.getByRole('button', { name: `Export CSV: ${title}` })
  const form = page.locator('form').filter({ has: button })
  await confirmPassword(page, /^Your own password, for /)
  await button.click()
  const download = page.waitForEvent('download')
  await form.getByRole('link', { name: /^Download / }).click()
  const file = await download
  const [, ...cells] = parse(fs.readFileSync((await file.path()) ?? '', 'utf8'), { bom: true })
  return { name: file.suggestedFilename(), cells }
}

/** Checks the page once the toast has gone: its fading has too little contrast. */
async function isCalm(page: Page) {
  await page
    .locator('.toast')
    .evaluateAll((all) => all.forEach((toast) => toast.getAnimations().forEach((leaving) => leaving.finish())))
  await expect(page.locator('.toast').filter({ visible: true })).toHaveCount(0)
  await isInOrder(page)
}

test('an imported sale becomes a share that a run pays after the refund window, with an email at each step', async ({
  page,
  app,
  browser,
  moveClock,
  expectErrors,
}) => {
  expectErrors(400, 409)
  test.setTimeout(240_000)
  const student = await elsewhere(browser)
  const ada = await newStudent(student, app, 'Adaora')
  await approvedWork(app, ada, admin, {
    title: 'Eclampsia care in Kaduna',
    price: 3500,
    link: 'https://selar.co/eclampsia',
  })
  await asAdmin(page, app)

  // Record a sale: the price fills in automatically.
  await page.goto(`${app.url}/admin/money/sales/new`)
  await isInOrder(page)
  await page.getByLabel('Material').fill('Eclampsia care in Kaduna')
  await expect(page.getByLabel('Paid, in naira')).toHaveValue('3500')
  // The titles are searched, not all listed.
  await expect(page.locator('datalist option')).toHaveCount(1)
  await page.getByLabel('Order reference').fill('SLR-1')
  await page.getByText('Another day, cash, provider or fee').click()
  await page.getByLabel('Paid on').fill(yesterday)
  await page.getByRole('button', { name: 'Record sale' }).click()
  await expect(page.getByText('Sale recorded')).toBeVisible()
  const mail = await mailTo(app.dataDirectory, ada.email, 'Your work was sold')
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain('Your share: ₦1,750')
  await expect(page.getByLabel('Order reference')).toHaveValue('')
  await page.getByLabel('Material').fill('Eclampsia care in Kaduna')
  await expect(page.getByLabel('Paid, in naira')).toHaveValue('3500')
  await page.getByLabel('Order reference').fill('slr-1')
  await page.getByRole('button', { name: 'Record sale' }).click()
  await expect(page.getByLabel('Order reference')).toHaveAccessibleDescription(/already recorded/)

  // The file's columns have unknown names, which the page asks about once.
  await page.getByRole('link', { name: 'Import CSV' }).click()
  await page
    .getByLabel('Or paste its lines')
    .fill(
      `code,what,how much,day,who\nSLR-1,Eclampsia care in Kaduna,3500,${yesterday},a@b.ng\nSLR-2,Eclampsia care in Kaduna,"3,500.50",${yesterday},c@d.ng\nSLR-3,Eclampsia pack,3000,${yesterday},e@f.ng\nSLR-4,Eclampsia pack,lots,${yesterday},e@f.ng\n`,
    )
  await page.getByRole('button', { name: 'Preview the sales' }).click()
  await page.getByLabel('Order reference').selectOption('code')
  await page.getByLabel('Product', { exact: true }).selectOption('what')
  await page.getByLabel('Amount paid').selectOption('how much')
  await page.getByLabel('When it was paid').selectOption('day')
  await isInOrder(page)
  await page.getByRole('button', { name: 'Read it like this' }).click()
  await expect(page.getByText('“lots” is not an amount')).toBeVisible()
  await expect(page.getByText('New: 1')).toBeVisible()
  await expect(page.getByText('Already recorded: 1')).toBeVisible()
  await isInOrder(page)
  await page.getByRole('button', { name: 'Record 2 sales' }).click()
  await expect(page.getByText('1 sale recorded')).toBeVisible()

  // Unmatched sales are resolved by one tap, and the choice is remembered.
  await expect(page).toHaveURL(/\/admin\/money\/queue$/)
  await expect(page.getByText('Eclampsia pack')).toBeVisible()
  await isCalm(page)
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Unmatched sales' })).toBeVisible()
  await page.goto(`${app.url}/admin/money/queue`)
  // A name is remembered only if asked.
  await expect(page.getByLabel('Remember this name for this product')).not.toBeChecked()
  await page.getByLabel('Remember this name for this product').check()
  await page.getByLabel('Material that was sold').fill('Eclampsia care in Kaduna')
  await page.getByRole('button', { name: 'Record sale' }).click()
  await expect(page.getByText('Nothing waits here.')).toBeVisible()
  await expect(page.locator('.toast').getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.goto(`${app.url}/admin/money/products`)
  await expect(page.getByText('“eclampsia pack”')).toBeVisible()
  await isInOrder(page)
  await page.goto(`${app.url}/admin/money/sales/import`)
  await page.getByLabel('Or paste its lines').fill(`code,what,how much,day,who\nSLR-5,ECLAMPSIA PACK,2000,${yesterday},e@f.ng\n`)
  await page.getByRole('button', { name: 'Preview the sales' }).click()
  await expect(page.getByText('New: 1')).toBeVisible()
  await page.getByRole('button', { name: 'Record 1 sales' }).click()
  await expect(page.getByText('1 sale recorded')).toBeVisible()
  await isCalm(page)

  // A refund in time reverses its share.
  await page.locator('[data-row]').filter({ hasText: '₦2,000' }).getByRole('link', { name: 'Eclampsia care in Kaduna' }).click()
  await isInOrder(page)
  await page.getByText('Refund the buyer').click()
  // Enter does not refund: the question comes first.
  await page.getByLabel('Amount in naira').press('Enter')
  await page.locator('summary', { hasText: 'Refund ₦' }).click()
  await page.getByRole('button', { name: 'Yes, refund ₦' }).click()
  await expect(page.getByText('Refund recorded')).toBeVisible()
  await mailTo(app.dataDirectory, ada.email, 'A sale of your work was refunded')
  await page.goto(`${app.url}/admin`)
  await page.getByRole('button', { name: 'The buyer has it' }).click()
  await expect(page.getByText('The buyer has the refund')).toBeVisible()

  // The student sees each sale when it is recorded, and never its buyer.
  await student.goto(`${app.url}/dashboard/earnings`)
  await expect(student.getByText('₦5,000.25 earned so far')).toBeVisible()
  await expect(student.getByText(/^Yours from /)).toHaveCount(3)
  await expect(student.getByText('50% of ₦3,500.50')).toBeVisible()
  await expect(student.getByText('+₦1,750.25')).toBeVisible()
  await expect(student.getByRole('row', { name: /^Total/ })).toHaveText('Total4₦12,000.50₦6,000.25−₦1,000 refunded')
  await expect(student.getByText('There are no bank details to pay to.')).toBeVisible()
  await expect(student.getByText(/SLR-|\b[ace]@[bdf]\.ng/)).toHaveCount(0)
  await isInOrder(student)

  // The window closes, and the run says why it pays no student yet.
  await page.goto(`${app.url}/admin/money/payouts`)
  await expect(page.getByText('No bank details.')).toBeVisible()
  const bank = { bank_name: 'GTBank', account_name: 'Adaora Okonkwo', account_number: '0000014579' }
  await savesBankDetails(student, app, ada, bank)
  await student.goto(`${app.url}/dashboard/earnings`)
  await expect(student.getByRole('region', { name: /^\d+ \w+ \d{4}$/ })).toContainText(
    /Next payout.*₦5,000\.25.*To GTBank ••••••4579, unless you change your bank details\./,
  )
  await expect(student.getByText(/For your safety we pay nothing to them before/)).toBeVisible()
  await moveClock(9)
  await page.goto(`${app.url}/admin/money/payouts`)
  await expect(page.getByRole('heading', { name: 'To pay now: ₦5,000.25 to 1' })).toBeVisible()
  await isInOrder(page)
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('region', { name: /^Payouts to make/ })).toContainText(/Late since|Due today/)
  await page.goto(`${app.url}/admin/money/payouts`)

  // Two admins, or one with two windows, see the same proposal. Each confirms; one run is created.
  const second = await elsewhere(browser)
  await asAdmin(second, app)
  await second.goto(`${app.url}/admin/money/payouts`)
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: 'Pay with a file for the bank' }).click()
  await expect(page.getByText('The run is confirmed')).toBeVisible()
  await second.getByLabel('Your own password', { exact: true }).fill(DEMO_PASSWORD)
  await second.getByRole('button', { name: 'Pay with a file for the bank' }).click()
  await expect(second.getByText(/Nothing was paid: /)).toBeVisible()
  await isCalm(page)

  // The admin downloads the file for the bank.
  await confirmPassword(page, 'Your own password')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV: the bank’s file' }).click()
  await expect(page.getByRole('link', { name: /^Download payouts-/ })).toBeFocused()
  const bankFile = fs.readFileSync((await (await download).path()) ?? '', 'utf8')
  expect(bankFile).toContain('0000014579,GTBank,Adaora Okonkwo,5000.25,LL-')

  await page.getByLabel("The bank's reference").fill('NIP 0001')
  await page.getByLabel('What the bank paid, in naira').fill('5,000')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByLabel('What the bank paid, in naira')).toHaveAccessibleDescription(/come to ₦5,000.25/)
  await page.getByLabel('What the bank paid, in naira').fill('5,000.25')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Marked as paid')).toBeVisible()
  const paid = await mailTo(app.dataDirectory, ada.email, 'We paid you ₦5,000.25')
  expect(paid.text).toContain('ending in 4579')
  expect(paid.text).not.toContain('0000014579')

  await student.goto(`${app.url}/dashboard/earnings`)
  await expect(student.getByText(/^Payout to GTBank ••••••4579$/)).toBeVisible()
  await expect(student.getByText(/^Paid to you on /)).toHaveCount(3)
  await expect(student.getByText('−₦5,000.25')).toBeVisible()
  await isInOrder(student)
  const file = student.waitForEvent('download')
  await student.getByRole('link', { name: 'As a file (CSV)' }).click()
  const rows = fs
    .readFileSync((await (await file).path()) ?? '', 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(rows.slice(1).reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-1)?.replace("'", '')) * 100), 0)).toBe(0)

  await page.goto(`${app.url}/admin/money/books`)
  await expect(page.getByText('It balances')).toBeVisible()
  await isInOrder(page)

  // The export of all entries needs the password and is logged.
  await forgetPassword(page)
  // One password for all files.
  const password = page.getByLabel(/^Your own password/)
  await expect(password).toHaveCount(1)
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Export CSV: the balance sheet of' }).click()
  await expect(password).toHaveAccessibleDescription(/not your password/)
  const sheet = await getFile(page, 'the balance sheet of')
  expect(sheet.name).toMatch(/^balance-sheet-\d{4}-\d\d-\d\d\.csv$/)
  // The signs are those of the page: what there is equals what is owed and earned.
  expect(
    sheet.cells.reduce((sum, [, isOwed, naira]) => sum + (isOwed === 'yes' ? -1 : 1) * Math.round(Number(naira) * 100), 0),
  ).toBe(0)
  expect(Number(sheet.cells.find(([account]) => account === 'Earned by Lamplight, before fees')?.at(-1))).toBeGreaterThan(0)
  expect(sheet.cells.find(([account]) => account === 'In the bank')?.at(-1)).toBe('-5000.25')
  await page.goto(`${app.url}/admin/money/payouts`)
  await page.getByRole('link', { name: 'Export all payouts as CSV' }).click()
  await expect(page.getByLabel('Payouts, of all runs')).toBeChecked()
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the ticked files' }).click()
  const files = unzipSync(fs.readFileSync((await (await archive).path()) ?? ''))
  const [list] = Object.values(files)
  const runs: string[][] = parse(Buffer.from(list ?? ''), { bom: true })
  expect(runs.filter(([, , name]) => name?.startsWith('Adaora')).map((cells) => [cells[3], cells[5], cells[6]])).toEqual([
    ['5000.25', 'NIP 0001', ''],
  ])
  await page.goto(`${app.url}/admin/money/books/compare`)
  await page.getByLabel('From', { exact: true }).fill(yesterday)
  await page
    .getByLabel('Or paste its lines')
    .fill(`code,what,how much,day,who\nSLR-2,Eclampsia care in Kaduna,3600.50,${yesterday},c@d.ng\n`)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText(/The difference is /)).toBeVisible()
  await isInOrder(page)
  const compared = await getFile(page, 'the comparison')
  expect(compared.cells.find(([, order]) => order === 'SLR-2')).toEqual([
    'different amount',
    'SLR-2',
    'Eclampsia care in Kaduna',
    '3600.50',
    '3500.50',
    '100.00',
  ])
  await page.goto(`${app.url}/admin/statistics?from=${yesterday}`)
  await page.getByText('Export CSV', { exact: true }).click()
  const weeks = await getFile(page, 'sales and refunds by week')
  const ours = weeks.cells.filter(([, , title]) => title === 'Eclampsia care in Kaduna')
  expect(ours.reduce((sum, cells) => sum + Number(cells[3]), 0)).toBe(4)
  expect(ours.reduce((sum, cells) => sum + Number(cells[6]), 0)).toBe(1)
  await page.goto(`${app.url}/admin/log?show=money`)
  for (const what of ['balance sheet', 'all payouts', 'comparison with a report', 'statistics by week']) {
    await expect(page.getByText(`Money exported: ${what}`).first()).toBeVisible()
  }

  await page.goto(`${app.url}/admin/money/rules`)
  await isInOrder(page)
  await page.goto(`${app.url}/admin/statistics`)
  await expect(page.getByRole('heading', { name: /^Sales \d/ })).toBeVisible()
  await isInOrder(page)
})

test('a returned payout, a late refund and an account left with money owed are handled', async ({
  page,
  app,
  browser,
  moveClock,
  expectErrors,
}) => {
  expectErrors(400)
  test.setTimeout(240_000)
  const student = await elsewhere(browser)
  const bisi = await newStudent(student, app, 'Bisi')
  await approvedWork(app, bisi, admin, { title: 'Pressure sores in Jos', price: 5000, link: 'https://selar.co/sores' })
  const account = { bank_name: 'Zenith', account_name: 'Bisi Okonkwo', account_number: '1234567890' }
  await savesBankDetails(student, app, bisi, account)

  // An automation reports the sale, twice.
  const notice = {
    order_reference: 'HOOK-1',
    product_name: 'Pressure sores in Jos',
    amount: 5000,
    customer_email: 'buyer@example.com',
  }
  const tell = (secret: string) =>
    fetch(`${app.url}/hooks/sales`, {
      method: 'POST',
      headers: { 'x-lamplight-secret': secret },
      body: JSON.stringify(notice),
    })
  expect((await tell('a secret that nobody knows')).status).toBe(401)
  expect((await tell(HOOK_SECRET)).status).toBe(200)
  expect((await tell(HOOK_SECRET)).status).toBe(200)
  await mailTo(app.dataDirectory, bisi.email, 'Your work was sold')
  await moveClock(9)
  await asAdmin(page, app)
  await page.goto(`${app.url}/admin/money/payouts`)
  await expect(page.getByRole('heading', { name: 'To pay now: ₦2,500 to 1' })).toBeVisible()
  // The control lies above the link that covers the row.
  await page.getByText('Hold...').click()
  await expect(page.getByLabel('Why? The student reads it')).toBeVisible()
  await page.getByLabel(/^The bank account of .* belongs to them$/).check()
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: 'Pay with a file for the bank' }).click()
  await expect(page.getByText('The run is confirmed')).toBeVisible()
  await page.getByText('Mark as returned...').click()
  await page.getByLabel('What did the bank say? The student reads it').fill('Account closed')
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await expect(page.getByText('Marked as returned')).toBeVisible()
  await mailTo(app.dataDirectory, bisi.email, 'The bank returned your payout')

  // It is not sent to the same account automatically; Today shows it, and the student reads what to do.
  await page.goto(`${app.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Returned payouts' })).toBeVisible()
  await isInOrder(page)
  await student.goto(`${app.url}/dashboard/earnings`)
  await expect(student.getByText(/The bank returned your last payout: Account closed/)).toBeVisible()
  await savesBankDetails(student, app, bisi, { ...account, account_number: '2234567890' })
  await page.goto(`${app.url}/admin/money/payouts`)
  await expect(page.getByText(/Bank details were changed a short while ago\. Not before /)).toBeVisible()

  // A student who leaves confirms giving up their balance.
  await student.goto(`${app.url}/dashboard/my-data`)
  await expect(student.getByText(/We owe you ₦2,500/)).toBeVisible()
  await isInOrder(student)
  await moveClock(3)
  await page.goto(`${app.url}/admin/money/payouts`)
  await page.getByLabel(/^The bank account of .* belongs to them$/).check()
  await confirmPassword(page, 'Your own password')
  await page.getByRole('button', { name: 'Pay with a file for the bank' }).click()
  await expect(page.getByText('The run is confirmed')).toBeVisible()
  await page.getByLabel('What the bank paid, in naira').fill('2,500')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Marked as paid')).toBeVisible()

  // A late refund is a debt that the student sees; the next sale settles it.
  await page.goto(`${app.url}/admin/money/sales?search=HOOK-1`)
  await page.getByRole('link', { name: 'Pressure sores in Jos' }).click()
  await page.getByText('Refund the buyer').click()
  // The question names what was typed, or all that is left.
  await page.getByLabel('Amount in naira').fill('1,200')
  await expect(page.locator('summary', { hasText: 'Refund ₦1,200' })).toBeVisible()
  await page.getByLabel('Amount in naira').fill('')
  await page.locator('summary', { hasText: 'Refund ₦5,000' }).click()
  await page.getByRole('button', { name: 'Yes, refund ₦' }).click()
  await expect(page.getByText('Refund recorded')).toBeVisible()
  await student.goto(`${app.url}/dashboard/earnings`)
  await expect(student.getByText(/₦2,500 is deducted from your next earnings\. You do not have to send anything\./)).toBeVisible()
  await isInOrder(student)
  await page.goto(`${app.url}/admin/money/sales/new`)
  await page.getByLabel('Material').fill('Pressure sores in Jos')
  await page.getByLabel('Paid, in naira').fill('8000')
  await page.getByText('Another day, cash, provider or fee').click()
  await page.getByLabel('Provider').selectOption('other')
  await page.getByRole('button', { name: 'Record sale' }).click()
  await expect(page.getByText('Sale recorded')).toBeVisible()

  await student.goto(`${app.url}/dashboard/my-data`)
  await expect(student.getByText(/We owe you ₦1,500/)).toBeVisible()
  await student.getByText('I want to delete my account').click()
  await student.getByLabel('Your password').fill(bisi.password)
  await student.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(student.getByLabel('Type: I give up ₦1,500')).toHaveAccessibleDescription(/Type these words/)
  await student.getByLabel('Type: I give up ₦1,500').fill('i give up 1500')
  await student.getByLabel('Your password').fill(bisi.password)
  await student.getByRole('button', { name: 'Delete my account permanently' }).click()
  await expect(student.getByText('Your account is deleted')).toBeVisible()
})
