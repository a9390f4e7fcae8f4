import { type Adopting, OLD } from './adopt.ts'

const BUCKETS = new Set(['product-files', 'material-uploads'])

/**
 * Moves the old tables, with their rows, indexes and policies, to another schema, and drops what would conflict with
 * our rules: triggers on accounts, and policies on the files of our buckets.
 * @returns a sentence for each change, with how to undo it.
 */
export async function moveOldTables(database: Adopting, tables: readonly string[]): Promise<string[]> {
  const changes: string[] = []
  await database.run(`create schema ${OLD}; revoke all on schema ${OLD} from public, anon, authenticated;
    comment on schema ${OLD} is 'The tables as they were before Lamplight adopted this project. Nothing reads them; drop it when you are content.';`)
  for (const table of tables) {
    const policies = await database.query<{ name: string }>(
      `select polname::text as name from pg_catalog.pg_policy where polrelid = 'public."${table}"'::regclass order by 1`,
    )
    await database.query(`alter table public."${table}" set schema ${OLD}`)
    if (policies.length > 0) {
      changes.push(
        `Our policies take the place of ${policies.length} of ${table}: ${policies.map(({ name }) => name).join(', ')}.`,
      )
    }
  }
  changes.push(
    ...(await dropAccountTriggers(database)),
    ...(await dropFilePolicies(database)),
    ...(await reportFollowers(database)),
    ...(await reportRemaining(database)),
  )
  return changes
}

/** Drops account triggers. Ours create profiles, and a second trigger that does would make every sign-up fail. */
async function dropAccountTriggers(database: Adopting): Promise<string[]> {
  const triggers = await database.query<{ name: string; says: string }>(
    `select tgname::text as name, pg_get_triggerdef(oid) as says from pg_catalog.pg_trigger
      where tgrelid = 'auth.users'::regclass and not tgisinternal order by 1`,
  )
  for (const { name } of triggers) {
    await database.query(`drop trigger "${name}" on auth.users`)
  }
  return triggers.map(
    ({ name, says }) => `The trigger ${name} on auth.users goes, because ours makes the profiles. It was: ${says}`,
  )
}

/** Drops policies on our buckets and those that name no bucket; policies of other buckets stay. */
async function dropFilePolicies(database: Adopting): Promise<string[]> {
  const policies = await database.query<{ name: string; says: string | null }>(
    `select polname::text as name, concat_ws(' with check ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as says
       from pg_catalog.pg_policy where polrelid = 'storage.objects'::regclass order by 1`,
  )
  const changes: string[] = []
  for (const { name, says } of policies) {
    const others = [...(says ?? '').matchAll(/bucket_id = '([^']+)'/g)].map(([, bucket]) => bucket ?? '')
    if (others.length === 0 || others.some((bucket) => BUCKETS.has(bucket))) {
      await database.query(`drop policy "${name.replaceAll('"', '""')}" on storage.objects`)
      changes.push(`The policy "${name}" on files goes. It was: ${says}`)
    }
  }
  return changes
}

/** Lists views and foreign keys of other tables, which still reference the old tables. */
async function reportFollowers(database: Adopting): Promise<string[]> {
  const found = await database.query<{ what: string }>(
    `select distinct 'The view ' || v.oid::regclass || ' reads the old table ' || t.relname || ': make it anew for the new one.' as what
       from pg_catalog.pg_depend d join pg_catalog.pg_rewrite w on w.oid = d.objid join pg_catalog.pg_class v on v.oid = w.ev_class
       join pg_catalog.pg_class t on t.oid = d.refobjid
      where d.classid = 'pg_catalog.pg_rewrite'::regclass and t.relnamespace = '${OLD}'::regnamespace and v.oid <> t.oid
        and v.relnamespace <> '${OLD}'::regnamespace
     union all
     select 'The table ' || c.conrelid::regclass || ' refers to the old table ' || t.relname || ' (' || c.conname || '): let it refer to the new one.'
       from pg_catalog.pg_constraint c join pg_catalog.pg_class t on t.oid = c.confrelid join pg_catalog.pg_class o on o.oid = c.conrelid
      where c.contype = 'f' and t.relnamespace = '${OLD}'::regnamespace and o.relnamespace <> '${OLD}'::regnamespace
      order by 1`,
  )
  return found.map(({ what }) => what)
}

/** Lists tables and functions that the specification does not have, which stay unchanged. */
async function reportRemaining(database: Adopting): Promise<string[]> {
  const found = await database.query<{ what: string }>(
    `select 'The table ' || oid::regclass || ' is not in the specification. It stays as it is.' as what
       from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
     union all
     select 'The function ' || p.oid::regprocedure || ' stays' ||
            case when p.prosecdef then ', and it acts with the rights of its owner: drop it, unless you know who calls it.' else '.' end
       from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.classid = 'pg_catalog.pg_proc'::regclass and d.deptype = 'e')
      order by 1`,
  )
  return found.map(({ what }) => what)
}
