-- A file of topics goes into the directory as one act: all of it or nothing, one line in the log, one way back.

create table public.topic_imports (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null,
  file_name text not null check (char_length(file_name) <= 200),
  added integer not null,
  changed integer not null,
  put_back integer not null,
  added_ids uuid[] not null,
  before jsonb,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
comment on table public.topic_imports is 'Files of topics that operators imported. Written by import_topics and undo_topic_import alone.';
comment on column public.topic_imports.put_back is 'Topics that had been deleted and came back with the file.';
comment on column public.topic_imports.before is 'What the changed rows said before, whole; null after thirty days, when there is no undoing any more.';
comment on column public.topic_imports.created_at is 'Also the updated_at of every row it wrote: what has another was changed since.';
create index topic_imports_newest_idx on public.topic_imports (created_at desc);

alter table public.topic_imports enable row level security;
revoke all on public.topic_imports from anon, authenticated;
grant select (id, operator_id, file_name, added, changed, put_back, created_at, undone_at) on public.topic_imports to authenticated;
create policy "An operator reads the imports" on public.topic_imports for select to authenticated using ((select private.is_operator()));

-- The console searches all that a topic says; a filter of the API's reaches one column.
alter table public.topics_directory add column found_in text generated always as (
  topic || ' ' || subject_area || ' ' || coalesce(description, '') || ' ' || coalesce(unique_selling_point, '')
) stored;
comment on column public.topics_directory.found_in is 'Its texts in one, for the console''s search.';

-- Single acts get a line each; an import has one for all of it.
drop trigger topics_directory_log on public.topics_directory;
create trigger topics_directory_log after insert or update or delete on public.topics_directory
  for each row when (current_setting('lamplight.topic_import', true) is distinct from 'on')
  execute function private.log_operator_act('topic', 'id', 'topic', 'topic,description,unique_selling_point,subject_area,is_sample,deleted_at');

-- `added`: topic, description, unique_selling_point, subject_area, is_sample. `changed`: these, and the id and the updated_at the row was read with.
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
  if not private.is_operator() then
    raise exception 'Only an operator imports topics' using errcode = '42501';
  end if;
  perform set_config('lamplight.topic_import', 'on', true);

  select coalesce(jsonb_agg(to_jsonb(present) - 'found_in'), '[]'::jsonb), count(*) filter (where present.deleted_at is not null) into earlier, returned
    from public.topics_directory present
    join jsonb_to_recordset(import_topics.changed) as wanted (id uuid, version timestamptz) on wanted.id = present.id and wanted.version = present.updated_at;
  update public.topics_directory present
     set topic = wanted.topic, description = wanted.description, unique_selling_point = wanted.unique_selling_point,
         subject_area = wanted.subject_area, is_sample = wanted.is_sample, deleted_at = null
    from jsonb_to_recordset(import_topics.changed)
      as wanted (id uuid, version timestamptz, topic text, description text, unique_selling_point text, subject_area text, is_sample boolean)
   where present.id = wanted.id and present.updated_at = wanted.version;
  get diagnostics reached = row_count;
  if reached <> jsonb_array_length(import_topics.changed) then
    raise exception 'The directory has changed since the file was looked at' using errcode = '40001';
  end if;

  with fresh as (
    insert into public.topics_directory (topic, description, unique_selling_point, subject_area, is_sample)
    select wanted.topic, wanted.description, wanted.unique_selling_point, wanted.subject_area, wanted.is_sample
      from jsonb_to_recordset(import_topics.added) as wanted (topic text, description text, unique_selling_point text, subject_area text, is_sample boolean)
    returning id
  )
  select coalesce(array_agg(fresh.id), '{}') into new_ids from fresh;

  insert into public.topic_imports (id, operator_id, file_name, added, changed, put_back, added_ids, before)
  values (this, (select auth.uid()), title, cardinality(new_ids), reached - returned, returned, new_ids, earlier);
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), 'topic.imported', this::text,
    jsonb_build_object('name', title, 'added', cardinality(new_ids), 'changed', reached - returned, 'put_back', returned)
  );
  update public.topic_imports set before = null where before is not null and created_at < now() - interval '30 days';
  perform set_config('lamplight.topic_import', '', true);
  return this;
end $$;
comment on function public.import_topics(text, jsonb, jsonb) is 'Adds and changes topics, all or nothing, with one line in the log. Operators only. 40001 when a row is no longer as it was read, 23505 when a topic is there already.';

-- Whatever was changed after the import stays as it is now.
create function public.undo_topic_import(import_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  import public.topic_imports;
  removed integer;
  reverted integer;
  whole integer;
begin
  if not private.is_operator() then
    raise exception 'Only an operator undoes an import' using errcode = '42501';
  end if;
  select * into import from public.topic_imports where id = undo_topic_import.import_id for update;
  if not found or import.undone_at is not null or import.before is null then
    return null;
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
  whole := import.added + import.changed + import.put_back;
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), 'topic.import_undone', import.id::text,
    jsonb_build_object('name', import.file_name, 'taken_back', removed + reverted, 'left', whole - removed - reverted)
  );
  perform set_config('lamplight.topic_import', '', true);
  return jsonb_build_object('taken_back', removed + reverted, 'left', whole - removed - reverted);
end $$;
comment on function public.undo_topic_import(uuid) is 'Takes an import back: what it added is deleted, what it changed says again what it said. How many rows, and how many were left because they were changed since; null when there is nothing to undo. Operators only.';
revoke all on function public.import_topics(text, jsonb, jsonb), public.undo_topic_import(uuid) from public, anon, authenticated;
grant execute on function public.import_topics(text, jsonb, jsonb), public.undo_topic_import(uuid) to authenticated;
