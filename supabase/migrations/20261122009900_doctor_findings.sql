-- Database checks of the doctor (docs/decisions/0037): a snapshot of the schema after the migrations, compared with it
-- later. This must remain the last migration.

create view private.schema_objects with (security_invoker = true) as
with relations as (
  select c.oid, n.nspname || '.' || c.relname as name, n.nspname as schema, c.relkind, c.relrowsecurity, c.relacl
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'private')
      or n.nspname || '.' || c.relname in ('storage.objects', 'storage.buckets', 'auth.users')
), api as (
  select oid, rolname::text as name from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  union all select 0, 'public'
)
select 'table' as kind, name, case when relrowsecurity then 'row security is on' else 'row security is off' end as detail
  from relations where relkind in ('r', 'p') and schema = 'public'
union all
select 'view', name, 'it is a view' from relations where relkind in ('v', 'm', 'f') and schema = 'public'
union all
select 'grant', r.name || ' to ' || a.name, string_agg(x.privilege_type, ', ' order by x.privilege_type collate "C")
  from relations r cross join lateral pg_catalog.aclexplode(r.relacl) x join api a on a.oid = x.grantee
 where r.schema in ('public', 'private') and r.relkind in ('r', 'p', 'v', 'S')
   and x.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'USAGE')
 group by r.name, a.name
union all
select 'grant', r.name || ' (' || c.attname || ') to ' || a.name,
       string_agg(x.privilege_type, ', ' order by x.privilege_type collate "C")
  from relations r join pg_catalog.pg_attribute c on c.attrelid = r.oid
  cross join lateral pg_catalog.aclexplode(c.attacl) x
  join api a on a.oid = x.grantee
 where r.schema = 'public' and not c.attisdropped group by r.name, c.attname, a.name
union all
select 'policy', p.polname || ' on ' || r.name,
       concat_ws(' | ', p.polcmd::text, p.polpermissive::text,
         (select string_agg(case when o = 0 then 'public' else o::regrole::text end, ', ' order by o) from unnest(p.polroles) o),
         pg_catalog.pg_get_expr(p.polqual, p.polrelid), pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_catalog.pg_policy p join relations r on r.oid = p.polrelid
union all
select 'trigger', t.tgname || ' on ' || r.name, t.tgenabled::text || ' ' || pg_catalog.pg_get_triggerdef(t.oid)
  from pg_catalog.pg_trigger t join relations r on r.oid = t.tgrelid
 where not t.tgisinternal
   and (r.schema in ('public', 'private')
        or exists (select from pg_catalog.pg_proc p
                    where p.oid = t.tgfoid and p.pronamespace = 'private'::regnamespace))
union all
select 'constraint', k.conname || ' on ' || r.name, pg_catalog.pg_get_constraintdef(k.oid)
  from pg_catalog.pg_constraint k join relations r on r.oid = k.conrelid where r.schema in ('public', 'private')
union all
select 'index', i.indexrelid::regclass::text,
       case when i.indisvalid then 'valid' else 'not valid' end || ' ' || pg_catalog.pg_get_indexdef(i.indexrelid)
  from pg_catalog.pg_index i join relations r on r.oid = i.indrelid where r.schema in ('public', 'private')
union all
select 'function', p.oid::regprocedure::text,
       concat_ws(' | ', case when p.prosecdef then 'definer' else 'invoker' end,
         coalesce(array_to_string(p.proconfig, ', '), 'no settings'),
         (select string_agg(a.name, ', ' order by a.name collate "C")
            from pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) x
            join api a on a.oid = x.grantee),
         md5(p.prosrc))
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
 where n.nspname in ('public', 'private')
   and not exists (select from pg_catalog.pg_depend d
                    where d.objid = p.oid and d.classid = 'pg_catalog.pg_proc'::regclass and d.deptype = 'e')
union all
select 'bucket', b.id,
       concat_ws(' | ', case when b.public then 'public' else 'private' end, b.file_size_limit::text,
         array_to_string(b.allowed_mime_types, ', '))
  from storage.buckets b
union all
select 'role', rolname::text,
       case when rolbypassrls or rolsuper then 'row security does not hold it' else 'row security holds it' end
  from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
union all
select 'extension', e.extname::text, 'there' from pg_catalog.pg_extension e
 where e.extname in ('pg_trgm', 'unaccent', 'fuzzystrmatch');
comment on view private.schema_objects is
  'Facts about the current schema, one line per object: for private.schema_findings only.';

create table private.schema_snapshot (
  kind text not null,
  name text not null,
  detail text not null,
  primary key (kind, name)
);
comment on table private.schema_snapshot is
  'The rows of private.schema_objects after the migrations. Excluded from backups: each database has a separate one.';

create function private.schema_findings() returns table (severity text, area text, what text, advice text)
language sql stable security definer set search_path = '' as $$
  select case
           when created.name is null
            and now_.kind in ('constraint', 'index', 'function', 'trigger', 'bucket', 'extension') then 'look'
           else 'wrong'
         end,
         coalesce(created.kind, now_.kind),
         case
           when now_.name is null then format('The %s %s is missing.', created.kind, created.name)
           when created.name is null then format('The %s %s is none of ours: %s', now_.kind, now_.name, left(now_.detail, 200))
           else format('The %s %s is not as the migrations made it: %s', now_.kind, now_.name, left(now_.detail, 200))
         end,
         case
           when created.name is null then 'Remove it, if nobody here knows what it is for.'
           when created.kind = 'bucket' then 'Set the bucket as it was: ' || created.detail
           when created.kind = 'role' then 'Set the role as it was: ' || created.detail
           when created.kind in ('function', 'index', 'constraint') then
             'Make it again with the statement of its name in supabase/migrations.'
           else 'Make it again with its statement in supabase/migrations. It was: ' || left(created.detail, 300)
         end
    from private.schema_snapshot created
    full join private.schema_objects now_ on now_.kind = created.kind and now_.name = created.name
   where created.detail is distinct from now_.detail
   order by 1 desc, 2, 3
$$;
comment on function private.schema_findings() is
  'Returns differences from the migrated schema: faults, or warnings. For definer functions only.';
revoke all on function private.schema_findings() from public;

create function public.check_database() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found jsonb;
  versions jsonb;
begin
  select coalesce(jsonb_agg(f), '[]'::jsonb) into found from private.schema_findings() f;
  if not exists (select from private.schema_snapshot) then
    found := jsonb_build_array(jsonb_build_object('severity', 'wrong', 'area', 'migrations',
      'what', 'The database does not know what the migrations made of it.',
      'advice', 'Apply the last migration again, in a new database.'));
  end if;
  if not exists (select from public.profiles where user_type = 'Admin') then
    found := found || jsonb_build_object('severity', 'look', 'area', 'admins', 'what', 'No account is an admin.',
      'advice', 'Sign up, confirm the address, and run: npm run make-admin -- that@address');
  end if;
  select found || coalesce(jsonb_agg(jsonb_build_object('severity', 'wrong', 'area', 'files',
      'what', format('The stored file of "%s" is missing or changed since %s: %s', m.title, to_char(c.damaged_at, 'YYYY-MM-DD'),
        c.file_path),
      'advice', 'Restore it from a backup, or send it again in the console, then put the work on sale.') order by m.title),
      '[]'::jsonb)
    into found
    from private.file_checks c
    join public.research_materials m on m.deleted_at is null
      and exists (select from private.buyer_file(m.id) f where f.file_path = c.file_path)
   where c.damaged_at is not null;
  select coalesce(jsonb_agg(m.version order by m.version), '[]'::jsonb) into versions
    from supabase_migrations.schema_migrations m;
  return jsonb_build_object('now', clock_timestamp(), 'findings', found, 'migrations', versions);
end $$;
comment on function public.check_database() is
  'Returns the doctor''s findings about the database, its clock and its migrations. For the secret key only.';
revoke all on function public.check_database() from public, anon, authenticated, service_role;
grant execute on function public.check_database() to service_role;

-- A function, because names are rendered relative to the search path.
create function private.record_schema_snapshot() returns void
language sql security definer set search_path = '' as $$
  delete from private.schema_snapshot;
  insert into private.schema_snapshot (kind, name, detail) select kind, name, detail from private.schema_objects;
$$;
comment on function private.record_schema_snapshot() is
  'Saves the current schema for later comparison. The last statement of the last migration calls it.';
revoke all on function private.record_schema_snapshot() from public;
select private.record_schema_snapshot();
