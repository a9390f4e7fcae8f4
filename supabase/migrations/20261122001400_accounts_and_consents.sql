-- The life cycle of accounts: consents, what admins see, admin roles, and deletion.

-- Consents with version and time. The sign-up form shows the texts; uploads store their agreement separately.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references public.profiles (id) on delete cascade,
  agreed_to text not null check (agreed_to in ('terms', 'privacy')),
  version text not null check (char_length(version) between 1 and 60),
  created_at timestamptz not null default now()
);
comment on table public.consents is 'Consents given at sign-up. Append-only; deleted with the profile.';
comment on column public.consents.version is
  'Terms: when an admin last changed them (UTC), or when they shipped. Privacy page: the version in its text.';
create index consents_of_profile_idx on public.consents (profile_id, created_at);
create trigger consents_are_append_only before update on public.consents for each row execute function private.prevent_update();

alter table public.consents enable row level security;
revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;
create policy "A student reads their own consents, an admin every consent" on public.consents for select to authenticated
  using (profile_id = (select private.own_profile_id()) or (select private.has_admin_role('owner')));

-- Runs after create_profile, because PostgreSQL runs triggers in alphabetical order. An account that was not created by
-- our form gets no consent.
create function private.record_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  input jsonb;
  read_version text;
  profile uuid := (select id from public.profiles where user_id = new.id);
begin
  begin
    input := to_jsonb(new) -> 'raw_user_meta_data';
    if jsonb_typeof(input) = 'string' then
      input := (input #>> '{}')::jsonb;
    end if;
    read_version := left(btrim(input ->> 'privacy_version'), 60);
  exception when others then
    return new;
  end;
  if profile is null or read_version is null or read_version !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    return new;
  end if;
  insert into public.consents (profile_id, agreed_to, version) values
    (profile, 'privacy', read_version),
    (profile, 'terms', coalesce(
      (select to_char(max(updated_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
         from public.settings where group_name = 'terms'),
      'shipped'));
  return new;
end $$;
comment on function private.record_consent() is
  'Trigger on auth.users: records consent to the terms and the privacy page in their current versions.';
revoke all on function private.record_consent() from public;
create trigger record_consent after insert on auth.users
  for each row execute function private.record_consent();

-- Admins may see the owner of an account and its uploads, but not its bank details.
create function public.find_accounts(
  search text default '', only_admins boolean default false, after_at timestamptz default null, after_id uuid default null,
  max_rows integer default 26
) returns table (
  id uuid, first_name text, last_name text, school text, email text, user_type text, confirmed boolean, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  patterns text[] := private.word_patterns(search);
begin
  perform private.require_admin_role('money');
  return query
  select p.id, p.first_name, p.last_name, p."Institition", u.email::text, p.user_type, u.email_confirmed_at is not null,
         p.created_at
    from public.profiles p join auth.users u on u.id = p.user_id
   where (
       patterns is null
       or private.fold_words(p.first_name || ' ' || p.last_name || ' ' || coalesce(u.email, '')) like all (patterns)
     )
     and (not only_admins or p.user_type = 'Admin')
     and (after_id is null or (p.created_at, p.id) < (after_at, after_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(max_rows, 1), 200);
end $$;
comment on function public.find_accounts(text, boolean, timestamptz, uuid, integer) is
  'Returns accounts by words of name or address, the newest first, one page after the given account. Without bank '
  'details. Admins only.';

create function public.account_details(profile uuid)
returns table (
  id uuid, first_name text, last_name text, school text, course_of_study text, phone_number text, year_of_study integer,
  email text, user_type text, confirmed_at timestamptz, last_sign_in_at timestamptz, created_at timestamptz,
  total_earnings numeric, has_bank_details boolean, uploads bigint, approved bigint, requests bigint, comments bigint,
  is_self boolean, admin_roles text[], blocked_at timestamptz, block_reason text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money');
  return query
  select p.id, p.first_name, p.last_name, p."Institition", p.course_of_study, p.phone_number, p.year_of_study, u.email::text,
         p.user_type, u.email_confirmed_at, u.last_sign_in_at, p.created_at, p.total_earnings,
         exists (select from public.profiles_bank_details b where b.profile_id = p.id and b.account_number <> ''),
         (select count(*) from public.material_uploads m where m.user_id = p.id),
         (select count(*) from public.material_uploads m where m.user_id = p.id and m.upload_status = 'approved'),
         (select count(*) from public.topic_requests t where t.user_id = p.id),
         (select count(*) from public.material_comments c where c.profile_id = p.id),
         p.user_id = (select auth.uid()), p.admin_roles, b.blocked_at, b.reason
    from public.profiles p join auth.users u on u.id = p.user_id
    left join private.blocked_accounts b on b.account_id = u.id
   where p.id = profile;
end $$;
comment on function public.account_details(uuid) is
  'Returns an account for admins, with only whether it has bank details. No row if the account does not exist. Admins '
  'only.';

-- Reviewers need names, and no other column of profiles.
create function public.names_of_people(ids uuid[]) returns table (
  profile_id uuid, user_id uuid, first_name text, last_name text, school text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('money', 'reviewer');
  return query
  select p.id, p.user_id, p.first_name, p.last_name, p."Institition" from public.profiles p
   where p.id = any (ids) or p.user_id = any (ids);
end $$;
comment on function public.names_of_people(uuid[]) is
  'Returns the names and schools of profiles, by the ids of profiles or accounts. Admins only.';

create type public.role_change as enum ('ok', 'gone', 'unchanged', 'last');
comment on type public.role_change is 'Result of changing roles. last: the only remaining owner remains an owner.';

-- Role changes are serialised, so that two owners cannot revoke each other and leave no owner.
create function public.set_admin_roles(profile uuid, roles text[]) returns public.role_change
language plpgsql security definer set search_path = '' as $$
declare
  here public.profiles;
  actor public.profiles;
  wanted public.admin_role[] := array(
    select distinct role::public.admin_role from unnest(roles) role where role is not null order by 1);
  names jsonb;
begin
  perform private.require_admin_role('owner');
  perform private.require_recent_sign_in();
  perform pg_advisory_xact_lock(hashtext('lamplight.admins'));
  select * into here from public.profiles where id = profile and user_id is not null for update;
  if not found then
    return 'gone';
  end if;
  if here.admin_roles = wanted::text[] then
    return 'unchanged';
  end if;
  -- The caller may have lost the role while waiting for the lock.
  perform private.require_admin_role('owner');
  if not 'owner' = any (wanted) and not exists (
    select from public.profiles where user_type = 'Admin' and 'owner' = any (admin_roles) and id <> profile
  ) then
    return 'last';
  end if;
  select * into actor from public.profiles where user_id = (select auth.uid());
  update public.profiles
     set admin_roles = wanted::text[], user_type = case when cardinality(wanted) > 0 then 'Admin' else 'Student' end
   where id = profile;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), case when cardinality(wanted) = 0 then 'admin.removed'
      when cardinality(here.admin_roles) = 0 then 'admin.made' else 'admin.roles_changed' end, profile::text,
    jsonb_build_object('from', here.user_type, 'name', left(btrim(here.first_name || ' ' || here.last_name), 200),
      'changes', jsonb_build_object('admin_roles', jsonb_build_array(
        array_to_string(here.admin_roles, ', '), array_to_string(wanted, ', ')))));
  names := jsonb_build_object('name', btrim(here.first_name || ' ' || here.last_name),
    'by', btrim(actor.first_name || ' ' || actor.last_name), 'granted', cardinality(wanted) > 0,
    'changed', cardinality(wanted) > 0 and cardinality(here.admin_roles) > 0, 'roles', array_to_string(wanted, ', '));
  perform private.notify_admins('admin-role', names, 'owner');
  if not 'owner' = any (wanted) then
    perform private.queue_email('admin-role', profile, names);
  end if;
  return 'ok';
end $$;
comment on function public.set_admin_roles(uuid, text[]) is
  'Sets an account''s admin roles; without any it is a student''s again. Logged, and emailed to owners and to the '
  'account. The last owner remains. Returns ok, gone, unchanged or last. Only owners who signed in within ten minutes.';
revoke all on function
  public.find_accounts(text, boolean, timestamptz, uuid, integer), public.account_details(uuid),
  public.names_of_people(uuid[]), public.set_admin_roles(uuid, text[])
  from public, anon, authenticated, service_role;
grant execute on function
  public.find_accounts(text, boolean, timestamptz, uuid, integer), public.account_details(uuid),
  public.names_of_people(uuid[]), public.set_admin_roles(uuid, text[])
  to authenticated;

create type public.account_block as enum ('ok', 'gone', 'unchanged', 'admin');
comment on type public.account_block is
  'Result of blocking or unblocking an account. admin: its roles must be removed first.';

create function public.block_account(profile uuid, because text) returns public.account_block
language plpgsql security definer set search_path = '' as $$
declare
  here public.profiles;
begin
  perform private.require_admin_role('money');
  select * into here from public.profiles where id = profile and user_id is not null for update;
  if not found then
    return 'gone';
  elsif here.user_type = 'Admin' then
    return 'admin';
  end if;
  insert into private.blocked_accounts (account_id, reason) values (here.user_id, btrim(because)) on conflict do nothing;
  if not found then
    return 'unchanged';
  end if;
  delete from auth.sessions where user_id = here.user_id;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'account.blocked', profile::text,
    jsonb_build_object('name', left(btrim(here.first_name || ' ' || here.last_name), 200), 'reason', btrim(because)));
  return 'ok';
end $$;
comment on function public.block_account(uuid, text) is
  'Ends all sessions of a student''s account and prevents new ones, for a reason that the student reads when they sign '
  'in. Works, sales and payouts stay as they are. Logged. Admins only.';

create function public.unblock_account(profile uuid) returns public.account_block
language plpgsql security definer set search_path = '' as $$
declare
  here public.profiles;
begin
  perform private.require_admin_role('money');
  select * into here from public.profiles where id = profile and user_id is not null;
  if not found then
    return 'gone';
  end if;
  delete from private.blocked_accounts where account_id = here.user_id;
  if not found then
    return 'unchanged';
  end if;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'account.unblocked', profile::text,
    jsonb_build_object('name', left(btrim(here.first_name || ' ' || here.last_name), 200)));
  return 'ok';
end $$;
comment on function public.unblock_account(uuid) is 'Lets a blocked account sign in again. Logged. Admins only.';
revoke all on function public.block_account(uuid, text), public.unblock_account(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.block_account(uuid, text), public.unblock_account(uuid) to authenticated;

-- An account is deleted by its owner (public.delete_my_account) or by any role that may delete from auth.users. A
-- trigger does the rest, so that the result is the same (docs/decisions/0010): personal data is removed, and rows that
-- the ledger needs are anonymised. Visible comments are anonymised too. Open reports lose words and name if the reason
-- suffices.
create function private.anonymise_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  profile uuid := (select id from public.profiles where user_id = old.id);
begin
  if profile is not null then
    delete from public.outbox where profile_id = profile;
    if old.email_confirmed_at is not null then
      -- Its orders lose the address too. An order's email that waits is not sent: it would store the address again.
      delete from public.outbox
       where profile_id is null and lower(recipient) = lower(old.email)
         and (template like 'order%' or sent_at is not null or dead_at is not null);
    end if;
    delete from public.material_comments where profile_id = profile and comment_status <> 'shown';
    update public.material_comments set profile_id = null, author_name = '', author_school = '' where profile_id = profile;
    delete from public.reports where profile_id = profile and (settled_at is not null or reason = 'other');
    update public.reports set profile_id = null, words = '' where profile_id = profile;
    -- A sold work whose review is open again is retained for its buyers: a trigger of the orders skips it. It waits for
    -- its reviewer, because its student can no longer change it.
    delete from public.material_uploads where user_id = profile and upload_status <> 'approved';
    update public.material_uploads set review_notes = null where user_id = profile and upload_status = 'pending';
    update public.material_uploads set file_name = 'work' || coalesce(substring(file_path from '\.[a-z]+$'), '')
     where user_id = profile;
    delete from public.upload_messages m using public.material_uploads u where u.id = m.upload_id and u.user_id = profile;
    delete from public.saved_works where profile_id = profile;
    delete from public.topic_requests where user_id = profile;
    delete from public.profiles_bank_details where profile_id = profile;
    delete from public.account_checks where profile_id = profile;
    delete from public.consents where profile_id = profile;
    -- A foreign key (of an approved work or a sale) may prevent the deletion. Then the profile is anonymised.
    begin
      delete from public.profiles where id = profile;
    exception when foreign_key_violation or restrict_violation then
      update public.profiles
         set user_id = null, deleted_at = now(), first_name = '', last_name = '', named_on_works = false,
             "Institition" = null, course_of_study = null, phone_number = null, year_of_study = null,
             avatar_url = null, user_type = 'Student', admin_roles = '{}'
       where id = profile;
    end;
    insert into public.audit_log (actor_id, action, subject) values (null, 'account.deleted', profile::text);
  end if;

  insert into public.file_removals (place, path)
    select o.bucket_id, o.name from storage.objects o
    where (o.bucket_id = 'product-files' and o.name like 'avatars/' || old.id || '.%')
       or (o.bucket_id = 'material-uploads' and o.name like old.id || '/%' and not private.upload_uses_file(o.name))
    on conflict do nothing;
  -- The sign-in log contains the address. A hosted project may deny access to the log, and empties it automatically.
  begin
    delete from auth.audit_log_entries where payload ->> 'actor_id' = old.id::text;
  exception when insufficient_privilege or undefined_table or undefined_column or undefined_function then
    null;
  end;
  delete from public.contact_conversations where email = lower(old.email);
  perform private.queue_email_to(old.email, 'account-deleted', null);
  return old;
end $$;
comment on function private.anonymise_account() is
  'Trigger on auth.users: deletes personal data, orders the removal of files, anonymises what the ledger needs, and '
  'emails the owner.';
revoke all on function private.anonymise_account() from public;
create trigger delete_account_2_anonymise_account before delete on auth.users for each row execute function
  private.anonymise_account();

create function public.delete_my_account(gives_up_kobo bigint default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    raise exception 'Sign in first' using errcode = '42501';
  end if;
  perform private.require_recent_sign_in();
  if private.is_admin() then
    raise exception 'An admin''s account is not deleted this way' using errcode = '42501', hint = 'admin';
  end if;
  perform set_config('lamplight.gives_up', coalesce(gives_up_kobo::text, ''), true);
  delete from auth.users where id = (select auth.uid());
end $$;
comment on function public.delete_my_account(bigint) is
  'Deletes the caller''s account; requires a sign-in within ten minutes. gives_up_kobo: the owed amount that its '
  'owner explicitly forfeits. Otherwise raises 42501 with the hint sign_in_again, admin, money_owed or '
  'payout_on_its_way.';
revoke all on function public.delete_my_account(bigint) from public, anon, service_role;
grant execute on function public.delete_my_account(bigint) to authenticated;
