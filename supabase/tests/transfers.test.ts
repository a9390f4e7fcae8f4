// private.transfers: payouts through Paystack. Admins start them, the site's process sends them, and a payout is sent
// in one way only.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

let boss: Account
beforeAll(async () => {
  const session = randomUUID()
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, admin.userId])
  boss = { ...admin, claims: { session_id: session } }
})

// Transfers of one test are not sent in another.
beforeEach(() => as(owner).change(`update private.transfers set next_at = null`))

const one = async <Row>(sql: string, parameters: unknown[] = []): Promise<Row> => {
  const [row] = await as(owner).query<Row>(sql, parameters)
  if (!row) {
    throw new Error(`No row: ${sql}`)
  }
  return row
}

let works = 0
/** Creates a student with an available share, and bank details whose hold has ended. */
async function owed(kobo: number, { sample = false } = {}): Promise<Account> {
  works += 1
  const student = await signUp(`t${works}@example.com`, { first_name: 'Ada', last_name: 'Obi' })
  const { id } = await one<{ id: string }>(
    `insert into public.research_materials (slug, title, category) values ($1, $1, 'seminar') returning id`,
    [`t-${works}`],
  )
  await as(owner).change(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, 50)`, [
    id,
    student.profileId,
  ])
  await as(owner).query(
    `select private.record_sale($1, row('selar', $2, $3, 0, now() - interval '30 days')::private.payment, 'csv', now() - interval '30 days', sample => $4)`,
    [id, randomUUID(), kobo * 2, sample],
  )
  await as(owner).change(`alter table public.profiles_bank_details disable trigger profiles_bank_details_record_change`)
  await as(owner).change(
    `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name, changed_at)
     values ($1, 'GTBank', '0000014579', 'Ada Obi', now() - interval '9 days')`,
    [student.profileId],
  )
  await as(owner).change(`alter table public.profiles_bank_details enable trigger profiles_bank_details_record_change`)
  return student
}

/** Confirms a run that pays these students. */
async function aRun(students: { student: Account; kobo: number }[]): Promise<{ run: string; payouts: string[] }> {
  const { run_id: run } = await one<{ run_id: string }>(`select * from private.confirm_run($1, $2::text::jsonb)`, [
    randomUUID(),
    JSON.stringify(students.map(({ student, kobo }) => ({ profile: student.profileId, kobo }))),
  ])
  const rows = await as(owner).query<{ id: string; profile_id: string }>(
    `select id, profile_id from public.payouts where run_id = $1`,
    [run],
  )
  return { run, payouts: students.map(({ student }) => rows.find((row) => row.profile_id === student.profileId)?.id ?? '') }
}
async function aPayout(kobo = 250_000, input: { sample?: boolean } = {}) {
  const student = await owed(kobo, input)
  const { run, payouts } = await aRun([{ student, kobo }])
  return { student, kobo, run, payout: payouts[0] ?? '' }
}

type Mode = { mode?: 'test' | 'live'; trial?: boolean }
const begin = async (run: string, payouts: string[], { mode = 'live', trial = false }: Mode = {}) =>
  (
    await as(boss).query<{ it: { started: number; others: number } }>(
      `select (select to_jsonb(r) from public.start_transfers($1, $2, $3, $4) r) as it`,
      [run, payouts, mode, trial],
    )
  )[0]?.it
const claim = ({ mode = 'live', trial = false }: Mode = {}) =>
  as(secretKey).query<{ payout_id: string; task: string }>(`select * from public.claim_transfers($1, $2, 100)`, [mode, trial])
const settle = async (payout: string, response: Record<string, unknown> | null) =>
  (
    await as(secretKey).query<{ it: string }>(`select public.settle_transfer($1, $2::text::jsonb) as it`, [
      payout,
      response && JSON.stringify(response),
    ])
  )[0]?.it
const saying = (payout: string, kobo: number, status: string, more: Record<string, unknown> = {}) => ({
  reference: `ll-${payout.replaceAll('-', '')}`,
  amount: kobo,
  currency: 'NGN',
  domain: 'live',
  transfer_code: 'TRF_1',
  status,
  ...more,
})
const getSteps = async (payout: string) =>
  (
    await as(owner).query<{ step: string }>(`select step from public.payout_steps where payout_id = $1 order by step`, [payout])
  ).map(({ step }) => step)
const available = async (student: Account) =>
  Number((await one<{ kobo: string }>(`select -private.balance('available', $1) as kobo`, [student.profileId])).kobo)

describe('a run', () => {
  it('stores whom it left out and why, as at its confirmation', async () => {
    const [paid, held, poor] = [await owed(250_000), await owed(300_000), await owed(100_000)]
    await as(boss).query(`select public.hold_payouts($1, 'The bank asks who you are.')`, [held.profileId])
    const { run } = await aRun([{ student: paid, kobo: 250_000 }])
    await as(owner).change(`update public.payout_holds set lifted_at = now() where profile_id = $1`, [held.profileId])
    const [details] = await as(boss).query<{ it: { minimum_kobo: number; left_out: { profile_id: string }[] } }>(
      `select public.payout_run_details($1) as it`,
      [run],
    )
    expect(details?.it.minimum_kobo).toBe(200_000)
    const ours = [paid, held, poor].map(({ profileId }) => details?.it.left_out.find((row) => row.profile_id === profileId))
    expect(ours).toEqual([
      undefined,
      expect.objectContaining({ eligibility: 'held', reason: 'The bank asks who you are.', available_kobo: 300_000 }),
      expect.objectContaining({ eligibility: 'minimum', available_kobo: 100_000, student: 'Ada Obi' }),
    ])
  })
})

describe('payouts that wait for codes', () => {
  it('count in the run and are one thing to do of it', async () => {
    const students = [
      { student: await owed(250_000), kobo: 250_000 },
      { student: await owed(300_000), kobo: 300_000 },
      { student: await owed(350_000), kobo: 350_000 },
    ]
    const { run, payouts } = await aRun(students)
    await begin(run, payouts.slice(0, 2))
    await claim()
    for (const [at, payout] of payouts.slice(0, 2).entries()) {
      await settle(payout, saying(payout, students[at]?.kobo ?? 0, 'otp'))
    }
    const [details] = await as(boss).query<{ it: { states: unknown } }>(`select public.payout_run_details($1) as it`, [run])
    expect(details?.it.states).toEqual({ code: 2, to_send: 1 })
    expect(await as(boss).query(`select states from public.list_payout_runs() where id = $1`, [run])).toEqual([
      { states: { code: 2, to_send: 1 } },
    ])
    expect(
      await as(owner).query(`select id, what, transfers::int, amount_kobo::int from private.due_transfers where run_id = $1`, [
        run,
      ]),
    ).toEqual([{ id: run, what: 'otp', transfers: 2, amount_kobo: 550_000 }])
  })
})

describe('the next payout', () => {
  it('is late when the day of the run passed without it, unless a hold prevented it', async () => {
    const student = await owed(250_000)
    await aPayout()
    const next = async (days: number) =>
      (
        await as(owner).query<{ it: { days: number; kobo: number; is_late: boolean } }>(
          `select (next - 'day') || jsonb_build_object('days', (next ->> 'day')::date - r.day) as it
             from (select private.run_day_after(now()) as day) r
            cross join lateral private.next_payout(
              $1, (r.day + $2::integer)::timestamp at time zone 'Africa/Lagos' + interval '12 hours') next`,
          [student.profileId, days],
        )
      )[0]?.it
    expect(await next(-1)).toEqual({ days: 0, kobo: 250_000, is_late: false })
    expect(await next(2)).toEqual({ days: 0, kobo: 250_000, is_late: true })
    await as(owner).change(
      `insert into public.payout_holds (profile_id, reason, created_at, lifted_at)
       select $1, 'We checked the bank account', r.day - 1, r.day + 1 from (select private.run_day_after(now()) as day) r`,
      [student.profileId],
    )
    expect(await next(2)).toEqual({ days: 7, kobo: 250_000, is_late: false })
  })
})

describe('a payout', () => {
  it('by transfer is not in a file or marked manually or started twice', async () => {
    const { run, payout } = await aPayout()
    expect(await begin(run, [payout])).toMatchObject({ started: 1, others: 0 })
    expect(await begin(run, [payout])).toMatchObject({ started: 0, others: 0 })
    expect(await as(boss).query(`select * from public.payout_bank_file($1)`, [run])).toEqual([])
    expect(await as(boss).query(`select public.mark_payouts_paid($1, $2, 'NIP') as it`, [run, [payout]])).toEqual([{ it: 0 }])
    expect(await as(boss).query(`select public.record_payout_return($1, 'no') as it`, [payout])).toEqual([{ it: 'by_transfer' }])
    expect(await getSteps(payout)).toEqual([])
  })

  it.each([
    ['in a file', 'payout_bank_file'],
    ['reserved for a file', 'reserve_for_bank_file'],
  ])('%s is not transferred until an admin discards the file', async (_state, name) => {
    const { run, payout } = await aPayout()
    expect(await as(boss).query(`select * from public.${name}($1)`, [run])).toHaveLength(1)
    expect(await begin(run, [payout])).toMatchObject({ started: 0, others: 1 })
    expect(await as(boss).query(`select public.discard_bank_file($1) as it`, [run])).toEqual([{ it: 1 }])
    expect(await begin(run, [payout])).toMatchObject({ started: 1 })
    await as(owner).change(`delete from private.transfers where payout_id = $1`, [payout])
    expect(await as(boss).query(`select public.mark_payouts_paid($1, $2, 'NIP') as it`, [run, [payout]])).toEqual([{ it: 1 }])
    expect(await begin(run, [payout]), 'one that is paid').toMatchObject({ started: 0, others: 1 })
  })

  it('can move from transfer to file only if it was not sent', async () => {
    const { run, payout } = await aPayout()
    const leave = async () => (await as(boss).query<{ it: boolean }>(`select public.dismiss_transfer($1) as it`, [payout]))[0]?.it
    await begin(run, [payout])
    expect(await leave()).toBe(true)
    expect(await as(boss).query(`select * from public.payout_bank_file($1)`, [run])).toHaveLength(1)
    await as(boss).query(`select public.discard_bank_file($1)`, [run])
    await begin(run, [payout])
    expect(await claim()).toMatchObject([{ payout_id: payout, task: 'send' }])
    expect(await leave()).toBe(false)
    expect(await settle(payout, null), 'Paystack knows nothing of it').toBe('prepared')
    expect(await leave(), 'it may still arrive').toBe(false)
    await claim()
    await as(secretKey).query(`select public.reject_transfer($1, 'Your balance is not enough')`, [payout])
    expect(await leave()).toBe(true)
  })
})

describe('live and test keys', () => {
  it('pay a student with real money although a test payment waits beside it', async () => {
    const student = await owed(250_000)
    await as(owner).query(
      `select private.record_sale(material_id, row('paystack', $2, 500000, 0, now())::private.payment, 'provider', sample => true)
         from public.sales where profile_id = $1`,
      [student.profileId, randomUUID()],
    )
    const { run, payouts } = await aRun([{ student, kobo: 250_000 }])
    expect(await begin(run, payouts)).toMatchObject({ started: 1, others: 0 })
  })

  it('do not pay samples with real money', async () => {
    const sampled = await aPayout(250_000, { sample: true })
    expect(await begin(sampled.run, [sampled.payout])).toMatchObject({ started: 0, others: 1 })
  })

  it('pay real sales with a test key only in demo mode', async () => {
    const { run, payout } = await aPayout()
    expect(await begin(run, [payout], { mode: 'test' })).toMatchObject({ started: 0, others: 1 })
    expect(await begin(run, [payout], { mode: 'test', trial: true })).toMatchObject({ started: 1 })
    expect(await claim(), 'another key does not send it').toEqual([])
    expect(await claim({ mode: 'test' }), 'nor the same outside of a trial').toEqual([])
    expect(await claim({ mode: 'test', trial: true })).toHaveLength(1)
    expect(await settle(payout, saying(payout, 250_000, 'success'))).toBe('wrong')
    await as(owner).change(`update private.transfers set closed_at = now() where payout_id = $1`, [payout])
  })
})

describe('Paystack’s result of a transfer', () => {
  async function onItsWay() {
    const created = await aPayout()
    await begin(created.run, [created.payout])
    await claim()
    return created
  }

  it('pays the payout once from the provider’s balance with its fee and makes it available again when reversed', async () => {
    const { payout, kobo, student } = await onItsWay()
    const sum = async (account: string) =>
      Number(
        (
          await one<{ kobo: string }>(
            `select coalesce(sum(balance_kobo), 0) as kobo from private.book_balances where account = $1`,
            [account],
          )
        ).kobo,
      )
    const before = { provider: await sum('provider'), bank: await sum('bank'), fees: await sum('fees') }
    expect(await settle(payout, saying(payout, kobo, 'otp'))).toBe('otp')
    expect(await settle(payout, saying(payout, kobo, 'pending'))).toBe('pending')
    for (let time = 0; time < 3; time += 1) {
      expect(await settle(payout, saying(payout, kobo, 'success', { fee: 1000 }))).toBe('success')
    }
    expect(await settle(payout, saying(payout, kobo, 'pending')), 'an old answer').toBe('success')
    expect(await getSteps(payout)).toEqual(['paid'])
    expect({ provider: await sum('provider'), bank: await sum('bank'), fees: await sum('fees') }).toEqual({
      provider: before.provider - kobo - 1000,
      bank: before.bank,
      fees: before.fees + 1000,
    })
    const mails = () =>
      as(owner).query(`select template from public.outbox where profile_id = $1 and template like 'payout%'`, [student.profileId])
    expect(await mails()).toEqual([{ template: 'payout-paid' }])
    expect(await available(student)).toBe(0)
    expect(await settle(payout, saying(payout, kobo, 'reversed'))).toBe('failed')
    expect(await settle(payout, saying(payout, kobo, 'reversed'))).toBe('failed')
    expect(await available(student)).toBe(kobo)
    expect(await sum('provider')).toBe(before.provider - 1000)
    expect(await mails()).toHaveLength(2)
  })

  it.each([
    ['failed', true],
    ['abandoned', false],
    ['blocked', false],
  ])('makes the money available again and holds the student when %s (%s)', async (status, held) => {
    const { payout, kobo, student } = await onItsWay()
    expect(await settle(payout, saying(payout, kobo, status))).toBe('failed')
    expect(await available(student)).toBe(kobo)
    const holds = await as(owner).query(`select from public.payout_holds where profile_id = $1 and lifted_at is null`, [
      student.profileId,
    ])
    expect(holds.length > 0).toBe(held)
    expect(await settle(payout, saying(payout, kobo, 'success')), 'made after all').toBe('wrong')
    expect(await available(student), 'nothing is done by itself').toBe(kobo)
    const due = await as(owner).query(`select what, reason from private.due_transfers where id = $1`, [payout])
    expect(due).toEqual([{ what: 'wrong', reason: 'paid_after_return' }])
    expect(await as(boss).query(`select public.close_transfer($1, 'Asked Paystack') as it`, [payout])).toEqual([{ it: true }])
    expect(await as(owner).query(`select from private.due_transfers where id = $1`, [payout])).toEqual([])
  })

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'GHS' }],
    ['domain', { domain: 'test' }],
  ])('needs an admin for another %s', async (reason, other) => {
    const { payout, kobo } = await onItsWay()
    expect(await settle(payout, saying(payout, kobo, 'success', other))).toBe('wrong')
    expect(await getSteps(payout)).toEqual([])
    expect(await as(owner).query(`select reason from private.due_transfers where id = $1`, [payout])).toEqual([{ reason }])
  })

  it('sends an unknown transfer again and rejects the response for another one', async () => {
    const { payout, kobo } = await onItsWay()
    expect(await settle(payout, null)).toBe('prepared')
    await expect(settle(payout, { ...saying(payout, kobo, 'success'), reference: 'll-another' })).rejects.toMatchObject({
      code: '22023',
    })
    expect(await claim()).toMatchObject([{ payout_id: payout, task: 'send' }])
    expect(await claim(), 'to one of two').toEqual([])
    await as(owner).change(`update private.transfers set next_at = now() where payout_id = $1`, [payout])
    expect(await claim(), 'who broke off leaves it to be asked about').toMatchObject([{ payout_id: payout, task: 'ask' }])
  })

  it('is queried after a transfer event without affecting order events', async () => {
    const { payout, kobo } = await onItsWay()
    await settle(payout, saying(payout, kobo, 'pending'))
    expect(await claim()).toEqual([])
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'transfer.success', 'reference', $1::text)))`,
      [saying(payout, kobo, '').reference],
    )
    await as(secretKey).query(
      `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'charge.success', 'reference', 'LL-0000-0000')))`,
    )
    await as(secretKey).query(`select public.process_payment_events()`)
    expect(await as(owner).query(`select event from private.payment_events`)).toEqual([{ event: 'transfer.success' }])
    expect(await as(secretKey).query(`select public.process_transfer_events() as it`)).toEqual([{ it: 1 }])
    expect(await claim()).toMatchObject([{ payout_id: payout, task: 'ask' }])
  })
})

describe('transfer permissions', () => {
  const nil = '00000000-0000-0000-0000-000000000000'
  const ofAdmins = [
    `start_transfers('${nil}', '{}', 'live', false)`,
    `run_transfers('${nil}')`,
    `paystack_transfer_code('${nil}')`,
    `verify_transfer('${nil}')`,
    `retry_transfer('${nil}')`,
    `dismiss_transfer('${nil}')`,
    `close_transfer('${nil}', '')`,
    `discard_bank_file('${nil}')`,
  ]
  const ofTheKey = [
    `claim_transfers('live', false)`,
    `record_recipient('${nil}', '')`,
    `reject_transfer('${nil}', '')`,
    `settle_transfer('${nil}')`,
    `process_transfer_events()`,
  ]
  it.each(ofAdmins)('let only admins run %s', async (call) => {
    for (const user of [ada, bola]) {
      await expect(as(user).query(`select * from public.${call}`)).rejects.toMatchObject({ code: '42501' })
    }
    await expect(as(visitor).query(`select * from public.${call}`)).rejects.toMatchObject(noGrant)
    await expect(as(secretKey).query(`select * from public.${call}`)).rejects.toMatchObject(noGrant)
  })
  it.each(ofTheKey)('let only the secret key run %s', async (call) => {
    for (const user of [visitor, ada, boss]) {
      await expect(as(user).query(`select * from public.${call}`)).rejects.toMatchObject(noGrant)
    }
  })
  it('deny starting transfers with an old session and reading the tables', async () => {
    await expect(as(admin).query(`select public.start_transfers('${nil}', '{}', 'live', false)`)).rejects.toMatchObject({
      hint: 'sign_in_again',
    })
    for (const user of [visitor, ada, boss, secretKey]) {
      for (const table of ['transfers', 'payouts_in_file', 'payouts_left_out', 'due_transfers']) {
        await expect(as(user).query(`select * from private.${table}`), table).rejects.toMatchObject({ code: '42501' })
      }
    }
  })
})
