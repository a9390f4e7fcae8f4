// public.drive_copies: every upload has one due copy, which only one caller claims.
import { afterAll, describe, expect, it } from 'vitest'
import { gatherPeople, noGrant, noPolicy } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

const claim = (id: string, seconds?: number) =>
  as(secretKey).query(
    `select upload_id, file_path, attempts from public.claim_drive_copy(${seconds === undefined ? '$1' : `$1, ${seconds}`})`,
    [id],
  )
const getCopy = async (id: string) => (await as(owner).query(`select * from public.drive_copies where upload_id = $1`, [id]))[0]

describe('a due copy', () => {
  it('is inserted in the transaction of its upload', async () => {
    const { id, file } = await sendIn(ada, 'Owing')
    expect(await getCopy(id)).toMatchObject({ file_path: file, copied_at: null, attempts: 0, last_error: null })
  })

  it('is not inserted for a rejected upload', async () => {
    const before = await as(owner).query(`select count(*) from public.drive_copies`)
    const rejected = as(ada).change(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, terms_version)
       values ($1, 'No file', 'thesis', 'PDF', 'a.pdf', $2, '2026-11-21')`,
      [ada.profileId, `${ada.userId}/1795000000000-never.pdf`],
    )
    await expect(rejected).rejects.toMatchObject(noPolicy)
    expect(await as(owner).query(`select count(*) from public.drive_copies`)).toEqual(before)
  })

  it('is deleted with its upload', async () => {
    const { id } = await sendIn(ada, 'Removed')
    await as(secretKey).change(`delete from public.material_uploads where id = $1`, [id])
    expect(await getCopy(id)).toBeUndefined()
  })
})

describe('claim_drive_copy', () => {
  it('gives a copy to the first caller only', async () => {
    const { id, file } = await sendIn(ada, 'Claimed')
    expect(await claim(id)).toEqual([{ upload_id: id, file_path: file, attempts: 1 }])
    expect(await claim(id)).toEqual([])
    expect(await getCopy(id)).toMatchObject({ attempts: 1 })
  })

  it('gives a copy to one of ten concurrent callers', async () => {
    const { id } = await sendIn(ada, 'Wanted')
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(id)))
    expect(claims.flat()).toHaveLength(1)
  })

  it('takes over and counts an expired lease', async () => {
    const { id } = await sendIn(ada, 'Abandoned')
    await claim(id, 600)
    expect(
      await as(owner).query(
        `select next_attempt_at > now() + interval '9 minutes' as leased from public.drive_copies where upload_id = $1`,
        [id],
      ),
    ).toEqual([{ leased: true }])
    await as(owner).change(`update public.drive_copies set next_attempt_at = now() - interval '1 second' where upload_id = $1`, [
      id,
    ])
    expect(await claim(id)).toMatchObject([{ attempts: 2 }])
  })

  it('leases for five minutes by default', async () => {
    const { id } = await sendIn(ada, 'Leased')
    await claim(id)
    const [row] = await as(owner).query(
      `select next_attempt_at between now() + interval '4 minutes' and now() + interval '5 minutes' as five from public.drive_copies where upload_id = $1`,
      [id],
    )
    expect(row).toEqual({ five: true })
  })

  it('returns nothing for a finished copy', async () => {
    const { id } = await sendIn(ada, 'Made')
    await claim(id)
    await as(secretKey).change(
      `update public.drive_copies set copied_at = now(), next_attempt_at = now() - interval '1 day' where upload_id = $1`,
      [id],
    )
    expect(await claim(id)).toEqual([])
  })

  it('returns nothing for an unknown upload', async () => {
    expect(await claim('00000000-0000-4000-8000-000000000000')).toEqual([])
  })

  it.each([
    ['a visitor', visitor],
    ['the student who owns the upload', ada],
    ['an admin', admin],
  ])('rejects %s', async (_who, user) => {
    const { id } = await sendIn(ada, 'Not theirs to copy')
    await expect(as(user).query(`select * from public.claim_drive_copy($1)`, [id])).rejects.toMatchObject(noGrant)
    expect(await getCopy(id)).toMatchObject({ attempts: 0 })
  })
})

describe('access to drive copies', () => {
  it('shows admins which are due', async () => {
    const { id } = await sendIn(ada, 'Seen')
    expect(await as(admin).query(`select upload_id from public.drive_copies where upload_id = $1`, [id])).toHaveLength(1)
  })

  it('hides them from students and visitors', async () => {
    await sendIn(ada, 'Unseen')
    expect(await as(ada).query(`select upload_id from public.drive_copies`)).toEqual([])
    await expect(as(visitor).query(`select upload_id from public.drive_copies`)).rejects.toMatchObject(noGrant)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects every write of %s', async (_who, user) => {
    for (const sql of [
      `insert into public.drive_copies (upload_id, file_path) values (gen_random_uuid(), 'x')`,
      `update public.drive_copies set copied_at = now()`,
      `delete from public.drive_copies`,
    ]) {
      await expect(as(user).change(sql), sql).rejects.toMatchObject(noGrant)
    }
  })

  it('lets the secret key record the result and updates updated_at', async () => {
    const { id } = await sendIn(ada, 'Failed')
    await as(secretKey).change(
      `update public.drive_copies set last_error = 'disk full', updated_at = '2020-01-01' where upload_id = $1`,
      [id],
    )
    const [row] = await as(admin).query(
      `select last_error, updated_at > now() - interval '1 hour' as moved from public.drive_copies where upload_id = $1`,
      [id],
    )
    expect(row).toEqual({ last_error: 'disk full', moved: true })
  })

  it('rejects an error that is too long', async () => {
    const { id } = await sendIn(ada, 'Talkative')
    const change = as(secretKey).change(`update public.drive_copies set last_error = repeat('a', 1001) where upload_id = $1`, [
      id,
    ])
    await expect(change).rejects.toMatchObject({ code: '23514' })
  })
})

describe('copies without a configured drive', () => {
  const owe = async () =>
    (await as(secretKey).query<{ owed: number }>('select public.queue_missing_drive_copies() as owed'))[0]?.owed
  const putOff = (id: string) =>
    as(secretKey).change(
      `update public.drive_copies set next_attempt_at = 'infinity', attempts = 0, last_error = null where upload_id = $1`,
      [id],
    )

  it('are due again after one is configured', async () => {
    const [one, other, done, unfit] = [
      await sendIn(ada, 'One'),
      await sendIn(ada, 'Another'),
      await sendIn(ada, 'Copied'),
      await sendIn(ada, 'Unfit'),
    ]
    for (const { id } of [one, other, done, unfit]) {
      await putOff(id)
    }
    await as(secretKey).change(`update public.drive_copies set copied_at = now() where upload_id = $1`, [done.id])
    await as(secretKey).change(`update public.drive_copies set last_error = 'unfit' where upload_id = $1`, [unfit.id])
    expect(await claim(one.id)).toEqual([])
    expect(await owe()).toBe(2)
    expect(await owe()).toBe(0)
    expect(await claim(one.id)).toHaveLength(1)
    expect(await claim(unfit.id)).toEqual([])
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query('select public.queue_missing_drive_copies()')).rejects.toMatchObject(noGrant)
    }
  })

  it('are not shown on Today', async () => {
    const { id } = await sendIn(ada, 'Put off')
    await putOff(id)
    expect(await as(owner).query(`select from private.due_copies where id = $1`, [id])).toEqual([])
  })
})
