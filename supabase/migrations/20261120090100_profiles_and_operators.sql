-- People: a profile for each account, its bank details, and the one role there is besides Student.

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  "Institition" text check (char_length("Institition") <= 200),
  course_of_study text check (char_length(course_of_study) <= 200),
  phone_number text check (char_length(phone_number) <= 30),
  year_of_study integer check (year_of_study between 0 and 7),
  avatar_url text check (char_length(avatar_url) <= 1000),
  total_earnings numeric(14, 2) not null default 0 check (total_earnings >= 0),
  user_type text not null default 'Student' check (user_type in ('Student', 'Admin')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One per account, made by a trigger on auth.users (SPEC 3).';
comment on column public.profiles."Institition" is 'The institution; the spelling is the specification''s.';
comment on column public.profiles.year_of_study is '1 to 5 undergraduate, 6 postgraduate, 7 graduate, 0 anything else (docs/words.md).';
comment on column public.profiles.total_earnings is 'Naira. Written by the books, never by a student.';
comment on column public.profiles.user_type is 'Student or Admin (an operator). Only public.make_operator changes it.';

create table public.profiles_bank_details (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  bank_name text check (char_length(bank_name) <= 100),
  account_number text check (account_number ~ '^[0-9]{0,10}$'),
  account_name text check (char_length(account_name) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles_bank_details is 'Where a student''s half of each sale is paid. Read in the clear by its owner alone.';
comment on column public.profiles_bank_details.account_number is 'Text, never a number: leading zeros count. At most 10 digits (SPEC 5).';

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is 'What operators did, and what was done for them. Rows are added by definer functions and never change.';
comment on column public.audit_log.actor_id is 'auth.users.id of the person, null when a command or the system acted.';
create index audit_log_created_at_idx on public.audit_log (created_at desc);

create trigger profiles_touch before update on public.profiles for each row execute function private.touch_updated_at();
create trigger profiles_bank_details_touch before update on public.profiles_bank_details for each row execute function private.touch_updated_at();
create trigger audit_log_is_append_only before update or delete on public.audit_log for each row execute function private.refuse_change();
create trigger audit_log_is_never_emptied before truncate on public.audit_log for each statement execute function private.refuse_change();

-- Definer, because a policy on profiles that reads profiles would call itself. Nothing is taken from the token but who it is.
create function private.is_operator() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles where user_id = (select auth.uid()) and user_type = 'Admin')
$$;
comment on function private.is_operator() is 'Whether the person asking is an operator, by their profile and never by a claim.';

create function private.own_profile_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where user_id = (select auth.uid())
$$;
comment on function private.own_profile_id() is 'The profile of the person asking; null for a visitor.';

revoke all on function private.is_operator(), private.own_profile_id() from public;
grant execute on function private.is_operator(), private.own_profile_id() to anon, authenticated, service_role;

-- Sign-up data (SPEC 3) into a profile. The role is never read from it, and nothing in it can make a sign-up fail.
create function private.make_profile_of_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given jsonb;
begin
  begin
    given := to_jsonb(new) -> 'raw_user_meta_data';
    if jsonb_typeof(given) = 'string' then
      given := (given #>> '{}')::jsonb;
    end if;
    -- Texts alone: a number, a list or an object is nobody's name.
    select jsonb_object_agg(key, value) into given from jsonb_each(given) where jsonb_typeof(value) = 'string';
    insert into public.profiles (user_id, first_name, last_name, "Institition", year_of_study)
    values (
      new.id,
      left(coalesce(btrim(given ->> 'first_name'), ''), 100),
      left(coalesce(btrim(given ->> 'last_name'), ''), 100),
      left(nullif(btrim(given ->> 'institution_of_study'), ''), 200),
      case given ->> 'current_year_of_study'
        when 'year-1' then 1 when 'year-2' then 2 when 'year-3' then 3 when 'year-4' then 4 when 'year-5' then 5
        when 'postgraduate' then 6 when 'graduate' then 7 else 0
      end
    );
  exception when others then
    insert into public.profiles (user_id, year_of_study) values (new.id, 0) on conflict (user_id) do nothing;
  end;
  return new;
end $$;
comment on function private.make_profile_of_new_user() is 'Trigger on auth.users: the profile, always a Student, whatever the metadata claims.';
revoke all on function private.make_profile_of_new_user() from public;
create trigger make_profile_of_new_user after insert on auth.users for each row execute function private.make_profile_of_new_user();

-- The first operator's door: `npm run operator -- <email>` calls it with the secret key. Nobody else may.
create function public.make_operator(account_email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  profile public.profiles;
begin
  select id into account from auth.users where lower(email) = lower(btrim(account_email));
  if account is null then
    raise exception 'No account has the address %', account_email using errcode = 'P0002';
  end if;
  select * into profile from public.profiles where user_id = account for update;
  if not found then
    raise exception 'The account % has no profile', account_email using errcode = 'P0002';
  end if;
  if profile.user_type <> 'Admin' then
    update public.profiles set user_type = 'Admin' where id = profile.id;
    insert into public.audit_log (actor_id, action, subject, details)
    values ((select auth.uid()), 'operator.made', profile.id::text, jsonb_build_object('from', profile.user_type));
  end if;
  return profile.id;
end $$;
comment on function public.make_operator(text) is 'Gives an existing account the operator''s role and logs it. Service role only. P0002 when there is no such account, or it has no profile.';
revoke all on function public.make_operator(text) from public, anon, authenticated;
grant execute on function public.make_operator(text) to service_role;

alter table public.profiles enable row level security;
alter table public.profiles_bank_details enable row level security;
alter table public.audit_log enable row level security;

revoke all on public.profiles, public.profiles_bank_details, public.audit_log from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (first_name, last_name, "Institition", course_of_study, phone_number, year_of_study, avatar_url) on public.profiles to authenticated;
-- Not user_type, not even for the secret key: whoever becomes an operator is in the audit log.
revoke insert, update on public.profiles from service_role;
grant update (first_name, last_name, "Institition", course_of_study, phone_number, year_of_study, avatar_url, total_earnings) on public.profiles to service_role;
grant select on public.profiles_bank_details to authenticated;
grant insert (profile_id, bank_name, account_number, account_name) on public.profiles_bank_details to authenticated;
-- profile_id too, since an upsert names it; the policy keeps it one's own.
grant update (profile_id, bank_name, account_number, account_name) on public.profiles_bank_details to authenticated;
revoke all on public.audit_log from service_role;
revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

create policy "A student reads their own profile, an operator every profile"
  on public.profiles for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_operator()));

create policy "A student changes their own profile"
  on public.profiles for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create policy "A student reads their own bank details"
  on public.profiles_bank_details for select to authenticated
  using (profile_id = (select private.own_profile_id()));

create policy "A student gives their own bank details"
  on public.profiles_bank_details for insert to authenticated
  with check (profile_id = (select private.own_profile_id()));

create policy "A student changes their own bank details"
  on public.profiles_bank_details for update to authenticated
  using (profile_id = (select private.own_profile_id())) with check (profile_id = (select private.own_profile_id()));

create policy "An operator reads the audit log"
  on public.audit_log for select to authenticated
  using ((select private.is_operator()));
