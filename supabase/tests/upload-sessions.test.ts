// private.upload_sessions and private.upload_chunks: resumable uploads that the processes of the site share, by
// functions for the secret key.
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const MEBIBYTE = 1024 * 1024
const DAYS = 24 * 3600
const newId = ({ userId }: { userId: string }) => `${userId}.${randomBytes(16).toString('hex')}`

/** Starts an upload session with limits of 100 bytes and 3 files. */
async function begin(user: Account, bytes: number, id = newId(user)): Promise<string | null> {
  const [row] = await as(secretKey).query<{ begun: boolean }>(
    `select public.start_upload_session($1, $2, 'thesis.pdf', $3, 100, 3, 600) as begun`,
    [id, user.userId, bytes],
  )
  return row?.begun ? id : null
}
const started = async (user: Account, bytes: number) => (await begin(user, bytes)) ?? expect.fail('there was no room')
async function add(id: string, at: number, bytes: number, object = `${id}/${at}-${randomUUID()}`): Promise<boolean | undefined> {
  const rows = await as(secretKey).query<{ added: boolean }>('select public.add_chunk($1, $2, $3, $4) as added', [
    id,
    at,
    bytes,
    object,
  ])
  return rows[0]?.added
}
const take = async (id: string, taker: string, seconds = 30) =>
  (
    await as(secretKey).query<{ outcome: string; size: number; chunks: string[] }>(
      'select outcome, size::int, chunks from public.claim_upload_session($1, $2, $3, $4)',
      [id, taker, seconds, 7 * DAYS],
    )
  )[0]
const details = async (id: string) =>
  (await as(secretKey).query<{ arrived: number }>('select arrived::int from public.upload_session_details($1)', [id]))[0]
const ofPerson = ({ userId }: Account) =>
  as(owner).query<{ id: string }>('select id from private.upload_sessions where user_id = $1 order by id', [userId])
const touchedAgo = (id: string, interval: string) =>
  as(owner).change(
    'update private.upload_sessions set touched_at = now() - $2::interval, started_at = now() - $2::interval where id = $1',
    [id, interval],
  )
const toRemove = async (object: string) =>
  (await as(owner).query(`select from public.file_removals where place = 'upload-sessions' and path = $1`, [object])).length

it('add_chunk accepts a chunk only at the end of the received bytes and within the size', async () => {
  const id = await started(ada, 10)
  expect(await add(id, 1, 4)).toBe(false)
  expect(await add(id, 0, 0)).toBe(false)
  expect(await add(id, 0, 4)).toBe(true)
  expect(await add(id, 0, 4)).toBe(false)
  expect(await add(id, 4, 7)).toBe(false)
  expect(await details(id)).toEqual({ arrived: 4 })
  expect(await add(id, 4, 6)).toBe(true)
  expect(await add(newId(ada), 0, 4)).toBe(false)
  expect(await details(newId(ada))).toBeUndefined()
  await as(secretKey).query('select public.remove_upload_session($1)', [id])
})

it('add_chunk accepts one of two concurrent chunks at the same byte', async () => {
  const id = await started(ada, 10)
  const both = await Promise.all([add(id, 0, 5), add(id, 0, 5)])
  expect(both.toSorted()).toEqual([false, true])
  expect(await details(id)).toEqual({ arrived: 5 })
  await as(secretKey).query('select public.remove_upload_session($1)', [id])
})

it('claim_upload_session gives a complete file with ordered chunks to one caller until it is released or expires', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const id = await started(ada, 10)
  await add(id, 0, 9, `${id}/first`)
  expect((await take(id, one))?.outcome).toBe('none')
  await add(id, 9, 1, `${id}/second`)
  expect(await take(id, one)).toEqual({ outcome: 'taken', size: 10, chunks: [`${id}/first`, `${id}/second`] })
  expect((await take(id, other))?.outcome).toBe('busy')
  expect((await take(id, one))?.outcome).toBe('taken')
  await as(secretKey).query('select public.release_upload_session($1, $2)', [id, other])
  expect((await take(id, other))?.outcome).toBe('busy')
  await as(secretKey).query('select public.release_upload_session($1, $2)', [id, one])
  expect((await take(id, other, 0))?.outcome).toBe('taken')
  expect((await take(id, one))?.outcome).toBe('taken')
  await as(owner).change(
    `update private.upload_sessions set claimed_until = '-infinity', started_at = now() - interval '8 days' where id = $1`,
    [id],
  )
  expect((await take(id, one))?.outcome).toBe('none')
  expect(await take(newId(ada), one)).toBeUndefined()

  const [gone] = await as(secretKey).query('select public.remove_upload_session($1) as gone', [id])
  expect(gone).toEqual({ gone: true })
  expect([await toRemove(`${id}/first`), await toRemove(`${id}/second`)]).toEqual([1, 1])
  expect(await as(secretKey).query('select public.remove_upload_session($1) as gone', [id])).toEqual([{ gone: false }])
})

it('start_upload_session deletes the user’s oldest idle sessions to free space', async () => {
  const nneka = await signUp('nneka@example.com')
  const [oldest, old] = [await started(nneka, 40), await started(nneka, 40)]
  const bolas = await started(bola, 90)
  await touchedAgo(oldest, '3 hours')
  await touchedAgo(old, '2 hours')
  await touchedAgo(bolas, '9 hours')
  const third = await started(nneka, 60)
  expect((await ofPerson(nneka)).map(({ id }) => id)).toEqual([old, third].toSorted())
  // The old one is deleted although that is not enough, as on one process: the young one may still be arriving.
  expect(await begin(nneka, 60)).toBeNull()
  expect((await ofPerson(nneka)).map(({ id }) => id)).toEqual([third])
  await touchedAgo(third, '1 hour')
  await add(third, 0, 60)
  expect((await take(third, randomUUID()))?.outcome).toBe('taken')
  expect(await begin(nneka, 60)).toBeNull()
  expect((await ofPerson(bola)).map(({ id }) => id)).toEqual([bolas])
})

it('start_upload_session limits the number of small files also for concurrent starts', async () => {
  const uche = await signUp('uche@example.com')
  const all = await Promise.all(Array.from({ length: 6 }, () => begin(uche, 1)))
  expect(all.filter((id) => id !== null)).toHaveLength(3)
})

it('sweep_upload_sessions removes expired sessions and orphaned chunks only', async () => {
  const zainab = await signUp('zainab@example.com')
  const [old, taken, young] = [await started(zainab, 10), await started(zainab, 10), await started(zainab, 10)]
  for (const id of [old, taken, young]) {
    await add(id, 0, 10, `${id}/0`)
  }
  expect((await take(taken, randomUUID()))?.outcome).toBe('taken')
  await touchedAgo(old, '8 days')
  await touchedAgo(taken, '8 days')
  const [stray, fresh] = [`${zainab.userId}/x/stray`, `${zainab.userId}/x/fresh`]
  await as(owner).change(
    `insert into storage.objects (bucket_id, name, created_at)
     values ('upload-sessions', $1, now() - interval '2 hours'), ('upload-sessions', $2, now()), ('upload-sessions', $3, now() - interval '2 days')`,
    [stray, fresh, `${young}/0`],
  )
  await as(secretKey).query('select public.sweep_upload_sessions($1)', [7 * DAYS])
  expect((await ofPerson(zainab)).map(({ id }) => id)).toEqual([taken, young].toSorted())
  expect(await Promise.all([`${old}/0`, stray, fresh, `${young}/0`, `${taken}/0`].map(toRemove))).toEqual([1, 1, 0, 0, 0])
})

it('upload sessions are deleted with their account', async () => {
  const leaving = await signUp('leaving@example.com')
  const id = await started(leaving, 10)
  await add(id, 0, 3, `${id}/0`)
  await as(owner).change('delete from auth.users where id = $1', [leaving.userId])
  expect(await ofPerson(leaving)).toEqual([])
  expect(await toRemove(`${id}/0`)).toBe(1)
})

it('upload sessions are accessible only with the secret key', async () => {
  const id = newId(bola)
  const calls: [string, unknown[]][] = [
    [`select public.start_upload_session($1, $2, 'a.pdf', 1, $3, 12, 600)`, [newId(bola), bola.userId, 150 * MEBIBYTE]],
    ['select public.upload_session_details($1)', [id]],
    [`select public.add_chunk($1, 0, 1, 'x')`, [id]],
    ['select public.claim_upload_session($1, $2, 30, 600)', [id, randomUUID()]],
    ['select public.release_upload_session($1, $2)', [id, randomUUID()]],
    ['select public.remove_upload_session($1)', [id]],
    ['select public.sweep_upload_sessions(0)', []],
  ]
  for (const user of [visitor, ada, bola, admin]) {
    for (const [sql, parameters] of calls) {
      await expect(as(user).query(sql, parameters), sql).rejects.toMatchObject(noGrant)
    }
  }
  for (const user of [visitor, ada, admin, secretKey]) {
    for (const table of ['upload_sessions', 'upload_chunks']) {
      await expect(as(user).query(`select from private.${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  }
})
