-- What the console saves of texts and settings is saved as one form: all of it or nothing, and never over what somebody saved meanwhile.

-- operator_mails: which mails operators get.
alter table public.settings drop constraint settings_group_name_check;
alter table public.settings add constraint settings_group_name_check
  check (group_name in ('site', 'header', 'footer_social', 'contact', 'terms', 'uploads', 'operator_mails'));

-- Both run with the rights of who asks, so that the tables' policies hold. `wanted` has every key of the form, null for what goes back to
-- its default; `expected` has those of them that were stored when the form was read.
create function public.save_settings(of_group text, expected jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.is_operator() then
    raise exception 'Only an operator changes settings' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.settings'));
  if expected is distinct from (
    select coalesce(jsonb_object_agg(setting_key, setting_value), '{}'::jsonb) from public.settings
     where group_name = of_group and jsonb_exists(wanted, setting_key)
  ) then
    return false;
  end if;
  delete from public.settings where group_name = of_group and jsonb_exists(wanted, setting_key) and wanted ->> setting_key is null;
  insert into public.settings (group_name, setting_key, setting_value)
  select of_group, key, value from jsonb_each_text(wanted) where value is not null and value is distinct from expected ->> key
  on conflict (group_name, setting_key) do update set setting_value = excluded.setting_value;
  return true;
end $$;
comment on function public.save_settings(text, jsonb, jsonb) is 'Saves keys of a settings group at once. False, and nothing saved, when they are no longer as expected. Operators only.';

create function public.save_texts(of_section text, expected jsonb, wanted jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.is_operator() then
    raise exception 'Only an operator changes texts' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('public.ui_content'));
  if expected is distinct from (
    select coalesce(jsonb_object_agg(content_key, content_value), '{}'::jsonb) from public.ui_content
     where page_section = of_section and jsonb_exists(wanted, content_key)
  ) then
    return false;
  end if;
  delete from public.ui_content where page_section = of_section and jsonb_exists(wanted, content_key) and wanted ->> content_key is null;
  insert into public.ui_content (page_section, content_key, content_value)
  select of_section, key, value from jsonb_each_text(wanted) where value is not null and value is distinct from expected ->> key
  on conflict (page_section, content_key) do update set content_value = excluded.content_value;
  return true;
end $$;
comment on function public.save_texts(text, jsonb, jsonb) is 'The same for the texts of a page.';

-- What the site claims is written by hand; what there is, is counted here, so that the two can be told apart.
create function public.counted_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_operator() then
    raise exception 'Only an operator counts' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'topics', (select count(*) from public.topics_directory where deleted_at is null),
    'materials', (select count(*) from public.research_materials where published_at is not null),
    'students', (select count(*) from public.profiles where user_type = 'Student'),
    'schools', (select count(distinct lower(btrim("Institition"))) from public.profiles where user_type = 'Student' and btrim("Institition") <> ''),
    'services', (select count(*) from public.writing_services where published_at is not null),
    'courses', (select count(*) from public.courses where status = 'active'),
    'posts', (select count(*) from public.blog_posts where published_at is not null),
    'uploads', (select count(*) from public.material_uploads)
  );
end $$;
comment on function public.counted_figures() is 'How many there are of what the site makes claims about: as visitors see them, and accounts of students. Operators only.';
revoke all on function public.save_settings(text, jsonb, jsonb), public.save_texts(text, jsonb, jsonb), public.counted_figures() from public, anon, authenticated;
grant execute on function public.save_settings(text, jsonb, jsonb), public.save_texts(text, jsonb, jsonb), public.counted_figures() to authenticated;
