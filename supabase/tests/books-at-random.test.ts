// Random sales, refunds, payouts and returns (fast-check) with crashes between any two writes and everything repeated,
// against a model. `npm run test:hard` tries many more. A failure prints its seed and the shortest failing history.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { type Account, gatherPeople } from './people.ts'
import { type Material, Model } from './model-of-books.ts'

const EVENTS = Number(process.env.MONEY_EVENTS ?? 1000)
/** Minutes after which the test ends with fewer events and reports it. 100,000 take half an hour on two cores. */
const MINUTES = Number(process.env.MONEY_MINUTES ?? 45)
/** Short histories, so that a failing one shrinks quickly. They have 37 events on average. */
const LONGEST = 80
const PROMISED = 30
const HOUR = 3_600_000

const { owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const written = [
  'public.book_transactions',
  'public.book_entries',
  'public.sales',
  'public.refunds',
  'public.payout_runs',
  'public.payouts',
  'public.payout_steps',
  'public.payout_holds',
  'public.outbox',
  'public.profiles',
  'private.book_balances',
  'private.book_days',
  'private.book_earned',
  'private.book_months',
  'private.pending_shares',
  'private.unsettled_refunds',
  'private.pending_sale_notifications',
  'private.sale_emails',
  'private.payout_accounts',
]

/** Runs a callback that fails at its n-th write. */
async function makeCrashes() {
  await as(owner).query(`
    create function private.crash_at_a_write() returns trigger language plpgsql as $$
    declare writes integer := nullif(current_setting('test.crash', true), '')::integer;
    begin
      if writes = 0 then raise exception 'crash' using errcode = 'ZZ001'; end if;
      perform set_config('test.crash', (writes - 1)::text, true);
      return null;
    end $$`)
  for (const table of written) {
    await as(owner).query(
      `create trigger crash_at_a_write after insert or update or delete on ${table} for each row execute function private.crash_at_a_write()`,
    )
  }
  await as(owner).query(`
    create function private.crashing(writes integer, sql text) returns jsonb language plpgsql as $$
    declare told jsonb;
    begin
      perform set_config('test.crash', coalesce(writes::text, ''), true);
      execute 'select to_jsonb(r) from (' || sql || ') r' into told;
      return told;
    end $$`)
}

const at = (moment: number) => `'${new Date(moment).toISOString()}'::timestamptz`

/** Returns a value with probability 1/`of`, else null. */
const seldom = <T>(of: number, some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: of - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: some })

/** Frequency of each kind of event. */
const mix = {
  sale: 12,
  refund: 3,
  settle: 2,
  reverse: 1,
  clear: 2,
  run: 2,
  paid: 3,
  returned: 1,
  bank: 1,
} as const
type Kind = keyof typeof mix

const anEvent = fc.record({
  kind: fc.oneof(...Object.entries(mix).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) }))),
  /** Hours since the previous event. */
  after: fc.nat(6),
  /** Index of the material, sale, payout or student, modulo their number. */
  which: fc.nat(10_000),
  gross: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 99 }) },
    { weight: 9, arbitrary: fc.integer({ min: 100, max: 900_000 }) },
  ),
  /** A part of the gross in millionths: the fee, or the refund. */
  part: fc.option(fc.nat(1_000_000), { freq: 2 }),
  /** Index of the class rep whose link brought the buyer, or none. */
  rep: fc.option(fc.nat(2), { freq: 2 }),
  /** Percent of the price that the author's own code took off. */
  off: seldom(4, fc.nat(40)),
  /** Hours before now that a sale was paid. */
  paid: fc.nat(9 * 24),
  /** Which of two admins confirms a run first. */
  early: fc.boolean(),
  /** The write at which it crashes before it is repeated. */
  crash: seldom(7, fc.nat(12)),
  /** True if it is repeated. */
  again: seldom(10, fc.constant(true)),
})
type Event = typeof anEvent extends fc.Arbitrary<infer Of> ? Of : never

let now = Date.parse('2026-03-02T08:00:00Z')
let histories = 0
let happened = 0
let crashes = 0
let twice = 0
let returned = 0

/** Adds three students, and their and the platform’s materials that the ledger does not have yet. */
async function newcomers(): Promise<{ model: Model; students: Account[]; materials: Material[] }> {
  histories += 1
  const input = now - 100 * HOUR
  const students: Account[] = []
  for (const n of [0, 1, 2]) {
    const student = await signUp(`random${n}.${histories}@example.com`, { first_name: `R${n}` })
    students.push(student)
    await as(student).change(
      `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, 'GTBank', '000001457${n}', 'R')`,
      [student.profileId],
    )
    await as(owner).query(`update public.profiles_bank_details set changed_at = ${at(input)} where profile_id = $1`, [
      student.profileId,
    ])
    await as(student).query(`select public.become_class_rep()`)
  }
  const materials: Material[] = []
  for (const [n, percent] of [50, 33, 70, 100, 1, 0].entries()) {
    const [row] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category) values ($1, $1, 'seminar') returning id`,
      [`random-${histories}-${n}`],
    )
    const material = { id: row?.id ?? '', owner: percent === 0 ? null : (students[n % 3]?.profileId ?? null), percent }
    materials.push(material)
    if (material.owner) {
      await as(owner).query(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, $3)`, [
        material.id,
        material.owner,
        percent,
      ])
    }
  }
  return {
    model: new Model(
      students.map(({ profileId }) => profileId),
      input,
    ),
    students,
    materials,
  }
}

/** Returns every balance, as stored and as the sum of the entries, and the figures derived from the ledger. */
async function readBooks() {
  const [response] = await as(owner).query<{
    kept: Record<string, number> | null
    replayed: Record<string, number> | null
    days: number
    unbalanced: number
    months: Record<string, number> | null
    miscounted: number
    earned: Record<string, number>
  }>(`
    select
      (select jsonb_object_agg(concat_ws(' ', account, profile_id), balance_kobo) from private.book_balances) as kept,
      (select jsonb_object_agg(name, kobo) from (
         select concat_ws(' ', account, profile_id) as name, sum(amount_kobo) as kobo from public.book_entries group by 1) r) as replayed,
      (select coalesce(sum(amount_kobo), 0)::bigint from private.book_days) as days,
      (select count(*)::integer from (select from public.book_entries group by transaction_id having sum(amount_kobo) <> 0 or count(*) < 2) r) as unbalanced,
      (select jsonb_object_agg(profile_id, kobo) from (
         select profile_id, sum(earned_kobo - back_kobo)::bigint as kobo from private.book_months group by 1) r) as months,
      (select count(*)::integer from (
         select profile_id, sum(sales)::bigint as sales, sum(gross_kobo)::bigint as kobo from private.book_months group by 1) m
         full join (select h.profile_id, count(*) as sales, sum(s.gross_kobo)::bigint as kobo
                      from private.sale_shares h join public.sales s on s.id = h.sale_id group by 1) s using (profile_id)
        where (coalesce(m.sales, 0), coalesce(m.kobo, 0)) <> (coalesce(s.sales, 0), coalesce(s.kobo, 0))) as miscounted,
      (select jsonb_object_agg(id, (total_earnings * 100)::bigint) from public.profiles where first_name ~ '^R\\d$') as earned`)
  if (!response) {
    throw new Error('Could not read the ledger')
  }
  return response
}

/** Returns the differences between two states of the ledger without zeros. */
const changed = (before: Record<string, number> | null, after: Record<string, number> | null) =>
  Object.fromEntries(
    Object.entries(after ?? {})
      .map(([name, kobo]) => [name, kobo - (before?.[name] ?? 0)] as const)
      .filter(([, kobo]) => kobo !== 0),
  )

/** Runs SQL: it crashes at a write first if the event says so, and is repeated; returns the result that counts. */
async function happens(
  sql: string,
  { crash, again }: Pick<Event, 'crash' | 'again'>,
): Promise<{ result: Record<string, unknown>; again: Record<string, unknown> | null }> {
  if (crash !== null) {
    const outcome = await run(sql, crash).catch((error: unknown) => error as { code?: string })
    if (!('code' in outcome)) {
      return { result: outcome, again: null }
    }
    expect(outcome.code).toBe('ZZ001')
    crashes += 1
  }
  const result = await run(sql, null)
  if (again) {
    twice += 1
    return { result, again: await run(sql, null) }
  }
  return { result, again: null }
}

async function run(sql: string, writes: number | null): Promise<Record<string, unknown>> {
  const [row] = await as(owner).query<{ result: Record<string, unknown> | null }>(
    `select private.crashing($1::integer, $2) as result`,
    [writes, sql],
  )
  return row?.result ?? {}
}

/** Runs a history, and compares the ledger with the model. */
async function live(history: readonly Event[]): Promise<void> {
  // Shares that earlier histories left waiting clear now, so that they are not counted here.
  now += 10 * 24 * HOUR
  await as(owner).query(`select private.clear_shares(${at(now)})`)
  const { model, students, materials } = await newcomers()
  const before = await readBooks()
  const one = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)]

  const kinds: Record<Kind, (event: Event) => Promise<void>> = {
    async sale(event) {
      const material = one(materials, event.which)
      if (!material) {
        return
      }
      const { gross } = event
      const fee = event.part === null ? null : Math.floor((gross * event.part) / 1_000_000)
      const paid = now - event.paid * HOUR
      const off = event.off === null ? 0 : Math.floor((gross * event.off) / (100 - event.off))
      const rep = (event.rep !== null && students[event.rep]?.profileId) || null
      const { result, again } = await happens(
        `select * from private.record_sale('${material.id}', row('selar', 'R-${randomUUID()}', ${gross}, ${fee ?? 'null'}, ${at(paid)})::private.payment, 'csv', ${at(now)}, rep => ${rep === null ? 'null' : `'${rep}'`}, author_off => ${off})`,
        event,
      )
      expect(result.outcome).toBe('recorded')
      expect(again?.outcome ?? 'duplicate').toBe('duplicate')
      model.sell({ id: String(result.sale_id), material, rep, off }, gross, fee, paid)
    },
    async refund(event) {
      const sale = one(model.sales, event.which)
      if (!sale) {
        return
      }
      const kobo = event.part === null ? null : Math.max(1, Math.floor((sale.gross * 0.8 * event.part) / 1_000_000))
      const { result, again } = await happens(
        `select * from private.record_refund('${sale.id}', 'R-${randomUUID()}', ${kobo ?? 'null'}, 'why', ${at(now)})`,
        event,
      )
      const wasReversed = sale.reversed
      const done = model.refund(sale, kobo)
      expect(result.outcome).toBe(done ? 'recorded' : wasReversed ? 'gone' : 'too_much')
      if (done) {
        expect(again?.outcome ?? 'duplicate').toBe('duplicate')
        model.refunds.push({ id: String(result.refund_id), kobo: done.kobo, settled: false })
      }
    },
    async settle(event) {
      const refund = one(model.refunds, event.which)
      if (refund) {
        const { result } = await happens(`select private.settle_refund('${refund.id}', ${at(now)}) as outcome`, event)
        expect(result.outcome).toBe(model.settle(refund) ? 'ok' : 'duplicate')
      }
    },
    async reverse(event) {
      const sale = one(model.sales, event.which)
      if (sale) {
        const { result } = await happens(`select private.reverse_sale('${sale.id}', 'wrong', ${at(now)}) as outcome`, event)
        const expected = sale.refunded > 0 ? 'refunded' : sale.reversed ? 'duplicate' : 'ok'
        model.reverse(sale)
        expect(result.outcome).toBe(expected)
      }
    },
    async clear(event) {
      const { result, again } = await happens(`select private.clear_shares(${at(now)}) as cleared`, event)
      expect(result.cleared).toBe(model.clear(now))
      expect(again?.cleared ?? 0).toBe(0)
    },
    async run(event) {
      // Proposals of two admins, one of them outdated.
      const early = model.payable(now)
      model.clear(now)
      await as(owner).query(`select private.clear_shares(${at(now)})`)
      const currentProposal = model.payable(now)
      for (const expected of event.early ? [early, currentProposal] : [currentProposal, early]) {
        const fits = model.payable(now)
        const holds = expected.every(({ profile, kobo }) => fits.some((due) => due.profile === profile && due.kobo === kobo))
        const once = randomUUID()
        const { result, again } = await happens(
          `select * from private.confirm_run('${once}', '${JSON.stringify(expected)}'::jsonb, ${at(now)})`,
          event,
        )
        expect(result.outcome).toBe(expected.length === 0 ? 'empty' : holds ? 'ok' : 'changed')
        if (result.outcome === 'ok') {
          expect(again?.outcome ?? 'duplicate').toBe('duplicate')
          const rows = await as(owner).query<{ id: string; profile_id: string; kobo: string }>(
            `select id, profile_id, amount_kobo::text as kobo from public.payouts where run_id = $1`,
            [result.run_id],
          )
          expect(rows.map(({ profile_id, kobo }) => [profile_id, Number(kobo)]).toSorted()).toEqual(
            expected.map(({ profile, kobo }) => [profile, kobo]).toSorted(),
          )
          rows.forEach(({ id, profile_id, kobo }) => model.pay(id, profile_id, Number(kobo)))
        }
      }
    },
    async paid(event) {
      const payout = one(model.payouts, event.which)
      if (payout) {
        const { result, again } = await happens(
          `select private.record_payout('${payout.id}', 'paid', 'REF', ${at(now)}) as outcome`,
          event,
        )
        const expected = model.notePaid(payout)
        expect(result.outcome).toBe(expected)
        expect(again?.outcome ?? expected).toBe(again && expected === 'ok' ? 'duplicate' : expected)
      }
    },
    async returned(event) {
      const payout = one(model.payouts, event.which)
      if (payout) {
        const { result, again } = await happens(
          `select private.record_payout('${payout.id}', 'returned', 'No such account', ${at(now)}) as outcome`,
          event,
        )
        expect(result.outcome).toBe(model.noteReturned(payout, now))
        expect(again?.outcome ?? 'duplicate').toBe('duplicate')
        returned += 1
      }
    },
    async bank({ which }) {
      const student = one(students, which)
      if (student) {
        await as(owner).query(`update public.profiles_bank_details set changed_at = ${at(now)} where profile_id = $1`, [
          student.profileId,
        ])
        model.purse(student.profileId).changedAt = now
      }
    },
  }
  for (const next of history) {
    happened += 1
    now += next.after * HOUR
    await kinds[next.kind](next)
  }

  const after = await readBooks()
  const expected = model.balances()
  expect(changed(before.kept, after.kept)).toEqual(expected)
  expect(changed(before.replayed, after.replayed)).toEqual(expected)
  expect(after).toMatchObject({ days: 0, unbalanced: 0, miscounted: 0 })
  // No kobo is created, and no student is paid more than their shares, except for later reversals.
  expect(Object.values(expected).reduce((sum, kobo) => sum + kobo, 0)).toBe(0)
  for (const [student, { waiting, available, earned }] of model.purses) {
    expect(after.earned[student]).toBe(earned)
    expect(after.months?.[student] ?? 0).toBe(earned)
    expect(earned).toBeGreaterThanOrEqual(0)
    const paid = model.payouts
      .filter(({ owner: whose, state }) => whose === student && state !== 'returned')
      .reduce((sum, { kobo }) => sum + kobo, 0)
    expect(waiting + available + paid).toBe(earned)
  }
}

it(`matches the model after about ${EVENTS} random events`, { timeout: 3_600_000 }, async () => {
  await makeCrashes()
  await as(owner).query(`alter table public.profiles_bank_details disable trigger profiles_bank_details_record_change`)
  const end = Date.now() + MINUTES * 60_000
  await fc.assert(fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: LONGEST, size: 'max' }), live), {
    numRuns: Math.ceil(EVENTS / PROMISED) + 5,
    interruptAfterTimeLimit: MINUTES * 60_000,
  })
  if (Date.now() >= end) {
    console.warn(`Only ${happened} of ${EVENTS} events happened in ${MINUTES} minutes (MONEY_MINUTES)`)
  } else {
    // The lengths of the histories are random too.
    expect(happened).toBeGreaterThan(EVENTS / 2)
  }
  expect(crashes).toBeGreaterThan(happened / 100)
  expect(twice).toBeGreaterThan(happened / 100)
  expect(returned).toBeGreaterThan(0)
})
