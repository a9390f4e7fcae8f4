// Sales, refunds, payouts and returns at random, with crashes between any two writes and everything tried twice, against a model.
// `npm run test:hard` runs many more. A failure names its seed: MONEY_SEED has it again.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Account, gatherPeople } from './people.ts'
import { type Material, Model, randomFrom } from './random-money.ts'

const EVENTS = Number(process.env.MONEY_EVENTS ?? 2000)
/** After so many minutes it ends with fewer events, and says so. 100,000 take half an hour on two cores. */
const MINUTES = Number(process.env.MONEY_MINUTES ?? 45)
const SEED = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 1e9))
/** Events between two looks at all balances. */
const LOOK = Math.max(50, Math.floor(EVENTS / 40))
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
  'private.shares_waiting',
  'private.refunds_to_settle',
  'private.sales_to_tell',
  'private.sale_mails',
  'private.payout_accounts',
]

/** Lets a test run something that breaks off at its n-th write. */
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

it(`${EVENTS} random events leave the books as the model has them (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
  const random = randomFrom(SEED)
  await makeCrashes()
  let now = Date.parse('2026-03-02T08:00:00Z')

  const students: Account[] = []
  for (let n = 0; n < 5; n += 1) {
    const student = await signUp(`random${n}@example.com`, { first_name: `R${n}` })
    students.push(student)
    await as(student).change(
      `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, 'GTBank', '000001457${n}', 'R')`,
      [student.profileId],
    )
  }
  await as(owner).query(`alter table public.profiles_bank_details disable trigger profiles_bank_details_note_change`)
  await as(owner).query(`update public.profiles_bank_details set changed_at = ${at(now - 100 * HOUR)}`)
  const model = new Model(
    students.map(({ profileId }) => profileId),
    now - 100 * HOUR,
  )
  const materials: Material[] = []
  for (const [n, percent] of [50, 50, 33, 70, 100, 1, 0].entries()) {
    const [row] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category) values ($1, $1, 'seminar') returning id`,
      [`random-${n}`],
    )
    const material = { id: row?.id ?? '', owner: n === 6 ? null : (students[n % 5]?.profileId ?? null), percent }
    materials.push(material)
    if (material.owner) {
      await as(owner).query(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, $3)`, [
        material.id,
        material.owner,
        percent,
      ])
    }
  }
  let crashes = 0
  let twice = 0

  /** Does something: sometimes it breaks off at some write first, and sometimes it is done again; `told` is the answer that counted. */
  async function happens(sql: string): Promise<{ told: Record<string, unknown>; again: Record<string, unknown> | null }> {
    if (random.chance(0.15)) {
      const outcome = await run(sql, random.whole(0, 12)).catch((error: unknown) => error as { code?: string })
      if ('code' in outcome) {
        expect(outcome.code).toBe('ZZ001')
        crashes += 1
      } else {
        return { told: outcome, again: null }
      }
    }
    const told = await run(sql, null)
    if (random.chance(0.1)) {
      twice += 1
      return { told, again: await run(sql, null) }
    }
    return { told, again: null }
  }
  async function run(sql: string, writes: number | null): Promise<Record<string, unknown>> {
    const [row] = await as(owner).query<{ told: Record<string, unknown> | null }>(
      `select private.crashing($1::integer, $2) as told`,
      [writes, sql],
    )
    return row?.told ?? {}
  }

  const kinds = {
    async sale() {
      const material = random.oneOf(materials)
      if (!material) {
        return
      }
      const gross = random.chance(0.1) ? random.whole(1, 99) : random.whole(100, 900_000)
      const fee = random.chance(0.5) ? null : random.whole(0, gross)
      const paid = now - random.whole(0, 9 * 24) * HOUR
      const { told, again } = await happens(
        `select * from private.record_sale('${material.id}', 'selar', 'R-${randomUUID()}', ${gross}, ${fee ?? 'null'}, ${at(paid)}, 'csv', ${at(now)})`,
      )
      expect(told.outcome).toBe('recorded')
      expect(again?.outcome ?? 'duplicate').toBe('duplicate')
      model.sell(String(told.sale_id), material, gross, fee, paid)
    },
    async refund() {
      const sale = random.oneOf(model.sales)
      if (!sale) {
        return
      }
      const kobo = random.chance(0.5) ? null : random.whole(1, Math.ceil(sale.gross * 0.8))
      const { told, again } = await happens(
        `select * from private.record_refund('${sale.id}', 'R-${randomUUID()}', ${kobo ?? 'null'}, 'why', ${at(now)})`,
      )
      const wasReversed = sale.reversed
      const done = model.refund(sale, kobo)
      expect(told.outcome).toBe(done ? 'recorded' : wasReversed ? 'gone' : 'too_much')
      if (done) {
        expect(again?.outcome ?? 'duplicate').toBe('duplicate')
        model.refunds.push({ id: String(told.refund_id), kobo: done.kobo, settled: false })
      }
    },
    async settle() {
      const refund = random.oneOf(model.refunds)
      if (refund) {
        const { told } = await happens(`select private.settle_refund('${refund.id}', ${at(now)}) as outcome`)
        expect(told.outcome).toBe(model.settle(refund) ? 'ok' : 'duplicate')
      }
    },
    async reverse() {
      const sale = random.oneOf(model.sales)
      if (sale) {
        const { told } = await happens(`select private.reverse_sale('${sale.id}', 'wrong', ${at(now)}) as outcome`)
        const expected = sale.refunded > 0 ? 'refunded' : sale.reversed ? 'duplicate' : 'ok'
        model.reverse(sale)
        expect(told.outcome).toBe(expected)
      }
    },
    async clear() {
      const { told, again } = await happens(`select private.clear_shares(${at(now)}) as cleared`)
      expect(told.cleared).toBe(model.clear(now))
      expect(again?.cleared ?? 0).toBe(0)
    },
    async run() {
      // What two operators saw, one of them too early.
      const early = model.payable(now)
      model.clear(now)
      await as(owner).query(`select private.clear_shares(${at(now)})`)
      const seen = model.payable(now)
      for (const expected of random.chance(0.5) ? [early, seen] : [seen, early]) {
        const fits = model.payable(now)
        const holds = expected.every(({ profile, kobo }) => fits.some((due) => due.profile === profile && due.kobo === kobo))
        const once = randomUUID()
        const { told, again } = await happens(
          `select * from private.confirm_run('${once}', '${JSON.stringify(expected)}'::jsonb, ${at(now)})`,
        )
        expect(told.outcome).toBe(expected.length === 0 ? 'empty' : holds ? 'ok' : 'changed')
        if (told.outcome === 'ok') {
          expect(again?.outcome ?? 'duplicate').toBe('duplicate')
          const rows = await as(owner).query<{ id: string; profile_id: string; kobo: string }>(
            `select id, profile_id, amount_kobo::text as kobo from public.payouts where run_id = $1`,
            [told.run_id],
          )
          expect(rows.map(({ profile_id, kobo }) => [profile_id, Number(kobo)]).toSorted()).toEqual(
            expected.map(({ profile, kobo }) => [profile, kobo]).toSorted(),
          )
          rows.forEach(({ id, profile_id, kobo }) => model.pay(id, profile_id, Number(kobo)))
        }
      }
    },
    async paid() {
      const payout = random.oneOf(model.payouts)
      if (payout) {
        const { told, again } = await happens(`select private.note_payout('${payout.id}', 'paid', 'REF', ${at(now)}) as outcome`)
        const expected = model.notePaid(payout)
        expect(told.outcome).toBe(expected)
        expect(again?.outcome ?? expected).toBe(again && expected === 'ok' ? 'duplicate' : expected)
      }
    },
    async returned() {
      const payout = random.oneOf(model.payouts)
      if (payout) {
        const { told, again } = await happens(
          `select private.note_payout('${payout.id}', 'returned', 'No such account', ${at(now)}) as outcome`,
        )
        expect(told.outcome).toBe(model.noteReturned(payout, now))
        expect(again?.outcome ?? 'duplicate').toBe('duplicate')
      }
    },
    async bank() {
      const student = random.oneOf(students)
      if (student) {
        await as(owner).query(`update public.profiles_bank_details set changed_at = ${at(now)} where profile_id = $1`, [
          student.profileId,
        ])
        model.purse(student.profileId).changedAt = now
      }
    },
  }
  const mix = [
    ...Array.from({ length: 12 }, () => kinds.sale),
    kinds.refund,
    kinds.refund,
    kinds.refund,
    kinds.settle,
    kinds.settle,
    kinds.reverse,
    kinds.clear,
    kinds.clear,
    kinds.run,
    kinds.run,
    kinds.paid,
    kinds.paid,
    kinds.paid,
    kinds.returned,
    kinds.bank,
  ]

  async function look() {
    const [said] = await as(owner).query<{
      kept: Record<string, number>
      replayed: Record<string, number>
      days: number
      unbalanced: number
      months: Record<string, number> | null
      earned: Record<string, number>
    }>(`
      select
        (select jsonb_object_agg(concat_ws(' ', account, profile_id), balance_kobo) from private.book_balances where balance_kobo <> 0) as kept,
        (select jsonb_object_agg(name, kobo) from (
           select concat_ws(' ', account, profile_id) as name, sum(amount_kobo) as kobo from public.book_entries group by 1) r where kobo <> 0) as replayed,
        (select coalesce(sum(amount_kobo), 0)::bigint from private.book_days) as days,
        (select count(*)::integer from (select from public.book_entries group by transaction_id having sum(amount_kobo) <> 0 or count(*) < 2) r) as unbalanced,
        (select jsonb_object_agg(profile_id, kobo) from (
           select profile_id, sum(earned_kobo - back_kobo)::bigint as kobo from private.book_months group by 1) r) as months,
        (select jsonb_object_agg(id, (total_earnings * 100)::bigint) from public.profiles where first_name ~ '^R\\d$') as earned`)
    const expected = model.balances()
    expect(said?.kept ?? {}).toEqual(expected)
    expect(said?.replayed ?? {}).toEqual(expected)
    expect(said).toMatchObject({ days: 0, unbalanced: 0 })
    expect(said?.earned).toEqual(Object.fromEntries([...model.purses].map(([student, { earned }]) => [student, earned])))
    for (const [student, kobo] of Object.entries(said?.months ?? {})) {
      expect(kobo).toBe(model.purse(student).earned)
    }
    // No kobo appears, and nobody is paid more than their shares came to, but for what was taken back afterwards.
    expect(Object.values(expected).reduce((sum, kobo) => sum + kobo, 0)).toBe(0)
    for (const [student, { waiting, available, earned }] of model.purses) {
      const paid = model.payouts
        .filter(({ owner: whose, state }) => whose === student && state !== 'returned')
        .reduce((sum, { kobo }) => sum + kobo, 0)
      expect(waiting + available + paid).toBe(earned)
    }
  }

  const end = Date.now() + MINUTES * 60_000
  let happened = 0
  for (let event = 1; event <= EVENTS && Date.now() < end; event += 1) {
    happened = event
    now += random.whole(0, 6) * HOUR
    await random.oneOf(mix)?.()
    if (event % LOOK === 0) {
      await look()
    }
  }
  await look()
  if (happened < EVENTS) {
    console.warn(`Only ${happened} of ${EVENTS} events happened in ${MINUTES} minutes (MONEY_MINUTES)`)
  }
  expect(crashes).toBeGreaterThan(happened / 100)
  expect(twice).toBeGreaterThan(happened / 100)
  expect(model.payouts.some(({ state }) => state === 'returned')).toBe(true)
  expect([...model.purses.values()].every(({ earned }) => earned >= 0)).toBe(true)
})
