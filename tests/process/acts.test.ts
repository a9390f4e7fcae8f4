// The buttons of pages whose forms have addresses of their own, without a script: of an order, a review, a sale and a
// payout run.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { linkIn, mailTo, newAddress, signUp, signUpFields } from '../support/emails.ts'
import { ask, cookieHeader, send } from '../support/http.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { getWords, unescaped } from './html.ts'
import { ADMIN, DEMO_PASSWORD, getClient, shared, STUDENT, whenOver } from './sites.ts'

const service = getClient(shared.backendUrl, shared.keys.secret_key)
let page: string
let review: string
let sale: string
/** A payout run that does not exist. */
let run: string
let headers: { cookie: string }
beforeAll(async () => {
  const signIn = await send(`${shared.url}/auth`, { intent: 'login', email: ADMIN, password: DEMO_PASSWORD })
  headers = { cookie: cookieHeader(signIn.cookies) }
  const work = await createSoldWork(service)
  const { data } = await service
    .rpc('create_order', {
      material: work.id,
      address: 'ada@example.ng',
      expected_price: work.price,
      mode: 'test',
      first_token_hash: randomUUID().replaceAll('-', '').repeat(2),
    })
    .single()
    .throwOnError()
  const payment = { id: randomUUID(), status: 'success', amount: work.price * 100, currency: 'NGN', domain: 'test', fees: 10 }
  const response = { ...payment, reference: data.reference, paid_at: new Date().toISOString() }
  await service.rpc('settle_order', { of_order: data.id, response }).throwOnError()
  page = `${shared.url}/admin/money/orders/${data.id}`
  review = `${shared.url}/admin/reviews/${await addUpload()}`
  sale = `${shared.url}/admin/money/sales/${await recordSale(work.title)}`
  run = `${shared.url}/admin/money/payouts/${randomUUID()}`
})

/** Adds an upload of the sample student whose file is missing. Returns its id. */
async function addUpload(): Promise<string> {
  const student = getClient(shared.backendUrl, shared.keys.publishable_key)
  const { data: session } = await student.auth.signInWithPassword({ email: STUDENT, password: DEMO_PASSWORD })
  const user = session.user?.id ?? ''
  const { data: profile } = await student.from('profiles').select('id').eq('user_id', user).single().throwOnError()
  const { data } = await service
    .from('material_uploads')
    .insert({
      user_id: profile.id,
      title: 'Hands on six wards',
      category: 'thesis',
      format: 'PDF',
      pages: null,
      description: '',
      subject_area: '',
      year_of_study: null,
      proposed_price: 0,
      file_name: 'Hands.pdf',
      file_path: `${user}/${randomUUID()}-Hands.pdf`,
    })
    .select('id')
    .single()
    .throwOnError()
  whenOver(() => service.from('material_uploads').delete().eq('id', data.id).throwOnError())
  return data.id
}

/** Records a sale of this work by hand. Returns its id. */
async function recordSale(title: string): Promise<string> {
  const reference = randomUUID()
  const fields = { provider: 'other', title, reference, gross: '2,500' }
  expect((await send(`${shared.url}/admin/money/sales/new`, fields, { headers })).status).toBe(303)
  const { data } = await service.from('sales').select('id').eq('order_reference', reference).single().throwOnError()
  return data.id
}

/** Creates an admin. Returns the session, and a function that sets the role. */
async function createAdmin() {
  const email = newAddress('role')
  await signUp(shared.url, signUpFields(email))
  const { mail } = await mailTo(shared.dataDirectory, email, 'Confirm your Lamplight account')
  const { cookies } = await send(linkIn(mail), { password: signUpFields(email).password })
  const owner = getClient(shared.backendUrl, shared.keys.publishable_key)
  await owner.auth.signInWithPassword({ email: ADMIN, password: DEMO_PASSWORD })
  const { data } = await owner.rpc('find_accounts', { search: email }).throwOnError()
  const setRoles = (roles: ('money' | 'reviewer')[]) =>
    owner.rpc('set_admin_roles', { profile: data[0]?.id ?? '', roles }).throwOnError()
  whenOver(() => setRoles([]))
  return { headers: { cookie: cookieHeader(cookies) }, setRoles }
}

test('a rejected form shows its page with the error and the typed text', async () => {
  const fields = { amount: '12,34,56 naira', refunded: '0', words: 'Sorry for the "wait"' }
  const { status, text } = await send(`${page}/refund-part`, fields, { headers })
  expect(status).toBe(400)
  expect(getWords(text)).toContain('Refund a part')
  expect(unescaped(text)).toContain('value="12,34,56 naira"')
  expect(unescaped(text)).toContain('Sorry for the "wait"</textarea>')
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
})

test('a form of one act shows no error at the fields of another', async () => {
  const { status, text } = await send(`${page}/revoke`, { words: '' }, { headers })
  expect(status).toBe(400)
  expect(text.match(/aria-invalid="true"/g)).toHaveLength(1)
  expect(text).toMatch(/<details open=""><summary class="btn bare">Stop downloads/)
})

test('a saved form leads back to the page, and is rejected the second time', async () => {
  const first = await send(`${page}/revoke`, { words: 'The buyer shared the file' }, { headers })
  expect([first.status, first.headers.location]).toEqual([303, new URL(page).pathname])
  expect(first.cookies.join()).toContain('The%20file%20is%20closed')
  const second = await send(`${page}/revoke`, { words: 'The buyer shared the file' }, { headers })
  expect([second.status, getWords(second.text).includes('That is no longer possible')]).toEqual([409, true])
})

test('an act that is opened leads to its page', async () => {
  const response = await ask(`${page}/refund`, { headers })
  expect([response.status, response.headers.location]).toEqual([303, new URL(page).pathname])
})

test('a rejected approval keeps the typed text', async () => {
  const fields = { version: '1', title: 'Hands on "six" wards', price: '', note: 'Thank you' }
  const { status, text } = await send(`${review}/approve`, fields, { headers })
  expect(status).toBe(400)
  expect(text).toContain('Give it a price; 0 is Free')
  expect(unescaped(text)).toContain('Hands on "six" wards</textarea>')
  expect(unescaped(text)).toContain('Thank you</textarea>')
})

test.each(['request-changes', 'reject'])('%s of a changed review keeps the typed text', async (act) => {
  const { status, text } = await send(`${review}/${act}`, { version: 'old', note: 'Page 12 has a name' }, { headers })
  expect([status, getWords(text).includes('A decision was made, or the student sent a new file')]).toEqual([409, true])
  expect(unescaped(text).match(/Page 12 has a name<\/textarea>/g)).toHaveLength(1)
  expect(text.match(/<details name="decision" class="card" open="">/g)).toHaveLength(1)
})

test('ticks of the checklist are stored', async () => {
  const getTicks = ({ text }: { text: string }) => text.match(/<input id="check-[^>]* checked=""/g)?.length ?? 0
  const [one, none] = [{ check: 'opens', ticked: 'on' }, { check: 'opens' }]
  expect(getTicks(await send(`${review}/tick`, one, { headers }))).toBe(1)
  expect(getTicks(await send(`${review}/tick`, none, { headers }))).toBe(0)
  expect(getTicks(await send(`${review}/tick-all`, {}, { headers }))).toBe(4)
  expect((await send(`${review}/tick`, { check: 'elsewhere' }, { headers })).status).toBe(400)
})

test('a file that cannot be read shows the reason and the button', async () => {
  const { status, text } = await send(`${review}/read-file`, {}, { headers })
  expect(status).toBe(409)
  expect(getWords(text)).toContain('The file is not in the storage')
  expect(text).toContain(`action="${new URL(review).pathname}/read-file"`)
})

test('a decision leads back to its review, and can be undone', async () => {
  const getVersion = async () => {
    const id = review.slice(-36)
    const { data } = await service.from('upload_reviews').select('version').eq('upload_id', id).single().throwOnError()
    return String(data.version)
  }
  const fields = { version: await getVersion(), note: 'The same text is in a journal' }
  const rejected = await send(`${review}/reject`, fields, { headers })
  expect([rejected.status, rejected.headers.location]).toEqual([303, new URL(review).pathname])
  const reopened = await send(`${review}/reopen`, { version: await getVersion() }, { headers })
  expect([reopened.status, reopened.headers.location]).toEqual([303, new URL(review).pathname])
  expect(reopened.cookies.join()).toContain('Decision%20undone')
})

test('a rejected refund of a sale keeps the typed text and the key', async () => {
  const fields = { amount: '12,34,56 naira', reason: 'Paid "twice"', idempotencyKey: randomUUID() }
  const { status, text } = await send(`${sale}/refund`, fields, { headers })
  expect(status).toBe(400)
  expect(unescaped(text)).toContain('value="12,34,56 naira"')
  expect(unescaped(text)).toContain('Paid "twice"</textarea>')
  expect(text).toContain(`value="${fields.idempotencyKey}"`)
  expect(text.match(/<details class="card record" open="">/g)).toHaveLength(1)
})

test('a sale is refunded in part, settled once, and cannot be reversed', async () => {
  const fields = { amount: '500', reason: '', idempotencyKey: randomUUID() }
  expect((await send(`${sale}/refund`, fields, { headers })).headers.location).toBe(new URL(sale).pathname)
  const [, refund = ''] = (await ask(sale, { headers })).text.match(/name="refund" value="([\da-f-]+)"/) ?? []
  expect((await send(`${sale}/settle-refund`, { refund }, { headers })).status).toBe(303)
  const second = await send(`${sale}/settle-refund`, { refund }, { headers })
  expect([second.status, getWords(second.text).includes('This was done already.')]).toEqual([409, true])
  const reversed = await send(`${sale}/reverse`, { reason: 'The price was wrong' }, { headers })
  expect([reversed.status, getWords(reversed.text).includes('This sale has a refund')]).toEqual([409, true])
})

const pages = {
  orders: () => page,
  reviews: () => review,
  sales: () => sale,
  payouts: () => run,
}

test.each([
  ['orders', { intent: 'part', amount: '500', words: 'Half of it' }],
  ['reviews', { decision: 'ask', version: '1', note: 'Half of it' }],
  ['sales', { intent: 'reverse', reason: 'Half of it' }],
  ['payouts', { intent: 'returned', payout: '', reason: 'Half of it' }],
] as const)('a form of an outdated page of %s gets 405 with its text and a link to the page', async (kind, fields) => {
  const response = await send(pages[kind](), fields, { headers })
  expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(getWords(response.text)).toMatch(/Nothing was saved\..*Half of it/s)
  expect(response.text).toContain(`href="${new URL(pages[kind]()).pathname}"`)
})

test.each([
  ['orders', 'refund'],
  ['reviews', 'approve'],
  ['sales', 'reverse'],
  ['payouts', 'mark-paid'],
] as const)('an act of %s looks like a missing page to a student', async (kind, act) => {
  const { cookies } = await send(`${shared.url}/auth`, { intent: 'login', email: STUDENT, password: DEMO_PASSWORD })
  const student = { headers: { cookie: cookieHeader(cookies) } }
  expect((await send(`${pages[kind]()}/${act}`, {}, student)).status).toBe(404)
  expect((await ask(`${pages[kind]()}/${act}`, student)).status).toBe(404)
})

test('a role opens the acts of its pages alone', async () => {
  const admin = await createAdmin()
  const getStatuses = async () => {
    const acts = [`${review}/reject`, `${sale}/reverse`, `${page}/revoke`, `${run}/mark-returned`]
    return Promise.all(acts.map(async (act) => (await send(act, {}, admin)).status))
  }
  await admin.setRoles(['reviewer'])
  expect(await getStatuses()).toEqual([400, 403, 403, 403])
  await admin.setRoles(['money'])
  expect(await getStatuses()).toEqual([403, 400, 400, 400])
})
