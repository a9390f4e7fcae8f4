-- Console features across all sections: Today and its digest, statistics, exports, and the purge of deleted rows.

-- The kinds of items that Today shows, in this order. Each is a view private.due_<kind> of its own migration, whose
-- rows have a place. Console and digest do not compile without a kind of this list.
create type public.due_kind as enum (
  'reviews', 'links', 'urgent', 'disputes', 'orders', 'run', 'transfers', 'discrepancies', 'returned', 'sales', 'refunds',
  'messages', 'requests', 'comments', 'reports', 'copies', 'emails'
);
comment on type public.due_kind is 'Kind of item that is due, in the order of Today.';

create function private.due_role(kind public.due_kind) returns public.admin_role
language sql immutable set search_path = '' as $$
  select case
    when kind in ('reviews', 'urgent', 'requests', 'comments', 'reports', 'copies') then 'reviewer'
    when kind = 'links' then 'editor'
    else 'money'
  end::public.admin_role
$$;
comment on function private.due_role(public.due_kind) is
  'Returns the admin role that a kind of Today is for; owners see every kind.';
revoke all on function private.due_role(public.due_kind) from public;

create function private.due_now(max_rows integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  kind public.due_kind;
  due jsonb := '{}'::jsonb;
  due_by_kind jsonb;
begin
  foreach kind in array enum_range(null::public.due_kind) loop
    execute format($query$
      select jsonb_build_object(
        'count', count(*), 'rows', coalesce(jsonb_agg(r order by r.place) filter (where r.place <= $1), '[]'::jsonb)
      ) from private.%I r
    $query$, 'due_' || kind) into due_by_kind using max_rows;
    due := due || jsonb_build_object(kind, due_by_kind);
  end loop;
  return due;
end $$;
comment on function private.due_now(integer) is
  'Returns for each kind of due item the count and the first rows. For definer functions only.';
revoke all on function private.due_now(integer) from public;

create function public.console_today(max_rows integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  due jsonb;
  nothing constant jsonb := '{"count": 0, "rows": []}';
begin
  perform private.require_admin();
  select jsonb_object_agg(
      key, case when private.has_admin_role(private.due_role(key::public.due_kind)) then value else nothing end)
    into due from jsonb_each(private.due_now(least(greatest(max_rows, 1), 50)));
  return due;
end $$;
comment on function public.console_today(integer) is
  'Returns what is due for the caller''s roles: for each kind the count and the first rows. Admins only.';
revoke all on function public.console_today(integer) from public, anon, authenticated, service_role;
grant execute on function public.console_today(integer) to authenticated;

-- Written out, so that a session plans it once: the navigation of each page requests these counts. A test compares it
-- with the enum.
create view private.due_counts as
  select 'reviews'::public.due_kind as kind, count(*) as due from private.due_reviews
  union all select 'links', count(*) from private.due_links
  union all select 'urgent', count(*) from private.due_urgent
  union all select 'disputes', count(*) from private.due_disputes
  union all select 'orders', count(*) from private.due_orders
  union all select 'run', count(*) from private.due_run
  union all select 'transfers', count(*) from private.due_transfers
  union all select 'discrepancies', count(*) from private.due_discrepancies
  union all select 'returned', count(*) from private.due_returned
  union all select 'sales', count(*) from private.due_sales
  union all select 'refunds', count(*) from private.due_refunds
  union all select 'messages', count(*) from private.due_messages
  union all select 'requests', count(*) from private.due_requests
  union all select 'comments', count(*) from private.due_comments
  union all select 'reports', count(*) from private.due_reports
  union all select 'copies', count(*) from private.due_copies
  union all select 'emails', count(*) from private.due_emails;
comment on view private.due_counts is 'The number of due items of each kind.';

create function public.count_due() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  counts jsonb;
begin
  perform private.require_admin();
  select jsonb_object_agg(kind, due) into counts
    from private.due_counts where private.has_admin_role(private.due_role(kind));
  return coalesce(counts, '{}'::jsonb);
end $$;
comment on function public.count_due() is
  'Returns for each kind of console_today that is for the caller''s roles how many items are due. Admins only.';
revoke all on function public.count_due() from public, anon, authenticated, service_role;
grant execute on function public.count_due() to authenticated;

create table private.daily_digests (day date primary key, queued_at timestamptz not null default now());
comment on table private.daily_digests is
  'Days whose digest was sent, so that each day has one, however many processes run.';

create function private.queue_digests(due jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here public.profiles;
  counts jsonb;
  queued boolean := false;
begin
  for here in select * from public.profiles where user_type = 'Admin' loop
    select jsonb_object_agg(key, case when here.admin_roles && array['owner', private.due_role(key::public.due_kind)::text]
        then value -> 'count' else '0' end)
      into counts from jsonb_each(due);
    if exists (select from jsonb_each_text(counts) where value <> '0') then
      perform private.queue_email('admin-digest', here.id, counts || jsonb_build_object('oldest',
        case when counts ->> 'reviews' <> '0' then due #>> '{reviews,rows,0,waiting_since}' end));
      queued := true;
    end if;
  end loop;
  return queued;
end $$;
comment on function private.queue_digests(jsonb) is
  'Emails each admin the counts of what is due for their roles, unless nothing is. Returns false if nobody is emailed.';
revoke all on function private.queue_digests(jsonb) from public;

create function public.queue_daily_digest() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lagos timestamp := now() at time zone 'Africa/Lagos';
begin
  if lagos::time < time '07:00' or not private.notifies_admins('daily_digest') then
    return false;
  end if;
  insert into private.daily_digests (day) values (lagos::date) on conflict do nothing;
  if not found then
    return false;
  end if;
  delete from private.daily_digests where day < lagos::date - 30;
  return private.queue_digests(private.due_now(1));
end $$;
comment on function public.queue_daily_digest() is
  'Once a day from seven in the morning in Lagos, emails each admin what is due for their roles, unless nothing is or '
  'they switched it off. Service role only.';
revoke all on function public.queue_daily_digest() from public, anon, authenticated, service_role;
grant execute on function public.queue_daily_digest() to service_role;

-- Admins enter the figures that the site claims. The console shows these counts beside them.
create function public.counted_statistics() returns table (
  topics bigint, materials bigint, students bigint, schools bigint, services bigint, courses bigint, posts bigint, uploads bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.has_admin_role('owner') then
    raise exception 'Only an admin counts' using errcode = '42501';
  end if;
  return query select
    (select count(*) from public.topics_directory where deleted_at is null),
    (select count(*) from public.research_materials where published_at is not null),
    (select count(*) from public.profiles where user_type = 'Student'),
    (select count(distinct lower(btrim("Institition"))) from public.profiles
      where user_type = 'Student' and btrim("Institition") <> ''),
    (select count(*) from public.writing_services where published_at is not null),
    (select count(*) from public.courses where status = 'active'),
    (select count(*) from public.blog_posts where published_at is not null),
    (select count(*) from public.material_uploads);
end $$;
comment on function public.counted_statistics() is
  'Counts what the site makes claims about: visible records and student accounts. Admins only.';
revoke all on function public.counted_statistics() from public, anon, authenticated, service_role;
grant execute on function public.counted_statistics() to authenticated;

-- Data of the charts: new records by period, and review times (docs/decisions/0022).
create function private.count_buyers(begins timestamptz, ends timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('all', count(*), 'returning', count(*) filter (where exists (
           select from private.orders o
            where lower(o.email) = b.email and o.email <> '' and o.state = 'paid' and o.amount_kobo > 0
              and o.duplicate_of is null and o.paid_at < b.last_at)))
    from (
      select lower(o.email) as email, max(o.paid_at) as last_at from private.orders o
       where o.state = 'paid' and o.amount_kobo > 0 and o.duplicate_of is null and o.paid_at >= begins and o.paid_at < ends
       group by 1
    ) b
$$;
comment on function private.count_buyers(timestamptz, timestamptz) is
  'Returns the number of addresses that paid an order on this site in a time, and of those that had bought before.';
revoke all on function private.count_buyers(timestamptz, timestamptz) from public;

create function public.console_statistics(since date, until date, step public.period_step) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  begins constant timestamptz := since::timestamp at time zone 'Africa/Lagos';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Africa/Lagos';
begin
  perform private.require_admin_role('money');
  return (
    with periods as materialized (
      select p.starts_on, p.ends_on from private.report_periods(since, until, step) p
    ),
    came as (
      select 'accounts' as what, p.created_at as at from public.profiles p
       where p.created_at >= begins and p.created_at < ends and p.deleted_at is null
      union all
      select 'uploads', u.created_at from public.material_uploads u where u.created_at >= begins and u.created_at < ends
      union all
      select 'approved', r.decided_at from public.upload_reviews r join public.material_uploads u on u.id = r.upload_id
       where r.decided_at >= begins and r.decided_at < ends and u.upload_status = 'approved'
      union all
      select 'requests', t.created_at from public.topic_requests t where t.created_at >= begins and t.created_at < ends
      union all
      select 'comments', c.created_at from public.material_comments c where c.created_at >= begins and c.created_at < ends
    ),
    days as (
      select (at at time zone 'Africa/Lagos')::date as day,
             count(*) filter (where what = 'accounts') as accounts, count(*) filter (where what = 'uploads') as uploads,
             count(*) filter (where what = 'approved') as approved, count(*) filter (where what = 'requests') as requests,
             count(*) filter (where what = 'comments') as comments
        from came group by 1
    ),
    counted as (
      select p.starts_on, sum(d.accounts) as accounts, sum(d.uploads) as uploads, sum(d.approved) as approved,
             sum(d.requests) as requests, sum(d.comments) as comments
        from periods p join days d on d.day between p.starts_on and p.ends_on
       group by p.starts_on
    ),
    answers as (
      select (a.waited_since at time zone 'Africa/Lagos')::date as sent,
             (a.answered_at at time zone 'Africa/Lagos')::date as answered
        from private.review_decisions a where a.answered_at >= begins and a.answered_at < ends
    ),
    holidays as (
      select distinct substring(line from '^\d{4}-\d{2}-\d{2}(?!\d)') as day
        from public.settings s, regexp_split_to_table(s.setting_value, E'\n') line
       where s.group_name = 'uploads' and starts_with(s.setting_key, 'public_holidays_')
    ),
    -- Each day with the number of working days up to and including it. The difference of two days is the number of
    -- working days between them.
    calendar as (
      select day, works, sum(works::integer) over (order by day) as worked
        from (select d::date as day, extract(isodow from d) < 6 and h.day is null as works
                from generate_series(
                  (select min(sent) from answers)::timestamp, (select max(answered) from answers)::timestamp, interval '1 day'
                ) d
                left join holidays h on h.day = d::date::text) days
    ),
    took as (
      select a.answered, (e.worked - s.worked)::integer as days,
             -- Decided by the fifth working day after it was sent. A Saturday after that fifth day is too late.
             e.worked - s.worked < 5 or (e.worked - s.worked = 5 and e.works) as in_time
        from answers a join calendar s on s.day = a.sent join calendar e on e.day = a.answered
    ),
    reviewed as (
      select p.starts_on, count(*) as answered, count(*) filter (where t.in_time) as in_time,
             percentile_cont(0.5) within group (order by t.days) as median_days
        from periods p join took t on t.answered between p.starts_on and p.ends_on
       group by p.starts_on
    )
    select jsonb_build_object(
      'periods', (
        select jsonb_agg(jsonb_build_object(
                 'starts_on', p.starts_on, 'ends_on', p.ends_on, 'accounts', coalesce(c.accounts, 0),
                 'uploads', coalesce(c.uploads, 0), 'approved', coalesce(c.approved, 0), 'requests', coalesce(c.requests, 0),
                 'comments', coalesce(c.comments, 0), 'answered', coalesce(r.answered, 0), 'in_time', coalesce(r.in_time, 0),
                 'median_days', r.median_days
               ) order by p.starts_on)
          from periods p left join counted c on c.starts_on = p.starts_on left join reviewed r on r.starts_on = p.starts_on),
      'reviews', (
        select jsonb_build_object('answered', count(*), 'in_time', count(*) filter (where in_time),
                 'median_days', percentile_cont(0.5) within group (order by days))
          from took),
      'buyers', private.count_buyers(begins, ends)
    )
  );
end $$;
comment on function public.console_statistics(date, date, public.period_step) is
  'Returns new records by period, for days in Lagos, first and last inclusive: accounts, uploads, approved uploads, topic '
  'requests, comments; review times; and buyers on this site. median_days: working days from sending a file to its '
  'decision, without weekends and public holidays. in_time: decided by the fifth. Withdrawn and deleted records are not '
  'counted. At most ten years, or a year by day. Admins only.';
revoke all on function public.console_statistics(date, date, public.period_step)
  from public, anon, authenticated, service_role;
grant execute on function public.console_statistics(date, date, public.period_step) to authenticated;

-- Exports from the console require a recent sign-in and are logged.
create function public.log_export(of_what text, files text default '') returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Row security and the functions of each list decide what an archive of several files can have.
  perform private.require_admin_role(variadic case of_what
    when 'topics' then array['editor'] when 'log' then array['owner'] when 'archive' then array['money', 'editor', 'reviewer']
    else array['money'] end::public.admin_role[]);
  perform private.require_recent_sign_in();
  if of_what is null or of_what not in (
    'topics', 'orders', 'sales', 'books', 'balances', 'runs', 'comparison', 'weeks', 'views', 'sources', 'log', 'archive'
  ) then
    raise exception 'There is no such export' using errcode = '22023';
  end if;
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()),
    case of_what
      when 'topics' then 'catalogue.exported' when 'log' then 'admin.log_exported' when 'archive' then 'admin.data_exported'
      else 'money.exported' end,
    of_what, case when files = '' then '{}' else jsonb_build_object('files', left(files, 500)) end);
end $$;
comment on function public.log_export(text, text) is
  'Logs that an admin exported topics, orders, the ledger, sales, statistics, the audit log or an archive of these files. '
  'Only admins who signed in within ten minutes.';
revoke all on function public.log_export(text, text) from public, anon, authenticated, service_role;
grant execute on function public.log_export(text, text) to authenticated;

-- A row is deleted permanently thirty days after its deletion. A row that others reference (a sold material, for
-- example) stays hidden.
create function public.purge_deleted(older_than interval default interval '30 days') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  tables constant text[] := array[
    'research_materials', 'writing_services', 'courses', 'blog_posts', 'topics_directory', 'faq_questions', 'testimonials',
    'thesaurus', 'curriculum_courses', 'discount_codes', 'newsletters', 'saved_replies'
  ];
  catalogue text;
  row_id uuid;
  purged integer := 0;
begin
  foreach catalogue in array tables loop
    for row_id in execute format('select id from public.%I where deleted_at < now() - $1', catalogue) using older_than loop
      begin
        execute format('delete from public.%I where id = $1', catalogue) using row_id;
        insert into public.audit_log (action, subject, details)
        values ('catalogue.purged', row_id::text, jsonb_build_object('table', catalogue));
        purged := purged + 1;
      exception when foreign_key_violation then
        null;
      end;
    end loop;
  end loop;
  return purged;
end $$;
comment on function public.purge_deleted(interval) is
  'Permanently deletes rows that admins deleted before this interval, and logs it. Returns how many. Service role only.';
revoke all on function public.purge_deleted(interval) from public, anon, authenticated;
grant execute on function public.purge_deleted(interval) to service_role;

-- Sample content is loaded once per database. Later changes and deletions by admins persist, on whatever machine the
-- site starts next.
create function public.record_sample_content(loaded jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_log (action, subject, details) values ('sample_content.loaded', 'sample content', loaded)
$$;
comment on function public.record_sample_content(jsonb) is
  'Logs that the sample content was loaded, with the count of each kind. Service role only.';
revoke all on function public.record_sample_content(jsonb) from public, anon, authenticated;
grant execute on function public.record_sample_content(jsonb) to service_role;
