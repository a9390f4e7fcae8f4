// public.contact_messages: messages of the contact page, stored by the site and answered by admins.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { gatherPeople, noGrant } from './people.ts'

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
