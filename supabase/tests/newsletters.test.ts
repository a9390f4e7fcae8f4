// Newsletters (docs/decisions/0060): which addresses get one, how slowly, and who sends it.
import { randomUUID } from 'node:crypto'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { type Account, gatherPeople, noGrant, noPolicy } from './people.ts'

const people = await gatherPeople()
const { ada, visitor, secretKey, owner, as, signUp, stop } = people
afterAll(stop)
const { work, begin, settle } = getPaymentServices(people)

const WORDS = 'Email me about new materials, a few times a year'

/** Creates an admin with this role, in a session that began now. */
async function withRole(role: string): Promise<Account> {
  const account = await signUp(`${role}@example.com`, { first_name: role })
  const session = randomUUID()
  await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = array[$2] where id = $1`, [
    account.profileId,
    role,
  ])
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, account.userId])
  return { ...account, claims: { session_id: session } }
}
const boss = await withRole('owner')
const others = [await withRole('money'), await withRole('reviewer'), await withRole('editor'), ada]

let material = ''
beforeAll(async () => {
  material = (await work()).id
})
let email = ''
beforeEach(async () => {
  email = `${randomUUID()}@mail.ng`
  await as(owner).query(`delete from public.outbox where template = 'buyer-newsletter'`)
  await as(owner).query(`delete from private.newsletter_consents`)
  await as(owner).query(`delete from public.newsletters`)
})

const agree = async (hash: string) =>
  (await as(secretKey).query<{ it: boolean }>(`select public.agree_to_newsletters($1, $2) as it`, [hash, WORDS]))[0]?.it
const refuse = (hash: string) => as(secretKey).query(`select public.refuse_emails($1, 'newsletters')`, [hash])
/** Begins an order with the box ticked, and pays it unless told otherwise. */
async function buy({ to = email, isPaid = true, mode = 'live' } = {}) {
  const order = await begin(material, { email: to, mode })
  expect(await agree(order.hash)).toBe(true)
  if (isPaid) {
    await settle(order, { domain: mode })
  }
  return order
}
async function write(user = boss) {
  const [row] = await as(user).query<{ id: string; version: string }>(
    `insert into public.newsletters (subject, body) values ('New in November', 'Look at [these](/marketplace).')
     returning id, updated_at::text as version`,
  )
  return row ?? { id: '', version: '' }
}
const send = async ({ id, version }: { id: string; version: string }, user = boss) =>
  (await as(user).query<{ it: string }>(`select public.send_newsletter($1, $2) as it`, [id, version]))[0]?.it
/** Runs the job some minutes from now. */
const queueAfter = (minutes: number) =>
  as(owner).query(`select private.queue_newsletters(now() + $1 * interval '1 minute')`, [minutes])
const recipients = async () =>
  (
    await as(owner).query<{ recipient: string }>(
      `select recipient from public.outbox where template = 'buyer-newsletter' and profile_id is null order by recipient`,
    )
  ).map(({ recipient }) => recipient)
const figures = async (id: string) =>
  (
    await as(boss).query(
      `select sent::integer, waiting::integer, failed::integer, to_queue::integer, unsubscribed::integer
         from public.newsletter_figures() where newsletter_id = $1`,
      [id],
    )
  )[0]
const setHourly = (value: string) =>
  as(owner).query(
    `insert into public.settings (group_name, setting_key, setting_value) values ('orders', 'newsletters_per_hour', $1)
     on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
    [value],
  )

describe('an address', () => {
  it('that agreed and paid gets a newsletter once, with the reason', async () => {
    await buy({ to: email.toUpperCase() })
    await buy()
    const newsletter = await write()
    expect(await figures(newsletter.id)).toMatchObject({ to_queue: 1 })
    expect(await send(newsletter)).toBe('ok')
    await queueAfter(1)
    await queueAfter(20)
    expect((await recipients()).map((to) => to.toLowerCase())).toEqual([email])
    const [row] = await as(owner).query<{ details: Record<string, unknown> }>(
      `select details from public.outbox where template = 'buyer-newsletter'`,
    )
    expect(row?.details).toMatchObject({ subject: 'New in November', words: WORDS, is_test: false })
    expect(await figures(newsletter.id)).toEqual({ sent: 0, waiting: 1, failed: 0, to_queue: 0, unsubscribed: 0 })
    await as(secretKey).query(`select public.record_email_sent(id) from public.outbox where template = 'buyer-newsletter'`)
    expect(await figures(newsletter.id)).toMatchObject({ sent: 1, waiting: 0 })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['without a payment', () => buy({ isPaid: false })],
    ['that paid without a tick', async () => settle(await begin(material, { email }))],
    ['that paid with a test key', () => buy({ mode: 'test' })],
    [
      'whose consent is of after the sending began',
      async () =>
        as(owner).query(`update private.newsletter_consents set agreed_at = now() + interval '1 minute' where order_id = $1`, [
          (await buy()).id,
        ]),
    ],
    ['that refused', async () => refuse((await buy()).hash)],
    [
      'that refused, and was typed by a stranger who does not pay',
      async () => {
        await refuse((await buy()).hash)
        await buy({ isPaid: false })
      },
    ],
    [
      'whose unpaid box was ticked before it refused',
      async () => {
        const late = await buy({ isPaid: false })
        await refuse((await buy()).hash)
        await settle(late)
      },
    ],
    [
      'of a deleted account',
      async () => {
        await buy()
        const student = await signUp(email)
        await as(owner).query(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
        await as(owner).query(`delete from auth.users where id = $1`, [student.userId])
      },
    ],
    [
      'that its account left',
      async () => {
        await buy()
        const student = await signUp(email)
        await as(owner).query(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
        await as(owner).query(`update auth.users set email = $2 where id = $1`, [student.userId, `new-${email}`])
      },
    ],
  ])('%s gets none', async (_who, happens) => {
    await happens()
    const other = `${randomUUID()}@mail.ng`
    await buy({ to: other })
    expect(await send(await write())).toBe('ok')
    await queueAfter(0)
    await queueAfter(90)
    expect(await recipients()).toEqual([other])
  })

  it('that refused gets them again after a new payment with a tick', async () => {
    await refuse((await buy()).hash)
    await as(owner).query(`update private.refused_emails set refused_at = now() - interval '1 hour'`)
    await buy()
    await send(await write())
    await queueAfter(1)
    expect(await recipients()).toEqual([email])
  })

  it('loses the newsletter that waits when it refuses, and is counted as unsubscribed', async () => {
    const order = await buy()
    const newsletter = await write()
    await send(newsletter)
    await queueAfter(0)
    await as(owner).query(`update private.newsletter_emails set queued_at = now() - interval '1 minute'`)
    await refuse(order.hash)
    expect(await recipients()).toEqual([])
    expect(await figures(newsletter.id)).toMatchObject({ unsubscribed: 1 })
    expect(JSON.stringify(await as(owner).query(`select * from private.refused_emails`))).not.toContain('@')
    expect(await as(owner).query(`select 1 from private.newsletter_consents where email = $1`, [email])).toEqual([])
  })

  it('cannot agree with a paid or unknown order', async () => {
    const order = await begin(material, { email })
    await settle(order)
    expect([await agree(order.hash), await agree('0'.repeat(64))]).toEqual([false, false])
  })
})

it('no address without a present consent gets a newsletter, in random histories', async () => {
  const steps = ['tick', 'pay', 'buy without a tick', 'refuse', 'buy'] as const
  await assert(
    asyncProperty(
      array(record({ who: nat(2), step: constantFrom(...steps) }), { minLength: 3, maxLength: 14 }),
      nat(14),
      async (history, sentAfter) => {
        await as(owner).query(`delete from public.outbox where template = 'buyer-newsletter'`)
        await as(owner).query(`delete from public.newsletters`)
        const addresses = [0, 1, 2].map((n) => `${n}-${randomUUID()}@mail.ng`)
        const open = addresses.map((): { order: Awaited<ReturnType<typeof begin>>; isTicked: boolean }[] => [])
        const last = addresses.map((): string | null => null)
        const agreed = addresses.map(() => false)
        const before = new Set(
          (await as(owner).query<{ email: string }>(`select email from private.newsletter_addresses`)).map((row) => row.email),
        )
        const newsletter = await write()
        let started: boolean[] | null = null
        for (const [at, { who, step }] of history.entries()) {
          if (at === sentAfter) {
            started = (await send(newsletter)) === 'ok' ? [...agreed] : null
            await queueAfter(0)
          }
          const to = addresses[who] ?? ''
          if (step === 'refuse') {
            const hash = last[who]
            if (hash) {
              await refuse(hash)
              agreed[who] = false
              open[who] = (open[who] ?? []).map(({ order }) => ({ order, isTicked: false }))
              expect(await recipients()).not.toContain(to)
            }
          } else if (step === 'pay') {
            const next = open[who]?.shift()
            if (next) {
              await settle(next.order)
              agreed[who] ||= next.isTicked
            }
          } else {
            const order = await begin(material, { email: to })
            last[who] = order.hash
            const isTicked = step !== 'buy without a tick'
            if (isTicked) {
              await agree(order.hash)
            }
            if (step === 'tick') {
              open[who]?.push({ order, isTicked })
            } else {
              await settle(order)
              agreed[who] ||= isTicked
            }
          }
        }
        const counted = (await as(owner).query<{ email: string }>(`select email from private.newsletter_addresses`))
          .map((row) => row.email)
          .filter((each) => !before.has(each))
        expect(counted.toSorted()).toEqual(addresses.filter((_, who) => agreed[who]).toSorted())
        const got = (await recipients()).filter((each) => addresses.includes(each))
        expect(got.filter((each) => !agreed[addresses.indexOf(each)] || !started?.[addresses.indexOf(each)])).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
})

describe('sending', () => {
  it('is spread over the hour, stops while it is paused, and ends', async () => {
    await setHourly('12')
    const addresses = Array.from({ length: 15 }, () => `${randomUUID()}@mail.ng`)
    for (const to of addresses) {
      await buy({ to })
    }
    const newsletter = await write()
    await send(newsletter)
    const pause = async (isPaused: boolean) =>
      (await as(boss).query<{ it: boolean }>(`select public.pause_newsletter($1, $2) as it`, [newsletter.id, isPaused]))[0]?.it
    const counts: number[] = []
    for (const minutes of [0, 10, 20]) {
      await queueAfter(minutes)
      counts.push((await recipients()).length)
    }
    expect(counts).toEqual([2, 4, 6])
    expect([await pause(false), await pause(true), await pause(true)]).toEqual([false, true, false])
    await queueAfter(30)
    expect(await recipients()).toHaveLength(6)
    expect(await pause(false)).toBe(true)
    for (const minutes of [31, 32, 33, 34, 35, 36]) {
      await queueAfter(minutes)
    }
    expect(await recipients()).toHaveLength(12)
    for (const minutes of [92, 93, 94]) {
      await queueAfter(minutes)
    }
    expect((await recipients()).toSorted()).toEqual(addresses.toSorted())
    const [row] = await as(boss).query<{ done: boolean }>(`select finished_at is not null as done from public.newsletters`)
    expect([row?.done, await pause(true)]).toEqual([true, false])
    await setHourly('60')
  })

  it('takes only the draft that was seen, once, and needs an address and a recent sign-in', async () => {
    const newsletter = await write()
    expect(await send(newsletter)).toBe('nobody')
    await buy()
    await as(boss).change(`update public.newsletters set body = 'Other' where id = $1`, [newsletter.id])
    expect(await send(newsletter)).toBe('changed')
    const next = await write()
    await as(owner).query(`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [boss.userId])
    await expect(send(next)).rejects.toMatchObject({ hint: 'sign_in_again' })
    await as(owner).query(`update auth.sessions set created_at = now() where user_id = $1`, [boss.userId])
    expect([await send(next), await send(next)]).toEqual(['ok', 'changed'])
    expect(await as(boss).change(`update public.newsletters set body = 'Other' where id = $1`, [next.id])).toBe(0)
    expect(
      await as(owner).query(
        `select details ->> 'addresses' as n from public.audit_log where action = 'newsletter.sent' and subject = $1`,
        [next.id],
      ),
    ).toEqual([{ n: '1' }])
  })

  it('sends a test to the owner alone', async () => {
    await buy()
    const { id } = await write()
    const test = async (newsletter: string) =>
      (await as(boss).query<{ it: boolean }>(`select public.test_newsletter($1) as it`, [newsletter]))[0]?.it
    expect([await test(id), await test(randomUUID())]).toEqual([true, false])
    expect(await as(owner).query(`select recipient from public.outbox where template = 'buyer-newsletter'`)).toEqual([
      { recipient: boss.email },
    ])
  })
})

describe('rights', () => {
  it('only owners read, write and send newsletters', async () => {
    await buy()
    const newsletter = await write()
    for (const user of others) {
      expect(await as(user).query(`select 1 from public.newsletters`)).toEqual([])
      await expect(write(user)).rejects.toMatchObject(noPolicy)
      expect(await as(user).change(`update public.newsletters set body = 'Mine' where id = $1`, [newsletter.id])).toBe(0)
      for (const call of [
        `test_newsletter('${newsletter.id}')`,
        `pause_newsletter('${newsletter.id}', true)`,
        'newsletter_figures()',
      ]) {
        await expect(as(user).query(`select public.${call}`)).rejects.toMatchObject({ code: '42501' })
      }
      await expect(send(newsletter, user)).rejects.toMatchObject({ code: '42501' })
    }
    await expect(as(visitor).query(`select 1 from public.newsletters`)).rejects.toMatchObject(noGrant)
  })

  it('nobody writes the state of a newsletter, an address or a consent', async () => {
    const newsletter = await write()
    for (const user of [boss, ada, visitor, secretKey]) {
      for (const change of [
        `update public.newsletters set started_at = now() where id = '${newsletter.id}'`,
        `insert into private.newsletter_consents (order_id, email, words) values (gen_random_uuid(), 'a@b.ng', 'Yes')`,
        `select * from private.newsletter_addresses`,
        `select private.queue_newsletters()`,
      ]) {
        await expect(as(user).query(change)).rejects.toMatchObject({ code: '42501' })
      }
    }
    for (const call of [`agree_to_newsletters('${'0'.repeat(64)}', 'Yes')`, 'queue_newsletters()']) {
      for (const user of [boss, ada, visitor]) {
        await expect(as(user).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
      }
    }
  })

  it('a student reads the consents of the own address alone', async () => {
    await buy()
    const student = await signUp(email)
    await as(owner).query(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
    const own = (user: Account) => as(user).query(`select email, words from public.own_newsletter_consents()`)
    expect(await own(student)).toEqual([{ email, words: WORDS }])
    expect(await own(ada)).toEqual([])
  })
})
