// public.upload_messages and answer_reviewer: the conversation of a review.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { badValue, type CurrentUser, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

let upload: string
beforeEach(async () => {
  upload = (await sendIn(ada, `Work ${randomUUID()}`)).id
})

const ask = (note: string) =>
  as(admin).query(`select public.request_changes($1, (select version from public.upload_reviews where upload_id = $1), $2)`, [
    upload,
    note,
  ])
async function answer(user: CurrentUser, words = 'The name is mine'): Promise<boolean> {
  const [row] = await as(user).query<{ sent: boolean }>(`select public.answer_reviewer($1, $2) as sent`, [upload, words])
  return row?.sent ?? false
}
const read = async (user: CurrentUser) =>
  (
    await as(user).query<{ from_reviewer: boolean; body: string }>(
      `select from_reviewer, body from public.upload_messages where upload_id = $1 order by created_at, id`,
      [upload],
    )
  ).map(({ from_reviewer, body }) => `${from_reviewer ? 'reviewer' : 'student'}: ${body}`)
const isWaiting = async () =>
  (
    await as(ada).query<{ waits: boolean }>(
      `select waiting_since is not null as waits from public.material_uploads where id = $1`,
      [upload],
    )
  )[0]?.waits

describe('the conversation of a review', () => {
  it('has the notes of the reviewer and one answer to each', async () => {
    expect(await answer(ada)).toBe(false)
    await ask('Whose name is on page 12?')
    expect(await isWaiting()).toBe(false)
    expect(await answer(ada)).toBe(true)
    expect(await isWaiting()).toBe(true)
    expect(await answer(ada, 'Once more')).toBe(false)
    await ask('Whose name is on page 12?')
    expect(await isWaiting()).toBe(false)
    expect(await answer(ada, 'My own')).toBe(true)
    const all = [
      'reviewer: Whose name is on page 12?',
      'student: The name is mine',
      'reviewer: Whose name is on page 12?',
      'student: My own',
    ]
    expect(await read(ada)).toEqual(all)
    expect(await read(admin)).toEqual(all)
  })

  it('is hidden from others, and written by nobody but through the functions', async () => {
    await ask('Number the tables')
    expect(await read(bola)).toEqual([])
    expect(await answer(bola)).toBe(false)
    await expect(read(visitor)).rejects.toMatchObject(noGrant)
    await expect(answer(visitor)).rejects.toMatchObject(noGrant)
    await expect(answer(secretKey)).rejects.toMatchObject(noGrant)
    for (const user of [ada, admin, secretKey]) {
      for (const sql of [
        `insert into public.upload_messages (upload_id, from_reviewer, body) values ('${upload}', true, 'x')`,
        `update public.upload_messages set body = 'x'`,
        `delete from public.upload_messages`,
      ]) {
        await expect(as(user).change(sql)).rejects.toMatchObject(noGrant)
      }
    }
    expect(await read(ada)).toEqual(['reviewer: Number the tables'])
  })

  it('accepts no empty answer, and none that is too long', async () => {
    await ask('Number the tables')
    for (const words of ['', ' ', 'x'.repeat(5001)]) {
      await expect(answer(ada, words)).rejects.toMatchObject(badValue)
    }
    expect(await isWaiting()).toBe(false)
  })

  it('ends with the account', async () => {
    await ask('Number the tables')
    await as(owner).change(`delete from public.material_uploads where id = $1`, [upload])
    expect(await read(admin)).toEqual([])
  })
})
