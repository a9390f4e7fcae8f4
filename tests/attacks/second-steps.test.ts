/*
 * Forms that a crawl does not find, because they follow a file or need a record that each submission consumes: second
 * steps of imports, pictures, disputes, unmatched sales, payouts and reversed sales. Each is sent directly to its
 * address, with a record created for it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { getClient, DEMO_PASSWORD, keysIn, ADMIN, type Site, startSite } from '../process/sites.ts'
import { ask } from '../support/http.ts'
import { freePort, temporaryDirectory } from '../support/processes.ts'
import { type Edit, edit, edited, MULTIPART, multipartBody, replacement, urlEncodedBody } from './edits.ts'
import { BREAKS_OUT, getFault, hostileText, isId, settings, stacksIn, UNKNOWN_ID } from './hostile.ts'
import { confirmPayouts, type Field, getForm, formsAt, getForms, importSale, signedIn, valuesOf } from './pages.ts'

let site: Site
let service: ReturnType<typeof getClient>
let cookie: string
/** A work that is sold on the site. */
let work: { id: string; title: string; price: number }
let picture: Buffer
beforeAll(async () => {
  const backendPort = String(await freePort())
  site = await startSite(
    { TRUSTED_PROXIES: '127.0.0.1,::1', SEED: 'demo', DEMO_PASSWORD, BACKEND_PORT: backendPort },
    temporaryDirectory(),
  )
  service = getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key)
  cookie = await signedIn(site.url, ADMIN, DEMO_PASSWORD)
  const { data } = await service
    .from('research_materials')
    .select('id, title, price')
    .eq('sold_here', true)
    .gt('price', 0)
    .order('slug')
    .limit(1)
    .single()
    .throwOnError()
  work = data
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#264' } })
    .jpeg()
    .toBuffer()
})

let created = 0
/** Returns a name that no record has yet. */
const fresh = (name: string) => `${name}-${(created += 1)}`

/** Creates a paid order whose payment is disputed. */
async function disputedOrder(status = 'awaiting-merchant-feedback'): Promise<{ order: string; dispute: string }> {
  const { data } = await service
    .rpc('create_order', {
      material: work.id,
      address: `${fresh('buyer')}@example.ng`,
      expected_price: work.price,
      mode: 'test',
      first_token_hash: randomBytes(32).toString('hex'),
    })
    .single()
    .throwOnError()
  const { id, reference } = data
  const paid = { status: 'success', amount: work.price * 100, currency: 'NGN', fees: 100, paid_at: new Date().toISOString() }
  const payment = { id: fresh('9'), reference, domain: 'test', ...paid }
  await service.rpc('settle_order', { of_order: id, response: payment }).throwOnError()
  const dispute = fresh('77').replace('-', '')
  await service
    .rpc('settle_dispute', { response: { id: dispute, reference, domain: 'test', status, payment: 'success' } })
    .throwOnError()
  return { order: `/admin/money/orders/${id}`, dispute }
}

/** Returns the id of an unmatched sale. */
let queued: string | null = null
/** Returns a sale of the queue. It takes the previous one off, because the page shows the oldest hundred. */
async function unmatchedSale(amount?: string): Promise<string> {
  const reference = fresh('QUEUE')
  if (queued) {
    await post('/admin/money/queue', { intent: 'not_ours', id: queued })
  }
  await importSale(site.url, cookie, { reference, product: fresh('A bundle'), ...(amount && { amount }) })
  const { data } = await service.from('unmatched_sales').select('id').eq('order_reference', reference).single().throwOnError()
  queued = data.id
  return data.id
}

/** Returns the page of a sale in the ledger. */
async function recordedSale(): Promise<string> {
  const reference = fresh('SALE')
  await importSale(site.url, cookie, { reference, product: work.title })
  const { data } = await service.from('sales').select('id').eq('order_reference', reference).single().throwOnError()
  return `/admin/money/sales/${data.id}`
}

const post = (action: string, fields: Record<string, string>) =>
  ask(site.url + action, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, origin: site.url, 'content-type': 'application/x-www-form-urlencoded' },
  })

const PAYOUTS = '/admin/money/payouts'
/** Returns the address of the newest payout run. */
async function newestRun(): Promise<string> {
  const runs = service.from('payout_runs').select('id').order('confirmed_at', { ascending: false })
  const { data } = await runs.limit(1).single().throwOnError()
  return `${PAYOUTS}/${data.id}`
}

/** Returns the address of a payout run with a payout that the bank has not confirmed. */
async function openRun(): Promise<string> {
  const newest = await newestRun()
  if (getForm(await formsAt(site.url, newest, cookie), 'mark-paid')) {
    return newest
  }
  await duePayout()
  return confirmPayouts(site.url, cookie)
}

/** Makes money available to the demo student: the newest run's payouts are returned, and every hold ends. */
async function duePayout(): Promise<void> {
  await liftHolds()
  if (!getForm(await formsAt(site.url, PAYOUTS, cookie), 'confirm')) {
    const newest = await newestRun()
    const returned = getForm(await formsAt(site.url, newest, cookie), 'mark-returned')
    await post(`${newest}/mark-returned`, { ...(returned && valuesOf(returned)), reason: 'The account is closed' })
    await liftHolds()
  }
}

async function liftHolds(): Promise<void> {
  for (const form of await formsAt(site.url, PAYOUTS, cookie)) {
    if (getForm([form], 'lift')) {
      await post(PAYOUTS, valuesOf(form))
    }
  }
}

/** Returns a payout of the open run about which the bank has not responded. */
async function openPayout(): Promise<{ action: string; payout: string }> {
  const action = await openRun()
  const { data: payouts } = await service
    .from('payouts')
    .select('id, payout_steps(payout_id)')
    .eq('run_id', action.split('/').at(-1) ?? '')
    .throwOnError()
  const open = payouts.find(({ payout_steps: steps }) => steps.length === 0)
  return { action, payout: open?.id ?? '' }
}

const cell = (...usual: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: hostileText })
/** Returns the lines of a CSV file. */
const toCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n')
const LONG_WITH_EMOJI = `${'a'.repeat(499)}🩺`

const salesFile = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.nat().map((number) => `R-${number}`) }, { weight: 1, arbitrary: hostileText }),
      cell('A bundle', LONG_WITH_EMOJI),
      cell('3500', '₦3,500.50', 'USD 35', '999999999999', '0.01'),
      cell('2026-11-20', '20/11/2026 14:03', '0000-05-05', '0001-01-01', '01/01/0000', '2026-11-20T00:00:00Z'),
      cell('', '10', '3500'),
      cell('', 'https://selar.co/none'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) => toCsv([['reference', 'product', 'amount', 'date', 'fee', 'link'], ...rows]))

const topicsFile = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 3, arbitrary: fc.nat().map((number) => `Topic ${number}`) }, { weight: 1, arbitrary: hostileText }),
      cell('', 'Why nurses sleep badly', LONG_WITH_EMOJI),
      cell('Ethics', ''),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((rows) => toCsv([['topic', 'description', 'subject_area'], ...rows]))

/** A form filled in as an admin would. */
type Filled = { action: string; fields: Record<string, string | Buffer>; isMultipart?: boolean }
type Step = {
  /** Files of the form, for `fill`. */
  csv?: fc.Arbitrary<string>
  fill: (csv: string) => Filled | Promise<Filled>
  /** The fields whose text is shown again when the form is rejected. */
  shown?: readonly string[]
}

/**
 * Returns the second step of an import of topics, as the preview of the file sends it; the preview itself when it sends
 * nothing.
 */
async function topicsPreviewed(csv: string): Promise<Filled> {
  const action = '/admin/catalogue/topics/import'
  const fields: Field[] = [
    { name: 'intent', value: 'preview', isFile: false },
    { name: 'file', value: '', isFile: true, file: { name: 'topics.csv', type: 'text/csv', bytes: Buffer.from(csv) } },
  ]
  const response = await ask(site.url + action, {
    body: multipartBody(fields),
    headers: { cookie, origin: site.url, 'content-type': MULTIPART },
  })
  expect(getFault(response)).toBeNull()
  const form = getForm(getForms(response.text, action), 'import')
  return {
    action,
    isMultipart: true,
    fields: form ? valuesOf(form) : { intent: 'import', csv, name: 'topics.csv', fingerprint: '' },
  }
}

const disputeForm = (act: string, status?: string) => async (): Promise<Filled> => {
  const { order, dispute } = await disputedOrder(status)
  return { action: `${order}/${act}`, fields: { dispute } }
}

let transferred: { action: string; payout: string } | undefined
/** Returns a form about one payout. A transfer may have made the bank's forms unavailable for it. */
const transferForm = (act: string, more: Record<string, string> = {}) => ({
  fill: async (): Promise<Filled> => {
    transferred ??= await openPayout()
    return { action: `${transferred.action}/${act}`, fields: { payout: transferred.payout, ...more } }
  },
})

const PASSWORD = { password: DEMO_PASSWORD }
const columns = { 'column-reference': '', 'column-product': '', 'column-gross': '', 'column-paid': '', 'column-fee': '' }

const steps: Record<string, Step> = {
  'a dispute that is declined': {
    fill: async () => {
      const { action, fields } = await disputeForm('decline-dispute')()
      return { action, fields: { ...fields, words: 'She has the file.', name: 'Ada Obi', phone: '0803 123 4567' } }
    },
    shown: ['words', 'name', 'phone'],
  },
  'a dispute that is accepted': { fill: disputeForm('accept-dispute') },
  'a dispute that is released': { fill: disputeForm('release-dispute', 'unknown to us') },
  'a sale of the queue': {
    fill: async () => ({
      action: '/admin/money/queue',
      fields: { intent: 'settle', id: await unmatchedSale(), title: work.title, remember: 'on' },
    }),
    shown: ['title'],
  },
  'a sale of the queue in another currency': {
    fill: async () => ({
      action: '/admin/money/queue',
      fields: { intent: 'settle', id: await unmatchedSale('USD 35'), title: work.title, naira: '52500' },
    }),
    shown: ['title', 'naira'],
  },
  'a product that is forgotten': {
    fill: () => ({ action: '/admin/money/queue', fields: { intent: 'forget', provider: 'selar', words: 'a bundle' } }),
  },
  'a sale that was reversed': {
    fill: async () => {
      const page = await recordedSale()
      await post(`${page}/reverse`, { reason: 'The price was wrong' })
      return { action: `${page}/record-again`, fields: { gross: '3500', fee: '100', paid: '2026-11-20' } }
    },
    shown: ['gross', 'fee', 'paid'],
  },
  'a hold of payouts': {
    fill: async () => {
      await liftHolds()
      const form = getForm(await formsAt(site.url, PAYOUTS, cookie), 'hold')
      return { action: PAYOUTS, fields: { ...(form && valuesOf(form)), reason: 'He asked for it' } }
    },
    shown: ['reason'],
  },
  'the confirmation of a payout run': {
    fill: async () => {
      await duePayout()
      const form = getForm(await formsAt(site.url, PAYOUTS, cookie), 'confirm')
      return { action: PAYOUTS, fields: { ...(form && valuesOf(form)), ...PASSWORD } }
    },
  },
  'the confirmation of a sum that no bank pays': {
    fill: () => {
      const seen = JSON.stringify([{ profile: randomUUID(), kobo: 1e308 }])
      return { action: PAYOUTS, fields: { intent: 'confirm', seen, idempotencyKey: randomUUID(), ...PASSWORD } }
    },
  },
  'payouts that the bank made': {
    fill: async () => {
      const { action, payout } = await openPayout()
      return { action: `${action}/mark-paid`, fields: { payout, reference: 'GTB 77' } }
    },
    shown: ['reference'],
  },
  'a payout that the bank returned': {
    fill: async () => {
      const { action, payout } = await openPayout()
      return { action: `${action}/mark-returned`, fields: { payout, reason: 'The account is closed' } }
    },
    shown: ['reason'],
  },
  'payouts by Paystack': transferForm('send', PASSWORD),
  'the code of a transfer': transferForm('confirm-code', { code: '123456' }),
  'a transfer that is closed': transferForm('close-transfer', { words: 'Paid at the counter' }),
  'a bank file that was not used': transferForm('discard-file', PASSWORD),
  'the preview of a file of sales': {
    csv: salesFile,
    fill: (csv) => ({
      action: '/admin/money/sales/import',
      isMultipart: true,
      fields: { intent: 'preview', provider: 'selar', csv, ...columns },
    }),
    shown: ['csv'],
  },
  'the import of a file of sales': {
    csv: salesFile,
    fill: (csv) => ({
      action: '/admin/money/sales/import',
      isMultipart: true,
      fields: { intent: 'import', provider: 'selar', csv, ...columns },
    }),
    shown: ['csv'],
  },
  'the comparison with a report': {
    csv: salesFile,
    fill: (csv) => ({
      action: '/admin/money/books/compare',
      isMultipart: true,
      fields: { provider: 'selar', since: '2026-11-01', until: '2026-11-30', csv },
    }),
    shown: ['since', 'until', 'csv'],
  },
  'the import of topics': { csv: topicsFile, fill: topicsPreviewed, shown: ['csv'] },
  'the import of the thesaurus': {
    csv: fc
      .array(fc.tuple(cell('bed sore'), cell('pressure ulcer', LONG_WITH_EMOJI)), { minLength: 1, maxLength: 4 })
      .map((rows) => toCsv([['term', 'meaning'], ...rows])),
    fill: (csv) => ({ action: '/admin/catalogue/thesaurus/import', isMultipart: true, fields: { file: Buffer.from(csv) } }),
  },
  'a picture of a post': {
    fill: () => ({ action: '/admin/pictures', isMultipart: true, fields: { shape: 'whole', file: picture } }),
  },
  'the portrait of a testimonial': {
    fill: () => ({ action: '/admin/pictures', isMultipart: true, fields: { shape: 'face', file: picture } }),
  },
  'a profile with its picture': {
    fill: () => ({
      action: '/dashboard',
      isMultipart: true,
      fields: {
        avatar: picture,
        first_name: 'Ngozi',
        last_name: 'Eze',
        institution: 'University of Jos',
        course_of_study: 'Nursing',
        phone_number: '0803 123 4567',
        year_of_study: '3',
        bank_name: 'GTBank',
        account_name: 'Ngozi Eze',
        account_number: '0123456789',
      },
    }),
    shown: ['first_name', 'last_name', 'institution', 'course_of_study', 'phone_number', 'year_of_study', 'account_name'],
  },
  // This form is the last, because other rules may leave nothing to pay.
  'the rules of money': {
    fill: async () => {
      const action = '/admin/money/rules'
      const form = (await formsAt(site.url, action, cookie)).find(({ fields }) => fields.some(({ name }) => name === 'seen'))
      return { action, fields: { ...(form && valuesOf(form)), ...PASSWORD } }
    },
    shown: ['refund_days', 'minimum', 'hold_hours'],
  },
}

const getFields = ({ fields }: Filled): Field[] =>
  Object.entries(fields).map(([name, value]) =>
    typeof value === 'string'
      ? { name, value, isFile: false }
      : { name, value: '', isFile: true, file: { name: 'a file', type: 'application/octet-stream', bytes: value } },
  )

/** Returns a text without what forms and HTML change: line breaks, control characters and halves of surrogate pairs. */
const plain = (text: string) => text.toWellFormed().replaceAll(/[\s\p{Cc}\ufffd]/gu, '')

/** No field accepts a longer text. */
const MAX_SHOWN = 30_000

/** Returns the names of fields whose sent text is missing from the rejected form. */
function lost(step: Step, filled: Filled, sent: readonly Field[], html: string): string[] {
  const values = Object.fromEntries(sent.filter(({ isFile }) => !isFile).map(({ name, value }) => [name, value]))
  const { shown = [] } = step
  // A form for another purpose, or without one of its fields, is not the one that the page shows.
  const isAnother = Object.entries(filled.fields).some(
    ([name, value]) => typeof value === 'string' && (shown.includes(name) ? !(name in values) : values[name] !== value),
  )
  const present = new Set(
    getForms(html, filled.action).flatMap(({ fields }) => fields.map(({ name, value }) => `${name}=${plain(value)}`)),
  )
  // No file has such a name, so the form is malformed, and the server reads none of it.
  const isMalformed = sent.some(({ isFile, file }) => isFile && file?.name.includes('\0') === true)
  return isAnother || isMalformed
    ? []
    : shown.filter((name) => {
        // A preview that was rejected sends a file alone.
        const { [name]: text } = values
        return text !== undefined && text.length <= MAX_SHOWN && !present.has(`${name}=${plain(text)}`)
      })
}

let requests = 0
async function send(filled: Filled, fields: readonly Field[]) {
  requests += 1
  const headers = { cookie, origin: site.url, 'x-forwarded-for': `10.0.${(requests >> 8) & 255}.${requests & 255}` }
  return ask(site.url + filled.action, {
    body: filled.isMultipart ? multipartBody(fields) : urlEncodedBody(fields),
    headers: { ...headers, 'content-type': filled.isMultipart ? MULTIPART : 'application/x-www-form-urlencoded' },
  })
}

/** Returns false for the password: after ten wrong ones the rate limit would respond instead of the page. */
const isEdited = ({ name }: Field) => name !== 'password'
/** Replaces each field once, whatever the seed; the numbers replace numbers and JSON, and an unknown id replaces ids. */
const examplesFor = ({ name, value, isFile }: Field): string[] =>
  name === 'intent'
    ? []
    : [
        '\u0000',
        BREAKS_OUT,
        ...(isFile ? [] : ['x'.repeat(6000)]),
        ...(/^[\d[]/.test(value) ? ['0', '1e308'] : []),
        ...(isId(value) ? [UNKNOWN_ID] : []),
      ]

describe.each(Object.entries(steps))('%s', (_name, step) => {
  test(`answers every hostile submission and loses no text`, { timeout: 3_600_000 }, async () => {
    // A form that was rejected has changed nothing, so the next submission uses its record.
    let kept: Filled | null = null
    const [csv = ''] = fc.sample(step.csv ?? fc.constant(''), { numRuns: 1 })
    const fieldsThere = getFields(await step.fill(csv)).filter(isEdited)
    const examples = fieldsThere.flatMap((each, field) =>
      examplesFor(each).map((text): [string, Edit[]] => [csv, [replacement(field, text)]]),
    )
    await fc.assert(
      fc.asyncProperty(step.csv ?? fc.constant(''), fc.array(edit, { maxLength: 3 }), async (file, edits) => {
        kept = (step.csv ? null : kept) ?? (await step.fill(file))
        const filled = kept
        const fields = getFields(filled)
        const sent = [...edited(fields.filter(isEdited), edits), ...fields.filter((field) => !isEdited(field))]
        const response = await send(filled, sent)
        if (response.status !== 400) {
          kept = null
        }
        const isPage = response.headers['content-type']?.includes('html') === true
        expect({
          fault: getFault(response),
          lost: response.status === 400 && isPage ? lost(step, filled, sent, response.text) : [],
        }).toEqual({ fault: null, lost: [] })
      }),
      { ...settings(1 + examples.length + 5), examples: [[csv, []], ...examples] },
    )
  })
})

test('the form for recording a sale again rejects a fee above the price', async () => {
  const page = await recordedSale()
  await post(`${page}/reverse`, { reason: 'The price was wrong' })
  const { status, text } = await post(`${page}/record-again`, { gross: '3500', fee: '3500.01', paid: '2026-11-20' })
  expect(status).toBe(400)
  expect(text).toContain('Not more than was paid')
})

test('the import of sales accepts columns whose names are too long to remember', async () => {
  const csv = `reference,product,amount,date ${'x'.repeat(4000)}\n${fresh('LONG')},${work.title},3500,2026-11-20\n`
  const { status, headers } = await post('/admin/money/sales/import', { intent: 'import', provider: 'other', csv })
  expect([status, headers.location]).toEqual([303, '/admin/money/sales'])
})

test('the import of topics shows the previewed file again when it is rejected', async () => {
  const csv = `topic\n"An open quote ${BREAKS_OUT}`
  const { status, text } = await post('/admin/catalogue/topics/import', { intent: 'import', csv, name: 'topics.csv' })
  expect(status).toBe(400)
  expect(text).toContain('is still here. Send it again, or choose another one.')
  const form = getForm(getForms(text, '/admin/catalogue/topics/import'), 'preview')
  expect(form && valuesOf(form)).toMatchObject({ csv, name: 'topics.csv' })
})

test.each(['true', 'null', '0x10', '{a,b}'])('the audit log is searched for %s', async (word) => {
  const { status } = await ask(`${site.url}/admin/log?search=${encodeURIComponent(word)}`, { headers: { cookie } })
  expect(status).toBe(200)
})

test('the audit log is searched for what the system did', async () => {
  const { text } = await ask(`${site.url}/admin/log?search=the+system`, { headers: { cookie } })
  expect(text).toMatch(/The system(<!-- -->)?,/)
})

test('posts whose title is a word of SQL have addresses of their own', async () => {
  const action = '/admin/catalogue/posts/new'
  const form = getForm(await formsAt(site.url, action, cookie), 'save')
  for (const title of ['True', 'True', 'Null', 'Null']) {
    await post(action, { ...(form && valuesOf(form)), post_title: title, slug: '' })
  }
  const { data } = await service.from('blog_posts').select('slug').in('post_title', ['True', 'Null']).throwOnError()
  expect(data.map(({ slug }) => slug).toSorted()).toEqual(['null', 'null-2', 'true', 'true-2'])
})

test('the server logs no stack trace', () => {
  expect(stacksIn(site.running.output())).toEqual([])
})
