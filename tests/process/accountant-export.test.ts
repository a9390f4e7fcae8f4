// The accountant's export: its sums are those of Money, and the workbook has the same amounts.
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { readCsv } from '#app/platform/lists/csv.server.ts'
import { cookieHeader, send } from '../support/http.ts'
import { ADMIN, DEMO_PASSWORD, type Site, startSite, STUDENT } from './sites.ts'

let site: Site
const cookies = { student: '', admin: '' }
const range = `?from=2018-01-01&to=${new Date().toISOString().slice(0, 10)}`

beforeAll(async () => {
  site = await startSite()
  for (const [who, email] of [
    ['student', STUDENT],
    ['admin', ADMIN],
  ] as const) {
    cookies[who] = cookieHeader((await send(`${site.url}/auth`, { intent: 'sign-in', email, password: DEMO_PASSWORD })).cookies)
  }
  const page = await (await get('/marketplace', '')).text()
  const title = /<h\d[^>]*class="name[^>]*>.*?<a[^>]*>(.*?)<\/a>/s.exec(page)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? ''
  for (const [reference, gross, fee] of [
    ['ACC-1', '3500', '190'],
    ['ACC-2', '2000.50', '130'],
  ] as const) {
    const sale = { provider: 'selar', title, reference, gross, fee, paid: '' }
    const recorded = await send(`${site.url}/admin/money/sales/new`, sale, { headers: { cookie: cookies.admin } })
    expect(recorded.status, recorded.text).toBe(303)
  }
})

const get = (path: string, cookie: string) => fetch(`${site.url}${path}`, { headers: { cookie }, redirect: 'manual' })
async function readTable(path: string): Promise<Record<string, string>[]> {
  const csv = readCsv(new Uint8Array(await (await get(path, cookies.admin)).arrayBuffer()))
  const [head, ...rows] = 'rows' in csv ? csv.rows.map(({ cells }) => cells) : []
  return rows.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

test('the lines add up to their total, and the total is that of Money', async () => {
  const lines = await readTable(`/admin/money/accountant/csv${range}`)
  const total = lines.at(-1)
  const money = (await readTable(`/admin/money/export.csv${range}`)).at(-1)
  expect(lines.map((line) => line.order)).toEqual(expect.arrayContaining(['ACC-1', 'ACC-2']))
  const columns = ['takings', 'fees', 'refunds', 'shares of authors', 'shares of class reps', 'other', 'kept by Lamplight']
  for (const column of columns) {
    const kobo = lines.slice(0, -1).reduce((sum, line) => sum + Math.round(Number(line[column]) * 100), 0)
    expect(kobo, column).toBe(Math.round(Number(total?.[column]) * 100))
  }
  expect(total).toMatchObject({
    takings: money?.takings,
    refunds: money?.refunded,
    fees: money?.fees,
    'kept by Lamplight': money?.['kept by Lamplight'],
  })
})

test('the workbook has the sums of each month and the lines', async () => {
  const response = await get(`/admin/money/accountant/xlsx${range}`, cookies.admin)
  expect(response.headers.get('content-disposition')).toMatch(/filename="accounts-.*\.xlsx"/)
  const parts = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const read = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  expect(read('xl/workbook.xml')).toMatch(/name="Months".*name="Lines"/)
  const lines = await readTable(`/admin/money/accountant/csv${range}`)
  const rows = read('xl/worksheets/sheet2.xml').match(/<row /g) ?? []
  expect(rows).toHaveLength(lines.length)
  expect(read('xl/worksheets/sheet1.xml')).toContain(`<v>${Number(lines.at(-1)?.['kept by Lamplight'])}</v>`)
})

test('only the role money gets it, and no other file', async () => {
  expect((await get(`/admin/money/accountant/csv${range}`, cookies.student)).status).toBe(404)
  expect((await get(`/admin/money/accountant/pdf${range}`, cookies.admin)).status).toBe(404)
})
