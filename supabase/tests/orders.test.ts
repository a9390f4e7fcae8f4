// Orders of buyers by role: permissions, state changes, downloads, and what each role sees.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

const requireAdmin = { code: '42501', message: 'Only admins do this' }
const noFile = { code: '23514', message: expect.stringContaining('no file of this material') as string }
const getHash = (token: string) => createHash('sha256').update(token).digest('hex')
const newToken = () => randomBytes(16).toString('base64url')
const first = async <Row = Record<string, unknown>>(user: Parameters<typeof as>[0], sql: string, parameters: unknown[] = []) =>
  (await as(user).query<Row>(sql, parameters))[0]

it('references and tokens are random in every character and created only by the database', async () => {
  const { rows } = (await first<{ rows: { reference: string; bytes: string }[] }>(
    owner,
    `select jsonb_agg(jsonb_build_object('reference', private.new_order_reference(), 'bytes', encode(private.random_bytes(16), 'hex'))) as rows
       from generate_series(1, 2000)`,
  )) ?? { rows: [] }
  expect(new Set(rows.map(({ bytes }) => bytes)).size).toBe(2000)
  for (let at = 0; at < 32; at += 1) {
    expect(new Set(rows.map(({ bytes }) => bytes[at])).size).toBe(16)
  }
  for (const at of [3, 4, 5, 6, 8, 9, 10, 11]) {
    expect([...new Set(rows.map(({ reference }) => reference[at]))].toSorted().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  }
  for (const user of [visitor, bola, admin, secretKey]) {
    await expect(as(user).query('select private.random_bytes(16)')).rejects.toMatchObject({ code: '42501' })
  }
})

let works = 0
/** A work of Ada's that is sold here, in naira, with an approved file. */
async function work(price = 3500): Promise<{ id: string; upload: string; file: string }> {
  const { id: upload, file } = await sendIn(ada, 'Hand hygiene of nurses')
  await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
  const row = await first<{ id: string }>(
    owner,
    `insert into public.research_materials (slug, title, category, price, published_at) values ($1, $1, 'seminar', $2, now()) returning id`,
    [`sold-here-${(works += 1)}`, price],
  )
  await as(owner).change(`insert into public.material_shares (material_id, upload_id, profile_id) values ($1, $2, $3)`, [
    row?.id,
    upload,
    ada.profileId,
  ])
  await as(admin).change(`update public.research_materials set sold_here = true where id = $1`, [row?.id])
  return { id: row?.id ?? '', upload, file }
}
type Started = { outcome: string; id: string; reference: string; amount_kobo: number }
async function begin(
  material: string,
  { price = 3500, email = 'buyer@mail.ng', mode = 'live', account = null as string | null } = {},
) {
  const token = newToken()
  const row = await first<{ it: Started }>(
    secretKey,
    `select (select to_jsonb(r) from public.create_order($1, $2, $3, $4, $5, $6) r) as it`,
    [material, email, price, mode, getHash(token), account],
  )
  return { token, hash: getHash(token), ...(row?.it ?? { outcome: 'none', id: '', reference: '', amount_kobo: 0 }) }
}
const verified = ({ reference, amount_kobo }: Started, more: Record<string, unknown> = {}) => ({
  id: '1',
  status: 'success',
  reference,
  amount: amount_kobo,
  currency: 'NGN',
  domain: 'live',
  fees: 15_250,
  paid_at: null,
  ...more,
})
const settle = async (order: Started, response: Record<string, unknown> | null) =>
  (
    await first<{ it: string }>(secretKey, `select public.settle_order($1, $2::jsonb) as it`, [
      order.id,
      response === null ? null : JSON.stringify(response),
    ])
  )?.it
const getBuyerView = async (hash: string) =>
  (await first<{ it: Record<string, unknown> | null }>(secretKey, `select public.order_by_token($1) as it`, [hash]))?.it
type Answer = { it: Record<string, unknown> | null }
/** Requests a file of a thousand bytes from a byte on. */
const take = async (hash: string, from = 0) =>
  (await first<Answer>(secretKey, `select public.consume_download($1, $2, $3, 1000) as it`, [hash, from, 1000 - from]))?.it
const download = async (hash: string, from = 0) => {
  const found = (await first<Answer>(secretKey, `select public.order_file($1) as it`, [hash]))?.it
  return found?.outcome === 'ok' ? { ...found, ...(await take(hash, from)) } : found
}
const getSales = (reference: string) =>
  as(owner).query<{ gross_kobo: number; fee_kobo: number; share_kobo: number; is_sample: boolean }>(
    `select gross_kobo::float8 as gross_kobo, fee_kobo::float8 as fee_kobo, share_kobo::float8 as share_kobo, is_sample
       from public.sales where order_reference = $1`,
    [reference],
  )
const mailsTo = (address: string) =>
  as(owner).query<{ template: string; details: { token?: string; orders?: { token: string; title: string }[] } }>(
    `select template, details from public.outbox where recipient = $1 order by created_at, id`,
    [address],
  )
async function paidOrder(options: { email?: string; price?: number; mode?: string } = {}) {
  const { id } = await work(options.price)
  const order = await begin(id, options)
  expect(await settle(order, verified(order, { domain: options.mode ?? 'live' }))).toBe('paid')
  return { material: id, ...order }
}
const due = async () =>
  (
    (await first<{ it: { orders: { rows: { id: string; what: string }[] } } }>(admin, `select public.console_today(50) as it`))
      ?.it.orders.rows ?? []
  ).map(({ id, what }) => ({ id, what }))

describe('order permissions', () => {
  it.each(['orders', 'order_refunds', 'order_tokens', 'reading_places', 'receipts', 'order_downloads', 'payment_events'])(
    'deny all access to private.%s',
    async (table) => {
      for (const user of [visitor, ada, admin, secretKey]) {
        await expect(as(user).query(`select * from private.${table}`)).rejects.toMatchObject(noGrant)
        await expect(as(user).change(`delete from private.${table}`)).rejects.toMatchObject(noGrant)
      }
    },
  )

  it.each([
    `select public.create_order('${randomUUID()}', 'a@b.ng', 1, 'live', 'x')`,
    `select public.order_by_token('x')`,
    `select public.save_reading_place('x', 1, '', '')`,
    `select * from public.claim_orders()`,
    `select public.settle_order('${randomUUID()}')`,
    `select public.order_file('x')`,
    `select public.consume_download('x', 0, 1, 1)`,
    `select public.release_unsent_transfer(1, 1)`,
    `select public.email_orders('a@b.ng')`,
    `select public.request_refund('x', '')`,
    `select * from public.settle_refunds('${randomUUID()}', '[]')`,
    `select * from public.claim_refunded_orders('live')`,
    `select public.record_refund_state('${randomUUID()}', 'processed')`,
    `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', 'x')))`,
  ])('allow only the secret key to run %s', async (sql) => {
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(sql)).rejects.toMatchObject(noGrant)
    }
  })

  it.each([
    `select * from public.find_orders()`,
    `select public.order_details('${randomUUID()}')`,
    `select public.resend_order('${randomUUID()}')`,
    `select public.revoke_order('${randomUUID()}', '')`,
    `select public.decide_refund('${randomUUID()}', true)`,
    `select public.accept_duplicate_payment('${randomUUID()}')`,
    `select public.acknowledge_refunds('${randomUUID()}')`,
    `select public.upload_buyers('${randomUUID()}')`,
  ])('allow only admins to run %s', async (sql) => {
    await expect(as(visitor).query(sql)).rejects.toMatchObject(noGrant)
    await expect(as(ada).query(sql)).rejects.toMatchObject(requireAdmin)
  })
})

describe('materials sold here', () => {
  it('require a file and exclude samples', async () => {
    const row = await first<{ id: string }>(
      owner,
      `insert into public.research_materials (slug, title, category, price, published_at)
       values ('no-file', 'No file', 'seminar', 100, now()) returning id`,
    )
    const id = row?.id ?? ''
    expect(await begin(id, { price: 100 })).toMatchObject({ outcome: 'not_sold' })
    const selling = `update public.research_materials set sold_here = true where id = $1`
    await expect(as(admin).change(selling, [id])).rejects.toMatchObject(noFile)
    const another = `insert into public.research_materials (slug, title, category, sold_here) values ('none', 'None', 'seminar', true)`
    await expect(as(admin).change(another)).rejects.toMatchObject(noFile)
    const sold = await work()
    const sample = `update public.research_materials set is_sample = true where id = $1`
    await expect(as(admin).change(sample, [sold.id]), 'while it is sold').rejects.toMatchObject(noFile)
    await as(admin).change(`update public.research_materials set sold_here = false where id = $1`, [sold.id])
    await as(admin).change(sample, [sold.id])
    await expect(as(admin).change(selling, [sold.id])).rejects.toMatchObject(noFile)
    for (const mode of ['live', 'test']) {
      expect(await begin(sold.id, { mode })).toMatchObject({ outcome: 'not_sold' })
    }
  })

  it('have the price that the buyer saw and must be visible and without an external link', async () => {
    const { id, upload } = await work()
    expect(await begin(id, { price: 1 })).toMatchObject({ outcome: 'price_changed' })
    expect(await begin(id)).toMatchObject({
      outcome: 'ok',
      amount_kobo: 350_000,
      reference: expect.stringMatching(/^LL-/) as string,
    })
    await as(admin).change(`update public.research_materials set selar_link = 'https://selar.com/x' where id = $1`, [id])
    expect(await begin(id)).toMatchObject({ outcome: 'not_sold' })
    await as(admin).change(`update public.research_materials set selar_link = null, published_at = null where id = $1`, [id])
    expect(await begin(id)).toMatchObject({ outcome: 'not_sold' })
    await as(admin).change(`update public.research_materials set published_at = now() where id = $1`, [id])
    await as(owner).change(`update public.material_uploads set file_changed_at = now() where id = $1`, [upload])
    expect(await begin(id)).toMatchObject({ outcome: 'not_sold' })
  })

  it('are not sold to the account of their author, also when free, but to another student', async () => {
    for (const price of [3500, 0]) {
      const { id } = await work(price)
      expect(await begin(id, { price, account: ada.userId })).toMatchObject({ outcome: 'own_work', id: null, reference: null })
      expect(await begin(id, { price, account: bola.userId })).toMatchObject({ outcome: 'ok' })
    }
  })

  it('are sold to the address of their author without a session, which tells nobody who wrote them', async () => {
    const { id } = await work()
    expect(await begin(id, { email: ada.email })).toMatchObject({ outcome: 'ok' })
  })

  it('are complete immediately when free without an address or sale', async () => {
    const { id } = await work(0)
    const order = await begin(id, { price: 0 })
    expect(await getBuyerView(order.hash)).toMatchObject({
      state: 'paid',
      email: '',
      amount_kobo: 0,
      gives_file: true,
      refund_until: null,
    })
    expect(await getSales(order.reference)).toEqual([])
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
  })
})

describe('order states', () => {
  it('paid creates one sale with Paystack’s fee and one receipt and opens the file', async () => {
    const { id, file } = await work()
    const order = await begin(id, { email: 'once@mail.ng' })
    expect(await getBuyerView(order.hash)).toMatchObject({ state: 'pending', gives_file: false })
    for (let times = 0; times < 3; times += 1) {
      expect(await settle(order, verified(order))).toBe('paid')
    }
    expect(await getSales(order.reference)).toEqual([
      { gross_kobo: 350_000, fee_kobo: 15_250, share_kobo: 175_000, is_sample: false },
    ])
    const mails = await mailsTo('once@mail.ng')
    expect(mails.map(({ template }) => template)).toEqual(['order-paid'])
    expect(await getBuyerView(getHash(mails[0]?.details.token ?? '')), 'the mailed link opens it').toMatchObject({ id: order.id })
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok', path: file, email: 'once@mail.ng' })
  })

  it.each([
    ['amount', { amount: 349_999 }],
    ['amount', { amount: 350_001 }],
    ['currency', { currency: 'USD' }],
    ['domain', { domain: 'test' }],
  ])('wrong creates an item on Today but no sale or file when the %s differs', async (reason, response) => {
    const order = await begin((await work()).id, { email: `${reason}@mail.ng` })
    expect(await settle(order, verified(order, response))).toBe('wrong')
    expect(await settle(order, verified(order)), 'and it stays so').toBe('wrong')
    expect(await getSales(order.reference)).toEqual([])
    expect(await download(order.hash)).toMatchObject({ outcome: 'closed' })
    expect(await due()).toContainEqual({ id: order.id, what: `wrong_${reason}` })
  })

  it('failed and abandoned can still become paid', async () => {
    const order = await begin((await work()).id)
    const becomes = (status: string) => settle(order, verified(order, { status }))
    expect(await becomes('abandoned')).toBe('abandoned')
    expect(await becomes('ongoing')).toBe('pending')
    expect(await becomes('failed')).toBe('failed')
    expect(await becomes('something new')).toBe('pending')
    expect(await becomes('reversed')).toBe('failed')
    expect(await becomes('success')).toBe('paid')
    expect(await becomes('failed'), 'a late answer changes nothing').toBe('paid')
  })

  it('are unchanged by a response about another or no order', async () => {
    const [one, other] = [await begin((await work()).id), await begin((await work()).id)]
    await expect(settle(one, verified(other))).rejects.toMatchObject({ code: '22023' })
    expect(await settle(one, null)).toBe('pending')
    await as(owner).change(`update private.orders set created_at = now() - interval '31 minutes' where id = $1`, [one.id])
    expect(await settle(one, null)).toBe('abandoned')
    expect(await settle({ ...one, id: randomUUID() }, null)).toBeNull()
  })

  it('paid with a test key creates a sample in the ledger without notifying the student', async () => {
    const order = await paidOrder({ mode: 'test' })
    expect(await getSales(order.reference)).toMatchObject([{ is_sample: true }])
    expect(
      await as(owner).query(
        `select from private.pending_sale_notifications t join public.sales s on s.id = t.sale_id
      where s.order_reference = $1`,
        [order.reference],
      ),
    ).toEqual([])
  })

  it('paid with a test key never pays the share even after a refund or a second recording', async () => {
    type Proposed = { profile_id: string; available_kobo: number; pending_kobo: number }
    const ofAda = async () =>
      (
        await as(admin).query<Proposed>(
          `select profile_id, available_kobo::float8 as available_kobo, pending_kobo::float8 as pending_kobo from public.propose_payouts()`,
        )
      ).find(({ profile_id }) => profile_id === ada.profileId)
    const clearAll = () => as(owner).query(`select private.clear_shares(now() + interval '10 years')`)
    const getSale = async ({ reference }: Started) =>
      (
        await first<{ id: string }>(
          owner,
          `select id from public.sales where order_reference = $1 order by attempt desc limit 1`,
          [reference],
        )
      )?.id
    await clearAll()
    const before = await ofAda()
    await paidOrder({ mode: 'test' })
    const [refunded, again] = [await paidOrder({ mode: 'test' }), await paidOrder({ mode: 'test' })]
    const wrong = await getSale(again)
    await as(admin).query(`select public.reverse_sale($1, 'Another price')`, [wrong])
    expect(await first(admin, `select public.retry_unmatched_sale($1, 400000, now()) as it`, [wrong])).toEqual({
      it: 'recorded',
    })
    await as(owner).query(`select private.refund_is_processed($1)`, [refunded.id])
    await clearAll()
    const after = await ofAda()
    expect(after?.available_kobo).toBe(before?.available_kobo ?? 0)
    expect(after?.pending_kobo).toBe(before?.pending_kobo ?? 0)
    const lines = await as(ada).query<{ state: string }>(
      `select state from public.own_statement() where kind = 'sale' order by id desc limit 4`,
    )
    expect(lines.map(({ state }) => state)).toEqual(['test', 'reversed', 'refunded', 'test'])

    // A sale with real money beside them is paid, and nothing more.
    await paidOrder()
    await clearAll()
    expect((await ofAda())?.available_kobo).toBe((before?.available_kobo ?? 0) + 175_000)
  })

  it('of the sample history wait like others and are not test payments', async () => {
    const student = await signUp('sampled@example.com')
    const { id } = await work()
    await as(owner).change(`update public.material_shares set profile_id = $2 where material_id = $1`, [id, student.profileId])
    const order = await begin(id)
    expect(await settle(order, verified(order))).toBe('paid')
    await as(owner).change(`set session_replication_role = replica`)
    await as(owner).change(`update public.sales set is_sample = true where order_reference = $1`, [order.reference])
    await as(owner).change(`set session_replication_role = origin`)
    expect(await as(student).query(`select state from public.own_statement()`)).toEqual([{ state: 'waiting' }])
    expect(
      await first(
        student,
        `select (e ->> 'pending_kobo')::integer as waiting, (e ->> 'test_kobo')::integer as test from public.own_earnings() e`,
      ),
    ).toEqual({ waiting: 175_000, test: 0 })
    expect(
      await first(admin, `select pending_kobo::integer as kobo from public.propose_payouts() where profile_id = $1`, [
        student.profileId,
      ]),
    ).toEqual({ kobo: 175_000 })
  })

  it('paid with a test key leaves no debt that blocks deleting the account', async () => {
    const student = await signUp('tested@example.com')
    const { id } = await work()
    await as(owner).change(`update public.material_shares set profile_id = $2 where material_id = $1`, [id, student.profileId])
    const order = await begin(id, { mode: 'test' })
    expect(await settle(order, verified(order, { domain: 'test' }))).toBe('paid')
    expect(
      await first(
        student,
        `select (e ->> 'pending_kobo')::integer as waiting, (e ->> 'test_kobo')::integer as test from public.own_earnings() e`,
      ),
    ).toEqual({ waiting: 175_000, test: 175_000 })
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(
      await as(owner).query(
        `select account, amount_kobo::integer as kobo from public.book_entries e
           join public.book_transactions t on t.id = e.transaction_id where t.event_key = $1 order by account`,
        [`given_up:${student.profileId}`],
      ),
    ).toEqual([
      { account: 'platform', kobo: -175_000 },
      { account: 'waiting', kobo: 175_000 },
    ])
  })

  it('paid twice creates two sales and asks an admin on Today', async () => {
    const { id } = await work()
    const [one, other] = [await begin(id, { email: 'two@mail.ng' }), await begin(id, { email: 'Two@mail.ng' })]
    expect([await settle(one, verified(one)), await settle(other, verified(other))]).toEqual(['paid', 'paid'])
    expect(await due()).toContainEqual({ id: other.id, what: 'twice' })
    expect((await first<{ it: boolean }>(admin, `select public.accept_duplicate_payment($1) as it`, [other.id]))?.it).toBe(true)
    expect((await due()).map((row) => row.id)).not.toContain(other.id)
  })

  it('are consistent after a crash between two writes', async () => {
    const order = await begin((await work()).id, { email: 'crash@mail.ng' })
    const crash = as(owner).query(`do $$ begin
      perform private.settle_order('${order.id}', '${JSON.stringify(verified(order))}');
      raise exception 'crash';
    end $$`)
    await expect(crash).rejects.toThrow('crash')
    expect([await getSales(order.reference), await mailsTo('crash@mail.ng')]).toEqual([[], []])
    expect(await settle(order, verified(order))).toBe('paid')
  })
})

describe('payment verification', () => {
  const claimed = async () =>
    (await as(secretKey).query<{ id: string }>(`select id from public.claim_orders(100)`)).map(({ id }) => id)
  const dueAt = async (id: string) =>
    (
      await first<{ minutes: number | null }>(
        owner,
        `select round(extract(epoch from next_check_at - created_at) / 60)::float8 as minutes from private.orders where id = $1`,
        [id],
      )
    )?.minutes

  it('runs after 1, 5 and 30 minutes and then hourly for three days for one caller each', async () => {
    const order = await begin((await work()).id)
    expect(await dueAt(order.id)).toBe(1)
    const times: (number | null | undefined)[] = []
    for (const minutes of [1, 5, 30, 31, 91, 72 * 60 + 1]) {
      await as(owner).change(
        `update private.orders set created_at = now() - make_interval(mins => $2), next_check_at = now() where id = $1`,
        [order.id, minutes],
      )
      expect(await claimed()).toContain(order.id)
      expect(await claimed()).not.toContain(order.id)
      times.push(await dueAt(order.id))
    }
    expect(times).toEqual([5, 30, 90, 91, 151, null])
  })

  it('runs immediately after an event and is the only way to change an order', async () => {
    const order = await begin((await work()).id)
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', $1::text)))`,
      [order.reference],
    )
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', 'LL-NONE-OFUS')))`,
    )
    expect((await first<{ it: number }>(secretKey, `select public.process_payment_events() as it`))?.it).toBe(1)
    expect(await getBuyerView(order.hash)).toMatchObject({ state: 'pending' })
    expect(await claimed()).toContain(order.id)
    expect((await first<{ it: number }>(secretKey, `select public.process_payment_events() as it`))?.it).toBe(0)
  })

  it('runs at most once in three seconds for the page and only for undecided orders', async () => {
    const order = await begin((await work()).id)
    const claim = async () => (await first<{ it: boolean }>(secretKey, `select public.claim_order($1) as it`, [order.id]))?.it
    expect([await claim(), await claim()]).toEqual([true, false])
    await settle(order, verified(order))
    await as(owner).change(`update private.orders set checked_at = null where id = $1`, [order.id])
    expect(await claim()).toBe(false)
  })
})

describe('order downloads', () => {
  it('count a resumed download again after twice the file’s size but not unsent bytes', async () => {
    const order = await paidOrder()
    const counted = async () =>
      (
        await as(owner).query<{ bytes: number }>(
          `select bytes::integer as bytes from private.order_downloads where order_id = $1 order by id`,
          [order.id],
        )
      ).map(({ bytes }) => bytes)
    const whole = await take(order.hash)
    await take(order.hash, 1)
    expect(await counted()).toEqual([1999])
    await take(order.hash, 1)
    expect(await counted(), 'the second rest').toEqual([1999, 999])
    // A connection that breaks ten times starts one download.
    const other = await paidOrder()
    const broken = await take(other.hash)
    for (let at = 100; at <= 1000; at += 100) {
      await as(secretKey).query(`select public.release_unsent_transfer($1, $2)`, [broken?.download, 1000 - at])
      if (at < 1000) {
        expect(await take(other.hash, at)).toEqual(broken)
      }
    }
    const [sent] = await as(owner).query(`select bytes::integer as bytes from private.order_downloads where order_id = $1`, [
      other.id,
    ])
    expect([sent, whole?.outcome]).toEqual([{ bytes: 1000 }, 'ok'])
  })

  it('are limited to five a day by default without counting resumed ones', async () => {
    const order = await paidOrder()
    for (let times = 0; times < 5; times += 1) {
      expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
    }
    expect(await take(order.hash)).toEqual({ outcome: 'too_many', max: 5 })
    expect(await download(order.hash, 100)).toMatchObject({ outcome: 'ok' })
    await as(owner).change(`update private.order_downloads set created_at = now() - interval '2 hours' where order_id = $1`, [
      order.id,
    ])
    expect(await download(order.hash, 100)).toMatchObject({ outcome: 'too_many' })
    await as(admin).change(
      `insert into public.settings (group_name, setting_key, setting_value) values ('orders', 'downloads_a_day', '6')
       on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
    )
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
  })

  it('give the approved file while its review is open again but no unread file', async () => {
    const { id, upload } = await work()
    const order = await begin(id)
    await settle(order, verified(order))
    await as(owner).change(`update public.material_uploads set upload_status = 'pending' where id = $1`, [upload])
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
    await as(owner).change(`update public.material_uploads set file_path = 'other.pdf', file_replaced_at = now() where id = $1`, [
      upload,
    ])
    expect(await download(order.hash)).toEqual({ outcome: 'no_file' })
    // The admin requests changes again: that is a decision, but not an approval of this file.
    await as(owner).change(`update public.upload_reviews set decided_at = now() + interval '1 second' where upload_id = $1`, [
      upload,
    ])
    expect(await download(order.hash)).toEqual({ outcome: 'no_file' })
    await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok', path: 'other.pdf' })
  })

  it('require a valid token', async () => {
    expect(await download(getHash(newToken()))).toBeNull()
    expect(await getBuyerView(getHash(newToken()))).toBeNull()
  })
})

it('a better file is emailed once to earlier buyers and delivered immediately to new ones', async () => {
  const { id, upload } = await work()
  const order = await begin(id, { email: 'better@mail.ng' })
  await settle(order, verified(order))
  const approve = async () => {
    await as(owner).change(`update public.material_uploads set upload_status = 'pending' where id = $1`, [upload])
    await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])
  }
  await approve()
  expect((await mailsTo('better@mail.ng')).map(({ template }) => template)).toEqual(['order-paid'])
  await as(owner).change(
    `update public.material_uploads set file_replaced_at = now() + interval '1 second', file_path = $2 where id = $1`,
    [upload, 'better.pdf'],
  )
  await approve()
  await as(owner).change(`update private.orders set renewed_at = renewed_at + interval '2 seconds' where id = $1`, [order.id])
  await approve()
  expect((await mailsTo('better@mail.ng')).map(({ template }) => template)).toEqual(['order-paid', 'order-renewed'])
  expect(await download(order.hash)).toMatchObject({ outcome: 'ok', path: 'better.pdf' })
})

it('count_buyers counts the paid orders of a published material in live or test mode', async () => {
  const order = await paidOrder({ email: 'counted@mail.ng' })
  await begin(order.material, { email: 'unpaid@mail.ng' })
  const count = async (user: Parameters<typeof as>[0], mode = 'live') =>
    (await first<{ buyers: number }>(user, `select buyers from public.count_buyers(array[$1::uuid], $2)`, [order.material, mode]))
      ?.buyers
  expect([await count(visitor), await count(bola), await count(visitor, 'test')]).toEqual([1, 1, undefined])
  await as(owner).change(`update private.orders set refund_state = 'agreed' where id = $1`, [order.id])
  expect(await count(visitor), 'given back').toBeUndefined()
  await as(owner).change(`update private.orders set refund_state = null where id = $1`, [order.id])
  await as(admin).change(`update public.research_materials set published_at = null where id = $1`, [order.material])
  expect(await count(visitor), 'hidden').toBeUndefined()
})

describe('reading places', () => {
  const read = async (hash: string, chapter: number, section = '') =>
    (
      await first<{ it: boolean }>(secretKey, `select public.save_reading_place($1, $2, $3, 'Title') as it`, [
        hash,
        chapter,
        section,
      ])
    )?.it

  it('are the same for every link of an order, and reading counts no download', async () => {
    const order = await paidOrder()
    expect((await getBuyerView(order.hash))?.place).toBeNull()
    for (let times = 0; times < 9; times += 1) {
      expect((await first<Answer>(secretKey, `select public.order_file($1) as it`, [order.hash]))?.it).toMatchObject({
        outcome: 'ok',
      })
      expect(await read(order.hash, 2)).toBe(true)
    }
    const [other] = await as(owner).query<{ it: string }>(`select private.new_order_token($1) as it`, [order.id])
    expect((await getBuyerView(getHash(other?.it ?? '')))?.place).toMatchObject({ chapter: 2, section: '', title: 'Title' })
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
  })

  it('take a section only of the chapter that is read', async () => {
    const { hash } = await paidOrder()
    await read(hash, 2)
    await read(hash, 1, 'r5')
    expect((await getBuyerView(hash))?.place).toMatchObject({ chapter: 2, section: '' })
    await read(hash, 2, 'r7')
    expect((await getBuyerView(hash))?.place).toMatchObject({ chapter: 2, section: 'r7' })
  })

  it('are not saved for an order that is not paid, nor for an unknown token', async () => {
    const { id } = await work()
    const order = await begin(id)
    expect(await read(order.hash, 1)).toBe(false)
    expect(await read('x', 1)).toBe(false)
    expect((await getBuyerView(order.hash))?.place).toBeNull()
  })
})

describe('finding orders again', () => {
  it('emails links only to the address and shows signed-in users their own orders', async () => {
    const buyer: Account = await signUp('found@mail.ng')
    const order = await paidOrder({ email: 'Found@mail.ng' })
    const own = (user: Account) => as(user).query<{ id: string }>(`select id from public.own_orders()`)
    const open = async (user: Account) =>
      (await first<{ it: string | null }>(user, `select public.open_own_order($1) as it`, [order.id]))?.it
    const records = (user: Account) => as(user).query(`select id, state from public.own_order_records()`)
    expect(await own(buyer), 'nobody confirmed the address').toEqual([])
    expect(await records(buyer)).toEqual([])
    expect(await open(buyer)).toBeNull()
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [buyer.userId])
    expect(await own(buyer)).toEqual([{ id: order.id }])
    const [listed] = await as(buyer).query(`select material_id, gives_file from public.own_orders()`)
    expect(listed).toEqual({ material_id: order.material, gives_file: true })
    // The data export also has unpaid ones, in pages.
    const unpaid = await begin(order.material, { email: 'found@mail.ng' })
    expect(await own(buyer)).toEqual([{ id: order.id }])
    expect(await records(buyer)).toEqual([
      { id: order.id, state: 'paid' },
      { id: unpaid.id, state: 'pending' },
    ])
    expect(
      await as(buyer).query(
        `select r.id from public.own_order_records(null, null, 1) o cross join lateral public.own_order_records(o.created_at, o.id) r`,
      ),
    ).toEqual([{ id: unpaid.id }])
    expect(await records(bola)).toEqual([])
    await expect(as(visitor).query(`select * from public.own_order_records()`)).rejects.toMatchObject(noGrant)
    expect(await getBuyerView(getHash((await open(buyer)) ?? ''))).toMatchObject({ id: order.id })
    expect([await own(bola), await open(bola)]).toEqual([[], null])
    await as(owner).change(`delete from public.outbox`)
    await as(secretKey).query(`select public.email_orders(' FOUND@mail.ng ')`)
    await as(secretKey).query(`select public.email_orders('nobody@mail.ng')`)
    const [mail, ...others] = await mailsTo('found@mail.ng')
    expect([mail?.template, mail?.details.orders?.length, others]).toEqual(['orders-found', 1, []])
    expect(await getBuyerView(getHash(mail?.details.orders?.[0]?.token ?? ''))).toMatchObject({ id: order.id })
    expect(await mailsTo('nobody@mail.ng')).toEqual([])
  })

  describe('by the day in Lagos', () => {
    const email = 'days@mail.ng'
    const began = async (id: string, moment: string) =>
      void (await as(owner).query(`update private.orders set created_at = $2 where id = $1`, [id, moment]))

    it('are listed from midnight to midnight', async () => {
      const late = await paidOrder({ email })
      const early = await paidOrder({ email })
      const { id: unpaid } = await begin((await work()).id, { email })
      // Eleven at night in UTC is midnight in Lagos.
      await began(late.id, '2097-03-02T23:00:00Z')
      await began(early.id, '2097-03-02T22:59:59Z')
      await began(unpaid, '2097-03-02T12:00:00Z')
      const found = async (since: string | null, until: string | null) =>
        (
          await as(admin).query<{ id: string }>(
            `select id from public.find_orders(search => $1, since => $2::date, until => $3::date)`,
            [email, since, until],
          )
        ).map(({ id }) => id)
      expect(await found('2097-03-02', '2097-03-02')).toEqual([early.id, unpaid])
      expect(await found('2097-03-03', null)).toEqual([late.id])
      expect(await found(null, '2097-03-01')).toEqual([])
    })

    it('are added up, wrong payments too, with test money apart', async () => {
      const [right, wrong, test] = [await paidOrder({ email }), await paidOrder({ email }), await paidOrder({ email })]
      for (const { id } of [right, wrong, test]) {
        await began(id, '2097-04-02T12:00:00Z')
      }
      await as(owner).query(
        `update private.orders set paid_kobo = 300000, domain = case when id = $2 then 'test' else 'live' end,
                state = case when id = $1 then 'wrong' else state end, reason = case when id = $1 then 'amount' end,
                refunded_kobo = case when id = $1 then 100000 else 0 end
          where created_at = '2097-04-02T12:00:00Z'`,
        [wrong.id, test.id],
      )
      expect(
        await as(admin).query(
          `select domain, orders::int, paid_kobo::int as paid, refunded_kobo::int as refunded
             from public.order_totals(search => $1, since => '2097-04-02', until => '2097-04-02')`,
          [email],
        ),
      ).toEqual([
        { domain: 'live', orders: 2, paid: 600_000, refunded: 100_000 },
        { domain: 'test', orders: 1, paid: 300_000, refunded: 0 },
      ])
      await as(owner).query(`update private.orders set refunded_kobo = 0 where id = $1`, [wrong.id])
    })
  })

  it('lets admins find orders and resend links and close files with log entries', async () => {
    const order = await paidOrder({ email: 'again@mail.ng' })
    const { reference } = order
    for (const search of [
      reference,
      reference.toLowerCase().slice(3),
      reference.slice(4, 11).replace('-', ''),
      'AGAIN@mail.ng',
      'again@',
    ]) {
      expect(await as(admin).query(`select id from public.find_orders($1)`, [search]), search).toEqual([{ id: order.id }])
    }
    for (const search of ['ag', 'again%', '_gain@mail.ng']) {
      expect(await as(admin).query(`select id from public.find_orders($1)`, [search]), search).toEqual([])
    }
    expect((await first<{ it: object }>(admin, `select public.order_details($1) as it`, [order.id]))?.it).not.toHaveProperty(
      'payment_url',
    )
    expect((await first<{ it: boolean }>(admin, `select public.resend_order($1) as it`, [order.id]))?.it).toBe(true)
    expect((await first<{ it: boolean }>(admin, `select public.revoke_order($1, 'Shared it') as it`, [order.id]))?.it).toBe(true)
    expect(await download(order.hash)).toMatchObject({ outcome: 'closed' })
    // Another order of the same buyer has emails of its own.
    const second = await paidOrder({ email: 'again@mail.ng' })
    const emails = async (id: string) =>
      as(admin).query(`select template from public.outbox where order_id = $1 order by created_at, id`, [id])
    expect(await emails(order.id)).toEqual([{ template: 'order-paid' }, { template: 'orders-found' }])
    expect(await emails(second.id)).toEqual([{ template: 'order-paid' }])
    expect(await as(owner).query(`select action from public.audit_log where subject = $1 order by id`, [order.id])).toEqual([
      { action: 'order.resent' },
      { action: 'order.revoked' },
    ])
  })
})

describe('refund requests', () => {
  const ask = async (hash: string) =>
    (await first<{ it: string }>(secretKey, `select public.request_refund($1, 'Wrong work') as it`, [hash]))?.it
  const response = async (id: string, agree: boolean) =>
    (await first<{ it: string }>(admin, `select public.decide_refund($1, $2, 'Because') as it`, [id, agree]))?.it
  const claim = () =>
    as(secretKey).query<{ id: string; refund_id: string | null }>(`select id, refund_id from public.claim_refunds()`)
  const note = (id: string, status: string) =>
    as(secretKey).query(`select public.record_refund_state($1, $2, 'R1')`, [id, status])
  const getRefunds = (reference: string) =>
    as(owner).query<{ amount_kobo: number; in_time: boolean }>(
      `select r.amount_kobo::float8 as amount_kobo, r.in_time from public.refunds r join public.sales s on s.id = r.sale_id
        where s.order_reference = $1`,
      [reference],
    )

  it('put their order among those to decide, and once processed among the refunded ones', async () => {
    const email = 'parts@mail.ng'
    const order = await paidOrder({ email })
    const { id: unpaid } = await begin((await work()).id, { email })
    const shown = async () =>
      Object.fromEntries(
        await Promise.all(
          ['all', 'due', 'paid', 'refunded', 'unfinished'].map(async (part) => [
            part,
            (await as(admin).query<{ id: string }>(`select id from public.find_orders($1, $2)`, [email, part])).map(
              ({ id }) => id,
            ),
          ]),
        ),
      ) as Record<string, string[]>
    expect(await shown()).toEqual({ all: [unpaid, order.id], due: [], paid: [order.id], refunded: [], unfinished: [unpaid] })
    await ask(order.hash)
    expect((await shown()).due).toEqual([order.id])
    await response(order.id, true)
    await claim()
    await note(order.id, 'processed')
    expect(await shown()).toEqual({ all: [unpaid, order.id], due: [], paid: [], refunded: [order.id], unfinished: [unpaid] })
  })

  it('are booked once and close the file as soon as they are agreed', async () => {
    const order = await paidOrder({ email: 'back@mail.ng' })
    expect([await ask(order.hash), await ask(order.hash)]).toEqual(['ok', 'asked'])
    expect(await due()).toContainEqual({ id: order.id, what: 'refund_asked' })
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok' })
    expect([await response(order.id, true), await response(order.id, true)]).toEqual(['ok', 'settled'])
    expect(await download(order.hash)).toMatchObject({ outcome: 'closed' })
    expect(await claim()).toEqual([{ id: order.id, refund_id: null }])
    expect(await claim()).toEqual([])
    await note(order.id, 'pending')
    expect(await getBuyerView(order.hash)).toMatchObject({ refund_state: 'sent' })
    for (let times = 0; times < 2; times += 1) {
      await note(order.id, 'processed')
    }
    for (const late of ['pending', 'failed']) {
      await note(order.id, late)
      expect(await getBuyerView(order.hash), late).toMatchObject({ refund_state: 'processed' })
    }
    await settle(order, verified(order, { status: 'reversed' }))
    // A repeated event or an old response does not open the file again, by any of its links.
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', $1::text)))`,
      [order.reference],
    )
    await as(secretKey).query(`select public.process_payment_events()`)
    await settle(order, verified(order))
    for (const mail of await mailsTo('back@mail.ng')) {
      expect(await download(getHash(mail.details.token ?? ''))).toMatchObject({ outcome: 'closed' })
    }
    expect(await getRefunds(order.reference)).toEqual([{ amount_kobo: 350_000, in_time: true }])
    expect(await getBuyerView(order.hash)).toMatchObject({ refund_state: 'processed', gives_file: false })
    expect((await mailsTo('back@mail.ng')).map(({ template }) => template)).toEqual([
      'order-paid',
      'order-refund-asked',
      'order-refund-agreed',
      'order-refunded',
    ])
    expect(
      await as(owner).query(
        `select from private.unsettled_refunds t join public.refunds r on r.id = t.refund_id
      join public.sales s on s.id = r.sale_id where s.order_reference = $1`,
        [order.reference],
      ),
    ).toEqual([])
  })

  it('are declined with a reason or retried from Today after a failure', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()]
    expect(await response(one.id, false), 'nobody asked').toBe('settled')
    await ask(one.hash)
    expect(await response(one.id, false)).toBe('ok')
    expect(await getBuyerView(one.hash)).toMatchObject({ refund_state: 'refused', refund_response: 'Because', gives_file: true })
    await response(other.id, true)
    await claim()
    await as(secretKey).query(`select public.record_refund_state($1, 'failed', null, 'Your balance is not enough')`, [other.id])
    expect(await due()).toContainEqual({ id: other.id, what: 'refund_failed' })
    const details = async () =>
      (await first<{ it: { refund_fault: string } }>(admin, `select public.order_details($1) as it`, [other.id]))?.it.refund_fault
    expect(await details()).toBe('Your balance is not enough')
    expect(await response(other.id, true)).toBe('ok')
    expect(await claim()).toEqual([{ id: other.id, refund_id: null }])
    await note(other.id, 'pending')
    expect(await details(), 'the second try went well').toBe('')
  })

  it('are rejected after the window and for unpaid orders', async () => {
    const late = await paidOrder()
    await as(owner).change(`update private.orders set paid_at = now() - interval '8 days' where id = $1`, [late.id])
    expect(await ask(late.hash)).toBe('too_late')
    expect(await ask((await begin((await work()).id)).hash)).toBe('not_paid')
    expect(await ask(getHash(newToken()))).toBe('gone')
  })

  it('are unnecessary for refunds in Paystack’s dashboard which verify reports as reversed', async () => {
    const order = await paidOrder()
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'refund.processed', 'reference', $1::text)))`,
      [order.reference],
    )
    await as(secretKey).query(`select public.process_payment_events()`)
    expect(await as(secretKey).query(`select id from public.claim_orders()`)).toContainEqual({ id: order.id })
    await settle(order, verified(order, { status: 'reversed' }))
    expect(await getRefunds(order.reference)).toHaveLength(1)
    expect(await download(order.hash)).toMatchObject({ outcome: 'closed' })
  })
})

describe('bought works', () => {
  /** Creates a student whose work was bought, with its review open again. */
  async function reopened() {
    const student = await signUp(`seller-${randomUUID().slice(0, 8)}@example.com`)
    const { id: upload, file } = await sendIn(student, 'Bought, then opened')
    const order = await paidOrder()
    await as(owner).change(`update public.material_shares set upload_id = $2, profile_id = $3 where material_id = $1`, [
      order.material,
      upload,
      student.profileId,
    ])
    for (const status of ['approved', 'pending']) {
      await as(owner).change(`update public.material_uploads set upload_status = $2 where id = $1`, [upload, status])
    }
    await as(owner).change(`update public.upload_reviews set decided_at = now() where upload_id = $1`, [upload])
    return { student, upload, file, order }
  }

  it('remain for their buyers when their student withdraws them or deletes the account', async () => {
    const { student, upload, file, order } = await reopened()
    await as(owner).change(`update public.material_uploads set review_notes = 'Correct the table' where id = $1`, [upload])
    const other = await sendIn(student, 'Never on sale')
    await expect(as(student).change(`delete from public.material_uploads where id = $1`, [upload])).rejects.toMatchObject({
      code: '42501',
      hint: 'has_buyers',
    })
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(
      await as(owner).query(`select id, waiting_since is not null as waits from public.material_uploads where user_id = $1`, [
        student.profileId,
      ]),
    ).toEqual([{ id: upload, waits: true }])
    const removals = await as(owner).query<{ path: string }>(`select path from public.file_removals where path in ($1, $2)`, [
      file,
      other.file,
    ])
    expect(removals).toEqual([{ path: other.file }])
    expect(await download(order.hash)).toMatchObject({ outcome: 'ok', path: file })
    expect(await getBuyerView(order.hash)).toMatchObject({ gives_file: true, file: 'here' })
  })

  it('can be removed when unpaid or refunded', async () => {
    const { student, upload, order } = await reopened()
    const buyers = async () => (await first<{ it: number }>(admin, `select public.upload_buyers($1) as it`, [upload]))?.it
    await begin(order.material)
    expect(await buyers(), 'who did not pay has nothing to lose').toBe(1)
    await as(owner).change(`update private.orders set refund_state = 'agreed' where id = $1`, [order.id])
    expect(await buyers()).toBe(0)
    expect(await as(student).change(`delete from public.material_uploads where id = $1`, [upload])).toBe(1)
  })

  it('show on the order page that their file is being checked or was withdrawn', async () => {
    const { student, upload, order } = await reopened()
    await as(owner).change(`update public.material_uploads set file_path = $2, file_replaced_at = now() where id = $1`, [
      upload,
      `${student.userId}/other.pdf`,
    ])
    expect(await getBuyerView(order.hash)).toMatchObject({ file: 'checked' })
    await as(owner).change(`update public.material_uploads set upload_status = 'rejected' where id = $1`, [upload])
    expect(await getBuyerView(order.hash)).toMatchObject({ file: 'gone' })
    expect(await download(order.hash)).toMatchObject({ outcome: 'no_file' })
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await getBuyerView(order.hash)).toMatchObject({ file: 'gone' })
    expect(await begin(order.material)).toMatchObject({ outcome: 'not_sold' })
  })
})

it('deleting an account anonymises its orders but only those of a confirmed address', async () => {
  const [mine, stranger] = [await paidOrder({ email: 'leaves@mail.ng' }), await paidOrder({ email: 'stays@mail.ng' })]
  const [leaves, impostor] = [await signUp('leaves@mail.ng'), await signUp('stays@mail.ng')]
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [leaves.userId])
  await as(owner).change(`delete from auth.users where id in ($1, $2)`, [leaves.userId, impostor.userId])
  expect(await getBuyerView(mine.hash)).toMatchObject({ email: '', gives_file: true })
  expect(await getBuyerView(stranger.hash)).toMatchObject({ email: 'stays@mail.ng' })
})

it('unpaid orders are purged with their address after thirty days', async () => {
  const [unpaid, paid] = [await begin((await work()).id, { email: 'gone@mail.ng' }), await paidOrder()]
  await as(owner).change(`update private.orders set created_at = now() - interval '31 days' where id in ($1, $2)`, [
    unpaid.id,
    paid.id,
  ])
  expect((await first<{ it: number }>(secretKey, `select public.purge_unpaid_orders() as it`))?.it).toBe(1)
  expect([await getBuyerView(unpaid.hash), (await getBuyerView(paid.hash))?.id]).toEqual([null, paid.id])
})

it('emails its link to an address that has the work when a second payment is opened, at most once an hour', async () => {
  const { id } = await work()
  const email = 'owner@mail.ng'
  const mails = async (address = email) => (await mailsTo(address)).map(({ template }) => template)
  const bought = await begin(id, { email })
  await settle(bought, verified(bought))
  expect(await mails()).toEqual(['order-paid'])
  expect(await begin(id, { email: 'Owner@Mail.ng' })).toMatchObject({ outcome: 'ok' })
  await begin(id, { email })
  expect(await mails()).toEqual(['order-paid', 'order-owned'])
  // Other addresses, works and modes are not affected.
  await begin(id, { email: 'stranger@mail.ng' })
  expect(await mails('stranger@mail.ng')).toEqual([])
  await begin((await work()).id, { email })
  await begin(id, { email, mode: 'test' })
  await as(owner).change(`update public.outbox set created_at = created_at - interval '2 hours' where recipient = $1`, [email])
  await begin(id, { email })
  expect((await mails()).filter((template) => template === 'order-owned')).toHaveLength(2)
})
