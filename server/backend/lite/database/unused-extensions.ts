/*
 * Repair of lite 0.10.0. It gives PGlite four extensions that nothing here uses, and PGlite unpacks and compiles all of them at each opening:
 * a tenth of a start, most of it for pgcrypto. Test: unused-extensions.test.ts.
 */
import type { Extension } from '@electric-sql/pglite'
import { file_fdw } from '@electric-sql/pglite/contrib/file_fdw'
import { isn } from '@electric-sql/pglite/contrib/isn'
import { ltree } from '@electric-sql/pglite/contrib/ltree'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { requireField } from '../required-field.ts'

const UNUSED: Extension[] = [file_fdw, isn, ltree, pgcrypto]

/** From now on, a database that lite opens in this process is without them. */
export function leaveOutUnusedExtensions(): void {
  for (const extension of UNUSED) {
    requireField(extension, 'setup', { package: '@electric-sql/pglite', file: 'database/unused-extensions.ts' })
    extension.setup = () => Promise.resolve({})
  }
}
