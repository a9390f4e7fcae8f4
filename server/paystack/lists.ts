import { type Listed, listedPage } from './answers.ts'
import type { Call } from './call.ts'

/** What Paystack lists of a time, the last first. */
export type ListCalls = {
  listPayments(since: Date, until: Date): Promise<Listed[]>
  listTransfers(since: Date, until: Date): Promise<Listed[]>
}

const A_PAGE = 100
/** Ten thousand in some days are more than we are made for. */
const MOST_PAGES = 100

export const listCalls = (call: Call): ListCalls => {
  async function all(name: string, path: string, since: Date, until: Date): Promise<Listed[]> {
    const found = new Map<string, Listed>()
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const query = new URLSearchParams({
        from: since.toISOString(),
        to: until.toISOString(),
        perPage: String(A_PAGE),
        page: String(page),
      })
      const before = found.size
      for (const each of await call(name, `${path}?${query.toString()}`, listedPage)) {
        if (each.reference !== null) {
          found.set(each.reference, each)
        }
      }
      // Not by the length of a page, which Paystack may choose itself. What comes in meanwhile moves the pages, and nothing is lost by that.
      if (found.size === before) {
        return [...found.values()]
      }
    }
    throw new Error(`Paystack lists more than ${MOST_PAGES * A_PAGE}: ${name}`)
  }
  return {
    listPayments: (since, until) => all('listPayments', '/transaction', since, until),
    listTransfers: (since, until) => all('listTransfers', '/transfer', since, until),
  }
}
