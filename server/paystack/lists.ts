import type * as v from 'valibot'
import { type Listed, listedPage, type Refund, refunds } from './responses.ts'
import type { Call } from './call.ts'

/** Paystack's lists of a period, newest first. */
export type ListCalls = {
  listPayments(since: Date, until: Date): Promise<Listed[]>
  listTransfers(since: Date, until: Date): Promise<Listed[]>
  listRefunds(since: Date, until: Date): Promise<Refund[]>
  /**
   * Returns the refunds of a payment, by Paystack's number of it or our reference. Paystack cannot filter the list by
   * payment.
   */
  listPaymentRefunds(payment: { id: string | null; reference: string; paidAt: Date }): Promise<Refund[]>
}

const A_PAGE = 100
/** Ten thousand rows in some days exceed the design of this site. */
const MAX_PAGES = 100
const DAY_MS = 24 * 3_600_000

export const listCalls = (call: Call): ListCalls => {
  async function all<Row>(
    name: string,
    path: string,
    schema: v.GenericSchema<unknown, Row[]>,
    key: (row: Row) => string | null,
    [since, until]: [Date, Date],
  ): Promise<Row[]> {
    const found = new Map<string, Row>()
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = new URLSearchParams({
        from: since.toISOString(),
        to: until.toISOString(),
        // Paystack's reference says per_page for some lists, its guide perPage for all of them.
        perPage: String(A_PAGE),
        per_page: String(A_PAGE),
        page: String(page),
      })
      const before = found.size
      for (const each of await call(name, `${path}?${query.toString()}`, schema, { isList: true })) {
        const named = key(each)
        if (named !== null) {
          found.set(named, each)
        }
      }
      // The length of a page proves nothing, because Paystack may choose it. New entries shift the pages, which loses
      // nothing.
      if (found.size === before) {
        return [...found.values()]
      }
    }
    throw new Error(`Paystack lists more than ${MAX_PAGES * A_PAGE}: ${name}`)
  }
  const listRefunds = (since: Date, until: Date) => all('listRefunds', '/refund', refunds, ({ id }) => id, [since, until])
  return {
    listPayments: (since, until) => all('listPayments', '/transaction', listedPage, ({ reference }) => reference, [since, until]),
    listTransfers: (since, until) => all('listTransfers', '/transfer', listedPage, ({ reference }) => reference, [since, until]),
    listRefunds,
    async listPaymentRefunds({ id, reference, paidAt }) {
      // Paystack's clock and ours may differ.
      const listed = await listRefunds(new Date(paidAt.getTime() - DAY_MS), new Date(Date.now() + DAY_MS))
      return listed.filter((each) => each.reference === reference || (id !== null && each.payment === id))
    },
  }
}
