/*
 * lite asks the database for all its tables, columns, keys and functions before the first request, which takes 0.3 s of each start. What it
 * learned is kept in a file (lite's own `schemaCache`) and used again for as long as nobody changed the catalogue. Test:
 * kept-introspection.test.ts.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Connection } from '@supabase/lite'
import * as v from 'valibot'
import { isMissing } from '../../../missing-file.ts'
import { versionOf } from '../../package-version.ts'

/** Where it is kept for the database in a directory. */
export const introspectionBeside = (directory: string): string => path.join(path.dirname(directory), 'introspection.json')

const keptFile = v.pipe(v.string(), v.parseJson(), v.object({ state: v.string(), introspection: v.string() }))

/** At each start lite makes the functions of these two schemas again and touches their tables. */
const NOT_LITES = (schema: string) => `where ${schema}::regnamespace::text not in ('auth', 'storage')`
/** The tables of PostgreSQL's catalogue that lite reads. */
const READ = [
  'pg_namespace',
  `pg_class ${NOT_LITES('relnamespace')}`,
  'pg_attribute',
  'pg_attrdef',
  'pg_index',
  'pg_constraint',
  'pg_type',
  'pg_enum',
  `pg_proc ${NOT_LITES('pronamespace')}`,
  'pg_description',
  'pg_policy',
  'pg_trigger',
  'pg_rewrite',
]
/** Databases of another build have another identifier. A row that is added or changed has a higher xmin than all before it; one that is removed is missing. */
const STATE = `select concat_ws(' ', (select system_identifier from pg_control_system()),
  ${READ.map((rows) => `(select count(*) || ':' || max(xmin::text::bigint) from pg_catalog.${rows})`).join(',\n  ')}) as state`

/**
 * Keeps what lite knows of the database in `file`. Must run before the first request.
 * @param ask runs a query outside of lite's requests.
 */
export function keepIntrospection(
  connection: Connection,
  ask: (sql: string) => Promise<{ state: string }[]>,
  file: string,
): void {
  // Taken before lite asks: what changes the catalogue meanwhile makes another state.
  let state = ''
  connection.config.schemaCache = {
    async get() {
      // Another version of lite may know other things.
      state = `${versionOf('@supabase/lite')} ${(await ask(STATE))[0]?.state}`
      const kept = read(file)
      return kept?.state === state ? kept.introspection : undefined
    },
    async set(_key, introspection) {
      try {
        // A process that is killed while it writes leaves no half file.
        const half = `${file}.half`
        fs.writeFileSync(half, JSON.stringify({ state, introspection }), { mode: 0o600 })
        fs.renameSync(half, file)
      } catch (error) {
        console.error('What the backend knows of its tables could not be kept, so the next start takes longer:', error)
      }
    },
    // lite forgets it whenever it closes. A catalogue that changed is known by its state.
    async delete() {},
  }
}

/** A file that is missing or broken is written anew. */
function read(file: string): v.InferOutput<typeof keptFile> | null {
  try {
    const kept = v.safeParse(keptFile, fs.readFileSync(file, 'utf8'))
    return kept.success ? kept.output : null
  } catch (error) {
    if (isMissing(error)) {
      return null
    }
    throw error
  }
}
