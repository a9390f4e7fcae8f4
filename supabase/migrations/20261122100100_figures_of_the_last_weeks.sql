-- What the operator reads off plots (docs/decisions/0022): what came in week by week, and how long reviews took.

-- A review that is reopened, or a file that is sent again, leaves no trace of when the first answer came; so each answer is noted as it is given.
create table private.review_answers (
  upload_id uuid not null references public.material_uploads (id) on delete cascade,
  waited_since timestamptz not null,
  answered_at timestamptz not null default now(),
  primary key (upload_id, waited_since)
);
comment on table private.review_answers is 'When a file that waited for its review was first answered: approved, rejected, or changes asked. Goes with its upload.';
create index review_answers_by_time_idx on private.review_answers (answered_at);
revoke all on private.review_answers from public, anon, authenticated, service_role;

create function private.note_review_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A decision that was taken back and made again is no second answer.
  insert into private.review_answers (upload_id, waited_since) values (new.id, old.waiting_since) on conflict do nothing;
  return null;
end $$;
comment on function private.note_review_answered() is 'Trigger: an upload waits no longer, so its student has an answer.';
revoke all on function private.note_review_answered() from public;
create trigger material_uploads_note_answered after update on public.material_uploads
  for each row when (old.waiting_since is not null and new.waiting_since is null) execute function private.note_review_answered();

insert into private.review_answers (upload_id, waited_since, answered_at)
select u.id, coalesce(u.file_replaced_at, u.created_at), case when u.upload_status = 'pending' then u.noted_at else r.decided_at end
  from public.material_uploads u join public.upload_reviews r on r.upload_id = u.id
 where u.waiting_since is null and case when u.upload_status = 'pending' then u.noted_at else r.decided_at end >= coalesce(u.file_replaced_at, u.created_at)
on conflict do nothing;

-- Twelve weeks are read, however many years there are.
create index material_uploads_by_time_idx on public.material_uploads (created_at);
create index topic_requests_by_time_idx on public.topic_requests (created_at);
create index material_comments_by_time_idx on public.material_comments (created_at);
create index upload_reviews_by_time_idx on public.upload_reviews (decided_at) where decided_at is not null;

create function private.figures(weeks integer, moment timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with shown as (
    select date_trunc('week', moment at time zone 'Africa/Lagos')::date - 7 * back as week from generate_series(0, weeks - 1) back
  ),
  span as materialized (
    select min(week)::timestamp at time zone 'Africa/Lagos' as begins, (max(week) + 7)::timestamp at time zone 'Africa/Lagos' as ends from shown
  ),
  came as (
    select 'accounts' as what, p.created_at as at from public.profiles p, span where p.created_at >= begins and p.created_at < ends and p.deleted_at is null
    union all
    select 'uploads', u.created_at from public.material_uploads u, span where u.created_at >= begins and u.created_at < ends
    union all
    select 'approved', r.decided_at from public.upload_reviews r join public.material_uploads u on u.id = r.upload_id, span
     where r.decided_at >= begins and r.decided_at < ends and u.upload_status = 'approved'
    union all
    select 'requests', t.created_at from public.topic_requests t, span where t.created_at >= begins and t.created_at < ends
    union all
    select 'comments', c.created_at from public.material_comments c, span where c.created_at >= begins and c.created_at < ends
  ),
  counted as (
    select date_trunc('week', at at time zone 'Africa/Lagos')::date as week,
           count(*) filter (where what = 'accounts') as accounts, count(*) filter (where what = 'uploads') as uploads,
           count(*) filter (where what = 'approved') as approved, count(*) filter (where what = 'requests') as requests,
           count(*) filter (where what = 'comments') as comments
      from came group by 1
  ),
  answers as (
    select (a.waited_since at time zone 'Africa/Lagos')::date as sent, (a.answered_at at time zone 'Africa/Lagos')::date as answered
      from private.review_answers a, span where a.answered_at >= begins and a.answered_at < ends
  ),
  holidays as (
    select distinct substring(line from '^\d{4}-\d{2}-\d{2}(?!\d)') as day
      from public.settings s, regexp_split_to_table(s.setting_value, E'\n') line
     where s.group_name = 'uploads' and starts_with(s.setting_key, 'public_holidays_')
  ),
  -- Days with the working days up to and with each: the difference of two is how many lie between them.
  calendar as (
    select day, works, sum(works::integer) over (order by day) as worked
      from (select d::date as day, extract(isodow from d) < 6 and h.day is null as works
              from generate_series((select min(sent) from answers)::timestamp, (select max(answered) from answers)::timestamp, interval '1 day') d
              left join holidays h on h.day = d::date::text) days
  ),
  took as (
    select date_trunc('week', a.answered)::date as week, (e.worked - s.worked)::integer as days,
           -- By the fifth working day after the day it was sent, and not on the Saturday after that.
           e.worked - s.worked < 5 or (e.worked - s.worked = 5 and e.works) as in_time
      from answers a join calendar s on s.day = a.sent join calendar e on e.day = a.answered
  ),
  reviewed as (
    select week, count(*) as answered, count(*) filter (where in_time) as in_time, percentile_cont(0.5) within group (order by days) as median_days
      from took group by week
  )
  select jsonb_build_object(
    'weeks', (
      select jsonb_agg(jsonb_build_object(
               'week', s.week, 'accounts', coalesce(c.accounts, 0), 'uploads', coalesce(c.uploads, 0), 'approved', coalesce(c.approved, 0),
               'requests', coalesce(c.requests, 0), 'comments', coalesce(c.comments, 0),
               'answered', coalesce(r.answered, 0), 'in_time', coalesce(r.in_time, 0), 'median_days', r.median_days) order by s.week)
        from shown s left join counted c on c.week = s.week left join reviewed r on r.week = s.week),
    'reviews', (
      select jsonb_build_object('answered', count(*), 'in_time', count(*) filter (where in_time),
               'median_days', percentile_cont(0.5) within group (order by days))
        from took)
  )
$$;
comment on function private.figures(integer, timestamptz) is
  'Counts of so many weeks, the last one that of the moment: weeks begin on Monday in Lagos. median_days: working days from the day a file was sent to the day it was answered, without Saturdays, Sundays and public holidays; in_time: by the fifth. What was withdrawn or deleted is not counted. For definer functions only.';
revoke all on function private.figures(integer, timestamptz) from public;

create function public.console_figures(weeks integer default 12) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.only_operators();
  return private.figures(least(greatest(weeks, 1), 53), now());
end $$;
comment on function public.console_figures(integer) is
  'What came in during the last weeks (Lagos, from Monday), at most 53: accounts, uploads, approved uploads, topic requests, comments; and how long reviews took. Operators only.';
revoke all on function public.console_figures(integer) from public, anon, authenticated, service_role;
grant execute on function public.console_figures(integer) to authenticated;
