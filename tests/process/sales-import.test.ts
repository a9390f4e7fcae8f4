// Sales from a file of a payment provider, in the console: preview, questions, import and comparison.
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { ADMIN, DEMO_PASSWORD, getClient, keysIn, startSite } from './sites.ts'

let url: string
let cookie: string
let title: string
let service: ReturnType<typeof getClient>
beforeAll(async () => {
  const backendPort = String(await freePort())
  const site = await startSite({ BACKEND_PORT: backendPort })
  url = site.url
  cookie = cookieHeader((await send(`${url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })).cookies)
  service = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  title = (await createSoldWork(service)).title
})

const post = (path: string, fields: Record<string, string>) => send(`${url}${path}`, fields, { headers: { cookie } })
const importFile = (fields: Record<string, string>) => post('/admin/money/sales/import', { provider: 'other', ...fields })
const recorded = async (prefix: string) => {
  const { data } = await service
    .from('sales')
    .select('order_reference, gross_kobo')
    .like('order_reference', `${prefix}%`)
    .order('order_reference')
    .throwOnError()
  return data.map(({ order_reference, gross_kobo }) => `${order_reference} ${gross_kobo}`)
}
const plain = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll('&quot;', '"')

const statuses = (prefix: string, ...words: string[]) =>
  `Reference,Product,Amount,Status,Date\n${words.map((word, at) => `${prefix}-${at},${title},3500,${word},2026-11-20`).join('\n')}\n`

test('the import records only payments that were paid and lists the others with their reasons', async () => {
  const csv = statuses('PAY', 'success', 'failed', 'abandoned', 'reversed')
  const preview = plain((await importFile({ intent: 'preview', csv })).text)
  expect(preview).toContain('Left out, because they are not sales: 3')
  expect(preview).toContain('Not paid: failed')
  expect(preview).toContain('Refunded or reversed.')
  const { status, headers } = await importFile({ intent: 'import', csv })
  expect([status, headers.location]).toEqual([303, '/admin/money/sales'])
  expect(await recorded('PAY')).toEqual(['PAY-0 350000'])
})

test('the import asks about an unknown status and records nothing until it is answered', async () => {
  const csv = statuses('ASK', 'paid', 'zorp')
  for (const intent of ['preview', 'import']) {
    const { status, text } = await importFile({ intent, csv })
    expect([status, plain(text).includes('What does the status “zorp” mean?')]).toEqual([200, true])
    expect(text).not.toContain('value="import"')
  }
  expect(await recorded('ASK')).toEqual([])
  expect((await importFile({ intent: 'import', csv, 'status-zorp': 'unpaid' })).status).toBe(303)
  expect(await recorded('ASK')).toEqual(['ASK-0 350000'])
})

test('the import says in one line how it reads the file, and reads it as the admin chooses', async () => {
  const csv = `sep=;\nReference;Product;Amount;Date\nMARK-1;${title};3500,00;02/09/2026\nMARK-2;${title};12,5;02/09/2026\n`
  const preview = plain((await importFile({ intent: 'preview', csv })).text)
  expect(preview).toContain(
    'Read as: 3.500,50 has a decimal comma · 02/09/2026 is 2 September · amounts without a currency are NGN',
  )
  expect(preview).toContain('2 Sep 2026 · ₦3,500')
  expect(plain((await importFile({ intent: 'preview', csv, order: 'month' })).text)).toContain('9 Feb 2026 · ₦3,500')
  expect((await importFile({ intent: 'import', csv })).status).toBe(303)
  expect(await recorded('MARK')).toEqual(['MARK-1 350000', 'MARK-2 1250'])
})

test.each(['/admin/money/sales/import', '/admin/money/books/compare'])(
  '%s reports invalid pasted lines under their field',
  async (path) => {
    const { status, text } = await post(path, {
      intent: 'preview',
      provider: 'other',
      since: '2026-11-01',
      until: '2026-11-30',
      csv: '"nonsense',
    })
    expect(status).toBe(400)
    expect(text).toMatch(/<textarea[^>]*name="csv"[^>]*aria-invalid="true"|<textarea[^>]*aria-invalid="true"[^>]*name="csv"/)
    expect(text).not.toMatch(/<input[^>]*type="file"[^>]*aria-invalid/)
  },
)

test('the comparison counts a refunded payment whose sale is in the books, and no other', async () => {
  const columns = { provider: 'paystack', since: '2026-10-01', until: '2026-10-31' }
  const line = (reference: string, status: string) => `${reference},${title},3500,${status},2026-10-20\n`
  const head = 'Reference,Product,Amount,Status,Date\n'
  const sold = head + line('CMP-1', 'success') + line('CMP-2', 'success')
  expect((await importFile({ ...columns, intent: 'import', csv: sold })).status).toBe(303)
  const csv = head + line('CMP-1', 'success') + line('CMP-2', 'reversed') + line('CMP-3', 'reversed') + line('CMP-4', 'failed')
  const { text } = await post('/admin/money/books/compare', { ...columns, csv })
  expect(plain(text)).toContain('They agree to the kobo: 2 sales, ₦7,000.')
  expect(plain(text)).toContain('2 lines of the report were left out')
  const asked = await post('/admin/money/books/compare', { ...columns, csv: csv + line('CMP-5', 'zorp') })
  expect(plain(asked.text)).toContain('What does the status “zorp” mean?')
  expect((await ask(`${url}/admin/money/books/compare`, { headers: { cookie } })).status).toBe(200)
})
