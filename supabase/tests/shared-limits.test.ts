// private.rate_limit_counters: rate limits that the site's processes share, by functions for the secret key only.
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const aKey = () => randomBytes(32).toString('base64url')
const count = async (key: string, seconds = 60) =>
  (
    await as(secretKey).query<{ counted: number; wait_ms: number }>('select * from public.count_attempt($1, $2)', [key, seconds])
  )[0]
const passed = (key: string) =>
  as(owner).change(`update private.rate_limit_counters set ends_at = now() - interval '1 second' where key = $1`, [key])

it('count_attempt counts each key from its first attempt and restarts after it expires', async () => {
  const [key, other] = [aKey(), aKey()]
  expect(await count(key)).toMatchObject({ counted: 1, wait_ms: 60_000 })
  expect((await count(key, 600))?.counted).toBe(2)
  expect((await count(key))?.wait_ms).toBeLessThanOrEqual(60_000)
  expect((await count(other))?.counted).toBe(1)
  await passed(key)
  expect(await count(key, 30)).toMatchObject({ counted: 1, wait_ms: 30_000 })
})

it('count_attempt counts ten concurrent attempts', async () => {
  const key = aKey()
  const counts = await Promise.all(Array.from({ length: 10 }, () => count(key)))
  expect(counts.map((each) => each?.counted).toSorted((one, another) => Number(one) - Number(another))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
})

it('refund_rate_limit refunds an attempt but not below zero or after expiry', async () => {
  const key = aKey()
  const takeBack = () => as(secretKey).query('select public.refund_rate_limit($1)', [key])
  await count(key)
  await count(key)
  await takeBack()
  expect((await count(key))?.counted).toBe(2)
  for (let at = 0; at < 5; at += 1) {
    await takeBack()
  }
  expect((await count(key))?.counted).toBe(1)
  await passed(key)
  await takeBack()
  expect((await count(key))?.counted).toBe(1)
})

it('purge_rate_limits removes only expired counters', async () => {
  const [over, going] = [aKey(), aKey()]
  await count(over)
  await count(going)
  await passed(over)
  await as(secretKey).query('select public.purge_rate_limits()')
  const stored = await as(owner).query<{ key: string }>('select key from private.rate_limit_counters where key in ($1, $2)', [
    over,
    going,
  ])
  expect(stored).toEqual([{ key: going }])
})

it('rate limit counters are accessible only with the secret key', async () => {
  for (const user of [visitor, ada, admin]) {
    for (const call of [`count_attempt('${aKey()}', 1)`, `refund_rate_limit('${aKey()}')`, 'purge_rate_limits()']) {
      await expect(as(user).query(`select public.${call}`)).rejects.toMatchObject(noGrant)
    }
  }
  for (const user of [visitor, ada, admin, secretKey]) {
    await expect(as(user).query('select * from private.rate_limit_counters')).rejects.toMatchObject(noGrant)
  }
})
