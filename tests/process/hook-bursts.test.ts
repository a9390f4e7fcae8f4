import path from 'node:path'
import { expect, test } from 'vitest'
import { getSignature } from '#functions/_shared/paystack-notice.ts'
import { openPglite } from '#server/backend/database.ts'
import { ask } from '../support/http.ts'
import { startSite, whenOver } from './sites.ts'
import { startedOnce } from '../support/test-databases.ts'

const SALES_HOOK_SECRET = 'a secret that is long enough'
const PAYSTACK_SECRET_KEY = `sk_test_${'0123456789'.repeat(4)}`
const NOTICES = 500

test('every notice of a burst is stored and processed, and pages are served during it', async () => {
  const directory = await startedOnce()
  whenOver(() => directory.remove())
  const site = await startSite(
    { SALES_HOOK_SECRET, PAYSTACK_SECRET_KEY, PAYSTACK_URL: 'http://127.0.0.1:9' },
    { path: directory.path, remove: () => {} },
  )
  await (await fetch(`${site.url}/faq`)).text()
  const saleNotice = (number: number) =>
    ask(`${site.url}/hooks/sales`, {
      body: JSON.stringify({ order_reference: `BURST-${number}`, product_name: 'An unknown product', amount: 3500 }),
      headers: { 'x-lamplight-secret': SALES_HOOK_SECRET },
    })
  const event = (number: number) => {
    const body = JSON.stringify({ event: 'charge.success', data: { reference: `BURST-${number}` } })
    const signature = getSignature(new TextEncoder().encode(body), PAYSTACK_SECRET_KEY)
    return ask(`${site.url}/hooks/paystack`, { body, headers: { 'x-paystack-signature': signature } })
  }
  for (const send of [saleNotice, event]) {
    const state = { isOver: false }
    const burst = Promise.all(Array.from({ length: NOTICES }, (_, number) => send(number))).finally(() => (state.isOver = true))
    let pages = 0
    while (!state.isOver) {
      // fetch keeps its connection, which is not behind those of the burst.
      const page = await fetch(`${site.url}/faq`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')])
      pages += state.isOver ? 0 : 1
    }
    expect(new Set((await burst).map(({ status }) => status))).toEqual(new Set([200]))
    // A process that finishes the whole burst before it reads another request serves none.
    expect(pages).toBeGreaterThan(1)
  }
  // It ends between two steps of its work.
  await site.end()
  const database = await openPglite(path.join(directory.path, 'postgres'))
  const step = () => database.query<{ processed: number }>('select public.process_sale_notices() as processed')
  while (((await step())[0]?.processed ?? 0) > 0);
  const [stored] = await database.query<{ sales: number }>(
    `select count(*)::integer as sales from public.unmatched_sales where order_reference like 'BURST-%'`,
  )
  await database.close()
  expect(stored).toEqual({ sales: NOTICES })
})
