// A form that another account opened, or whose session has ended, saves nothing, and the response has its text.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_FIELD, ACCOUNT_HEADER } from '#app/platform/forms/account-field.ts'
import routes from '#app/routes.ts'
import { getClient } from '../support/client.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { root } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { startApp } from '../support/start-app.ts'
import { unescaped } from './html.ts'
import { markedStudent, type Student } from './marked-student.ts'
import { ADMIN, DEMO_PASSWORD } from './sites.ts'

let app: Awaited<ReturnType<typeof startApp>>
let ada: Student
let bola: Student
let admin = ''
beforeAll(async () => {
  app = await startApp()
  ada = await markedStudent(app, 'Adaeze', '0000014579', [])
  bola = await markedStudent(app, 'Bola', '9999955555', [7000])
  admin = cookieHeader((await send(`${app.url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })).cookies)
})
afterAll(() => app.end())

type Entry = (typeof routes)[number]

/** Returns the addresses of all routes that have an action. */
function getActions(entries: readonly Entry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const address = entry.path === undefined ? parent : `${parent}/${entry.path}`
    const source = fs.readFileSync(path.join(root, 'app', entry.file), 'utf8')
    const own = /export ((async )?function action\b|const action\b|\{ \w+ as action \})/.test(source) ? [address] : []
    return [...own, ...getActions(entry.children ?? [], address)]
  })
}

/** These sign in or out, save for whoever has the link of an order, take no form, or are an address that no record has. */
const OF_NO_ACCOUNT =
  /^\/(auth(\/.*)?|material-preview\/\*|orders\/:token\/read\/place|admin\/catalogue\/materials\/:id\/as-visitor|admin\/\*|\*)$/
const id = randomUUID()
const rows = `?selection=rows&intent=reply&id=${id}`

/** Addresses whose record must exist, or which need a query. */
async function getAddress(route: string): Promise<string> {
  const { data: work } = await bola.client
    .from('research_materials')
    .select('id')
    .eq('slug', bola.commented)
    .single()
    .throwOnError()
  const { data: upload } = await bola.client.from('material_uploads').select('id').single().throwOnError()
  const sold = await createSoldWork(getClient(app.backend.url, app.backend.secretKey))
  const known: Record<string, string> = {
    '/material-preview/:key': `/material-preview/${bola.commented}`,
    '/material/:key': `/material/${bola.commented}`,
    '/buy/:slug': `/buy/${sold.slug}`,
    '/report': `/report?material=${work.id}`,
    '/upload-materials/:id/replace': `/upload-materials/${upload.id}/replace`,
    '/admin': '/admin?index',
    '/admin/catalogue/materials/:id/file': `/admin/catalogue/materials/${sold.id}/file`,
    '/admin/people/requests/answer': `/admin/people/requests/answer${rows}`,
    '/admin/people/messages/reply': `/admin/people/messages/reply${rows}`,
    '/admin/texts/:group': '/admin/texts/hero',
    '/admin/settings/:group': '/admin/settings/site',
  }
  return known[route] ?? route.replaceAll(/:\w+/g, id)
}

test.each(getActions(routes).filter((route) => !OF_NO_ACCOUNT.test(route)))(
  '%s refuses a form of another account',
  async (route) => {
    const cookie = route.startsWith('/admin') ? admin : bola.cookie
    const fields = { [ACCOUNT_FIELD]: ada.userId, text: 'Hand hygiene' }
    const response = await send(app.url + (await getAddress(route)), fields, { headers: { cookie } })
    expect([response.status, response.text.includes('Hand hygiene')]).toEqual([409, true])
  },
)

/** Returns the fields of the page's form that sends the text again. */
function getAgain(text: string): Record<string, string> {
  const form = text.split('<form ').find((part) => part.includes('Send it again')) ?? ''
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]))
}

const profile = { first_name: 'Adaeze', last_name: 'O\'Neil & "sons"', bank_name: 'GTBank', account_number: '0123456789' }
const request = { topic: 'Pain after a caesarean section', details: 'One line\r\nand another', deadline: '' }

describe.each([
  ['/dashboard', profile],
  ['/request-a-topic', request],
  ['/upload-materials', { title: 'Ethics of care', category: 'thesis', format: 'PDF', email: 'a@example.ng' }],
] as const)('a form of %s', (address, fields) => {
  const sent = () => ({ [ACCOUNT_FIELD]: ada.userId, ...fields })
  const getRows = async () => {
    const tables = ['profiles', 'profiles_bank_details', 'topic_requests', 'material_uploads'] as const
    return Promise.all(tables.map(async (table) => (await bola.client.from(table).select().throwOnError()).data))
  }

  test('is named by its page', async () => {
    const page = await ask(app.url + address, { headers: { cookie: ada.cookie } })
    expect(page.text).toContain(`<input type="hidden" name="${ACCOUNT_FIELD}" value="${ada.userId}"/>`)
  })

  test('saves nothing in the account that is signed in, says which, and keeps the text', async () => {
    const before = await getRows()
    const response = await send(app.url + address, sent(), { headers: { cookie: bola.cookie } })
    expect(response.status).toBe(409)
    expect(response.text).toContain('Nothing was saved.')
    expect(response.text).toContain(bola.email)
    expect(response.text).not.toContain('>Sign In<')
    expect(getAgain(response.text)).toEqual(sent())
    expect(await getRows()).toEqual(before)
  })

  test('keeps its text when the session has ended, and can be sent again after signing in', async () => {
    const response = await send(app.url + address, sent())
    expect([response.status, getAgain(response.text)]).toEqual([401, sent()])
    expect(response.text).toContain('You are signed out')
    const again = await send(app.url + address, getAgain(response.text), { headers: { cookie: ada.cookie } })
    expect([again.status, again.headers.location]).not.toEqual([401, undefined])
    expect(again.text).not.toContain('Nothing was saved.')
  })

  test('leads to the sign-in page when it names no account', async () => {
    const response = await send(app.url + address, fields)
    expect([response.status, response.headers.location]).toEqual([303, `/auth?next=${encodeURIComponent(address)}`])
  })
})

test('an upload with its file keeps its text and stores no file when another account is signed in', async () => {
  const form = new FormData()
  for (const [name, value] of [
    [ACCOUNT_FIELD, ada.userId],
    ['title', 'Ethics of care'],
    ['password', 'a secret'],
  ] as const) {
    form.set(name, value)
  }
  form.set('file', new Blob(['%PDF-1.7\n', 'x'.repeat(3_000_000)]), 'ethics.pdf')
  for (const [cookie, status] of [
    [bola.cookie, 409],
    ['', 401],
  ] as const) {
    const headers = { cookie, origin: app.url }
    const response = await fetch(`${app.url}/upload-materials`, { method: 'POST', redirect: 'manual', headers, body: form })
    const text = await response.text()
    expect([response.status, getAgain(text)]).toEqual([status, { [ACCOUNT_FIELD]: ada.userId, title: 'Ethics of care' }])
    expect(text).toContain('Choose the file again')
    expect(text).not.toContain('a secret')
  }
  expect(fs.readdirSync(path.join(app.dataDirectory, 'receiving'))).toEqual([])
})

test('the chunks of a file are refused when another account is signed in', async () => {
  const headers = {
    origin: app.url,
    'tus-resumable': '1.0.0',
    'upload-length': '10',
    'upload-metadata': `filename ${btoa('a.pdf')}`,
  }
  const begin = (account: string) =>
    ask(`${app.url}/uploads/receive`, { method: 'POST', headers: { ...headers, cookie: bola.cookie, [ACCOUNT_HEADER]: account } })
  const refused = await begin(ada.userId)
  expect([refused.status, refused.text.includes(bola.email)]).toEqual([403, true])
  expect((await begin(bola.userId)).status).toBe(201)
})

test('a client navigation with the form of another account gets the text as data', async () => {
  const response = await send(
    `${app.url}/request-a-topic.data`,
    { [ACCOUNT_FIELD]: ada.userId, ...request },
    { headers: { cookie: bola.cookie } },
  )
  expect(response.status).toBe(409)
  expect(response.text).toContain(request.topic)
  expect(response.text).toContain('/request-a-topic"')
})
