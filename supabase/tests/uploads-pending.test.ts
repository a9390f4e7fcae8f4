// Pending public.material_uploads: only their student may withdraw them or replace the file.
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

const uploadOf = async (id: string) => (await as(owner).query(`select * from public.material_uploads where id = $1`, [id]))[0]
const getCopy = async (id: string) => (await as(owner).query(`select * from public.drive_copies where upload_id = $1`, [id]))[0]
const decideUpload = (id: string, status: string) =>
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

describe('withdrawing an upload', () => {
  const withdraw = (user: CurrentUser, id: string) => as(user).change(`delete from public.material_uploads where id = $1`, [id])

  it('deletes a pending upload and its due copy', async () => {
    const { id, file } = await sendIn(ada, 'Withdrawn')
    expect(await withdraw(ada, id)).toBe(1)
    expect(await uploadOf(id)).toBeUndefined()
    expect(await getCopy(id)).toBeUndefined()
    // The student can then remove the file, which is now unused.
    expect(await as(ada).change(`delete from storage.objects where name = $1`, [file])).toBe(1)
  })

  it.each(['approved', 'rejected'])('is rejected when it is %s', async (status) => {
    const { id } = await sendIn(ada, status)
    await decideUpload(id, status)
    expect(await withdraw(ada, id)).toBe(0)
    expect(await uploadOf(id)).toMatchObject({ upload_status: status })
  })

  it('is rejected for other users', async () => {
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
  // The API responds to these rejections with 403; the hint distinguishes them.
  const noSuchUpload = { code: '42501', hint: 'no_such_upload' }
  const noSuchFile = { code: '42501', hint: 'no_such_file' }

  it('emails the student that the new file arrived', async () => {
    const { id } = await sendIn(ada, 'Replaced, with an email')
    await replace(ada, id, await storedFile(ada), 'corrected.docx')
    expect(
      await as(owner).query(
        `select recipient, details from public.outbox where template = 'upload-replaced' and profile_id = $1`,
        [ada.profileId],
      ),
    ).toEqual([{ recipient: ada.email, details: { title: 'Replaced, with an email', file_name: 'corrected.docx' } }])
  })

  it('stores the new file and queues another copy and returns the old path', async () => {
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

  it('does not require a hash', async () => {
    const { id } = await sendIn(ada, 'Without a hash')
    await replace(ada, id, await storedFile(ada), 'better.docx', null)
    expect(await uploadOf(id)).toMatchObject({ file_sha256: null })
  })

  it.each(['approved', 'rejected'])('is rejected when the upload is %s', async (status) => {
    const { id, file } = await sendIn(ada, status)
    await decideUpload(id, status)
    await expect(replace(ada, id, await storedFile(ada))).rejects.toMatchObject(noSuchUpload)
    expect(await uploadOf(id)).toMatchObject({ file_path: file })
  })

  it('is rejected for other users', async () => {
    const { id, file } = await sendIn(ada, 'Not yours')
    await expect(replace(bola, id, await storedFile(bola))).rejects.toMatchObject(noSuchUpload)
    await expect(replace(admin, id, await storedFile(admin))).rejects.toMatchObject(noSuchUpload)
    await expect(replace(visitor, id, file)).rejects.toMatchObject(noGrant)
    await expect(replace(secretKey, id, file)).rejects.toMatchObject(noGrant)
    expect(await uploadOf(id)).toMatchObject({ file_path: file })
  })

  it('rejects files that are missing or used or of another user or bucket', async () => {
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

  it('rejects an invalid name or hash', async () => {
    const { id } = await sendIn(ada, 'Odd')
    await expect(replace(ada, id, await storedFile(ada), '')).rejects.toMatchObject({ code: '23514' })
    await expect(replace(ada, id, await storedFile(ada), 'a.docx', 'none')).rejects.toMatchObject({ code: '23514' })
  })

  it('is possible only through the function', async () => {
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

describe('orphaned files', () => {
  const stray = async (sql = 'select * from public.orphaned_files()', parameters: unknown[] = []) =>
    (await as(secretKey).query<{ file_path: string }>(sql, parameters)).map((row) => row.file_path)
  const age = (file: string, days: number) =>
    as(owner).change(`update storage.objects set created_at = now() - make_interval(days => $2) where name = $1`, [file, days])

  it('are unused files of the bucket after a day with the oldest first', async () => {
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

  it('have a counterpart in uploads without a file after a day except removed ones', async () => {
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

  it('include unused files above the bucket’s limit immediately', async () => {
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

  it('are listed only for the secret key', async () => {
    for (const user of [visitor, ada, admin]) {
      for (const name of ['orphaned_files', 'uploads_missing_file', 'oversized_files']) {
        await expect(as(user).query(`select * from public.${name}()`)).rejects.toMatchObject(noGrant)
      }
    }
  })
})
