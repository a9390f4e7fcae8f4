-- The files of rejected uploads, what the operator is told by mail, what Today shows, topic requests that get an answer, accounts, and the
-- operator's role.

drop function public.files_to_remove(integer);
drop function public.note_rejected_file_removed(uuid);
-- On the day that the student was told the file goes the way of all files whose reason is gone, and its copy on the drive with it.
create function public.remove_rejected_files(most integer default 50) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  here public.material_uploads;
  removed integer := 0;
begin
  for here in
    select * from public.material_uploads
     where upload_status = 'rejected' and file_removal_due <= now() and file_removed_at is null
     order by file_removal_due limit least(greatest(most, 1), 500) for update skip locked
  loop
    update public.material_uploads set file_removed_at = now() where id = here.id;
    insert into public.file_removals (place, path) values ('material-uploads', here.file_path) on conflict do nothing;
    delete from public.drive_copies where upload_id = here.id;
    update public.upload_reviews set first_chapter = null, headings = '[]'::jsonb where upload_id = here.id;
    perform private.log_review(here, 'file_removed');
    removed := removed + 1;
  end loop;
  return removed;
end $$;
comment on function public.remove_rejected_files(integer) is 'Has the files of rejected uploads removed whose day has come, and forgets what was read of them. Returns how many. Service role only.';

comment on column public.material_uploads.file_removed_at is 'When it was given to be removed, from the storage and from the drive.';
revoke all on function public.remove_rejected_files(integer) from public, anon, authenticated;
grant execute on function public.remove_rejected_files(integer) to service_role;

create function private.mails_operators(about text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select setting_value <> 'off' from public.settings where group_name = 'operator_mails' and setting_key = about), true)
$$;
create function private.tell_operators(template text, details jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.queue_mail(template, p.id, details) from public.profiles p where p.user_type = 'Admin'
$$;
comment on function private.mails_operators(text) is 'Whether operators get this kind of mail: the setting operator_mails.<about>, on unless it says off.';
comment on function private.tell_operators(text, jsonb) is 'Queues a mail to every operator.';
revoke all on function private.mails_operators(text), private.tell_operators(text, jsonb) from public;

create function private.tell_of_new_upload() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.mails_operators('new_upload') then
    perform private.tell_operators('operator-new-upload', jsonb_build_object('upload', new.id, 'title', new.title, 'category', new.category));
  end if;
  return null;
end $$;
comment on function private.tell_of_new_upload() is 'Trigger: operators hear of a new upload, unless they switched that off.';
revoke all on function private.tell_of_new_upload() from public;
create trigger material_uploads_tell_operators after insert on public.material_uploads for each row execute function private.tell_of_new_upload();

-- Everything Today shows in one answer: each kind with its count and its first rows, the longest waiting first.
create function private.due_now(most integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'reviews', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.waiting_since, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select u.id, u.title, u.waiting_since, row_number() over (order by u.waiting_since, u.id) as place,
                   btrim(p.first_name || ' ' || p.last_name) as student
              from public.material_uploads u join public.profiles p on p.id = u.user_id where u.waiting_since is not null) r),
    'links', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.since, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select m.id, m.title, m.price, s.upload_id, s.created_at as since, row_number() over (order by s.created_at, m.id) as place
              from public.research_materials m join public.material_shares s on s.material_id = m.id
              join public.material_uploads u on u.id = s.upload_id
             where m.published_at is null and m.selar_link is null and m.deleted_at is null and u.upload_status = 'approved') r),
    'requests', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.created_at, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select t.id, t.topic, t.deadline, t.created_at, row_number() over (order by t.deadline nulls last, t.created_at) as place
              from public.topic_requests t where t.request_status = 'open') r),
    'comments', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.created_at, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select c.id, c.body, c.author_name, c.author_school, c.created_at, m.title, m.id as material_id,
                   row_number() over (order by c.created_at, c.id) as place
              from public.material_comments c join public.research_materials m on m.id = c.material_id where c.comment_status = 'pending') r),
    'copies', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.created_at, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select d.upload_id as id, u.title, d.attempts, d.last_error, d.created_at, row_number() over (order by d.created_at) as place
              from public.drive_copies d join public.material_uploads u on u.id = d.upload_id where d.copied_at is null and d.attempts >= 3) r),
    'mails', (select jsonb_build_object('count', count(*), 'rows', coalesce(jsonb_agg(r order by r.created_at, r.id) filter (where r.place <= most), '[]'::jsonb))
      from (select o.id, o.template, o.recipient, o.attempts, o.last_error, o.dead_at is not null as given_up, o.created_at,
                   row_number() over (order by o.created_at) as place
              from public.outbox o where o.sent_at is null and (o.dead_at is not null or o.attempts >= 3)) r)
  )
$$;
comment on function private.due_now(integer) is 'What is due, kind by kind: a count and the first rows. For definer functions only.';
revoke all on function private.due_now(integer) from public;

create function public.console_today(most integer default 5) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.only_operators();
  return private.due_now(least(greatest(most, 1), 50));
end $$;
comment on function public.console_today(integer) is 'What is due for operators: reviews, materials without a link, topic requests, comments, drive copies and mails that keep failing. Operators only.';

create table private.daily_digests (day date primary key, queued_at timestamptz not null default now());
comment on table private.daily_digests is 'The days whose digest was looked after, so that each has one, however many processes there are.';

create function public.queue_daily_digest() returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lagos timestamp := now() at time zone 'Africa/Lagos';
  due jsonb;
  counts jsonb;
begin
  if lagos::time < time '07:00' or not private.mails_operators('daily_digest') then
    return false;
  end if;
  insert into private.daily_digests (day) values (lagos::date) on conflict do nothing;
  if not found then
    return false;
  end if;
  delete from private.daily_digests where day < lagos::date - 30;
  due := private.due_now(1);
  select jsonb_object_agg(key, value -> 'count') into counts from jsonb_each(due);
  if not exists (select from jsonb_each_text(counts) where value <> '0') then
    return false;
  end if;
  perform private.tell_operators('operator-digest', counts || jsonb_build_object('oldest', due #>> '{reviews,rows,0,waiting_since}'));
  return true;
end $$;
comment on function public.queue_daily_digest() is 'From seven in the morning in Lagos on, once a day: mails operators what is due, unless nothing is or they switched it off. Service role only.';

create function public.retry_drive_copy(upload uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.only_operators();
  update public.drive_copies set attempts = 0, next_attempt_at = now(), last_error = null where upload_id = upload and copied_at is null;
  if not found then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'copy.retried', upload::text);
  return true;
end $$;
comment on function public.retry_drive_copy(uuid) is 'Makes a drive copy due at once; false when it is made or there is none. Operators only, logged.';

-- A request is answered by a function: the answer, its mail and its line in the log are one.
alter table public.topic_requests
  add column material_id uuid references public.research_materials (id) on delete set null,
  add column answered_at timestamptz;
comment on column public.topic_requests.material_id is 'The material that answers it.';
create index topic_requests_of_material_idx on public.topic_requests (material_id);
create index topic_requests_by_status_idx on public.topic_requests (request_status, created_at, id);
drop policy "An operator answers requests" on public.topic_requests;
revoke update on public.topic_requests from authenticated;
drop trigger topic_requests_log on public.topic_requests;

create function public.answer_topic_request(request uuid, version timestamptz, material uuid, note text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  here public.topic_requests;
  found_material public.research_materials;
begin
  perform private.only_operators();
  select * into here from public.topic_requests where id = request for update;
  if not found then
    return 'gone';
  end if;
  if here.updated_at is distinct from version then
    return 'changed';
  end if;
  if material is not null then
    select * into found_material from public.research_materials where id = material and published_at is not null;
    if not found then
      return 'no_material';
    end if;
  end if;
  if material is null and coalesce(btrim(note), '') = '' then
    return 'empty';
  end if;
  update public.topic_requests
     set request_status = 'answered', material_id = material, answer = nullif(btrim(note), ''), answered_at = now()
   where id = request;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'topic_request.answered', request::text, jsonb_build_object('material', material));
  perform private.queue_mail('topic-request-answered', here.user_id, jsonb_build_object(
    'topic', here.topic, 'answer', nullif(btrim(note), ''), 'title', found_material.title, 'slug', found_material.slug));
  return 'ok';
end $$;
comment on function public.answer_topic_request(uuid, timestamptz, uuid, text) is
  'Answers a topic request with a published material, a note, or both; mailed, logged. Returns ok, changed (not as it was at version, its updated_at), gone, no_material or empty. Operators only.';

create function public.close_topic_request(request uuid, version timestamptz) returns text
language plpgsql security definer set search_path = '' as $$
declare
  here public.topic_requests;
begin
  perform private.only_operators();
  select * into here from public.topic_requests where id = request for update;
  if not found then
    return 'gone';
  end if;
  if here.updated_at is distinct from version then
    return 'changed';
  end if;
  update public.topic_requests set request_status = 'closed' where id = request;
  insert into public.audit_log (actor_id, action, subject) values ((select auth.uid()), 'topic_request.closed', request::text);
  return 'ok';
end $$;
comment on function public.close_topic_request(uuid, timestamptz) is 'Closes a topic request without a mail. Returns as answer_topic_request. Operators only, logged.';

-- What operators may know of accounts: who they are and what they sent, never where their money goes.
create function public.find_accounts(search text default '', after_at timestamptz default null, after_id uuid default null, most integer default 26)
returns table (id uuid, first_name text, last_name text, school text, email text, user_type text, confirmed boolean, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  patterns text[];
begin
  perform private.only_operators();
  select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%') into patterns
    from (select word from regexp_split_to_table(left(coalesce(search, ''), 200), '\s+') as words (word) where word <> '' limit 6) typed;
  return query
  select p.id, p.first_name, p.last_name, p."Institition", u.email::text, p.user_type, u.email_confirmed_at is not null, p.created_at
    from public.profiles p join auth.users u on u.id = p.user_id
   where (patterns is null or p.first_name || ' ' || p.last_name || ' ' || coalesce(u.email, '') ilike all (patterns))
     and (after_id is null or (p.created_at, p.id) < (after_at, after_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(most, 1), 200);
end $$;
comment on function public.find_accounts(text, timestamptz, uuid, integer) is
  'Accounts by words of name or address, the newest first, the page after one that was seen. Operators only; no bank details.';
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
create index profiles_operators_idx on public.profiles (id) where user_type = 'Admin';

create function public.account_facts(profile uuid)
returns table (
  id uuid, first_name text, last_name text, school text, course_of_study text, phone_number text, year_of_study integer, email text,
  user_type text, confirmed_at timestamptz, last_sign_in_at timestamptz, created_at timestamptz, total_earnings numeric, has_bank_details boolean,
  uploads bigint, approved bigint, requests bigint, comments bigint, is_self boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.only_operators();
  return query
  select p.id, p.first_name, p.last_name, p."Institition", p.course_of_study, p.phone_number, p.year_of_study, u.email::text,
         p.user_type, u.email_confirmed_at, u.last_sign_in_at, p.created_at, p.total_earnings,
         exists (select from public.profiles_bank_details b where b.profile_id = p.id and b.account_number <> ''),
         (select count(*) from public.material_uploads m where m.user_id = p.id),
         (select count(*) from public.material_uploads m where m.user_id = p.id and m.upload_status = 'approved'),
         (select count(*) from public.topic_requests t where t.user_id = p.id),
         (select count(*) from public.material_comments c where c.profile_id = p.id),
         p.user_id = (select auth.uid())
    from public.profiles p join auth.users u on u.id = p.user_id
   where p.id = profile;
end $$;
comment on function public.account_facts(uuid) is 'What operators may know of an account: whether it has bank details, not which. No row: there is no such account. Operators only.';

-- By when the session began, and never by a token that was renewed.
create function private.signed_in_just_now() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from auth.sessions s
     where s.user_id = (select auth.uid())
       and s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
       and s.created_at > now() - interval '5 minutes'
  )
$$;
comment on function private.signed_in_just_now() is 'Whether the person asking gave their password within five minutes.';
revoke all on function private.signed_in_just_now() from public;

-- The role changes one at a time, so that two operators cannot take each other's and leave nobody.
create function private.change_role(profile uuid, role text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  here public.profiles;
  actor public.profiles;
begin
  perform private.only_operators();
  if not private.signed_in_just_now() then
    raise exception 'Sign in again first: the session is older than five minutes' using errcode = '42501', hint = 'sign_in_again';
  end if;
  perform pg_advisory_xact_lock(hashtext('lamplight.operators'));
  select * into here from public.profiles where id = profile for update;
  if not found then
    return 'gone';
  end if;
  if here.user_type = role then
    return 'unchanged';
  end if;
  -- Whoever waited for the lock may have lost the role meanwhile.
  perform private.only_operators();
  if role <> 'Admin' and not exists (select from public.profiles where user_type = 'Admin' and id <> profile) then
    return 'last';
  end if;
  select * into actor from public.profiles where user_id = (select auth.uid());
  update public.profiles set user_type = role where id = profile;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), case role when 'Admin' then 'operator.made' else 'operator.removed' end, profile::text,
    jsonb_build_object('from', here.user_type, 'name', left(btrim(here.first_name || ' ' || here.last_name), 200)));
  perform private.tell_operators('operator-role', jsonb_build_object(
    'name', btrim(here.first_name || ' ' || here.last_name), 'by', btrim(actor.first_name || ' ' || actor.last_name), 'given', role = 'Admin'));
  if role <> 'Admin' then
    perform private.queue_mail('operator-role', profile, jsonb_build_object(
      'name', btrim(here.first_name || ' ' || here.last_name), 'by', btrim(actor.first_name || ' ' || actor.last_name), 'given', false));
  end if;
  return 'ok';
end $$;
comment on function private.change_role(uuid, text) is 'ok, gone, unchanged, or last: the last operator stays one. For the two functions below.';
revoke all on function private.change_role(uuid, text) from public;

create function public.give_operator_role(profile uuid) returns text
language sql security definer set search_path = '' as $$ select private.change_role(profile, 'Admin') $$;
create function public.take_operator_role(profile uuid) returns text
language sql security definer set search_path = '' as $$ select private.change_role(profile, 'Student') $$;
comment on function public.give_operator_role(uuid) is 'Makes an account an operator; logged, all operators are mailed. Returns ok, gone or unchanged. Operators who signed in within five minutes only.';
comment on function public.take_operator_role(uuid) is 'Makes an operator a student again, never the last one; logged, mailed. Returns ok, gone, unchanged or last. Operators who signed in within five minutes only.';

revoke all on function
  public.console_today(integer), public.queue_daily_digest(), public.retry_drive_copy(uuid), public.answer_topic_request(uuid, timestamptz, uuid, text),
  public.close_topic_request(uuid, timestamptz), public.find_accounts(text, timestamptz, uuid, integer), public.account_facts(uuid),
  public.give_operator_role(uuid), public.take_operator_role(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.console_today(integer), public.retry_drive_copy(uuid), public.answer_topic_request(uuid, timestamptz, uuid, text),
  public.close_topic_request(uuid, timestamptz), public.find_accounts(text, timestamptz, uuid, integer), public.account_facts(uuid),
  public.give_operator_role(uuid), public.take_operator_role(uuid)
  to authenticated;
grant execute on function public.queue_daily_digest() to service_role;
