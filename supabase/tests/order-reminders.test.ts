// Reminders of unfinished payments (docs/decisions/0058): when a buyer is reminded, and when not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type BoughtOrder, getPaymentServices } from './bought.ts'
import { gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { admin, bola, visitor, secretKey, owner, as, stop } = people
afterAll(stop)
const { work, begin, settle } = getPaymentServices(people)
/** Any hour: the tests count from the beginning of an order. */
const HOURS = { beforeFirst: 0.9, first: 1.1, beforeSecond: 23.9, second: 24.1, late: 7 * 24 + 1 }

let material = ''
let email = ''
beforeEach(async () => {
  material = (await work()).id
  email = `${randomUUID()}@mail.ng`
})

/** Looks for reminders some hours from now, and returns how many were emailed to the address. */
async function remindAfter(hours: number): Promise<number> {
  const count = async () => (await letters()).length
  const before = await count()
  await as(owner).query(`select private.remind_buyers(now() + $1 * interval '1 hour', 100)`, [hours])
  return (await count()) - before
}
const letters = () =>
  as(owner).query<{ token: string }>(
    `select details ->> 'token' as token from public.outbox where recipient = $1 and template = 'order-unfinished' order by created_at`,
    [email],
  )
const start = () => begin(material, { email })
const set = (key: string, value: string) =>
  as(owner).query(
    `insert into public.settings (group_name, setting_key, setting_value) values ('orders', $1, $2)
     on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
    [key, value],
  )

describe('a buyer who did not finish a payment', () => {
  it('is reminded once after an hour and once after a day', async () => {
    await start()
    expect(await remindAfter(HOURS.beforeFirst)).toBe(0)
    expect(await remindAfter(HOURS.first)).toBe(1)
    expect(await remindAfter(HOURS.first)).toBe(0)
    expect(await remindAfter(HOURS.beforeSecond)).toBe(0)
    expect(await remindAfter(HOURS.second)).toBe(1)
    expect(await remindAfter(HOURS.second + 24)).toBe(0)
  })

  it('is reminded once if nobody looked for a day, and not after a week', async () => {
    await start()
    expect(await remindAfter(HOURS.late)).toBe(0)
    expect(await remindAfter(HOURS.second)).toBe(1)
    expect(await remindAfter(HOURS.second + 1)).toBe(0)
  })

  it('is not reminded twice for several attempts', async () => {
    await start()
    expect(await remindAfter(HOURS.first)).toBe(1)
    await start()
    await start()
    expect(await remindAfter(HOURS.first)).toBe(0)
    expect(await remindAfter(HOURS.second)).toBe(1)
  })

  it('is reminded of each work', async () => {
    await start()
    await begin((await work()).id, { email })
    expect(await remindAfter(HOURS.first)).toBe(2)
  })

  it.each(['failed', 'abandoned'])('is reminded when Paystack says %s', async (status) => {
    const order = await start()
    expect(await settle(order, { status })).toBe(status)
    expect(await remindAfter(HOURS.first)).toBe(1)
  })
})

describe('nobody is reminded', () => {
  it.each<[string, (order: BoughtOrder) => Promise<unknown>]>([
    ['who paid', (order) => settle(order)],
    ['whose payment is being looked at', (order) => settle(order, { amount: 100 })],
    ['who bought the work in another attempt', async () => settle(await start())],
    [
      'who was refunded',
      async (order) => {
        await settle(order)
        await start()
        await as(owner).query(`update private.orders set refund_state = 'processed' where id = $1`, [order.id])
      },
    ],
    [
      'of a work that left the shop',
      () => as(owner).query(`update public.research_materials set published_at = null where id = $1`, [material]),
    ],
    ['without an address', (order) => as(owner).query(`update private.orders set email = '' where id = $1`, [order.id])],
  ])('%s', async (_who, happens) => {
    await happens(await start())
    expect(await remindAfter(HOURS.second)).toBe(0)
  })

  it('after turning it off in an email', async () => {
    const order = await start()
    expect(await remindAfter(HOURS.first)).toBe(1)
    const refuse = async (hash: string) =>
      (await as(secretKey).query<{ it: boolean }>(`select public.refuse_emails($1, 'reminders') as it`, [hash]))[0]?.it
    expect(await refuse(order.hash)).toBe(true)
    expect(await refuse('0'.repeat(64))).toBe(false)
    await begin((await work()).id, { email: email.toUpperCase() })
    expect(await remindAfter(HOURS.second)).toBe(0)
    expect(JSON.stringify(await as(owner).query(`select * from private.refused_emails`))).not.toContain('@')
  })

  it('while an admin turned it off, and at other hours if an admin changed them', async () => {
    await start()
    await set('reminders', 'off')
    expect(await remindAfter(HOURS.first)).toBe(0)
    await set('reminders', 'on')
    await set('first_reminder_hours', '3')
    expect(await remindAfter(HOURS.first)).toBe(0)
    expect(await remindAfter(3.1)).toBe(1)
  })
})

describe('a buyer who paid', () => {
  const DAY = 24
  const askAfter = async (days: number) => {
    const count = async () =>
      (await as(owner).query(`select 1 from public.outbox where recipient = $1 and template = 'order-rating'`, [email])).length
    const before = await count()
    await as(owner).query(`select private.ask_for_ratings(now() + $1 * interval '1 hour', 100)`, [days * DAY])
    return (await count()) - before
  }
  const pay = async () => {
    const order = await start()
    expect(await settle(order)).toBe('paid')
    return order
  }

  it('is asked once how the work was, from three days to two weeks after the payment', async () => {
    await pay()
    expect(await askAfter(2.9)).toBe(0)
    expect(await askAfter(14.1)).toBe(0)
    expect(await askAfter(3.1)).toBe(1)
    expect(await askAfter(4)).toBe(0)
    await pay()
    expect(await askAfter(4)).toBe(0)
  })

  it.each<[string, (order: BoughtOrder) => Promise<unknown>]>([
    ['after a refund', ({ id }) => as(owner).query(`update private.orders set refund_state = 'asked' where id = $1`, [id])],
    ['during a dispute', ({ id }) => as(owner).query(`update private.orders set dispute_state = 'open' where id = $1`, [id])],
    ['after refusing such emails', ({ hash }) => as(secretKey).query(`select public.refuse_emails($1, 'reminders')`, [hash])],
    ['while an admin turned it off', () => set('rating_emails', 'off')],
  ])('is not asked %s', async (_when, happens) => {
    await happens(await pay())
    expect(await askAfter(4)).toBe(0)
    await set('rating_emails', 'on')
  })

  it('is not asked after writing about the work, or by a test payment', async () => {
    email = bola.email
    await pay()
    await as(bola).change(`insert into public.material_comments (material_id, body) values ($1, 'Good')`, [material])
    expect(await askAfter(4)).toBe(0)
    email = `${randomUUID()}@mail.ng`
    const order = await begin((await work()).id, { email, mode: 'test' })
    await settle(order, { domain: 'test' })
    expect(await askAfter(4)).toBe(0)
  })
})

it('the figures count buyers who paid after a reminder, for admins of money', async () => {
  const figures = async () =>
    (
      await as(admin).query<{ reminded: number; recovered: number; kobo: number }>(
        `select reminded::integer, recovered::integer, recovered_kobo::integer as kobo from public.reminder_figures()`,
      )
    )[0] ?? { reminded: 0, recovered: 0, kobo: 0 }
  await set('first_reminder_hours', '1')
  const before = await figures()
  const order = await start()
  // As if the order had begun an hour ago.
  await as(owner).query(`update private.orders set created_at = now() - interval '2 hours' where id = $1`, [order.id])
  expect(await remindAfter(0)).toBe(1)
  expect(await figures()).toEqual({ ...before, reminded: before.reminded + 1 })
  await settle(order, { paid_at: null })
  expect(await figures()).toEqual({ reminded: before.reminded + 1, recovered: before.recovered + 1, kobo: before.kobo + 350_000 })
  await expect(as(bola).query(`select public.reminder_figures()`)).rejects.toMatchObject({ message: 'Only admins do this' })
  for (const call of ['remind_buyers()', `refuse_emails('${'0'.repeat(64)}', 'reminders')`]) {
    await expect(as(visitor).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    await expect(as(admin).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
  }
})
