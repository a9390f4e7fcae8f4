// A guest's input is restored after signing in, in any script and of any length.
import { beforeAll, expect, test } from 'vitest'
import { ask, cookieHeader, send } from '../support/http.ts'
import { unescaped } from './html.ts'
import { getClient, DEMO_PASSWORD, shared, STUDENT, whenOver } from './sites.ts'

const adminClient = getClient(shared.backendUrl, shared.keys.secret_key)
const PAGE = '/material-preview/medication-adherence-hypertension-enugu'
let material: string
beforeAll(async () => {
  const { data } = await adminClient
    .from('research_materials')
    .select('id')
    .eq('slug', PAGE.split('/')[2] ?? '')
    .single()
    .throwOnError()
  material = data.id
})

const signIn = (address: string, cookie: string) =>
  send(shared.url + address, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD }, { headers: { cookie } })
const submittedValues = (html: string) =>
  unescaped(html.match(/<textarea[^>]*name="(?:comment|words)"[^>]*>([^<]*)<\/textarea>/)?.[1] ?? 'none')

test.each([
  ['500 emoji', '😀'.repeat(500)],
  ['333 Yoruba letters with tone marks', 'ọ̀ṣẹ́'.normalize('NFD').repeat(125).slice(0, 999)],
  ['signs of HTML', 'clear & short: "well done" <b>'],
])('a comment of %s survives signing in', async (_what, words) => {
  const sent = await send(shared.url + PAGE, { comment: words })
  expect([sent.status, sent.headers.location]).toEqual([303, `/auth?next=${encodeURIComponent(PAGE)}`])
  const guest = cookieHeader(sent.cookies)
  // The visitor goes back without signing in: the text is still there, and not cached.
  const looked = await ask(shared.url + PAGE, { headers: { cookie: guest } })
  expect([submittedValues(looked.text), looked.headers['cache-control']]).toEqual([words, 'private, no-store'])
  expect((await ask(`${shared.url}/material-preview/pain-assessment-tools`, { headers: { cookie: guest } })).text).not.toContain(
    words,
  )

  const signedIn = await signIn(sent.headers.location ?? '', guest)
  expect(signedIn.headers.location).toBe(PAGE)
  const cookie = `${guest}; ${cookieHeader(signedIn.cookies)}`
  expect(submittedValues((await ask(shared.url + PAGE, { headers: { cookie } })).text)).toBe(words)

  const stored = await send(shared.url + PAGE, { comment: words }, { headers: { cookie } })
  whenOver(() => adminClient.from('material_comments').delete().eq('body', words))
  expect([stored.status, stored.headers.location]).toEqual([303, `${PAGE}?comment-sent#your-comment`])
  expect(stored.cookies.find((line) => line.startsWith('typed='))).toMatch(/^typed=;.*Max-Age=0/)
  const { data } = await adminClient.from('material_comments').select('body').eq('body', words).throwOnError()
  expect(data).toEqual([{ body: words }])
})

test('a report survives signing in again', async () => {
  const form = `/report?material=${material}`
  const words = 'Page 12 names the patient. 😷'.repeat(30)
  const sent = await send(shared.url + form, { reason: 'patient', words })
  expect([sent.status, sent.headers.location]).toEqual([303, `/auth?next=${encodeURIComponent(form)}`])
  const guest = cookieHeader(sent.cookies)
  const signedIn = await signIn(sent.headers.location ?? '', guest)
  const page = await ask(shared.url + form, { headers: { cookie: `${guest}; ${cookieHeader(signedIn.cookies)}` } })
  expect(submittedValues(page.text)).toBe(words)
  expect(page.text).toMatch(/<input[^>]*checked=""[^>]*value="patient"|<input[^>]*value="patient"[^>]*checked=""/)
})

test('a visitor whose address is too long to return to is sent to its page', async () => {
  const response = await ask(`${shared.url}/dashboard?${'a'.repeat(7000)}`)
  expect([response.status, response.headers.location]).toEqual([303, '/auth?next=%2Fdashboard'])
  expect((await ask(shared.url + (response.headers.location ?? ''))).status).toBe(200)
})
