// Runs random histories of payouts by transfer: the real job over an embedded backend and the simulator, while calls
// and responses are lost, processes end, two work at once, admins tap twice, take files and record things by hand,
// and events come at any time or never. No student is paid twice, and the books match Paystack. `TRANSFERS_HISTORIES`
// runs more of them. A failure names its seed, with which fast-check repeats it.
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestBackend } from '#tests/support/embedded-backend.ts'
import { openBankList } from '../paystack/bank-accounts.ts'
import { openPaystack } from '../paystack/client.ts'
import { openPaystackSimulator, type PaystackSimulator, SIMULATOR_ORIGIN } from '#dev/paystack-simulator/simulator.ts'
import { CODE } from '#dev/paystack-simulator/transfers.ts'
import { serviceClient } from '../service-client.ts'
import { embeddedSiteBackend } from '../backend/site-backend.ts'
import { Jobs } from '../job-runner/jobs.ts'
import { sweepTransfers } from './transfers.ts'

const HISTORIES = Number(process.env.TRANSFERS_HISTORIES ?? 40)
const KOBO = 250_000
const secretKey = 'sk_test_0123456789abcdef0123456789abcdef01234567'
const admin = { id: randomUUID(), session: randomUUID() }

const { backend } = await startTestBackend()
beforeAll(async () => {
  await owner(`insert into auth.users (id, email) values ($1, 'boss@example.com')`, [admin.id])
  await owner(`select public.make_admin('boss@example.com')`)
})

const owner = <Row = Record<string, unknown>>(sql: string, parameters: unknown[] = []) =>
  backend.database.query<Row>(sql, parameters)
/** Runs SQL as an admin who has just signed in. */
async function asAdmin<Row>(sql: string, parameters: unknown[]): Promise<Row[]> {
  await owner(
    `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now()) on conflict (id) do update set created_at = now()`,
    [admin.session, admin.id],
  )
  return backend.database.connection.kysely.transaction().execute(async (transaction) => {
    const claims = JSON.stringify({ sub: admin.id, role: 'authenticated', session_id: admin.session })
    await transaction.executeQuery(
      CompiledQuery.raw(`select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)`, [
        claims,
        admin.id,
      ]),
    )
    await transaction.executeQuery(CompiledQuery.raw('set local role authenticated'))
    return (await transaction.executeQuery<Row>(CompiledQuery.raw(sql, parameters))).rows
  })
}

let works = 0
/** Creates a student who is owed money, and the run that pays it. */
async function aPayout() {
  works += 1
  const user = randomUUID()
  await owner(`insert into auth.users (id, email) values ($1, $2)`, [user, `s${works}@example.com`])
  const [profile] = await owner<{ id: string }>(`select id from public.profiles where user_id = $1`, [user])
  const [work] = await owner<{ id: string }>(
    `insert into public.research_materials (slug, title, category) values ($1, $1, 'seminar') returning id`,
    [`t-${works}`],
  )
  await owner(`insert into public.material_shares (material_id, profile_id, share_percent) values ($1, $2, 50)`, [
    work?.id,
    profile?.id,
  ])
  await owner(`select private.record_sale($1, row('selar', $2, $3, 0, now() - interval '30 days')::private.payment, 'csv')`, [
    work?.id,
    randomUUID(),
    KOBO * 2,
  ])
  await owner(`alter table public.profiles_bank_details disable trigger profiles_bank_details_record_change`)
  await owner(
    `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name, changed_at)
     values ($1, 'GTBank', '0000014579', 'Ada Obi', now() - interval '9 days')`,
    [profile?.id],
  )
  await owner(`alter table public.profiles_bank_details enable trigger profiles_bank_details_record_change`)
  const [run] = await owner<{ run_id: string }>(`select * from private.confirm_run($1, $2::text::jsonb)`, [
    randomUUID(),
    JSON.stringify([{ profile: profile?.id, kobo: KOBO }]),
  ])
  const [payout] = await owner<{ id: string }>(`select id from public.payouts where run_id = $1`, [run?.run_id])
  return { profile: profile?.id ?? '', run: run?.run_id ?? '', payout: payout?.id ?? '' }
}

/** Before: the call never arrives. After: it does its work, and the response is lost. */
const loss = fc.constantFrom('no', 'no', 'no', 'before', 'after')
const step = fc.oneof(
  fc.constant({ what: 'begin' } as const),
  // A round of a process: which of its calls to Paystack are lost, and after how many database calls the process
  // ends.
  fc.record({
    what: fc.constant('round' as const),
    paystack: fc.array(loss, { maxLength: 4 }),
    endsAfter: fc.option(fc.nat(5), { nil: Infinity }),
    responseLost: fc.boolean(),
    two: fc.boolean(),
  }),
  fc.constant({ what: 'lease is over' } as const),
  fc.constant({ what: 'time' } as const),
  fc.constant({ what: 'code' } as const),
  fc.constant({ what: 'event' } as const),
  fc.constantFrom({ what: 'fail' } as const, { what: 'reverse' } as const),
  fc.constantFrom({ what: 'file' } as const, { what: 'dismiss' } as const, { what: 'retry' } as const),
  fc.constantFrom({ what: 'paid by hand' } as const, { what: 'returned by hand' } as const),
  fc.constantFrom({ what: 'poor' } as const, { what: 'rich' } as const),
)

test(
  `sweepTransfers pays no student twice and books what Paystack did in ${HISTORIES} random histories`,
  { timeout: 3_600_000 },
  async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 14 }), async (asksForCode, steps) => {
        const { profile, run, payout } = await aPayout()
        const clock = { now: Date.now() }
        const simulator = openPaystackSimulator({
          secretKey,
          siteUrl: 'http://x',
          file: null,
          tell: async () => {},
          now: () => clock.now,
        })
        simulator.set({ balance: 10_000_000, asksForCode, transfersFail: false })
        let taken = false
        let byHand = false

        for (const each of steps) {
          switch (each.what) {
            case 'begin':
              await asAdmin(`select public.start_transfers($1, $2, 'test', true)`, [run, [payout]])
              break
            case 'round': {
              const one = () => aRound(simulator, each)
              await (each.two ? Promise.all([one(), one()]) : one())
              break
            }
            case 'lease is over':
              await owner(`update private.transfers set next_at = now() where payout_id = $1 and next_at is not null`, [payout])
              break
            case 'time':
              clock.now += 5000
              break
            case 'code':
              await giveCode(simulator)
              break
            case 'event':
              await owner(
                `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'transfer.success', 'reference', $1::text)))`,
                [getReference(payout)],
              )
              break
            case 'fail':
            case 'reverse':
              simulator.transfers.act(getReference(payout), each.what)
              break
            case 'file':
              taken ||= (await asAdmin(`select * from public.payout_bank_file($1)`, [run])).length > 0
              break
            case 'dismiss':
            case 'retry':
              await asAdmin(`select public.${each.what}_transfer($1)`, [payout])
              break
            case 'paid by hand':
              byHand ||=
                (await asAdmin<{ it: number }>(`select public.mark_payouts_paid($1, $2, 'NIP') as it`, [run, [payout]]))[0]
                  ?.it === 1
              break
            case 'returned by hand':
              byHand ||=
                (await asAdmin<{ it: string }>(`select public.record_payout_return($1, 'no') as it`, [payout]))[0]?.it === 'ok'
              break
            default:
              simulator.set({ ...simulator.settings(), balance: each.what === 'poor' ? 0 : 10_000_000 })
          }
        }

        // Finally all calls succeed, and admins complete the open tasks.
        simulator.set({ ...simulator.settings(), balance: 10_000_000 })
        for (let time = 0; time < 4; time += 1) {
          await asAdmin(`select public.retry_transfer($1)`, [payout])
          await owner(`update private.transfers set next_at = now() where payout_id = $1 and next_at is not null`, [payout])
          await aRound(simulator, { paystack: [], endsAfter: Infinity, responseLost: false })
          await giveCode(simulator)
          clock.now += 5000
        }
        await owner(
          `select public.receive_payment_events(jsonb_build_array(jsonb_build_object('event', 'transfer.success', 'reference', $1::text)))`,
          [getReference(payout)],
        )
        await aRound(simulator, { paystack: [], endsAfter: Infinity, responseLost: false })

        const created = simulator.transfers.all()
        expect(created.length, 'sent at most once').toBeLessThanOrEqual(1)
        const [books] = await owner<{ state: string | null; steps: string[]; available: number; on_way: number }>(
          `select (select t.state from private.transfers t where t.payout_id = $1) as state,
                array(select s.step from public.payout_steps s where s.payout_id = $1 order by s.step) as steps,
                -private.balance('available', $2)::integer as available,
                (select -sum(e.amount_kobo) from public.book_entries e
                   join public.book_transactions b on b.id = e.transaction_id
                  where b.subject = $1 and e.account = 'payouts_on_way')::integer as on_way`,
          [payout, profile],
        )
        if (taken || byHand) {
          expect(created, 'not by transfer what went another way').toEqual([])
          return
        }
        const status = created[0]?.status
        const isPaid = status === 'success'
        const isBack = status === 'failed' || status === 'reversed'
        expect({ status, books }).toMatchObject({
          books: {
            state: isPaid ? 'success' : isBack ? 'failed' : null,
            available: isBack ? KOBO : 0,
            on_way: isPaid || isBack ? 0 : KOBO,
          },
        })
        expect(books?.steps.includes('paid') && !books.steps.includes('returned')).toBe(isPaid)
        expect(books?.steps.includes('returned')).toBe(isBack)
      }),
      { numRuns: HISTORIES },
    )
    log.mockRestore()
  },
)

const getReference = (payout: string) => `ll-${payout.replaceAll('-', '')}`

async function giveCode(simulator: PaystackSimulator): Promise<void> {
  const paystack = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch })
  for (const transfer of simulator.transfers.all()) {
    if (transfer.status === 'otp') {
      await paystack.finishTransfer(transfer.code, CODE)
    }
  }
}

type Faults = { paystack: string[]; endsAfter: number; responseLost: boolean }

/** Runs one round of a process that may lose calls, or end in the middle. */
async function aRound(simulator: PaystackSimulator, { paystack: losses, endsAfter, responseLost }: Faults): Promise<void> {
  let calls = 0
  let asked = 0
  const ends = (): never => {
    throw new Error('the process ended')
  }
  const site = embeddedSiteBackend(backend, 'http://localhost')
  const client = serviceClient({
    ...site,
    async fetch(input, init) {
      asked += 1
      if (asked > endsAfter && !(responseLost && asked === endsAfter + 1)) {
        return ends()
      }
      const response = await site.fetch(input, init)
      return asked > endsAfter ? ends() : response
    },
  })
  if (!client) {
    throw new Error('There is no secret key')
  }
  const paystack = openPaystack({
    url: SIMULATOR_ORIGIN,
    secretKey,
    async fetch(input, init) {
      if (asked > endsAfter) {
        return ends()
      }
      calls += 1
      const lost = losses[calls - 1]
      if (lost === 'before') {
        throw new TypeError('fetch failed')
      }
      const response = await simulator.fetch(input, init)
      if (lost === 'after') {
        throw new TypeError('fetch failed')
      }
      return response
    },
  })
  const reachable = openPaystack({ url: SIMULATOR_ORIGIN, secretKey, fetch: simulator.fetch })
  const shop = { client, paystack, secretKey, banks: openBankList(reachable), simulator }
  const rounds = sweepTransfers(shop, new Jobs().add('transfers'), () => {})
  await rounds.idle()
  await rounds.stop()
}
