// public.missed_searches: queries of visitors without results, by words and week, without any data of the visitor.
import { afterAll, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const miss = async (words: string, times: number, kind = 'material') => {
  for (let time = 0; time < times; time += 1) {
    await as(secretKey).query(`select public.record_missed_search($1, $2)`, [words, kind])
  }
}
const listed = () =>
  as(admin).query<{ words: string; visitors: number; requests: number }>(
    `select words, visitors::int, requests::int from public.weekly_missed_searches()`,
  )

it('shows admins queries of at least three visitors in any spelling', async () => {
  await miss('Diarrhoea  in GOATS', 2)
  await miss('diarrhea in goats', 1)
  await miss('leprosy', 2)
  await miss('lupus', 4, 'topic')
  expect(await listed()).toEqual([
    { words: 'lupus', visitors: 4, requests: 0 },
    { words: 'diarrhea in goats', visitors: 3, requests: 0 },
  ])
  expect(await as(admin).query(`select words from public.missed_searches where words = 'leprosy'`)).toEqual([])
})

it('counts the open topic requests with the same words', async () => {
  await as(ada).change(`insert into public.topic_requests (user_id, topic) values ($1, 'Living with lupus in Jos')`, [
    ada.profileId,
  ])
  expect((await listed())[0]).toEqual({ words: 'lupus', visitors: 4, requests: 1 })
})

it('names the thesaurus entry that was added for a search, until it is missed again', async () => {
  const answers = () =>
    as(admin).query<{ words: string; answer: string | null }>(`select words, answer from public.weekly_missed_searches()`)
  await as(admin).change(`insert into public.thesaurus (term, meaning) values ('Lupus', 'lupus erythematosus')`)
  expect(await answers()).toEqual([
    { words: 'diarrhea in goats', answer: null },
    { words: 'lupus', answer: 'Lupus = lupus erythematosus' },
  ])
  await as(owner).change(`update public.thesaurus set created_at = now() - interval '8 days' where term = 'Lupus'`)
  expect((await answers())[0]).toEqual({ words: 'lupus', answer: null })
  await as(owner).change(`update public.thesaurus set created_at = now(), deleted_at = now() where term = 'Lupus'`)
  expect((await answers())[0]).toEqual({ words: 'lupus', answer: null })
})

it('stores no addresses or phone numbers and nothing longer than twelve weeks', async () => {
  await miss('ada@example.com', 3)
  await miss('call 08031234567', 3)
  await as(owner).change(
    `insert into public.missed_searches (words, week, kind, visitors)
     values ('old', date_trunc('week', now())::date - 91, 'material', 9), ('young', date_trunc('week', now())::date - 77, 'material', 9)`,
  )
  await miss('something else', 1)
  expect(
    (await as(owner).query<{ words: string }>(`select words from public.missed_searches order by words`)).map((row) => row.words),
  ).toEqual(['diarrhea in goats', 'leprosy', 'lupus', 'something else', 'young'])
})

it('is inaccessible to all others', async () => {
  await expect(as(visitor).query(`select 1 from public.missed_searches`)).rejects.toMatchObject(noGrant)
  expect(await as(ada).query(`select 1 from public.missed_searches`)).toEqual([])
  await expect(as(ada).query(`select public.weekly_missed_searches()`)).rejects.toMatchObject({ code: '42501' })
  for (const user of [visitor, ada, admin]) {
    await expect(as(user).query(`select public.record_missed_search('a', 'topic')`)).rejects.toMatchObject(noGrant)
  }
})
