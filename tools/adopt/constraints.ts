import type { Adopting } from './adopt.ts'
import type { Mapping } from './mapping.ts'

/** A constraint that some rows violate: its name, definition, number of such rows, and the names of the first ones. */
export type Broken = { table: string; rule: string; says: string; rows: number; examples: string[] }

type Rule = {
  table: string
  name: string
  /** Its definition in SQL. */
  says: string
  /** The condition of a check; null for a foreign key. */
  check: string | null
  column: string | null
  to: string | null
  toColumn: string | null
}

/** Drops checks and foreign keys, so that every old row can be copied. */
export async function dropRules(database: Adopting, tables: readonly string[]): Promise<Rule[]> {
  const rules = await database.query<Rule>(
    `select t.relname::text as table, c.conname::text as name, pg_get_constraintdef(c.oid) as says,
            pg_get_expr(c.conbin, c.conrelid) as check, a.attname::text as column, c.confrelid::regclass::text as to, f.attname::text as "toColumn"
       from pg_catalog.pg_constraint c join pg_catalog.pg_class t on t.oid = c.conrelid
       left join pg_catalog.pg_attribute a on c.contype = 'f' and a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       left join pg_catalog.pg_attribute f on c.contype = 'f' and f.attrelid = c.confrelid and f.attnum = c.confkey[1]
      where t.relnamespace = 'public'::regnamespace and c.contype in ('c', 'f')
        and t.relname in (select jsonb_array_elements_text($1::text::jsonb)) order by 1, 2`,
    [JSON.stringify(tables)],
  )
  for (const { table, name } of rules) {
    await database.query(`alter table public.${table} drop constraint "${name}"`)
  }
  return rules
}

/**
 * Restores the constraints: first not valid, so that they apply to every new row, then validated. A constraint that
 * some rows violate stays not valid.
 * @returns the violated constraints and their rows.
 */
export async function restoreRules(database: Adopting, rules: readonly Rule[], mappings: readonly Mapping[]): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const rule of rules) {
    await database.query(`alter table public.${rule.table} add constraint "${rule.name}" ${rule.says} not valid`)
    const found = await breaking(database, rule, mappings)
    if (found.rows === 0) {
      await database.query(`alter table public.${rule.table} validate constraint "${rule.name}"`)
    } else {
      broken.push({ table: rule.table, rule: rule.name, says: rule.says, ...found })
    }
  }
  // PostgreSQL may print a recreated constraint with other brackets. Record the new text for the doctor, as if the
  // constraint were valid.
  // The doctor reads with an empty search path, which determines how tables are named.
  await database.query(`set local search_path = ''`)
  await database.query(
    `update private.schema_snapshot m set detail = replace(f.detail, ' NOT VALID', '')
       from private.schema_objects f where f.kind = 'constraint' and m.kind = f.kind and m.name = f.name and m.detail <> f.detail`,
  )
  await database.query('reset search_path')
  return broken
}

async function breaking(
  database: Pick<Adopting, 'query'>,
  rule: Rule,
  mappings: readonly Mapping[],
): Promise<{ rows: number; examples: string[] }> {
  const name = mappings.find(({ table }) => table === rule.table)?.name ?? `''`
  const breaks =
    rule.check === null
      ? `"${rule.column}" is not null and not exists (select from ${rule.to} there where there."${rule.toColumn}" = rows."${rule.column}")`
      : `not (${rule.check})`
  const [found] = await database.query<{ rows: number; examples: string[] | null }>(
    `with breaking as (select coalesce(nullif(${name}, ''), 'a row without a name') as name from public.${rule.table} rows where ${breaks})
     select (select count(*)::int from breaking) as rows,
            (select json_agg(left(name, 80)) from (select name from breaking order by 1 limit 5) first_ones) as examples`,
  )
  return { rows: found?.rows ?? 0, examples: found?.examples ?? [] }
}

/**
 * Validates the constraints that an adoption left not valid.
 * @returns those that some rows still violate.
 */
export async function validateAgain(database: Pick<Adopting, 'query'>, mappings: readonly Mapping[]): Promise<Broken[]> {
  const waiting = await database.query<Rule>(
    `select t.relname::text as table, c.conname::text as name, replace(pg_get_constraintdef(c.oid), ' NOT VALID', '') as says,
            pg_get_expr(c.conbin, c.conrelid) as check, a.attname::text as column, c.confrelid::regclass::text as to, f.attname::text as "toColumn"
       from pg_catalog.pg_constraint c join pg_catalog.pg_class t on t.oid = c.conrelid
       left join pg_catalog.pg_attribute a on c.contype = 'f' and a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       left join pg_catalog.pg_attribute f on c.contype = 'f' and f.attrelid = c.confrelid and f.attnum = c.confkey[1]
      where t.relnamespace = 'public'::regnamespace and not c.convalidated order by 1, 2`,
  )
  const broken: Broken[] = []
  for (const rule of waiting) {
    const found = await breaking(database, rule, mappings)
    if (found.rows === 0) {
      await database.query(`alter table public.${rule.table} validate constraint "${rule.name}"`)
    } else {
      broken.push({ table: rule.table, rule: rule.name, says: rule.says, ...found })
    }
  }
  return broken
}
