// public.topic_requests: sent by students, answered by admins.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, stop } = await gatherPeople()
afterAll(stop)

const ask = async (user: CurrentUser, profileId: string, topic: string) =>
  (
    await as(user).query<{ id: string }>(`insert into public.topic_requests (user_id, topic) values ($1, $2) returning id`, [
      profileId,
      topic,
    ])
  )[0]?.id
const getRequest = async (id: string | undefined) =>
  (await as(owner).query(`select * from public.topic_requests where id = $1`, [id]))[0]

let adas: string | undefined
beforeAll(async () => {
  adas = await ask(ada, ada.profileId, 'Hand hygiene')
  await ask(bola, bola.profileId, 'Pain')
})

describe('requesting a topic', () => {
  it('accepts all fields of the form from a student', async () => {
    const [row] = await as(ada).query(
      `insert into public.topic_requests (user_id, topic, programme, specialty, deadline, contact)
       values ($1, 'Malaria in pregnancy', 'BNSc', 'Midwifery', '2027-01-31', '+2348000000000') returning request_status, answer, contact`,
      [ada.profileId],
    )
    expect(row).toEqual({ request_status: 'open', answer: null, contact: '+2348000000000' })
  })

  it('rejects requests for another student', async () => {
    await expect(ask(ada, bola.profileId, 'Theirs')).rejects.toMatchObject(noPolicy)
    await expect(ask(admin, bola.profileId, 'Theirs')).rejects.toMatchObject(noPolicy)
  })

  it.each([
    ['request_status', `'answered'`],
    ['answer', `'Mine'`],
    ['id', 'gen_random_uuid()'],
    ['created_at', 'now()'],
    ['updated_at', 'now()'],
  ])('rejects %s from signed-in users', async (column, value) => {
    const asking = as(ada).change(`insert into public.topic_requests (user_id, topic, ${column}) values ($1, 'T', ${value})`, [
      ada.profileId,
    ])
    await expect(asking).rejects.toMatchObject(noGrant)
  })

  it('rejects visitors', async () => {
    await expect(ask(visitor, ada.profileId, 'Anything')).rejects.toMatchObject(noGrant)
  })
})

describe('find_topic_requests', () => {
  const find = async (user: CurrentUser, ...words: string[]) =>
    (await as(user).query<{ topic: string }>(`select topic from public.find_topic_requests($1)`, [words]))
      .map(({ topic }) => topic)
      .toSorted()

  it('finds words of the topic and the name in any letter case', async () => {
    await as(owner).change(`update public.profiles set first_name = 'Zainab', last_name = '100%' where id = $1`, [bola.profileId])
    expect(await find(admin, 'hygiene', 'HAND')).toEqual(['Hand hygiene'])
    expect(await find(admin, 'zaINab')).toEqual(['Pain'])
    expect(await find(admin, 'pain', 'zainab')).toEqual(['Pain'])
    expect(await find(admin, 'hygiene', 'zainab')).toEqual([])
    expect(await find(admin, '0%')).toEqual(['Pain'])
    expect(await find(admin, 'Z%b')).toEqual([])
  })

  it('finds the contact and the email address', async () => {
    expect(await find(admin, '+2348000000000')).toEqual(['Malaria in pregnancy'])
    expect(await find(admin, bola.email)).toEqual(['Pain'])
  })

  it('finds no email address for a role that reads no accounts', async () => {
    const reviewer = await signUp('reviewer-of-requests@example.com')
    await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = '{reviewer}' where id = $1`, [
      reviewer.profileId,
    ])
    expect(await find(reviewer, bola.email)).toEqual([])
    expect(await find(reviewer, 'zainab')).toEqual(['Pain'])
  })

  it('rejects students', async () => {
    await expect(find(ada, 'hand')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('reading requests', () => {
  const all = `select user_id from public.topic_requests`

  it('shows students only their own', async () => {
    const visible = await as(bola).query<{ user_id: string }>(all)
    expect(visible).toEqual([{ user_id: bola.profileId }])
    expect(await as(bola).query(`${all} where user_id = $1`, [ada.profileId])).toEqual([])
  })

  it('shows admins every request', async () => {
    const visible = await as(admin).query<{ user_id: string }>(all)
    expect(visible.map((row) => row.user_id)).toEqual(expect.arrayContaining([ada.profileId, bola.profileId]))
  })

  it('shows visitors nothing', async () => {
    await expect(as(visitor).query(all)).rejects.toMatchObject(noGrant)
  })
})

describe('answering requests', () => {
  const answer = async (
    user: CurrentUser,
    id: string | undefined,
    { material = null as string | null, note = 'See topic 4' } = {},
  ) =>
    (
      await as(user).query<{ outcome: string }>(
        `select public.answer_topic_request($1, (select updated_at from public.topic_requests where id = $1), $2, $3) as outcome`,
        [id, material, note],
      )
    )[0]?.outcome
  const close = async (user: CurrentUser, id: string | undefined) =>
    (
      await as(user).query<{ outcome: string }>(
        `select public.close_topic_request($1, (select updated_at from public.topic_requests where id = $1)) as outcome`,
        [id],
      )
    )[0]?.outcome
  const getMails = (id: string) =>
    as(owner).query<{ details: Record<string, unknown> }>(
      `select details from public.outbox where profile_id = $1 and template = 'topic-request-answered' order by created_at desc`,
      [id],
    )
  const getLog = (id: string | undefined) =>
    as(admin).query(`select action, actor_id from public.audit_log where subject = $1 order by id`, [id])

  it('saves a note and emails the student and logs it', async () => {
    const id = await ask(bola, bola.profileId, 'Answer me')
    expect(await answer(admin, id)).toBe('ok')
    expect(await getRequest(id)).toMatchObject({ request_status: 'answered', answer: 'See topic 4', material_id: null })
    expect((await getMails(bola.profileId))[0]?.details).toEqual({
      topic: 'Answer me',
      answer: 'See topic 4',
      title: null,
      slug: null,
    })
    expect(await getLog(id)).toEqual([{ action: 'topic_request.answered', actor_id: admin.userId }])
  })

  it('accepts a published material but not a hidden one or an empty answer', async () => {
    const [shown] = await as(admin).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ('found', 'Found', 'thesis', now()) returning id`,
    )
    const [hidden] = await as(admin).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category) values ('hidden', 'Hidden', 'thesis') returning id`,
    )
    const id = await ask(bola, bola.profileId, 'Match me')
    expect(await answer(admin, id, { material: hidden?.id ?? '' })).toBe('no_material')
    expect(await answer(admin, id, { note: '  ' })).toBe('empty')
    expect(await getRequest(id)).toMatchObject({ request_status: 'open' })
    expect(await answer(admin, id, { material: shown?.id ?? '', note: '' })).toBe('ok')
    expect(await getRequest(id)).toMatchObject({ request_status: 'answered', material_id: shown?.id, answer: null })
    expect((await getMails(bola.profileId))[0]?.details).toEqual({
      topic: 'Match me',
      answer: null,
      title: 'Found',
      slug: 'found',
    })
  })

  it('reports a conflict to a second admin', async () => {
    const id = await ask(bola, bola.profileId, 'Twice')
    const [read] = await as(admin).query<{ version: string }>(
      `select updated_at as version from public.topic_requests where id = $1`,
      [id],
    )
    await as(owner).change(`update public.topic_requests set contact = 'new' where id = $1`, [id])
    expect(
      await as(admin).query(
        `select public.answer_topic_request($1, $2::timestamptz - interval '1 second', null, 'x') as outcome`,
        [id, read?.version],
      ),
    ).toEqual([{ outcome: 'changed' }])
  })

  describe('in bulk', () => {
    const answerAll = (requests: readonly (string | undefined)[], note: string, user: CurrentUser = admin) =>
      as(user).query<{ request: string; outcome: string }>(
        `select request, outcome from public.answer_topic_requests($1::uuid[], $2) order by request`,
        [requests, note],
      )
    const outcomesOf = async (...call: Parameters<typeof answerAll>) =>
      new Map((await answerAll(...call)).map(({ request, outcome }) => [request, outcome]))
    const setRoles = (roles: string) =>
      as(owner).change(`update public.profiles set admin_roles = $1::text[] where id = $2`, [roles, admin.profileId])

    it('emails each student their own answer, and logs each request', async () => {
      const first = await ask(ada, ada.profileId, 'Malaria nets')
      const second = await ask(bola, bola.profileId, 'Wound care')
      expect(await outcomesOf([first, second], '  We add them in May. ')).toEqual(
        new Map([
          [first, 'ok'],
          [second, 'ok'],
        ]),
      )
      for (const { id, user, topic } of [
        { id: first, user: ada, topic: 'Malaria nets' },
        { id: second, user: bola, topic: 'Wound care' },
      ]) {
        expect(await getRequest(id)).toMatchObject({ request_status: 'answered', answer: 'We add them in May.' })
        expect((await getMails(user.profileId)).map(({ details }) => details)).toContainEqual({
          topic,
          answer: 'We add them in May.',
          title: null,
          slug: null,
        })
        expect(await getLog(id)).toEqual([{ action: 'topic_request.answered', actor_id: admin.userId }])
      }
    })

    it('sends nothing again for answered, closed, repeated and unknown requests', async () => {
      const open = await ask(bola, bola.profileId, 'Open')
      const answered = await ask(bola, bola.profileId, 'Answered')
      const closed = await ask(bola, bola.profileId, 'Closed')
      const unknown = '00000000-0000-4000-8000-000000000000'
      expect(await answer(admin, answered)).toBe('ok')
      expect(await close(admin, closed)).toBe('ok')
      const before = (await getMails(bola.profileId)).length
      expect(await outcomesOf([open, open, answered, closed, unknown], 'Another answer')).toEqual(
        new Map([
          [open, 'ok'],
          [answered, 'changed'],
          [closed, 'changed'],
          [unknown, 'gone'],
        ]),
      )
      expect(await getMails(bola.profileId)).toHaveLength(before + 1)
      expect(await getRequest(answered)).toMatchObject({ answer: 'See topic 4' })
      expect(await getRequest(closed)).toMatchObject({ request_status: 'closed', answer: null })
    })

    it('answers no request when the note is empty or too long, or more than 100 are named', async () => {
      const id = await ask(bola, bola.profileId, 'Not yet')
      expect(await outcomesOf([id], '  ')).toEqual(new Map([[id, 'empty']]))
      await expect(answerAll([id], 'x'.repeat(5001))).rejects.toMatchObject(badValue)
      const many = [id, ...Array.from({ length: 100 }, () => randomUUID())]
      await expect(answerAll(many, 'x')).rejects.toMatchObject({ code: '22023' })
      expect(await getRequest(id)).toMatchObject({ request_status: 'open', answer: null })
    })

    it('is for reviewers only', async () => {
      const id = await ask(bola, bola.profileId, 'Who answers')
      await setRoles('{money,editor}')
      await expect(answerAll([id], 'x')).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
      await setRoles('{owner}')
      await expect(answerAll([id], 'x', bola)).rejects.toMatchObject({ code: '42501' })
      for (const user of [visitor, secretKey]) {
        await expect(answerAll([id], 'x', user)).rejects.toMatchObject(noGrant)
      }
      await setRoles('{reviewer}')
      expect(await outcomesOf([id], 'x')).toEqual(new Map([[id, 'ok']]))
      await setRoles('{owner}')
    })
  })

  it('closes without an email', async () => {
    const id = await ask(bola, bola.profileId, 'Nonsense')
    const before = (await getMails(bola.profileId)).length
    expect(await close(admin, id)).toBe('ok')
    expect(await getRequest(id)).toMatchObject({ request_status: 'closed', answer: null })
    expect(await getMails(bola.profileId)).toHaveLength(before)
    expect(await getLog(id)).toEqual([{ action: 'topic_request.closed', actor_id: admin.userId }])
  })

  it('rejects students also for their own requests', async () => {
    for (const user of [ada, bola]) {
      await expect(answer(user, adas)).rejects.toMatchObject({ code: '42501' })
      await expect(close(user, adas)).rejects.toMatchObject({ code: '42501' })
    }
    await expect(as(visitor).query(`select public.answer_topic_request($1, now(), null, 'x')`, [adas])).rejects.toMatchObject(
      noGrant,
    )
    expect(await getRequest(adas)).toMatchObject({ request_status: 'open', answer: null })
  })

  it.each(['id', 'user_id', 'topic', 'contact', 'request_status', 'answer', 'material_id', 'created_at', 'updated_at'])(
    'rejects direct changes of %s',
    async (column) => {
      for (const user of [ada, admin]) {
        await expect(as(user).change(`update public.topic_requests set ${column} = ${column}`)).rejects.toMatchObject(noGrant)
      }
    },
  )

  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects deletion by %s', async (_who, user) => {
    await expect(as(user).change(`delete from public.topic_requests`)).rejects.toMatchObject(noGrant)
  })

  it('rejects visitors', async () => {
    await expect(as(visitor).change(`update public.topic_requests set answer = 'x'`)).rejects.toMatchObject(noGrant)
  })

  it('updates updated_at with an answer', async () => {
    await as(secretKey).change(
      `insert into public.topic_requests (user_id, topic, updated_at) values ($1, 'Old', '2020-01-01')`,
      [ada.profileId],
    )
    await as(secretKey).change(`update public.topic_requests set answer = 'Here' where topic = 'Old'`)
    const [row] = await as(admin).query(
      `select updated_at > now() - interval '1 hour' as moved from public.topic_requests where topic = 'Old'`,
    )
    expect(row).toEqual({ moved: true })
  })
})

describe('request values', () => {
  it.each([
    [`topic`, ['', '  ', 'a'.repeat(401)]],
    [`programme`, ['a'.repeat(101)]],
    [`specialty`, ['a'.repeat(101)]],
    [`contact`, ['a'.repeat(201)]],
    [`request_status`, ['Open', 'done', '']],
    [`answer`, ['a'.repeat(5001)]],
  ])('reject bad values of %s', async (column, values) => {
    for (const value of values) {
      await expect(
        as(owner).change(`update public.topic_requests set ${column} = $1 where id = $2`, [value, adas]),
        value,
      ).rejects.toMatchObject(badValue)
    }
  })

  it('are deleted with the account', async () => {
    const student = await signUp('asking@example.com')
    const id = await ask(student, student.profileId, 'Soon gone')
    await as(owner).change(`delete from auth.users where id = $1`, [student.userId])
    expect(await getRequest(id)).toBeUndefined()
  })
})
