// Deletion of accounts: what is removed, what is anonymised, who may do it, and that new personal columns are not
// overlooked.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

const count = async (table: string, where: string, parameters: unknown[] = []) =>
  (await as(owner).query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, parameters))[0]?.n
const one = async (sql: string, parameters: unknown[] = []) => (await as(owner).query(sql, parameters))[0]

/** Returns the user with a session that began this many minutes ago. */
async function inSession(account: Account, minutesAgo = 0): Promise<Account> {
  const session = randomUUID()
  await as(owner).change(
    `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3))`,
    [session, account.userId, minutesAgo],
  )
  return { ...account, claims: { session_id: session } }
}
const deleteMine = (user: Parameters<typeof as>[0], givesUp: number | null = null) =>
  as(user).query(`select public.delete_my_account($1)`, [givesUp])
/** Records a sale of this student's work, paid now. Returns its id. */
async function soldFor(student: Account, gross: number): Promise<string> {
  const [material] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category) values ($1, 'Sold', 'seminar') returning id`,
    [`sold-${randomUUID()}`],
  )
  await as(owner).change(`insert into public.material_shares (material_id, profile_id) values ($1, $2)`, [
    material?.id,
    student.profileId,
  ])
  const [sale] = await as(owner).query<{ sale_id: string }>(
    `select * from private.record_sale($1, row('selar', $2, $3, 0, now())::private.payment, 'hand')`,
    [material?.id, randomUUID(), gross],
  )
  return sale?.sale_id ?? ''
}

let students = 0
/** Creates a student with rows in every table. */
async function somebody(withApproved: boolean): Promise<Account & { approved: { id: string; file: string } | null }> {
  const n = (students += 1)
  const student = await signUp(`somebody${n}@example.com`, {
    first_name: 'Somebody',
    last_name: 'Special',
    institution_of_study: 'UNTH',
    current_year_of_study: 'year-2',
    privacy_version: '2026-11-21',
  })
  const { profileId, userId } = student
  await as(student).change(
    `update public.profiles set phone_number = '0803', course_of_study = 'BNSc', avatar_url = 'x' where id = $1`,
    [profileId],
  )
  await as(student).change(
    `insert into public.profiles_bank_details (profile_id, bank_name, account_number, account_name) values ($1, 'GTBank', '0123456789', 'Somebody')`,
    [profileId],
  )
  await as(secretKey).query(`select public.save_account_check($1, 'GTBank', '058', '0000014579', '', 'SOMEBODY')`, [profileId])
  await as(student).change(`insert into public.topic_requests (user_id, topic, contact) values ($1, 'Malaria', '0803')`, [
    profileId,
  ])
  await as(student).change(`insert into storage.objects (bucket_id, name) values ('product-files', $1)`, [
    `avatars/${userId}.webp`,
  ])
  const [pending, rejected] = [await sendIn(student, 'Pending'), await sendIn(student, 'Rejected')]
  await as(owner).change(`update public.material_uploads set upload_status = 'rejected' where id = $1`, [rejected.id])
  await as(secretKey).change(`update public.drive_copies set drive_reference = $2, copied_at = now() where upload_id = $1`, [
    pending.id,
    `${pending.id}-Pending.pdf`,
  ])
  let approved = null
  if (withApproved) {
    approved = await sendIn(student, 'Approved')
    await as(owner).change(`update public.material_uploads set upload_status = 'approved' where id = $1`, [approved.id])
    await as(secretKey).change(`update public.drive_copies set drive_reference = $2 where upload_id = $1`, [
      approved.id,
      `${approved.id}-Approved.pdf`,
    ])
  }
  const [material] = await as(owner).query<{ id: string }>(
    `insert into public.research_materials (slug, title, category, published_at) values ($1, 'M', 'seminar', now()) returning id`,
    [`m-${n}`],
  )
  await as(student).change(`insert into public.saved_works (material_id) values ($1)`, [material?.id])
  // The receipts of orders of the confirmed address: one was sent, the other waits.
  await as(owner).change(`update auth.users set email_confirmed_at = now() where id = $1`, [userId])
  await as(owner).change(
    `insert into public.outbox (recipient, template, sent_at) values ($1, 'order-paid', now()), ($1, 'order-paid', null)`,
    [student.email],
  )
  for (const status of ['pending', 'shown', 'declined']) {
    await as(student).change(`insert into public.material_comments (material_id, body) values ($1, $2)`, [material?.id, status])
    await as(admin).change(`update public.material_comments set comment_status = $2 where material_id = $1 and body = $2`, [
      material?.id,
      status,
    ])
  }
  for (const [reason, words, settled] of [
    ['patient', 'I saw her myself, 0803', false],
    ['other', 'I am Somebody Special', false],
    ['copied', 'It is mine', true],
  ] as const) {
    const [other] = await as(owner).query<{ id: string }>(
      `insert into public.research_materials (slug, title, category, published_at) values ($1, 'R', 'seminar', now()) returning id`,
      [`r-${n}-${reason}`],
    )
    await as(student).change(`insert into public.reports (material_id, reason, words) values ($1, $2, $3)`, [
      other?.id,
      reason,
      words,
    ])
    if (settled) {
      await as(admin).query(`select public.resolve_reports($1, now(), 'nothing_to_do')`, [other?.id])
    }
  }
  await as(owner).change(
    `insert into auth.audit_log_entries (id, payload) values ($1, jsonb_build_object('actor_id', $2::text, 'actor_username', $3::text))`,
    [randomUUID(), userId, student.email],
  )
  return { ...student, approved }
}

describe('an account without approved works', () => {
  it('leaves only an anonymous comment, files to remove and a last email', async () => {
    const student = await somebody(false)
    await deleteMine(await inSession(student))
    expect(await count('auth.users', 'id = $1', [student.userId])).toBe(0)
    expect(await count('auth.sessions', 'user_id = $1', [student.userId])).toBe(0)
    expect(await count('auth.audit_log_entries', `payload ->> 'actor_id' = $1`, [student.userId])).toBe(0)
    expect(await count('public.profiles', 'id = $1', [student.profileId])).toBe(0)
    for (const [table, column] of [
      ['profiles_bank_details', 'profile_id'],
      ['account_checks', 'profile_id'],
      ['topic_requests', 'user_id'],
      ['material_uploads', 'user_id'],
      ['consents', 'profile_id'],
      ['outbox', 'profile_id'],
      ['material_comments', 'profile_id'],
      ['reports', 'profile_id'],
    ]) {
      expect(await count(`public.${table}`, `${column} = $1`, [student.profileId]), table).toBe(0)
    }
    expect(await as(owner).query(`select template, profile_id from public.outbox where recipient = $1`, [student.email])).toEqual(
      [{ template: 'account-deleted', profile_id: null }],
    )
    const material = await one(`select id from public.research_materials where slug = $1`, [`m-${students}`])
    expect(
      await as(owner).query(
        `select body, author_name, author_school, profile_id from public.material_comments where material_id = $1`,
        [material?.id],
      ),
    ).toEqual([{ body: 'shown', author_name: '', author_school: '', profile_id: null }])
    // An open report remains if its reason suffices.
    expect(
      await as(owner).query(
        `select m.slug, r.reason, r.words, r.profile_id, r.settled_at from public.reports r join public.research_materials m on m.id = r.material_id
          where m.slug like $1`,
        [`r-${students}-%`],
      ),
    ).toEqual([{ slug: `r-${students}-patient`, reason: 'patient', words: '', profile_id: null, settled_at: null }])
    const removals = await as(owner).query<{ place: string; path: string }>(
      `select place, path from public.file_removals where path like $1 or place = 'drive' order by place, path`,
      [`%${student.userId}%`],
    )
    expect(removals.map(({ place }) => place)).toEqual(['drive', 'material-uploads', 'material-uploads', 'product-files'])
    expect(removals.at(-1)?.path).toBe(`avatars/${student.userId}.webp`)
    expect(
      await as(admin).query(`select action, actor_id from public.audit_log where subject = $1`, [student.profileId]),
    ).toEqual([{ action: 'account.deleted', actor_id: null }])
  })
})

describe('an account with a work on sale', () => {
  it('leaves an anonymous profile and the work with its file', async () => {
    const student = await somebody(true)
    await soldFor(student, 300_000)
    // The owed amount must be forfeited explicitly; the page sends the entered amount as kobo.
    await expect(deleteMine(await inSession(student))).rejects.toMatchObject({ hint: 'money_owed' })
    await expect(deleteMine(await inSession(student), 149_999)).rejects.toMatchObject({ hint: 'money_owed' })
    await deleteMine(await inSession(student), 150_000)
    expect(await count('auth.users', 'id = $1', [student.userId])).toBe(0)
    expect(
      await as(owner).query(
        `select account, amount_kobo::integer as kobo from public.book_entries e join public.book_transactions t on t.id = e.transaction_id
          where t.kind = 'given_up' and t.subject = $1 order by account`,
        [student.profileId],
      ),
    ).toEqual([
      { account: 'platform', kobo: -150_000 },
      { account: 'waiting', kobo: 150_000 },
    ])

    const left = await one(`select * from public.profiles where id = $1`, [student.profileId])
    // Every column of a profile. A new one needs a decision in private.anonymise_account before it is added here.
    const { id, total_earnings, deleted_at, created_at, updated_at, ...rest } = left ?? {}
    expect([id, total_earnings]).toEqual([student.profileId, 1500])
    expect([deleted_at, created_at, updated_at].every((time) => time !== null)).toBe(true)
    expect(rest).toEqual({
      admin_roles: [],
      user_id: null,
      first_name: '',
      last_name: '',
      named_on_works: false,
      Institition: null,
      course_of_study: null,
      phone_number: null,
      year_of_study: null,
      avatar_url: null,
      user_type: 'Student',
    })
    expect(
      await as(owner).query(`select title, upload_status, file_name, file_path from public.material_uploads where user_id = $1`, [
        student.profileId,
      ]),
    ).toEqual([{ title: 'Approved', upload_status: 'approved', file_name: 'work.pdf', file_path: student.approved?.file }])
    expect(await count('public.file_removals', 'path = $1', [student.approved?.file])).toBe(0)
    expect(await count('public.file_removals', `place = 'drive' and path like $1`, [`${student.approved?.id}%`])).toBe(0)
    const emptied = [
      'profiles_bank_details',
      'account_checks',
      'consents',
      'outbox',
      'material_comments',
      'reports',
      'saved_works',
    ]
    for (const table of emptied) {
      expect(await count(`public.${table}`, 'profile_id = $1', [student.profileId]), table).toBe(0)
    }
    expect(await count('public.outbox', `recipient = $1 and template = 'order-paid'`, [student.email])).toBe(0)
    // A token that is still valid finds nothing.
    expect(await as(student).query(`select id from public.profiles`)).toEqual([])
    expect(await as(student).query(`select id from public.material_uploads`)).toEqual([])
  })
})

describe('an account whose address is not confirmed', () => {
  it("keeps the receipts of the address, which may be another buyer's", async () => {
    const student = await somebody(false)
    await as(owner).change(`update auth.users set email_confirmed_at = null where id = $1`, [student.userId])
    await deleteMine(await inSession(student))
    expect(await count('public.outbox', `recipient = $1 and template = 'order-paid'`, [student.email])).toBe(2)
  })
})

describe('tables that reference a profile', () => {
  const tables = async () =>
    (
      await as(owner).query<{ name: string }>(
        `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'public.profiles'::regclass order by 1`,
      )
    ).map(({ name }) => name)

  it('are handled in private.anonymise_account or private.close_student_accounts', async () => {
    expect(await tables()).toEqual([
      'account_checks',
      // The ledger rows remain, and with them the anonymous profile.
      'book_entries',
      'class_reps',
      'consents',
      'discount_codes',
      'material_comments',
      // A share means an approved work, so the anonymous profile remains for the ledger.
      'material_shares',
      'material_uploads',
      'outbox',
      'payout_holds',
      'payouts',
      'private.book_balances',
      'private.book_earned',
      'private.book_months',
      'private.material_share_history',
      // The order of another person, which only loses the link's owner.
      'private.orders',
      'private.payouts_left_out',
      'private.pending_sale_notifications',
      'private.pending_shares',
      // Deleted by private.delete_notes_of_account.
      'private.person_notes',
      'private.sale_emails',
      'profiles_bank_details',
      'reports',
      'sales',
      'saved_works',
      'topic_requests',
    ])
  })

  it('are in the data export except emails', async () => {
    const archive = fs.readFileSync(new URL('../../app/features/my-data/archive.server.ts', import.meta.url), 'utf8')
    // Sums and queues contain nothing that the ledger does not have.
    expect((await tables()).filter((name) => !name.startsWith('private.') && !archive.includes(`.from('${name}')`))).toEqual([
      'outbox',
    ])
  })
})

describe('permission to delete an account', () => {
  it('is given to its owner after a recent sign-in', async () => {
    const student = await signUp('stale@example.com')
    for (const user of [student, await inSession(student, 11), { ...student, claims: { session_id: randomUUID() } }]) {
      await expect(deleteMine(user)).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
    }
    expect(await count('auth.users', 'id = $1', [student.userId])).toBe(1)
    await deleteMine(await inSession(student, 4))
    expect(await count('auth.users', 'id = $1', [student.userId])).toBe(0)
  })

  it('is denied for other accounts by session and by row', async () => {
    const theirs = await inSession(bola)
    await expect(deleteMine({ ...ada, claims: theirs.claims })).rejects.toMatchObject({ hint: 'sign_in_again' })
    for (const user of [visitor, ada, admin]) {
      await expect(as(user).change(`delete from auth.users where id = $1`, [bola.userId])).rejects.toMatchObject(noGrant)
      await expect(as(user).change(`delete from public.profiles where id = $1`, [bola.profileId])).rejects.toMatchObject(noGrant)
    }
    for (const user of [visitor, secretKey]) {
      await expect(deleteMine(user)).rejects.toMatchObject(noGrant)
    }
    expect(await count('auth.users', 'id = $1', [bola.userId])).toBe(1)
  })

  it('is denied to admins', async () => {
    await expect(deleteMine(await inSession(admin))).rejects.toMatchObject({ code: '42501', hint: 'admin' })
    expect(await count('auth.users', 'id = $1', [admin.userId])).toBe(1)
  })

  it('deletes nothing of another student', async () => {
    const [leaving, staying] = [await somebody(true), await somebody(true)]
    const rows = async () =>
      as(owner).query(
        `select (select to_jsonb(p) from public.profiles p where id = $1) as profile,
                (select jsonb_agg(to_jsonb(u) order by id) from public.material_uploads u where user_id = $1) as uploads,
                (select jsonb_agg(to_jsonb(b)) from public.profiles_bank_details b where profile_id = $1) as bank,
                (select jsonb_agg(to_jsonb(c) order by id) from public.material_comments c where profile_id = $1) as comments,
                (select count(*) from public.file_removals where path like '%' || $2 || '%') as files`,
        [staying.profileId, staying.userId],
      )
    const before = await rows()
    await deleteMine(await inSession(leaving))
    expect(await rows()).toEqual(before)
  })

  it('includes accounts without a profile', async () => {
    const bare = await signUp('bare@example.com')
    await as(owner).change(`delete from public.profiles where id = $1`, [bare.profileId])
    await deleteMine(await inSession(bare))
    expect(await count('auth.users', 'id = $1', [bare.userId])).toBe(0)
  })
})

describe('an account with a payout on its way', () => {
  it('cannot be deleted before the bank’s result', async () => {
    const student = await somebody(true)
    await as(owner).change(`update public.profiles_bank_details set changed_at = null where profile_id = $1`, [student.profileId])
    const sale = await soldFor(student, 500_000)
    await as(owner).query(`select private.clear_shares(now() + interval '8 days')`)
    const [run] = await as(owner).query<{ run_id: string }>(
      `select * from private.confirm_run('a run of one', jsonb_build_array(jsonb_build_object('profile', $1::uuid, 'kobo', 250000)), now() + interval '8 days')`,
      [student.profileId],
    )
    const payout = await one(`select id from public.payouts where run_id = $1`, [run?.run_id])
    await expect(deleteMine(await inSession(student))).rejects.toMatchObject({ hint: 'payout_on_its_way' })
    await as(admin).query(`select public.mark_payouts_paid($1, array[$2]::uuid[], 'REF 1')`, [run?.run_id, payout?.id])
    await deleteMine(await inSession(student))
    expect(await count('private.payout_accounts', 'payout_id = $1', [payout?.id])).toBe(0)
    expect(await count('private.payouts_left_out', 'profile_id = $1', [student.profileId])).toBe(0)
    expect(await count('public.sales', 'profile_id = $1', [student.profileId])).toBe(1)
    // A later refund is borne by the platform, because the debtor is gone.
    await as(admin).query(`select public.refund_sale($1, 'late', 'Chargeback')`, [sale])
    expect(
      await as(owner).query(`select balance_kobo::integer as kobo from private.book_balances where profile_id = $1`, [
        student.profileId,
      ]),
    ).toEqual([{ kobo: 0 }, { kobo: 0 }])
    // The platform also gets the share of later sales.
    await as(owner).query(
      `select private.record_sale(s.material_id, row('selar', 'after the deletion', 100000, 0, now())::private.payment, 'hand')
       from public.sales s where s.id = $1`,
      [sale],
    )
    expect(
      await one(`select share_kobo::integer as share, profile_id from public.sales where order_reference = 'after the deletion'`),
    ).toEqual({ share: 0, profile_id: null })
  })
})

describe('public.file_removals', () => {
  const claim = () =>
    as(secretKey).query<{ id: string; path: string; attempt: number }>(`select * from public.claim_file_removals()`)
  const add = async (path: string) =>
    (
      await as(owner).query<{ id: string }>(`insert into public.file_removals (place, path) values ('drive', $1) returning id`, [
        path,
      ])
    )[0]?.id ?? ''

  it('leases a file to one worker and retries until it is removed', async () => {
    await as(owner).change(`delete from public.file_removals`)
    const id = await add('a.pdf')
    expect(await claim()).toMatchObject([{ id, path: 'a.pdf', attempt: 1 }])
    expect(await claim()).toEqual([])
    await as(secretKey).query(`select public.record_file_removal_failure($1, 1, 'the drive is away')`, [id])
    expect(
      await one(`select last_error, next_attempt_at > now() as later from public.file_removals where id = $1`, [id]),
    ).toEqual({
      last_error: 'the drive is away',
      later: true,
    })
    await as(owner).change(`update public.file_removals set next_attempt_at = now(), attempts = 40`)
    expect(await claim()).toMatchObject([{ attempt: 41 }])
    await as(secretKey).query(`select public.record_file_removal_failure($1, 41, 'still away')`, [id])
    expect(
      await one(`select next_attempt_at <= now() + interval '6 hours' as bounded from public.file_removals where id = $1`, [id]),
    ).toEqual({
      bounded: true,
    })
    await as(secretKey).query(`select public.record_file_removal($1)`, [id])
    expect(await count('public.file_removals', 'true')).toBe(0)
  })

  it('is visible to admins and claimed only by the worker', async () => {
    const id = await add('b.pdf')
    expect(await as(admin).query(`select id from public.file_removals`)).toEqual([{ id }])
    expect(await as(ada).query(`select id from public.file_removals`)).toEqual([])
    await expect(as(visitor).query(`select id from public.file_removals`)).rejects.toMatchObject(noGrant)
    for (const user of [visitor, ada, admin]) {
      for (const sql of [
        `delete from public.file_removals`,
        `insert into public.file_removals (place, path) values ('drive', 'x')`,
        `select * from public.claim_file_removals()`,
        `select public.record_file_removal('${id}')`,
        `select public.record_file_removal_failure('${id}', 1, 'x')`,
        `update public.file_removals set path = 'x'`,
      ]) {
        await expect(as(user).query(sql), sql).rejects.toMatchObject(noGrant)
      }
    }
  })
})
