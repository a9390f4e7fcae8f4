/*
 * Repair of @supabase/lite 0.10.0. At the first request its connection runs GRANT ALL on every table of every schema that has a
 * row-secured table, to anon, authenticated and service_role. That undoes every column grant and REVOKE of our migrations: a student could
 * write their own user_type. We grant Supabase's defaults ourselves before the migrations, and stop lite from granting. Test:
 * tests/contract/grants.test.ts.
 */
import type { Connection } from '@supabase/lite'
import { requireField } from '../required-field.ts'

/** Stops the connection from granting anything. Must run before the first request. */
export function preventGrants(connection: Connection): void {
  requireField(connection, 'ensureRlsContext', { package: '@supabase/lite', file: 'database/grants.ts' })
  Object.defineProperty(connection, 'ensureRlsContext', { value: async () => true })
}

/** The roles and the default privileges that a hosted Supabase project starts with. */
export const SUPABASE_ROLES = `
create schema if not exists extensions;
create schema if not exists auth;
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
end $$;
grant usage on schema auth, public, extensions to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`

/** Grants of the roles in the storage schema after it is created. Row security decides the rest. */
export const SUPABASE_STORAGE_GRANTS = `
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.objects, storage.buckets to anon, authenticated, service_role;
`
