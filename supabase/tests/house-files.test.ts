// Files of our own works: who gives them, what is sold, and what buyers get (docs/decisions/0039).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { shopOf } from './bought.ts'
import { gatherPeople, noGrant, type Account } from './people.ts'

const people = await gatherPeople()
const { ada, operator, visitor, secretKey, owner, as, stop } = people
const shop = shopOf(people)
afterAll(stop)

let material = ''
beforeEach(async () => {
  const [row] = await as(operator).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, price, published_at)
     values ($1, 'Our own guide', 'seminar', 3500, now()) returning id`,
    [`house-${randomUUID()}`],
  )
  material = row?.id ?? ''
})

let moment = 1_796_000_000_000
/** Stores a file in the person's folder. Returns its path. */
async function stored(person: Account): Promise<string> {
  const path = `${person.userId}/${(moment += 1)}-guide.pdf`
  await as(person).change(
    `insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 4000}')`,
    [path],
  )
  return path
}
const keep = async (person: Account, path: string, hash = 'a', of = material) =>
  (
    await as(person).query<{ it: string }>(`select public.keep_house_file($1, 'guide.pdf', $2, $3) as it`, [
      of,
      path,
      hash.repeat(64),
    ])
  )[0]?.it
const sell = () => as(operator).change(`update public.research_materials set sold_here = true where id = $1`, [material])
const fileOf = async (hash: string) =>
  (await as(secretKey).query<{ it: object }>(`select public.file_of_order($1) as it`, [hash]))[0]?.it

it('only operators give one, only a stored one of theirs; nobody reads the table', async () => {
  const path = await stored(operator)
  const onlyOperators = { code: '42501', message: 'Only operators do this' }
  await expect(keep(ada, path)).rejects.toMatchObject(onlyOperators)
  await expect(as(ada).query(`select public.house_file($1)`, [material])).rejects.toMatchObject(onlyOperators)
  await expect(as(visitor).query(`select public.house_file($1)`, [material])).rejects.toMatchObject(noGrant)
  for (const person of [visitor, ada, operator, secretKey]) {
    await expect(as(person).query(`select * from private.house_files`)).rejects.toMatchObject(noGrant)
  }
  for (const wrong of [`${operator.userId}/1796000000000-never.pdf`, await stored(ada)]) {
    await expect(keep(operator, wrong)).rejects.toMatchObject({ code: '42501', hint: 'no_such_file' })
  }
  expect(await keep(operator, path, 'a', randomUUID())).toBe('gone')
})

it('with a file it is sold here: all of the price is ours, and the material says what the file is', async () => {
  await expect(sell()).rejects.toMatchObject({ code: '23514' })
  const path = await stored(operator)
  expect(await keep(operator, path)).toBe('ok')
  expect(await sell()).toBe(1)
  const order = await shop.paid({ material })
  expect(await fileOf(order.hash)).toMatchObject({ outcome: 'ok', path, sha256: 'a'.repeat(64) })
  const [sale] = await as(owner).query(
    `select profile_id, share_kobo::integer as share from public.sales where order_reference = $1`,
    [order.reference],
  )
  expect(sale).toEqual({ profile_id: null, share: 0 })
  const [row] = await as(owner).query(
    `select format, file_size::integer as size, file_date = (now() at time zone 'Africa/Lagos')::date as today
       from public.research_materials where id = $1`,
    [material],
  )
  expect(row).toEqual({ format: 'PDF', size: 4000, today: true })
})

it('a better file is mailed to who bought the work, and the old one is removed; the same one is not taken again', async () => {
  const [old, better] = [await stored(operator), await stored(operator)]
  await keep(operator, old)
  await sell()
  const order = await shop.paid({ material, email: 'house@mail.ng' })
  await as(owner).change(`delete from public.outbox`)
  expect(await keep(operator, better)).toBe('same')
  expect(await keep(operator, better, 'b')).toBe('ok')
  expect(await fileOf(order.hash)).toMatchObject({ path: better })
  expect(await as(owner).query(`select recipient, template from public.outbox`)).toEqual([
    { recipient: 'house@mail.ng', template: 'order-renewed' },
  ])
  expect(await as(owner).query(`select path from public.file_removals where path = $1`, [old])).toHaveLength(1)
})

it('no sweep and no student takes it away, and a student’s work keeps the file of its review', async () => {
  const path = await stored(operator)
  await keep(operator, path)
  await as(owner).change(`update storage.objects set created_at = now() - interval '9 days' where name = $1`, [path])
  const stray = await as(secretKey).query<{ file_path: string }>(`select file_path from public.files_without_an_upload()`)
  expect(stray.map(({ file_path }) => file_path)).not.toContain(path)
  await as(operator).change(`delete from storage.objects where name = $1`, [path])
  expect(await as(owner).query(`select from storage.objects where name = $1`, [path]), 'its giver neither').toHaveLength(1)
  const work = await shop.work()
  expect(await keep(operator, await stored(operator), 'a', work.id)).toBe('of_student')
})
