// Class reps (docs/decisions/0057): who becomes one, which purchases give a share, and what happens to it.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { type Account, gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = people
afterAll(stop)
const requireAdmin = { code: '42501', message: 'Only admins do this' }
const { work, settle } = getPaymentServices(people)

let material = ''
let code = ''
beforeAll(async () => {
  // Ada wrote it, Bola is the class rep.
  material = (await work(3500, ada)).id
  code = await become(bola)
})

const one = async <Row>(sql: string, values: unknown[] = []) => (await as(owner).query<Row>(sql, values))[0]
const become = async (student: Account) =>
  (await as(student).query<{ code: string }>(`select public.become_class_rep() as code`))[0]?.code ?? ''

type Buyer = { email?: string; account?: string | null; by?: string | null; own?: string | null; of?: string; price?: number }

/** Begins an order in a browser that opened the link of a code, and returns what the order keeps of it. */
async function begin({
  email = `${randomUUID()}@mail.ng`,
  account = null,
  by = code,
  own = null,
  of = material,
  price = 3500,
}: Buyer = {}) {
  const hash = createHash('sha256').update(randomUUID()).digest('hex')
  const [row] = await as(secretKey).query<{ it: { outcome: string; id: string; reference: string; amount_kobo: number } }>(
    `select (select to_jsonb(r) from public.create_order($1, $2, $3, 'live', $4, $5, origin => $6) r) as it`,
    [of, email, price, hash, account, JSON.stringify({ opened: by, own })],
  )
  const order = { material: of, hash, ...(row?.it ?? { outcome: '', id: '', reference: '', amount_kobo: 0 }) }
  const kept = await one<{ rep: string | null; own: boolean }>(
    `select rep_profile_id as rep, is_reps_browser as own from private.orders where id = $1`,
    [order.id],
  )
  return { ...order, rep: kept?.rep ?? null, own: kept?.own }
}

/** Pays an order, and returns its sale. */
async function pay(order: Awaited<ReturnType<typeof begin>>, fees = 15_250) {
  expect(await settle(order, { fees })).toBe('paid')
  return one<{ id: string; share: number; rep: number; percent: number; title: string }>(
    `select s.id, s.share_kobo::integer as share, s.rep_kobo::integer as rep, s.rep_percent as percent, s.title
       from public.sales s join private.orders o on o.sale_id = s.id where o.id = $1`,
    [order.id],
  )
}

const lines = (student: Account) =>
  as(student).query<{ kind: string; kobo: number; by_link: boolean; state: string | null; share_percent: number | null }>(
    `select kind, kobo::integer, by_link, state, share_percent from public.own_statement() order by id desc`,
  )

describe('a class rep', () => {
  it('gets a code of letters of the first name, and keeps it', async () => {
    expect(code).toMatch(/^[A-Z]{2,8}\d{1,6}$/)
    expect(await become(bola)).toBe(code)
    await expect(as(visitor).query(`select public.become_class_rep()`)).rejects.toMatchObject(noGrant)
    const nameless = await signUp('nameless@example.com', { first_name: '李' })
    expect(await become(nameless)).toMatch(/^CLASS\d/)
  })

  it('reads only their own link, and never who bought', async () => {
    expect(await as(bola).query(`select code from public.class_reps`)).toEqual([{ code }])
    expect(await as(ada).query(`select code from public.class_reps`)).toEqual([])
    await expect(as(visitor).query(`select code from public.class_reps`)).rejects.toMatchObject(noGrant)
    await expect(as(bola).change(`update public.class_reps set code = 'BOSS1'`)).rejects.toMatchObject(noGrant)
    await pay(await begin())
    expect(await as(bola).query(`select id from public.sales`)).toEqual([])
    await expect(as(bola).query(`select 1 from private.orders`)).rejects.toMatchObject({ code: '42501' })
    expect(JSON.stringify(await as(bola).query(`select public.own_class_rep()`))).not.toContain('mail.ng')
  })

  it('is listed, stopped and given another share by admins of money only', async () => {
    const calls = [
      `list_class_reps()`,
      `stop_class_rep('${bola.profileId}', 'why')`,
      `restart_class_rep('${bola.profileId}')`,
      `agree_class_rep_share('${bola.profileId}', 20, current_date)`,
    ]
    for (const call of calls) {
      await expect(as(visitor).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
      await expect(as(bola).query(`select public.${call}`), call).rejects.toMatchObject(requireAdmin)
    }
  })
})

describe('a purchase gives a share to the rep whose link the browser opened last', () => {
  it('however the code is written', async () => {
    expect((await begin({ by: ` ${code.toLowerCase()}` })).rep).toBe(bola.profileId)
  })

  it('but not for unknown codes, one’s own purchase, one’s own work or a free work', async () => {
    const adas = await become(ada)
    const free = await work(0, ada)
    expect((await begin({ by: null })).rep).toBeNull()
    expect((await begin({ by: 'NOBODY1' })).rep).toBeNull()
    expect((await begin({ email: bola.email.toUpperCase() })).rep).toBeNull()
    expect((await begin({ account: bola.userId })).rep).toBeNull()
    expect((await begin({ by: adas })).rep).toBeNull()
    expect((await begin({ of: free.id, price: 0 })).rep).toBeNull()
  })

  it('and says if the browser is the rep’s own', async () => {
    expect(await begin({ own: code })).toMatchObject({ rep: bola.profileId, own: true })
    expect(await begin({ own: 'OTHER1' })).toMatchObject({ rep: bola.profileId, own: false })
    expect(await begin({ by: null, own: code })).toMatchObject({ rep: null, own: false })
  })
})

describe('the share of a rep', () => {
  it('comes from the platform’s part, and leaves the author’s whole', async () => {
    const sale = await pay(await begin())
    expect(sale).toMatchObject({ share: 175_000, rep: 35_000, percent: 10 })
    expect((await lines(bola))[0]).toEqual({ kind: 'sale', kobo: 35_000, by_link: true, state: 'waiting', share_percent: 10 })
    expect((await lines(ada))[0]).toMatchObject({ kind: 'sale', kobo: 175_000, by_link: false, share_percent: 50 })
  })

  it('is what author and provider leave, if that is less', async () => {
    const { id } = await work(1000, ada)
    await as(owner).change(`update public.material_shares set share_percent = 95 where material_id = $1`, [id])
    expect(await pay(await begin({ of: id, price: 1000 }), 2000)).toMatchObject({ share: 95_000, rep: 3000 })
    await as(owner).change(`update public.material_shares set share_percent = 100 where material_id = $1`, [id])
    expect(await pay(await begin({ of: id, price: 1000 }), 2000)).toMatchObject({ share: 100_000, rep: 0 })
  })

  it('goes back with a refund in the same part, and clears and is paid as an author’s', async () => {
    const sale = await pay(await begin())
    await as(owner).query(`select private.record_refund($1, $2, 100000, 'part')`, [sale?.id, randomUUID()])
    expect((await lines(bola))[0]).toMatchObject({ kind: 'refund', kobo: -10_000, by_link: true })
    await as(owner).query(`select private.record_refund($1, $2, null, 'rest')`, [sale?.id, randomUUID()])
    const sum = await one(
      `select sum(e.amount_kobo)::integer as kobo from public.book_entries e join public.book_transactions t on t.id = e.transaction_id
        where e.profile_id = $1 and (t.subject = $2 or t.subject in (select id from public.refunds where sale_id = $2))`,
      [bola.profileId, sale?.id],
    )
    expect(sum).toEqual({ kobo: 0 })
    await as(owner).query(`select private.clear_shares(now() + interval '8 days', 1000000)`)
    expect((await lines(bola)).find(({ kind, state }) => kind === 'sale' && state === 'available')).toBeDefined()
    expect(await one(`select private.balance('waiting', $1)::integer as kobo`, [bola.profileId])).toEqual({ kobo: 0 })
  })

  it('waits while the buyer’s bank disputes the payment', async () => {
    const order = await begin()
    const sale = await pay(order)
    const hold = (state: string) =>
      as(owner).query(
        `select private.hold_disputed_share(jsonb_populate_record(o, jsonb_build_object('dispute_state', $2::text)), now()) from private.orders o where o.id = $1`,
        [order.id, state],
      )
    const held = () =>
      one(`select count(*)::integer as shares from private.pending_shares where sale_id = $1 and is_held`, [sale?.id])
    await hold('open')
    expect(await held()).toEqual({ shares: 2 })
    await hold('won')
    expect(await held()).toEqual({ shares: 0 })
    await as(owner).query(`select private.clear_shares(now() + interval '8 days', 1000000)`)
    await hold('open')
    expect(await held()).toEqual({ shares: 2 })
    expect((await lines(bola)).filter(({ state }) => state === 'disputed')).toHaveLength(1)
    await hold('won')
    expect(await held()).toEqual({ shares: 0 })
  })

  it('changes from a day on, and not for sales before it', async () => {
    const agree = (percent: number, day: string) =>
      as(admin).query(`select public.agree_class_rep_share($1, $2, (now() at time zone 'Africa/Lagos')::date + $3::integer)`, [
        bola.profileId,
        percent,
        day,
      ])
    await expect(agree(20, '-1')).rejects.toMatchObject({ hint: 'day_is_past' })
    await expect(agree(51, '0')).rejects.toMatchObject({ code: '23514' })
    await agree(20, '3')
    expect(await pay(await begin())).toMatchObject({ percent: 10 })
    await agree(25, '0')
    expect(await pay(await begin())).toMatchObject({ percent: 25, rep: 87_500 })
    const agreed = (reader: Account) => as(reader).query(`select share_percent from public.class_rep_shares order by valid_from`)
    expect(await agreed(bola)).toEqual([{ share_percent: 25 }, { share_percent: 20 }])
    expect(await agreed(ada)).toEqual([])
    const [own] = await as(bola).query<{ it: { percent: number; next_percent: { percent: number } } }>(
      `select public.own_class_rep() as it`,
    )
    expect(own?.it).toMatchObject({ percent: 25, next_percent: { percent: 20 } })
  })

  it('ends when the link is stopped, also for orders that were begun', async () => {
    const begun = await begin()
    await as(admin).query(`select public.stop_class_rep($1, 'Sent to strangers')`, [bola.profileId])
    expect((await begin()).rep).toBeNull()
    expect(await pay(begun)).toMatchObject({ rep: 0 })
    // Only an admin lets it work again.
    expect(await become(bola)).toBe('')
    expect(await as(bola).query(`select stop_reason from public.class_reps`)).toEqual([{ stop_reason: 'Sent to strangers' }])
    await as(admin).query(`select public.restart_class_rep($1)`, [bola.profileId])
    expect((await begin()).rep).toBe(bola.profileId)
    await as(bola).query(`select public.stop_own_class_link()`)
    expect((await begin()).rep).toBeNull()
    expect(await become(bola)).toBe(code)
    // An admin's stop holds even if the student stopped the link first.
    await as(bola).query(`select public.stop_own_class_link()`)
    const stopLink = () => as(admin).query(`select public.stop_class_rep($1, 'Sent again') as it`, [bola.profileId])
    expect(await stopLink()).toEqual([{ it: true }])
    expect(await stopLink()).toEqual([{ it: false }])
    expect(await become(bola)).toBe('')
    await as(admin).query(`select public.restart_class_rep($1)`, [bola.profileId])
    expect(await one(`select count(*)::integer as entries from public.audit_log where action = 'class_rep.changed'`)).toEqual({
      entries: 4,
    })
  })
})

it('the accountant reads the shares of reps apart from those of authors, and both add up to the ledger', async () => {
  const [sums] = await as(admin).query(
    `select sum(l.authors_kobo)::int as authors, sum(l.reps_kobo)::int as reps
       from public.accountant_lines('2020-01-01', current_date + 1) l`,
  )
  const shares = (by_link: boolean) =>
    as(owner).query<{ kobo: number }>(
      `select coalesce(sum(s.remaining_kobo), 0)::int as kobo from private.sale_shares s where s.by_link = $1`,
      [by_link],
    )
  expect(sums).toEqual({ authors: (await shares(false))[0]?.kobo, reps: (await shares(true))[0]?.kobo })
  expect(sums).not.toMatchObject({ reps: 0 })
})

it('the figures count opens, sales and refunds, and the console lists suspicious ones', async () => {
  await as(secretKey).query(`select public.record_views_and_clicks($1, $2)`, [
    randomUUID(),
    JSON.stringify([
      { key: `by:${code}`, day: new Date().toISOString().slice(0, 10), views: 7, clicks: 0 },
      { key: 'by:NOBODY1', day: new Date().toISOString().slice(0, 10), views: 7, clicks: 0 },
    ]),
  ])
  await pay(await begin({ own: code }))
  const [rep] = await as(admin).query<{
    opens: number
    sales: number
    refunded: number
    own_browser: number
    earned_kobo: number
  }>(
    `select opens::integer, sales::integer, refunded::integer, own_browser::integer, earned_kobo::integer from public.list_class_reps() where code = $1`,
    [code],
  )
  expect(rep).toMatchObject({ opens: 7, refunded: 1, own_browser: 1 })
  expect(rep?.sales).toBeGreaterThan(5)
  // The figures agree with the ledger.
  expect(
    await one(`select (total_earnings * 100)::integer as kobo from public.profiles where id = $1`, [bola.profileId]),
  ).toEqual({
    kobo: rep?.earned_kobo,
  })
})
