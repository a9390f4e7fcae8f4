// public.outbox: an email exists exactly when its cause does, only one caller leases it, and only the causes add
// emails.
import { afterAll, describe, expect, it } from 'vitest'
import { badValue, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

type Row = {
  id: string
  template: string
  recipient: string
  profile_id: string | null
  details: Record<string, string>
  attempts: number
  sent_at: string | null
  dead_at: string | null
  last_error: string | null
}
const mails = (where: string, parameters: unknown[] = []) =>
  as(owner).query<Row>(`select * from public.outbox where ${where} order by created_at, id`, parameters)
const mailsTo = (address: string) => mails(`recipient = $1`, [address])
const queue = async (profileId = ada.profileId, template = 'test-only') =>
  (await as(owner).query<{ id: string }>(`select private.queue_email($1, $2) as id`, [template, profileId]))[0]?.id ?? ''
const mail = async (id: string) => (await mails(`id = $1`, [id]))[0]
const nothingWaits = () => as(owner).change(`delete from public.outbox`)
const claim = (max = 5, seconds = 120) =>
  as(secretKey).query<{ id: string; attempt: number; recipient: string }>(`select * from public.claim_emails($1, $2)`, [
    max,
    seconds,
  ])
const dueNow = (id: string) => as(secretKey).change(`update public.outbox set next_attempt_at = now() where id = $1`, [id])
const failed = (id: string, attempt: number, forGood = false) =>
  as(secretKey).query(`select public.record_email_failure($1, $2, 'the mail server is away', $3)`, [id, attempt, forGood])

describe('a queued email', () => {
  it('has the account’s address of that time', async () => {
    const student = await signUp('moving@example.com')
    const id = await queue(student.profileId)
    await as(owner).change(`update auth.users set email = 'moved@example.com' where id = $1`, [student.userId])
    expect(await mail(id)).toMatchObject({ recipient: 'moving@example.com', profile_id: student.profileId, attempts: 0 })
  })

  it('is rolled back with its cause', async () => {
    await nothingWaits()
    const broken = as(owner).query(`do $$ begin
      perform private.queue_email('test-only', '${ada.profileId}');
      raise exception 'taken back';
    end $$`)
    await expect(broken).rejects.toMatchObject({ message: expect.stringContaining('taken back') as string })
    expect(await mails('true')).toEqual([])
  })

  it.each([
    '',
    '   ',
    'nobody',
    'a b@example.com',
    'a@b.ng\r\nBcc: c@d.ng',
    'a@b.ng,c@d.ng',
    '<a@b.ng>',
    `${'a'.repeat(330)}@b.ng`,
  ])('is skipped for the invalid address %j without failing its cause', async (address) => {
    const [row] = await as(owner).query(`select private.queue_email_to($1, 'test-only', null) as id`, [address])
    expect(row).toEqual({ id: null })
  })

  it('is skipped for an unknown profile', async () => {
    expect(
      await as(owner).query(`select private.queue_email('test-only', '00000000-0000-4000-8000-000000000000') as id`),
    ).toEqual([{ id: null }])
  })

  it('has an object of bounded size as details', async () => {
    for (const details of ['[]', '"text"', JSON.stringify({ much: 'a'.repeat(30_000) })]) {
      const queued = as(owner).query(`select private.queue_email('test-only', $1, $2::text::jsonb)`, [ada.profileId, details])
      await expect(queued, details.slice(0, 20)).rejects.toMatchObject(badValue)
    }
  })

  it('loses its profile when that is removed and is deleted with the account', async () => {
    const [profileless, gone] = [await signUp('profileless@example.com'), await signUp('gone@example.com')]
    const [stays, goes] = [await queue(profileless.profileId), await queue(gone.profileId)]
    await as(owner).change(`delete from public.profiles where id = $1`, [profileless.profileId])
    await as(owner).change(`delete from auth.users where id = $1`, [gone.userId])
    expect(await mail(stays)).toMatchObject({ recipient: 'profileless@example.com', profile_id: null })
    expect(await mail(goes)).toBeUndefined()
  })
})

describe('claim_emails', () => {
  it('gives an email to the first caller only', async () => {
    await nothingWaits()
    const id = await queue()
    expect(await claim()).toMatchObject([{ id, attempt: 1, recipient: ada.email }])
    expect(await claim()).toEqual([])
  })

  it('shares emails among ten concurrent callers without duplicates', async () => {
    await nothingWaits()
    for (let at = 0; at < 12; at += 1) {
      await queue()
    }
    const claimed = (await Promise.all(Array.from({ length: 10 }, () => claim(2)))).flat().map(({ id }) => id)
    expect(claimed).toHaveLength(12)
    expect(new Set(claimed).size).toBe(12)
  })

  it('expires the lease of a killed sender', async () => {
    await nothingWaits()
    const id = await queue()
    await claim(5, 600)
    expect(
      await as(owner).query(`select next_attempt_at > now() + interval '9 minutes' as leased from public.outbox where id = $1`, [
        id,
      ]),
    ).toEqual([{ leased: true }])
    await dueNow(id)
    expect(await claim()).toMatchObject([{ id, attempt: 2 }])
  })

  it('ignores a failure of a superseded sender but not its success', async () => {
    await nothingWaits()
    const id = await queue()
    await claim()
    await dueNow(id)
    await claim()
    await failed(id, 1, true)
    expect(await mail(id)).toMatchObject({ dead_at: null, last_error: null })
    await as(secretKey).query(`select public.record_email_sent($1)`, [id])
    expect((await mail(id))?.sent_at).not.toBeNull()
    await dueNow(id)
    expect(await claim()).toEqual([])
  })

  it('waits longer after each failure and gives up after two days', async () => {
    await nothingWaits()
    const id = await queue()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 16; attempt += 1) {
      await dueNow(id)
      expect(await claim()).toMatchObject([{ id, attempt }])
      await failed(id, attempt)
      const [row] = await as(owner).query<{ minutes: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 / 60 as minutes from public.outbox where id = $1`,
        [id],
      )
      waits.push(Math.round(row?.minutes ?? 0))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360, 360, 360])
    expect(await mail(id)).toMatchObject({ last_error: 'the mail server is away', sent_at: null })
    expect((await mail(id))?.dead_at).not.toBeNull()
    await dueNow(id)
    expect(await claim()).toEqual([])
  })

  it('lists an email in Today from the time it is given up until it is sent', async () => {
    await nothingWaits()
    const id = await queue()
    const isDue = async () => (await as(owner).query(`select 1 from private.due_emails where id = $1`, [id])).length === 1
    await claim()
    await failed(id, 1)
    await dueNow(id)
    await claim()
    await failed(id, 2)
    expect(await isDue()).toBe(false)
    await dueNow(id)
    await claim()
    await failed(id, 3, true)
    expect(await isDue()).toBe(true)
    await as(secretKey).query(`select public.record_email_sent($1)`, [id])
    expect(await isDue()).toBe(false)
  })

  it('gives up immediately after a permanent failure', async () => {
    await nothingWaits()
    const id = await queue()
    await claim()
    await failed(id, 1, true)
    expect((await mail(id))?.dead_at).not.toBeNull()
  })

  it('gives up when its senders crash repeatedly', async () => {
    await nothingWaits()
    const id = await queue()
    await as(owner).change(`update public.outbox set attempts = 16 where id = $1`, [id])
    expect(await claim()).toEqual([])
    expect(await mail(id)).toMatchObject({ last_error: expect.stringContaining('ended') as string })
    expect((await mail(id))?.dead_at).not.toBeNull()
  })

  it('deletes a sent email that has no account and is not about an order', async () => {
    await nothingWaits()
    const [{ anonymousId } = { anonymousId: '' }] = await as(owner).query<{ anonymousId: string }>(
      `select private.queue_email_to('forgotten@example.com', 'test-only', null) as "anonymousId"`,
    )
    await claim()
    await as(secretKey).query(`select public.record_email_sent($1)`, [anonymousId])
    expect(await mail(anonymousId)).toBeUndefined()
  })

  it('retains a sent email about an order without its content', async () => {
    await nothingWaits()
    const [{ receipt } = { receipt: '' }] = await as(owner).query<{ receipt: string }>(
      `select private.queue_email_to('buyer@example.com', 'order-paid', null, '{"link": "x"}') as receipt`,
    )
    await claim()
    await as(secretKey).query(`select public.record_email_sent($1)`, [receipt])
    expect(await mail(receipt)).toMatchObject({ details: {}, sent_at: expect.anything() as unknown })
    await as(owner).change(`delete from public.outbox where id = $1`, [receipt])
  })

  it('deletes the other emails thirty days after sending', async () => {
    await nothingWaits()
    const ofAda = await queue()
    await claim()
    await as(owner).change(`update public.outbox set details = '{"link": "x"}' where id = $1`, [ofAda])
    await as(secretKey).query(`select public.record_email_sent($1)`, [ofAda])
    expect(await mail(ofAda)).toMatchObject({ details: {} })
    await nothingWaits()

    const [old, young, dead] = [await queue(), await queue(), await queue()]
    await as(owner).change(`update public.outbox set sent_at = now() - interval '31 days' where id = $1`, [old])
    await as(owner).change(`update public.outbox set sent_at = now() - interval '29 days' where id = $1`, [young])
    await as(owner).change(`update public.outbox set dead_at = now() - interval '91 days' where id = $1`, [dead])
    await claim()
    expect((await mails('true')).map(({ id }) => id)).toEqual([young])
  })
})

describe('access to emails', () => {
  it.each([
    ['a visitor', visitor],
    ['a student', ada],
    ['an admin', admin],
  ])('rejects every write and claim of %s', async (_who, user) => {
    const id = await queue()
    for (const sql of [
      `insert into public.outbox (template, recipient) values ('password-changed', 'a@b.ng')`,
      `update public.outbox set recipient = 'a@b.ng'`,
      `delete from public.outbox`,
      `select private.queue_email('password-changed', '${ada.profileId}')`,
      `select private.queue_email_to('a@b.ng', 'password-changed', null)`,
      `select * from public.claim_emails(5, 60)`,
      `select public.record_email_sent('${id}')`,
      `select public.record_email_failure('${id}', 0, 'x', true)`,
    ]) {
      await expect(as(user).query(sql), sql).rejects.toMatchObject(noGrant)
    }
    expect(await mail(id)).toMatchObject({ recipient: ada.email, attempts: 0 })
  })

  it('lets the secret key only read them and make them due', async () => {
    const id = await queue()
    expect(await as(secretKey).query(`select recipient, details from public.outbox where id = $1`, [id])).toHaveLength(1)
    for (const sql of [
      `insert into public.outbox (template, recipient) values ('password-changed', 'a@b.ng')`,
      `update public.outbox set recipient = 'a@b.ng'`,
      `update public.outbox set details = '{}'`,
      `delete from public.outbox`,
      `select private.queue_email('password-changed', '${ada.profileId}')`,
    ]) {
      await expect(as(secretKey).query(sql), sql).rejects.toMatchObject(noGrant)
    }
  })

  it('hides them from students and visitors', async () => {
    await queue()
    expect(await as(ada).query(`select id from public.outbox`)).toEqual([])
    await expect(as(visitor).query(`select id from public.outbox`)).rejects.toMatchObject(noGrant)
  })

  it('shows admins which were given up and why without their content', async () => {
    await nothingWaits()
    const id = await queue(bola.profileId)
    await claim()
    await failed(id, 1, true)
    expect(await as(admin).query(`select template, recipient, last_error from public.outbox where dead_at is not null`)).toEqual([
      { template: 'test-only', recipient: bola.email, last_error: 'the mail server is away' },
    ])
    await expect(as(admin).query(`select details from public.outbox`)).rejects.toMatchObject(noGrant)
  })
})

describe('retry_email', () => {
  const retry = (user: Parameters<typeof as>[0], id: string) =>
    as(user).query<{ done: boolean }>(`select public.retry_email($1) as done`, [id])

  it('makes an email due again from the start for an admin with a log entry', async () => {
    await nothingWaits()
    const id = await queue()
    await claim()
    await failed(id, 1, true)
    expect(await retry(admin, id)).toEqual([{ done: true }])
    expect(await claim()).toMatchObject([{ id, attempt: 1 }])
    expect(await as(admin).query(`select actor_id, action from public.audit_log where subject = $1`, [id])).toEqual([
      { actor_id: admin.userId, action: 'email.retried' },
    ])
  })

  it('ignores an email that is waiting or sent or missing', async () => {
    await nothingWaits()
    const waiting = await queue()
    const sent = await queue()
    await as(owner).change(`update public.outbox set sent_at = now() where id = $1`, [sent])
    for (const id of [waiting, sent, '00000000-0000-4000-8000-000000000000']) {
      expect(await retry(admin, id)).toEqual([{ done: false }])
    }
  })

  it('rejects all other roles', async () => {
    const id = await queue()
    await expect(retry(ada, id)).rejects.toMatchObject({ code: '42501' })
    for (const user of [visitor, secretKey]) {
      await expect(retry(user, id)).rejects.toMatchObject(noGrant)
    }
  })
})

describe('email causes', () => {
  it('include a received upload', async () => {
    await nothingWaits()
    await sendIn(ada, 'Hand hygiene in Oyo')
    expect(await mailsTo(ada.email)).toMatchObject([
      { template: 'upload-received', recipient: ada.email, profile_id: ada.profileId, details: { title: 'Hand hygiene in Oyo' } },
    ])
  })

  it('include a changed password but not signing in', async () => {
    await nothingWaits()
    await as(owner).change(`update auth.users set encrypted_password = 'one' where id = $1`, [ada.userId])
    await as(owner).change(`update auth.users set encrypted_password = 'one', last_sign_in_at = now() where id = $1`, [
      ada.userId,
    ])
    expect(await mails('true')).toMatchObject([{ template: 'password-changed', recipient: ada.email, details: {} }])
  })

  it('include a changed address with an email to both that masks the other', async () => {
    const student = await signUp('before@example.com')
    await nothingWaits()
    await as(owner).change(`update auth.users set email = 'after@example.ng' where id = $1`, [student.userId])
    await as(owner).change(`update auth.users set email = 'After@example.ng' where id = $1`, [student.userId])
    const [toOld, ...more] = await mailsTo('before@example.com')
    const [toNew, ...others] = await mailsTo('after@example.ng')
    expect([more, others]).toEqual([[], []])
    expect(toOld).toMatchObject({ template: 'email-changed', details: { reader: 'old', to: 'a…@example.ng' } })
    expect(toNew).toMatchObject({ template: 'email-changed', details: { reader: 'new', from: 'b…@example.com' } })
  })
})

describe('an address that already has an account', () => {
  const tell = (user: Parameters<typeof as>[0], address: string) =>
    as(user).query(`select public.email_account_exists($1) as said`, [address])

  it('gets no such email while the account is unconfirmed', async () => {
    const student = await signUp('unconfirmed@example.com')
    await nothingWaits()
    await tell(visitor, student.email)
    expect(await mails('true')).toEqual([])
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [student.userId])
    await tell(visitor, student.email)
    expect(await mails('true')).toMatchObject([{ template: 'account-exists', recipient: student.email }])
  })

  it('gets an email at most once an hour in any letter case without telling the caller', async () => {
    await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [bola.userId])
    await nothingWaits()
    for (const address of [bola.email, ` ${bola.email.toUpperCase()} `, 'nobody@example.com', '', null as unknown as string]) {
      expect(await tell(visitor, address)).toEqual([{ said: '' }])
    }
    expect(await mails('true')).toMatchObject([{ template: 'account-exists', recipient: bola.email, profile_id: bola.profileId }])
    await as(owner).change(`update public.outbox set created_at = now() - interval '61 minutes'`)
    await tell(ada, bola.email)
    expect(await mails('true')).toHaveLength(2)
  })
})

describe('bank detail emails', () => {
  const upsert = `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, $2, $3, $4)
    on conflict (profile_id) do update set bank_name = excluded.bank_name, account_number = excluded.account_number,
      account_name = excluded.account_name`
  const changedAt = async (profileId: string) =>
    (
      await as(owner).query<{ changed_at: string | null }>(
        `select changed_at from public.profiles_bank_details where profile_id = $1`,
        [profileId],
      )
    )[0]?.changed_at

  it('are sent for every change with the last four digits but not for saving the same values', async () => {
    const student = await signUp('banked@example.com')
    // A change of a stored account needs a recent password.
    await as(owner).change(`update auth.sessions set created_at = now()`)
    await nothingWaits()
    const save = (...values: (string | null)[]) => as(student).change(upsert, [student.profileId, ...values])
    await save(null, '', null)
    expect(await changedAt(student.profileId)).toBeNull()
    expect(await mails('true')).toEqual([])

    await save('GTBank', '0123456789', 'Bank Ed')
    const first = await changedAt(student.profileId)
    expect(first).not.toBeNull()
    await save('GTBank', '0123456789', 'Bank Ed')
    expect(await changedAt(student.profileId)).toEqual(first)
    await save('GTBank', '0123456780', 'Bank Ed')
    expect(await changedAt(student.profileId)).not.toEqual(first)
    await save(null, '', null)

    const sent = await mailsTo('banked@example.com')
    const delay = { until: expect.any(String), next_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
    expect(sent).toMatchObject([
      { template: 'bank-details-changed', details: { bank: 'GTBank', last_four: '6789', change: 'added', delay } },
      { template: 'bank-details-changed', details: { bank: 'GTBank', last_four: '6780', change: 'changed', delay } },
      { template: 'bank-details-changed', details: { bank: '', last_four: '', change: 'removed', delay: null } },
    ])
    expect(JSON.stringify(sent)).not.toContain('012345678')
  })

  it('say that a number of fewer than ten digits is not complete and show none of them', async () => {
    const student = await signUp('short@example.com')
    await as(student).change(upsert, [student.profileId, 'GTBank', '12345678', 'Short'])
    expect(await mailsTo('short@example.com')).toMatchObject([
      { details: { bank: 'GTBank', last_four: '', change: 'incomplete' } },
    ])
  })

  it('have a time of change that no user can set', async () => {
    await as(ada).change(upsert, [ada.profileId, 'GTBank', '0000000001', 'Ada'])
    const before = await changedAt(ada.profileId)
    await expect(as(ada).change(`update public.profiles_bank_details set changed_at = null`)).rejects.toMatchObject(noGrant)
    await as(secretKey).change(`update public.profiles_bank_details set changed_at = null where profile_id = $1`, [ada.profileId])
    expect(await changedAt(ada.profileId)).toEqual(before)
  })
})
