/*
 * Repair of @supabase/lite 0.10.0. It has a storage adapter for directories but does not export it, and an App takes
 * an adapter in a private field, not in its options (class App, _storageAdapter). Test:
 * tests/contract/storage-uploads.test.ts.
 */
import type { App } from '@supabase/lite'
import type { FileStorage } from '#server/backend/file-storage.ts'
import { requireField } from '../required-field.ts'

/** Sets `storage` as the store of an App's buckets. Must run before `init`. */
export function useStorage(app: Pick<App, '_storageAdapter'>, storage: FileStorage): void {
  requireField(app, '_storageAdapter', { package: '@supabase/lite', file: 'storage/adapter.ts' })
  app._storageAdapter = storage
}
