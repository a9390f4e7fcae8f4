// Admin emails, Today, the search for accounts, and granting and revoking the admin role.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

const adminsAlone = { code: '42501', message: 'Only admins do this' }
const others = [
  ['a visitor', visitor, noGrant],
  ['a student', ada, adminsAlone],
  ['the secret key', secretKey, noGrant],
] as const

/** Returns the user with a session that began this many minutes ago. */
async function inSession(account: Account, minutesAgo = 0): Promise<Account> {
  const session = randomUUID()
  await as(owner).change(
    `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3))`,
    [session, account.userId, minutesAgo],
  )
  return { ...account, claims: { session_id: session } }
}

const mailsTo = (profileId: string, template: string) =>
  as(owner).query<{ details: Record<string, unknown> }>(
    `select details from public.outbox where profile_id = $1 and template = $2 order by created_at desc`,
    [profileId, template],
  )
const setting = (key: string, value: string) =>
  as(admin).change(
    `insert into public.settings (group_name, setting_key, setting_value) values ('admin_emails', $1, $2)
     on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value`,
    [key, value],
  )

describe('a new upload', () => {
  it('is emailed to every admin unless switched off', async () => {
    const upload = await sendIn(ada, 'Told of')
    expect((await mailsTo(admin.profileId, 'admin-new-upload'))[0]?.details).toEqual({
      upload: upload.id,
      title: 'Told of',
      category: 'thesis',
    })
    expect(await mailsTo(ada.profileId, 'admin-new-upload')).toEqual([])
    const before = (await mailsTo(admin.profileId, 'admin-new-upload')).length
    await setting('new_upload', 'off')
    await sendIn(ada, 'Not told of')
    expect(await mailsTo(admin.profileId, 'admin-new-upload')).toHaveLength(before)
    await setting('new_upload', 'on')
    await sendIn(ada, 'Told of again')
    expect(await mailsTo(admin.profileId, 'admin-new-upload')).toHaveLength(before + 1)
  })
})

describe('due items', () => {
  const today = async () =>
    (
      await as(admin).query<{ due: Record<string, { count: number; rows: Record<string, unknown>[] }> }>(
        `select public.console_today(3) as due`,
      )
    )[0]?.due ?? {}

  it('are limited to admins', async () => {
    for (const [, user, rejection] of others) {
      await expect(as(user).query(`select public.console_today()`)).rejects.toMatchObject(rejection)
      await expect(as(user).query(`select public.count_due()`)).rejects.toMatchObject(rejection)
    }
  })

  it('list each kind with its count and the longest waiting first', async () => {
    const [first, asked] = [await sendIn(bola, 'The oldest'), await sendIn(bola, 'Asked for changes')]
    await as(owner).change(`update public.material_uploads set created_at = '2026-01-01' where id = $1`, [first.id])
    await as(admin).query(`select public.request_changes($1, 1, 'Mend it')`, [asked.id])
    const approved = await sendIn(bola, 'Approved without a link')
    for (const check of ['opens', 'own_work', 'no_names', 'chapters_complete']) {
      await as(admin).query(`select public.tick_review($1, $2, true)`, [approved.id, check])
    }
    await as(admin).query(
      `select * from public.approve_upload($1, 1, '{"title": "Waits for its link", "category": "thesis", "price": 2000}', 50)`,
      [approved.id],
    )
    await as(ada).change(`insert into public.topic_requests (user_id, topic) values ($1, 'A topic')`, [ada.profileId])
    await as(admin).change(
      `insert into public.research_materials (slug, title, category, published_at) values ('talked-of', 'Talked of', 'thesis', now())`,
    )
    await as(ada).change(
      `insert into public.material_comments (material_id, body) select id, 'Good' from public.research_materials where slug = 'talked-of'`,
    )
    await as(owner).change(`update public.drive_copies set attempts = 3, last_error = 'The drive is full' where upload_id = $1`, [
      first.id,
    ])
    await as(owner).change(
      `update public.outbox set attempts = 16, dead_at = now(), last_error = '550' where template = 'upload-approved'`,
    )

    const due = await today()
    expect(due.reviews?.rows[0]).toMatchObject({ id: first.id, title: 'The oldest', student: 'Bola Ade' })
    expect(due.reviews?.rows).toHaveLength(3)
    expect(due.reviews?.count).toBeGreaterThan(3)
    expect(JSON.stringify(due.reviews)).not.toContain('Asked for changes')
    expect(due.links).toMatchObject({ count: 1, rows: [{ title: 'Waits for its link', price: 2000, upload_id: approved.id }] })
    // A published one that nobody can buy is there too, unless it is free or a sample.
    await as(owner).change(
      `insert into public.research_materials (slug, title, category, price, is_sample, published_at)
       values ('no-link', 'Priced without a link', 'seminar', 3000, false, now()), ('free', 'Free', 'seminar', 0, false, now()),
              ('sample', 'A sample', 'seminar', 3000, true, now())`,
    )
    expect((await today()).links).toMatchObject({ count: 2, rows: [{}, { title: 'Priced without a link', upload_id: null }] })
    await as(owner).change(
      `update public.research_materials set deleted_at = now(), published_at = null where slug in ('no-link', 'free', 'sample')`,
    )
    expect(due.requests).toMatchObject({ count: 1, rows: [{ topic: 'A topic' }] })
    expect(due.comments).toMatchObject({ count: 1, rows: [{ body: 'Good', author_name: 'Ada', title: 'Talked of' }] })
    expect(due.copies).toMatchObject({ count: 1, rows: [{ id: first.id, last_error: 'The drive is full', attempts: 3 }] })
    expect(due.emails).toMatchObject({ count: 1, rows: [{ template: 'upload-approved' }] })
  })

  it('are counted as they are listed', async () => {
    const listed = Object.entries(await today()).map(([kind, { count }]) => [kind, count])
    expect(listed.length).toBeGreaterThan(15)
    expect((await as(admin).query<{ due: object }>(`select public.count_due() as due`))[0]?.due).toEqual(
      Object.fromEntries(listed),
    )
  })

  it('let only an admin retry a copy and log it', async () => {
    const upload = await sendIn(ada, 'Copy me')
    await as(owner).change(`update public.drive_copies set attempts = 9, next_attempt_at = 'infinity' where upload_id = $1`, [
      upload.id,
    ])
    for (const [, user, rejection] of others) {
      await expect(as(user).query(`select public.retry_drive_copy($1)`, [upload.id])).rejects.toMatchObject(rejection)
    }
    expect(await as(admin).query(`select public.retry_drive_copy($1) as done`, [upload.id])).toEqual([{ done: true }])
    expect(
      await as(admin).query(`select attempts, next_attempt_at <= now() as due from public.drive_copies where upload_id = $1`, [
        upload.id,
      ]),
    ).toEqual([{ attempts: 0, due: true }])
    expect(await as(admin).query(`select action from public.audit_log where subject = $1`, [upload.id])).toEqual([
      { action: 'copy.retried' },
    ])
  })

  it('are emailed at most once a day with the secret key unless switched off', async () => {
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).query(`select public.queue_daily_digest()`)).rejects.toMatchObject(noGrant)
    }
    const [clock] = await as(owner).query<{ early: boolean }>(
      `select (now() at time zone 'Africa/Lagos')::time < time '07:00' as early`,
    )
    const queue = async () =>
      (await as(secretKey).query<{ queued: boolean }>(`select public.queue_daily_digest() as queued`))[0]?.queued
    await setting('daily_digest', 'off')
    expect(await queue()).toBe(false)
    await setting('daily_digest', 'on')
    expect(await queue()).toBe(clock?.early !== true)
    expect(await queue()).toBe(false)
    const mails = await mailsTo(admin.profileId, 'admin-digest')
    expect(mails).toHaveLength(clock?.early ? 0 : 1)
    if (!clock?.early) {
      expect(mails[0]?.details).toMatchObject({ links: 1, requests: 1, comments: 1, copies: 1 })
    }
  })
})

describe('accounts', () => {
  const find = (user: Parameters<typeof as>[0], search: string) =>
    as(user).query(`select * from public.find_accounts($1)`, [search])

  it('are found only by admins', async () => {
    for (const [, user, rejection] of others) {
      await expect(find(user, '')).rejects.toMatchObject(rejection)
      await expect(as(user).query(`select * from public.account_details($1)`, [bola.profileId])).rejects.toMatchObject(rejection)
    }
  })

  it('are found by words of name and address literally with the newest first', async () => {
    const odd = await signUp('100%_odd@example.com', { first_name: 'Ngozi', last_name: 'O\\Brien' })
    const names = async (search: string) => (await find(admin, search)).map(({ email }) => email)
    expect(await names('bola')).toEqual([bola.email])
    expect(await names('ADE bola@')).toEqual([bola.email])
    expect(await names('%_')).toEqual([odd.email])
    expect(await names('o\\b')).toEqual([odd.email])
    expect((await names(''))[0]).toBe(odd.email)
    expect(await names('nobody at all')).toEqual([])
  })

  it('are paged without gaps', async () => {
    const all = await as(admin).query<{ id: string }>(`select id from public.find_accounts('', false, null, null, 100)`)
    const admins = await as(admin).query<{ user_type: string }>(`select user_type from public.find_accounts('', true)`)
    expect(new Set(admins.map(({ user_type }) => user_type))).toEqual(new Set(['Admin']))
    const walked: string[] = []
    let last: { id: string; created_at: string } | undefined
    do {
      const rows: { id: string; created_at: string }[] = await as(admin).query(
        `select id, created_at::text from public.find_accounts('', false, $1::timestamptz, $2, 2)`,
        [last?.created_at ?? null, last?.id ?? null],
      )
      walked.push(...rows.map(({ id }) => id))
      last = rows.at(-1)
    } while (last)
    expect(walked).toEqual(all.map(({ id }) => id))
  })

  it('show admins uploads and whether bank details exist without their values', async () => {
    await as(bola).change(
      `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, 'GTBank', '0123456789', 'Bola Ade')`,
      [bola.profileId],
    )
    const [details] = await as(admin).query(`select * from public.account_details($1)`, [bola.profileId])
    expect(details).toMatchObject({
      email: bola.email,
      user_type: 'Student',
      has_bank_details: true,
      is_self: false,
      comments: 0,
    })
    expect(JSON.stringify(details)).not.toMatch(/0123456789|GTBank/)
    expect(JSON.stringify(await find(admin, 'bola'))).not.toMatch(/0123456789|GTBank/)
  })
})

describe('exports', () => {
  const note = (user: Parameters<typeof as>[0], what: string) => as(user).query(`select public.log_export($1)`, [what])

  it('are logged for admins with a recent sign-in and rejected for all others', async () => {
    for (const [user, rejection] of [
      [visitor, noGrant],
      [secretKey, noGrant],
      [await inSession(ada), adminsAlone],
      [await inSession(admin, 11), { code: '42501', hint: 'sign_in_again' }],
    ] as const) {
      await expect(note(user, 'topics')).rejects.toMatchObject(rejection)
    }
    const fresh = await inSession(admin)
    await expect(note(fresh, 'accounts')).rejects.toMatchObject({ code: '22023' })
    await note(fresh, 'topics')
    expect(await as(admin).query(`select actor_id, subject from public.audit_log where action = 'catalogue.exported'`)).toEqual([
      { actor_id: admin.userId, subject: 'topics' },
    ])
    await as(fresh).query(`select public.log_export('archive', 'orders, log')`)
    expect(await as(admin).query(`select subject, details from public.audit_log where action = 'admin.data_exported'`)).toEqual([
      { subject: 'archive', details: { files: 'orders, log' } },
    ])
  })
})

describe('a blocked account', () => {
  const block = async (user: Parameters<typeof as>[0], profile: string, reason = 'Sells the works of others') =>
    (await as(user).query<{ outcome: string }>(`select public.block_account($1, $2) as outcome`, [profile, reason]))[0]?.outcome
  const unblock = async (user: Parameters<typeof as>[0], profile: string) =>
    (await as(user).query<{ outcome: string }>(`select public.unblock_account($1) as outcome`, [profile]))[0]?.outcome

  it('is blocked by admins for a reason, and never an admin', async () => {
    for (const [user, rejection] of [
      [visitor, noGrant],
      [await inSession(ada), adminsAlone],
      [secretKey, noGrant],
    ] as const) {
      await expect(block(user, bola.profileId)).rejects.toMatchObject(rejection)
      await expect(unblock(user, bola.profileId)).rejects.toMatchObject(rejection)
    }
    expect(await block(admin, admin.profileId)).toBe('admin')
    expect(await block(admin, randomUUID())).toBe('gone')
    expect(await unblock(admin, bola.profileId)).toBe('unchanged')
    await expect(block(admin, bola.profileId, ' ')).rejects.toMatchObject({ code: '23514' })
  })

  it('has no rights in any session, reads why, and gets them back in a new session only', async () => {
    const before = await inSession(bola)
    const own = (user: Parameters<typeof as>[0]) =>
      as(user).query(`select id from public.profiles where id = $1`, [bola.profileId])
    expect(await own(before)).toHaveLength(1)
    expect(await block(admin, bola.profileId)).toBe('ok')
    expect(await block(admin, bola.profileId)).toBe('unchanged')
    const during = await inSession(bola)
    for (const user of [before, during]) {
      expect(await own(user)).toEqual([])
      expect(await as(user).query(`select public.session_is_open() as it, public.own_block() as why`)).toEqual([
        { it: false, why: 'Sells the works of others' },
      ])
      await expect(
        as(user).query(`insert into public.topic_requests (user_id, topic) values ($1, 'A topic')`, [bola.profileId]),
      ).rejects.toMatchObject({ code: '42501' })
    }
    expect(await unblock(admin, bola.profileId)).toBe('ok')
    expect([await own(before), await own(await inSession(bola))].map(({ length }) => length)).toEqual([0, 1])
    const log = await as(admin).query(
      `select action, details ->> 'reason' as reason from public.audit_log where action like 'account.%blocked' order by id`,
    )
    expect(log).toEqual([
      { action: 'account.blocked', reason: 'Sells the works of others' },
      { action: 'account.unblocked', reason: null },
    ])
  })
})

describe('the admin role', () => {
  const give = async (user: Parameters<typeof as>[0], profile: string) =>
    (await as(user).query<{ outcome: string }>(`select public.set_admin_roles($1, array['owner']) as outcome`, [profile]))[0]
      ?.outcome
  const take = async (user: Parameters<typeof as>[0], profile: string) =>
    (await as(user).query<{ outcome: string }>(`select public.set_admin_roles($1, '{}') as outcome`, [profile]))[0]?.outcome
  const getType = async (profile: string) =>
    (await as(owner).query<{ user_type: string }>(`select user_type from public.profiles where id = $1`, [profile]))[0]?.user_type

  it('is granted and revoked only by admins', async () => {
    for (const [user, rejection] of [
      [visitor, noGrant],
      [await inSession(ada), adminsAlone],
      [secretKey, noGrant],
    ] as const) {
      await expect(give(user, ada.profileId)).rejects.toMatchObject(rejection)
      await expect(take(user, admin.profileId)).rejects.toMatchObject(rejection)
    }
    expect([await getType(ada.profileId), await getType(admin.profileId)]).toEqual(['Student', 'Admin'])
  })

  it('requires a recent sign-in', async () => {
    for (const user of [admin, await inSession(admin, 11)]) {
      await expect(give(user, ada.profileId)).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
    }
    const somebodyElses = { ...admin, claims: (await inSession(ada)).claims }
    await expect(give(somebodyElses, ada.profileId)).rejects.toMatchObject({ code: '42501' })
    expect(await getType(ada.profileId)).toBe('Student')
  })

  it('is granted once with a log entry and emails and the last admin retains it', async () => {
    const fresh = await inSession(admin)
    expect(await take(fresh, admin.profileId)).toBe('last')
    expect(await give(fresh, bola.profileId)).toBe('ok')
    expect(await give(fresh, bola.profileId)).toBe('unchanged')
    expect(await give(fresh, randomUUID())).toBe('gone')
    expect(await getType(bola.profileId)).toBe('Admin')
    for (const result of [admin, bola]) {
      expect((await mailsTo(result.profileId, 'admin-role'))[0]?.details).toEqual({
        name: 'Bola Ade',
        by: 'Ope Rator',
        granted: true,
        changed: false,
        roles: 'owner',
      })
    }

    const bolaNow = await inSession(bola)
    expect(await take(bolaNow, admin.profileId)).toBe('ok')
    expect(await getType(admin.profileId)).toBe('Student')
    expect((await mailsTo(admin.profileId, 'admin-role'))[0]?.details).toMatchObject({ granted: false })
    await expect(give(fresh, admin.profileId)).rejects.toMatchObject(adminsAlone)
    expect(await take(bolaNow, bola.profileId)).toBe('last')
    expect(await give(bolaNow, admin.profileId)).toBe('ok')
    expect(await take(bolaNow, bola.profileId)).toBe('ok')
    const log = await as(admin).query<{ action: string; actor_id: string }>(
      `select action, actor_id from public.audit_log where subject = $1 and action like 'admin.%' order by id`,
      [bola.profileId],
    )
    expect(log).toEqual([
      { action: 'admin.made', actor_id: admin.userId },
      { action: 'admin.removed', actor_id: bola.userId },
    ])
  })

  it('remains with one of two admins who revoke each other concurrently', async () => {
    expect(await give(await inSession(admin), bola.profileId)).toBe('ok')
    const [first, second] = [await inSession(admin), await inSession(bola)]
    const outcomes = await Promise.allSettled([take(first, bola.profileId), take(second, admin.profileId)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect([await getType(admin.profileId), await getType(bola.profileId)].toSorted()).toEqual(['Admin', 'Student'])
  })
})
