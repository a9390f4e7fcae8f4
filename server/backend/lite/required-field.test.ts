import type { Extension } from '@electric-sql/pglite'
import type { Connection } from '@supabase/lite'
import { expect, test } from 'vitest'
import { runToEnd } from '#tests/support/processes.ts'
import { preventGrants } from './database/grants.ts'
import { combineSettings } from './database/request-settings.ts'
import { shareSession } from './database/single-session.ts'
import { limitStatements } from './database/time-limits.ts'
import { removeUnusedExtensions } from './database/unused-extensions.ts'
import { nameErrorsAsPostgrest } from './rest/error-codes.ts'
import { useStorage } from './storage/adapter.ts'
import type { FileStorage } from '../file-storage.ts'

/** A connection, or an App, of a later version without the patched fields. */
const later = {} as Connection

test.each([
  ['ensureRlsContext', 'database/grants.ts', () => preventGrants(later)],
  ['applyJwtSessionContext', 'database/request-settings.ts', () => combineSettings(later)],
  ['withContext', 'database/time-limits.ts', () => limitStatements(later)],
  ['normalizeDbError', 'rest/error-codes.ts', () => nameErrorsAsPostgrest(later)],
  ['kysely', 'database/single-session.ts', () => shareSession(later, () => Promise.reject(new Error('not called')))],
  ['_storageAdapter', 'storage/adapter.ts', () => useStorage(later as never, {} as FileStorage)],
  ['setup', 'database/unused-extensions.ts', () => removeUnusedExtensions([{} as Extension])],
])('rejects a version without %s and names %s', (field, file, repair) => {
  expect(repair).toThrow(
    new RegExp(`^@\\S+ [0-9.]+ has no ${field}, which server/backend/lite/${file} patches\\. Install the version`),
  )
})

test.each([
  ['import of bcryptjs', 'auth/native-bcrypt.ts', 'requireNativeBcrypt'],
  ['module below dist/', 'quiet.ts', 'requireQuietConsole'],
])('rejects a version without %s, as a process that loaded nothing of lite, and names %s', async (missing, file, check) => {
  const script = `import { ${check} } from '${new URL(file, import.meta.url).href}'; ${check}()`
  const { code, output } = await runToEnd(['--input-type=module', '--eval', script], {})
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`@supabase/lite [0-9.]+ has no ${missing}, which server/backend/lite/${file} patches`))
})
