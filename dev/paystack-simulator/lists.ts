import type { Hono } from 'hono'
import type { Answers } from './responses.ts'

type Given = Answers & {
  /** A payment and a transfer as they are told elsewhere. */
  payments(): { at: number; data: object }[]
  transfers(): { at: number; data: object }[]
}

/** The simulator's lists of payments and transfers, a page at a time, the last first. */
export function addLists(api: Hono, { done, refuse, payments, transfers }: Given): void {
  for (const [path, all] of [
    ['/transaction', payments],
    ['/transfer', transfers],
  ] as const) {
    api.get(path, (c) => {
      const { from = '1970-01-01', to = '9999-12-31', perPage = '50', page = '1' } = c.req.query()
      const [since, until, most, at] = [Date.parse(from), Date.parse(to), Number(perPage), Number(page)]
      if (Number.isNaN(since) || Number.isNaN(until) || !(most > 0 && most <= 100) || !(at > 0)) {
        return refuse(400, 'Invalid from, to, perPage or page', 'invalid_params')
      }
      const found = all()
        .filter((each) => each.at >= since && each.at <= until)
        .toReversed()
      return done(
        'Retrieved',
        found.slice((at - 1) * most, at * most).map(({ data }) => data),
      )
    })
  }
}
