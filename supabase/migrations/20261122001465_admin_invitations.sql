-- Invitations of admins by email, the list of admins, and the rule that each needs a second factor
-- (docs/decisions/0062).

create table private.admin_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique
    check (email = lower(btrim(email)) and email ~ '^[^[:space:][:cntrl:]<>,;"]+@[^[:space:][:cntrl:]<>,;"]+$'
      and char_length(email) <= 254 and not private.has_hidden_characters(email)),
  roles public.admin_role[] not null check (cardinality(roles) > 0),
  token_hash text not null unique check (char_length(token_hash) = 64),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
comment on table private.admin_invitations is
  'Open invitations to become an admin, one per address. Accepting, withdrawing or repeating one deletes it, and an '
  'expired one is deleted with the next invitation.';
comment on column private.admin_invitations.token_hash is 'SHA-256 of the token in the link, which only the email has.';
create index admin_invitations_inviter_idx on private.admin_invitations (invited_by);
alter table private.admin_invitations enable row level security;
revoke all on private.admin_invitations from public, anon, authenticated, service_role;

create function private.person_name(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.user_id = account
$$;
comment on function private.person_name(uuid) is 'Returns the name of an account''s profile.';
revoke all on function private.person_name(uuid) from public;

create type public.invitation_outcome as enum ('ok', 'admin');
comment on type public.invitation_outcome is 'Result of an invitation. admin: the address is of an admin already.';

create function public.invite_admin(address text, roles text[]) returns public.invitation_outcome
language plpgsql security definer set search_path = '' as $$
declare
  invited text := lower(btrim(address));
  wanted public.admin_role[] := array(
    select distinct role::public.admin_role from unnest(roles) role where role is not null order by 1);
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  invitation uuid;
begin
  perform private.require_admin_role('owner');
  perform private.require_recent_sign_in();
  if exists (
    select from auth.users u join public.profiles p on p.user_id = u.id
     where lower(u.email) = invited and p.user_type = 'Admin'
  ) then
    return 'admin';
  end if;
  delete from private.admin_invitations i where i.email = invited or i.expires_at < now();
  insert into private.admin_invitations (email, roles, token_hash, invited_by)
  values (invited, wanted, encode(sha256(convert_to(token, 'UTF8')), 'hex'), (select auth.uid()))
  returning id into invitation;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'admin.invited', invitation::text, jsonb_build_object('name', invited,
    'changes', jsonb_build_object('admin_roles', jsonb_build_array('', array_to_string(wanted, ', ')))));
  perform private.queue_email_to(invited, 'admin-invitation', null, jsonb_build_object(
    'by', private.person_name((select auth.uid())), 'roles', array_to_string(wanted, ', '), 'token', token));
  return 'ok';
end $$;
comment on function public.invite_admin(text, text[]) is
  'Emails an address a link, valid for seven days, with which its reader becomes an admin with these roles. It replaces '
  'an earlier link to the address. Logged. Only owners who signed in within ten minutes.';

create function public.withdraw_admin_invitation(invitation uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  withdrawn text;
begin
  perform private.require_admin_role('owner');
  delete from private.admin_invitations i where i.id = invitation returning i.email into withdrawn;
  if withdrawn is null then
    return false;
  end if;
  insert into public.audit_log (actor_id, action, subject, details)
  values ((select auth.uid()), 'admin.invitation_withdrawn', invitation::text, jsonb_build_object('name', withdrawn));
  return true;
end $$;
comment on function public.withdraw_admin_invitation(uuid) is
  'Makes the link of an invitation useless. Returns false if there is no such invitation. Logged. Owners only.';

create function public.list_admin_invitations()
returns table (id uuid, email text, roles text[], created_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('owner');
  return query select i.id, i.email, i.roles::text[], i.created_at, i.expires_at
    from private.admin_invitations i where i.expires_at > now() order by i.created_at desc, i.id;
end $$;
comment on function public.list_admin_invitations() is 'Returns the open invitations of admins, newest first. Owners only.';

create function public.list_admins() returns table (
  profile_id uuid, name text, email text, roles text[], has_second_factor boolean, last_seen_at timestamptz, is_self boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin_role('owner');
  return query
  select p.id, btrim(p.first_name || ' ' || p.last_name), u.email::text, p.admin_roles, private.has_second_factor(u.id),
         greatest(u.last_sign_in_at, v.verified_at, l.created_at), u.id = (select auth.uid())
    from public.profiles p join auth.users u on u.id = p.user_id
    left join lateral (
      select max(s.verified_at) as verified_at from private.verified_sessions s where s.account_id = u.id
    ) v on true
    left join lateral (
      select max(a.created_at) as created_at from public.audit_log a where a.actor_id = u.id
    ) l on true
   where p.user_type = 'Admin'
   order by lower(p.first_name), lower(p.last_name), p.id;
end $$;
comment on function public.list_admins() is
  'Returns the admins by name: roles, whether they have a second factor, and when they last signed in or did something '
  'that is logged. Owners only.';

create function public.find_admin_invitation(token text) returns table (
  email text, roles text[], invited_by text, has_account boolean
)
language sql stable security definer set search_path = '' as $$
  select i.email, i.roles::text[], coalesce(private.person_name(i.invited_by), ''),
         exists (select from auth.users u where lower(u.email) = i.email)
    from private.admin_invitations i
   where i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now()
$$;
comment on function public.find_admin_invitation(text) is
  'Returns the open invitation of a link, and whether its address has an account. Service role only.';

-- Only an account that its reader created a moment ago: an older one with this address may have a stranger's password.
create function public.confirm_invited_account(token text, account uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text;
begin
  update auth.users u set email_confirmed_at = now()
    from private.admin_invitations i
   where u.id = account and u.email_confirmed_at is null and u.created_at > now() - interval '1 minute'
     and i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now() and lower(u.email) = i.email
  returning i.email into address;
  -- The link that would confirm the address is not needed any more.
  delete from public.outbox o where o.template = 'account-link' and lower(o.recipient) = address and o.sent_at is null;
  return address is not null;
end $$;
comment on function public.confirm_invited_account(text, uuid) is
  'Confirms the address of an account that was created in the last minute with the link of an invitation. Returns false '
  'for any other account. Service role only.';

create function public.accept_admin_invitation(token text, account uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  here private.admin_invitations;
  person public.profiles;
  names jsonb;
begin
  -- Serialised with set_admin_roles.
  perform pg_advisory_xact_lock(hashtext('lamplight.admins'));
  select p.* into person from public.profiles p join auth.users u on u.id = p.user_id
   where u.id = account and u.email_confirmed_at is not null for update of p;
  delete from private.admin_invitations i
   where i.token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex') and i.expires_at > now()
     and i.email = (select lower(u.email) from auth.users u where u.id = account) and person.id is not null
  returning * into here;
  if here.id is null then
    return false;
  end if;
  update public.profiles p
     set user_type = 'Admin', admin_roles = array(select distinct unnest(p.admin_roles || here.roles::text[]) order by 1)
   where p.id = person.id;
  insert into public.audit_log (actor_id, action, subject, details)
  values (account, 'admin.made', person.id::text, jsonb_build_object('from', person.user_type,
    'name', left(btrim(person.first_name || ' ' || person.last_name), 200), 'changes', jsonb_build_object('admin_roles',
      jsonb_build_array(array_to_string(person.admin_roles, ', '), array_to_string(here.roles, ', ')))));
  names := jsonb_build_object('name', btrim(person.first_name || ' ' || person.last_name),
    'by', coalesce(private.person_name(here.invited_by), ''), 'granted', true, 'changed', false,
    'roles', array_to_string(here.roles, ', '));
  perform private.notify_admins('admin-role', names, 'owner');
  return true;
end $$;
comment on function public.accept_admin_invitation(text, uuid) is
  'Gives an account with the invited, confirmed address the roles of its invitation, and uses the link up. Logged, and '
  'emailed to owners. Returns false if the invitation is gone, expired, or for another address. Service role only.';

create function public.must_add_second_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  account uuid := private.own_account_id();
begin
  return account is not null and not private.has_required_factor(account);
end $$;
comment on function public.must_add_second_factor() is
  'Returns true if the caller could not use the console for want of a second factor, which an owner requires.';

revoke all on function
  public.invite_admin(text, text[]), public.withdraw_admin_invitation(uuid), public.list_admin_invitations(),
  public.list_admins(), public.find_admin_invitation(text), public.confirm_invited_account(text, uuid),
  public.accept_admin_invitation(text, uuid), public.must_add_second_factor()
  from public, anon, authenticated, service_role;
grant execute on function
  public.invite_admin(text, text[]), public.withdraw_admin_invitation(uuid), public.list_admin_invitations(),
  public.list_admins(), public.must_add_second_factor() to authenticated;
grant execute on function
  public.find_admin_invitation(text), public.confirm_invited_account(text, uuid), public.accept_admin_invitation(text, uuid)
  to service_role;
