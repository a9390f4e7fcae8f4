-- Words and addresses that the operator may change without a developer. The defaults are in the code; a row here wins.

create table public.ui_content (
  page_section text not null check (page_section ~ '^[a-z_]{1,60}$'),
  content_key text not null check (content_key ~ '^[a-z0-9_]{1,60}$'),
  content_value text not null check (char_length(content_value) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (page_section, content_key)
);
comment on table public.ui_content is 'Texts of a page, key by key over the defaults (SPEC 3: hero).';

create table public.settings (
  group_name text not null check (group_name in ('site', 'header', 'footer_social', 'contact', 'terms', 'uploads')),
  setting_key text not null check (setting_key ~ '^[a-z0-9_]{1,60}$'),
  setting_value text not null check (char_length(setting_value) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (group_name, setting_key)
);
comment on table public.settings is 'The settings groups of SPEC 3, and our own (docs/words.md). All of them are shown to visitors: no secret belongs here.';

create trigger ui_content_touch before update on public.ui_content for each row execute function private.touch_updated_at();
create trigger settings_touch before update on public.settings for each row execute function private.touch_updated_at();

alter table public.ui_content enable row level security;
alter table public.settings enable row level security;
revoke all on public.ui_content, public.settings from anon, authenticated;
grant select on public.ui_content, public.settings to anon, authenticated;
grant insert, update, delete on public.ui_content, public.settings to authenticated;

create policy "Everybody reads the texts" on public.ui_content for select to anon, authenticated using (true);
create policy "An operator adds texts" on public.ui_content for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes texts" on public.ui_content for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes texts" on public.ui_content for delete to authenticated using ((select private.is_operator()));
create policy "Everybody reads the settings" on public.settings for select to anon, authenticated using (true);
create policy "An operator adds settings" on public.settings for insert to authenticated with check ((select private.is_operator()));
create policy "An operator changes settings" on public.settings for update to authenticated using ((select private.is_operator())) with check ((select private.is_operator()));
create policy "An operator removes settings" on public.settings for delete to authenticated using ((select private.is_operator()));
