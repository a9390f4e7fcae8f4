/*
 * Repair of @supabase/lite 0.10.0. It gives PGlite 0.4.5 four extensions that nothing here uses, and PGlite unpacks and compiles all
 * of them at each start: 10 % of the start time, mostly for pgcrypto. Test: unused-extensions.test.ts.
 */
import type { Extension } from '@electric-sql/pglite'
import { file_fdw } from '@electric-sql/pglite/contrib/file_fdw'
import { isn } from '@electric-sql/pglite/contrib/isn'
import { ltree } from '@electric-sql/pglite/contrib/ltree'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { requireField } from '../required-field.ts'

const UNUSED: Extension[] = [file_fdw, isn, ltree, pgcrypto]

/** Removes them from every database that lite opens in this process from now on. */
export function removeUnusedExtensions(extensions = UNUSED): void {
  for (const extension of extensions) {
    requireField(extension, 'setup', { package: '@electric-sql/pglite', file: 'database/unused-extensions.ts' })
    extension.setup = () => Promise.resolve({})
  }
}
