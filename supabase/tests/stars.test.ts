// "Bought here" and stars of public.material_comments: permissions, and the effect on the rating (docs/decisions/0039).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getPaymentServices } from './bought.ts'
import { type Account, gatherPeople, noGrant } from './people.ts'

const people = await gatherPeople()
const { admin, visitor, owner, as, signUp, stop } = people
const shop = getPaymentServices(people)
afterAll(stop)

let material = ''
beforeEach(async () => {
  material = (await shop.work()).id
})

/** Creates a student whose address is confirmed. */
async function student(): Promise<Account> {
  const created = await signUp(`reader-${randomUUID().slice(0, 8)}@example.com`, { first_name: 'Reader' })
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [created.userId])
  return created
}
async function buyer(): Promise<Account> {
  const created = await student()
  await shop.paid({ material, email: created.email.toUpperCase() })
  return created
}
const rate = async (user: Account, stars: number, words = 'Clear.') =>
  (await as(user).query<{ it: string }>(`select public.rate_material($1, $2, $3) as it`, [material, words, stars]))[0]?.it
const own = async (user: Account) =>
  (await as(user).query<{ it: object }>(`select public.own_stars($1) as it`, [material]))[0]?.it
const getComments = (user: Account) =>
  as(owner).query(`select body, has_bought, stars from public.material_comments where profile_id = $1 order by created_at`, [
    user.profileId,
  ])
const decide = (user: Account, status: string) =>
  as(admin).change(`update public.material_comments set comment_status = $2 where profile_id = $1`, [user.profileId, status])
const rating = async () =>
  Number(
    (await as(visitor).query<{ rating: string }>(`select rating from public.research_materials where id = $1`, [material]))[0]
      ?.rating,
  )

describe('the buyer mark', () => {
  it('requires a payment for this work with the user’s confirmed address', async () => {
    const [bought, stranger, unconfirmed] = [await buyer(), await student(), await buyer()]
    await as(owner).change(`update auth.users set email_confirmed_at = null where id = $1`, [unconfirmed.userId])
    for (const user of [bought, stranger, unconfirmed]) {
      await as(user).change(`insert into public.material_comments (material_id, body) values ($1, 'x')`, [material])
    }
    expect(await getComments(bought)).toEqual([{ body: 'x', has_bought: true, stars: null }])
    expect(await getComments(stranger)).toEqual([{ body: 'x', has_bought: false, stars: null }])
    expect(await getComments(unconfirmed)).toEqual([{ body: 'x', has_bought: false, stars: null }])
  })

  it('is not given for a test key', async () => {
    const tester = await student()
    await shop.paid({ material, email: tester.email, mode: 'test' })
    expect(await own(tester)).toEqual({ may_rate: false, rated: null })
  })

  it('follows payments and refunds together with the stars', async () => {
    const user = await student()
    await as(user).change(`insert into public.material_comments (material_id, body) values ($1, 'Early')`, [material])
    const order = await shop.paid({ material, email: user.email })
    expect(await getComments(user)).toEqual([{ body: 'Early', has_bought: true, stars: null }])
    expect(await rate(user, 5)).toBe('ok')
    await shop.settle(order, { status: 'reversed' })
    expect(await getComments(user)).toEqual([
      { body: 'Early', has_bought: false, stars: null },
      { body: 'Clear.', has_bought: false, stars: null },
    ])
    expect(await rate(user, 5)).toBe('not_bought')
  })
})

describe('stars', () => {
  it('are written only by the function', async () => {
    const user = await buyer()
    for (const column of ['stars', 'has_bought']) {
      const insert = `insert into public.material_comments (material_id, body, ${column}) values ($1, 'x', default)`
      await expect(as(user).change(insert, [material])).rejects.toMatchObject(noGrant)
      for (const who of [user, admin]) {
        await expect(as(who).change(`update public.material_comments set ${column} = default`)).rejects.toMatchObject(noGrant)
      }
    }
    await expect(as(visitor).query(`select public.rate_material($1, 'x', 5)`, [material])).rejects.toMatchObject(noGrant)
    expect(await rate(await student(), 5)).toBe('not_bought')
    for (const wrong of [0, 6]) {
      await expect(rate(user, wrong)).rejects.toMatchObject({ code: '23514' })
    }
    expect(await getComments(user)).toEqual([])
  })

  it('allow one rating per buyer that can be changed until it is read and given again after a rejection', async () => {
    const user = await buyer()
    expect([await rate(user, 2, 'Hm'), await rate(user, 4, 'Better')]).toEqual(['ok', 'ok'])
    expect(await getComments(user)).toEqual([{ body: 'Better', has_bought: true, stars: 4 }])
    expect(await own(user)).toEqual({ may_rate: true, rated: { body: 'Better', stars: 4, is_read: false } })
    await decide(user, 'shown')
    expect(await rate(user, 1)).toBe('read')
    expect(await own(user)).toEqual({ may_rate: true, rated: { body: 'Better', stars: 4, is_read: true } })
    await decide(user, 'declined')
    expect(await rate(user, 3, 'Again')).toBe('ok')
    expect((await getComments(user)).map(({ stars }) => stars)).toEqual([4, 3])
  })
})

it('the rating is the mean of at least three visible ratings and otherwise the admin’s', async () => {
  await as(admin).change(`update public.research_materials set rating = 4.5 where id = $1`, [material])
  const [one, two, three, four] = [await buyer(), await buyer(), await buyer(), await buyer()]
  for (const [user, stars] of [
    [one, 1],
    [two, 2],
    [three, 2],
    [four, 5],
  ] as const) {
    await rate(user, stars)
  }
  await decide(one, 'shown')
  await decide(two, 'shown')
  expect(await rating(), 'two are shown').toBe(4.5)
  await decide(three, 'shown')
  expect(await rating()).toBe(1.7)
  await as(admin).change(`update public.research_materials set rating = 4.9 where id = $1`, [material])
  expect(await rating(), 'nobody writes it').toBe(1.7)
  await decide(four, 'shown')
  expect(await rating()).toBe(2.5)
  await decide(four, 'declined')
  await decide(one, 'declined')
  expect(await rating(), 'what the admin wrote last').toBe(4.9)
})
