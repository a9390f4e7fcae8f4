// public.drive_copies: every upload has one due copy, and only one caller gets it.
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

describe('a copy is owed', () => {
  it('an upload notes its copy as due in the same transaction', async () => {
    const { id, file } = await sendIn(ada, 'Owing')
    expect(await getCopy(id)).toMatchObject({ file_path: file, copied_at: null, attempts: 0, last_error: null })
  })

  it('an upload that is refused owes nothing', async () => {
    const before = await as(owner).query(`select count(*) from public.drive_copies`)
    const refused = as(ada).change(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, terms_version)
       values ($1, 'No file', 'thesis', 'PDF', 'a.pdf', $2, '2026-11-21')`,
      [ada.profileId, `${ada.userId}/1795000000000-never.pdf`],
    )
    await expect(refused).rejects.toMatchObject(noPolicy)
    expect(await as(owner).query(`select count(*) from public.drive_copies`)).toEqual(before)
  })

  it('the copy goes with its upload', async () => {
    const { id } = await sendIn(ada, 'Removed')
    await as(secretKey).change(`delete from public.material_uploads where id = $1`, [id])
    expect(await getCopy(id)).toBeUndefined()
  })
})

describe('claiming a copy', () => {
  it('whoever claims first has it, everybody else gets nothing', async () => {
    const { id, file } = await sendIn(ada, 'Claimed')
    expect(await claim(id)).toEqual([{ upload_id: id, file_path: file, attempts: 1 }])
    expect(await claim(id)).toEqual([])
    expect(await getCopy(id)).toMatchObject({ attempts: 1 })
  })

  it('ten at once: one gets it', async () => {
    const { id } = await sendIn(ada, 'Wanted')
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(id)))
    expect(claims.flat()).toHaveLength(1)
  })

  it('a lease that ran out is taken over, and counted', async () => {
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

  it('a lease is five minutes unless told', async () => {
    const { id } = await sendIn(ada, 'Leased')
    await claim(id)
    const [row] = await as(owner).query(
      `select next_attempt_at between now() + interval '4 minutes' and now() + interval '5 minutes' as five from public.drive_copies where upload_id = $1`,
      [id],
    )
    expect(row).toEqual({ five: true })
  })

  it('a copy that is made is never claimed again', async () => {
    const { id } = await sendIn(ada, 'Made')
    await claim(id)
    await as(secretKey).change(
      `update public.drive_copies set copied_at = now(), next_attempt_at = now() - interval '1 day' where upload_id = $1`,
      [id],
    )
    expect(await claim(id)).toEqual([])
  })

  it('an upload that is not there gives nothing', async () => {
    expect(await claim('00000000-0000-4000-8000-000000000000')).toEqual([])
  })

  it.each([
    ['a visitor', visitor],
    ['the student whose work it is', ada],
    ['an admin', admin],
  ])('%s may not claim', async (_who, user) => {
    const { id } = await sendIn(ada, 'Not theirs to copy')
    await expect(as(user).query(`select * from public.claim_drive_copy($1)`, [id])).rejects.toMatchObject(noGrant)
    expect(await getCopy(id)).toMatchObject({ attempts: 0 })
  })
})

describe('who sees and writes the copies', () => {
  it('an admin sees which are due', async () => {
    const { id } = await sendIn(ada, 'Seen')
    expect(await as(admin).query(`select upload_id from public.drive_copies where upload_id = $1`, [id])).toHaveLength(1)
  })

  it('a student sees none, not even their own; a visitor is refused', async () => {
    await sendIn(ada, 'Unseen')
    expect(await as(ada).query(`select upload_id from public.drive_copies`)).toEqual([])
    await expect(as(visitor).query(`select upload_id from public.drive_copies`)).rejects.toMatchObject(noGrant)
  })

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('%s adds, changes and removes none', async (_who, user) => {
    for (const sql of [
      `insert into public.drive_copies (upload_id, file_path) values (gen_random_uuid(), 'x')`,
      `update public.drive_copies set copied_at = now()`,
      `delete from public.drive_copies`,
    ]) {
      await expect(as(user).change(sql), sql).rejects.toMatchObject(noGrant)
    }
  })

  it('the secret key notes how it went, and updated_at moves', async () => {
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

  it('an endless error is refused', async () => {
    const { id } = await sendIn(ada, 'Talkative')
    const change = as(secretKey).change(`update public.drive_copies set last_error = repeat('a', 1001) where upload_id = $1`, [
      id,
    ])
    await expect(change).rejects.toMatchObject({ code: '23514' })
  })
})

describe('while no drive is set up', () => {
  const owe = async () =>
    (await as(secretKey).query<{ owed: number }>('select public.queue_missing_drive_copies() as owed'))[0]?.owed
  const putOff = (id: string) =>
    as(secretKey).change(
      `update public.drive_copies set next_attempt_at = 'infinity', attempts = 0, last_error = null where upload_id = $1`,
      [id],
    )

  it('what was put off is due again when there is one, and nothing else', async () => {
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

  it('nothing of it stands on Today', async () => {
    const { id } = await sendIn(ada, 'Put off')
    await putOff(id)
    expect(await as(owner).query(`select from private.due_copies where id = $1`, [id])).toEqual([])
  })
})
