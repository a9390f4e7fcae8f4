-- Content that admins edit: settings (20261122000180_settings.sql), page texts, FAQ and testimonials. The code has the
-- defaults; a row here overrides one.

create trigger settings_log after insert or update or delete on public.settings
  for each row execute function private.log_admin_action('setting', 'group_name,setting_key', '', 'setting_value', 'whole');

create table public.ui_content (
  page_section text not null check (page_section ~ '^[a-z_]{1,60}$'),
  content_key text not null check (content_key ~ '^[a-z0-9_]{1,60}$'),
  content_value text not null check (char_length(content_value) <= 5000),
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  primary key (page_section, content_key)
);
comment on table public.ui_content is 'Page texts. A row overrides the default of its key (SPEC 3: hero).';
create trigger ui_content_touch before update on public.ui_content for each row execute function private.touch_updated_at();
create trigger ui_content_log after insert or update or delete on public.ui_content
  for each row execute function private.log_admin_action('text', 'page_section,content_key', '', 'content_value', 'whole');

create table public.faq_questions (
  id uuid primary key default gen_random_uuid(),
  part text not null check (char_length(btrim(part)) between 1 and 100),
  question text not null check (char_length(btrim(question)) between 1 and 300),
  answer text not null check (char_length(btrim(answer)) between 1 and 2000),
  place integer not null default 0 check (place between 0 and 10000),
  published_at timestamptz check (published_at between '1900-01-01' and '2100-01-01'),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  shown_before text,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint faq_questions_deleted_is_hidden check (deleted_at is null or published_at is null)
);
comment on table public.faq_questions is
  'Questions and answers of /faq. While there are no published ones, the page shows those of the code.';
comment on column public.faq_questions.part is 'The heading under which the question is shown.';
comment on column public.faq_questions.place is 'Smaller numbers come first; a part is placed by its first question.';
comment on column public.faq_questions.shown_before is 'As in research_materials.';
create index faq_questions_place_idx on public.faq_questions (place, id) where published_at is not null;
create index faq_questions_changed_idx on public.faq_questions (updated_at desc, id desc);
create trigger faq_questions_touch before update on public.faq_questions
  for each row execute function private.touch_updated_at();
create trigger faq_questions_hide before update of deleted_at, shown_before on public.faq_questions
  for each row execute function private.hide_while_deleted();
create trigger faq_questions_log after insert or update or delete on public.faq_questions
  for each row execute function private.log_admin_action('question', 'id', 'question', '*');

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 100),
  university text not null default '' check (char_length(university) <= 200),
  year text not null default '' check (char_length(year) <= 50),
  content text not null check (char_length(btrim(content)) between 1 and 600),
  rating integer not null default 5 check (rating between 1 and 5),
  image_url text check (char_length(image_url) <= 1000),
  image_alt text check (char_length(image_alt) <= 300),
  place integer not null default 0 check (place between 0 and 10000),
  is_sample boolean not null default false,
  published_at timestamptz check (published_at between '1900-01-01' and '2100-01-01'),
  deleted_at timestamptz check (deleted_at between '1900-01-01' and '2100-01-01'),
  shown_before text,
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  constraint testimonials_deleted_is_hidden check (deleted_at is null or published_at is null)
);
comment on table public.testimonials is
  'Quotes of students on the home page (SPEC 2). While there are no published ones, the page shows the three of the '
  'code.';
comment on column public.testimonials.image_url is
  'Path of a small square picture in product-files (docs/decisions/0018). Null: the page draws the first letter of the '
  'name.';
comment on column public.testimonials.image_alt is 'As in blog_posts.';
comment on column public.testimonials.is_sample is 'A made-up quote; the page labels it as a sample.';
comment on column public.testimonials.place is 'Smaller numbers come first.';
comment on column public.testimonials.shown_before is 'As in research_materials.';
create index testimonials_place_idx on public.testimonials (place, id) where published_at is not null;
create index testimonials_changed_idx on public.testimonials (updated_at desc, id desc);
create trigger testimonials_touch before update on public.testimonials
  for each row execute function private.touch_updated_at();
create trigger testimonials_hide before update of deleted_at, shown_before on public.testimonials
  for each row execute function private.hide_while_deleted();
create trigger testimonials_log after insert or update or delete on public.testimonials
  for each row execute function private.log_admin_action('testimonial', 'id', 'name', '*');

alter table public.settings enable row level security;
alter table public.ui_content enable row level security;
alter table public.faq_questions enable row level security;
alter table public.testimonials enable row level security;
revoke all on public.settings, public.ui_content, public.faq_questions, public.testimonials
  from anon, authenticated, service_role;
grant select, insert, update, delete on public.settings, public.ui_content, public.faq_questions, public.testimonials
  to service_role;
grant select on public.settings, public.ui_content, public.faq_questions, public.testimonials to anon, authenticated;
grant insert, update, delete on public.settings, public.ui_content to authenticated;
-- Admins can undo a deletion, so they have no grant to delete a question or a testimonial.
grant insert, update on public.faq_questions, public.testimonials to authenticated;

create policy "Everybody reads the settings" on public.settings for select to anon, authenticated using (true);
create policy "An admin adds settings" on public.settings for insert to authenticated
  with check ((select private.has_admin_role('owner')));
create policy "An admin changes settings" on public.settings for update to authenticated
  using ((select private.has_admin_role('owner'))) with check ((select private.has_admin_role('owner')));
create policy "An admin removes settings" on public.settings for delete to authenticated
  using ((select private.has_admin_role('owner')));
create policy "Everybody reads the texts" on public.ui_content for select to anon, authenticated using (true);
create policy "An admin adds texts" on public.ui_content for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes texts" on public.ui_content for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
create policy "An admin removes texts" on public.ui_content for delete to authenticated
  using ((select private.has_admin_role('editor')));
create policy "Everybody reads published questions, an admin the rest"
  on public.faq_questions for select to anon, authenticated
  using (published_at is not null or (select private.has_admin_role('editor')));
create policy "An admin adds questions" on public.faq_questions for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes questions" on public.faq_questions for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));
create policy "Everybody reads published testimonials, an admin the rest"
  on public.testimonials for select to anon, authenticated
  using (published_at is not null or (select private.has_admin_role('editor')));
create policy "An admin adds testimonials" on public.testimonials for insert to authenticated
  with check ((select private.has_admin_role('editor')));
create policy "An admin changes testimonials" on public.testimonials for update to authenticated
  using ((select private.has_admin_role('editor'))) with check ((select private.has_admin_role('editor')));

-- The console saves a form of settings or texts atomically, and only if it did not change since the form was loaded.
-- Both functions run with the caller's rights, so the tables' policies apply. `wanted` has every key of the form, null
-- for a key that returns to its default; `expected` has those that were stored when the form was loaded.
create function public.save_settings(of_group text, expected jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.has_admin_role('owner') then
    raise exception 'Only an admin changes settings' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.settings'));
  if expected is distinct from (
    select coalesce(jsonb_object_agg(setting_key, setting_value), '{}'::jsonb) from public.settings
     where group_name = of_group and jsonb_exists(wanted, setting_key)
  ) then
    return false;
  end if;
  delete from public.settings
   where group_name = of_group and jsonb_exists(wanted, setting_key) and wanted ->> setting_key is null;
  insert into public.settings (group_name, setting_key, setting_value)
  select of_group, key, value from jsonb_each_text(wanted) where value is not null and value is distinct from expected ->> key
  on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value;
  return true;
end $$;
comment on function public.save_settings(text, jsonb, jsonb) is
  'Saves keys of a settings group together. Returns false without saving if they differ from `expected`. Admins only.';

create function public.save_texts(of_section text, expected jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.has_admin_role('editor') then
    raise exception 'Only an admin changes texts' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.ui_content'));
  if expected is distinct from (
    select coalesce(jsonb_object_agg(content_key, content_value), '{}'::jsonb) from public.ui_content
     where page_section = of_section and jsonb_exists(wanted, content_key)
  ) then
    return false;
  end if;
  delete from public.ui_content
   where page_section = of_section and jsonb_exists(wanted, content_key) and wanted ->> content_key is null;
  insert into public.ui_content (page_section, content_key, content_value)
  select of_section, key, value from jsonb_each_text(wanted) where value is not null and value is distinct from expected ->> key
  on conflict (page_section, content_key) do update set content_value = excluded.content_value;
  return true;
end $$;
comment on function public.save_texts(text, jsonb, jsonb) is
  'Saves texts of a page section, as save_settings. Admins only.';
revoke all on function public.save_settings(text, jsonb, jsonb), public.save_texts(text, jsonb, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.save_settings(text, jsonb, jsonb), public.save_texts(text, jsonb, jsonb) to authenticated;

create function public.text_changes(of_table text, of_group text, keys text[])
returns table (changed_at timestamptz, actor text, key text, before text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  noun text := case of_table when 'settings' then 'setting' else 'text' end;
begin
  perform private.require_admin_role(case of_table when 'settings' then 'owner'::public.admin_role else 'editor' end);
  return query
    select l.created_at, btrim(p.first_name || ' ' || p.last_name), split_part(l.subject, '.', 2),
           jsonb_path_query_first(l.details, '$.changes.*[0]') #>> '{}'
      from public.audit_log l left join public.profiles p on p.user_id = l.actor_id
     where l.subject = any (select of_group || '.' || k from unnest(keys) as k)
       and l.action in (noun || '.added', noun || '.changed', noun || '.removed')
     order by l.id desc limit 100;
end $$;
comment on function public.text_changes(text, text, text[]) is
  'Returns the last 100 changes of keys of `settings` or `ui_content`, newest first: the admin, null for a deleted account, '
  'and the value before, null where the default applied. For those who may save them.';
revoke all on function public.text_changes(text, text, text[]) from public, anon, authenticated, service_role;
grant execute on function public.text_changes(text, text, text[]) to authenticated;
