-- The free directory of topics, topic imports, and topic requests of students.

create table public.topics_directory (
  id uuid primary key default gen_random_uuid(),
  topic text not null unique check (char_length(btrim(topic)) between 1 and 400),
  description text check (char_length(description) <= 2000),
  unique_selling_point text check (char_length(unique_selling_point) <= 1000),
  subject_area text not null default '' check (char_length(subject_area) <= 100),
  is_sample boolean not null default false,
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  found_in text generated always as (
    topic || ' ' || subject_area || ' ' || coalesce(description, '') || ' ' || coalesce(unique_selling_point, '')
  ) stored,
  programmes text[] not null generated always as (array_remove(array[
    case when description ~ '\mCHEW\M' then 'chew' end, case when description ~ '\mND\M' then 'nd' end,
    case when description ~ '\mHND\M' then 'hnd' end, case when description ~ '\mBNSc\M' then 'bnsc' end,
    case when description ~ '\mMSc\M' then 'msc' end
  ], null)) stored,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01')
);
comment on table public.topics_directory is 'Free directory of topics (SPEC 2).';
comment on column public.topics_directory.deleted_at is 'As in research_materials.';
comment on column public.topics_directory.programmes is
  'The programmes that the description names, as in research_materials. Generated.';
-- The console searches all texts of a topic, and an API filter reads one column.
comment on column public.topics_directory.found_in is
  'All texts of the topic in one column, for the console''s search. Generated.';
create index topics_directory_changed_idx on public.topics_directory (updated_at desc, id desc);
create index topics_directory_samples_idx on public.topics_directory (is_sample, updated_at desc, id desc)
  where deleted_at is null;
create index topics_directory_deleted_idx on public.topics_directory (updated_at desc, id desc) where deleted_at is not null;
create trigger topics_directory_touch before update on public.topics_directory
  for each row execute function private.touch_updated_at();
-- Single changes are logged one by one; an import has one log entry for all its topics.
create trigger topics_directory_log after insert or update or delete on public.topics_directory
  for each row when (current_setting('lamplight.topic_import', true) is distinct from 'on')
  execute function private.log_admin_action(
    'topic', 'id', 'topic', 'topic,description,unique_selling_point,subject_area,is_sample,deleted_at'
  );

alter table public.topics_directory enable row level security;
revoke all on public.topics_directory from anon, authenticated, service_role;
grant select, insert, update, delete on public.topics_directory to service_role;
grant select on public.topics_directory to anon, authenticated;
grant insert, update on public.topics_directory to authenticated;
create policy "Everybody reads the topics, an admin the deleted ones too"
  on public.topics_directory for select to anon, authenticated
  using (deleted_at is null or (select private.has_admin_role('editor')));
create policy "An admin adds topics" on public.topics_directory for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes topics" on public.topics_directory for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));

-- Counted as views of materials are (20261122000760_view_counts.sql).
create table private.topic_views (
  topic_id uuid not null references public.topics_directory (id) on delete cascade,
  day date not null,
  views bigint not null check (views >= 0),
  primary key (topic_id, day)
);
comment on table private.topic_views is
  'Responses with one topic''s own page or outline, by day in Lagos, without bots, prefetching browsers and admins. Kept for '
  'four weeks.';
create index topic_views_by_day_idx on private.topic_views (day);
revoke all on private.topic_views from public, anon, authenticated, service_role;

-- An import of topics is atomic, has one log entry, and can be undone as a whole.
create table public.topic_imports (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null,
  file_name text not null check (char_length(file_name) <= 200),
  added integer not null,
  changed integer not null,
  put_back integer not null,
  added_ids uuid[] not null,
  before jsonb,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
comment on table public.topic_imports is
  'Topic files that admins imported. Only import_topics and undo_topic_import write it.';
comment on column public.topic_imports.put_back is 'Number of deleted topics that the import restored.';
comment on column public.topic_imports.before is
  'The changed rows before the import. Null after thirty days, when the import can no longer be undone.';
comment on column public.topic_imports.created_at is
  'Every row that the import wrote has this updated_at; a different value means that it was changed since.';
create index topic_imports_newest_idx on public.topic_imports (created_at desc);

alter table public.topic_imports enable row level security;
revoke all on public.topic_imports from anon, authenticated, service_role;
grant select, insert, update, delete on public.topic_imports to service_role;
grant select (id, admin_id, file_name, added, changed, put_back, created_at, undone_at)
  on public.topic_imports to authenticated;
create policy "An admin reads the imports" on public.topic_imports for select to authenticated
  using ((select private.has_admin_role('editor')));

-- `added` has topic, description, unique_selling_point, subject_area and is_sample. `changed` also has id and the
-- updated_at that was read.
create function public.import_topics(file_name text, added jsonb, changed jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  this uuid := gen_random_uuid();
  title text := left(import_topics.file_name, 200);
  new_ids uuid[];
  earlier jsonb;
  reached integer;
  returned integer;
begin
  if not private.has_admin_role('editor') then
    raise exception 'Only an admin imports topics' using errcode = '42501';
  end if;
  perform set_config('lamplight.topic_import', 'on', true);

  select coalesce(jsonb_agg(to_jsonb(present) - 'found_in'), '[]'::jsonb), count(*) filter (where present.deleted_at is not null)
    into earlier, returned
    from public.topics_directory present
    join jsonb_to_recordset(import_topics.changed) as wanted (id uuid, version timestamptz)
      on wanted.id = present.id and wanted.version = present.updated_at;
  update public.topics_directory present
     set topic = wanted.topic, description = wanted.description, unique_selling_point = wanted.unique_selling_point,
         subject_area = wanted.subject_area, is_sample = wanted.is_sample, deleted_at = null
    from jsonb_to_recordset(import_topics.changed) as wanted (
      id uuid, version timestamptz, topic text, description text, unique_selling_point text, subject_area text, is_sample boolean
    )
   where present.id = wanted.id and present.updated_at = wanted.version;
  get diagnostics reached = row_count;
  if reached <> jsonb_array_length(import_topics.changed) then
    raise exception 'The directory has changed since the file was looked at' using errcode = '40001';
  end if;

  with fresh as (
    insert into public.topics_directory (topic, description, unique_selling_point, subject_area, is_sample)
    select wanted.topic, wanted.description, wanted.unique_selling_point, wanted.subject_area, wanted.is_sample
      from jsonb_to_recordset(import_topics.added)
        as wanted (topic text, description text, unique_selling_point text, subject_area text, is_sample boolean)
    returning id
  )
  select coalesce(array_agg(fresh.id), '{}') into new_ids from fresh;

  insert into public.topic_imports (id, admin_id, file_name, added, changed, put_back, added_ids, before)
  values (this, (select auth.uid()), title, cardinality(new_ids), reached - returned, returned, new_ids, earlier);
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), 'topic.imported', this::text,
    jsonb_build_object('name', title, 'added', cardinality(new_ids), 'changed', reached - returned, 'put_back', returned)
  );
  update public.topic_imports set before = null where before is not null and created_at < now() - interval '30 days';
  perform set_config('lamplight.topic_import', '', true);
  return this;
end $$;
comment on function public.import_topics(text, jsonb, jsonb) is
  'Adds and changes topics atomically with one log entry. Admins only. Raises 40001 if a row changed since it was '
  'read, 23505 if a topic already exists.';

-- Topics that were changed after the import are left unchanged.
create function public.undo_topic_import(import_id uuid) returns table (reversed integer, skipped integer)
language plpgsql security definer set search_path = '' as $$
declare
  import public.topic_imports;
  removed integer;
  reverted integer;
begin
  if not private.has_admin_role('editor') then
    raise exception 'Only an admin undoes an import' using errcode = '42501';
  end if;
  select * into import from public.topic_imports where id = undo_topic_import.import_id for update;
  if not found or import.undone_at is not null or import.before is null then
    return;
  end if;
  perform set_config('lamplight.topic_import', 'on', true);
  update public.topics_directory set deleted_at = now()
   where id = any (import.added_ids) and updated_at = import.created_at and deleted_at is null;
  get diagnostics removed = row_count;
  update public.topics_directory present
     set topic = earlier.topic, description = earlier.description, unique_selling_point = earlier.unique_selling_point,
         subject_area = earlier.subject_area, is_sample = earlier.is_sample, deleted_at = earlier.deleted_at
    from jsonb_populate_recordset(null::public.topics_directory, import.before) earlier
   where present.id = earlier.id and present.updated_at = import.created_at;
  get diagnostics reverted = row_count;
  update public.topic_imports set undone_at = now() where id = import.id;
  reversed := removed + reverted;
  skipped := import.added + import.changed + import.put_back - reversed;
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), 'topic.import_undone', import.id::text,
    jsonb_build_object('name', import.file_name, 'reversed', reversed, 'left', skipped)
  );
  perform set_config('lamplight.topic_import', '', true);
  return next;
end $$;
comment on function public.undo_topic_import(uuid) is
  'Undoes an import: deletes its added topics and restores its changed ones. Returns the number of restored rows and '
  'of rows skipped because they changed since; no row if there is nothing to undo. Admins only.';
revoke all on function public.import_topics(text, jsonb, jsonb), public.undo_topic_import(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.import_topics(text, jsonb, jsonb), public.undo_topic_import(uuid) to authenticated;

-- Topics that students could not find. The dashboard counts them (SPEC 2 and 7).
create table public.topic_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  topic text not null check (char_length(btrim(topic)) between 1 and 400),
  programme text check (char_length(programme) <= 100),
  specialty text check (char_length(specialty) <= 100),
  deadline date check (deadline between '1900-01-01' and '2100-01-01'),
  contact text check (char_length(contact) <= 200 and not private.has_hidden_characters(contact)),
  request_status text not null default 'open' check (request_status in ('open', 'answered', 'closed')),
  answer text check (char_length(answer) <= 5000),
  material_id uuid references public.research_materials (id) on delete set null,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.topic_requests is 'Topics that students request.';
comment on column public.topic_requests.user_id is 'The profile''s id, as the specification has it.';
comment on column public.topic_requests.material_id is 'The material that answers the request.';
create index topic_requests_of_profile_idx on public.topic_requests (user_id, created_at desc);
create index topic_requests_of_material_idx on public.topic_requests (material_id);
create index topic_requests_by_status_idx on public.topic_requests (request_status, created_at, id);
create index topic_requests_by_time_idx on public.topic_requests (created_at);
create trigger topic_requests_touch before update on public.topic_requests
  for each row execute function private.touch_updated_at();

alter table public.topic_requests enable row level security;
revoke all on public.topic_requests from anon, authenticated, service_role;
grant select, insert, update, delete on public.topic_requests to service_role;
grant select on public.topic_requests to authenticated;
grant insert (user_id, topic, programme, specialty, deadline, contact) on public.topic_requests to authenticated;
create policy "A student reads their own requests, an admin every request" on public.topic_requests for select to authenticated
  using (user_id = (select private.own_profile_id()) or (select private.has_admin_role('reviewer')));
create policy "A student requests a topic" on public.topic_requests for insert to authenticated
  with check (user_id = (select private.own_profile_id()) and request_status = 'open' and answer is null);

create function public.find_topic_requests(words text[]) returns setof public.topic_requests
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_role('reviewer');
  return query
  select t.*
    from public.topic_requests t
    join public.profiles p on p.id = t.user_id
    -- Only the roles that read accounts find an address.
    left join auth.users u on u.id = p.user_id and private.has_admin_role('money')
    cross join lateral (
      select lower(concat_ws(' ', t.topic, t.contact, p.first_name, p.last_name, u.email)) as text
    ) found_in
   where not exists (select from unnest(words) word where strpos(found_in.text, lower(word)) = 0);
end $$;
comment on function public.find_topic_requests(text[]) is
  'Returns the topic requests that have every one of these words in the topic, the contact or the student''s name, or, '
  'for admins who read accounts, the student''s email address. Admins only.';
revoke all on function public.find_topic_requests(text[]) from public, anon, authenticated, service_role;
grant execute on function public.find_topic_requests(text[]) to authenticated;

create type public.topic_request_decision as enum ('ok', 'changed', 'gone', 'no_material', 'empty');
comment on type public.topic_request_decision is
  'Result of an admin''s decision on a topic request. changed: another admin decided first.';

-- A function saves the answer, its email and its log entry atomically.
create function public.answer_topic_request(request uuid, version timestamptz, material uuid, note text)
returns public.topic_request_decision
language plpgsql security definer set search_path = '' as $$
declare
  here public.topic_requests;
  found_material public.research_materials;
begin
  perform private.require_admin_role('reviewer');
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
  perform private.queue_email('topic-request-answered', here.user_id, jsonb_build_object(
    'topic', here.topic, 'answer', nullif(btrim(note), ''), 'title', found_material.title, 'slug', found_material.slug));
  return 'ok';
end $$;
comment on function public.answer_topic_request(uuid, timestamptz, uuid, text) is
  'Answers a topic request with a published material, a note, or both; emailed and logged. Returns ok, changed (its '
  'updated_at differs from the given version), gone, no_material or empty. Admins only.';

create function public.answer_topic_requests(requests uuid[], note text)
returns table (request uuid, outcome public.topic_request_decision)
language plpgsql set search_path = '' as $$
declare
  here public.topic_requests;
begin
  if cardinality(requests) > 100 then
    raise exception 'At most 100 requests at once' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two admins with the same requests wait for each other instead of deadlocking.
  for request in select distinct id from unnest(requests) as id order by id loop
    select * into here from public.topic_requests t where t.id = request;
    outcome := case
      when here.request_status in ('answered', 'closed') then 'changed'
      else public.answer_topic_request(request, here.updated_at, null, answer_topic_requests.note)
    end;
    return next;
  end loop;
end $$;
comment on function public.answer_topic_requests(uuid[], text) is
  'Answers up to 100 open topic requests with the same note, each by an email of its own, all or none. Returns the '
  'outcome of answer_topic_request, which checks the role and logs it, for each. changed: it is not open any more.';

create function public.close_topic_request(request uuid, version timestamptz) returns public.topic_request_decision
language plpgsql security definer set search_path = '' as $$
declare
  here public.topic_requests;
begin
  perform private.require_admin_role('reviewer');
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
comment on function public.close_topic_request(uuid, timestamptz) is
  'Closes a topic request without an email. Returns ok, changed or gone, as answer_topic_request. Admins only, logged.';
revoke all on function
  public.answer_topic_request(uuid, timestamptz, uuid, text), public.answer_topic_requests(uuid[], text),
  public.close_topic_request(uuid, timestamptz)
  from public, anon, authenticated, service_role;
grant execute on function
  public.answer_topic_request(uuid, timestamptz, uuid, text), public.answer_topic_requests(uuid[], text),
  public.close_topic_request(uuid, timestamptz)
  to authenticated;

-- Today's kind `requests`. Requests with a deadline come first.
create view private.due_requests as
  select t.id, t.topic, t.deadline, t.created_at,
         row_number() over (order by t.deadline nulls last, t.created_at, t.id) as place
    from public.topic_requests t
   where t.request_status = 'open';
comment on view private.due_requests is 'Open topic requests, the earliest deadline first.';
