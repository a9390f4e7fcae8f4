// The ledger by role: read access, no writes outside the functions, and the effect of each function on real sales.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const requireAdmin = { code: '42501', message: 'Only admins do this' }
const one = async <Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []) =>
  (await as(owner).query<Row>(sql, parameters))[0]

let works = 0
async function work(of: Account | null, title: string, percent = 50): Promise<string> {
  const row = await one<{ id: string }>(
    `insert into public.research_materials (slug, title, category, selar_link, published_at)
     values ($1, $2, 'seminar', $3, now()) returning id`,
    [`work-${(works += 1)}`, title, `https://selar.co/work-${works}`],
  )
  if (of) {
    await as(owner).change(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, $3)`, [
      row?.id,
      of.profileId,
      percent,
    ])
  }
  return row?.id ?? ''
}
async function sell(material: string, gross: number, daysAgo = 0, fee: number | null = 0): Promise<string> {
  const row = await one<{ sale_id: string; outcome: string }>(
    `select * from private.record_sale($1, row('selar', $2, $3, $4, now() - make_interval(days => $5))::private.payment, 'csv')`,
    [material, randomUUID(), gross, fee, daysAgo],
  )
  expect(row?.outcome).toBe('recorded')
  return row?.sale_id ?? ''
}
async function inSession(account: Account): Promise<Account> {
  const session = randomUUID()
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, account.userId])
  return { ...account, claims: { session_id: session } }
}
async function saveBank(student: Account, hoursAgo = 100): Promise<void> {
  await as(student).change(
    `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, '=GTBank', '0000014579', 'A. Obi')
     on conflict (profile_id) do update set bank_name = excluded.bank_name, account_name = excluded.account_name`,
    [student.profileId],
  )
  await as(owner).change(`alter table public.profiles_bank_details disable trigger profiles_bank_details_record_change`)
  await as(owner).change(
    `update public.profiles_bank_details set changed_at = now() - make_interval(hours => $2) where profile_id = $1`,
    [student.profileId, hoursAgo],
  )
  await as(owner).change(`alter table public.profiles_bank_details enable trigger profiles_bank_details_record_change`)
}
const getEarnings = async (student: Account) =>
  (
    await as(student).query<{
      it: {
        earned_kobo: number
        pending_kobo: number
        available_kobo: number
        on_way_kobo: number
        paid_kobo: number
        next: { day: string; kobo: number; is_late: boolean } | null
        eligibility: { eligibility: string } | null
      }
    }>(`select public.own_earnings() as it`)
  )[0]?.it
const getStatement = (student: Account) =>
  as(student).query<{ id: number; kind: string; kobo: number; title: string; state: string; last_four: string | null }>(
    `select * from public.own_statement(null, 1000)`,
  )
type Eligibility = { profile_id: string; available_kobo: number; eligibility: string; hold_id: string | null }
const proposal = () => as(admin).query<Eligibility>(`select * from public.propose_payouts()`)
async function confirm(expected: { profile: string; kobo: number }[], once: string = randomUUID()) {
  const user = await inSession(admin)
  const [result] = await as(user).query<{ outcome: string; run_id: string }>(
    `select * from public.confirm_payouts($1, $2::text::jsonb)`,
    [once, JSON.stringify(expected)],
  )
  return result
}
const mails = async (template: string, student: Account) =>
  as(owner).query<{ details: Record<string, unknown> }>(
    `select details from public.outbox where template = $1 and profile_id = $2 order by created_at`,
    [template, student.profileId],
  )

describe('ledger tables', () => {
  const tables = [
    'book_rules',
    'book_transactions',
    'book_entries',
    'sales',
    'refunds',
    'unmatched_sales',
    'payout_runs',
    'payouts',
    'payout_steps',
    'payout_holds',
    'product_rules',
  ]

  it('reject every write of every API role including the secret key', async () => {
    await sell(await work(ada, 'Past the functions'), 100_000)
    for (const table of tables) {
      for (const user of [visitor, ada, admin, secretKey]) {
        await expect(as(user).change(`insert into public.${table} default values`), table).rejects.toMatchObject(noGrant)
        await expect(as(user).change(`update public.${table} set created_at = now()`), table).rejects.toMatchObject(noGrant)
        if (table !== 'product_rules') {
          await expect(as(user).change(`delete from public.${table}`), table).rejects.toMatchObject(noGrant)
        }
        await expect(as(user).change(`truncate public.${table} cascade`), table).rejects.toMatchObject(noGrant)
      }
    }
    expect(await as(ada).change(`delete from public.product_rules`)).toBe(0)
  })

  it('reject updates and deletes by their owner', async () => {
    for (const table of ['book_rules', 'book_transactions', 'book_entries', 'sales']) {
      const rejection = { code: '42501', message: `${table} rows are only ever added` }
      await expect(as(owner).change(`update public.${table} set created_at = now()`), table).rejects.toMatchObject(rejection)
      await expect(as(owner).change(`delete from public.${table}`), table).rejects.toMatchObject(rejection)
      await expect(as(owner).change(`truncate public.${table} cascade`), table).rejects.toThrow(/rows are only ever added/)
    }
  })

  it('reject unbalanced or single-line transactions of every role', async () => {
    const write = (lines: string) =>
      as(owner).query(
        `select private.post_transaction('settlement', 'settlement:' || gen_random_uuid(), gen_random_uuid(), now(), $1::text::jsonb)`,
        [lines],
      )
    for (const lines of [
      '[]',
      '[{"account":"bank","kobo":5}]',
      '[{"account":"bank","kobo":5},{"account":"provider","kobo":-4}]',
    ]) {
      await expect(write(lines), lines).rejects.toMatchObject({
        code: '23514',
        message: expect.stringMatching(/^Transaction \d+ of the books/) as string,
      })
    }
    // Adds a line to an existing transaction.
    await expect(
      as(owner).query(
        `insert into public.book_entries (transaction_id, account, amount_kobo) select max(id), 'bank', 5 from public.book_transactions`,
      ),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(write('[{"account":"waiting","kobo":5},{"account":"provider","kobo":-5}]')).rejects.toMatchObject({
      code: '23514',
    })
  })

  it('limits functions to admins or the secret key', async () => {
    const nil = randomUUID()
    const forAdmins = [
      `preview_sales('[]')`,
      `record_sales('[]', 'csv')`,
      `retry_unmatched_sale('${nil}', 1, now())`,
      `resolve_unmatched_sale('${nil}', false)`,
      `refund_sale('${nil}', 'x', '')`,
      `record_refund_settlement('${nil}')`,
      `reverse_sale('${nil}', '')`,
      `find_sales()`,
      `sale_totals()`,
      `sale_details('${nil}')`,
      `propose_payouts()`,
      `confirm_payouts('a long name', '[]')`,
      `mark_payouts_paid('${nil}', '{}', '')`,
      `record_payout_return('${nil}', '')`,
      `hold_payouts('${nil}', 'why')`,
      `lift_hold('${nil}')`,
      `payout_run_details('${nil}')`,
      `payout_bank_file('${nil}')`,
      `reserve_for_bank_file('${nil}')`,
      `record_bank('x', 'settlement', 1, '')`,
      `balance_sheet(current_date)`,
      `account_lines('bank')`,
      `money_overview()`,
      `provider_sales('selar', current_date, current_date)`,
      `best_sold_materials(current_date, current_date)`,
      `search_console('ada')`,
      `change_book_rules(1, '{}')`,
    ]
    for (const call of forAdmins) {
      await expect(as(visitor).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
      await expect(as(secretKey).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
      await expect(as(ada).query(`select public.${call}`), call).rejects.toMatchObject(requireAdmin)
    }
    for (const call of [`clear_due_shares()`, `queue_sale_emails()`, `receive_sale_notices('[]')`, `process_sale_notices()`]) {
      for (const user of [visitor, ada, admin]) {
        await expect(as(user).query(`select public.${call}`), call).rejects.toMatchObject(noGrant)
      }
    }
    for (const call of [`own_earnings()`, `own_statement()`]) {
      await expect(as(visitor).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    }
    for (const call of [
      `change_book_rules(1, '{}')`,
      `payout_bank_file('${nil}')`,
      `reserve_for_bank_file('${nil}')`,
      `confirm_payouts('a long name', '[]')`,
    ]) {
      await expect(as(admin).query(`select public.${call}`), call).rejects.toMatchObject({ hint: 'sign_in_again' })
    }
  })
})

describe('a sale', () => {
  it('is split to the kobo with an odd kobo for the platform and the fee as a cost', async () => {
    const sale = await sell(await work(ada, 'An odd price'), 100_001, 0, 4_321)
    expect(
      await as(owner).query(
        `select account, profile_id, amount_kobo::integer as kobo from public.book_entries e
           join public.book_transactions t on t.id = e.transaction_id where t.event_key = 'sale:' || $1 order by account`,
        [sale],
      ),
    ).toEqual([
      { account: 'fees', profile_id: null, kobo: 4_321 },
      { account: 'platform', profile_id: null, kobo: -50_001 },
      { account: 'provider', profile_id: null, kobo: 95_680 },
      { account: 'waiting', profile_id: ada.profileId, kobo: -50_000 },
    ])
  })

  it('estimates a missing fee by the rule and marks it as estimated', async () => {
    const sale = await sell(await work(null, 'Our own work'), 350_000, 0, null)
    expect(
      await one(
        `select fee_kobo::integer as fee, fee_is_estimate, share_kobo::integer as share, profile_id from public.sales where id = $1`,
        [sale],
      ),
    ).toEqual({ fee: 19_000, fee_is_estimate: true, share: 0, profile_id: null })
  })

  it('is recorded once for any source and letter case and updates the student’s earnings in the same transaction', async () => {
    const material = await work(bola, 'Once')
    const call = `select * from private.record_sale($1, row('selar', $2, 200000, 0, now())::private.payment, 'hand')`
    const [first] = await as(owner).query<{ outcome: string; sale_id: string }>(call, [material, 'Order-77'])
    expect(first?.outcome).toBe('recorded')
    expect(await as(owner).query(call, [material, ' ORDER-77 '])).toEqual([{ outcome: 'duplicate', sale_id: first?.sale_id }])
    expect(
      await as(admin).query(`select public.preview_sales($1::text::jsonb) as it`, [
        JSON.stringify([{ provider: 'selar', reference: 'order-77', gross: 1, currency: 'NGN', paid_at: new Date() }]),
      ]),
    ).toMatchObject([{ it: [{ outcome: 'duplicate' }] }])
    expect(await one(`select total_earnings from public.profiles where id = $1`, [bola.profileId])).toEqual({
      total_earnings: 1000,
    })
  })

  it('belongs to the owner and percentage at the time of payment', async () => {
    const material = await work(ada, 'Agreed anew')
    await as(owner).change(
      `update private.material_share_history set valid_from = now() - interval '30 days' where material_id = $1`,
      [material],
    )
    await as(owner).change(`update public.material_shares set share_percent = 70 where material_id = $1`, [material])
    const shares = async (sale: string) =>
      (await one(`select share_kobo::integer as share from public.sales where id = $1`, [sale]))?.share
    expect(await shares(await sell(material, 100_000, 1))).toBe(50_000)
    expect(await shares(await sell(material, 100_000, 0))).toBe(70_000)
    expect(await shares(await sell(material, 100_000, 90))).toBe(50_000)
  })

  it('restores every account when reversed and can be recorded again', async () => {
    const material = await work(bola, 'Typed wrongly')
    const balances = () =>
      as(owner).query(
        `select account, profile_id, balance_kobo::integer from private.book_balances where balance_kobo <> 0 order by 1, 2`,
      )
    const before = await balances()
    const sale = await sell(material, 9_900_000)
    expect(await as(admin).query(`select public.retry_unmatched_sale($1, 990000, now(), 0) as it`, [sale])).toEqual([
      { it: 'duplicate' },
    ])
    const back = () => as(admin).query(`select public.reverse_sale($1, 'A nought too many') as it`, [sale])
    expect(await back()).toEqual([{ it: 'ok' }])
    expect(await back()).toEqual([{ it: 'duplicate' }])
    expect(await balances()).toEqual(before)
    expect(await as(admin).query(`select public.retry_unmatched_sale($1, 990000, now(), 0) as it`, [sale])).toEqual([
      { it: 'recorded' },
    ])
    expect((await getStatement(bola)).filter(({ title }) => title === 'Typed wrongly').map(({ kobo }) => kobo)).toEqual([
      495_000, -4_950_000, 4_950_000,
    ])
  })

  it('is emailed as a mistake when reversed, but only after the email about the sale', async () => {
    const material = await work(bola, 'Recorded twice')
    const reversed = async () => (await mails('sale-refunded', bola)).filter(({ details }) => details.title === 'Recorded twice')
    const unannounced = await sell(material, 100_000)
    await as(admin).query(`select public.reverse_sale($1, 'Twice')`, [unannounced])
    expect(await reversed()).toEqual([])
    const announced = await sell(material, 200_000)
    await as(owner).change(`delete from private.pending_sale_notifications where sale_id = $1`, [announced])
    await as(admin).query(`select public.reverse_sale($1, 'Twice')`, [announced])
    expect((await reversed()).map(({ details }) => details)).toMatchObject([{ is_mistake: true, share_kobo: 100_000 }])
  })

  it('is emailed to its student at most once in 24 hours and without the buyer', async () => {
    const student = bola
    await as(owner).change(`delete from private.sale_emails`)
    await as(owner).change(`delete from private.pending_sale_notifications`)
    await as(owner).change(`delete from public.outbox where template = 'works-sold'`)
    const material = await work(student, 'Mailed')
    const row = (reference: string) => ({
      provider: 'selar',
      reference,
      material,
      gross: 100_000,
      fee: 0,
      currency: 'NGN',
      paid_at: new Date(),
    })
    const keep = (...rows: object[]) =>
      as(admin).query(`select (select to_jsonb(r) from public.record_sales($1::text::jsonb, 'csv') r) as it`, [
        JSON.stringify(rows),
      ])
    expect(await keep(row('m-1'), row('m-2'), row('m-1'))).toMatchObject([{ it: { recorded: 2, duplicate: 1 } }])
    expect(await mails('works-sold', student)).toMatchObject([{ details: { sales: 2, share_kobo: 100_000 } }])
    await keep(row('m-3'))
    expect(await mails('works-sold', student)).toHaveLength(1)
    await as(owner).query(`select private.notify_sales(now() + interval '25 hours')`)
    expect((await mails('works-sold', student)).map(({ details }) => details.sales)).toEqual([2, 1])
    await as(owner).query(`select private.notify_sales(now() + interval '50 hours')`)
    expect(await mails('works-sold', student)).toHaveLength(2)
  })
})

describe('an unmatched sale', () => {
  const row = (reference: string, product: string, more: object = {}) => ({
    provider: 'selar',
    reference,
    product,
    gross: 250_000,
    fee: null,
    currency: 'NGN',
    paid_at: '2026-11-01T10:00:00Z',
    ...more,
  })
  const keep = async (...rows: object[]) =>
    (
      await as(admin).query<{ it: Record<string, number> }>(
        `select (select to_jsonb(r) from public.record_sales($1::text::jsonb, 'csv') r) as it`,
        [JSON.stringify(rows)],
      )
    )[0]?.it
  const open = () =>
    as(admin).query<{ id: string; product: string }>(
      `select id, product from public.unmatched_sales where settled_at is null order by product`,
    )

  it('is matched by link or title or queued and resolved together with all others of its name', async () => {
    const material = await work(ada, 'Hand hygiene among nurses in Enugu')
    const link = (await one<{ it: string }>(`select selar_link as it from public.research_materials where id = $1`, [material]))
      ?.it
    expect(
      await keep(
        row('u-1', 'HAND HYGIENE: among nurses in Enugu!'),
        row('u-2', 'Anything', { link }),
        row('u-3', 'Hygiene pack (PDF)'),
        row('u-4', 'Hygiene  Pack, PDF'),
        row('u-5', 'Hygiene pack (PDF)', { currency: 'GHS' }),
        row('u-3', 'Hygiene pack (PDF)'),
      ),
    ).toMatchObject({ recorded: 2, unmatched: 3, duplicate: 1 })
    const [first] = await open()
    expect(await as(admin).query(`select public.resolve_unmatched_sale($1, true, $2) as it`, [first?.id, material])).toEqual([
      { it: 2 },
    ])
    expect(await as(admin).query(`select public.resolve_unmatched_sale($1, true, $2) as it`, [first?.id, material])).toEqual([
      { it: 0 },
    ])
    expect(await keep(row('u-6', 'hygiene pack pdf'))).toMatchObject({ recorded: 1, unmatched: 0 })
    const [cedis] = await open()
    expect(await as(admin).query(`select public.resolve_unmatched_sale($1, false, $2) as it`, [cedis?.id, material])).toEqual([
      { it: 0 },
    ])
    expect(
      await as(admin).query(`select public.resolve_unmatched_sale($1, false, $2, 310000) as it`, [cedis?.id, material]),
    ).toEqual([{ it: 1 }])
    expect(await open()).toEqual([])
    expect(await one(`select gross_kobo::integer as gross from public.sales where order_reference = 'u-5'`)).toEqual({
      gross: 310_000,
    })
  })

  it('can be marked as not ours and is ignored from then on', async () => {
    await keep(row('c-1', 'WhatsApp course'))
    const [course] = await open()
    expect(await as(admin).query(`select public.resolve_unmatched_sale($1, true) as it`, [course?.id])).toEqual([{ it: 1 }])
    expect(await keep(row('c-2', 'Whatsapp COURSE'))).toMatchObject({ not_ours: 1, unmatched: 0 })
    expect(
      await as(admin).query(`select product_words, material_id from public.product_rules where material_id is null`),
    ).toEqual([{ product_words: 'whatsapp course', material_id: null }])
    expect(await one(`select details from public.audit_log where subject = 'selar.whatsapp course'`)).toEqual({
      details: { name: 'whatsapp course', changes: { material_id: [null, null] } },
    })
  })
})

describe('sale notices', () => {
  it('are stored first and processed once and a broken one does not block others', async () => {
    const material = await work(ada, 'Told by an automation')
    const tell = (row: object) =>
      as(secretKey).query(`select public.receive_sale_notices($1::text::jsonb)`, [JSON.stringify([row])])
    /** Runs steps until none is left. Returns the number of notices. */
    const take = async (): Promise<number> => {
      const [step] = await as(secretKey).query<{ it: number }>(`select public.process_sale_notices() as it`)
      return step === undefined || step.it === 0 ? 0 : step.it + (await take())
    }
    const row = {
      provider: 'selar',
      reference: 'hook-1',
      product: 'Told by an automation',
      gross: 100_000,
      currency: 'NGN',
      paid_at: new Date(),
    }
    await tell({ ...row, gross: -5, reference: 'hook-0' })
    await tell(row)
    await tell(row)
    expect(await one(`select count(*)::integer as n from public.sales where material_id = $1`, [material])).toEqual({ n: 0 })
    expect(await take()).toBe(3)
    expect(await take()).toBe(0)
    expect(
      await one(`select count(*)::integer as n from public.sales where material_id = $1 and source = 'hook'`, [material]),
    ).toEqual({ n: 1 })
    expect(await one(`select count(*)::integer as n, max(fault) is not null as told from private.sale_notices`)).toEqual({
      n: 1,
      told: true,
    })
  })
})

describe('saved CSV column names', () => {
  it('are readable and writable only for admins', async () => {
    const say = (user: Parameters<typeof as>[0], columns: string) =>
      as(user).change(
        `insert into public.sale_columns (provider, columns) values ('selar', $1::text::jsonb)
         on conflict (provider) do update set columns = excluded.columns`,
        [columns],
      )
    expect(await say(admin, '{"gross": "Amount"}')).toBe(1)
    expect(await say(admin, '{"gross": "Total"}')).toBe(1)
    await expect(say(ada, '{}')).rejects.toMatchObject(noPolicy)
    await expect(say(visitor, '{}')).rejects.toMatchObject(noGrant)
    expect(await as(ada).query(`select * from public.sale_columns`)).toEqual([])
    expect(await as(admin).query(`select columns from public.sale_columns`)).toEqual([{ columns: { gross: 'Total' } }])
  })
})

describe('a refund', () => {
  it('reduces a waiting share proportionally and completely when the parts add up to the price', async () => {
    const student = ada
    const before = await getEarnings(student)
    const sale = await sell(await work(student, 'In parts', 33), 100_000)
    const refund = (once: string, kobo: number | null) =>
      as(admin).query<{ it: string }>(`select public.refund_sale($1, $2, 'Not satisfied', $3) as it`, [sale, once, kobo])
    expect(await refund('form-1', 33_333)).toEqual([{ it: 'recorded' }])
    expect(await refund('form-1', 33_333)).toEqual([{ it: 'duplicate' }])
    expect(await refund('form-2', 70_000)).toEqual([{ it: 'too_much' }])
    expect(await refund('form-3', null)).toEqual([{ it: 'recorded' }])
    expect(await refund('form-4', null)).toEqual([{ it: 'too_much' }])
    const after = await getEarnings(student)
    expect([after?.pending_kobo, after?.available_kobo, after?.earned_kobo]).toEqual([
      before?.pending_kobo,
      before?.available_kobo,
      before?.earned_kobo,
    ])
    expect((await mails('sale-refunded', student)).length).toBe(2)
    // The refund is owed to the buyer until it is settled.
    const owed = await as(admin).query<{ id: string }>(`select id from public.refunds where sale_id = $1`, [sale])
    expect(owed).toHaveLength(2)
    for (const { id } of owed) {
      expect(await as(admin).query(`select public.record_refund_settlement($1) as it`, [id])).toEqual([{ it: 'ok' }])
      expect(await as(admin).query(`select public.record_refund_settlement($1) as it`, [id])).toEqual([{ it: 'duplicate' }])
    }
    expect(await one(`select balance_kobo::integer as kobo from private.book_balances where account = 'refunds_owed'`)).toEqual({
      kobo: 0,
    })
    expect(await as(admin).query(`select public.reverse_sale($1, 'x') as it`, [sale])).toEqual([{ it: 'refunded' }])
  })
})

describe('a payout run', () => {
  it('pays each due student once and explains why others are not paid', async () => {
    const shares = await one<{ n: number }>(`select private.clear_shares(now() + interval '30 days')::integer as n`)
    expect(shares?.n).toBeGreaterThan(0)
    expect((await proposal()).map(({ eligibility }) => eligibility)).toEqual(['no_bank', 'no_bank'])
    await saveBank(ada, 10)
    await saveBank(bola)
    const eligibility = async (student: Account) => (await proposal()).find(({ profile_id }) => profile_id === student.profileId)
    expect(await eligibility(ada)).toMatchObject({ eligibility: 'bank_changed' })
    expect(await as(admin).query(`select public.hold_payouts($1, 'We are looking at a copy') as it`, [bola.profileId])).toEqual([
      { it: 'Bola Ade' },
    ])
    expect(await as(admin).query(`select public.hold_payouts($1, 'Again') as it`, [bola.profileId])).toEqual([{ it: null }])
    expect(await as(admin).query(`select public.hold_payouts($1, 'Nobody') as it`, [randomUUID()])).toEqual([{ it: null }])
    const held = await eligibility(bola)
    expect(held).toMatchObject({ eligibility: 'held', reason: 'We are looking at a copy' })
    expect(await getEarnings(bola)).toMatchObject({ next: null, eligibility: { eligibility: 'held' } })
    expect(await confirm([{ profile: bola.profileId, kobo: held?.available_kobo ?? 0 }])).toMatchObject({ outcome: 'changed' })
    expect(await as(admin).query(`select public.lift_hold($1) as it`, [held?.hold_id])).toEqual([{ it: 'Bola Ade' }])
    expect(await as(admin).query(`select public.lift_hold($1) as it`, [held?.hold_id])).toEqual([{ it: null }])
    const due = await eligibility(bola)
    expect(due).toMatchObject({ eligibility: 'pay' })
    const kobo = due?.available_kobo ?? 0

    // Two admins with the same proposal, one of them twice.
    expect(await confirm([])).toMatchObject({ outcome: 'empty' })
    expect(await confirm([{ profile: bola.profileId, kobo: kobo - 1 }])).toMatchObject({ outcome: 'changed' })
    const twice = { profile: bola.profileId, kobo }
    expect(await confirm([twice, twice])).toMatchObject({ outcome: 'changed' })
    const once = randomUUID()
    const run = await confirm([twice], once)
    expect(run?.outcome).toBe('ok')
    expect(await confirm([twice], once)).toEqual({ outcome: 'duplicate', run_id: run?.run_id })
    expect(await confirm([twice])).toMatchObject({ outcome: 'changed' })
    expect(await getEarnings(bola)).toMatchObject({ available_kobo: 0, on_way_kobo: kobo, paid_kobo: 0 })

    // Full accounts require a recent sign-in, and are logged.
    const bank = await as(await inSession(admin)).query<{ account_number: string }>(`select * from public.payout_bank_file($1)`, [
      run?.run_id,
    ])
    expect(bank).toMatchObject([{ account_name: 'A. Obi', account_number: '0000014579', bank_name: '=GTBank' }])
    expect(await one(`select count(*)::integer as n from public.audit_log where action = 'money.bank_file'`)).toEqual({ n: 1 })
    expect(JSON.stringify(await as(admin).query(`select public.payout_run_details($1)`, [run?.run_id]))).not.toContain(
      '0000014579',
    )

    const [payout] = await as(bola).query<{ id: string }>(`select id from public.payouts`)
    const paid = () =>
      as(admin).query(`select public.mark_payouts_paid($1, array[$2]::uuid[], 'NIP 0001') as it`, [run?.run_id, payout?.id])
    expect(await paid()).toEqual([{ it: 1 }])
    expect(await paid()).toEqual([{ it: 0 }])
    expect(await getEarnings(bola)).toMatchObject({ on_way_kobo: 0, paid_kobo: kobo })
    // The audit log has only what was newly marked.
    expect(
      await as(owner).query(`select details from public.audit_log where action = 'money.payouts_paid' and subject = $1::text`, [
        run?.run_id,
      ]),
    ).toEqual([{ details: { payouts: 1, reference: 'NIP 0001' } }])
    expect(await mails('payout-paid', bola)).toMatchObject([{ details: { kobo, last_four: '4579', note: 'NIP 0001' } }])
    const lines = await getStatement(bola)
    expect(lines.find(({ kind }) => kind === 'payout')).toMatchObject({ state: 'paid', last_four: '4579' })
    expect(lines.filter(({ kind, state }) => kind === 'sale' && state === 'paid').length).toBeGreaterThan(0)

    // The bank returns it after all: it is available again, and not sent to the same account automatically.
    const returned = () => as(admin).query(`select public.record_payout_return($1, 'Account closed') as it`, [payout?.id])
    expect(await returned()).toEqual([{ it: 'ok' }])
    expect(await returned()).toEqual([{ it: 'duplicate' }])
    expect(await paid()).toEqual([{ it: 0 }])
    expect(await mails('payout-returned', bola)).toMatchObject([{ details: { note: 'Account closed' } }])
    expect(await getEarnings(bola)).toMatchObject({
      available_kobo: kobo,
      paid_kobo: 0,
      next: null,
      eligibility: { eligibility: 'returned' },
    })
    expect(await as(admin).query(`select (public.console_today() #>> '{returned,count}') as it`)).toEqual([{ it: '1' }])
    expect((await getStatement(bola)).filter(({ kind, state }) => kind === 'sale' && state === 'paid')).toEqual([])
    await as(owner).change(`update public.profiles_bank_details set account_number = '1234567890' where profile_id = $1`, [
      bola.profileId,
    ])
    expect(await eligibility(bola)).toMatchObject({ eligibility: 'bank_changed' })
    expect(await as(admin).query(`select (public.console_today() #>> '{returned,count}') as it`)).toEqual([{ it: '0' }])
  })

  it('deducts the debt of a late refund from the next shares and shows it', async () => {
    await saveBank(ada)
    const material = await work(ada, 'Refunded late')
    const sale = await sell(material, 800_000, 20)
    const rows = await proposal()
    const mine = rows.find(({ profile_id }) => profile_id === ada.profileId)
    const run = await confirm([{ profile: ada.profileId, kobo: mine?.available_kobo ?? 0 }])
    expect(run?.outcome).toBe('ok')
    await as(admin).query(`select public.refund_sale($1, 'late', '') as it`, [sale])
    expect(await getEarnings(ada)).toMatchObject({ available_kobo: -400_000, eligibility: { eligibility: 'debt' }, next: null })
    expect((await mails('sale-refunded', ada)).at(-1)?.details).toMatchObject({ in_time: false, debt_kobo: 400_000 })
    await sell(material, 1_300_000, 20)
    expect((await proposal()).find(({ profile_id }) => profile_id === ada.profileId)).toMatchObject({
      available_kobo: 250_000,
      eligibility: 'pay',
    })
  })
})

describe('student statements', () => {
  it('show only their own sales, lines, refunds and payouts without orders', async () => {
    for (const [student, other] of [
      [ada, bola],
      [bola, ada],
    ] as const) {
      for (const table of ['sales', 'payouts', 'payout_holds', 'book_entries']) {
        const ids = `select ${table === 'sales' ? 'id, title' : 'id'} from public.${table}`
        const own = await as(owner).query<{ id: string }>(`${ids} where profile_id = $1 order by id`, [student.profileId])
        expect(await as(student).query(`${ids} order by id`), table).toEqual(own)
        expect(await as(student).query(`${ids} where profile_id = $1`, [other.profileId]), table).toEqual([])
      }
      for (const table of ['book_transactions', 'unmatched_sales', 'product_rules', 'payout_runs']) {
        expect(await as(student).query(`select * from public.${table}`), table).toEqual([])
      }
      await expect(as(student).query(`select order_reference from public.sales`)).rejects.toMatchObject(noGrant)
      await expect(as(student).query(`select reason from public.refunds`)).rejects.toMatchObject(noGrant)
    }
    for (const table of ['sales', 'book_entries', 'payouts', 'refunds']) {
      await expect(as(visitor).query(`select * from public.${table}`), table).rejects.toMatchObject(noGrant)
    }
    expect(await as(visitor).query(`select refund_days, share_basis from public.book_rules`)).toEqual([
      { refund_days: 7, share_basis: 'gross' },
    ])
  })

  it('have a balance equal to the sum of their lines across pages and months', async () => {
    for (const student of [ada, bola]) {
      const lines = await getStatement(student)
      const earnings = await getEarnings(student)
      expect(lines.reduce((sum, { kobo }) => sum + kobo, 0)).toBe((earnings?.pending_kobo ?? 0) + (earnings?.available_kobo ?? 0))
      const paged: number[] = []
      for (let before: number | null = null; ;) {
        const page: { id: number }[] = await as(student).query<{ id: number }>(`select id from public.own_statement($1, 3)`, [
          before,
        ])
        paged.push(...page.map(({ id }) => id))
        before = page.at(-1)?.id ?? null
        if (page.length < 3) {
          break
        }
      }
      expect(paged).toEqual(lines.map(({ id }) => id))
    }
    expect(await as(ada).query(`select * from public.own_statement(null, 100, '2020-05-01')`)).toEqual([])
  })
})

describe('the balance sheet', () => {
  it('sums to zero at every date and lists the lines of an account', async () => {
    const sheet = (day: string) =>
      as(admin).query<{ account: string; balance_kobo: number }>(`select * from public.balance_sheet(${day})`)
    const now = await sheet(`current_date + 60`)
    expect(now.reduce((sum, { balance_kobo }) => sum + balance_kobo, 0)).toBe(0)
    expect(now.some(({ balance_kobo }) => balance_kobo !== 0)).toBe(true)
    expect((await sheet(`'2020-01-01'`)).every(({ balance_kobo }) => balance_kobo === 0)).toBe(true)
    for (const { account, balance_kobo } of now) {
      const lines = await as(admin).query<{ amount_kobo: number }>(`select * from public.account_lines($1, null, null, 1000)`, [
        account,
      ])
      expect(
        lines.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0),
        account,
      ).toBe(balance_kobo)
    }
    expect(await as(admin).query(`select public.record_bank('form-9', 'settlement', 5000000, 'Selar, week 47') as it`)).toEqual([
      { it: 'ok' },
    ])
    expect(await as(admin).query(`select public.record_bank('form-9', 'settlement', 5000000, 'Selar, week 47') as it`)).toEqual([
      { it: 'duplicate' },
    ])
    expect((await sheet(`current_date + 60`)).reduce((sum, { balance_kobo }) => sum + balance_kobo, 0)).toBe(0)
  })
})

describe('money rules', () => {
  it('apply from now on while earlier payments retain the rule of their day', async () => {
    const user = await inSession(admin)
    const [present] = await as(visitor).query<{ id: number }>(`select id from public.book_rules order by valid_from desc limit 1`)
    const change = () =>
      as(user).query(`select public.change_book_rules($1, $2::text::jsonb) as it`, [
        present?.id,
        JSON.stringify({
          refund_days: 14,
          minimum_kobo: 500_000,
          run_weekday: 1,
          hold_hours: 24,
          share_percent: 40,
          rep_percent: 10,
          share_basis: 'net',
          fee_hundredths: 400,
          fee_fixed_kobo: 5000,
          vat_hundredths: 0,
        }),
      ])
    expect(await change()).toEqual([{ it: 'ok' }])
    expect(await change()).toEqual([{ it: 'changed' }])
    const material = await work(ada, 'Net')
    const details = async (sale: string) =>
      one(
        `select share_kobo::integer as share, share_basis, (clears_at - paid_at)::text as waits from public.sales where id = $1`,
        [sale],
      )
    expect(await details(await sell(material, 100_000, 0, 9_000))).toEqual({
      share: 45_500,
      share_basis: 'net',
      waits: '14 days',
    })
    expect(await details(await sell(material, 100_000, 1, 9_000))).toEqual({
      share: 50_000,
      share_basis: 'gross',
      waits: '7 days',
    })
    // Logged as the difference from the rules before.
    expect(await one(`select details from public.audit_log where action = 'book_rule.added'`)).toEqual({
      details: {
        changes: {
          refund_days: [7, 14],
          minimum_kobo: [200_000, 500_000],
          run_weekday: [5, 1],
          hold_hours: [48, 24],
          share_percent: [50, 40],
          share_basis: ['gross', 'net'],
        },
      },
    })
  })
})
