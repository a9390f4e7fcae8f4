-- Second factors of accounts, and the sessions that have verified one (docs/decisions/0048). No role of the API may
-- read or write these tables. Functions for the service role do, so only the server decides that a factor was verified.

create table private.second_factors (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('app', 'passkey')),
  name text not null check (char_length(name) between 1 and 60),
  -- An authenticator app: its key in base32, and the last time step of which a code was accepted.
  secret text check (char_length(secret) between 16 and 200),
  last_step bigint not null default 0,
  -- A passkey: its id and public key in base64url, and its signature counter.
  credential_id text unique check (char_length(credential_id) between 1 and 2000),
  public_key text check (char_length(public_key) between 1 and 8000),
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint second_factors_complete check (
    case kind when 'app' then secret is not null and credential_id is null and public_key is null
    else secret is null and credential_id is not null and public_key is not null end
  )
);
comment on table private.second_factors is 'Authenticator apps and passkeys that their owners have confirmed.';
create index second_factors_account_idx on private.second_factors (account_id);
alter table private.second_factors enable row level security;

create table private.recovery_codes (
  account_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null check (char_length(code_hash) = 43),
  used_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table private.recovery_codes is 'Single-use codes in place of a second factor, as SHA-256 in base64url.';
alter table private.recovery_codes enable row level security;

create table private.second_factor_challenges (
  session_id uuid not null,
  account_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('setup', 'app', 'new_passkey', 'passkey')),
  value text not null check (char_length(value) between 1 and 500),
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);
comment on table private.second_factor_challenges is
  'One open challenge per session and purpose. setup: the password was confirmed; app: the key of an app that is being '
  'added; new_passkey and passkey: the WebAuthn challenge.';
create index second_factor_challenges_account_idx on private.second_factor_challenges (account_id);
alter table private.second_factor_challenges enable row level security;

-- auth.sessions belongs to the auth service, so no foreign key references it. Its ids are never reused.
create table private.verified_sessions (
  session_id uuid primary key,
  account_id uuid not null references auth.users (id) on delete cascade,
  verified_at timestamptz not null default now()
);
comment on table private.verified_sessions is 'Sessions in which the second factor was verified, and when last.';
create index verified_sessions_account_idx on private.verified_sessions (account_id);
alter table private.verified_sessions enable row level security;

revoke all on private.second_factors, private.recovery_codes, private.second_factor_challenges,
  private.verified_sessions from public, anon, authenticated, service_role;

create function private.has_second_factor(account uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.second_factors f where f.account_id = account);
end $$;
comment on function private.has_second_factor(uuid) is 'Returns true if the account has a second factor.';

revoke all on function private.has_second_factor(uuid) from public;

-- Uses the time at which the session began, or verified the second factor of an account that has one. Renewing a token
-- changes neither.
create function private.require_recent_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from auth.sessions s left join private.verified_sessions v on v.session_id = s.id and v.account_id = s.user_id
     where s.user_id = (select auth.uid())
       and s.id::text = nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id'
       and case when private.has_second_factor(s.user_id) then v.verified_at else s.created_at end
         > now() - interval '10 minutes'
  ) then
    raise exception 'Sign in again first: the session is older than ten minutes' using errcode = '42501',
      hint = 'sign_in_again';
  end if;
end $$;
comment on function private.require_recent_sign_in() is
  'Raises 42501 with the hint sign_in_again unless the caller entered their password within the last ten minutes, or '
  'verified their second factor if they have one.';
revoke all on function private.require_recent_sign_in() from public;
