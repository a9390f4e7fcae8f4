// public.material_uploads while it waits for its review: only its student may withdraw it or replace its file, and only while it is
// pending.
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

const uploadOf = async (id: string) => (await as(owner).query(`select * from public.material_uploads where id = $1`, [id]))[0]
const getCopy = async (id: string) => (await as(owner).query(`select * from public.drive_copies where upload_id = $1`, [id]))[0]
const answered = (id: string, status: string) =>
  as(secretKey).change(`update public.material_uploads set upload_status = $2 where id = $1`, [id, status])

let files = 1_795_200_000_000
async function storedFile(student: Account, bucket = 'material-uploads', size = 300): Promise<string> {
  const file = `${student.userId}/${(files += 1)}-better.docx`
  // Students cannot store this name in other buckets.
  await as(bucket === 'material-uploads' ? student : owner).change(
    `insert into storage.objects (bucket_id, name, metadata) values ($1, $2, jsonb_build_object('size', $3::int))`,
    [bucket, file, size],
  )
  return file
}

describe('withdrawing', () => {
  const withdraw = (user: CurrentUser, id: string) => as(user).change(`delete from public.material_uploads where id = $1`, [id])

  it('a student withdraws a pending work: it is gone, and so is the copy it owed', async () => {
    const { id, file } = await sendIn(ada, 'Withdrawn')
    expect(await withdraw(ada, id)).toBe(1)
    expect(await uploadOf(id)).toBeUndefined()
    expect(await getCopy(id)).toBeUndefined()
    // And then the file, which no upload uses any more.
    expect(await as(ada).change(`delete from storage.objects where name = $1`, [file])).toBe(1)
  })

  it.each(['approved', 'rejected'])('not once it is %s', async (status) => {
    const { id } = await sendIn(ada, status)
    await answered(id, status)
    expect(await withdraw(ada, id)).toBe(0)
    expect(await uploadOf(id)).toMatchObject({ upload_status: status })
  })

  it("nobody withdraws another's, with and without naming it", async () => {
    const { id } = await sendIn(ada, 'Not yours')
    expect(await withdraw(bola, id)).toBe(0)
    expect(await withdraw(admin, id)).toBe(0)
    await expect(withdraw(visitor, id)).rejects.toMatchObject(noGrant)
    await as(bola).change(`delete from public.material_uploads`)
    expect(await uploadOf(id)).toBeDefined()
  })
})

describe('replacing the file', () => {
  const replace = (user: CurrentUser, id: string, path: string, name = 'better.docx', sha256: string | null = 'b'.repeat(64)) =>
    as(user).query<{ old: string }>(`select public.replace_upload_file($1, $2, $3, $4) as old`, [id, name, path, sha256])
  // Refusals, which the API answers with 403; the hint distinguishes them.
  const noSuchUpload = { code: '42501', hint: 'no_such_upload' }
  const noSuchFile = { code: '42501', hint: 'no_such_file' }

  it('puts the new file under the upload, owes the drive another copy, and gives back the old one', async () => {
    const { id, file } = await sendIn(ada, 'Replaced')
    await as(secretKey).change(
      `update public.material_uploads set file_sha256 = $2, file_checked_at = now(), file_fits = true, file_changed_at = now() where id = $1`,
      [id, 'a'.repeat(64)],
    )
    await as(secretKey).query(`select * from public.claim_drive_copy($1)`, [id])
    await as(secretKey).change(
      `update public.drive_copies set copied_at = now(), drive_reference = 'x', last_error = 'once' where upload_id = $1`,
      [id],
    )
    await as(secretKey).change(`update public.material_uploads set review_notes = 'Take the name out' where id = $1`, [id])
    const path = await storedFile(ada)
    expect(await replace(ada, id, path)).toEqual([{ old: file }])

    expect(await uploadOf(id)).toMatchObject({
      file_name: 'better.docx',
      file_path: path,
      file_sha256: 'b'.repeat(64),
      file_checked_at: null,
      file_fits: null,
      file_changed_at: null,
      upload_status: 'pending',
      review_notes: 'Take the name out',
      title: 'Replaced',
    })
    const [since] = await as(ada).query(
      `select file_replaced_at > noted_at as after from public.material_uploads where id = $1`,
      [id],
    )
    expect(since).toEqual({ after: true })
    expect(await getCopy(id)).toMatchObject({ file_path: path, copied_at: null, attempts: 0, last_error: null })
    expect(await as(secretKey).query(`select file_path from public.claim_drive_copy($1)`, [id])).toEqual([{ file_path: path }])
    // Now the old file can be removed; the new one cannot.
    expect(await as(ada).change(`delete from storage.objects where name = $1`, [path])).toBe(0)
    expect(await as(ada).change(`delete from storage.objects where name = $1`, [file])).toBe(1)
  })

  it('a hash is not asked for', async () => {
    const { id } = await sendIn(ada, 'Without a hash')
    await replace(ada, id, await storedFile(ada), 'better.docx', null)
    expect(await uploadOf(id)).toMatchObject({ file_sha256: null })
  })

  it.each(['approved', 'rejected'])('not once it is %s', async (status) => {
    const { id, file } = await sendIn(ada, status)
    await answered(id, status)
    await expect(replace(ada, id, await storedFile(ada))).rejects.toMatchObject(noSuchUpload)
    expect(await uploadOf(id)).toMatchObject({ file_path: file })
  })

  it("nobody replaces another's", async () => {
    const { id, file } = await sendIn(ada, 'Not yours')
    await expect(replace(bola, id, await storedFile(bola))).rejects.toMatchObject(noSuchUpload)
    await expect(replace(admin, id, await storedFile(admin))).rejects.toMatchObject(noSuchUpload)
    await expect(replace(visitor, id, file)).rejects.toMatchObject(noGrant)
    await expect(replace(secretKey, id, file)).rejects.toMatchObject(noGrant)
    expect(await uploadOf(id)).toMatchObject({ file_path: file })
  })

  it("takes no file of another's, none that is not stored, none of another bucket, none that an upload stands on", async () => {
    const { id, file } = await sendIn(ada, 'Mine')
    const other = await sendIn(ada, 'Mine too')
    for (const path of [
      await storedFile(bola),
      `${ada.userId}/1795000099999-never.pdf`,
      await storedFile(ada, 'product-files'),
      file,
      other.file,
      `avatars/${ada.userId}.png`,
      '',
    ]) {
      await expect(replace(ada, id, path), path).rejects.toMatchObject(noSuchFile)
    }
    expect(await uploadOf(id)).toMatchObject({ file_path: file, file_replaced_at: null })
  })

  it('a name or a hash that cannot be is refused', async () => {
    const { id } = await sendIn(ada, 'Odd')
    await expect(replace(ada, id, await storedFile(ada), '')).rejects.toMatchObject({ code: '23514' })
    await expect(replace(ada, id, await storedFile(ada), 'a.docx', 'none')).rejects.toMatchObject({ code: '23514' })
  })

  it('is the only way: the columns themselves take nothing from a student', async () => {
    const { id } = await sendIn(ada, 'Straight')
    const path = await storedFile(ada)
    for (const assignment of ['file_path = $2', 'file_name = $2', 'file_sha256 = $2']) {
      await expect(
        as(ada).change(`update public.material_uploads set ${assignment} where id = $1`, [id, path]),
      ).rejects.toMatchObject(noGrant)
    }
    await expect(as(ada).change(`update public.drive_copies set file_path = $1`, [path])).rejects.toMatchObject(noGrant)
  })
})

describe('files without an upload', () => {
  const stray = async (sql = 'select * from public.orphaned_files()', parameters: unknown[] = []) =>
    (await as(secretKey).query<{ file_path: string }>(sql, parameters)).map((row) => row.file_path)
  const age = (file: string, days: number) =>
    as(owner).change(`update storage.objects set created_at = now() - make_interval(days => $2) where name = $1`, [file, days])

  it('are those of the bucket that no upload stands on, once they are a day old; oldest first', async () => {
    const [old, older, young] = [await storedFile(ada), await storedFile(bola), await storedFile(ada)]
    const { file: used } = await sendIn(ada, 'Used')
    const avatar = `avatars/${ada.userId}.png`
    await as(ada).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [avatar])
    await age(old, 2)
    await age(older, 9)
    await age(used, 9)
    await age(avatar, 9)
    expect(await stray()).toEqual([older, old])
    expect(await stray(`select * from public.orphaned_files(max_rows => 1)`)).toEqual([older])
    expect(await stray(`select * from public.orphaned_files(older_than => '5 days')`)).toEqual([older])
    expect(await stray(`select * from public.orphaned_files(older_than => '0')`)).toContain(young)
  })

  it('and uploads without a file, once they are a day old, but for those whose file was removed', async () => {
    const [lost, young, removed, there] = [
      await sendIn(ada, 'Lost'),
      await sendIn(ada, 'Young'),
      await sendIn(ada, 'Removed'),
      await sendIn(ada, 'There'),
    ]
    await as(owner).change(
      `update public.material_uploads set created_at = now() - interval '2 days',
         file_removed_at = case when title = 'Removed' then now() end where id in ($1, $2, $3)`,
      [lost.id, removed.id, there.id],
    )
    await as(owner).change(`delete from storage.objects where name in ($1, $2, $3)`, [lost.file, young.file, removed.file])
    expect(await as(secretKey).query(`select * from public.uploads_missing_file()`)).toEqual([{ upload_id: lost.id }])
    await as(owner).change(`update public.material_uploads set file_replaced_at = now() where id = $1`, [lost.id])
    expect(await as(secretKey).query(`select * from public.uploads_missing_file()`)).toEqual([])
  })

  it('and any file that is larger than its bucket allows, at once, unless an upload uses it', async () => {
    const MEBIBYTE = 1024 * 1024
    const fits = await storedFile(ada, 'material-uploads', 50 * MEBIBYTE)
    const large = await storedFile(ada, 'material-uploads', 50 * MEBIBYTE + 1)
    const avatar = await storedFile(bola, 'product-files', 400 * MEBIBYTE)
    const used = await sendIn(ada, 'Grew later')
    await as(owner).change(`update storage.objects set metadata = '{"size": 99999999}' where name = $1`, [used.file])
    const over = await as(secretKey).query(`select * from public.oversized_files()`)
    expect(over).toEqual([
      { bucket: 'material-uploads', file_path: large },
      { bucket: 'product-files', file_path: avatar },
    ])
    expect(await as(secretKey).query(`select * from public.oversized_files(1)`)).toHaveLength(1)
    expect(over).not.toContainEqual(expect.objectContaining({ file_path: fits }))
  })

  it('are told to nobody but the secret key', async () => {
    for (const user of [visitor, ada, admin]) {
      for (const name of ['orphaned_files', 'uploads_missing_file', 'oversized_files']) {
        await expect(as(user).query(`select * from public.${name}()`)).rejects.toMatchObject(noGrant)
      }
    }
  })
})
