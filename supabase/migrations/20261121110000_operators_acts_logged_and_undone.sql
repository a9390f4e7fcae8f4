-- What every room of the console leans on: an operator's act is in the audit log whatever it came through, and a deletion can be undone.

-- One trigger for all tables an operator writes. Arguments: the noun that actions begin with, the columns that name the row, the column
-- people call it by ('' for none), and the columns whose change is worth a line ('*' for all; a comment's text is its writer's, not the log's).
create function private.log_operator_act() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  told jsonb;
  verb text;
  subject text;
begin
  if (select auth.uid()) is null or not private.is_operator() then
    return null;
  end if;
  select jsonb_object_agg(key, jsonb_build_array(private.short_value(before -> key), private.short_value(after -> key))) into told
    from (select jsonb_object_keys(before || after) as key) keys
   where (before -> key) is distinct from (after -> key)
     -- What the row keeps for itself, and columns made of others for a search.
     and key not in ('created_at', 'updated_at', 'shown_before', 'title_and_subject', 'found_in')
     and (tg_argv[3] = '*' or key = any (string_to_array(tg_argv[3], ',')));
  if told is null and tg_op = 'UPDATE' then
    return null;
  end if;
  verb := case
    when tg_op = 'INSERT' then 'added'
    when tg_op = 'DELETE' then 'removed'
    when jsonb_exists(told, 'deleted_at') then case when after ->> 'deleted_at' is null then 'restored' else 'deleted' end
    when jsonb_exists(told, 'published_at') and before ->> 'published_at' is null then 'published'
    when jsonb_exists(told, 'published_at') and after ->> 'published_at' is null then 'unpublished'
    else 'changed'
  end;
  select string_agg(present ->> name, '.' order by at) into subject
    from unnest(string_to_array(tg_argv[1], ',')) with ordinality as keys (name, at);
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), tg_argv[0] || '.' || verb, subject,
    jsonb_strip_nulls(jsonb_build_object('name', left(present ->> nullif(tg_argv[2], ''), 200))) || jsonb_build_object('changes', coalesce(told, '{}'::jsonb))
  );
  return null;
end $$;
comment on function private.log_operator_act() is 'Trigger: writes what an operator changed into audit_log, each column as [before, after]. What others do is not its business.';

create function private.short_value(value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when char_length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…') else value end
$$;
comment on function private.short_value(jsonb) is 'A value as the audit log keeps it: at most 300 letters.';
revoke all on function private.log_operator_act(), private.short_value(jsonb) from public;

create index audit_log_of_subject_idx on public.audit_log (subject, id desc);
create index audit_log_of_actor_idx on public.audit_log (actor_id, id desc);

-- A deleted row stays thirty days, hidden from everybody but operators. Undoing gives back what was shown before.
alter table public.research_materials add column deleted_at timestamptz, add column shown_before text;
alter table public.writing_services add column deleted_at timestamptz, add column shown_before text;
alter table public.courses add column deleted_at timestamptz, add column shown_before text;
alter table public.blog_posts add column deleted_at timestamptz, add column shown_before text;
alter table public.topics_directory add column deleted_at timestamptz;

comment on column public.research_materials.deleted_at is 'Set: an operator deleted it. It can be put back for thirty days, then it is purged.';
comment on column public.writing_services.deleted_at is 'As in research_materials.';
comment on column public.courses.deleted_at is 'As in research_materials.';
comment on column public.blog_posts.deleted_at is 'As in research_materials.';
comment on column public.topics_directory.deleted_at is 'As in research_materials.';
comment on column public.research_materials.shown_before is 'While deleted: the published_at it had. Written by a trigger.';
comment on column public.writing_services.shown_before is 'As in research_materials.';
comment on column public.courses.shown_before is 'While deleted: the status it had. Written by a trigger.';
comment on column public.blog_posts.shown_before is 'As in research_materials.';

alter table public.research_materials add constraint research_materials_deleted_is_hidden check (deleted_at is null or published_at is null);
alter table public.writing_services add constraint writing_services_deleted_is_hidden check (deleted_at is null or published_at is null);
alter table public.courses add constraint courses_deleted_is_hidden check (deleted_at is null or status <> 'active');
alter table public.blog_posts add constraint blog_posts_deleted_is_hidden check (deleted_at is null or published_at is null);

create function private.hide_while_deleted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.deleted_at := now();
    new.shown_before := old.published_at::text;
    new.published_at := null;
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.published_at := old.shown_before::timestamptz;
    new.shown_before := null;
  else
    new.shown_before := old.shown_before;
  end if;
  return new;
end $$;
comment on function private.hide_while_deleted() is 'Trigger on tables with published_at: a deletion hides the row, its undoing shows it again as it was.';

create function private.hide_course_while_deleted() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.deleted_at is not null and old.deleted_at is null then
    new.deleted_at := now();
    new.shown_before := old.status;
    new.status := 'draft';
  elsif new.deleted_at is null and old.deleted_at is not null then
    new.status := coalesce(old.shown_before, 'draft');
    new.shown_before := null;
  else
    new.shown_before := old.shown_before;
  end if;
  return new;
end $$;
comment on function private.hide_course_while_deleted() is 'The same for courses, which are shown by their status.';
revoke all on function private.hide_while_deleted(), private.hide_course_while_deleted() from public;

create trigger research_materials_hide before update of deleted_at, shown_before on public.research_materials for each row execute function private.hide_while_deleted();
create trigger writing_services_hide before update of deleted_at, shown_before on public.writing_services for each row execute function private.hide_while_deleted();
create trigger courses_hide before update of deleted_at, shown_before on public.courses for each row execute function private.hide_course_while_deleted();
create trigger blog_posts_hide before update of deleted_at, shown_before on public.blog_posts for each row execute function private.hide_while_deleted();

-- Removing for good is the purge's alone, so that every deletion can be undone.
drop policy "An operator removes materials" on public.research_materials;
drop policy "An operator removes services" on public.writing_services;
drop policy "An operator removes courses" on public.courses;
drop policy "An operator removes posts" on public.blog_posts;
drop policy "An operator removes topics" on public.topics_directory;
revoke delete on public.research_materials, public.writing_services, public.courses, public.blog_posts, public.topics_directory from authenticated;

drop policy "Everybody reads the topics" on public.topics_directory;
create policy "Everybody reads the topics, an operator the deleted ones too" on public.topics_directory for select to anon, authenticated
  using (deleted_at is null or (select private.is_operator()));

create trigger research_materials_log after insert or update or delete on public.research_materials
  for each row execute function private.log_operator_act('material', 'id', 'title', '*');
create trigger writing_services_log after insert or update or delete on public.writing_services
  for each row execute function private.log_operator_act('service', 'id', 'service_name', '*');
create trigger courses_log after insert or update or delete on public.courses
  for each row execute function private.log_operator_act('course', 'id', 'title', '*');
create trigger blog_posts_log after insert or update or delete on public.blog_posts
  for each row execute function private.log_operator_act('post', 'id', 'post_title', '*');
create trigger topics_directory_log after insert or update or delete on public.topics_directory
  for each row execute function private.log_operator_act('topic', 'id', 'topic', '*');
create trigger settings_log after insert or update or delete on public.settings
  for each row execute function private.log_operator_act('setting', 'group_name,setting_key', '', 'setting_value');
create trigger ui_content_log after insert or update or delete on public.ui_content
  for each row execute function private.log_operator_act('text', 'page_section,content_key', '', 'content_value');
create trigger material_comments_log after update on public.material_comments
  for each row execute function private.log_operator_act('comment', 'id', '', 'comment_status');
create trigger topic_requests_log after update on public.topic_requests
  for each row execute function private.log_operator_act('topic_request', 'id', '', 'request_status');

-- What the console's lists walk by.
create index research_materials_changed_idx on public.research_materials (updated_at desc, id desc);
create index blog_posts_changed_idx on public.blog_posts (updated_at desc, id desc);
create index topics_directory_changed_idx on public.topics_directory (updated_at desc, id desc);

-- Thirty days after its deletion a row goes for good. What other rows stand on stays hidden instead (a material that was sold, say).
create function public.purge_deleted(older_than interval default interval '30 days') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  tables constant text[] := array['research_materials', 'writing_services', 'courses', 'blog_posts', 'topics_directory'];
  shelf text;
  row_id uuid;
  purged integer := 0;
begin
  foreach shelf in array tables loop
    for row_id in execute format('select id from public.%I where deleted_at < now() - $1', shelf) using older_than loop
      begin
        execute format('delete from public.%I where id = $1', shelf) using row_id;
        insert into public.audit_log (action, subject, details) values ('catalogue.purged', row_id::text, jsonb_build_object('table', shelf));
        purged := purged + 1;
      exception when foreign_key_violation then
        null;
      end;
    end loop;
  end loop;
  return purged;
end $$;
comment on function public.purge_deleted(interval) is 'Removes what operators deleted longer ago than this, and logs it. Returns how many rows went. Service role only.';
revoke all on function public.purge_deleted(interval) from public, anon, authenticated;
grant execute on function public.purge_deleted(interval) to service_role;
