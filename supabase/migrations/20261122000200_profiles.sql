-- User profiles with their pictures and bank details.

create type public.admin_role as enum ('owner', 'money', 'reviewer', 'editor');
comment on type public.admin_role is
  'owner: everything, with settings and roles. money: sales, orders, refunds, payouts, statistics, accounts, messages and '
  'emails. reviewer: uploads, topic requests, comments and reports. editor: catalogue, topics, posts and texts.';

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  "Institition" text check (char_length("Institition") <= 200),
  course_of_study text check (char_length(course_of_study) <= 200),
  phone_number text check (char_length(phone_number) <= 30),
  year_of_study integer check (year_of_study between 0 and 7),
  avatar_url text check (char_length(avatar_url) <= 1000),
  named_on_works boolean not null default false,
  total_earnings numeric(14, 2) not null default 0 check (total_earnings >= 0),
  user_type text not null default 'Student' check (user_type in ('Student', 'Admin')),
  -- Text, because drivers do not read arrays of enums.
  admin_roles text[] not null default '{}' check (admin_roles <@ array['owner', 'money', 'reviewer', 'editor']),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_admins_have_roles check ((user_type = 'Admin') = (cardinality(admin_roles) > 0)),
  constraint profiles_deleted_has_no_account check ((user_id is null) = (deleted_at is not null))
);
comment on table public.profiles is 'One row per account, created by a trigger on auth.users (SPEC 3).';
comment on column public.profiles.user_id is
  'Null after the account was deleted; the profile then has no personal data.';
comment on column public.profiles."Institition" is 'The institution. The specification spells it this way.';
comment on column public.profiles.year_of_study is
  '1 to 5 undergraduate, 6 postgraduate, 7 graduate, 0 anything else (docs/glossary.md).';
comment on column public.profiles.named_on_works is
  'The pages of the student''s works show their first name, institution and year of study (material_author).';
comment on column public.profiles.total_earnings is
  'In naira. Derived from the ledger in the same transaction; nothing else writes it.';
comment on column public.profiles.user_type is
  'Student or Admin. Only make_admin and set_admin_roles change it; each logs it.';
comment on column public.profiles.admin_roles is
  'Roles of an admin; empty for a student. An owner chooses the roles with set_admin_roles.';
comment on column public.profiles.deleted_at is
  'When the account was deleted. The row remains while the ledger references it.';
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
create index profiles_admins_idx on public.profiles (id) where user_type = 'Admin';
create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- An access token outlives its session by up to 15 minutes. Signing out, a new password and deleting the account remove
-- the row of auth.sessions. Row security reads it, so the token of an ended session has only a visitor's rights, also
-- outside our pages (docs/decisions/0023). So has the token of a password alone, if the account has a second factor
-- (docs/decisions/0048). These functions are PL/pgSQL because it caches their plans.

-- An account that an admin blocked (docs/decisions/0070).
create table private.blocked_accounts (
  account_id uuid primary key references auth.users (id) on delete cascade,
  reason text not null check (char_length(btrim(reason)) between 1 and 500),
  blocked_at timestamptz not null default now()
);
comment on table private.blocked_accounts is 'Accounts that cannot sign in, each with the reason that its owner reads.';
revoke all on private.blocked_accounts from public, anon, authenticated, service_role;

-- A definer function, because no API role may read auth.sessions. Comparing both ids prevents using a session for
-- another account.
create function private.session_is_open(session uuid, account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
  ) and not exists (select from private.blocked_accounts b where b.account_id = account) and (
    not exists (select from private.second_factors f where f.account_id = account)
    or exists (select from private.verified_sessions v where v.session_id = session and v.account_id = account)
  );
end $$;
comment on function private.session_is_open(uuid, uuid) is
  'Returns true if this session of this account is open: neither ended nor expired, with the second factor verified if '
  'the account has one, and the account is not blocked.';
revoke all on function private.session_is_open(uuid, uuid) from public;

-- The only function that identifies the caller. A malformed session id (in a token signed with the project's own key)
-- counts as no session.
create function private.own_account_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := auth.uid();
  session text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  if session !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    return null;
  end if;
  return case when private.session_is_open(session::uuid, account) then account end;
end $$;
comment on function private.own_account_id() is
  'Returns the caller''s account (auth.users.id), or null for a visitor, an ended session, or one without its second '
  'factor.';
revoke all on function private.own_account_id() from public;
grant execute on function private.own_account_id() to authenticated, service_role;

-- The site calls this once per request with the received token before it acts for the user.
create function public.session_is_open() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.own_account_id() is not null
$$;
comment on function public.session_is_open() is 'Returns true if the session of the caller''s token is open.';
revoke all on function public.session_is_open() from public, anon, service_role;
grant execute on function public.session_is_open() to authenticated;

-- The caller has a token, but no open session.
create function public.own_block() returns text
language sql stable security definer set search_path = '' as $$
  select b.reason from private.blocked_accounts b where b.account_id = (select auth.uid())
$$;
comment on function public.own_block() is 'Returns why the account of the caller''s token is blocked; null if it is not.';
revoke all on function public.own_block() from public, anon, service_role;
grant execute on function public.own_block() to authenticated;

create function private.has_required_factor(account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_second_factor(account) or not exists (
    select from public.settings
     where group_name = 'admin_access' and setting_key = 'second_factor' and setting_value = 'on'
  );
end $$;
comment on function private.has_required_factor(uuid) is
  'Returns false if owners require a second factor of admins and the account has none.';
revoke all on function private.has_required_factor(uuid) from public;

-- A definer function, because a policy on profiles that reads profiles would call itself.
create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.own_account_id();
begin
  return exists (select from public.profiles where user_id = account and user_type = 'Admin')
    and private.has_required_factor(account);
end $$;
comment on function private.is_admin() is
  'Returns true if the caller is an admin in an open session. It reads the profile, never a claim of the token. '
  'False without a second factor that owners require.';

create function private.has_admin_role(variadic wanted public.admin_role[]) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.own_account_id();
begin
  return exists (
    select from public.profiles
     where user_id = account and user_type = 'Admin' and admin_roles && ('owner'::public.admin_role || wanted)::text[]
  ) and private.has_required_factor(account);
end $$;
comment on function private.has_admin_role(public.admin_role[]) is
  'Returns true if the caller is an owner or has one of these admin roles, in an open session.';

create function private.own_profile_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.own_account_id();
begin
  return (select id from public.profiles where user_id = account);
end $$;
comment on function private.own_profile_id() is
  'Returns the caller''s profile id, or null for a visitor or an ended session.';

revoke all on function private.is_admin(), private.has_admin_role(public.admin_role[]), private.own_profile_id() from public;
grant execute on function private.is_admin(), private.has_admin_role(public.admin_role[]), private.own_profile_id()
  to anon, authenticated, service_role;

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated, service_role;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, "Institition", course_of_study, phone_number, year_of_study, avatar_url, named_on_works)
  on public.profiles to authenticated;
grant select, delete on public.profiles to service_role;
-- Even the secret key cannot write user_type, so the audit log has every account that becomes an admin.
grant update (first_name, last_name, "Institition", course_of_study, phone_number, year_of_study, avatar_url, named_on_works)
  on public.profiles to service_role;

create policy "A student reads their own profile, an admin every profile"
  on public.profiles for select to authenticated
  using (user_id = (select private.own_account_id()) or (select private.has_admin_role('money')));
create policy "A student changes their own profile"
  on public.profiles for update to authenticated
  using (user_id = (select private.own_account_id())) with check (user_id = (select private.own_account_id()));

-- Creates a profile from the sign-up data (SPEC 3). It never reads the role from that data, and no data makes a sign-up
-- fail.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  input jsonb;
begin
  begin
    input := to_jsonb(new) -> 'raw_user_meta_data';
    if jsonb_typeof(input) = 'string' then
      input := (input #>> '{}')::jsonb;
    end if;
    -- A number, a list or an object is not a name.
    select jsonb_object_agg(key, value) into input from jsonb_each(input) where jsonb_typeof(value) = 'string';
    insert into public.profiles (user_id, first_name, last_name, "Institition", year_of_study)
    values (
      new.id,
      left(coalesce(btrim(input ->> 'first_name'), ''), 100),
      left(coalesce(btrim(input ->> 'last_name'), ''), 100),
      left(nullif(btrim(input ->> 'institution_of_study'), ''), 200),
      case input ->> 'current_year_of_study'
        when 'year-1' then 1 when 'year-2' then 2 when 'year-3' then 3 when 'year-4' then 4 when 'year-5' then 5
        when 'postgraduate' then 6 when 'graduate' then 7 else 0
      end
    );
  exception when others then
    insert into public.profiles (user_id, year_of_study) values (new.id, 0) on conflict (user_id) do nothing;
  end;
  return new;
end $$;
comment on function private.create_profile() is
  'Trigger on auth.users: creates the profile, always as a Student, regardless of the metadata.';
revoke all on function private.create_profile() from public;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- In a hosted project, sign-up and changes of address bypass our pages. Its Auth role may not call functions of this
-- schema.
create function private.reject_hidden_characters() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.has_hidden_characters(new.email) then
    raise exception 'The address has a hidden character' using errcode = '23514';
  end if;
  return new;
end $$;
comment on function private.reject_hidden_characters() is
  'Trigger on auth.users: rejects an address with a control, bidirectional or other format character.';
revoke all on function private.reject_hidden_characters() from public;
create trigger reject_hidden_characters before insert or update of email on auth.users
  for each row execute function private.reject_hidden_characters();

-- The mailbox or password of before must not open the account any more. GoTrue keeps the tokens of its links in
-- auth.one_time_tokens, the embedded backend in auth.users.
create function private.end_open_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A token that this very update writes is new.
  if new.recovery_token is not distinct from old.recovery_token then
    new.recovery_token := '';
  end if;
  if new.confirmation_token is not distinct from old.confirmation_token then
    new.confirmation_token := '';
  end if;
  if new.email_change_token_new is not distinct from old.email_change_token_new
     and new.email_change_token_current is not distinct from old.email_change_token_current then
    new.email_change := '';
    new.email_change_token_new := '';
    new.email_change_token_current := '';
  end if;
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = new.id;
  end if;
  return new;
end $$;
comment on function private.end_open_links() is
  'Trigger on auth.users: a change of address or password ends every link that was emailed before.';
revoke all on function private.end_open_links() from public;
create trigger end_open_links before update of email, encrypted_password on auth.users
  for each row when (old.email is distinct from new.email or old.encrypted_password is distinct from new.encrypted_password)
  execute function private.end_open_links();

-- Profile pictures. The bucket checks size and declared type, the policies check the owner of the path, and the server
-- checks the content.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-files', 'product-files', true, 5242880, array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.is_own_avatar(bucket text, path text) returns boolean
language sql stable set search_path = '' as $$
  select bucket = 'product-files'
     and path ~ ('^avatars/' || (select private.own_account_id())::text || '\.(png|jpg|jpeg|webp|avif|gif)$')
$$;
comment on function private.is_own_avatar(text, text) is
  'Returns true if the path is avatars/{userid}.{ext} of the caller (SPEC 3).';
revoke all on function private.is_own_avatar(text, text) from public;
grant execute on function private.is_own_avatar(text, text) to authenticated, service_role;

create policy "A student uploads their own avatar" on storage.objects for insert to authenticated
  with check (private.is_own_avatar(bucket_id, name));
create policy "A student finds their own avatar" on storage.objects for select to authenticated
  using (private.is_own_avatar(bucket_id, name));
create policy "A student replaces their own avatar" on storage.objects for update to authenticated
  using (private.is_own_avatar(bucket_id, name)) with check (private.is_own_avatar(bucket_id, name));
create policy "A student removes their own avatar" on storage.objects for delete to authenticated
  using (private.is_own_avatar(bucket_id, name));

create table public.profiles_bank_details (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  bank_name text check (char_length(bank_name) <= 100),
  account_number text check (account_number ~ '^[0-9]{0,10}$'),
  account_name text check (char_length(account_name) <= 200),
  changed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles_bank_details is
  'Bank account to which a student''s half of each sale is paid. Only the owner can read it.';
comment on column public.profiles_bank_details.account_number is
  'Text, because leading zeros count. At most 10 digits (SPEC 5).';
comment on column public.profiles_bank_details.changed_at is
  'When the bank, number or name last changed; null while they are empty. Payouts wait 48 hours after a change.';
create trigger profiles_bank_details_touch before update on public.profiles_bank_details
  for each row execute function private.touch_updated_at();

-- An empty text and null mean the same: no value.
create function private.record_bank_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.changed_at := case
      when coalesce(new.bank_name, '') <> '' or coalesce(new.account_number, '') <> '' or coalesce(new.account_name, '') <> ''
      then now()
    end;
  elsif (coalesce(new.bank_name, ''), coalesce(new.account_number, ''), coalesce(new.account_name, ''))
        is distinct from (coalesce(old.bank_name, ''), coalesce(old.account_number, ''), coalesce(old.account_name, '')) then
    -- The first account needs no confirmation: nothing was paid out before it.
    if coalesce(old.account_number, '') <> '' and auth.uid() is not null then
      perform private.require_recent_sign_in();
    end if;
    new.changed_at := now();
  else
    new.changed_at := old.changed_at;
  end if;
  return new;
end $$;
comment on function private.record_bank_change() is
  'Trigger: records when bank details changed, for every role. A user changes a stored account only after a recent '
  'password or second factor.';
revoke all on function private.record_bank_change() from public;
create trigger profiles_bank_details_record_change before insert or update on public.profiles_bank_details
  for each row execute function private.record_bank_change();

alter table public.profiles_bank_details enable row level security;
revoke all on public.profiles_bank_details from anon, authenticated, service_role;
grant select, insert, update, delete on public.profiles_bank_details to service_role;
grant select on public.profiles_bank_details to authenticated;
grant insert (profile_id, bank_name, account_number, account_name) on public.profiles_bank_details to authenticated;
-- An upsert also names profile_id; the policy limits it to the student's own profile.
grant update (profile_id, bank_name, account_number, account_name) on public.profiles_bank_details to authenticated;

create policy "A student reads their own bank details"
  on public.profiles_bank_details for select to authenticated
  using (profile_id = (select private.own_profile_id()));
create policy "A student adds their own bank details"
  on public.profiles_bank_details for insert to authenticated
  with check (profile_id = (select private.own_profile_id()));
create policy "A student changes their own bank details"
  on public.profiles_bank_details for update to authenticated
  using (profile_id = (select private.own_profile_id())) with check (profile_id = (select private.own_profile_id()));
