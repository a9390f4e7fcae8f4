// Rows and functions of each admin role (docs/decisions/0050).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople } from './people.ts'

const { ada, admin: ope, secretKey, owner, as, signUp, sendIn, stop } = await gatherPeople()
afterAll(stop)

/** Creates an admin with these roles, who has just signed in. */
async function withRoles(name: string, roles: string[]): Promise<Account> {
  const account = await signUp(`${name}@example.com`, { first_name: name })
  await as(owner).change(`update public.profiles set user_type = 'Admin', admin_roles = $2::text[] where id = $1`, [
    account.profileId,
    `{${roles.join(',')}}`,
  ])
  return inNewSession(account)
}

async function inNewSession(account: Account): Promise<Account> {
  const session = randomUUID()
  await as(owner).change(`insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())`, [session, account.userId])
  return { ...account, claims: { session_id: session } }
}

const boss = await withRoles('boss', ['owner'])
const money = await withRoles('money', ['money'])
const reviewer = await withRoles('reviewer', ['reviewer'])
const editor = await withRoles('editor', ['editor'])
const people = { owner: boss, money, reviewer, editor, student: ada }

const rolesOf = async (profile: string) =>
  (
    await as(owner).query<{ roles: string }>(
      `select array_to_string(admin_roles, ' ') as roles from public.profiles where id = $1`,
      [profile],
    )
  )[0]?.roles

/** Returns who of the people succeeds with this, in their order. */
async function whoCan(act: (user: Account) => Promise<boolean>): Promise<string[]> {
  const able: string[] = []
  for (const [name, user] of Object.entries(people)) {
    if (await act(user)) {
      able.push(name)
    }
  }
  return able
}

describe('functions for admins', () => {
  /** The functions that a user is not refused for their role, called without arguments. */
  async function callable(user: Account): Promise<string[]> {
    const functions = await as(owner).query<{ name: string; call: string }>(
      `select proname as name, format('select public.%I(%s)', proname, (
           select string_agg('null::' || format_type(type, null), ', ' order by at)
             from unnest(proargtypes::oid[]) with ordinality as arguments (type, at))) as call
         from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
          and prosrc ~ 'private\\.(require_admin_role|has_admin_role|claim_review)\\('
          and proname not in ('console_today', 'count_due', 'search_console')
        order by proname`,
    )
    const names: string[] = []
    for (const { name, call } of functions) {
      const refusal = await as(user)
        .query(call)
        .then(
          () => '',
          (failure: { message?: string }) => failure.message ?? '',
        )
      if (!/^Only (an admin|admins) /.test(refusal)) {
        names.push(name)
      }
    }
    return names
  }

  it('that a student may call do not exist', async () => {
    expect(await callable(ada)).toEqual([])
  })

  it('that money may call match the list', async () => {
    expect(await callable(money)).toEqual([
      'accept_duplicate_payment',
      'account_details',
      'account_lines',
      'account_name_mismatches',
      'accountant_lines',
      'accounts_of_addresses',
      'acknowledge_refunds',
      'add_person_note',
      'agree_class_rep_share',
      'answer_conversation',
      'answer_conversations',
      'balance_sheet',
      'best_sold_materials',
      'block_account',
      'close_transfer',
      'confirm_payouts',
      'console_statistics',
      'decide_refund',
      'delete_person_note',
      'discard_bank_file',
      'discount_uses',
      'dismiss_transfer',
      'find_accounts',
      'find_orders',
      'find_sales',
      'hold_payouts',
      'lift_hold',
      'list_class_reps',
      'list_order_disputes',
      'list_payout_runs',
      'log_export',
      'mark_payouts_paid',
      'money_figures',
      'money_overview',
      'names_of_people',
      'order_details',
      'order_totals',
      'payout_bank_file',
      'payout_run_details',
      'paystack_reconciliation',
      'paystack_transfer_code',
      'person_details',
      'preview_sales',
      'propose_payouts',
      'provider_sales',
      'record_bank',
      'record_payout_return',
      'record_refund_settlement',
      'record_sales',
      'refund_part',
      'refund_sale',
      'release_dispute',
      'reminder_figures',
      'resend_order',
      'reserve_for_bank_file',
      'resolve_discrepancy',
      'resolve_unmatched_sale',
      'respond_to_dispute',
      'restart_class_rep',
      'retry_email',
      'retry_transfer',
      'retry_unmatched_sale',
      'reverse_sale',
      'revoke_order',
      'run_transfers',
      'sale_details',
      'sale_totals',
      'sales_by_week',
      'set_conversation_reminder',
      'set_conversations_open',
      'start_transfers',
      'stop_class_rep',
      'unblock_account',
      'verify_transfer',
      'views_and_sales_rows',
      'views_to_sales',
      'work_sellers',
    ])
  })

  it('that a reviewer may call match the list', async () => {
    expect(await callable(reviewer)).toEqual([
      'answer_topic_request',
      'approve_upload',
      'close_topic_request',
      'compare_file',
      'earlier_uploads',
      'find_reports',
      'find_topic_requests',
      'names_of_people',
      'reject_upload',
      'reopen_reports',
      'reopen_review',
      'request_changes',
      'resolve_reports',
      'retry_drive_copy',
      'save_file_metadata',
      'tick_review',
      'upload_buyers',
    ])
  })

  it('that an editor may call match the list', async () => {
    expect(await callable(editor)).toEqual([
      'alert_figures',
      'change_bundle',
      'change_prices',
      'create_bundle',
      'decide_thesaurus_proposal',
      'import_thesaurus',
      'import_topics',
      'list_thesaurus_proposals',
      'material_details',
      'platform_file_to_open',
      'save_platform_file',
      'save_texts',
      'text_changes',
      'undo_topic_import',
      'weekly_missed_searches',
      'work_sellers',
    ])
  })

  it('that every admin may call match the list', async () => {
    const found = await as(owner).query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
          and prosrc ~ 'private\\.(require_admin|is_admin)\\(' order by proname`,
    )
    expect(found.map(({ name }) => name)).toEqual(['console_today', 'count_due', 'delete_my_account', 'search_console'])
  })

  it('are all open to an owner', async () => {
    expect((await callable(boss)).length).toBeGreaterThan(60)
  })
})

describe('rows', () => {
  beforeAll(async () => {
    await sendIn(ada, 'A work to review')
    await as(owner).change(`insert into public.consents (profile_id, agreed_to, version) values ($1, 'terms', 'shipped')`, [
      ope.profileId,
    ])
    await as(owner).change(
      `with conversation as (
         insert into public.contact_conversations (email, sender_name, about, body)
         values ('ada@example.com', 'Ada', 'order', 'Where is my file?') returning *)
       insert into public.contact_messages (conversation_id, sender_name, about, body)
       select id, sender_name, about, body from conversation`,
    )
    await as(owner).change(
      `insert into public.topic_requests (user_id, topic, contact) values ($1, 'A topic that nobody has', 'ada@example.com')`,
      [ada.profileId],
    )
  })

  it.each([
    ['audit_log', ['owner']],
    ['outbox', ['owner', 'money']],
    ['contact_conversations', ['owner', 'money']],
    ['contact_messages', ['owner', 'money']],
    ['material_uploads', ['owner', 'reviewer', 'student']],
    ['upload_reviews', ['owner', 'reviewer']],
    ['topic_requests', ['owner', 'reviewer', 'student']],
    ['consents', ['owner']],
  ])('of %s are read by %j', async (table, readers) => {
    expect(await whoCan(async (user) => (await as(user).query(`select 1 from public.${table} limit 1`)).length > 0)).toEqual(
      readers,
    )
  })

  it('of uploads reach the page of their student, which the money role opens, with titles and states alone', async () => {
    expect(
      await whoCan((user) =>
        as(user)
          .query<{ it: { student: { uploads: { title: string; file_path?: string; review_notes?: string }[] } } }>(
            `select public.person_details($1) as it`,
            [ada.profileId],
          )
          .then(
            ([row]) =>
              row?.it.student.uploads.some(
                (upload) => upload.title === 'A work to review' && !('file_path' in upload) && !('review_notes' in upload),
              ) ?? false,
            () => false,
          ),
      ),
    ).toEqual(['owner', 'money'])
  })

  it('of other profiles are read by who works with accounts', async () => {
    expect(
      await whoCan(
        async (user) => (await as(user).query(`select 1 from public.profiles where id = $1`, [ope.profileId])).length > 0,
      ),
    ).toEqual(['owner', 'money'])
  })

  it.each([
    ['settings', `insert into public.settings (group_name, setting_key, setting_value) values ('site', $1, 'x')`, ['owner']],
    [
      'texts',
      `insert into public.ui_content (page_section, content_key, content_value) values ('roles', $1, 'x')`,
      ['owner', 'editor'],
    ],
    ['topics', `insert into public.topics_directory (topic) values ('A topic of ' || $1)`, ['owner', 'editor']],
    [
      'courses of programmes',
      `insert into public.curriculum_courses (title, programme, subjects) values ('A course of ' || $1, 'nd', 'x')`,
      ['owner', 'editor'],
    ],
    [
      'questions',
      `insert into public.faq_questions (part, question, answer) values ('Roles', 'Who is ' || $1 || '?', 'Nobody')`,
      ['owner', 'editor'],
    ],
  ])('of %s are added by the right roles', async (_what, sql, writers) => {
    expect(
      await whoCan((user) =>
        as(user)
          .change(sql, [user.email.split('@')[0]])
          .then(
            (changed) => changed === 1,
            ({ code, message }: { code?: string; message?: string }) => {
              expect([code, message]).toEqual(['42501', expect.stringContaining('row-level security')])
              return false
            },
          ),
      ),
    ).toEqual(writers)
  })
})

describe('emails to admins', () => {
  it('go to owners and to the role that acts on them', async () => {
    await as(secretKey).query(`select public.receive_message('Ada', 'ada@example.com', 'order', 'Where is my file?')`)
    const recipients = async (template: string) =>
      (
        await as(owner).query<{ recipient: string }>(
          `select distinct recipient from public.outbox where template = $1 order by recipient`,
          [template],
        )
      ).map(({ recipient }) => recipient)
    const emails = (...accounts: Account[]) => accounts.map(({ email }) => email).toSorted()
    expect(await recipients('admin-new-message')).toEqual(emails(ope, boss, money))
    expect(await recipients('admin-new-upload')).toEqual(emails(ope, boss, reviewer))
  })

  it('count in the digest what is due for the role', async () => {
    await as(owner).query(`select private.queue_digests(private.due_now(1))`)
    const digests = await as(owner).query<{ recipient: string; kinds: string[] }>(
      `select recipient, array(select key from jsonb_each_text(details) where value <> '0' and key <> 'oldest' order by key) as kinds
         from public.outbox where template = 'admin-digest'`,
    )
    expect(Object.fromEntries(digests.map(({ recipient, kinds }) => [recipient, kinds]))).toEqual({
      [ope.email]: ['messages', 'requests', 'reviews'],
      [boss.email]: ['messages', 'requests', 'reviews'],
      [money.email]: ['messages'],
      [reviewer.email]: ['requests', 'reviews'],
    })
  })
})

describe('Today and the search', () => {
  it('show each role its own work', async () => {
    const kinds = async (user: Account) => {
      const [row] = await as(user).query<{ due: Record<string, { count: number }> }>(`select public.console_today(5) as due`)
      return Object.entries(row?.due ?? {}).flatMap(([kind, { count }]) => (count > 0 ? [kind] : []))
    }
    expect(await kinds(boss)).toEqual(expect.arrayContaining(['reviews', 'requests']))
    expect((await kinds(reviewer)).toSorted()).toEqual(['requests', 'reviews'])
    expect(await kinds(editor)).toEqual([])
    const counts = async (user: Account) =>
      (await as(user).query<{ due: Record<string, number> }>(`select public.count_due() as due`))[0]?.due
    expect(Object.keys((await counts(reviewer)) ?? {}).toSorted()).toEqual([
      'comments',
      'copies',
      'reports',
      'requests',
      'reviews',
      'urgent',
    ])
    expect(await counts(editor)).toEqual({ links: 0 })
    expect(await kinds(money)).toEqual(['messages'])
  })

  it('finds students, conversations and uploads only for the roles that open them', async () => {
    const kinds = async (user: Account, search: string) =>
      (await as(user).query<{ kind: string }>(`select distinct kind from public.search_console($1)`, [search])).map(
        ({ kind }) => kind,
      )
    expect(await kinds(boss, 'A work to review')).toEqual(['upload'])
    expect(await kinds(reviewer, 'A work to review')).toEqual(['upload'])
    expect(await kinds(money, 'A work to review')).toEqual([])
    expect((await kinds(money, 'ada@example')).toSorted()).toEqual(['conversation', 'student'])
    expect(await kinds(editor, 'ada@example')).toEqual([])
  })
})

describe('choosing roles', () => {
  const set = async (user: Account, profile: string, roles: string[]) =>
    (
      await as(user).query<{ outcome: string }>(`select public.set_admin_roles($1, $2::text[]) as outcome`, [
        profile,
        `{${roles.join(',')}}`,
      ])
    )[0]?.outcome

  it('is for owners who have just signed in', async () => {
    for (const user of [money, reviewer, editor, ada]) {
      await expect(set(user, user.profileId, ['owner'])).rejects.toMatchObject({ code: '42501' })
    }
    await as(owner).change(`update auth.sessions set created_at = now() - interval '11 minutes' where id = $1`, [
      boss.claims.session_id,
    ])
    await expect(set(boss, ada.profileId, ['editor'])).rejects.toMatchObject({ code: '42501', hint: 'sign_in_again' })
  })

  it('stores each role once, logs and emails the change, and takes all of them away', async () => {
    const now = await inNewSession(boss)
    expect(await set(now, ada.profileId, ['editor', 'money', 'editor'])).toBe('ok')
    expect(await rolesOf(ada.profileId)).toBe('money editor')
    expect(await set(now, ada.profileId, ['money', 'editor'])).toBe('unchanged')
    expect(await set(now, ada.profileId, ['reviewer'])).toBe('ok')
    expect(await set(now, ada.profileId, [])).toBe('ok')
    expect(
      await as(owner).query(
        `select action, details #> '{changes,admin_roles}' as changes from public.audit_log where subject = $1 order by id`,
        [ada.profileId],
      ),
    ).toEqual([
      { action: 'admin.made', changes: ['', 'money, editor'] },
      { action: 'admin.roles_changed', changes: ['money, editor', 'reviewer'] },
      { action: 'admin.removed', changes: ['reviewer', ''] },
    ])
    for (const { profileId } of [ope, ada]) {
      expect(
        await as(owner).query(
          `select details ->> 'roles' as roles, (details ->> 'changed')::boolean as changed from public.outbox
            where template = 'admin-role' and profile_id = $1 and details ->> 'name' = (
              select btrim(first_name || ' ' || last_name) from public.profiles where id = $2)
            order by roles`,
          [profileId, ada.profileId],
        ),
      ).toEqual([
        { roles: '', changed: false },
        { roles: 'money, editor', changed: false },
        { roles: 'reviewer', changed: true },
      ])
    }
  })

  it('leaves the last owner an owner', async () => {
    const now = await inNewSession(boss)
    expect(await set(now, ope.profileId, ['money'])).toBe('ok')
    expect(await set(now, boss.profileId, ['money', 'reviewer', 'editor'])).toBe('last')
    expect(await set(now, boss.profileId, [])).toBe('last')
    expect(await set(now, boss.profileId, ['owner', 'money'])).toBe('ok')
  })

  it('cannot be bypassed by writing the column', async () => {
    await expect(as(money).change(`update public.profiles set admin_roles = '{owner}'`)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('drafts of the catalogue', () => {
  const hidden = {
    research_materials: `(slug, title, category) values ('role-draft', 'Role draft', 'seminar')`,
    blog_posts: `(slug, post_title) values ('role-draft', 'Role draft')`,
    writing_services: `(service_name, service_type) values ('Role draft', 'editing')`,
    courses: `(title, category) values ('Role draft', 'midwifery')`,
  }
  const readers = (table: string) =>
    whoCan(
      async (user) =>
        (await as(user).query(`select 1 from public.${table} t where to_jsonb(t)::text like '%Role draft%'`)).length === 1,
    )

  beforeAll(async () => {
    for (const [table, values] of Object.entries(hidden)) {
      await as(owner).change(`insert into public.${table} ${values}`)
    }
  })

  it.each(['blog_posts', 'writing_services', 'courses'])('show those of %s to editors and owners only', async (table) => {
    expect(await readers(table)).toEqual(['owner', 'editor'])
  })

  // Sales, orders, uploads and reports name them.
  it('show those of research_materials to every admin role', async () => {
    expect(await readers('research_materials')).toEqual(['owner', 'money', 'reviewer', 'editor'])
  })
})
