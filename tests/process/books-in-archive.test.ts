// The archive of a student holds their books: sales, refunds, payouts, the lines of their accounts and what each was for, and no buyer.
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/ask.ts'
import { temporaryDirectory } from '../support/processes.ts'
import { wordsOf } from './html.ts'
import { DEMO_PASSWORD, startSite, STUDENT } from './sites.ts'

type Line = { kind: string; kobo: number; title: string | null; state: string | null }
type Books = {
  sales: { id: string; share_kobo: number }[]
  refunds: { sale_id: string; share_back_kobo: number }[]
  payouts: { amount_kobo: number; payout_steps: { step: string }[] }[]
  book_entries: { account: string; amount_kobo: number }[]
  statement: Line[]
}
const sum = (amounts: number[]) => amounts.reduce((all, kobo) => all + kobo, 0)

test('the books of the demo student are in the archive, and its sums are those of the page', async () => {
  // A first start makes the sample history of sales.
  const site = await startSite({ SEED: 'sample', DEMO_PASSWORD }, temporaryDirectory())
  const signedIn = await send(`${site.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  const headers = { cookie: cookieHeader(signedIn.cookies) }
  const answer = await ask(`${site.url}/dashboard/my-data/archive`, { headers })
  expect(answer.status).toBe(200)
  const text = new TextDecoder().decode(unzipSync(answer.body)['data.json'])
  const { sales, refunds, payouts, book_entries, statement } = JSON.parse(text) as Books
  expect(sales.length).toBeGreaterThanOrEqual(12)
  expect(refunds.length).toBeGreaterThanOrEqual(1)
  expect(refunds.every(({ sale_id }) => sales.some(({ id }) => id === sale_id))).toBe(true)
  expect(payouts.filter(({ payout_steps }) => payout_steps.some(({ step }) => step === 'paid'))).not.toEqual([])
  expect(
    statement
      .filter(({ kind }) => kind === 'sale')
      .map(({ kobo }) => kobo)
      .toSorted(),
  ).toEqual(sales.map(({ share_kobo }) => share_kobo).toSorted())
  expect(statement.every(({ kind, title }) => kind === 'payout' || kind === 'payout_returned' || title !== null)).toBe(true)
  // What is owed is below zero in the books.
  const balance = sum(statement.map(({ kobo }) => kobo))
  expect(sum(book_entries.map(({ amount_kobo }) => amount_kobo))).toBe(-balance)
  expect(sum(sales.map(({ share_kobo }) => share_kobo)) - sum(refunds.map(({ share_back_kobo }) => share_back_kobo))).toBe(
    balance + sum(payouts.map(({ amount_kobo }) => amount_kobo)),
  )
  const page = wordsOf((await ask(`${site.url}/dashboard/earnings`, { headers })).text)
  const earned = (balance + sum(payouts.map(({ amount_kobo }) => amount_kobo))) / 100
  expect(page).toContain(`₦${earned.toLocaleString('en-NG')} earned so far`)
  expect(text).not.toMatch(/order_reference|SAMPLE-|buyer/i)
})
