/* Nobody ever acts as, or sees what belongs to, somebody else, however requests meet (server/backend/lite-single-session.ts). */
import { beforeAll, describe, expect, test } from 'vitest'
import { aPdf, MEBIBYTE, pathFor, store } from './files.ts'
import { confirmationTokenFor } from './mail.ts'
import { aStudent, anOperator, aVisitor, backend, GOOD_PASSWORD, newAddress, type Person, theService } from './people.ts'
import { send, sendJson } from './raw.ts'
import { anUpload } from './uploads.ts'

let ada: Person
let bola: Person
let operator: Person
beforeAll(async () => {
  ;[ada, bola, operator] = await Promise.all([aStudent('Ada'), aStudent('Bola'), anOperator('Ngozi')])
  for (const student of [ada, bola]) {
    await student.client.from('profiles_bank_details').upsert({ profile_id: student.profileId, account_number: '0123456789' })
    await anUpload(student)
  }
})

type Asked = { name: string; ask: (at: number) => Promise<unknown>; expected: (at: number) => unknown }

/** What one student may see and do; every answer is known beforehand. */
const asStudent = (who: () => Person): Asked[] => [
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
    name: 'tries to become an operator',
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
    ask: async () => (await who().client.rpc('make_operator', { account_email: who().email })).error?.code,
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
    ask: async () => (await aVisitor().rpc('search_materials', { search: 'no such words' })).data,
    expected: () => [],
  },
  {
    name: 'reads drafts',
    ask: async () => (await aVisitor().from('courses').select().neq('status', 'active')).data,
    expected: () => [],
  },
]

const asOperator: Asked[] = [
  {
    name: 'reads both profiles',
    ask: async () => (await operator.client.from('profiles').select('id').in('id', [ada.profileId, bola.profileId])).data?.length,
    expected: () => 2,
  },
  {
    name: 'reads no bank details',
    ask: async () => (await operator.client.from('profiles_bank_details').select()).data,
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
    ask: async () => (await theService().rpc('make_operator', { account_email: 'nobody' })).error?.code,
    expected: () => 'P0002',
  },
]

test('in 200 mixed requests at once everybody gets exactly what is theirs', async () => {
  const people = [
    ...asStudent(() => ada).map((asked) => ({ who: 'Ada', ...asked })),
    ...asStudent(() => bola).map((asked) => ({ who: 'Bola', ...asked })),
    ...asVisitor.map((asked) => ({ who: 'a visitor', ...asked })),
    ...asOperator.map((asked) => ({ who: 'an operator', ...asked })),
    ...asService.map((asked) => ({ who: 'the service', ...asked })),
  ]
  const requests = Array.from({ length: 200 }, (_, at) => people[(at * 7) % people.length] ?? people[0])
  const answers = await Promise.all(
    requests.map(async (request, at) => ({
      request: `${request?.who} ${request?.name}`,
      got: await request?.ask(at),
      expected: request?.expected(at),
    })),
  )
  const wrong = answers.filter(({ got, expected }) => JSON.stringify(got) !== JSON.stringify(expected))
  expect(wrong).toEqual([])
})

test('after a request that failed the next one is a visitor again', async () => {
  const failing = [
    () => sendJson('/rest/v1/rpc/make_operator', { account_email: 'nobody' }, { as: 'service' }),
    () => sendJson('/rest/v1/research_materials', { slug: 'No Slug', title: '', category: 'x' }, { as: 'service' }),
    () => send('/rest/v1/profiles?year_of_study=eq.word', { as: operator }),
    () => sendJson('/rest/v1/profiles', { user_id: ada.userId }, { as: ada }),
    () => send('/storage/v1/object/material-uploads/nobody/nothing.pdf', { as: 'service' }),
    () => sendJson('/functions/v1/upload-to-drive', { fileId: 'x', uploadId: ada.profileId }, { as: 'service' }),
  ]
  for (const fail of failing) {
    expect((await fail()).ok).toBe(false)
    expect((await send('/rest/v1/profiles')).status).toBe(401)
    const both = await Promise.all([
      fail(),
      send('/rest/v1/profiles'),
      fail(),
      send('/rest/v1/audit_log'),
      send('/rest/v1/profiles_bank_details'),
    ])
    expect(both.map((answer) => answer.status).filter((_, at) => [1, 3, 4].includes(at))).toEqual([401, 401, 401])
  }
})

test('what was acknowledged stays, while others fail beside it', async () => {
  const asked = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      if (at % 2) {
        await ada.client.from('profiles').update({ year_of_study: 99 }).eq('user_id', ada.userId)
        return null
      }
      return (
        await bola.client
          .from('topic_requests')
          .insert({ user_id: bola.profileId, topic: `Kept ${at}` })
          .select('id')
          .single()
      ).data?.id
    }),
  )
  const acknowledged = asked.filter((id) => id !== null)
  const { data } = await bola.client.from('topic_requests').select('id').like('topic', 'Kept %')
  expect(data?.map((row) => row.id).toSorted()).toEqual(acknowledged.toSorted())
  expect(acknowledged).toHaveLength(20)
})

test('what the backend itself looks up meanwhile is not looked up as somebody else', async () => {
  // The size that a bucket takes: as a student it could not be seen, and 3 MiB would be too much.
  const [stored] = await Promise.all([
    Promise.all(Array.from({ length: 20 }, () => store('material-uploads', pathFor(ada), { as: ada, body: aPdf(3 * MEBIBYTE) }))),
    Promise.all(Array.from({ length: 100 }, (_, at) => (at % 2 ? bola.client : aVisitor()).from('settings').select())),
  ])
  expect(stored.map((response) => response.status)).toEqual(stored.map(() => 200))
})

describe.runIf(backend.embedded)('with the mails at hand', () => {
  test('twenty confirmations at once among failing requests are all kept', async () => {
    const addresses = Array.from({ length: 20 }, () => newAddress('confirm'))
    await Promise.all(addresses.map((email) => aVisitor().auth.signUp({ email, password: GOOD_PASSWORD })))
    const tokens = await Promise.all(addresses.map(confirmationTokenFor))
    const confirmed = await Promise.all(
      tokens.map(async (token_hash) => {
        const [answer] = await Promise.all([
          aVisitor().auth.verifyOtp({ token_hash, type: 'signup' }),
          ada.client.from('profiles').update({ year_of_study: 99 }).eq('user_id', ada.userId),
        ])
        return answer.error
      }),
    )
    expect(confirmed).toEqual(addresses.map(() => null))
    const signedIn = await Promise.all(
      addresses.map((email) => aVisitor().auth.signInWithPassword({ email, password: GOOD_PASSWORD })),
    )
    expect(signedIn.map(({ error }) => error)).toEqual(addresses.map(() => null))
  })
})
