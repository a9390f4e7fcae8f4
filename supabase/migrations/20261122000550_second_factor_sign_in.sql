-- Adding, verifying and removing second factors (docs/decisions/0048). The server checks codes and signatures and calls
-- these functions with the secret key. Each names the account and the session of a token that the server has verified.

create type public.second_factor_added as enum ('first', 'added', 'expired', 'full');
comment on type public.second_factor_added is
  'Result of adding a second factor. first: with new recovery codes. expired: the key of the app is not the one that was '
  'shown. full: there are ten, or the passkey is known.';

create type public.second_factor_state as enum ('none', 'needed', 'verified', 'recent');
comment on type public.second_factor_state is
  'none: the account has no second factor. needed: this session has not verified it. verified: it has, and recent: '
  'within the last ten minutes.';

create function public.second_factor_state() returns public.second_factor_state
language sql stable security definer set search_path = '' as $$
  select case
    when not private.has_second_factor((select auth.uid())) then 'none'
    when v.verified_at > now() - interval '10 minutes' then 'recent'
    when v.verified_at is not null then 'verified'
    else 'needed'
  end::public.second_factor_state
    from (values (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')) as claims (session)
    left join private.verified_sessions v on v.session_id::text = claims.session and v.account_id = (select auth.uid())
$$;
comment on function public.second_factor_state() is
  'Returns the state of the second factor in the session of the caller''s token.';
revoke all on function public.second_factor_state() from public, anon, service_role;
grant execute on function public.second_factor_state() to authenticated;

create function private.is_session_of(session uuid, account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
  )
$$;
comment on function private.is_session_of(uuid, uuid) is
  'Returns true if the account has this session, with or without a verified second factor.';

create function private.can_change_factors(account uuid, session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_session_of(session, account) and case
    when private.has_second_factor(account) then exists (
      select from private.verified_sessions v
       where v.session_id = session and v.account_id = account and v.verified_at > now() - interval '10 minutes')
    else exists (
      select from private.second_factor_challenges c
       where c.session_id = session and c.account_id = account and c.purpose = 'setup' and c.expires_at > now())
  end
$$;
comment on function private.can_change_factors(uuid, uuid) is
  'Returns true if this session verified the second factor within ten minutes, or, without one, confirmed the password.';

create function private.require_factor_change(account uuid, session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Changes of one account's factors run one after another.
  perform pg_advisory_xact_lock(hashtextextended('lamplight.second_factors.' || account, 0));
  if not private.can_change_factors(account, session) then
    raise exception 'Confirm the second factor or the password first' using errcode = '42501', hint = 'sign_in_again';
  end if;
end $$;
comment on function private.require_factor_change(uuid, uuid) is
  'Raises 42501 with the hint sign_in_again unless private.can_change_factors.';

-- A log entry names the account, never a secret.
create function private.report_factor_change(account uuid, change text, factor_name text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  profile public.profiles;
begin
  select * into profile from public.profiles where user_id = account;
  if profile.user_type = 'Admin' or change = 'reset' then
    insert into public.audit_log (actor_id, action, subject, details)
    values (case when change = 'reset' then null else account end, 'account.second_factor_' || change, profile.id::text,
      jsonb_strip_nulls(jsonb_build_object('name', left(btrim(profile.first_name || ' ' || profile.last_name), 200),
        'factor', factor_name)));
  end if;
  perform private.queue_email('second-factor-changed', profile.id,
    jsonb_build_object('change', change, 'name', coalesce(factor_name, '')));
end $$;
comment on function private.report_factor_change(uuid, text, text) is
  'Emails the owner about a change of their second factors, and logs it for admins.';

create function private.verify_session(account uuid, session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_session_of(session, account) then
    return false;
  end if;
  delete from private.verified_sessions v
   where v.account_id = account and not exists (select from auth.sessions s where s.id = v.session_id);
  insert into private.verified_sessions as v (session_id, account_id) values (session, account)
  on conflict (session_id) do update set verified_at = now() where v.account_id = account;
  return true;
end $$;
comment on function private.verify_session(uuid, uuid) is
  'Records that the session verified the second factor. Returns false if the account does not have this session.';
revoke all on function
  private.is_session_of(uuid, uuid), private.can_change_factors(uuid, uuid), private.require_factor_change(uuid, uuid),
  private.report_factor_change(uuid, text, text), private.verify_session(uuid, uuid) from public;

create function public.second_factor_settings(account uuid, session uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'factors', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'created_at', f.created_at,
          'last_used_at', f.last_used_at) order by f.created_at, f.id)
        from private.second_factors f where f.account_id = account), '[]'::jsonb),
    'recovery_codes', (select count(*) from private.recovery_codes c where c.account_id = account and c.used_at is null),
    'can_change', private.can_change_factors(account, session))
$$;
comment on function public.second_factor_settings(uuid, uuid) is
  'Returns an account''s factors without secrets, the number of unused recovery codes, and whether this session may '
  'change them. Service role only.';

create function public.second_factor_keys(account uuid)
returns table (id uuid, kind text, secret text, credential_id text, public_key text, sign_count bigint, transports text[])
language sql stable security definer set search_path = '' as $$
  select f.id, f.kind, f.secret, f.credential_id, f.public_key, f.sign_count, f.transports
    from private.second_factors f where f.account_id = account order by f.created_at, f.id
$$;
comment on function public.second_factor_keys(uuid) is
  'Returns what the server needs to verify an account''s factors. Service role only.';

create function public.save_second_factor_challenge(account uuid, session uuid, purpose text, value text) returns boolean
language sql security definer set search_path = '' as $$
  with purged as (delete from private.second_factor_challenges c where c.account_id = account and c.expires_at <= now()),
  saved as (
    insert into private.second_factor_challenges as c (session_id, account_id, purpose, value, expires_at)
    select session, account, purpose, value, now() + interval '10 minutes' where private.is_session_of(session, account)
    on conflict (session_id, purpose) do update set value = excluded.value, expires_at = excluded.expires_at
      where c.account_id = excluded.account_id
    returning 1
  )
  select exists (select from saved)
$$;
comment on function public.save_second_factor_challenge(uuid, uuid, text, text) is
  'Stores a challenge for ten minutes in place of an earlier one of the same purpose. Returns false if the account does '
  'not have this session. Service role only.';

create function public.second_factor_challenge(account uuid, session uuid, purpose text) returns text
language sql stable security definer set search_path = '' as $$
  select c.value from private.second_factor_challenges c
   where c.account_id = account and c.session_id = session and c.purpose = second_factor_challenge.purpose
     and c.expires_at > now()
$$;
comment on function public.second_factor_challenge(uuid, uuid, text) is
  'Returns an open challenge, or null. Service role only.';

create function public.consume_second_factor_challenge(account uuid, session uuid, purpose text) returns text
language sql security definer set search_path = '' as $$
  with consumed as (
    delete from private.second_factor_challenges c
     where c.account_id = account and c.session_id = session and c.purpose = consume_second_factor_challenge.purpose
    returning c.value, c.expires_at
  )
  select value from consumed where expires_at > now()
$$;
comment on function public.consume_second_factor_challenge(uuid, uuid, text) is
  'Removes a challenge and returns its value, or null if it expired: a challenge is used once. Service role only.';

create function public.add_second_factor(account uuid, session uuid, factor jsonb, recovery_code_hashes text[])
returns public.second_factor_added
language plpgsql security definer set search_path = '' as $$
declare
  is_first boolean;
begin
  perform private.require_factor_change(account, session);
  if factor ->> 'kind' = 'app' and not exists (
    select from private.second_factor_challenges c
     where c.session_id = session and c.account_id = account and c.purpose = 'app' and c.value = factor ->> 'secret'
       and c.expires_at > now()
  ) then
    return 'expired';
  end if;
  if (select count(*) from private.second_factors f where f.account_id = account) >= 10 then
    return 'full';
  end if;
  is_first := not private.has_second_factor(account);
  insert into private.second_factors
    (account_id, kind, name, secret, last_step, credential_id, public_key, sign_count, transports)
  values (account, factor ->> 'kind', btrim(factor ->> 'name'), factor ->> 'secret',
    coalesce((factor ->> 'last_step')::bigint, 0), factor ->> 'credential_id', factor ->> 'public_key',
    coalesce((factor ->> 'sign_count')::bigint, 0),
    array(select jsonb_array_elements_text(coalesce(factor -> 'transports', '[]'::jsonb))))
  on conflict (credential_id) do nothing;
  if not found then
    return 'full';
  end if;
  if is_first then
    -- Sessions from before must verify the new factor.
    delete from private.verified_sessions v where v.account_id = account;
    delete from private.recovery_codes c where c.account_id = account;
    insert into private.recovery_codes (account_id, code_hash) select account, unnest(recovery_code_hashes);
  end if;
  delete from private.second_factor_challenges c where c.account_id = account;
  perform private.verify_session(account, session);
  perform private.report_factor_change(account, 'added', btrim(factor ->> 'name'));
  return case when is_first then 'first' else 'added' end;
end $$;
comment on function public.add_second_factor(uuid, uuid, jsonb, text[]) is
  'Adds a factor that the server has verified in this session. With the first one, stores the recovery codes, and every '
  'other session must verify it. Service role only.';

create function public.accept_app_code(account uuid, session uuid, factor uuid, step bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.second_factors f set last_step = step, last_used_at = now()
   where f.id = factor and f.account_id = account and f.kind = 'app' and f.last_step < step;
  return found and private.verify_session(account, session);
end $$;
comment on function public.accept_app_code(uuid, uuid, uuid, bigint) is
  'Records a correct code of a time step, and that the session is verified. Returns false if a code of this or a later '
  'step was used. Service role only.';

-- Many passkeys have no counter and always send 0.
create function public.accept_passkey(account uuid, session uuid, factor uuid, new_count bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.second_factors f set sign_count = new_count, last_used_at = now()
   where f.id = factor and f.account_id = account and f.kind = 'passkey'
     and (f.sign_count < new_count or (f.sign_count = 0 and new_count = 0));
  return found and private.verify_session(account, session);
end $$;
comment on function public.accept_passkey(uuid, uuid, uuid, bigint) is
  'Records a correct signature of a passkey, and that the session is verified. Returns false if its counter did not '
  'increase. Service role only.';

create function public.accept_recovery_code(account uuid, session uuid, hash text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_second_factor(account) or not private.is_session_of(session, account) then
    return false;
  end if;
  update private.recovery_codes c set used_at = now()
   where c.account_id = account and c.code_hash = hash and c.used_at is null;
  if not found then
    return false;
  end if;
  perform private.report_factor_change(account, 'code_used');
  return private.verify_session(account, session);
end $$;
comment on function public.accept_recovery_code(uuid, uuid, text) is
  'Uses a recovery code, and records that the session is verified. Returns false if it is unknown or used. Service role '
  'only.';

create function public.rename_second_factor(account uuid, session uuid, factor uuid, new_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor_change(account, session);
  update private.second_factors f set name = btrim(new_name) where f.id = factor and f.account_id = account;
  return found;
end $$;
comment on function public.rename_second_factor(uuid, uuid, uuid, text) is
  'Renames a factor. Returns false if it does not exist. Service role only.';

create function public.remove_second_factor(account uuid, session uuid, factor uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  removed text;
begin
  perform private.require_factor_change(account, session);
  delete from private.second_factors f where f.id = factor and f.account_id = account returning f.name into removed;
  if not found then
    return false;
  end if;
  if not private.has_second_factor(account) then
    delete from private.recovery_codes c where c.account_id = account;
    delete from private.verified_sessions v where v.account_id = account;
  end if;
  perform private.report_factor_change(account, 'removed', removed);
  return true;
end $$;
comment on function public.remove_second_factor(uuid, uuid, uuid) is
  'Removes a factor, and the recovery codes with the last one. Returns false if it does not exist. Service role only.';

create function public.replace_recovery_codes(account uuid, session uuid, hashes text[]) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor_change(account, session);
  if not private.has_second_factor(account) then
    return false;
  end if;
  delete from private.recovery_codes c where c.account_id = account;
  insert into private.recovery_codes (account_id, code_hash) select account, unnest(hashes);
  perform private.report_factor_change(account, 'codes_replaced');
  return true;
end $$;
comment on function public.replace_recovery_codes(uuid, uuid, text[]) is
  'Replaces the recovery codes. Returns false without a second factor. Service role only.';

-- `npm run reset-second-factors -- <email>` calls it.
create function public.reset_second_factors(account_email text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  removed integer;
begin
  select id into account from auth.users where lower(email) = lower(btrim(account_email));
  if account is null then
    raise exception 'No account has the address %', account_email using errcode = 'P0002';
  end if;
  delete from private.second_factors f where f.account_id = account;
  get diagnostics removed = row_count;
  delete from private.recovery_codes c where c.account_id = account;
  delete from private.second_factor_challenges c where c.account_id = account;
  delete from private.verified_sessions v where v.account_id = account;
  if removed > 0 then
    -- An intruder may have a session.
    delete from auth.sessions s where s.user_id = account;
    perform private.report_factor_change(account, 'reset');
  end if;
  return removed;
end $$;
comment on function public.reset_second_factors(text) is
  'Removes all factors and recovery codes of an account and ends its sessions; logged and emailed. Returns how many '
  'factors there were. Raises P0002 if the account does not exist. Service role only.';

revoke all on function
  public.second_factor_settings(uuid, uuid), public.second_factor_keys(uuid),
  public.save_second_factor_challenge(uuid, uuid, text, text), public.second_factor_challenge(uuid, uuid, text),
  public.consume_second_factor_challenge(uuid, uuid, text), public.add_second_factor(uuid, uuid, jsonb, text[]),
  public.accept_app_code(uuid, uuid, uuid, bigint), public.accept_passkey(uuid, uuid, uuid, bigint),
  public.accept_recovery_code(uuid, uuid, text), public.rename_second_factor(uuid, uuid, uuid, text),
  public.remove_second_factor(uuid, uuid, uuid), public.replace_recovery_codes(uuid, uuid, text[]),
  public.reset_second_factors(text) from public, anon, authenticated;
grant execute on function
  public.second_factor_settings(uuid, uuid), public.second_factor_keys(uuid),
  public.save_second_factor_challenge(uuid, uuid, text, text), public.second_factor_challenge(uuid, uuid, text),
  public.consume_second_factor_challenge(uuid, uuid, text), public.add_second_factor(uuid, uuid, jsonb, text[]),
  public.accept_app_code(uuid, uuid, uuid, bigint), public.accept_passkey(uuid, uuid, uuid, bigint),
  public.accept_recovery_code(uuid, uuid, text), public.rename_second_factor(uuid, uuid, uuid, text),
  public.remove_second_factor(uuid, uuid, uuid), public.replace_recovery_codes(uuid, uuid, text[]),
  public.reset_second_factors(text) to service_role;
