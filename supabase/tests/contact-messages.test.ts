// Conversations of the contact page: contact_conversations, contact_messages and saved_replies.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type CurrentUser, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const receive = (email: string, body = 'Where is my file?', name = '  Ngozi  ') =>
  as(secretKey).query(`select public.receive_message($3, $1, 'order', $2)`, [email, body, name])

type Conversation = { id: string; sender_name: string; body: string; newest_at: string; open_since: string | null }
const findOne = async (email: string) => {
  const [row] = await as(admin).query<Conversation>(
    `select id, sender_name, body, newest_at::text, open_since::text from public.contact_conversations where email = $1`,
    [email],
  )
  if (!row) {
    throw new Error(`No conversation with ${email}`)
  }
  return row
}
const messagesOf = (conversation: string) =>
  as(admin).query<{ is_reply: boolean; body: string; author_id: string | null }>(
    `select is_reply, body, author_id from public.contact_messages where conversation_id = $1 order by created_at, is_reply`,
    [conversation],
  )
const answer = async (
  { id, newest_at }: { id: string; newest_at: string | null },
  reply: string | null,
  user: CurrentUser = admin,
) => {
  const [row] = await as(user).query<{ it: string }>(`select public.answer_conversation($1, $2, $3) as it`, [
    id,
    reply,
    newest_at,
  ])
  return row?.it
}
const setOpen = (conversations: readonly string[], opens: boolean, user: CurrentUser = admin) =>
  as(user).query<{ conversation: string; outcome: string }>(
    `select conversation, outcome from public.set_conversations_open($1::uuid[], $2) order by conversation`,
    [conversations, opens],
  )
const mails = (template: string) =>
  as(owner).query<{ recipient: string; details: Record<string, unknown> }>(
    `select recipient, details from public.outbox where template = $1 order by created_at`,
    [template],
  )
const loggedActions = async (subject: string) =>
  (
    await as(admin).query<{ action: string; actor_id: string }>(
      `select action, actor_id from public.audit_log where subject = $1 order by id`,
      [subject],
    )
  ).map(({ action, actor_id }) => (actor_id === admin.userId ? action : `${action} by another`))
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

describe('receive_message', () => {
  it('opens a conversation, emails the admins and shows it in Today', async () => {
    await receive('Ngozi@Example.ng')
    const { id, sender_name, open_since } = await findOne('ngozi@example.ng')
    expect([sender_name, open_since === null]).toEqual(['Ngozi', false])
    expect(await messagesOf(id)).toEqual([{ is_reply: false, body: 'Where is my file?', author_id: null }])
    expect(await mails('admin-new-message')).toEqual([
      { recipient: admin.email, details: { conversation: id, name: 'Ngozi', body: 'Where is my file?' } },
    ])
    const [today] = await as(admin).query<{ due: { messages: { count: number; rows: { id: string }[] } } }>(
      `select public.console_today(3) as due`,
    )
    expect(today?.due.messages).toMatchObject({ count: 1, rows: [{ id, body: 'Where is my file?' }] })
  })

  it('adds to the conversation of the address, whose waiting time does not begin again', async () => {
    const before = await findOne('ngozi@example.ng')
    await receive('NGOZI@example.ng ', 'It is urgent', 'Ngozi Eze')
    const now = await findOne('ngozi@example.ng')
    expect(now).toMatchObject({ id: before.id, sender_name: 'Ngozi Eze', body: 'It is urgent', open_since: before.open_since })
    expect(now.newest_at > before.newest_at).toBe(true)
    expect((await messagesOf(now.id)).map(({ body }) => body)).toEqual(['Where is my file?', 'It is urgent'])
  })

  it('fills the column of the search with the person, the messages and the replies', async () => {
    await receive('searched@example.ng', 'About malaria', 'Folasade')
    await answer(await findOne('searched@example.ng'), 'We have nets')
    const found = await as(admin).query(
      `select sender_name from public.contact_conversations
        where found_in ilike all (array['%SEARCHED@example%', '%folasade%', '%malaria%', '%nets%'])`,
    )
    expect(found).toEqual([{ sender_name: 'Folasade' }])
  })

  it('rejects hidden characters, an empty message and a text that is too long', async () => {
    for (const [email, body] of [
      ['a\u202eb@example.ng', 'x'],
      ['a@example.ng', '  '],
      ['a@example.ng', 'x'.repeat(3001)],
    ] as const) {
      await expect(receive(email, body)).rejects.toMatchObject({ code: '23514' })
    }
  })
})

describe('answer_conversation', () => {
  it('emails a reply once, which answers the conversation, and logs it', async () => {
    const read = await findOne('ngozi@example.ng')
    expect(await answer(read, '  Hello Ngozi, it is on its way. ')).toBe('ok')
    expect(await answer(read, 'The same form again')).toBe('changed')
    expect(await findOne('ngozi@example.ng')).toMatchObject({ open_since: null, body: 'It is urgent' })
    expect((await messagesOf(read.id)).at(-1)).toEqual({
      is_reply: true,
      body: 'Hello Ngozi, it is on its way.',
      author_id: admin.userId,
    })
    expect((await mails('message-answered')).filter(({ recipient }) => recipient === 'ngozi@example.ng')).toEqual([
      { recipient: 'ngozi@example.ng', details: { body: 'It is urgent', reply: 'Hello Ngozi, it is on its way.' } },
    ])
    expect(await loggedActions(read.id)).toEqual(['message.answered'])
  })

  it('sends a follow-up to an answered conversation', async () => {
    expect(await answer(await findOne('ngozi@example.ng'), 'Did it arrive?')).toBe('ok')
    const { id, open_since } = await findOne('ngozi@example.ng')
    expect(open_since).toBeNull()
    expect((await messagesOf(id)).map(({ is_reply }) => is_reply)).toEqual([false, false, true, true])
  })

  it('sends nothing while there is a message that the admin has not read', async () => {
    const read = await findOne('ngozi@example.ng')
    await receive('ngozi@example.ng', 'Thank you, it is here')
    const before = (await mails('message-answered')).length
    expect(await answer(read, 'Please wait')).toBe('changed')
    expect(await mails('message-answered')).toHaveLength(before)
    expect((await findOne('ngozi@example.ng')).open_since).not.toBeNull()
    expect(await answer({ id: read.id, newest_at: null }, 'Please wait')).toBe('changed')
    expect(await answer({ id: UNKNOWN, newest_at: read.newest_at }, 'Hello')).toBe('gone')
  })

  it('rejects an empty reply and one that is too long', async () => {
    const read = await findOne('ngozi@example.ng')
    await expect(answer(read, '  ')).rejects.toMatchObject({ code: '23514' })
    await expect(answer(read, 'x'.repeat(5001))).rejects.toMatchObject({ code: '23514' })
    await expect(answer(read, null)).rejects.toMatchObject({ code: '23502' })
  })
})

describe('set_conversations_open', () => {
  it('closes conversations without an email, and opens them again', async () => {
    await receive('spam@example.ng', 'Buy now')
    const { id } = await findOne('spam@example.ng')
    const before = (await mails('message-answered')).length
    expect(await setOpen([id, UNKNOWN], false)).toEqual(
      [
        { conversation: UNKNOWN, outcome: 'gone' },
        { conversation: id, outcome: 'ok' },
      ].toSorted((one, other) => one.conversation.localeCompare(other.conversation)),
    )
    expect(await setOpen([id], false)).toEqual([{ conversation: id, outcome: 'settled' }])
    expect((await findOne('spam@example.ng')).open_since).toBeNull()
    expect(await setOpen([id, id], true)).toEqual([{ conversation: id, outcome: 'ok' }])
    expect(await setOpen([id], true)).toEqual([{ conversation: id, outcome: 'settled' }])
    expect((await findOne('spam@example.ng')).open_since).not.toBeNull()
    expect(await loggedActions(id)).toEqual(['message.closed', 'message.reopened'])
    expect(await mails('message-answered')).toHaveLength(before)
  })
})

describe('set_conversation_reminder', () => {
  const remind = async (conversation: string, inDays: number | null, note = '') => {
    const [row] = await as(admin).query<{ it: string }>(
      `select public.set_conversation_reminder($1, (now() at time zone 'Africa/Lagos')::date + $2::integer, $3) as it`,
      [conversation, inDays, note],
    )
    return row?.it
  }
  const dueOf = async (conversation: string) => {
    const [row] = await as(admin).query<{ due: { messages: { rows: { id: string; reminder_note: string | null }[] } } }>(
      `select public.console_today(50) as due`,
    )
    return row?.due.messages.rows.find(({ id }) => id === conversation)?.reminder_note
  }
  const daysOf = async (conversation: string) => {
    const [row] = await as(admin).query<{ days: number | null }>(
      `select remind_on - (now() at time zone 'Africa/Lagos')::date as days from public.contact_conversations where id = $1`,
      [conversation],
    )
    return row?.days
  }

  it('shows an answered conversation on Today from its day, with the note', async () => {
    await receive('remind@example.ng')
    const { id } = await findOne('remind@example.ng')
    await setOpen([id], false)
    expect(await remind(id, 1, 'Ask the bank')).toBe('ok')
    expect(await dueOf(id)).toBeUndefined()
    expect(await remind(id, 0, ' Ask the bank ')).toBe('ok')
    expect(await dueOf(id)).toBe('Ask the bank')
    const [count] = await as(admin).query<{ same: boolean }>(
      `select (public.count_due() ->> 'messages') = (public.console_today(1) #>> '{messages,count}') as same`,
    )
    expect(count?.same).toBe(true)
    await receive('remind@example.ng', 'One more thing')
    expect(await dueOf(id)).toBe('Ask the bank')
  })

  it('ends with a reply, when it is closed or removed, and when its day moves', async () => {
    const { id } = await findOne('remind@example.ng')
    expect(await answer(await findOne('remind@example.ng'), 'Here it is')).toBe('ok')
    expect(await daysOf(id)).toBeNull()
    await setOpen([id], true)
    await remind(id, -1)
    await setOpen([id], false)
    expect(await daysOf(id)).toBeNull()
    await remind(id, 0)
    await remind(id, null, 'without a day')
    expect(await dueOf(id)).toBeUndefined()
    expect((await loggedActions(id)).slice(-2)).toEqual(['message.reminder_set', 'message.reminder_removed'])
  })

  it('remains on a later day after a reply', async () => {
    const { id } = await findOne('remind@example.ng')
    await remind(id, 3)
    await answer(await findOne('remind@example.ng'), 'We are asking')
    expect(await daysOf(id)).toBe(3)
    expect(await remind(UNKNOWN, 3)).toBe('gone')
  })
})

describe('answer_conversations', () => {
  const answerAll = (
    conversations: readonly string[],
    replies: readonly string[],
    { user = admin, seenUntil = '2100-01-01' }: { user?: CurrentUser; seenUntil?: string } = {},
  ) =>
    as(user).query<{ conversation: string; outcome: string }>(
      `select conversation, outcome from public.answer_conversations($1::uuid[], $2::text[], $3) order by conversation`,
      [conversations, replies, seenUntil],
    )
  const receiveAll = async (...emails: string[]) => {
    const ids: string[] = []
    for (const email of emails) {
      await receive(email)
      ids.push((await findOne(email)).id)
    }
    return ids
  }

  it('emails each person their own reply, and logs each conversation', async () => {
    const before = (await mails('message-answered')).length
    const ids = await receiveAll('amina@example.ng', 'bisi@example.ng')
    const outcomes = await answerAll(ids, ['  Hello Amina ', 'Hello Bisi'])
    expect(outcomes).toEqual(ids.toSorted().map((conversation) => ({ conversation, outcome: 'ok' })))
    const sent = (await mails('message-answered')).slice(before)
    expect(sent.toSorted((one, other) => one.recipient.localeCompare(other.recipient))).toEqual([
      { recipient: 'amina@example.ng', details: { body: 'Where is my file?', reply: 'Hello Amina' } },
      { recipient: 'bisi@example.ng', details: { body: 'Where is my file?', reply: 'Hello Bisi' } },
    ])
    for (const id of ids) {
      expect(await loggedActions(id)).toEqual(['message.answered'])
    }
  })

  it('sends nothing to answered, repeated and unknown conversations, or with an unread message', async () => {
    const [open = '', closed = '', unread = ''] = await receiveAll('chidi@example.ng', 'dayo@example.ng', 'ebele@example.ng')
    await setOpen([closed], false)
    const before = (await mails('message-answered')).length
    const { newest_at } = await findOne('chidi@example.ng')
    await receive('ebele@example.ng', 'One more thing')
    const rows = await answerAll([open, open, closed, unread, UNKNOWN], ['a', 'b', 'c', 'd', 'e'], { seenUntil: newest_at })
    expect(new Map(rows.map(({ conversation, outcome }) => [conversation, outcome]))).toEqual(
      new Map([
        [open, 'ok'],
        [closed, 'settled'],
        [unread, 'changed'],
        [UNKNOWN, 'gone'],
      ]),
    )
    expect(await mails('message-answered')).toHaveLength(before + 1)
  })

  it('answers nobody when a reply is too long or missing, or more than 100 are named', async () => {
    const [id = ''] = await receiveAll('gbenga@example.ng')
    await expect(answerAll([id], ['x'.repeat(5001)])).rejects.toMatchObject({ code: '23514' })
    await expect(answerAll([id], [])).rejects.toMatchObject({ code: '22023' })
    const many = [id, ...Array.from({ length: 100 }, () => randomUUID())]
    await expect(
      answerAll(
        many,
        many.map(() => 'Hello'),
      ),
    ).rejects.toMatchObject({ code: '22023' })
    expect((await findOne('gbenga@example.ng')).open_since).not.toBeNull()
  })
})

describe('conversations', () => {
  it('are for admins with the role money only', async () => {
    await receive('halima@example.ng')
    const read = await findOne('halima@example.ng')
    const calls = [
      (user: CurrentUser) => answer(read, 'Hello', user),
      (user: CurrentUser) => setOpen([read.id], false, user),
      (user: CurrentUser) => as(user).query(`select public.set_conversation_reminder($1, '2030-01-01', '')`, [read.id]),
      (user: CurrentUser) =>
        as(user).query(`select * from public.answer_conversations(array[$1::uuid], array['Hello'], now())`, [read.id]),
      (user: CurrentUser) => as(user).query(`select * from public.accounts_of_addresses(array['ada@example.com'])`),
    ]
    const setRoles = (roles: string) =>
      as(owner).change(`update public.profiles set admin_roles = $1::text[] where id = $2`, [roles, admin.profileId])
    await setRoles('{reviewer,editor}')
    for (const call of calls) {
      await expect(call(admin)).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
      await expect(call(ada)).rejects.toMatchObject({ code: '42501' })
      await expect(call(visitor)).rejects.toMatchObject(noGrant)
      await expect(call(secretKey)).rejects.toMatchObject(noGrant)
    }
    await setRoles('{money}')
    expect(await answer(read, 'Hello')).toBe('ok')
    await setRoles('{owner}')
    for (const table of ['contact_conversations', 'contact_messages']) {
      expect(await as(ada).query(`select id from public.${table}`)).toEqual([])
      await expect(as(visitor).query(`select id from public.${table}`)).rejects.toMatchObject(noGrant)
    }
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(`select public.receive_message('N', 'n@example.ng', 'other', 'Hello')`)).rejects.toMatchObject(
        noGrant,
      )
    }
  })

  it('are listed open ones first, the longest waiting on top, then the newest', async () => {
    await as(owner).change(`delete from public.contact_conversations`)
    for (const name of ['first', 'second', 'third', 'fourth']) {
      await receive(`${name}@example.ng`)
    }
    await answer(await findOne('first@example.ng'), 'Hello')
    await answer(await findOne('second@example.ng'), 'Hello')
    const rows = await as(admin).query<{ email: string }>(`select email from public.contact_conversations order by place, id`)
    expect(rows.map(({ email }) => email.split('@')[0])).toEqual(['third', 'fourth', 'second', 'first'])
  })

  it('are deleted a year after their newest message', async () => {
    await as(owner).change(
      `update public.contact_conversations set newest_at = now() - interval '366 days' where email = 'first@example.ng'`,
    )
    const { id } = await findOne('first@example.ng')
    await receive('new@example.ng')
    await expect(findOne('first@example.ng')).rejects.toThrow('No conversation')
    expect(await messagesOf(id)).toEqual([])
  })

  it('are deleted with the account of their address', async () => {
    await receive(ada.email)
    // Deleting an account requires a recent sign-in.
    const session = randomUUID()
    await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, ada.userId])
    await as({ ...ada, claims: { session_id: session } }).query(`select public.delete_my_account()`)
    await expect(findOne(ada.email)).rejects.toThrow('No conversation')
  })
})

it('emails the admins at most twenty times an hour', async () => {
  await as(owner).change(`delete from public.contact_conversations`)
  const before = (await mails('admin-new-message')).length
  for (let sent = 0; sent < 25; sent += 1) {
    await receive(`flood-${sent % 5}@example.ng`)
  }
  expect(await mails('admin-new-message')).toHaveLength(before + 20)
})

it('counts a reply as sent once the mail server accepted its email', async () => {
  await receive('queued@mail.example')
  const conversation = await findOne('queued@mail.example')
  expect(await answer(conversation, 'Here it is')).toBe('ok')
  const read = async () => {
    const [row] = await as(admin).query<{ email_id: string; is_sent: boolean }>(
      `select email_id, sent_at is not null as is_sent from public.contact_messages where conversation_id = $1 and is_reply`,
      [conversation.id],
    )
    return row
  }
  const queued = await read()
  expect(queued?.is_sent).toBe(false)
  await as(secretKey).query(`select public.record_email_sent($1)`, [queued?.email_id])
  expect((await read())?.is_sent).toBe(true)
  expect(await as(owner).query(`select 1 from public.outbox where id = $1`, [queued?.email_id])).toEqual([])
})

describe('accounts_of_addresses', () => {
  it('returns the account that confirmed an address', async () => {
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [admin.userId])
    const rows = await as(admin).query(`select * from public.accounts_of_addresses($1::text[])`, [
      [admin.email.toUpperCase(), bola.email, 'nobody@example.ng'],
    ])
    expect(rows).toEqual([
      expect.objectContaining({ address: admin.email.toUpperCase(), profile_id: admin.profileId }) as unknown,
    ])
  })
})

describe('saved_replies', () => {
  const add = (name: string, body = 'Your link works again.', user: CurrentUser = admin) =>
    as(user).change(`insert into public.saved_replies (name, body) values ($1, $2)`, [name, body])

  it('are added, changed and deleted by an admin, and logged', async () => {
    expect(await add('Link again')).toBe(1)
    expect(await as(admin).change(`update public.saved_replies set body = 'It works.' where name = 'Link again'`)).toBe(1)
    expect(await as(admin).change(`update public.saved_replies set deleted_at = now() where name = 'Link again'`)).toBe(1)
    const [row] = await as(admin).query<{ id: string }>(`select id from public.saved_replies where name = 'Link again'`)
    expect(await loggedActions(row?.id ?? '')).toEqual(['saved_reply.added', 'saved_reply.changed', 'saved_reply.deleted'])
  })

  it('have a name of their own, and limits', async () => {
    await expect(add('LINK again')).rejects.toMatchObject({ code: '23505' })
    for (const [name, body] of [
      [' ', 'x'],
      ['x'.repeat(61), 'x'],
      ['Long', 'x'.repeat(4001)],
      ['Empty', ' '],
    ] as const) {
      await expect(add(name, body)).rejects.toMatchObject({ code: '23514' })
    }
  })

  it('are inaccessible to students and visitors', async () => {
    expect(await as(bola).query(`select id from public.saved_replies`)).toEqual([])
    await expect(add('Mine', 'x', bola)).rejects.toMatchObject({ code: '42501' })
    await expect(as(visitor).query(`select id from public.saved_replies`)).rejects.toMatchObject(noGrant)
    await expect(as(admin).change(`delete from public.saved_replies`)).rejects.toMatchObject(noGrant)
  })
})
