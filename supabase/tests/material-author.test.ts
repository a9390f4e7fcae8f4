// public.material_author: who is named on the page of a work, and only if they allow it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatherPeople } from './people.ts'

const { ada, bola, admin, visitor, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

let work: string
beforeAll(async () => {
  const upload = await sendIn(ada, `A work ${randomUUID()}`)
  for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
    await as(admin).query(`select public.tick_review($1, $2, true)`, [upload.id, check])
  }
  const [approved] = await as(admin).query<{ material_id: string }>(
    `select material_id from public.approve_upload($1, (select version from public.upload_reviews where upload_id = $1), $2::jsonb, 50)`,
    [upload.id, JSON.stringify({ title: 'A work', category: 'thesis', price: 3500, sold_here: true })],
  )
  work = approved?.material_id ?? ''
  await as(ada).change(
    `update public.profiles set first_name = 'Ada', last_name = 'Obi', "Institition" = 'UNTH Enugu', year_of_study = 4,
       phone_number = '+2348000000000' where user_id = $1`,
    [ada.userId],
  )
})

const allow = (named: boolean) =>
  as(ada).change(`update public.profiles set named_on_works = $2 where user_id = $1`, [ada.userId, named])
const publish = (published: boolean) =>
  as(owner).change(`update public.research_materials set published_at = case when $2 then now() end where id = $1`, [
    work,
    published,
  ])
const getAuthor = (user = visitor) => as(user).query(`select * from public.material_author($1)`, [work])

describe('the author of a work', () => {
  it('is unknown until they allow it, and again when they no longer do', async () => {
    await publish(true)
    expect(await getAuthor()).toEqual([])
    await allow(true)
    expect(await getAuthor()).toEqual([{ first_name: 'Ada', school: 'UNTH Enugu', study_year: 4 }])
    expect(await getAuthor(bola)).toEqual(await getAuthor())
    await allow(false)
    expect(await getAuthor()).toEqual([])
  })

  it('is unknown of a work that is not published', async () => {
    await allow(true)
    await publish(false)
    expect(await getAuthor()).toEqual([])
    await publish(true)
  })

  it('is changed by nobody else', async () => {
    expect(await as(bola).change(`update public.profiles set named_on_works = false where user_id = $1`, [ada.userId])).toBe(0)
    expect(await getAuthor()).toHaveLength(1)
  })

  it('is unknown after the account was deleted', async () => {
    await as(owner).change(`delete from auth.users where id = $1`, [ada.userId])
    expect(await getAuthor()).toEqual([])
  })
})
