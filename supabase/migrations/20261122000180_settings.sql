-- Settings of the site. They come before profiles, because one of them decides who acts as an admin
-- (private.has_required_factor). 20261122000400_settings_and_texts.sql has their policies.

create table public.settings (
  group_name text not null
    check (group_name ~ '^(site|header|footer_social|contact|terms|uploads|orders|business|admin_emails|admin_access|demo)$'),
  setting_key text not null check (setting_key ~ '^[a-z0-9_]{1,60}$'),
  setting_value text not null check (char_length(setting_value) <= 20000),
  created_at timestamptz not null default now() check (created_at between '1900-01-01' and '2100-01-01'),
  updated_at timestamptz not null default now() check (updated_at between '1900-01-01' and '2100-01-01'),
  primary key (group_name, setting_key)
);
comment on table public.settings is
  'Settings groups of SPEC 3 and our own (app/features/settings/defaults.ts). Visitors can read all of them, so no '
  'secret belongs here.';
create trigger settings_touch before update on public.settings for each row execute function private.touch_updated_at();
