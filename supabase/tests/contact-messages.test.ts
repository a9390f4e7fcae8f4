// public.contact_messages: messages of the contact page, stored by the site and answered by admins.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type CurrentUser, gatherPeople, noGrant } from './people.ts'

const { ada, admin, visitor, secretKey, owner, as, stop } = await gatherPeople()
afterAll(stop)

const receive = (email: string, body = 'Where is my file?') =>
  as(secretKey).query(`select public.receive_message('  Ngozi  ', $1, 'order', $2)`, [email, body])
const findOne = async (email: string) => {
  const [row] = await as(admin).query<{ id: string; sender_name: string; closed_at: string | null; reply: string | null }>(
    `select id, sender_name, closed_at, reply from public.contact_messages where sender_email = $1`,
    [email],
  )
  if (!row) {
    throw new Error(`No message of ${email}`)
  }
  return row
}
const close = async (message: string, reply: string | null) => {
  const [row] = await as(admin).query<{ it: string }>(`select public.close_message($1, $2) as it`, [message, reply])
  return row?.it
}
const mails = (template: string) =>
  as(owner).query<{ recipient: string; details: Record<string, unknown> }>(
    `select recipient, details from public.outbox where template = $1`,
    [template],
  )

it('stores a message, emails the admins and shows it in Today', async () => {
  await receive('Ngozi@Example.ng')
  const { id, sender_name } = await findOne('ngozi@example.ng')
  expect(sender_name).toBe('Ngozi')
  expect(await mails('admin-new-message')).toEqual([
    { recipient: admin.email, details: { message: id, name: 'Ngozi', body: 'Where is my file?' } },
  ])
  const [today] = await as(admin).query<{ due: { messages: { count: number; rows: { id: string }[] } } }>(
    `select public.console_today(3) as due`,
  )
  expect(today?.due.messages).toMatchObject({ count: 1, rows: [{ id }] })
})

it('has the sender and the message in the column of the search', async () => {
  const found = await as(admin).query(
    `select sender_name from public.contact_messages where found_in ilike all (array['%NGOZI@example%', '%ngozi %', '%my file%'])`,
  )
  expect(found).toEqual([{ sender_name: 'Ngozi' }])
})

it('emails a reply once, and logs who closed the message', async () => {
  const { id } = await findOne('ngozi@example.ng')
  expect(await close(id, '  It is on its way. ')).toBe('ok')
  expect(await close(id, 'A second reply')).toBe('closed')
  expect(await findOne('ngozi@example.ng')).toMatchObject({ reply: 'It is on its way.', closed_at: expect.anything() as unknown })
  expect(await mails('message-answered')).toEqual([
    { recipient: 'ngozi@example.ng', details: { name: 'Ngozi', body: 'Where is my file?', reply: 'It is on its way.' } },
  ])
  const logged = await as(admin).query(`select action from public.audit_log where subject = $1`, [id])
  expect(logged).toEqual([{ action: 'message.answered' }])
})

it('closes a message without a reply or an email', async () => {
  await receive('spam@example.ng', 'Buy now')
  const { id } = await findOne('spam@example.ng')
  expect(await close(id, '  ')).toBe('ok')
  expect(await findOne('spam@example.ng')).toMatchObject({ reply: null })
  expect(await mails('message-answered')).toHaveLength(1)
  expect(await close('00000000-0000-4000-8000-000000000000', null)).toBe('gone')
})

describe('close_messages', () => {
  const closeAll = (messages: readonly string[], reply: string | null, user: CurrentUser = admin) =>
    as(user).query<{ message: string; outcome: string }>(
      `select message, outcome from public.close_messages($1::uuid[], $2) order by message`,
      [messages, reply],
    )
  const receiveAll = async (...emails: string[]) => {
    const ids: string[] = []
    for (const email of emails) {
      await receive(email)
      ids.push((await findOne(email)).id)
    }
    return ids.toSorted()
  }

  it('emails the reply to each sender alone, and logs each message', async () => {
    const before = (await mails('message-answered')).length
    const ids = await receiveAll('amina@example.ng', 'bisi@example.ng')
    expect(await closeAll(ids, '  We are back. ')).toEqual(ids.map((message) => ({ message, outcome: 'ok' })))
    const sent = (await mails('message-answered')).slice(before)
    const details = { name: 'Ngozi', body: 'Where is my file?', reply: 'We are back.' }
    expect(sent.toSorted((one, other) => one.recipient.localeCompare(other.recipient))).toEqual([
      { recipient: 'amina@example.ng', details },
      { recipient: 'bisi@example.ng', details },
    ])
    const logged = await as(admin).query(
      `select action, subject, actor_id from public.audit_log where subject = any($1::text[]) order by subject`,
      [ids],
    )
    expect(logged).toEqual(ids.map((subject) => ({ action: 'message.answered', subject, actor_id: admin.userId })))
  })

  it('sends nothing again for closed, repeated and unknown messages', async () => {
    const [open = '', closed = ''] = await receiveAll('chidi@example.ng', 'dayo@example.ng')
    expect(await close(closed, 'Yes.')).toBe('ok')
    const before = (await mails('message-answered')).length
    const unknown = '00000000-0000-4000-8000-000000000000'
    const outcomes = new Map(
      (await closeAll([open, open, closed, unknown], 'No.')).map(({ message, outcome }) => [message, outcome]),
    )
    expect(outcomes).toEqual(
      new Map([
        [open, 'ok'],
        [closed, 'closed'],
        [unknown, 'gone'],
      ]),
    )
    expect(await mails('message-answered')).toHaveLength(before + 1)
  })

  it('closes messages without an email when the reply is empty', async () => {
    const before = (await mails('message-answered')).length
    const ids = await receiveAll('efe@example.ng', 'femi@example.ng')
    expect((await closeAll(ids, null)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok'])
    expect(await findOne('efe@example.ng')).toMatchObject({ reply: null, closed_at: expect.anything() as unknown })
    expect(await mails('message-answered')).toHaveLength(before)
  })

  it('answers no message when a reply is too long or more than 100 are named', async () => {
    const [id = ''] = await receiveAll('gbenga@example.ng')
    await expect(closeAll([id], 'x'.repeat(5001))).rejects.toMatchObject({ code: '23514' })
    const many = [id, ...Array.from({ length: 100 }, () => randomUUID())]
    await expect(closeAll(many, 'Hello')).rejects.toMatchObject({ code: '22023' })
    expect(await findOne('gbenga@example.ng')).toMatchObject({ closed_at: null })
  })

  it('is for admins with the role money only', async () => {
    const [id = ''] = await receiveAll('halima@example.ng')
    const setRoles = (roles: string) =>
      as(owner).change(`update public.profiles set admin_roles = $1::text[] where id = $2`, [roles, admin.profileId])
    await setRoles('{reviewer,editor}')
    await expect(closeAll([id], 'Hello')).rejects.toMatchObject({ code: '42501', hint: 'admin_role' })
    await setRoles('{owner}')
    await expect(closeAll([id], 'Hello', ada)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(closeAll([id], 'Hello', user)).rejects.toMatchObject(noGrant)
    }
    await setRoles('{money}')
    expect(await closeAll([id], 'Hello')).toEqual([{ message: id, outcome: 'ok' }])
    await setRoles('{owner}')
  })
})

it('emails the admins at most twenty times an hour', async () => {
  for (let sent = 0; sent < 25; sent += 1) {
    await receive(`flood-${sent}@example.ng`)
  }
  expect(await mails('admin-new-message')).toHaveLength(20)
})

it('deletes messages older than a year', async () => {
  await as(owner).change(
    `update public.contact_messages set created_at = now() - interval '366 days' where sender_email = 'spam@example.ng'`,
  )
  await receive('new@example.ng')
  await expect(findOne('spam@example.ng')).rejects.toThrow('No message')
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

it('is inaccessible to all others', async () => {
  expect(await as(ada).query(`select id from public.contact_messages`)).toEqual([])
  await expect(as(visitor).query(`select id from public.contact_messages`)).rejects.toMatchObject(noGrant)
  const { id } = await findOne('new@example.ng')
  await expect(as(ada).query(`select public.close_message($1, 'Me')`, [id])).rejects.toMatchObject({ code: '42501' })
  for (const user of [visitor, ada, admin]) {
    await expect(as(user).query(`select public.receive_message('N', 'n@example.ng', 'other', 'Hello')`)).rejects.toMatchObject(
      noGrant,
    )
  }
})

it('a contact message is deleted with the account of its address', async () => {
  await receive(ada.email)
  // Deleting an account requires a recent sign-in.
  const session = randomUUID()
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, ada.userId])
  await as({ ...ada, claims: { session_id: session } }).query(`select public.delete_my_account()`)
  await expect(findOne(ada.email)).rejects.toThrow('No message')
})

it('counts a reply as sent once the mail server accepted its email', async () => {
  await receive('queued@mail.example')
  const { id } = await findOne('queued@mail.example')
  expect(await close(id, 'Here it is')).toBe('ok')
  const read = async () => {
    const [row] = await as(admin).query<{ reply_email_id: string; is_sent: boolean }>(
      `select reply_email_id, reply_sent_at is not null as is_sent from public.contact_messages where id = $1`,
      [id],
    )
    return row
  }
  const queued = await read()
  expect(queued?.is_sent).toBe(false)
  await as(secretKey).query(`select public.record_email_sent($1)`, [queued?.reply_email_id])
  expect((await read())?.is_sent).toBe(true)
  expect(await as(owner).query(`select 1 from public.outbox where id = $1`, [queued?.reply_email_id])).toEqual([])
})
