/*
 * Explains each security definer function of the API: who may call it, and what it does that the caller may not.
 * Supabase's linter (splinter, rules 0028 and 0029) warns about every such function, because one without an access
 * check exposes everything.
 */
import type { Database } from '#server/backend/database.ts'

/** A security definer function of the API. */
type Definer = { name: string; visitors: boolean; says: string; body: string }
type Rights = { relations: Map<string, string>; functions: Set<string> }

/**
 * Access checks that a function's body may contain, strictest first. A function without one must be listed in
 * FOR_EVERYBODY.
 */
const GUARDS: readonly (readonly [contains: RegExp, words: string])[] = [
  [/private\.require_recent_sign_in\(/, 'who signed in within ten minutes'],
  [/private\.(require_admin|require_admin_role|claim_review)\(|if not private\.(is_admin|has_admin_role)\(/, 'admins'],
  [
    /private\.(own_profile_id|own_account_id|own_alert_address)\(\)|public\.own_orders\(\)|auth\.uid\(\)/,
    'the caller, of their own rows',
  ],
]

/** Functions that anyone may call, and why that is safe. */
const FOR_EVERYBODY: Readonly<Record<string, string>> = {
  count_buyers: 'returns one number about a published material, without its buyers',
  bundle_works: 'returns titles and prices of the works of a published bundle, and of bundles on sale',
  material_author: 'returns what a student allows to be shown of them',
  material_page_pictures: 'returns public paths of pictures of pages that are free to read',
  material_files: 'returns names and sizes of the files of a published material, not their paths',
  email_account_exists: 'answers nothing, and mails the owner of an account once an hour at most',
  related_topics: 'returns published topics; under row security the search would read the whole table',
  search_all: 'returns what is published; under row security the search would read whole tables',
  search_materials: 'returns published materials; under row security the search would read the whole table',
  most_opened_topics: 'returns topics of the directory, ranked by their views, which nobody may read',
  shop_window: 'returns published materials, ranked by their views, which visitors may not read',
  suggest: 'returns words of published materials',
}

/** Functions that access only what the caller may, and why they are security definer functions anyway. */
const OTHERWISE: Readonly<Record<string, string>> = {
  account_lines: 'sums of the whole books: under row security the policy would be asked for every line',
  counted_statistics: 'counts of whole tables: under row security the policy would be asked for every row',
  material_author: 'a few columns of one profile: row security hides profiles and shares from visitors',
  names_of_people: 'gives reviewers, who may read no profile, names and schools alone',
  best_sold_materials: 'sums of all sales: under row security the policy would be asked for every sale',
  sales_by_week: 'sums of all sales: under row security the policy would be asked for every sale',
  provider_sales: 'all sales of a provider: under row security the policy would be asked for every sale',
  own_block: 'returns one reason to the account that it is about, which has no open session and so no rights',
  stop_own_discount: 'students change no row of discount codes: row security lets admins of money alone',
  text_changes: 'leaves earlier texts to editors: row security shows the audit log to owners alone',
  work_sellers: 'names the student of a work to editors and money: row security shows shares to reviewers alone',
  session_is_open: 'asks one function, which reads sessions; with its own search path and rights it costs each request least',
}

/** Returns what the function does that a signed-in user may not. */
function getNeeds(body: string, { relations, functions }: Rights): string[] {
  const needs = new Set<string>()
  // Access checks themselves do not count.
  const guards = new Set([
    'private.require_admin',
    'private.require_admin_role',
    'private.require_recent_sign_in',
    'private.is_admin',
    'private.has_admin_role',
  ])
  for (const [, name = '', bracket] of body.matchAll(/\b((?:public|private|auth|storage|supabase_migrations)\.\w+)(\s*\()?/g)) {
    const lacks = relations.get(name)
    if (lacks && (!bracket || new RegExp(`insert into ${name.replace('.', '\\.')}\\b`).test(body))) {
      const verbs = lacks
        .split(', ')
        .filter(
          (verb) => verb === 'select' || new RegExp(`\\b${verb}\\s+(into |from )?${name.replace('.', '\\.')}\\b`).test(body),
        )
      if (verbs.length > 0) {
        needs.add(`${name} (${verbs.join(', ')})`)
      }
    } else if (bracket && functions.has(name) && !guards.has(name)) {
      needs.add(`${name}()`)
    }
  }
  return [...needs].toSorted()
}

/** Reads the functions and permissions of a migrated database. */
async function read(database: Pick<Database, 'query'>): Promise<{ definers: Definer[]; rights: Rights }> {
  const definers = await database.query<Definer>(
    `select p.oid::regprocedure::text as name, has_function_privilege('anon', p.oid, 'execute') as visitors,
            coalesce(obj_description(p.oid, 'pg_proc'), '') as says, p.prosrc as body
       from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
        and not exists (select from pg_catalog.pg_depend d
                         where d.objid = p.oid and d.classid = 'pg_catalog.pg_proc'::regclass and d.deptype = 'e')
      order by p.proname, 1`,
  )
  const relations = await database.query<{ name: string; lacks: string }>(
    `select n.nspname || '.' || c.relname as name, concat_ws(', ',
            case when not has_schema_privilege('authenticated', n.oid, 'usage')
                   or not has_any_column_privilege('authenticated', c.oid, 'select') then 'select' end,
            case when not has_any_column_privilege('authenticated', c.oid, 'insert') then 'insert' end,
            case when not has_any_column_privilege('authenticated', c.oid, 'update') then 'update' end,
            case when not has_table_privilege('authenticated', c.oid, 'delete') then 'delete' end) as lacks
       from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private', 'auth', 'storage', 'supabase_migrations') and c.relkind in ('r', 'v', 'm')`,
  )
  const functions = await database.query<{ name: string }>(
    `select distinct n.nspname || '.' || p.proname as name from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and not has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  return {
    definers,
    rights: {
      relations: new Map(relations.map(({ name, lacks }) => [name, lacks])),
      functions: new Set(functions.map(({ name }) => name)),
    },
  }
}

const bare = (name: string): string => name.split('(')[0] ?? name

/**
 * An explained function. `serves` is null if it has no access check and is not
 * in a list; `needs` is null if nothing explains its owner's rights.
 */
export type Explained = { name: string; visitors: boolean; serves: string | null; needs: string | null; says: string }

/** Explains each function. */
export async function explainDefiners(database: Pick<Database, 'query'>): Promise<Explained[]> {
  const { definers, rights } = await read(database)
  return definers.map(({ name, visitors, says, body }) => {
    const guard = GUARDS.find(([contains]) => contains.test(body))?.[1]
    const serves = FOR_EVERYBODY[bare(name)] ? `everybody: ${FOR_EVERYBODY[bare(name)]}` : (guard ?? null)
    const needs = getNeeds(body, rights).join('; ') || OTHERWISE[bare(name)] || null
    return { name, visitors, serves, needs, says }
  })
}

/** The functions named in the lists above, which must exist. */
export const listedDefiners = [...Object.keys(FOR_EVERYBODY), ...Object.keys(OTHERWISE)]

/** Returns all of them as a table. */
export async function describeDefiners(database: Pick<Database, 'query'>): Promise<string> {
  const lines = (await explainDefiners(database)).map(
    ({ name, visitors, serves, needs, says }) =>
      `${name}\n  called by: ${visitors ? 'everybody' : 'whoever is signed in'}; serves: ${serves ?? 'NOBODY KNOWS'}\n  what the caller may not: ${needs ?? 'NOTHING'}\n  ${says}\n`,
  )
  return lines.join('\n')
}
