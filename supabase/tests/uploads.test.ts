// public.material_uploads: sent by students as pending and without a price, reviewed by admins. uploads-pending.test.ts
// covers changes by the student while an upload is pending.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, signUp, stop } = await gatherPeople()
afterAll(stop)

const store = (student: Account, file: string) =>
  as(student).change(`insert into storage.objects (bucket_id, name, metadata) values ('material-uploads', $1, '{"size": 300}')`, [
    file,
  ])
let files = 1_795_100_000_000
/** Stores a file of this student. */
async function storedFile(student: Account, name = 'work.pdf'): Promise<string> {
  const file = `${student.userId}/${(files += 1)}-${name}`
  await store(student, file)
  return file
}

/** Inserts an upload as this user with valid values except for these columns. */
async function insert(user: CurrentUser, columns: Record<string, unknown>) {
  const row = {
    title: 'Ethics of care',
    category: 'thesis',
    format: 'PDF',
    file_name: 'work.pdf',
    terms_version: '2026-11-21',
    ...columns,
  }
  const names = Object.keys(row)
  return as(user).query<{ id: string }>(
    `insert into public.material_uploads (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')}) returning *`,
    Object.values(row),
  )
}

const uploadOf = async (id: string) => (await as(owner).query(`select * from public.material_uploads where id = $1`, [id]))[0]

let adas: { id: string; file: string }
let bolas: { id: string; file: string }
beforeAll(async () => {
  adas = await sendIn(ada, "Ada's thesis")
  bolas = await sendIn(bola, "Bola's thesis")
})

describe('sending an upload', () => {
  it('returns the pending row without a price', async () => {
    const file = await storedFile(ada)
    const [row] = await insert(ada, {
      user_id: ada.profileId,
      file_path: file,
      pages: 40,
      description: 'About',
      subject_area: 'Ethics',
      year_of_study: 2024,
      proposed_price: 0,
    })
    expect(row).toMatchObject({
      user_id: ada.profileId,
      upload_status: 'pending',
      proposed_price: 0,
      review_notes: null,
      file_path: file,
      pages: 40,
    })
  })

  it('accepts programme and study details', async () => {
    const response = {
      programme: 'bnsc',
      design: 'A survey.',
      population_and_sample: 'All nurses of two wards, 64 of them.',
      instrument: 'A questionnaire of 20 items.',
    }
    const own = async () => ({ user_id: ada.profileId, file_path: await storedFile(ada) })
    expect((await insert(ada, { ...(await own()), ...response }))[0]).toMatchObject(response)
    for (const wrong of [{ programme: 'phd' }, { design: ' ' }, { instrument: 'a'.repeat(301) }]) {
      await expect(insert(ada, { ...(await own()), ...wrong })).rejects.toMatchObject(badValue)
    }
    await expect(as(ada).change(`update public.material_uploads set programme = 'msc'`)).rejects.toMatchObject(noGrant)
  })

  it("accepts a student's wish for a price, which is not the proposed price", async () => {
    const own = async () => ({ user_id: ada.profileId, file_path: await storedFile(ada) })
    const [row] = await insert(ada, { ...(await own()), wished_price: 2500 })
    expect(row).toMatchObject({ wished_price: 2500, proposed_price: 0 })
    for (const wrong of [99, 10_000_001]) {
      await expect(insert(ada, { ...(await own()), wished_price: wrong })).rejects.toMatchObject(badValue)
    }
  })

  it('stores an upload with exactly the columns of SPEC 7 as not agreed to', async () => {
    const [row] = await as(ada).query(
      `insert into public.material_uploads
         (user_id, title, category, format, pages, description, subject_area, year_of_study, proposed_price, file_name, file_path)
       values ($1, 'My thesis', 'thesis', 'PDF', null, '', '', null, 0, 'My thesis.pdf', $2) returning *`,
      [ada.profileId, await storedFile(ada, 'My thesis.pdf')],
    )
    expect(row).toMatchObject({ upload_status: 'pending', terms_version: null, terms_agreed_at: null })
  })

  it('records the time of the agreement in the database', async () => {
    const [row] = await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada) })
    expect(row).toMatchObject({ terms_version: '2026-11-21' })
    const [agreed] = await as(ada).query(
      `select terms_agreed_at between now() - interval '1 minute' and now() as now from public.material_uploads where id = $1`,
      [row?.id],
    )
    expect(agreed).toEqual({ now: true })
  })

  it('accepts a hash from the student as unverified', async () => {
    const [row] = await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), file_sha256: 'a'.repeat(64) })
    expect(row).toMatchObject({ file_sha256: 'a'.repeat(64), file_checked_at: null })
  })

  it('accepts the same form once per student', async () => {
    const once = { idempotency_key: 'a'.repeat(64) }
    await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), ...once })
    await expect(insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), ...once })).rejects.toMatchObject({
      code: '23505',
      message: expect.stringContaining('material_uploads_idempotency_key') as string,
    })
    expect(await insert(bola, { user_id: bola.profileId, file_path: await storedFile(bola), ...once })).toHaveLength(1)
    expect(
      await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), idempotency_key: 'b'.repeat(64) }),
    ).toHaveLength(1)
    // Without this value, a student may send any number of times.
    for (const _time of [1, 2]) {
      expect(await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), idempotency_key: null })).toHaveLength(
        1,
      )
    }
  })

  it('rejects another student’s profile', async () => {
    await expect(insert(ada, { user_id: bola.profileId, file_path: await storedFile(ada) })).rejects.toMatchObject(noPolicy)
  })

  it('rejects the account’s id instead of the profile’s', async () => {
    await expect(insert(ada, { user_id: ada.userId, file_path: await storedFile(ada) })).rejects.toMatchObject(noPolicy)
  })

  it('rejects an admin on behalf of a student', async () => {
    await expect(insert(admin, { user_id: ada.profileId, file_path: await storedFile(admin) })).rejects.toMatchObject(noPolicy)
  })

  it('rejects a file of another student', async () => {
    const file = await storedFile(bola)
    await expect(insert(ada, { user_id: ada.profileId, file_path: file })).rejects.toMatchObject(noPolicy)
  })

  it('rejects a file that was not stored', async () => {
    await expect(
      insert(ada, { user_id: ada.profileId, file_path: `${ada.userId}/1795000099999-never.pdf` }),
    ).rejects.toMatchObject(noPolicy)
  })

  it('rejects a file of another bucket', async () => {
    const file = `${ada.userId}/1795000088888-elsewhere.pdf`
    await as(owner).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [file])
    await expect(insert(ada, { user_id: ada.profileId, file_path: file })).rejects.toMatchObject(noPolicy)
  })

  it.each([
    ['is empty', '{"size": 0}'],
    ['is larger than the bucket allows, as a storage may take it without a Content-Length', '{"size": 52428801}'],
    ['has no known size', null],
  ])('rejects a file that %s also as a replacement', async (_what, metadata) => {
    const file = await storedFile(ada)
    const pending = await sendIn(ada, 'Pending')
    await as(owner).change(`update storage.objects set metadata = $2::text::jsonb where name = $1`, [file, metadata])
    await expect(insert(ada, { user_id: ada.profileId, file_path: file })).rejects.toMatchObject(noPolicy)
    await expect(
      as(ada).query(`select public.replace_upload_file($1, 'better.pdf', $2)`, [pending.id, file]),
    ).rejects.toMatchObject({ code: '42501', hint: 'no_such_file' })
    await as(owner).change(`update storage.objects set metadata = '{"size": 52428800}' where name = $1`, [file])
    expect(await insert(ada, { user_id: ada.profileId, file_path: file })).toHaveLength(1)
  })

  it('rejects a second upload of the same file', async () => {
    await expect(insert(ada, { user_id: ada.profileId, file_path: adas.file })).rejects.toMatchObject({ code: '23505' })
  })

  it('rejects a price from the student', async () => {
    await expect(
      insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), proposed_price: 5000 }),
    ).rejects.toMatchObject(noPolicy)
  })

  it.each([
    ['upload_status', 'approved'],
    ['upload_status', 'pending'],
    ['review_notes', 'Excellent'],
    ['id', '00000000-0000-4000-8000-000000000000'],
    ['created_at', '2020-01-01'],
    ['updated_at', '2020-01-01'],
    ['terms_agreed_at', '2020-01-01'],
    ['file_checked_at', '2020-01-01'],
    ['file_replaced_at', '2020-01-01'],
    ['noted_at', '2020-01-01'],
    ['file_fits', true],
    ['file_changed_at', '2020-01-01'],
  ])('rejects %s (%s) from signed-in users', async (column, value) => {
    for (const user of [ada, admin]) {
      await expect(
        insert(user, { user_id: user.profileId, file_path: await storedFile(user), [column]: value }),
      ).rejects.toMatchObject(noGrant)
    }
  })

  it('rejects visitors', async () => {
    await expect(insert(visitor, { user_id: ada.profileId, file_path: adas.file })).rejects.toMatchObject(noGrant)
  })

  it('rejects users without a profile', async () => {
    const gone = await signUp('without-profile@example.com')
    const file = await storedFile(gone)
    await as(owner).change(`delete from public.profiles where id = $1`, [gone.profileId])
    await expect(insert(gone, { user_id: gone.profileId, file_path: file })).rejects.toMatchObject(noPolicy)
  })
})

describe('agreeing to the terms later', () => {
  const withoutAgreement = async (student: Account) => {
    const [row] = await insert(student, {
      user_id: student.profileId,
      file_path: await storedFile(student),
      terms_version: null,
    })
    return row?.id ?? ''
  }
  const agree = async (user: CurrentUser, upload: string, version = '2026-11-21') =>
    (await as(user).query<{ agreed: boolean }>(`select public.agree_to_upload_terms($1, $2) as agreed`, [upload, version]))[0]
      ?.agreed
  const approve = (upload: string) =>
    as(secretKey).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload])

  it('allows the approval and records version and time', async () => {
    const upload = await withoutAgreement(ada)
    await expect(approve(upload)).rejects.toMatchObject({ code: '42501', hint: 'terms_not_agreed' })
    expect(await agree(ada, upload)).toBe(true)
    const [row] = await as(ada).query(
      `select terms_version, terms_agreed_at between now() - interval '1 minute' and now() as now from public.material_uploads where id = $1`,
      [upload],
    )
    expect(row).toEqual({ terms_version: '2026-11-21', now: true })
    expect(await approve(upload)).toBe(1)
  })

  it('never changes an existing agreement', async () => {
    const upload = await withoutAgreement(ada)
    await agree(ada, upload)
    expect(await agree(ada, upload, '2027-01-01')).toBe(false)
    expect(await uploadOf(upload)).toMatchObject({ terms_version: '2026-11-21' })
  })

  it('rejects an unknown version', async () => {
    const upload = await withoutAgreement(ada)
    await expect(agree(ada, upload, 'yes')).rejects.toMatchObject(badValue)
  })

  it('rejects agreements for another student', async () => {
    const upload = await withoutAgreement(ada)
    for (const user of [bola, admin]) {
      expect(await agree(user, upload)).toBe(false)
    }
    for (const user of [visitor, secretKey]) {
      await expect(agree(user, upload)).rejects.toMatchObject(noGrant)
    }
    expect(await uploadOf(upload)).toMatchObject({ terms_version: null, terms_agreed_at: null })
  })

  it('returns false for a decided upload', async () => {
    const upload = await withoutAgreement(ada)
    await as(secretKey).change(`update public.material_uploads set upload_status = 'rejected' where id = $1`, [upload])
    expect(await agree(ada, upload)).toBe(false)
  })
})

describe('reading uploads', () => {
  const all = `select id, user_id from public.material_uploads`

  it('shows students only their own', async () => {
    const visible = await as(ada).query<{ id: string; user_id: string }>(all)
    expect(visible.map((row) => row.id)).toContain(adas.id)
    expect(visible.every((row) => row.user_id === ada.profileId)).toBe(true)
    expect(await as(bola).query(`${all} where id = $1`, [adas.id])).toEqual([])
  })

  it('shows admins every upload', async () => {
    expect((await as(admin).query<{ id: string }>(all)).map((row) => row.id)).toEqual(expect.arrayContaining([adas.id, bolas.id]))
  })

  it('shows visitors nothing', async () => {
    await expect(as(visitor).query(all)).rejects.toMatchObject(noGrant)
  })
})

describe('reviewing uploads', () => {
  it.each([
    'upload_status',
    'review_notes',
    'proposed_price',
    'file_removal_due',
    'file_removed_at',
    'id',
    'user_id',
    'title',
    'category',
    'format',
    'file_path',
    'file_name',
    'file_sha256',
    'file_checked_at',
    'file_replaced_at',
    'noted_at',
    'file_fits',
    'file_changed_at',
    'idempotency_key',
    'terms_version',
    'terms_agreed_at',
    'created_at',
    'updated_at',
  ])('rejects direct changes of %s also by the reviewer', async (column) => {
    for (const user of [ada, admin]) {
      const change = as(user).change(`update public.material_uploads set ${column} = ${column} where id = $1`, [adas.id])
      await expect(change).rejects.toMatchObject(noGrant)
    }
  })

  it('lets only the student remove an upload', async () => {
    const remove = (user: CurrentUser) => as(user).change(`delete from public.material_uploads where id = $1`, [adas.id])
    await expect(remove(visitor)).rejects.toMatchObject(noGrant)
    expect(await remove(bola)).toBe(0)
    expect(await remove(admin)).toBe(0)
    expect(await uploadOf(adas.id)).toMatchObject({ upload_status: 'pending' })
  })

  it('records the time of notes and clears it with them', async () => {
    const { id } = await sendIn(bola, 'To note')
    const isNew = async () =>
      (
        await as(bola).query<{ isNew: boolean | null }>(
          `select noted_at > now() - interval '1 minute' as "isNew" from public.material_uploads where id = $1`,
          [id],
        )
      )[0]?.isNew
    expect(await isNew()).toBeNull()
    await as(secretKey).change(`update public.material_uploads set review_notes = 'Slides 4 to 9 name a patient' where id = $1`, [
      id,
    ])
    expect(await isNew()).toBe(true)
    await as(owner).change(`update public.material_uploads set noted_at = '2020-01-01' where id = $1`, [id])
    await as(secretKey).change(`update public.material_uploads set proposed_price = 500 where id = $1`, [id])
    expect(await isNew()).toBe(false)
    await as(secretKey).change(`update public.material_uploads set review_notes = null where id = $1`, [id])
    expect(await isNew()).toBeNull()
  })

  it('rejects visitors', async () => {
    await expect(as(visitor).change(`update public.material_uploads set upload_status = 'approved'`)).rejects.toMatchObject(
      noGrant,
    )
  })

  it('updates updated_at with a review', async () => {
    const file = await storedFile(ada)
    await as(secretKey).change(
      `insert into public.material_uploads (user_id, title, category, format, file_name, file_path, updated_at) values ($1, 'Old', 'thesis', 'PDF', 'a.pdf', $2, '2020-01-01')`,
      [ada.profileId, file],
    )
    await as(secretKey).change(`update public.material_uploads set review_notes = 'Seen' where file_path = $1`, [file])
    const [row] = await as(admin).query(
      `select updated_at > now() - interval '1 hour' as moved from public.material_uploads where file_path = $1`,
      [file],
    )
    expect(row).toEqual({ moved: true })
  })

  it('leaves an approved upload in place when its account is deleted', async () => {
    const leaving = await signUp('leaving@example.com')
    const [approved, pending] = [await sendIn(leaving, 'Approved'), await sendIn(leaving, 'Pending')]
    await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [approved.id])
    await as(owner).change(`delete from auth.users where id = $1`, [leaving.userId])
    expect(
      await as(owner).query(`select id from public.material_uploads where id in ($1, $2)`, [approved.id, pending.id]),
    ).toEqual([{ id: approved.id }])
  })
})

describe('verification of the stored file', () => {
  const [sent, another] = ['a'.repeat(64), 'b'.repeat(64)]
  const check = async (user: CurrentUser, upload: { id: string; file: string }, sha256: string, fits = true) =>
    (
      await as(user).query<{ outcome: string }>(`select public.record_file_check($1, $2, $3, $4) as outcome`, [
        upload.id,
        upload.file,
        sha256,
        fits,
      ])
    )[0]?.outcome
  const stated = (id: string, sha256: string) =>
    as(owner).change(`update public.material_uploads set file_sha256 = $2 where id = $1`, [id, sha256])

  it('is recorded at the first read with the hash if missing', async () => {
    const upload = await sendIn(ada, 'To check')
    expect(await check(secretKey, upload, sent)).toBe('ok')
    expect(await uploadOf(upload.id)).toMatchObject({
      file_sha256: sent,
      file_checked_at: expect.any(String) as string,
      file_fits: true,
      file_changed_at: null,
    })
    expect(await check(secretKey, { ...upload, file: 'another/file.pdf' }, sent)).toBe('other')
    expect(await check(secretKey, { ...upload, id: '00000000-0000-4000-8000-000000000000' }, sent)).toBe('other')
  })

  it('records and logs a changed file once and prevents its approval until restored', async () => {
    const upload = await sendIn(ada, 'Swapped')
    await stated(upload.id, sent)
    expect(await check(secretKey, upload, another, false)).toBe('changed')
    expect(await check(secretKey, upload, another, false)).toBe('changed')
    expect(await uploadOf(upload.id)).toMatchObject({
      file_sha256: sent,
      file_checked_at: null,
      file_fits: null,
      file_changed_at: expect.any(String) as string,
    })
    const log = `select action from public.audit_log where subject = $1`
    expect(await as(admin).query(log, [upload.id])).toEqual([{ action: 'review.file_changed' }])
    const approve = () =>
      as(secretKey).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [upload.id])
    await expect(approve()).rejects.toMatchObject({ code: '42501', hint: 'file_changed' })
    expect(await check(secretKey, upload, sent)).toBe('ok')
    expect(await uploadOf(upload.id)).toMatchObject({ file_changed_at: null, file_fits: true })
    expect(await approve()).toBe(1)
  })

  it.each([
    ['a visitor', visitor],
    ['its student', ada],
    ['an admin', admin],
  ])('rejects results from %s outside the review', async (_who, user) => {
    const upload = await sendIn(ada, 'Not theirs to say')
    await expect(check(user, upload, sent)).rejects.toMatchObject(noGrant)
  })
})

describe('upload values', () => {
  it.each([
    ['category', ['care_plan', 'research_project', 'case_study', 'assignment', 'thesis', 'other']],
    ['format', ['PDF', 'Word', 'PowerPoint', 'Other']],
    ['pages', [1, 10_000, null]],
    ['year_of_study', [2000, 2024, null]],
  ])('accept for %s the values %j', async (column, values) => {
    for (const value of values) {
      expect(
        await insert(ada, { user_id: ada.profileId, file_path: await storedFile(ada), [column]: value }),
        String(value),
      ).toHaveLength(1)
    }
  })

  it.each([
    ['title', ['', '   ', 'a'.repeat(401)]],
    ['category', ['seminar', 'Thesis', '']],
    ['format', ['pdf', 'Excel', '']],
    ['pages', [0, -1, 10_001]],
    ['year_of_study', [1999, 2101]],
    ['description', ['a'.repeat(5001)]],
    ['subject_area', ['a'.repeat(101)]],
    ['file_name', ['', 'a'.repeat(301), '\u202Efdp.exe.pdf', 'a\u2066b.pdf', 'a\r\nb.pdf', 'a/b.pdf', 'a\\b.pdf']],
    ['file_sha256', ['', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64)]],
    ['idempotency_key', ['', 'a'.repeat(63), 'A'.repeat(64)]],
    ['terms_version', ['', '1', '2026-11-21 or so']],
  ])('reject bad values of %s', async (column, values) => {
    for (const value of values) {
      const file = await storedFile(ada)
      await expect(
        insert(ada, { user_id: ada.profileId, file_path: file, [column]: value }),
        String(value),
      ).rejects.toMatchObject(badValue)
    }
  })

  it.each([
    [`upload_status = 'published'`],
    [`upload_status = ''`],
    [`proposed_price = -1`],
    [`review_notes = repeat('a', 5001)`],
  ])('reject %s from every role', async (assignment) => {
    const change = as(secretKey).change(`update public.material_uploads set ${assignment} where id = $1`, [adas.id])
    await expect(change).rejects.toMatchObject(badValue)
  })
})
