import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, pathFor, store } from './files.ts'
import { aStudent, aVisitor, type Client, type CurrentUser, theService } from './people.ts'
import { send, sendJson } from './raw.ts'
import { anUpload, rowFor } from './uploads.ts'

let ada: CurrentUser
let bola: CurrentUser
beforeAll(async () => {
  ;[ada, bola] = await Promise.all([aStudent('Ada'), aStudent('Bola')])
})

describe('a visitor', () => {
  test.each([
    'profiles',
    'profiles_bank_details',
    'material_uploads',
    'topic_requests',
    'reports',
    'drive_copies',
    'audit_log',
  ] as const)('gets an error instead of an empty list for %s', async (table) => {
    const { data, error, status } = await aVisitor().from(table).select()
    expect([data, error?.code, status]).toEqual([null, '42501', 401])
  })

  test.each(['research_materials', 'courses', 'topics_directory', 'settings', 'ui_content', 'profiles'] as const)(
    'writes nothing in %s',
    async (table) => {
      const response = await sendJson(`/rest/v1/${table}`, { created_at: '2026-01-01T00:00:00Z' })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([401, '42501'])
      expect((await send(`/rest/v1/${table}?created_at=not.is.null`, { method: 'DELETE' })).status).toBe(401)
    },
  )
})

describe('a student', () => {
  const attempts: [string, (client: Client) => PromiseLike<{ error: { code: string } | null; status: number }>][] = [
    ['make themselves an admin', (client) => client.from('profiles').update({ user_type: 'Admin' }).eq('user_id', ada.userId)],
    ['raise their earnings', (client) => client.from('profiles').update({ total_earnings: 1_000_000 }).eq('user_id', ada.userId)],
    [
      'give their profile to another account',
      (client) => client.from('profiles').update({ user_id: bola.userId }).eq('user_id', ada.userId),
    ],
    ['create a second profile', (client) => client.from('profiles').insert({ user_id: ada.userId })],
    ['delete their profile', (client) => client.from('profiles').delete().eq('user_id', ada.userId)],
    [
      'move their bank details to another',
      (client) => client.from('profiles_bank_details').update({ profile_id: bola.profileId }).eq('profile_id', ada.profileId),
    ],
    [
      'request a topic in the name of another',
      (client) => client.from('topic_requests').insert({ user_id: bola.profileId, topic: 'Asthma' }),
    ],
    ['write the audit log', (client) => client.from('audit_log').insert({ action: 'x', subject: 'x' })],
  ]

  beforeAll(async () => {
    await ada.client.from('profiles_bank_details').upsert({ profile_id: ada.profileId, account_number: '0123456789' })
  })

  test.each(attempts)('cannot %s', async (_what, attempt) => {
    const { error, status } = await attempt(ada.client)
    expect([error?.code, status]).toEqual(['42501', 403])
  })

  test.each([
    'research_materials',
    'writing_services',
    'courses',
    'blog_posts',
    'topics_directory',
    'settings',
    'ui_content',
  ] as const)('changes and removes nothing in %s', async (table) => {
    const before = await ada.client.from(table).select('*', { count: 'exact', head: true })
    await ada.client.from(table).delete().not('created_at', 'is', null)
    await ada.client.from(table).update({ created_at: '2020-01-01T00:00:00Z' }).not('created_at', 'is', null)
    const after = await ada.client.from(table).select('*', { count: 'exact', head: true })
    expect(after.count).toBe(before.count)
    expect((await ada.client.from(table).select('created_at').lt('created_at', '2021-01-01')).data).toEqual([])
  })

  test.each([
    ['already approved', { upload_status: 'approved' }],
    ['priced', { proposed_price: 5000 }],
    ['reviewed with notes', { review_notes: 'Excellent' }],
  ])('cannot submit an upload that is %s', async (_what, more) => {
    const filePath = pathFor(ada)
    await store('material-uploads', filePath, { as: ada, body: aPdf() })
    const { error, status } = await ada.client.from('material_uploads').insert({ ...rowFor(ada, filePath), ...more })
    expect([error?.code, status]).toEqual(['42501', 403])
  })

  test("cannot submit another's file, a file that was never stored, or a file in another's name", async () => {
    const theirs = (await anUpload(bola)).file_path
    const own = pathFor(ada)
    await store('material-uploads', own, { as: ada, body: aPdf() })
    for (const row of [rowFor(ada, theirs), rowFor(ada, pathFor(ada)), { ...rowFor(ada, own), user_id: bola.profileId }]) {
      const { error } = await ada.client.from('material_uploads').insert(row)
      expect(error?.code).toBe('42501')
    }
  })

  test("cannot attach a file to another's upload or another's file to their own, and gets a hint each time", async () => {
    const [theirs, mine] = [await anUpload(bola), await anUpload(ada)]
    const own = pathFor(ada)
    await store('material-uploads', own, { as: ada, body: aPdf() })
    const replace = async (upload: string, new_path: string) => {
      const { error, status } = await ada.client.rpc('replace_upload_file', { upload, new_name: 'better.pdf', new_path })
      return [status, error?.code, error?.hint]
    }
    const noSuchUpload = [403, '42501', 'no_such_upload']
    expect(await replace(theirs.id, own)).toEqual(noSuchUpload)
    expect(await replace(crypto.randomUUID(), own)).toEqual(noSuchUpload)
    expect(await replace(mine.id, theirs.file_path)).toEqual([403, '42501', 'no_such_file'])
    expect(await replace(mine.id, mine.file_path)).toEqual([403, '42501', 'no_such_file'])
  })

  test('cannot change the outcome of an upload', async () => {
    const upload = await anUpload(ada)
    const now = async () =>
      (await ada.client.from('material_uploads').select('upload_status, proposed_price').eq('id', upload.id).single()).data
    await ada.client.from('material_uploads').update({ upload_status: 'approved', proposed_price: 9000 }).eq('id', upload.id)
    expect(await now()).toEqual({ upload_status: 'pending', proposed_price: 0 })
    await theService().from('material_uploads').update({ upload_status: 'rejected' }).eq('id', upload.id)
    await ada.client.from('material_uploads').delete().eq('id', upload.id)
    expect(await now()).toEqual({ upload_status: 'rejected', proposed_price: 0 })
  })
})

describe('invalid values', () => {
  const change = (values: object) =>
    send(`/rest/v1/profiles?user_id=eq.${ada.userId}`, {
      method: 'PATCH',
      as: ada,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(values),
    })

  test.each([
    ['an invalid year', { year_of_study: 9 }, '23514'],
    ['an overlong name', { first_name: 'a'.repeat(101) }, '23514'],
    ['a word for a number', { year_of_study: 'three' }, '22P02'],
    ['half a year', { year_of_study: 1.5 }, '22P02'],
    ['a NUL', { first_name: 'a\0b' }, /^22/],
    ['an unknown column', { nickname: 'Ada' }, 'PGRST204'],
  ])('%s is rejected with its code', async (_what, values, code) => {
    const response = await change(values)
    expect(response.status).toBe(400)
    expect(((await response.json()) as { code: string }).code).toMatch(code)
  })

  test('a list or an object in a text column is rejected, or stored as text as PostgreSQL does', async () => {
    for (const first_name of [['a'], { a: 1 }]) {
      const { status } = await change({ first_name })
      expect([204, 400]).toContain(status)
    }
  })

  test('an account number of more than ten digits is rejected', async () => {
    for (const account_number of ['12345678901', '12345abc', '١٢٣']) {
      const { error, status } = await ada.client
        .from('profiles_bank_details')
        .upsert({ profile_id: ada.profileId, account_number })
      expect([error?.code, status]).toEqual(['23514', 400])
    }
  })

  test.each([
    ['category', 'poem'],
    ['format', 'EXE'],
    ['title', '   '],
    ['pages', 0],
    ['year_of_study', 1999],
  ])('an upload whose %s is %j is rejected', async (field, value) => {
    const filePath = pathFor(ada)
    await store('material-uploads', filePath, { as: ada, body: aPdf() })
    const response = await sendJson('/rest/v1/material_uploads', { ...rowFor(ada, filePath), [field]: value }, { as: ada })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, '23514'])
  })

  test('a file that was submitted before is rejected', async () => {
    const upload = await anUpload(ada)
    const { error, status } = await ada.client.from('material_uploads').insert(rowFor(ada, upload.file_path))
    expect([error?.code, status]).toEqual(['23505', 409])
  })

  test.each(['{', '"x"', '5', 'null'])('the body %j is rejected', async (body) => {
    const response = await send('/rest/v1/topic_requests', {
      method: 'POST',
      as: ada,
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
  })

  test('the tables return naughty text unchanged', async () => {
    for (const text of [
      '{a,b}',
      '{{auth.uid}}',
      "Robert'); drop table profiles;--",
      '😀 \u202Efdp.exe',
      '<script>alert(1)</script>',
      'null',
      'true',
      '0x10',
      ' a ',
    ]) {
      const { data, error } = await ada.client
        .from('profiles')
        .update({ course_of_study: text })
        .eq('user_id', ada.userId)
        .select('course_of_study')
        .single()
      expect(error).toBeNull()
      expect(data).toEqual({ course_of_study: text })
    }
  })

  test('unknown tables and functions are not found, and the other schemas are not served', async () => {
    expect((await send('/rest/v1/nothing', { as: ada })).status).toBe(404)
    expect((await sendJson('/rest/v1/rpc/nothing', {}, { as: ada })).status).toBe(404)
    for (const schema of ['auth', 'private', 'storage']) {
      const response = await send('/rest/v1/users', { as: 'service', headers: { 'accept-profile': schema } })
      expect(response.status).toBe(406)
    }
    expect((await sendJson('/rest/v1/rpc/is_admin', {}, { as: ada })).status).toBe(404)
    expect((await sendJson('/rest/v1/rpc/claim_drive_copy', { upload: randomUUID() }, { as: ada })).status).toBe(403)
  })
})
