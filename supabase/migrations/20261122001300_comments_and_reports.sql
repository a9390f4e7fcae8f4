-- Comments on materials and reports. A comment is shown after an admin's check (docs/decisions/0008); all open reports
-- of a comment or material are settled together (docs/decisions/0022).

create table public.material_comments (
  id uuid primary key default gen_random_uuid(),
  material_id uuid not null references public.research_materials (id) on delete cascade,
  profile_id uuid default private.own_profile_id() references public.profiles (id) on delete set null,
  body text not null check (char_length(btrim(body)) between 1 and 1000),
  author_name text not null default '',
  author_school text not null default '',
  comment_status text not null default 'pending' check (comment_status in ('pending', 'shown', 'declined')),
  has_bought boolean not null default false,
  stars smallint check (stars between 1 and 5),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint material_comments_stars_are_of_buyers check (stars is null or has_bought)
);
comment on table public.material_comments is 'Comments on materials. A comment is pending until an admin checks it.';
comment on column public.material_comments.profile_id is
  'The author. Only the author and admins can read it. Null after the account was deleted.';
comment on column public.material_comments.author_name is
  'The author''s first name at the time of writing. Visitors see only this and the author''s school.';
comment on column public.material_comments.has_bought is
  'True if the author has a paid order of the material (docs/decisions/0039). Derived from the orders by triggers.';
comment on column public.material_comments.stars is
  'A buyer''s rating, 1 to 5 (public.rate_material); the author can change it until an admin has read it.';
create unique index material_comments_one_rating_each_idx on public.material_comments (profile_id, material_id)
  where stars is not null and comment_status <> 'declined';
create index material_comments_of_material_idx on public.material_comments (material_id, created_at);
create index material_comments_of_profile_idx on public.material_comments (profile_id);
create index material_comments_by_status_and_id_idx on public.material_comments (comment_status, created_at, id);
create index material_comments_by_time_idx on public.material_comments (created_at);
create trigger material_comments_touch before update on public.material_comments
  for each row execute function private.touch_updated_at();
create trigger material_comments_log after update on public.material_comments
  for each row execute function private.log_admin_action('comment', 'id', '', 'comment_status');

create function private.sign_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.first_name, coalesce(p."Institition", '') into new.author_name, new.author_school
    from public.profiles p where p.id = new.profile_id;
  return new;
end $$;
comment on function private.sign_comment() is
  'Trigger: sets the name and school of the author''s profile on a comment, ignoring the input.';
revoke all on function private.sign_comment() from public;
create trigger material_comments_sign before insert on public.material_comments
  for each row execute function private.sign_comment();

alter table public.material_comments enable row level security;
revoke all on public.material_comments from anon, authenticated, service_role;
grant select, insert, update, delete on public.material_comments to service_role;
grant select (id, material_id, body, author_name, author_school, comment_status, has_bought, stars, created_at)
  on public.material_comments to anon;
grant select on public.material_comments to authenticated;
grant insert (material_id, body) on public.material_comments to authenticated;
grant update (comment_status) on public.material_comments to authenticated;

create policy "Visitors read approved comments" on public.material_comments for select to anon
  using (comment_status = 'shown');
-- Students may select every column, so this policy is limited to their own comments. Pages read the visible ones as a
-- visitor.
create policy "A student reads their own comments, an admin every comment"
  on public.material_comments for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('reviewer')));
create policy "A student comments on published materials in their own name"
  on public.material_comments for insert to authenticated
  with check (
    profile_id = (select private.own_profile_id()) and comment_status = 'pending'
    and exists (select 1 from public.research_materials m where m.id = material_id and m.published_at is not null)
  );
create policy "An admin shows or declines comments" on public.material_comments for update to authenticated
  using ((select private.has_admin_role('reviewer'))) with check ((select private.has_admin_role('reviewer')));

create table public.reports (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid default private.own_profile_id() references public.profiles (id) on delete cascade,
  material_id uuid references public.research_materials (id) on delete cascade,
  comment_id uuid references public.material_comments (id) on delete cascade,
  target uuid generated always as (coalesce(comment_id, material_id)) stored,
  reason text not null check (reason in ('patient', 'copied', 'harmful', 'rude', 'payment', 'other')),
  words text not null default '' check (char_length(words) <= 1000),
  outcome text check (outcome in ('nothing_to_do', 'dealt_with', 'declined', 'unpublished')),
  unpublished_from timestamptz,
  note text check (char_length(note) <= 1000),
  settled_by uuid,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint reports_have_one_target check (num_nonnulls(material_id, comment_id) = 1),
  constraint reports_say_what_else check (reason <> 'other' or btrim(words) <> ''),
  constraint reports_of_payment_are_of_materials check (reason <> 'payment' or material_id is not null),
  constraint reports_declined_are_of_comments check (outcome <> 'declined' or comment_id is not null),
  constraint reports_unpublished_are_of_materials check (outcome <> 'unpublished' or material_id is not null),
  constraint reports_settled_have_an_outcome check ((settled_at is null) = (outcome is null))
);
comment on table public.reports is
  'Reports of materials and comments, each with a reason. A report is open until an admin settles it, and is deleted '
  'with its target.';
comment on column public.reports.profile_id is
  'The reporter. Only the reporter and admins can read it, not the author of the target. Null after the account was '
  'deleted.';
comment on column public.reports.target is 'Id of the reported comment or material.';
comment on column public.reports.reason is
  'patient: names a patient or student; copied: another author''s work; harmful: wrong or could harm a patient; rude: '
  'rude or spam; payment: the payment page does not work.';
comment on column public.reports.outcome is
  'declined: the comment was declined, by this report or elsewhere. unpublished: the material was taken off the site.';
comment on column public.reports.unpublished_from is
  'published_at of the material before this settlement took it off the site. Reopening sets it again. Null once it is back.';
comment on column public.reports.note is 'The admin''s note. Only admins read it.';
comment on column public.reports.settled_by is 'auth.users.id of the admin.';
create unique index reports_one_open_each_idx on public.reports (profile_id, target) where settled_at is null;
create index reports_of_profile_idx on public.reports (profile_id, created_at);
create index reports_of_material_idx on public.reports (material_id);
create index reports_of_comment_idx on public.reports (comment_id);
create index reports_target_idx on public.reports (target, settled_at);
create index reports_open_idx on public.reports (target, created_at) where settled_at is null;
create index reports_settled_idx on public.reports (settled_at desc, target desc) where settled_at is not null;
create trigger reports_touch before update on public.reports for each row execute function private.touch_updated_at();

-- A definer function, because a student may not select the comments of others.
create function private.can_be_reported(material uuid, comment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when comment is not null then exists (
      select from public.material_comments c join public.research_materials m on m.id = c.material_id
       where c.id = comment and c.comment_status = 'shown' and m.published_at is not null)
    else exists (select from public.research_materials m where m.id = material and m.published_at is not null)
  end
$$;
comment on function private.can_be_reported(uuid, uuid) is
  'Returns true if the target is visible to visitors, and so can be reported.';
revoke all on function private.can_be_reported(uuid, uuid) from public;
grant execute on function private.can_be_reported(uuid, uuid) to authenticated, service_role;

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated, service_role;
grant select, insert, update, delete on public.reports to service_role;
grant select (id, profile_id, material_id, comment_id, target, reason, words, outcome, settled_at, created_at, updated_at)
  on public.reports to authenticated;
grant insert (material_id, comment_id, reason, words) on public.reports to authenticated;
create policy "A user reads their own reports, an admin every report" on public.reports for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('reviewer')));
create policy "A user reports published items in their own name" on public.reports for insert to authenticated
  with check (
    profile_id = (select private.own_profile_id()) and settled_at is null and private.can_be_reported(material_id, comment_id)
  );

create function private.resolve_open_reports(about uuid, seen timestamptz, how text, remark text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  settled integer;
begin
  update public.reports
     set outcome = how, note = nullif(btrim(remark), ''), settled_by = (select auth.uid()), settled_at = now()
   where target = about and settled_at is null and created_at <= seen;
  get diagnostics settled = row_count;
  if settled > 0 then
    insert into public.audit_log (actor_id, action, subject, details)
    select (select auth.uid()), 'report.settled', about::text, jsonb_strip_nulls(jsonb_build_object(
             'name', left(case when c.id is null then m.title else 'a comment on ' || m.title end, 200),
             'outcome', how, 'reports', settled, 'note', nullif(btrim(remark), '')))
      from (select about as id) this
      left join public.material_comments c on c.id = this.id
      left join public.research_materials m on m.id = coalesce(c.material_id, this.id);
  end if;
  return settled;
end $$;
comment on function private.resolve_open_reports(uuid, timestamptz, text, text) is
  'Settles the open reports of a target up to a time, and logs it. Returns how many there were. For definer functions '
  'only.';
revoke all on function private.resolve_open_reports(uuid, timestamptz, text, text) from public;

-- Declining a comment anywhere settles its reports.
create function private.resolve_declined_comment_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.resolve_open_reports(new.id, 'infinity', 'declined', null);
  return null;
end $$;
comment on function private.resolve_declined_comment_reports() is
  'Trigger: settles the open reports of a comment that is declined.';
revoke all on function private.resolve_declined_comment_reports() from public;
create trigger material_comments_settle_reports after update of comment_status on public.material_comments
  for each row when (new.comment_status = 'declined' and old.comment_status is distinct from 'declined')
  execute function private.resolve_declined_comment_reports();

create function private.end_unpublishing_by_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.reports set unpublished_from = null where material_id = new.id and unpublished_from is not null;
  return null;
end $$;
comment on function private.end_unpublishing_by_report() is
  'Trigger: a material that is published again is no longer off the site because of a report.';
revoke all on function private.end_unpublishing_by_report() from public;
create trigger research_materials_end_unpublishing after update of published_at on public.research_materials
  for each row when (new.published_at is not null and old.published_at is null)
  execute function private.end_unpublishing_by_report();

create type public.report_settlement as enum ('ok', 'settled', 'gone');
comment on type public.report_settlement is 'Result of settling reports. settled: another admin settled them first.';
create function public.resolve_reports(about uuid, seen timestamptz, how text, remark text default null)
returns public.report_settlement
language plpgsql security definer set search_path = '' as $$
declare
  published_from timestamptz;
begin
  perform private.require_admin_role('reviewer');
  if how = 'declined' then
    -- Locks the comment before its reports, in the same order as declining it elsewhere.
    perform from public.material_comments where id = about for update;
  elsif how = 'unpublished' then
    select m.published_at into published_from from public.research_materials m where m.id = about for update;
  end if;
  if private.resolve_open_reports(about, case when how = 'declined' then 'infinity' else seen end, how, remark) = 0 then
    return case when exists (select from public.reports where target = about) then 'settled' else 'gone' end;
  end if;
  if how = 'declined' then
    update public.material_comments set comment_status = 'declined' where id = about;
  elsif how = 'unpublished' then
    update public.reports set unpublished_from = published_from where target = about and settled_at = now();
    update public.research_materials set published_at = null where id = about and published_at is not null;
  end if;
  return 'ok';
end $$;
comment on function public.resolve_reports(uuid, timestamptz, text, text) is
  'Settles the open reports of a target (a material or comment id) up to the newest one that the admin saw: '
  'nothing_to_do, dealt_with, declined, which declines the comment, or unpublished, which takes the material off the '
  'site. Returns ok, settled (by another admin) or gone. Admins only, logged.';

create function public.reopen_reports(about uuid, settled timestamptz default null) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  at_time timestamptz;
  was text;
  published_from timestamptz;
begin
  perform private.require_admin_role('reviewer');
  at_time := coalesce(settled, (select max(settled_at) from public.reports where target = about));
  select r.outcome, r.unpublished_from into was, published_from
    from public.reports r where r.target = about and r.settled_at = at_time limit 1;
  update public.reports r
     set outcome = null, unpublished_from = null, note = null, settled_by = null, settled_at = null
   where r.target = about and r.settled_at = at_time
     -- A user who has reported it again has an open report, and may have only one.
     and not exists (select from public.reports o where o.target = about and o.profile_id = r.profile_id
       and o.settled_at is null);
  if not found then
    return false;
  end if;
  if was = 'declined' then
    update public.material_comments set comment_status = 'shown' where id = about and comment_status = 'declined';
  elsif was = 'unpublished' then
    update public.research_materials m set published_at = published_from
     where m.id = about and m.published_at is null and m.publish_at is null and m.deleted_at is null
       and m.withheld_from is null and private.can_be_had(m);
  end if;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'report.reopened', about::text, jsonb_build_object('outcome', was));
  return true;
end $$;
comment on function public.reopen_reports(uuid, timestamptz) is
  'Reverses the last settlement, or the one of the given time. A comment that was declined with it is shown again, a '
  'material that was unpublished with it is published again. '
  'Returns false if there is no such settlement. Admins only, logged.';

-- One row per target with open reports.
create function private.open_reports()
returns table (
  target uuid, material_id uuid, comment_id uuid, title text, slug text, hidden boolean, body text, author_name text,
  author_school text, urgent boolean, reports integer, reasons text[], words text, since timestamptz, newest timestamptz
)
language sql stable security definer set search_path = '' as $$
  select g.target, m.id, g.comment_id, m.title, m.slug, m.published_at is null, c.body, c.author_name, c.author_school,
         g.urgent, g.reports, g.reasons, g.words, g.since, g.newest
    from (
      select r.target, r.comment_id, r.material_id, bool_or(r.reason in ('patient', 'harmful')) as urgent,
             count(*)::integer as reports, array_agg(distinct r.reason) as reasons,
             string_agg(nullif(r.words, ''), E'\n' order by r.created_at) as words,
             min(r.created_at) as since, max(r.created_at) as newest
        from public.reports r where r.settled_at is null
       group by r.target, r.comment_id, r.material_id
    ) g
    left join public.material_comments c on c.id = g.comment_id
    join public.research_materials m on m.id = coalesce(g.material_id, c.material_id)
$$;
comment on function private.open_reports() is
  'Returns one row per target with open reports. urgent: the name of a patient or student, or harm. For definer '
  'functions only.';
revoke all on function private.open_reports() from public;

create function public.find_reports(
  are_open boolean default true, search text default '', after_at timestamptz default null, after_thing uuid default null,
  max_rows integer default 26
) returns table (
  target uuid, material_id uuid, comment_id uuid, title text, slug text, hidden boolean, body text, author_name text,
  author_school text, urgent boolean, reports integer, since timestamptz, newest timestamptz, outcome text, note text,
  settled_by text, settled_at timestamptz, result jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  patterns text[] := private.word_patterns(search);
begin
  perform private.require_admin_role('reviewer');
  return query
  with keys as (
    (select o.target, o.since as at, null::timestamptz as settled_at
       from private.open_reports() o
      where are_open and (patterns is null or private.fold_words(concat_ws(' ', o.title, o.body, o.words)) like all (patterns))
        and (after_thing is null or (o.since, o.target) > (after_at, after_thing))
      order by o.since, o.target limit least(greatest(max_rows, 1), 200))
    union all
    -- Reads along the index of settled reports, starting after the previous page.
    (select r.target, r.settled_at, r.settled_at
       from public.reports r
      where not are_open and r.settled_at is not null
        and (after_thing is null or (r.settled_at, r.target) < (after_at, after_thing))
        and (patterns is null or exists (
          select from public.research_materials m left join public.material_comments c on c.id = r.comment_id
           where m.id = coalesce(r.material_id, c.material_id)
             and private.fold_words(concat_ws(' ', m.title, c.body, r.words, r.note)) like all (patterns)))
      group by r.settled_at, r.target
      order by r.settled_at desc, r.target desc limit least(greatest(max_rows, 1), 200))
  )
  select k.target, m.id, c.id, m.title, m.slug, m.published_at is null, c.body, c.author_name, c.author_school,
         g.urgent, g.reports, g.since, g.newest, g.outcome, g.note, btrim(s.first_name || ' ' || s.last_name), k.settled_at,
         (select jsonb_agg(jsonb_build_object('id', t.id, 'reason', t.reason, 'words', t.words, 'created_at', t.created_at,
                   'profile_id', t.profile_id, 'name', btrim(t.first_name || ' ' || t.last_name)) order by t.created_at, t.id)
            from (select r.id, r.reason, r.words, r.created_at, r.profile_id, p.first_name, p.last_name
                    from public.reports r left join public.profiles p on p.id = r.profile_id
                   where r.target = k.target and r.settled_at is not distinct from k.settled_at
                   order by r.created_at, r.id limit 20) t)
    from keys k
    cross join lateral (
      select (array_agg(r.material_id))[1] as material_id, (array_agg(r.comment_id))[1] as comment_id,
             count(*)::integer as reports, bool_or(r.reason in ('patient', 'harmful')) as urgent,
             min(r.created_at) as since, max(r.created_at) as newest,
             min(r.outcome) as outcome, min(r.note) as note, (array_agg(r.settled_by))[1] as settled_by
        from public.reports r where r.target = k.target and r.settled_at is not distinct from k.settled_at
    ) g
    left join public.material_comments c on c.id = g.comment_id
    join public.research_materials m on m.id = coalesce(g.material_id, c.material_id)
    left join public.profiles s on s.user_id = g.settled_by
   order by case when are_open then k.at end, case when are_open then k.target end, k.at desc, k.target desc;
end $$;
comment on function public.find_reports(boolean, text, timestamptz, uuid, integer) is
  'Returns reported targets by words: the open ones in order of arrival, or the settled ones, the last settled first; '
  'one page after the given target. told: the first twenty reports. Admins only.';
revoke all on function
  public.resolve_reports(uuid, timestamptz, text, text), public.reopen_reports(uuid, timestamptz),
  public.find_reports(boolean, text, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function
  public.resolve_reports(uuid, timestamptz, text, text), public.reopen_reports(uuid, timestamptz),
  public.find_reports(boolean, text, timestamptz, uuid, integer)
  to authenticated;

-- Today's kind `comments`.
create view private.due_comments as
  select c.id, c.body, c.author_name, c.author_school, c.has_bought, c.stars, c.created_at, m.title, m.id as material_id,
         row_number() over (order by c.created_at, c.id) as place
    from public.material_comments c
    join public.research_materials m on m.id = c.material_id
   where c.comment_status = 'pending';
comment on view private.due_comments is 'Comments to check, the oldest first.';

-- Today's kinds `urgent` and `reports`. Reports of a name or of harm come before topic requests, others after them.
create view private.due_urgent as
  select o.*, row_number() over (order by o.since, o.target) as place from private.open_reports() o where o.urgent;
create view private.due_reports as
  select o.*, row_number() over (order by o.since, o.target) as place from private.open_reports() o where not o.urgent;
comment on view private.due_urgent is 'Targets with an open report of a name or of harm, the oldest first.';
comment on view private.due_reports is 'Targets with other open reports, the oldest first.';
