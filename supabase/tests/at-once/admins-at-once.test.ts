// Several admins at the same time on separate connections: nothing is paid or recorded twice.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBackend } from '#server/backend/start.ts'
import { startPostgresql, type Cluster } from './postgresql.ts'

const ADMINS = 8
const ROUNDS = 15
const PRICE = 500_000

let cluster: Cluster
let sql: postgres.Sql
let backend: Awaited<ReturnType<typeof startBackend>>
const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'lamplight-at-once-'))
const admin = { id: randomUUID(), session: randomUUID() }
const students: { profile: string; material: string }[] = []

beforeAll(async () => {
  cluster = await startPostgresql()
  backend = await startBackend(
    { backend: { kind: 'postgres', databaseUrl: cluster.url }, dataDirectory, keys: {}, siteUrl: 'http://localhost' },
    { mailer: { send: async () => {} } },
  )
  sql = postgres(cluster.url, { max: ADMINS + 2, onnotice: () => {} })
  await sql`insert into auth.users (id, email) values (${admin.id}, 'admin@example.com')`
  await sql`insert into auth.sessions (id, user_id, created_at) values (${admin.session}, ${admin.id}, now())`
  await sql`select public.make_admin('admin@example.com')`
  for (let number = 0; number < 4; number += 1) {
    const id = randomUUID()
    await sql`insert into auth.users (id, email) values (${id}, ${`student-${number}@example.com`})`
    const [profile] = await sql<{ id: string }[]>`select id from public.profiles where user_id = ${id}`
    await sql`insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name)
      values (${profile?.id ?? ''}, 'GTBank', '0123456789', 'A Student')`
    const [material] = await sql<{ id: string }[]>`
      insert into public.research_materials (slug, title, subject_area, category, price, published_at)
      values (${`work-${number}`}, ${`Work ${number}`}, 'Nursing', 'thesis', 5000, now()) returning id`
    await sql`insert into public.material_shares (material_id, profile_id) values (${material?.id ?? ''}, ${profile?.id ?? ''})`
    students.push({ profile: profile?.id ?? '', material: material?.id ?? '' })
  }
  // The bank details are new, so the rules have no hold.
  await sql`insert into public.book_rules
      (refund_days, minimum_kobo, run_weekday, hold_hours, share_basis, fee_hundredths, fee_fixed_kobo, valid_from)
    values (7, 200000, 5, 0, 'gross', 400, 5000, '2026-01-02')`
})

afterAll(async () => {
  await sql?.end()
  await backend?.stop()
  cluster?.stop()
  fs.rmSync(dataDirectory, { recursive: true, force: true })
})

/** Calls a function as the admin in a separate request and connection. */
function asAdmin<Row extends object>(call: string, parameters: (string | string[])[]): Promise<Row[]> {
  return sql.begin(async (transaction) => {
    const claims = JSON.stringify({ sub: admin.id, session_id: admin.session, role: 'authenticated' })
    await transaction`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${admin.id}, true)`
    await transaction.unsafe('set local role authenticated')
    return transaction.unsafe<Row[]>(call, parameters)
  }) as Promise<Row[]>
}

const together = <Result>(count: number, act: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => act(number)))
const getCount = (outcomes: readonly unknown[], outcome: unknown) => outcomes.filter((each) => each === outcome).length

async function sell(reference: string, { material }: { material: string }): Promise<string> {
  const [row] = await sql<{ sale_id: string }[]>`
    select sale_id from private.record_sale(
      ${material}, row('selar', ${reference}::text, ${PRICE}::bigint, 0, now() - interval '9 days')::private.payment, 'hand')`
  return row?.sale_id ?? ''
}

/** Returns the proposed payouts as the page submits them. */
async function proposed(): Promise<string> {
  const rows = await asAdmin<{ profile_id: string; available_kobo: string }>(
    `select profile_id, available_kobo::text from public.propose_payouts() where eligibility = 'pay'`,
    [],
  )
  return JSON.stringify(rows.map(({ profile_id, available_kobo }) => ({ profile: profile_id, kobo: Number(available_kobo) })))
}

async function confirm(named: string, proposal: string): Promise<string | undefined> {
  const [result] = await asAdmin<{ outcome: string }>(`select outcome from public.confirm_payouts($1, $2::text::jsonb)`, [
    named,
    proposal,
  ])
  return result?.outcome
}

/**
 * Checks that the ledger sums to zero, each balance matches its entries, and no student is paid more than they earned.
 */
async function isInOrder() {
  const [books] = await sql<{ sum: string; unlike: number; overpaid: number }[]>`
    select (select coalesce(sum(amount_kobo), 0) from public.book_entries)::text as sum,
      (select count(*)::int from private.book_balances b where b.balance_kobo <> (
        select coalesce(sum(e.amount_kobo), 0) from public.book_entries e
         where e.account = b.account and e.profile_id is not distinct from b.profile_id)) as unlike,
      (select count(*)::int from private.book_earned g where g.earned_kobo < (
        select coalesce(sum(p.amount_kobo), 0) from public.payouts p where p.profile_id = g.profile_id
           and not exists (select from public.payout_steps s where s.payout_id = p.id and s.step = 'returned'))) as overpaid`
  expect(books).toEqual({ sum: '0', unlike: 0, overpaid: 0 })
}

it(`pays everyone once when ${ADMINS} admins confirm the same run or separate runs`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(students.map((student, number) => sell(`RUN-${round}-${number}`, student)))
    const proposal = await proposed()
    const once = randomUUID()
    const before = await sql`select from public.payout_runs`
    // Half of them submitted the same form, the others separate ones.
    const outcomes = await together(ADMINS, (number) => confirm(number % 2 ? once : randomUUID(), proposal))
    expect(getCount(outcomes, 'ok'), outcomes.join()).toBe(1)
    expect(getCount(outcomes, 'changed') + getCount(outcomes, 'duplicate')).toBe(ADMINS - 1)
    expect((await sql`select from public.payout_runs`).length).toBe(before.length + 1)
    await isInOrder()
  }
  const [paid] = await sql<{ kobo: string }[]>`select sum(amount_kobo)::text as kobo from public.payouts`
  expect(paid?.kobo).toBe(String((students.length * ROUNDS * PRICE) / 2))
})

it('records each payout once and emails its student once when admins mark payouts as paid and one as returned', async () => {
  const runs = await sql<{ id: string }[]>`select id from public.payout_runs order by confirmed_at`
  for (const { id } of runs) {
    const payouts = (await sql<{ id: string }[]>`select id from public.payouts where run_id = ${id}`).map((payout) => payout.id)
    const [counts, returns] = await Promise.all([
      together(ADMINS - 2, () =>
        asAdmin<{ marked: number }>(`select public.mark_payouts_paid($1, $2::uuid[], 'NIP') as marked`, [id, payouts]),
      ),
      together(2, () =>
        asAdmin<{ outcome: string }>(`select public.record_payout_return($1, 'Closed') as outcome`, [payouts[0] ?? '']),
      ),
    ])
    const marked = counts.reduce((sum, [row]) => sum + (row?.marked ?? 0), 0)
    // The returned payout was marked as paid before, or not at all.
    expect([payouts.length, payouts.length - 1]).toContain(marked)
    expect(
      getCount(
        returns.map(([row]) => row?.outcome),
        'ok',
      ),
    ).toBe(1)
    await isInOrder()
    await sql`update public.payout_holds set lifted_at = now() where lifted_at is null`
  }
  const steps = await sql<{ mails: number; steps: number }[]>`
    select (select count(*)::int from public.outbox where template in ('payout-paid', 'payout-returned')) as mails,
           (select count(*)::int from public.payout_steps) as steps`
  expect(steps[0]?.mails).toBe(steps[0]?.steps)
})

it('records the same order and refund once for several admins', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const material = students[round % students.length]?.material ?? ''
    const sale = { provider: 'selar', reference: `SAME-${round}`, product: '', link: null, material, gross: PRICE, fee: 0 }
    const input = JSON.stringify([{ ...sale, currency: 'NGN', paid_at: new Date().toISOString() }])
    const stored = await together(ADMINS, () =>
      asAdmin<{ told: { recorded: number; duplicate: number } }>(
        `select (select to_jsonb(r) from public.record_sales($1::text::jsonb, 'csv') r) as told`,
        [input],
      ),
    )
    expect(stored.reduce((sum, [row]) => sum + (row?.told.recorded ?? 0), 0)).toBe(1)
    const [row] = await sql<{ id: string }[]>`select id from public.sales where order_reference = ${sale.reference}`
    const refunds = await together(ADMINS, (number) =>
      asAdmin<{ outcome: string }>(`select public.refund_sale($1, $2, 'asked for') as outcome`, [
        row?.id ?? '',
        // Half of them submit the same form.
        number % 2 ? `form-${round}` : randomUUID(),
      ]),
    )
    expect(
      getCount(
        refunds.map(([each]) => each?.outcome),
        'recorded',
      ),
    ).toBe(1)
    await isInOrder()
  }
})

it('emails each sender and each student once when admins answer the same messages and topic requests', async () => {
  const messages = await sql<{ id: string }[]>`
    insert into public.contact_conversations (sender_name, email, about, body)
    select 'Ada', 'sender-' || n || '@example.com', 'other', 'Hello' from generate_series(1, 30) n returning id`
  const requests = await sql<{ id: string }[]>`
    insert into public.topic_requests (user_id, topic)
    select ${students[0]?.profile ?? ''}, 'Topic ' || n from generate_series(1, 30) n returning id`
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const outcomes = await together(ADMINS, async (number) => {
    // Half of them selected the rows in the other order.
    const ordered = (ids: string[]) => (number % 2 ? ids.toReversed() : ids)
    const closed = await asAdmin<{ outcome: string }>(
      `select outcome from public.answer_conversations($1::uuid[], $2::text[], now())`,
      [ordered(idsOf(messages)), messages.map(() => 'Hello')],
    )
    const answered = await asAdmin<{ outcome: string }>(`select outcome from public.answer_topic_requests($1::uuid[], 'Hi')`, [
      ordered(idsOf(requests)),
    ])
    return [...closed, ...answered].map(({ outcome }) => outcome)
  })
  expect(getCount(outcomes.flat(), 'ok')).toBe(60)
  expect(getCount(outcomes.flat(), 'settled')).toBe(30 * (ADMINS - 1))
  expect(getCount(outcomes.flat(), 'changed')).toBe(30 * (ADMINS - 1))
  const [mails] = await sql<{ sent: number; senders: number; requests: number }[]>`
    select count(*)::int as sent,
      (count(distinct recipient) filter (where template = 'message-answered'))::int as senders,
      (count(distinct details ->> 'topic') filter (where template = 'topic-request-answered'))::int as requests
    from public.outbox where template in ('message-answered', 'topic-request-answered')`
  expect(mails).toEqual({ sent: 60, senders: 30, requests: 30 })
})

it('includes a concurrent refund in the run or leaves it as a debt', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [student] = students
    const sale = student ? await sell(`RACE-${round}`, student) : ''
    const proposal = await proposed()
    const [outcome, [refund]] = await Promise.all([
      confirm(randomUUID(), proposal),
      asAdmin<{ outcome: string }>(`select public.refund_sale($1, $2, 'too late') as outcome`, [sale, randomUUID()]),
    ])
    expect(refund?.outcome).toBe('recorded')
    expect(['ok', 'changed']).toContain(outcome)
    const [books] = await sql<{ sum: string; unlike: number }[]>`
      select (select sum(amount_kobo) from public.book_entries)::text as sum, (select count(*)::int from private.book_balances b
        where b.balance_kobo <> (select sum(e.amount_kobo) from public.book_entries e
          where e.account = b.account and e.profile_id is not distinct from b.profile_id)) as unlike`
    expect(books).toEqual({ sum: '0', unlike: 0 })
    const [debt] = await sql<{ kobo: string }[]>`
      select coalesce(sum(balance_kobo), 0)::text as kobo from private.book_balances
       where account = 'available' and profile_id = ${student?.profile ?? ''}`
    // The student then owes one share, which the next sale settles.
    if (outcome === 'ok' && Number(debt?.kobo) > 0) {
      await sell(`SETTLES-${round}`, student ?? { material: '' })
      await asAdmin(`select public.propose_payouts()`, [])
    }
  }
})
