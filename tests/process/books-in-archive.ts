/*
 * The archive of a student contains their books: sales, refunds, payouts, their account entries and the reason of each,
 * and no buyer.
 */
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { ask } from '../support/http.ts'
import { getWords } from './html.ts'

type Line = { kind: string; kobo: number; title: string | null; state: string | null }
type Books = {
  sales: { id: string; share_kobo: number }[]
  refunds: { sale_id: string; share_back_kobo: number }[]
  payouts: { amount_kobo: number; payout_steps: { step: string }[] }[]
  book_entries: { account: string; amount_kobo: number }[]
  statement: Line[]
}
const sum = (amounts: number[]) => amounts.reduce((all, kobo) => all + kobo, 0)

/**
 * Fails unless the archive of the user with these headers contains the books of the sample history with the sums of
 * their page.
 */
export async function expectBooksInArchive(url: string, headers: Record<string, string>): Promise<void> {
  const response = await ask(`${url}/dashboard/my-data/archive`, { headers })
  expect(response.status).toBe(200)
  const text = new TextDecoder().decode(unzipSync(response.body)['data.json'])
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
  // The books record debts as negative amounts.
  const balance = sum(statement.map(({ kobo }) => kobo))
  expect(sum(book_entries.map(({ amount_kobo }) => amount_kobo))).toBe(-balance)
  expect(sum(sales.map(({ share_kobo }) => share_kobo)) - sum(refunds.map(({ share_back_kobo }) => share_back_kobo))).toBe(
    balance + sum(payouts.map(({ amount_kobo }) => amount_kobo)),
  )
  const page = getWords((await ask(`${url}/dashboard/earnings`, { headers })).text)
  const earned = (balance + sum(payouts.map(({ amount_kobo }) => amount_kobo))) / 100
  expect(page).toContain(`₦${earned.toLocaleString('en-NG')} earned so far`)
  expect(text).not.toMatch(/order_reference|SAMPLE-|buyer/i)
}
