/*
 * No request acts as another user or sees another user's rows, also when requests run at the same time
 * (server/backend/lite/database/single-session.ts).
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { confirmationTokenFor } from './mail.ts'
import { aStudent, anAdmin, aVisitor, backend, GOOD_PASSWORD, newAddress, type CurrentUser, theService } from './people.ts'
import { pipelined } from './pipelined.ts'
import { send, sendJson } from './raw.ts'
import { anUpload } from './uploads.ts'

let ada: CurrentUser
let bola: CurrentUser
let admin: CurrentUser
beforeAll(async () => {
  ;[ada, bola, admin] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anAdmin('Ngozi')])
  for (const student of [ada, bola]) {
    await student.client.from('profiles_bank_details').upsert({ profile_id: student.profileId, account_number: '0123456789' })
    await anUpload(student)
  }
})

type Asked = { name: string; ask: (at: number) => Promise<unknown>; expected: (at: number) => unknown }

/** Returns requests that one student may make; all expected responses are known. */
const asStudent = (who: () => CurrentUser): Asked[] => [
  {
    name: 'reads profiles',
    ask: async () => (await who().client.from('profiles').select('user_id')).data,
    expected: () => [{ user_id: who().userId }],
  },
  {
    name: 'reads bank details',
    ask: async () => (await who().client.from('profiles_bank_details').select('profile_id')).data,
    expected: () => [{ profile_id: who().profileId }],
  },
  {
    name: 'reads whose uploads there are',
    ask: async () => [
      ...new Set((await who().client.from('material_uploads').select('user_id')).data?.map((row) => row.user_id)),
    ],
    expected: () => [who().profileId],
  },
  {
    name: 'changes a profile and gets it back',
    ask: async (at) =>
      (
        await who()
          .client.from('profiles')
          .update({ phone_number: `${at}` })
          .not('id', 'is', null)
          .select('id, phone_number')
      ).data,
    expected: (at) => [{ id: who().profileId, phone_number: `${at}` }],
  },
  {
    name: 'asks for a topic',
    ask: async (at) =>
      (
        await who()
          .client.from('topic_requests')
          .insert({ user_id: who().profileId, topic: `Topic ${at}` })
          .select('user_id, topic')
      ).data,
    expected: (at) => [{ user_id: who().profileId, topic: `Topic ${at}` }],
  },
  {
    name: 'tries to become an admin',
    ask: async () => (await who().client.from('profiles').update({ user_type: 'Admin' }).eq('user_id', who().userId)).error?.code,
    expected: () => '42501',
  },
  {
    name: 'fails at a check',
    ask: async () => (await who().client.from('profiles').update({ year_of_study: 99 }).eq('user_id', who().userId)).error?.code,
    expected: () => '23514',
  },
  {
    name: 'calls what only the service may',
    ask: async () => (await who().client.rpc('make_admin', { account_email: who().email })).error?.code,
    expected: () => '42501',
  },
  {
    name: 'lists the files',
    ask: async () =>
      ((await who().client.storage.from('material-uploads').list('')).data ?? []).every((file) =>
        file.name.includes(who().userId),
      ),
    expected: () => true,
  },
]

const asVisitor: Asked[] = [
  { name: 'reads profiles', ask: async () => (await aVisitor().from('profiles').select()).error?.code, expected: () => '42501' },
  {
    name: 'reads settings',
    ask: async () => (await aVisitor().from('settings').select('group_name')).error,
    expected: () => null,
  },
  {
    name: 'searches',
    ask: async () => {
      const { data } = await aVisitor().rpc('search_materials', { search: 'no such words' })
      return data !== null && typeof data === 'object' && 'materials' in data ? data.materials : data
    },
    expected: () => [],
  },
  {
    name: 'reads drafts',
    ask: async () => (await aVisitor().from('courses').select().neq('status', 'active')).data,
    expected: () => [],
  },
]

const asAdmin: Asked[] = [
  {
    name: 'reads both profiles',
    ask: async () => (await admin.client.from('profiles').select('id').in('id', [ada.profileId, bola.profileId])).data?.length,
    expected: () => 2,
  },
  {
    name: 'reads no bank details',
    ask: async () => (await admin.client.from('profiles_bank_details').select()).data,
    expected: () => [],
  },
]

const asService: Asked[] = [
  {
    name: 'reads all bank details',
    ask: async () =>
      (await theService().from('profiles_bank_details').select('profile_id').in('profile_id', [ada.profileId, bola.profileId]))
        .data?.length,
    expected: () => 2,
  },
  {
    name: 'fails',
    ask: async () => (await theService().rpc('make_admin', { account_email: 'nobody' })).error?.code,
    expected: () => 'P0002',
  },
]

test('200 mixed simultaneous requests each return exactly the rows of their user', async () => {
  const people = [
    ...asStudent(() => ada).map((asked) => ({ who: 'Ada', ...asked })),
    ...asStudent(() => bola).map((asked) => ({ who: 'Bola', ...asked })),
    ...asVisitor.map((asked) => ({ who: 'a visitor', ...asked })),
    ...asAdmin.map((asked) => ({ who: 'an admin', ...asked })),
    ...asService.map((asked) => ({ who: 'the service', ...asked })),
  ]
  const requests = Array.from({ length: 200 }, (_, at) => people[(at * 7) % people.length] ?? people[0])
  const responses = await Promise.all(
    requests.map(async (request, at) => ({
      request: `${request?.who} ${request?.name}`,
      got: await request?.ask(at),
      expected: request?.expected(at),
    })),
  )
  const wrong = responses.filter(({ got, expected }) => JSON.stringify(got) !== JSON.stringify(expected))
  expect(wrong).toEqual([])
})

describe.runIf(backend.url.startsWith('http:'))('simultaneous requests', () => {
  const mixed = (): Parameters<typeof pipelined>[0] => [
    { as: 'service', path: '/rest/v1/profiles_bank_details?select=profile_id' },
    { as: 'visitor', path: '/rest/v1/profiles_bank_details?select=profile_id' },
    { as: ada, path: '/rest/v1/profiles_bank_details?select=profile_id' },
    { as: 'service', path: '/rest/v1/rpc/make_admin', method: 'POST', body: '{"account_email":"nobody"}' },
    { as: 'visitor', path: '/rest/v1/profiles?select=id' },
    { as: bola, path: '/rest/v1/profiles_bank_details?select=profile_id' },
    { as: admin, path: '/rest/v1/profiles?id=eq.word' },
    { as: 'visitor', path: '/rest/v1/audit_log' },
    { as: ada, path: `/rest/v1/profiles?user_id=eq.${ada.userId}`, method: 'PATCH', body: '{"user_type":"Admin"}' },
    { as: bola, path: '/rest/v1/material_uploads?select=user_id&limit=1' },
    { as: admin, path: '/rest/v1/profiles_bank_details' },
  ]
  const own = (user: CurrentUser) => JSON.stringify([{ profile_id: user.profileId }])

  test('have exactly the rights of their user, also after a failed request', async () => {
    for (let round = 0; round < 10; round += 1) {
      const responses = await pipelined(mixed())
      expect(responses.map(({ status }) => status)).toEqual([200, 401, 200, 500, 401, 200, 400, 401, 403, 200, 200])
      expect([responses[2]?.body, responses[5]?.body, responses[9]?.body, responses[10]?.body]).toEqual([
        own(ada),
        own(bola),
        JSON.stringify([{ user_id: bola.profileId }]),
        '[]',
      ])
    }
  })

  test('persist acknowledged writes and nothing of failed ones', async () => {
    const insert = (at: number) => ({
      as: bola,
      path: '/rest/v1/topic_requests',
      method: 'POST',
      body: JSON.stringify({ user_id: bola.profileId, topic: `Kept ${at}` }),
    })
    const fail = { as: ada, path: `/rest/v1/profiles?user_id=eq.${ada.userId}`, method: 'PATCH', body: '{"year_of_study":99}' }
    const responses = await pipelined(Array.from({ length: 40 }, (_, at) => (at % 2 ? fail : insert(at))))
    expect(responses.map(({ status }) => status)).toEqual(responses.map((_, at) => (at % 2 ? 400 : 201)))
    const { count } = await bola.client.from('topic_requests').select('*', { count: 'exact', head: true }).like('topic', 'Kept %')
    expect(count).toBe(20)
  })
})

test('reset the user to a visitor after a failed request', async () => {
  const failing = [
    () => sendJson('/rest/v1/rpc/make_admin', { account_email: 'nobody' }, { as: 'service' }),
    () => sendJson('/rest/v1/research_materials', { slug: 'No Slug', title: '', category: 'x' }, { as: 'service' }),
    () => send('/rest/v1/profiles?year_of_study=eq.word', { as: admin }),
    () => sendJson('/rest/v1/profiles', { user_id: ada.userId }, { as: ada }),
    () => send('/storage/v1/object/material-uploads/nobody/nothing.pdf', { as: 'service' }),
    () => sendJson('/functions/v1/upload-to-drive', { fileId: 'x', uploadId: ada.profileId }, { as: 'service' }),
  ]
  for (const fail of failing) {
    expect((await fail()).ok).toBe(false)
    for (const table of ['profiles', 'audit_log', 'profiles_bank_details']) {
      expect((await send(`/rest/v1/${table}`)).status).toBe(401)
    }
  }
})

describe.runIf(backend.embedded)('with access to the emails', () => {
  test('ten simultaneous confirmations are all stored among failing requests', async () => {
    const addresses = Array.from({ length: 10 }, () => newAddress('confirm'))
    await Promise.all(addresses.map((email) => aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })))
    const tokens = await Promise.all(addresses.map(confirmationTokenFor))
    const fail = {
      as: 'visitor' as const,
      path: '/rest/v1/rpc/make_admin',
      method: 'POST',
      body: '{"account_email":"nobody"}',
    }
    const confirmed = await pipelined(
      tokens.flatMap((token_hash) => [
        fail,
        { as: 'visitor', path: '/auth/v1/verify', method: 'POST', body: JSON.stringify({ token_hash, type: 'signup' }) },
      ]),
    )
    expect(confirmed.map(({ status }) => status)).toEqual(confirmed.map((_, at) => (at % 2 ? 200 : 401)))
    const signedIn = await Promise.all(
      addresses.map((email) => aVisitor().auth.signInWithPassword({ email, password: GOOD_PASSWORD })),
    )
    expect(signedIn.map(({ error }) => error)).toEqual(addresses.map(() => null))
  })
})
