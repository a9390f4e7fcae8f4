/*
 * lite makes its tables and functions (schemas auth and storage) again at each start, in some seventy statements. Here it makes them once for each
 * version of lite, which is then the comment on schema auth. Test: system-schemas.test.ts.
 */
import { versionOf } from '../../package-version.ts'

/** The database as its owner. */
type Owner = { run(script: string): Promise<void>; query<Row>(sql: string): Promise<Row[]> }

/**
 * Lets lite make its tables and functions, unless this version of it has made them.
 * @param make lite's own way to make them.
 * @throws {Error} when they are not there afterwards.
 */
export async function makeSystemSchemas(database: Owner, make: () => Promise<void>): Promise<void> {
  const maker = `Made by @supabase/lite ${versionOf('@supabase/lite')}`
  if ((await made(database)) === maker) {
    return
  }
  await make()
  if ((await made(database)) === null) {
    throw new Error('The backend could not make its own tables (auth.users, storage.objects)')
  }
  await database.run(`comment on schema auth is '${maker}'`)
}

/** Who made them: null when they are not there, empty when nobody said so. */
async function made(database: Owner): Promise<string | null> {
  const [found] = await database.query<{ maker: string | null }>(
    `select coalesce(obj_description(to_regnamespace('auth')::oid, 'pg_namespace'), '') as maker
      where to_regclass('auth.users') is not null and to_regclass('storage.objects') is not null`,
  )
  return found?.maker ?? null
}
