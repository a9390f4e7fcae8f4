// Alerts (docs/decisions/0059): who is emailed of which works, and when an address is deleted.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, bola, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

type Works = { title: string; price: number; kind: string; wanted: string }[]
type Letter = { template: string; details: { token: string; works?: Works; alerts?: unknown[]; wanted?: string } }

let email = ''
beforeEach(() => {
  email = `${randomUUID()}@mail.ng`
})

const letters = (to = email) =>
  as(owner).query<Letter>(`select template, details from public.outbox where recipient = $1 order by created_at, id`, [to])
const request = async (wanted: string, kind = 'search', to = email) =>
  (
    await as(secretKey).query<{ it: string }>(`select public.request_alert($1, $2::public.alert_kind, $3) as it`, [
      to,
      kind,
      wanted,
    ])
  )[0]?.it
const hash = (token: string) => createHash('sha256').update(token).digest('hex')
const call = async (name: string, token: string) =>
  (await as(secretKey).query<{ it: unknown }>(`select public.${name}($1) as it`, [hash(token)]))[0]?.it
/** Requests an alert and follows the link of the email. Returns the link's token. */
async function confirmed(wanted: string, kind = 'search'): Promise<string> {
  expect(await request(wanted, kind)).toBe('ok')
  const token = (await letters()).at(-1)?.details.token ?? ''
  expect(await call('confirm_alerts', token)).toBe(true)
  return token
}
/** Publishes a work some hours from now, or without a number not at all. */
async function publish(title: string, inHours: number | null = 1, more: Record<string, unknown> = {}): Promise<string> {
  const work = { subject_area: 'Ward work', category: 'seminar', chapter_one_preview: '', ...more }
  const [row] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, subject_area, chapter_one_preview, price, published_at)
     values ($1, $2, $3, $4, $5, 1500, now() + $6 * interval '1 hour') returning id`,
    [`work-${randomUUID()}`, title, work.category, work.subject_area, work.chapter_one_preview, inHours],
  )
  return row?.id ?? ''
}
/** Looks for new works some days from now. Returns the works of the emails that this adds for the address. */
async function lookAfter(days: number): Promise<Works[]> {
  const count = (await letters()).length
  await as(owner).query(`select private.email_alerts(now() + $1 * interval '1 day', 100)`, [days])
  return (await letters()).slice(count).map(({ details }) => details.works ?? [])
}
const stored = async () => (await as(owner).query(`select 1 from private.alert_addresses where email = $1`, [email])).length === 1

describe('an address', () => {
  it('is emailed only after the link was followed', async () => {
    expect(await request('zinc lozenges')).toBe('ok')
    expect((await letters()).map(({ template, details }) => [template, details.wanted])).toEqual([
      ['alert-confirm', 'zinc lozenges'],
    ])
    await publish('Zinc lozenges for children')
    // As if the day in which it may be confirmed were not over.
    await as(owner).query(`update private.alerts set created_at = now() + interval '3 days' where wanted = 'zinc lozenges'`)
    expect(await lookAfter(1.1)).toEqual([])
  })

  it('gets one email a day that names each new work once, with its price', async () => {
    await confirmed('quokka dressing')
    await publish('Quokka dressing of burns')
    await publish('Care of a quokka dressing at home')
    const [works] = await lookAfter(1.1)
    expect(works?.map(({ title, price, wanted }) => [title, price, wanted]).toSorted()).toEqual([
      ['Care of a quokka dressing at home', 1500, 'quokka dressing'],
      ['Quokka dressing of burns', 1500, 'quokka dressing'],
    ])
    await publish('Another quokka dressing', 27)
    expect(await lookAfter(1.9)).toEqual([])
    expect((await lookAfter(2.2)).flat().map(({ title }) => title)).toEqual(['Another quokka dressing'])
    expect(await lookAfter(3.3)).toEqual([])
  })

  it('is not emailed partial matches, outlines, unpublished works, and those of before', async () => {
    await publish('Numbat feeding before the alert', -30)
    await confirmed('numbat feeding')
    await publish('Numbat care on a ward')
    await publish('Feeding through a tube', 1, { chapter_one_preview: 'A numbat was seen once.' })
    await publish('Numbat feeding unpublished', null)
    await publish('Numbat feeding outline', 1, { category: 'proposal' })
    await as(owner).query(
      `update public.research_materials set is_sample = true, sold_here = false, price = 0 where title = 'Numbat feeding outline'`,
    )
    expect(await lookAfter(1.1)).toEqual([])
  })

  it('is emailed a work that was published with an earlier planned time', async () => {
    await confirmed('bilby sling')
    await lookAfter(1.1)
    await publish('Bilby sling for an arm', 26)
    expect((await lookAfter(2.2)).flat()).toHaveLength(1)
  })

  it('is emailed works of a subject area and of a topic, and one on two alerts once', async () => {
    const topic = `Dunnart handling among porters ${randomUUID()}`
    await as(owner).query(`insert into public.topics_directory (topic, subject_area) values ($1, 'Dunnart Nursing')`, [topic])
    await confirmed('dunnart nursing', 'subject')
    await confirmed(topic.toUpperCase(), 'topic')
    await publish(topic, 1, { subject_area: 'Dunnart nursing' })
    await publish('Porters of a hospital', 1, { subject_area: 'Dunnart Nursing' })
    await publish('Dunnart handling', 1)
    expect(
      (await lookAfter(1.1))
        .flat()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual([topic, 'Porters of a hospital'].toSorted())
  })

  it.each([
    ['search', 'see http://bad.example'],
    ['search', 'write to ada@example.com'],
    ['search', 'call 08031234567'],
    ['search', 'cheap essays at bad.example'],
    ['search', '?!'],
    ['topic', 'No such topic'],
    ['subject', 'No such subject'],
    ['subject', ''],
  ])('cannot be sent the %s %j by a stranger', async (kind, wanted) => {
    expect(await request(wanted, kind)).toBe('unusable')
    expect([await letters(), await stored()]).toEqual([[], false])
  })

  it('gets at most three emails a day that ask to confirm, and has at most twenty alerts', async () => {
    for (let n = 0; n < 22; n += 1) {
      expect(await request(`suture ${'x'.repeat(n + 1)}`)).toBe('ok')
    }
    expect(await letters()).toHaveLength(3)
    const [row] = await as(owner).query<{ n: number }>(
      `select count(*)::integer as n from private.alerts a join private.alert_addresses d on d.id = a.address_id where d.email = $1`,
      [email],
    )
    expect(row?.n).toBe(20)
  })
})

describe('an address is deleted', () => {
  it('with an alert that was not confirmed within a day', async () => {
    await request('galah plaster')
    const token = (await letters())[0]?.details.token ?? ''
    await lookAfter(0.9)
    expect(await stored()).toBe(true)
    await lookAfter(1.1)
    expect([await stored(), await call('alerts_by_token', token), await call('confirm_alerts', token)]).toEqual([
      false,
      null,
      false,
    ])
  })

  it('when its last alert ends, and emails that wait with it', async () => {
    const token = await confirmed('potoroo splint')
    await confirmed('potoroo cast')
    const seen = (await call('alerts_by_token', token)) as { address: string; alerts: { id: string; wanted: string }[] }
    expect(seen).toMatchObject({ address: `${email[0]}…@mail.ng`, pending: null })
    expect(seen.alerts.map(({ wanted }) => wanted)).toEqual(['potoroo splint', 'potoroo cast'])
    await as(secretKey).query(`select public.end_alerts($1, $2)`, [hash(token), seen.alerts[0]?.id])
    expect(await stored()).toBe(true)
    expect(await call('end_alerts', token)).toBe(true)
    expect([await stored(), await letters(), await call('end_alerts', token)]).toEqual([false, [], false])
  })

  it('a year after it was renewed, with an email two weeks before', async () => {
    await confirmed('wombat harness')
    await lookAfter(350)
    expect((await letters()).map(({ template }) => template)).toEqual(['alert-confirm'])
    await lookAfter(352)
    await lookAfter(354)
    const last = (await letters()).filter(({ template }) => template === 'alert-expiring')
    expect(last).toHaveLength(1)
    expect(last[0]?.details.alerts).toHaveLength(1)
    await as(owner).query(`update private.alert_addresses set expires_at = now() + interval '10 days' where email = $1`, [email])
    expect(await call('confirm_alerts', last[0]?.details.token ?? '')).toBe(true)
    await lookAfter(360)
    expect(await stored()).toBe(true)
    await lookAfter(366)
    expect(await stored()).toBe(false)
  })
})

describe('a student', () => {
  const own = (user = ada) => as(user).query<{ id: string; wanted: string }>(`select id, wanted from public.own_alerts()`)
  const add = async (user: typeof ada, wanted: string) =>
    (await as(user).query<{ it: string }>(`select public.add_own_alert('search', $1) as it`, [wanted]))[0]?.it
  const withAccount = async () => {
    const student = await signUp(email)
    await as(owner).query(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
    return student
  }

  it('adds and ends alerts of the own address without a link, also those added as a guest', async () => {
    const student = await withAccount()
    await confirmed('quoll pillow')
    expect(await add(student, 'quoll mattress')).toBe('ok')
    expect(await add(student, 'QUOLL mattress')).toBe('ok')
    expect(await add(student, 'a@b')).toBe('unusable')
    const mine = await own(student)
    expect(mine.map(({ wanted }) => wanted)).toEqual(['quoll pillow', 'quoll mattress'])
    expect(await own(bola)).toEqual([])
    await as(bola).query(`select public.end_own_alert($1)`, [mine[0]?.id])
    expect(await own(student)).toHaveLength(2)
    await as(student).query(`select public.end_own_alert($1)`, [mine[0]?.id])
    await as(student).query(`select public.renew_own_alerts()`)
    expect((await own(student)).map(({ wanted }) => wanted)).toEqual(['quoll mattress'])
  })

  it('keeps them under a new address, and loses them with the account', async () => {
    const student = await withAccount()
    await add(student, 'echidna gloves')
    const before = email
    email = `new-${before}`
    await as(owner).query(`update auth.users set email = $2 where id = $1`, [student.userId, email])
    expect((await own(student)).map(({ wanted }) => wanted)).toEqual(['echidna gloves'])
    expect(await stored()).toBe(true)
    await as(owner).query(`delete from auth.users where id = $1`, [student.userId])
    expect(await stored()).toBe(false)
  })

  it('reads no alerts before the address is confirmed', async () => {
    await confirmed('emu sandals')
    const student = await signUp(email)
    await as(owner).query(`update auth.users set email_confirmed_at = null where id = $1`, [student.userId])
    expect(await own(student)).toEqual([])
    await expect(add(student, 'emu boots')).rejects.toMatchObject({ code: '42501' })
  })
})

it('the figures count addresses by target, and contain none of them', async () => {
  for (const words of ['kookaburra beds', 'Kookaburra Beds']) {
    email = `${randomUUID()}@mail.ng`
    await confirmed(words)
  }
  const rows = await as(admin).query<{ wanted: string; addresses: number }>(
    `select wanted, addresses::integer from public.alert_figures() where lower(wanted) = 'kookaburra beds'`,
  )
  expect(rows).toMatchObject([{ addresses: 2 }])
  expect(JSON.stringify(await as(admin).query(`select * from public.alert_figures()`))).not.toContain('@')
  await expect(as(ada).query(`select public.alert_figures()`)).rejects.toMatchObject({ message: 'Only admins do this' })
})

it('only the process opens the alerts of addresses', async () => {
  const zeros = `'${'0'.repeat(64)}'`
  const calls = [`request_alert('a@b.ng', 'search', 'pain')`, `alerts_by_token(${zeros})`, `confirm_alerts(${zeros})`]
  for (const name of [...calls, `end_alerts(${zeros})`, 'email_alerts()']) {
    await expect(as(visitor).query(`select public.${name}`)).rejects.toMatchObject(noGrant)
    await expect(as(admin).query(`select public.${name}`)).rejects.toMatchObject(noGrant)
  }
  await expect(as(visitor).query(`select public.own_alerts()`)).rejects.toMatchObject(noGrant)
})
