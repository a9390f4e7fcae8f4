import fs from 'node:fs'
import path from 'node:path'
import type { RecordedMigration } from '#server/backend/migrations.ts'
import { type Broken, restoreRules, dropRules } from './constraints.ts'
import { MAPPINGS, type Mapping } from './mapping.ts'
import { moveOldTables } from './old-parts.ts'

/** A single connection that also runs scripts of several statements. */
export type Adopting = {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>
  run(script: string): Promise<void>
}

/** The result for one of the old tables. */
export type AdoptedTable = {
  from: string
  to: string
  rows: number
  brought: number
  /** Names of rows that stay in the old table because another row has the same key. */
  left: string[]
  /** Old values that our enumerations lack, and their replacements. */
  guessed: { column: string; value: string; became: string; rows: number }[]
  /** Old columns without a counterpart. */
  unknown: string[]
  /** Number of rows that visitors see now; null if the table was not public. */
  seen: number | null
}

/** The changes of an adoption. */
export type Plan = {
  tables: AdoptedTable[]
  /** Number of profiles created for accounts without one. */
  newProfiles: number
  /** A sentence for each policy, trigger or other object that was dropped or moved with the old tables. */
  changes: string[]
  /** A sentence for each object that an admin should check. */
  remarks: string[]
  /** Constraints that some rows violate. They apply to every row that is written from now on. */
  broken: Broken[]
}

/** The schema of the old tables, which are unchanged. The data API does not serve it. */
export const OLD = 'before_lamplight'

/**
 * Migrates a project that has only the specification's tables and rows: moves the old tables to a separate schema, runs
 * our migrations and copies the rows. Everything is one transaction, which a dry run rolls back, so the plan describes
 * what really happens.
 * @param migrations our migrations, in order.
 * @throws an error when the project cannot be adopted, or when visitors would no longer see public rows. Nothing is
 * changed then.
 */
export async function adopt(database: Adopting, migrations: readonly RecordedMigration[], isTestMode: boolean): Promise<Plan> {
  await database.query('begin')
  try {
    await database.query(`set local lock_timeout = '5s'`)
    await database.query('set local statement_timeout = 0')
    const old = await oldTables(database)
    const changes = await moveOldTables(database, [...old.values()])
    await applyMigrations(database, migrations)
    await database.run(fs.readFileSync(path.join(import.meta.dirname, 'helpers.sql'), 'utf8'))
    const names = [...old.keys()].map(({ table }) => table)
    const rules = await dropRules(database, names)
    const tables: AdoptedTable[] = []
    for (const [mapping, from] of old) {
      tables.push(await bring(database, mapping, from))
    }
    const newProfiles = await createMissingProfiles(database)
    const broken = await restoreRules(database, rules, MAPPINGS)
    // The triggers have queued emails about old uploads and bank details.
    await database.query('delete from public.outbox')
    await database.query(
      `insert into public.audit_log (action, subject, details) values ('project.adopted', $1, $2::text::jsonb)`,
      [OLD, JSON.stringify(Object.fromEntries(tables.map(({ to, brought }) => [to, brought])))],
    )
    for (const [at, mapping] of [...old.keys()].entries()) {
      const table = tables[at]
      if (table && mapping.isPublic !== null) {
        table.seen = await countVisible(database, mapping)
      }
    }
    const plan = { tables, newProfiles, changes, remarks: await getRemarks(database, old), broken }
    await database.query(isTestMode ? 'rollback' : 'commit')
    return plan
  } catch (error) {
    await database.query('rollback')
    throw error
  }
}

/** Returns the specification's tables that exist. */
async function oldTables(database: Adopting): Promise<Map<Mapping, string>> {
  const [platform] = await database.query<{
    auth: string | null
    storage: string | null
    ours: string | null
    old: string | null
  }>(
    `select to_regclass('auth.users')::text as auth, to_regclass('storage.objects')::text as storage,
            to_regclass('private.schema_snapshot')::text as ours, to_regnamespace('${OLD}')::text as old`,
  )
  if (!platform?.auth || !platform.storage) {
    throw new Error('This database is no Supabase project: it has no auth.users or no storage.objects. Nothing was changed.')
  }
  if (platform.ours || platform.old) {
    throw new Error('This project was adopted already, or its migrations were pushed. Nothing was changed.')
  }
  const there = new Set(
    (
      await database.query<{ name: string }>(
        `select relname::text as name from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
      )
    ).map(({ name }) => name),
  )
  const found = new Map<Mapping, string>()
  for (const mapping of MAPPINGS) {
    const name = mapping.oldNames.find((each) => there.has(each))
    if (name !== undefined) {
      found.set(mapping, name)
    }
  }
  if (![...found.keys()].some(({ table }) => table === 'profiles')) {
    throw new Error('There is no table public.profiles, so this is no project of the specification. Nothing was changed.')
  }
  return found
}

async function applyMigrations(database: Adopting, migrations: readonly RecordedMigration[]): Promise<void> {
  await database.run(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);`)
  // `supabase db push` would require the files of migrations that the project recorded before.
  await database.run(`
    create table ${OLD}.schema_migrations as select * from supabase_migrations.schema_migrations;
    delete from supabase_migrations.schema_migrations;`)
  for (const { file, version, name, script, statements } of migrations) {
    try {
      await database.run(script)
    } catch (error) {
      throw new Error(
        `The migration ${file} does not fit this project: ${error instanceof Error ? error.message : String(error)}. Nothing was changed.`,
        {
          cause: error,
        },
      )
    }
    await database.query(
      `insert into supabase_migrations.schema_migrations (version, name, statements)
       values ($1, $2, array(select jsonb_array_elements_text($3::text::jsonb)))`,
      [version, name, JSON.stringify(statements)],
    )
  }
}

async function bring(database: Adopting, mapping: Mapping, from: string): Promise<AdoptedTable> {
  const { table, columns, unique, name, guesses } = mapping
  const names = Object.keys(columns)
  const old = `${OLD}."${from}"`
  await database.query(
    `create temporary table arriving on commit drop as
     select ${Object.entries(columns)
       .map(([column, sql]) => `${sql} as ${column}`)
       .join(', ')} from (select to_jsonb(o) as r from ${old} o) rows`,
  )
  await database.query('alter table arriving add column no bigint generated always as identity')
  await renumberSlugs(database, mapping)
  // Of rows with the same key only the newest is copied.
  const doubles = unique.map(
    (key) =>
      `exists (select from arriving b where ${key.map((column) => `b.${column} = a.${column}`).join(' and ')}
         and (b.updated_at, b.no) > (a.updated_at, a.no))`,
  )
  const left = await database.query<{ name: string }>(
    `delete from arriving a where ${doubles.join(' or ')} returning coalesce(nullif(${name}, ''), 'a row without a name') as name`,
  )
  const list = names.join(', ')
  const [counted] = await database.query<{ rows: number; brought: number }>(
    `with written as (insert into public.${table} (${list}) select ${list} from arriving
       on conflict do nothing returning 1)
     select (select count(*)::int from ${old}) as rows, (select count(*)::int from written) as brought`,
  )
  const rows = counted?.rows ?? 0
  const brought = counted?.brought ?? 0
  if (brought + left.length !== rows) {
    throw new Error(`Of ${rows} rows of ${from} ${brought} came and ${left.length} were set aside. Nothing was changed.`)
  }
  const guessed: AdoptedTable['guessed'] = []
  for (const { column, known, became } of guesses) {
    guessed.push(
      ...(await database.query<AdoptedTable['guessed'][number]>(
        `select '${column}' as column, r ->> '${column}' as value, '${became}' as became, count(*)::int as rows
           from (select to_jsonb(o) as r from ${old} o) rows where not (${known}) group by 2 order by 2`,
      )),
    )
  }
  await database.query('drop table arriving')
  return {
    from,
    to: table,
    rows,
    brought,
    left: left.map((row) => row.name),
    guessed,
    unknown: await unknownColumns(database, mapping, from),
    seen: null,
  }
}

/** Numbers duplicate slugs: the later works get a suffix. */
async function renumberSlugs(database: Adopting, { columns }: Mapping): Promise<void> {
  if (!('slug' in columns)) {
    return
  }
  await database.query(
    `update arriving a set slug = a.slug || '-' || n.place
       from (select no, row_number() over (partition by slug order by created_at, no) as place from arriving) n
      where n.no = a.no and n.place > 1`,
  )
}

async function unknownColumns(database: Adopting, { columns }: Mapping, from: string): Promise<string[]> {
  const used = Object.values(columns).join(' ')
  const there = await database.query<{ name: string }>(
    `select attname::text as name from pg_catalog.pg_attribute
      where attrelid = '${OLD}."${from}"'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  return there
    .map(({ name }) => name)
    .filter((name) => !used.includes(`'${name}'`) && !['user_type', 'total_earnings'].includes(name))
}

/** Creates missing profiles, because an account without one cannot upload. */
async function createMissingProfiles(database: Adopting): Promise<number> {
  const created = await database.query(
    `insert into public.profiles (user_id, first_name, last_name, year_of_study)
     select u.id, left(coalesce(u.raw_user_meta_data ->> 'first_name', ''), 100), left(coalesce(u.raw_user_meta_data ->> 'last_name', ''), 100), 0
       from auth.users u where not exists (select from public.profiles p where p.user_id = u.id) returning 1`,
  )
  return created.length
}

/** Counts the rows that visitors see. @throws when they would see fewer than before. */
async function countVisible(database: Adopting, { table, isPublic }: Mapping): Promise<number> {
  const count = async () =>
    (await database.query<{ rows: number }>(`select count(*)::int as rows from public.${table} where ${isPublic}`))[0]?.rows ?? 0
  const all = await count()
  await database.query('set local role anon')
  const seen = await count()
  await database.query('reset role')
  if (seen !== all) {
    throw new Error(`Visitors would see ${seen} of ${all} rows of ${table}. Nothing was changed.`)
  }
  return seen
}

async function getRemarks(database: Adopting, old: ReadonlyMap<Mapping, string>): Promise<string[]> {
  const has = (table: string) => [...old.keys()].some((mapping) => mapping.table === table)
  const remarks: string[] = []
  const [people] = await database.query<{ gone: number; earners: number; naira: string | null }>(
    `select count(*) filter (where not exists (select from auth.users u where u.id::text = r ->> 'user_id'))::int as gone,
            count(*) filter (where pg_temp.number(r ->> 'total_earnings') > 0)::int as earners,
            sum(pg_temp.number(r ->> 'total_earnings'))::text as naira
       from (select to_jsonb(o) as r from ${OLD}.profiles o) rows`,
  )
  if (people && people.gone > 0) {
    remarks.push(`${people.gone} profiles belong to accounts that are gone. They came as deleted ones, without a name.`)
  }
  if (people && people.earners > 0) {
    remarks.push(
      `${people.earners} profiles say that they earned NGN ${people.naira} in all. The books know of no sale, so it is 0 there: enter what is still owed under Money.`,
    )
  }
  if (has('material_uploads')) {
    const [files] = await database.query<{ missing: number }>(
      `select count(*)::int as missing from public.material_uploads u
        where not exists (select from storage.objects o where o.bucket_id = 'material-uploads' and o.name = u.file_path)`,
    )
    if (files && files.missing > 0) {
      remarks.push(`${files.missing} uploads have no file in the bucket material-uploads. They stand on Today.`)
    }
  }
  return remarks
}
