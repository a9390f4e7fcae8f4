import { sqlTokens } from '../../server/backend/sql-tokens.ts'

/** Runs one statement and returns its rows. */
export type Query = <Row>(sql: string) => Promise<Row[]>

/** Excludes PostgreSQL's own schemas and the list of applied migrations. */
const ours = (schema: string) => `${schema} !~ '^pg_' and ${schema} not in ('information_schema', 'supabase_migrations')`
/** Excludes objects that belong to an extension. */
const own = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`
/** The grants of an object, also the built-in ones. */
const grants = (list: string, kind: string, owner: string) =>
  `(select string_agg(holder || ' ' || held, '; ' order by holder collate "C") from (
      select case a.grantee when 0 then 'public' else a.grantee::regrole::text end as holder,
             string_agg(lower(a.privilege_type) || case when a.is_grantable then ' with grant option' else '' end, ', '
               order by a.privilege_type collate "C") as held
        from aclexplode(coalesce(${list}, acldefault('${kind}', ${owner}))) a group by 1) holders)`

/** PostgreSQL's catalogues for kinds of objects that our migrations do not make. */
const RARE_KINDS = [
  'pg_operator',
  'pg_opclass',
  'pg_opfamily',
  'pg_cast',
  'pg_collation',
  'pg_conversion',
  'pg_ts_config',
  'pg_ts_dict',
  'pg_ts_parser',
  'pg_ts_template',
  'pg_statistic_ext',
  'pg_event_trigger',
  'pg_publication',
  'pg_foreign_data_wrapper',
  'pg_foreign_server',
  'pg_language',
]

/** Each statement answers with lines; the first word of a line says what kind of thing it is about. */
const LINES = [
  `select 'schema ' || nspname || ': owner ' || nspowner::regrole || '; grants ' || coalesce(${grants('nspacl', 'n', 'nspowner')}, 'none') as line
     from pg_namespace where ${ours('nspname')}`,

  `select 'extension ' || extname || ': version ' || extversion || ' in ' || extnamespace::regnamespace as line from pg_extension`,

  `select 'role ' || rolname || ': ' || concat_ws(', ', case when rolsuper then 'superuser' end, case when rolinherit then 'inherit' end,
            case when rolcreaterole then 'createrole' end, case when rolcreatedb then 'createdb' end, case when rolcanlogin then 'login' end,
            case when rolreplication then 'replication' end, case when rolbypassrls then 'bypassrls' end,
            (select 'member of ' || string_agg(m.roleid::regrole::text, ' ' order by m.roleid::regrole::text collate "C")
               from pg_auth_members m where m.member = r.oid)) as line
     from pg_roles r where rolname !~ '^pg_'`,

  `select 'setting of ' || coalesce((select rolname from pg_roles where oid = setrole), 'every role') || ': ' || setting as line
     from pg_db_role_setting, unnest(setconfig) setting`,

  `select 'default privileges in ' || coalesce((select nspname from pg_namespace where oid = defaclnamespace), 'every schema')
          || ' on ' || case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types'
               when 'n' then 'schemas' else defaclobjtype::text end
          || ' of ' || defaclrole::regrole || ': '
          || coalesce((select string_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end || ' ' || lower(a.privilege_type), ', '
               order by a.grantee::regrole::text collate "C", a.privilege_type collate "C") from aclexplode(defaclacl) a), 'none') as line
     from pg_default_acl`,

  `select case c.relkind when 'r' then 'table ' when 'p' then 'partitioned table ' when 'v' then 'view ' when 'm' then 'materialized view '
               when 'f' then 'foreign table ' else c.relkind::text || ' ' end || n.nspname || '.' || c.relname || ': '
          || concat_ws('; ', 'owner ' || c.relowner::regrole, case c.relpersistence when 'u' then 'unlogged' end,
               'row security ' || case when c.relrowsecurity then 'on' else 'off' end, case when c.relforcerowsecurity then 'forced for the owner' end,
               'replica identity ' || c.relreplident::text, 'with ' || c.reloptions::text, 'partition ' || pg_get_expr(c.relpartbound, c.oid),
               (select 'inherits ' || string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid),
               'grants ' || coalesce(${grants('c.relacl', 'r', 'c.relowner')}, 'none'),
               case when c.relkind in ('v', 'm') then 'reads ' || regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g') end) as line
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${ours('n.nspname')} and ${own('pg_class', 'c.oid')}`,

  `select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname || ': '
          || concat_ws('; ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
               case when a.attgenerated = 's' then 'generated ' || pg_get_expr(d.adbin, d.adrelid) else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
               case a.attidentity when 'a' then 'identity always' when 'd' then 'identity by default' end,
               case when a.attcollation <> t.typcollation then 'collation ' || a.attcollation::regcollation end,
               'storage ' || nullif(a.attstorage, t.typstorage)::text, 'compression ' || nullif(a.attcompression::text, ''),
               'statistics ' || nullif(a.attstattarget, -1), 'with ' || a.attoptions::text,
               'grants ' || case when a.attacl is not null then ${grants('a.attacl', 'c', 'c.relowner')} end) as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${ours('n.nspname')} and ${own('pg_class', 'c.oid')}`,

  `select 'constraint ' || case when k.contypid <> 0 then k.contypid::regtype::text else r.nspname || '.' || c.relname end || ' ' || k.conname || ': '
          || pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' (not validated)' end as line
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace left join pg_class c on c.oid = k.conrelid
     left join pg_namespace r on r.oid = c.relnamespace
    where ${ours('n.nspname')} and k.contype <> 't' and ${own('pg_constraint', 'k.oid')}`,

  `select 'index ' || n.nspname || '.' || c.relname || ': ' || pg_get_indexdef(c.oid)
          || case when i.indisvalid then '' else ' (not valid)' end || case when i.indisclustered then ' (clustered)' else '' end
          || case when i.indisreplident then ' (replica identity)' else '' end as line
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours('n.nspname')} and ${own('pg_class', 'c.oid')}`,

  `select 'sequence ' || n.nspname || '.' || c.relname || ': ' || format_type(s.seqtypid, null) || ' from ' || s.seqstart || ' by ' || s.seqincrement
          || ' between ' || s.seqmin || ' and ' || s.seqmax || ' cache ' || s.seqcache || case when s.seqcycle then ' cycle' else '' end
          || coalesce((select '; owned by ' || pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid) from pg_depend d
               where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') limit 1), '')
          || '; grants ' || coalesce(${grants('c.relacl', 's', 'c.relowner')}, 'none') as line
     from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours('n.nspname')} and ${own('pg_class', 'c.oid')}`,

  `select 'trigger ' || n.nspname || '.' || c.relname || ' ' || t.tgname || ': ' || pg_get_triggerdef(t.oid)
          || case t.tgenabled when 'O' then '' else ' (enabled ' || t.tgenabled::text || ')' end as line
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and ${ours('n.nspname')}`,

  `select 'rule ' || n.nspname || '.' || c.relname || ': ' || pg_get_ruledef(r.oid) as line
     from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
    where r.rulename <> '_RETURN' and ${ours('n.nspname')}`,

  `select 'policy ' || n.nspname || '.' || c.relname || ' "' || p.polname || '": '
          || case when p.polpermissive then 'permissive' else 'restrictive' end || ' for '
          || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end || ' to '
          || (select string_agg(case o when 0 then 'public' else o::regrole::text end, ', ' order by o::regrole::text collate "C")
                from unnest(p.polroles) o)
          || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
          || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as line
     from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where ${ours('n.nspname')}`,

  `select 'type ' || n.nspname || '.' || t.typname || ': '
          || case t.typtype when 'e' then 'enum ' || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e
                                 where e.enumtypid = t.oid)
               when 'd' then 'domain of ' || format_type(t.typbasetype, t.typtypmod) || case when t.typnotnull then ' not null' else '' end
                 || coalesce(' default ' || t.typdefault, '')
               when 'c' then 'composite' when 'r' then 'range' else t.typtype::text end
          || '; owner ' || t.typowner::regrole || '; grants ' || coalesce(${grants('t.typacl', 'T', 't.typowner')}, 'none') as line
     from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
    where ${ours('n.nspname')} and ${own('pg_type', 't.oid')} and t.typelem = 0 and (t.typrelid = 0 or c.relkind = 'c') and t.typtype <> 'm'`,

  // Comments on every kind of object, also on columns.
  `select 'comment on ' || o.type || ' ' || o.identity || ': ' || to_jsonb(d.description)::text as line
     from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) o
    where (d.objoid >= 16384 or d.classoid = 'pg_namespace'::regclass) and d.classoid <> 'pg_extension'::regclass
      and coalesce(o.schema, '') !~ '^pg_' and o.identity !~ '^pg_' and o.identity <> 'information_schema'
      and not exists (select from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')`,

  // Kinds of objects that we do not have: only their names, so that a new one is noticed.
  RARE_KINDS.map(
    (
      catalogue,
    ) => `select o.type || ' ' || o.identity as line from ${catalogue} c, pg_identify_object('${catalogue}'::regclass, c.oid, 0) o
      where c.oid >= 16384 and ${own(catalogue, 'c.oid')}`,
  ).join(' union all '),
]

const FUNCTIONS = `
  select 'function ' || p.oid::regprocedure || ': owner ' || p.proowner::regrole || '; grants '
           || coalesce(${grants('p.proacl', 'f', 'p.proowner')}, 'none') as line,
         case when p.prokind = 'a' then 'aggregate' else pg_get_functiondef(p.oid) end as definition, p.prosrc as body
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${ours('n.nspname')} and ${own('pg_proc', 'p.oid')}`

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and ${ours('n.nspname')} and ${own('pg_class', 'c.oid')}`

/**
 * Everything that migrations make in a database, as text that is equal for equal schemas: schemas, extensions, roles and their settings,
 * default privileges, tables with row security, columns (by name, in whatever order they were added), constraints, indexes, sequences,
 * triggers, policies, functions, types, grants, comments, and every row without its times. A function's body is listed by tokens, without
 * white space and comments.
 */
export async function catalogueText(query: Query): Promise<string> {
  const lines: string[] = []
  // With an empty search path, PostgreSQL writes names with their schema.
  await query(`select set_config('search_path', '', false)`)
  for (const sql of LINES) {
    lines.push(...(await query<{ line: string }>(sql)).map(({ line }) => line.replace(/\n\s*/g, ' ')))
  }
  for (const { line, definition, body } of await query<{ line: string; definition: string; body: string }>(FUNCTIONS)) {
    lines.push(`${line}\n${head(definition, body)}\n${linesOf(body)}`)
  }
  for (const { name } of await query<{ name: string }>(TABLES)) {
    const rows = await query<{ row: string }>(
      `select (to_jsonb(r) - 'created_at' - 'updated_at')::text as row from ${name} r order by 1`,
    )
    lines.push(...rows.map(({ row }) => `row of ${name}: ${row}`))
  }
  await query('reset search_path')
  return `${lines.toSorted().join('\n')}\n`
}

/** The part of pg_get_functiondef before the body: arguments, result, language, and attributes such as security definer and search_path. */
function head(definition: string, body: string): string {
  const at = definition.lastIndexOf(body)
  return `  ${(at > 0 ? definition.slice(0, at) : definition).replace(/\s+/g, ' ').trim()}`
}

/** A body's tokens, one line for each statement and each part between commas. */
function linesOf(body: string): string {
  return `    ${sqlTokens(body).join(' ').replaceAll(' , ', ' ,\n    ').replaceAll(' ; ', ' ;\n    ')}`
}
