-- Admin roles, access checks for admin functions, and the audit log.

create function private.join_short_values(entries jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg('"' || e.key || '" ' || coalesce((
    select string_agg(v.value #>> '{}', ' ')
      from jsonb_array_elements(
        case when jsonb_typeof(e.value) = 'array' then e.value else jsonb_build_array(e.value) end) as v (value)
     where char_length(v.value #>> '{}') <= 160), ''), ' '), '')
    from jsonb_each(case when jsonb_typeof(entries) = 'object' then entries else '{}' end) as e
$$;
comment on function private.join_short_values(jsonb) is
  'Returns the keys of an object, in quotes, each with its values of at most 160 characters: without the bodies of texts.';
revoke all on function private.join_short_values(jsonb) from public;

create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  found_in text generated always as (
    action || ' ' || subject || ' ' || coalesce(left(details ->> 'name', 200), '') || ' '
      || private.join_short_values(details - 'changes' - 'name') || ' '
      || private.join_short_values(coalesce(details -> 'changes', '{}'))
  ) stored,
  created_at timestamptz not null default now()
);
comment on table public.audit_log is
  'Actions of admins and of the system on their behalf. Definer functions add rows; no role changes one.';
comment on column public.audit_log.actor_id is 'auth.users.id of the actor; null for a command or the system.';
comment on column public.audit_log.found_in is
  'The action, the record, and the names and short values of what changed, for the console''s search. Generated.';
create index audit_log_created_at_idx on public.audit_log (created_at desc);
create index audit_log_of_subject_idx on public.audit_log (subject, id desc);
create index audit_log_of_actor_idx on public.audit_log (actor_id, id desc);
create trigger audit_log_is_append_only before update or delete on public.audit_log
  for each row execute function private.prevent_update();
create trigger audit_log_prevents_truncate before truncate on public.audit_log
  for each statement execute function private.prevent_update();

alter table public.audit_log enable row level security;
revoke all on public.audit_log from anon, authenticated, service_role;
revoke all on sequence public.audit_log_id_seq from anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "An owner reads the audit log"
  on public.audit_log for select to authenticated
  using ((select private.has_admin_role('owner')));

create function private.short_value(value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when char_length(value #>> '{}') > 300 then to_jsonb(left(value #>> '{}', 300) || '…') else value end
$$;
comment on function private.short_value(jsonb) is
  'Returns a value cut to the 300 characters that the audit log stores of most.';

-- Every table that admins write has this trigger. Arguments: the noun that actions begin with; the key columns; the
-- column with the display name ('' if there is not one); the columns whose changes are logged ('*' for all; a comment's
-- text, for example, is not logged); and 'whole' where earlier values can be restored, so that they are not cut.
create function private.log_admin_action() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}'::jsonb else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}'::jsonb else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  result jsonb;
  verb text;
  subject text;
begin
  if (select auth.uid()) is null or not private.is_admin() then
    return null;
  end if;
  select jsonb_object_agg(key, case when tg_nargs > 4 then jsonb_build_array(before -> key, after -> key)
    else jsonb_build_array(private.short_value(before -> key), private.short_value(after -> key)) end) into result
    from (select jsonb_object_keys(before || after) as key) keys
   where (before -> key) is distinct from (after -> key)
     -- The row's id (the entry's subject), own timestamps and generated search columns are not logged.
     and key not in ('id', 'created_at', 'updated_at', 'shown_before', 'title_and_subject', 'found_in')
     and (tg_argv[3] = '*' or key = any (string_to_array(tg_argv[3], ',')));
  if result is null and tg_op = 'UPDATE' then
    return null;
  end if;
  verb := case
    when tg_op = 'INSERT' then 'added'
    when tg_op = 'DELETE' then 'removed'
    when jsonb_exists(result, 'deleted_at') then case when after ->> 'deleted_at' is null then 'restored' else 'deleted' end
    when jsonb_exists(result, 'published_at') and before ->> 'published_at' is null then 'published'
    when jsonb_exists(result, 'published_at') and after ->> 'published_at' is null then 'unpublished'
    else 'changed'
  end;
  select string_agg(present ->> name, '.' order by at) into subject
    from unnest(string_to_array(tg_argv[1], ',')) with ordinality as keys (name, at);
  insert into public.audit_log (actor_id, action, subject, details) values (
    (select auth.uid()), tg_argv[0] || '.' || verb, subject,
    jsonb_strip_nulls(jsonb_build_object('name', left(present ->> nullif(tg_argv[2], ''), 200)))
      || jsonb_build_object('changes', coalesce(result, '{}'::jsonb))
  );
  return null;
end $$;
comment on function private.log_admin_action() is
  'Trigger: logs an admin''s changes to audit_log, each column as [before, after]. It ignores all other roles.';
revoke all on function private.log_admin_action(), private.short_value(jsonb) from public;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception 'Only admins do this' using errcode = '42501';
  end if;
end $$;
comment on function private.require_admin() is 'Raises 42501 unless the caller is an admin.';
revoke all on function private.require_admin() from public;

create function private.require_admin_role(variadic wanted public.admin_role[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not private.has_admin_role(variadic wanted) then
    raise exception 'Only admins with another role do this' using errcode = '42501', hint = 'admin_role';
  end if;
end $$;
comment on function private.require_admin_role(public.admin_role[]) is
  'Raises 42501 unless the caller is an owner or has one of these admin roles.';
revoke all on function private.require_admin_role(public.admin_role[]) from public;

-- Creates the first admin. `npm run make-admin -- <email>` calls it with the secret key, which no user has.
create function public.make_admin(account_email text) returns uuid
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
  if not 'owner' = any (profile.admin_roles) then
    update public.profiles set user_type = 'Admin', admin_roles = array_prepend('owner', admin_roles) where id = profile.id;
    insert into public.audit_log (actor_id, action, subject, details)
    values ((select auth.uid()), 'admin.made', profile.id::text, jsonb_build_object('from', profile.user_type));
  end if;
  return profile.id;
end $$;
comment on function public.make_admin(text) is
  'Makes an existing account an owner and logs it. Service role only. Raises P0002 if the account or its '
  'profile does not exist.';
revoke all on function public.make_admin(text) from public, anon, authenticated;
grant execute on function public.make_admin(text) to service_role;
