// Rules for every table and function, so that a new one is not overlooked.
import fs from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { type Account, gatherPeople, noGrant, noPolicy, type CurrentUser } from './people.ts'

const { ada, bola, admin, visitor, secretKey, owner, as, sendIn, stop } = await gatherPeople()
afterAll(stop)

const list = async (sql: string): Promise<string[]> => (await as(owner).query<{ name: string }>(sql)).map((row) => row.name)

/** May read and write rows, but not truncate a table or add a trigger. */
const everyRow = ['delete', 'insert', 'select', 'update']
const anyoneReads = { anon: ['select'], authenticated: everyRow, service_role: everyRow }
/** Admins can undo a deletion, so no user role may delete catalogue rows. */
const shelf = { anon: ['select'], authenticated: ['insert', 'select', 'update'], service_role: everyRow }
/** Tables that only functions write. */
const onlyRead = { anon: [], authenticated: ['select'], service_role: ['select'] }
const profileForm = [
  'Institition',
  'avatar_url',
  'course_of_study',
  'first_name',
  'last_name',
  'named_on_works',
  'phone_number',
  'year_of_study',
]

/**
 * Every grant of the API's three roles: a privilege on the table, or privilege(columns). A changed grant fails here
 * first.
 */
const granted: Record<string, { anon: string[]; authenticated: string[]; service_role: string[] }> = {
  account_checks: { anon: [], authenticated: ['select'], service_role: [] },
  audit_log: { anon: [], authenticated: ['select'], service_role: ['select'] },
  blog_posts: shelf,
  book_entries: onlyRead,
  book_rules: { anon: ['select'], authenticated: ['select'], service_role: ['select'] },
  book_transactions: onlyRead,
  class_rep_shares: { anon: [], authenticated: ['select'], service_role: [] },
  class_reps: { anon: [], authenticated: ['select(agreed_at, code, profile_id, stop_reason, stopped_at)'], service_role: [] },
  consents: { anon: [], authenticated: ['select'], service_role: ['select'] },
  contact_conversations: onlyRead,
  contact_messages: onlyRead,
  courses: shelf,
  curriculum_courses: shelf,
  discount_codes: {
    anon: [],
    authenticated: [
      'insert(amount, category, code, first_day, is_stopped, kind, last_day, max_uses, works)',
      'select',
      'update(amount, category, code, deleted_at, first_day, is_stopped, kind, last_day, max_uses, works)',
    ],
    service_role: everyRow,
  },
  drive_copies: { anon: [], authenticated: ['select'], service_role: everyRow },
  file_removals: { anon: [], authenticated: ['select'], service_role: ['select'] },
  faq_questions: shelf,
  former_slugs: { anon: ['select'], authenticated: ['select'], service_role: everyRow },
  judged_searches: { anon: [], authenticated: ['select'], service_role: everyRow },
  material_comments: {
    anon: ['select(author_name, author_school, body, comment_status, created_at, has_bought, id, material_id, stars)'],
    authenticated: ['insert(body, material_id)', 'select', 'update(comment_status)'],
    service_role: everyRow,
  },
  material_shares: { anon: [], authenticated: ['select'], service_role: ['select'] },
  material_uploads: {
    anon: [],
    authenticated: [
      'delete',
      'insert(category, description, design, file_name, file_path, file_sha256, format, idempotency_key, instrument, pages, population_and_sample, programme, proposed_price, subject_area, terms_version, title, user_id, wished_price, year_of_study)',
      'select',
    ],
    service_role: everyRow,
  },
  missed_searches: { anon: [], authenticated: ['select'], service_role: [] },
  newsletters: {
    anon: [],
    authenticated: ['insert(body, subject)', 'select', 'update(body, deleted_at, subject)'],
    service_role: [],
  },
  outbox: {
    anon: [],
    authenticated: [
      'select(attempts, created_at, dead_at, id, last_error, next_attempt_at, order_id, profile_id, recipient, sent_at, template)',
    ],
    service_role: ['select', 'update(next_attempt_at)'],
  },
  payout_holds: onlyRead,
  payout_runs: onlyRead,
  payout_steps: onlyRead,
  payouts: onlyRead,
  product_rules: { anon: [], authenticated: ['delete', 'select'], service_role: ['select'] },
  profiles: {
    anon: [],
    authenticated: ['select', `update(${profileForm.join(', ')})`],
    service_role: ['delete', 'select', `update(${profileForm.join(', ')})`],
  },
  profiles_bank_details: {
    anon: [],
    authenticated: [
      'insert(account_name, account_number, bank_name, profile_id)',
      'select',
      'update(account_name, account_number, bank_name, profile_id)',
    ],
    service_role: everyRow,
  },
  refunds: {
    anon: [],
    authenticated: ['select(amount_kobo, id, in_time, is_sample, sale_id, share_back_kobo, written_at)'],
    service_role: ['select'],
  },
  reports: {
    anon: [],
    authenticated: [
      'insert(comment_id, material_id, reason, words)',
      'select(comment_id, created_at, id, material_id, outcome, profile_id, reason, settled_at, target, updated_at, words)',
    ],
    service_role: everyRow,
  },
  research_materials: shelf,
  sale_columns: {
    anon: [],
    authenticated: ['insert(columns, provider)', 'select', 'update(columns, provider)'],
    service_role: ['select'],
  },
  sales: {
    anon: [],
    authenticated: [
      'select(clears_at, fee_is_estimate, fee_kobo, gross_kobo, id, is_sample, material_id, paid_at, profile_id, share_basis, share_kobo, share_percent, title, written_at)',
    ],
    service_role: ['select'],
  },
  saved_replies: { anon: [], authenticated: ['insert', 'select', 'update'], service_role: everyRow },
  saved_works: { anon: [], authenticated: ['delete', 'insert(material_id)', 'select'], service_role: everyRow },
  settings: anyoneReads,
  thesaurus: { anon: [], authenticated: ['insert', 'select', 'update'], service_role: everyRow },
  thesaurus_proposals: { anon: [], authenticated: ['select'], service_role: [] },
  topic_requests: {
    anon: [],
    authenticated: ['insert(contact, deadline, programme, specialty, topic, user_id)', 'select'],
    service_role: everyRow,
  },
  testimonials: shelf,
  topic_imports: {
    anon: [],
    authenticated: ['select(added, admin_id, changed, created_at, file_name, id, put_back, undone_at)'],
    service_role: everyRow,
  },
  topics_directory: shelf,
  ui_content: anyoneReads,
  unmatched_sales: onlyRead,
  upload_messages: onlyRead,
  upload_reviews: { anon: [], authenticated: ['select'], service_role: ['select'] },
  views_and_clicks: onlyRead,
  writing_services: shelf,
}

describe('every public table', () => {
  it('has row security enabled', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
      ),
    ).toEqual([])
  })

  it('is a table because a view would run with its owner’s rights', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`,
      ),
    ).toEqual([])
  })

  it('has a policy', async () => {
    expect(
      await list(`select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_policy where polrelid = c.oid)`),
    ).toEqual([])
  })

  it('is named in a specific test', async () => {
    const tests = fs
      .readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.test.ts') && name !== 'every-table.test.ts')
      .map((name) => fs.readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    const tables = await list(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    expect(tables.length).toBeGreaterThan(0)
    expect(tables.filter((table) => !tests.some((text) => new RegExp(`\\b${table}\\b`).test(text)))).toEqual([])
  })

  it('has a comment', async () => {
    expect(
      await list(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and obj_description(oid) is null`,
      ),
    ).toEqual([])
  })

  // A hosted backend takes days from anyone, and pages cannot show 'infinity' or a year before Christ.
  it('bounds each day and time that users write', async () => {
    const writtenByFunctions = ['class_rep_shares.valid_from', 'sales.paid_at', 'unmatched_sales.paid_at']
    const days =
      await list(`select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype)
      and (c.relname || '.' || a.attname = any ('{${writtenByFunctions.join()}}')
        or has_column_privilege('anon', c.oid, a.attnum, 'insert,update')
        or has_column_privilege('authenticated', c.oid, a.attnum, 'insert,update')) order by 1`)
    expect(days).toEqual(expect.arrayContaining([...writtenByFunctions, 'topic_requests.deadline', 'discount_codes.last_day']))
    const bounds = await list(`select conrelid::regclass || '.' || a.attname as name from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype = 'c' and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(\\(' || a.attname || ' >= ''1900-01-01.*' || a.attname || ' <= ''2100-01-01')`)
    expect(days.filter((day) => !bounds.includes(day))).toEqual([])
  })

  it('has the trigger that updates updated_at', async () => {
    expect(
      await list(`select table_name as name from information_schema.columns c where table_schema = 'public' and column_name = 'updated_at'
        and not exists (select from pg_trigger where tgrelid = format('public.%I', c.table_name)::regclass and tgenabled = 'O'
          and tgfoid = 'private.touch_updated_at'::regproc and tgtype = 19)`),
    ).toEqual([])
  })

  it('has an index for each of its foreign keys', async () => {
    expect(
      await list(`select conrelid::regclass || ' ' || conname as name from pg_constraint k
        where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`),
    ).toEqual([])
  })
})

describe('grants', () => {
  it('match the list', async () => {
    const rows = await as(owner).query<{ table: string; role: 'anon' | 'authenticated' | 'service_role'; privilege: string }>(`
      with role as (select unnest(array['anon', 'authenticated', 'service_role']) as name),
      held as (
        select c.relname as "table", role.name as role, lower(p) as privilege, has_table_privilege(role.name, c.oid, p) as whole,
          (select string_agg(a.attname, ', ' order by a.attname collate "C") from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
             and not a.attisdropped and p in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') and has_column_privilege(role.name, c.oid, a.attnum, p)) as columns
        from pg_class c, role, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      )
      select "table", role, case when whole then privilege else privilege || '(' || columns || ')' end as privilege
      from held where whole or columns is not null order by 1, 2, 3`)
    const actual: typeof granted = {}
    const tables = await list(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const table of tables) {
      const of = (role: string) => rows.filter((row) => row.table === table && row.role === role).map((row) => row.privilege)
      actual[table] = { anon: of('anon'), authenticated: of('authenticated'), service_role: of('service_role') }
    }
    expect(actual).toEqual(granted)
  })

  it('let visitors write no table and no column', async () => {
    expect(
      await list(`select c.relname || ' ' || p as name from pg_class c, unnest(array['INSERT', 'UPDATE', 'REFERENCES']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_any_column_privilege('anon', c.oid, p)
        union all
        select c.relname || ' ' || p from pg_class c, unnest(array['DELETE', 'TRUNCATE', 'TRIGGER']) p
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('anon', c.oid, p)`),
    ).toEqual([])
  })

  it('exclude sequences', async () => {
    expect(
      await list(`select relname as name from pg_class, unnest(array['anon', 'authenticated', 'service_role']) r
        where relnamespace = 'public'::regnamespace and relkind = 'S' and has_sequence_privilege(r, oid, 'USAGE, SELECT, UPDATE')`),
    ).toEqual([])
  })

  it('exclude private tables except for their owner', async () => {
    expect(
      await list(`select c.relname || ' ' || r as name from pg_class c, unnest(array['anon', 'authenticated', 'service_role']) r
        where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege(r, c.oid, 'SELECT, INSERT, UPDATE, DELETE')`),
    ).toEqual([])
  })

  it('exclude creating objects in our schemas', async () => {
    expect(
      await list(`select n || ' ' || r as name from unnest(array['public', 'private']) n, unnest(array['anon', 'authenticated', 'service_role']) r
        where has_schema_privilege(r, n, 'CREATE')`),
    ).toEqual([])
  })
})

describe('functions', () => {
  const ours = `pg_proc f where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`
  const executable = (role: string) =>
    list(`select oid::regproc::text as name from ${ours} and has_function_privilege('${role}', oid, 'EXECUTE') order by 1`)

  it('have an empty search_path', async () => {
    expect(await list(`select oid::regproc::text as name from ${ours} and prosecdef`)).not.toEqual([])
    expect(
      await list(`select oid::regproc::text as name from ${ours} and not coalesce(proconfig @> array['search_path=""'], false)`),
    ).toEqual([])
  })

  it('that visitors may run match the list', async () => {
    expect(await executable('anon')).toEqual([
      'bundle_works',
      'count_buyers',
      'email_account_exists',
      'material_author',
      'material_files',
      'material_page_pictures',
      'most_opened_topics',
      'private.has_admin_role',
      'private.is_admin',
      'private.own_profile_id',
      'related_topics',
      'search_all',
      'search_materials',
      'shop_window',
      'sitemap_materials',
      'sitemap_parts',
      'suggest',
      'usual_prices',
    ])
  })

  it('that students may run match the list', async () => {
    expect(await executable('authenticated')).toEqual([
      'accept_duplicate_payment',
      'account_details',
      'account_lines',
      'account_name_mismatches',
      'accountant_lines',
      'accounts_of_addresses',
      'acknowledge_refunds',
      'add_own_alert',
      'add_person_note',
      'agree_class_rep_share',
      'agree_to_upload_terms',
      'alert_figures',
      'answer_conversation',
      'answer_conversations',
      'answer_reviewer',
      'answer_topic_request',
      'answer_topic_requests',
      'approve_upload',
      'audit_log_actors',
      'audit_log_names',
      'balance_sheet',
      'become_class_rep',
      'best_sold_materials',
      'block_account',
      'bundle_works',
      'change_book_rules',
      'change_bundle',
      'change_prices',
      'close_topic_request',
      'close_transfer',
      'compare_file',
      'confirm_own_account',
      'confirm_payouts',
      'console_statistics',
      'console_today',
      'count_buyers',
      'count_due',
      'counted_statistics',
      'create_bundle',
      'create_own_discount',
      'decide_refund',
      'decide_thesaurus_proposal',
      'delete_my_account',
      'delete_person_note',
      'discard_bank_file',
      'discard_own_account',
      'discount_uses',
      'dismiss_transfer',
      'earlier_uploads',
      'edit_upload',
      'email_account_exists',
      'end_own_alert',
      'find_accounts',
      'find_audit_log_records',
      'find_orders',
      'find_reports',
      'find_sales',
      'find_topic_requests',
      'hold_payouts',
      'import_thesaurus',
      'import_topics',
      'invite_admin',
      'lift_hold',
      'list_admin_invitations',
      'list_admins',
      'list_class_reps',
      'list_order_disputes',
      'list_payout_runs',
      'list_thesaurus_proposals',
      'log_export',
      'mark_payouts_paid',
      'material_author',
      'material_details',
      'material_files',
      'material_page_pictures',
      'money_figures',
      'money_overview',
      'most_opened_topics',
      'must_add_second_factor',
      'names_of_people',
      'newsletter_figures',
      'open_own_order',
      'order_details',
      'order_totals',
      'own_account_pending',
      'own_alerts',
      'own_bank_change_delay',
      'own_block',
      'own_bundle_price',
      'own_class_rep',
      'own_discounts',
      'own_earnings',
      'own_newsletter_consents',
      'own_order_records',
      'own_orders',
      'own_person_notes',
      'own_purchase',
      'own_stars',
      'own_statement',
      'own_work_figures',
      'pause_newsletter',
      'payout_bank_file',
      'payout_run_details',
      'paystack_reconciliation',
      'paystack_transfer_code',
      'person_details',
      'platform_file_to_open',
      'preview_sales',
      'private.can_be_reported',
      'private.file_is_stored',
      'private.has_admin_role',
      'private.has_hidden_characters',
      'private.is_admin',
      'private.is_own_avatar',
      'private.is_own_upload_path',
      'private.is_platform_file',
      'private.is_post_picture',
      'private.is_safe_file_name',
      'private.own_account_id',
      'private.own_profile_id',
      'private.upload_uses_file',
      'propose_payouts',
      'provider_sales',
      'put_back_on_sale',
      'rate_material',
      'record_bank',
      'record_payout_return',
      'record_refund_settlement',
      'record_sales',
      'refund_part',
      'refund_sale',
      'reject_upload',
      'related_topics',
      'release_dispute',
      'reminder_figures',
      'renew_own_alerts',
      'reopen_reports',
      'reopen_review',
      'replace_upload_file',
      'request_changes',
      'resend_order',
      'reserve_for_bank_file',
      'resolve_discrepancy',
      'resolve_reports',
      'resolve_unmatched_sale',
      'respond_to_dispute',
      'restart_class_rep',
      'retry_drive_copy',
      'retry_email',
      'retry_transfer',
      'retry_unmatched_sale',
      'reverse_sale',
      'revoke_order',
      'run_transfers',
      'sale_details',
      'sale_totals',
      'sales_by_week',
      'save_file_metadata',
      'save_material_with_file',
      'save_platform_file',
      'save_settings',
      'save_texts',
      'search_all',
      'search_console',
      'search_materials',
      'second_factor_state',
      'send_newsletter',
      'session_is_open',
      'set_admin_roles',
      'set_conversation_reminder',
      'set_conversations_open',
      'shop_window',
      'sitemap_materials',
      'sitemap_parts',
      'start_transfers',
      'stop_class_rep',
      'stop_own_class_link',
      'stop_own_discount',
      'suggest',
      'take_off_sale',
      'test_newsletter',
      'text_changes',
      'tick_review',
      'unblock_account',
      'undo_topic_import',
      'upload_buyers',
      'usual_prices',
      'verify_transfer',
      'views_and_sales_rows',
      'views_to_sales',
      'weekly_missed_searches',
      'withdraw_admin_invitation',
      'work_sellers',
    ])
  })

  it('that only the secret key may run match the list', async () => {
    const students = await executable('authenticated')
    expect((await executable('service_role')).filter((name) => !students.includes(name))).toEqual([
      'accept_admin_invitation',
      'accept_app_code',
      'accept_passkey',
      'accept_recovery_code',
      'add_chunk',
      'add_platform_files',
      'add_second_factor',
      'agree_to_newsletters',
      'alerts_by_token',
      'cache_invalidations_since',
      'check_database',
      'check_discount',
      'claim_dispute_list',
      'claim_disputed_orders',
      'claim_disputes',
      'claim_drive_copy',
      'claim_emails',
      'claim_file_removals',
      'claim_order',
      'claim_orders',
      'claim_paystack_reconciliation',
      'claim_refunded_orders',
      'claim_refunds',
      'claim_transfers',
      'claim_upload_session',
      'clear_due_shares',
      'confirm_alerts',
      'confirm_invited_account',
      'consume_download',
      'consume_second_factor_challenge',
      'count_attempt',
      'create_order',
      'due_file_checks',
      'due_page_drawings',
      'due_picture_imports',
      'email_alerts',
      'email_orders',
      'end_alerts',
      'explain_search',
      'files_to_sell',
      'find_admin_invitation',
      'make_admin',
      'order_by_token',
      'order_file',
      'order_receipt',
      'orphaned_files',
      'orphaned_page_pictures',
      'oversized_files',
      'postpone_page_drawing',
      'process_payment_events',
      'process_sale_notices',
      'process_transfer_events',
      'propose_thesaurus_entries',
      'publish_scheduled',
      'purge_account_checks',
      'purge_deleted',
      'purge_rate_limits',
      'purge_unpaid_orders',
      'queue_daily_digest',
      'queue_missing_drive_copies',
      'queue_newsletters',
      'queue_sale_emails',
      'receive_message',
      'receive_payment_events',
      'receive_sale_notices',
      'reconcile_with_paystack',
      'record_cache_invalidations',
      'record_dispute_check',
      'record_dispute_response',
      'record_email_failure',
      'record_email_sent',
      'record_file_check',
      'record_file_condition',
      'record_file_removal',
      'record_file_removal_failure',
      'record_missed_search',
      'record_order_sent',
      'record_recipient',
      'record_refund_state',
      'record_sample_content',
      'record_views_and_clicks',
      'refund_rate_limit',
      'refuse_emails',
      'reject_transfer',
      'release_unsent_transfer',
      'release_upload_session',
      'remind_buyers',
      'remove_demo',
      'remove_rejected_files',
      'remove_second_factor',
      'remove_upload_session',
      'rename_second_factor',
      'replace_recovery_codes',
      'request_alert',
      'request_refund',
      'reserve_page_pictures',
      'reset_second_factors',
      'save_account_check',
      'save_imported_pictures',
      'save_page_pictures',
      'save_payer',
      'save_reading_place',
      'save_second_factor_challenge',
      'second_factor_challenge',
      'second_factor_keys',
      'second_factor_settings',
      'settle_dispute',
      'settle_order',
      'settle_refunds',
      'settle_transfer',
      'start_upload_session',
      'sweep_upload_sessions',
      'upload_session_details',
      'uploads_missing_file',
    ])
  })
})

describe('policies', () => {
  it('are permissive and for named roles', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where 0 = any (polroles) or not polpermissive`,
      ),
    ).toEqual([])
  })

  it('let visitors only read', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where 'anon'::regrole = any (polroles) and polcmd <> 'r'`,
      ),
    ).toEqual([])
  })

  it('restrict the new values of changed rows', async () => {
    expect(
      await list(
        `select polrelid::regclass || ': ' || polname as name from pg_policy where polcmd = 'w' and polwithcheck is null`,
      ),
    ).toEqual([])
  })

  it('never read roles or addresses from the token instead of a table', async () => {
    expect(
      await list(`select polrelid::regclass || ': ' || polname as name from pg_policy
        where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* 'jwt|claims|auth\\.role|auth\\.email'`),
    ).toEqual([])
  })

  it('identify the caller from the session by one function only', async () => {
    expect(
      await list(`select polrelid::regclass || ': ' || polname as name from pg_policy
        where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* 'auth\\.'`),
    ).toEqual([])
    expect(
      await list(`select oid::regproc::text as name from pg_proc f where pronamespace = 'private'::regnamespace
        and has_function_privilege('authenticated', oid, 'EXECUTE') and prosrc ~ 'auth\\.uid'`),
    ).toEqual(['private.own_account_id'])
  })
})

describe('the token of an ended session', () => {
  /** Returns the same user with the same token, after their session was ended elsewhere. */
  async function ended(user: Account): Promise<Account> {
    const session = randomUUID()
    await as(owner).change(`insert into auth.sessions (id, user_id) values ($1, $2)`, [session, user.userId])
    const later = { ...user, claims: { session_id: session } }
    expect(await isOpen(later)).toBe(true)
    await as(owner).change(`delete from auth.sessions where id = $1`, [session])
    return later
  }
  const isOpen = async (user: CurrentUser) =>
    (await as(user).query<{ it: boolean }>(`select public.session_is_open() as it`))[0]?.it
  /** Returns how many rows of each table a user sees. */
  async function countVisible(user: CurrentUser): Promise<Record<string, number>> {
    const tables = Object.keys(granted)
    const [row] = await as(user).query<Record<string, number>>(
      `select ${[...tables.map((table) => `public.${table}`), 'storage.objects'].map((table) => `(select count(*)::int from ${table}) as "${table}"`).join(', ')}`,
    )
    return row ?? {}
  }

  it('sees only what a visitor sees in every table', async () => {
    await sendIn(ada, 'A work of a session that goes on')
    const [student, withRole] = [await ended(ada), await ended(admin)]
    const stranger: CurrentUser = { role: 'authenticated', userId: randomUUID() }
    const open = await countVisible(stranger)
    expect(await countVisible(student)).toEqual(open)
    expect(await countVisible(withRole)).toEqual(open)
    // Both see rows while their session is open.
    expect(await countVisible(ada)).toMatchObject({ 'public.profiles': 1, 'public.material_uploads': 1, 'storage.objects': 1 })
    expect((await countVisible(admin))['public.audit_log']).toBeGreaterThan(0)
    expect(open).toMatchObject({ 'public.profiles': 0, 'public.audit_log': 0, 'storage.objects': 0 })
  })

  it('changes nothing', async () => {
    const [student, withRole] = [await ended(bola), await ended(admin)]
    const { id, file } = await sendIn(bola, 'A work that stays as it is')
    expect(await as(student).change(`update public.profiles set first_name = 'Changed'`)).toBe(0)
    expect(await as(student).change(`delete from public.material_uploads where id = $1`, [id])).toBe(0)
    expect(await as(student).change(`delete from storage.objects where name = $1`, [file])).toBe(0)
    await expect(
      as(student).change(`insert into public.profiles_bank_details (profile_id, account_number) values ($1, '0000000001')`, [
        bola.profileId,
      ]),
    ).rejects.toMatchObject(noPolicy)
    await expect(
      as(student).change(`insert into public.topic_requests (user_id, topic) values ($1, 'Anything')`, [bola.profileId]),
    ).rejects.toMatchObject(noPolicy)
    for (const path of [`${bola.userId}/1795000000001-more.pdf`, `avatars/${bola.userId}.png`]) {
      await expect(
        as(student).change(`insert into storage.objects (bucket_id, name) values ($1, $2)`, [
          path.startsWith('avatars') ? 'product-files' : 'material-uploads',
          path,
        ]),
      ).rejects.toMatchObject(noPolicy)
    }
    await expect(as(student).query(`select public.replace_upload_file($1, 'work.pdf', $2)`, [id, file])).rejects.toMatchObject({
      code: '42501',
    })
    expect(await as(withRole).change(`update public.blog_posts set post_title = 'Changed'`)).toBe(0)
    await expect(as(withRole).query(`select public.console_today(5)`)).rejects.toMatchObject({ code: '42501' })
    await expect(as(withRole).query(`select public.find_accounts('')`)).rejects.toMatchObject({ code: '42501' })
  })

  it('is distinguished from that of an open session', async () => {
    expect(await isOpen(ada)).toBe(true)
    expect(await isOpen(await ended(ada))).toBe(false)
    expect(await isOpen({ ...ada, claims: bola.claims })).toBe(false)
    for (const session_id of [undefined, '', 'none', 7, randomUUID(), `${ada.claims.session_id}0`]) {
      expect(await isOpen({ ...ada, claims: { session_id } }), String(session_id)).toBe(false)
    }
    const session = randomUUID()
    await as(owner).change(`insert into auth.sessions (id, user_id, not_after) values ($1, $2, now() - interval '1 second')`, [
      session,
      ada.userId,
    ])
    expect(await isOpen({ ...ada, claims: { session_id: session } })).toBe(false)
    await expect(isOpen(visitor)).rejects.toMatchObject(noGrant)
    await expect(isOpen(secretKey)).rejects.toMatchObject(noGrant)
  })
})
