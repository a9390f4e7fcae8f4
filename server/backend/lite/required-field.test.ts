import type { Connection } from '@supabase/lite'
import { expect, test } from 'vitest'
import { preventGrants } from './database/grants.ts'
import { combineSettings } from './database/request-settings.ts'
import { shareSession } from './database/single-session.ts'
import { limitStatements } from './database/time-limits.ts'
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
])('rejects a version of lite without %s and names %s', (field, file, repair) => {
  expect(repair).toThrow(
    new RegExp(`^@supabase/lite [0-9.]+ has no ${field}, which server/backend/lite/${file} patches\\. Install the version`),
  )
})
