import { beforeAll, expect, test } from 'vitest'
import { aStudent, anAdmin, aVisitor, type CurrentUser, theService } from './people.ts'
import { anUpload, rowFor } from './uploads.ts'
import { aPdf, pathFor, store } from './files.ts'

let ada: CurrentUser
let bola: CurrentUser
let admin: CurrentUser
beforeAll(async () => {
  ;[ada, bola, admin] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anAdmin('Ngozi')])
})

test('a student updates their own profile and gets the row back', async () => {
  const changes = {
    first_name: 'Adaeze',
    last_name: 'O\'Kafor "Ada"',
    Institition: 'UNTH, Ituku-Ozalla',
    course_of_study: 'BNSc',
    phone_number: '+234 803 000 0000',
    year_of_study: 4,
  }
  const { data, error } = await ada.client.from('profiles').update(changes).eq('user_id', ada.userId).select().single()
  expect(error).toBeNull()
  expect(data).toMatchObject(changes)
  expect(Date.parse(data?.updated_at ?? '')).toBeGreaterThan(Date.parse(data?.created_at ?? ''))
})

test("a student's update of another's profile changes nothing", async () => {
  const { data } = await ada.client.from('profiles').update({ first_name: 'Changed' }).eq('user_id', bola.userId).select()
  expect(data).toEqual([])
  expect((await bola.client.from('profiles').select('first_name').single()).data).toEqual({ first_name: 'Bola' })
})

test('bank details are inserted once and updated later, with leading zeros', async () => {
  const first = { profile_id: ada.profileId, bank_name: 'First Bank', account_name: 'Ada Okafor', account_number: '0012345678' }
  expect((await ada.client.from('profiles_bank_details').upsert(first)).error).toBeNull()
  const second = { ...first, bank_name: 'GTBank', account_number: '0000000001' }
  expect((await ada.client.from('profiles_bank_details').upsert(second, { onConflict: 'profile_id' })).error).toBeNull()
  const { data } = await ada.client
    .from('profiles_bank_details')
    .select('account_name, bank_name, account_number')
    .eq('profile_id', ada.profileId)
  expect(data).toEqual([{ account_name: 'Ada Okafor', bank_name: 'GTBank', account_number: '0000000001' }])
})

test("a student's bank details are hidden from others, in the table and when embedded", async () => {
  await bola.client.from('profiles_bank_details').upsert({ profile_id: bola.profileId, account_number: '1111111111' })
  for (const user of [ada, admin]) {
    const direct = await user.client.from('profiles_bank_details').select().eq('profile_id', bola.profileId)
    expect(direct.data).toEqual([])
    const embedded = await user.client
      .from('profiles')
      .select('id, profiles_bank_details(account_number)')
      .eq('id', bola.profileId)
    expect(JSON.stringify(embedded.data)).not.toContain('1111111111')
  }
})

test("a student cannot insert another's bank details", async () => {
  const { error, status } = await ada.client
    .from('profiles_bank_details')
    .upsert({ profile_id: bola.profileId, account_number: '2222222222' })
  expect([error?.code, status]).toEqual(['42501', 403])
  const mine = await bola.client.from('profiles_bank_details').select('account_number').maybeSingle()
  expect(mine.data?.account_number).not.toBe('2222222222')
})

test('an inserted upload returns its stored row', async () => {
  const upload = await anUpload(ada, 'Ègbé: "care", 100% of \\it')
  expect(upload).toMatchObject({
    user_id: ada.profileId,
    title: 'Ègbé: "care", 100% of \\it',
    upload_status: 'pending',
    proposed_price: 0,
    review_notes: null,
    pages: 42,
  })
  expect(upload.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
})

test('empty numbers are stored as null', async () => {
  const filePath = pathFor(ada)
  await store('material-uploads', filePath, { as: ada, body: aPdf() })
  const row = { ...rowFor(ada, filePath), pages: null, year_of_study: null, description: null, subject_area: null }
  const { data, error } = await ada.client.from('material_uploads').insert(row).select('pages, year_of_study').single()
  expect(error).toBeNull()
  expect(data).toEqual({ pages: null, year_of_study: null })
})

test('own uploads are sorted newest first and visible only to their owner and admins', async () => {
  const older = await anUpload(bola, 'The older work')
  const newer = await anUpload(bola, 'The newer work')
  const fields = 'id, title, category, format, pages, description, created_at, upload_status, proposed_price, review_notes'
  const { data } = await bola.client.from('material_uploads').select(fields).order('created_at', { ascending: false })
  expect(data?.map((upload) => upload.id).slice(0, 2)).toEqual([newer.id, older.id])

  expect((await ada.client.from('material_uploads').select('id').eq('id', newer.id)).data).toEqual([])
  expect((await admin.client.from('material_uploads').select('id').eq('id', newer.id)).data).toEqual([{ id: newer.id }])
})

test('the counts of the dashboard belong to the student', async () => {
  const chidi = await aStudent('Chidi')
  await anUpload(chidi)
  const asked = await chidi.client
    .from('topic_requests')
    .insert({ user_id: chidi.profileId, topic: 'Sickle cell crisis in children' })
  expect(asked.error).toBeNull()
  for (const table of ['material_uploads', 'topic_requests'] as const) {
    const { count } = await chidi.client.from(table).select('*', { count: 'exact', head: true }).eq('user_id', chidi.profileId)
    expect([table, count]).toEqual([table, 1])
    const ofAnother = await ada.client.from(table).select('*', { count: 'exact', head: true }).eq('user_id', chidi.profileId)
    expect([table, ofAnother.count]).toEqual([table, 0])
  }
})

test("a student sees the outcome of an admin's review", async () => {
  const upload = await anUpload(ada)
  const outcome = { upload_status: 'rejected', proposed_price: 0, review_notes: 'Page 3 names a patient.' }
  const reason = { upload: upload.id, expected_version: 1, reason: outcome.review_notes }
  for (const client of [aVisitor(), ada.client]) {
    expect((await client.rpc('reject_upload', reason)).error?.code).toBe('42501')
  }
  expect(await admin.client.rpc('reject_upload', reason)).toMatchObject({ data: 'ok', error: null })
  expect(await admin.client.rpc('reject_upload', reason)).toMatchObject({ data: 'changed', error: null })
  const { data } = await ada.client
    .from('material_uploads')
    .select('upload_status, proposed_price, review_notes')
    .eq('id', upload.id)
    .single()
  expect(data).toEqual(outcome)
})

test('only the service grants a role, which is logged and effective at once', async () => {
  const dayo = await aStudent('Dayo')
  for (const client of [aVisitor(), dayo.client, admin.client]) {
    const { error } = await client.rpc('make_admin', { account_email: dayo.email })
    expect(error?.code).toBe('42501')
  }
  expect((await dayo.client.from('audit_log').select('id')).data).toEqual([])
  expect((await theService().rpc('make_admin', { account_email: dayo.email })).error).toBeNull()
  const { data } = await dayo.client.from('audit_log').select('action').eq('subject', dayo.profileId)
  expect(data).toEqual([{ action: 'admin.made' }])
})

test('an address without an account cannot become an admin', async () => {
  const { error } = await theService().rpc('make_admin', { account_email: 'nobody@example.com' })
  expect(error?.code).toBe('P0002')
})
