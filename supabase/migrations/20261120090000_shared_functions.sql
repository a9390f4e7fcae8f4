-- What the later migrations lean on: extensions, a schema that the API never serves, and the clock of `updated_at`.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pgcrypto with schema extensions;

-- Helpers of policies live here. PostgREST serves `public` alone, so nothing in this schema can be called from outside.
create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Trigger: writes the time of the change into updated_at.';
revoke all on function private.touch_updated_at() from public;

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% rows are only ever added', tg_table_name using errcode = '42501';
end $$;
comment on function private.refuse_change() is 'Trigger: keeps an append-only table append-only, for every role.';
revoke all on function private.refuse_change() from public;
