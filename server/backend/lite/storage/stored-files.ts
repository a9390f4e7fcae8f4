/*
 * Repair of @supabase/lite 0.10.0. It overwrites the bytes of an object and only then calls the database, so that a
 * rejection by the database (the trigger prevent_file_swap, docs/decisions/0024) would come too late. Hosted storage
 * writes each version to a new place and deletes rejected ones. Here a stored file in the bucket of uploads is never
 * overwritten, and no link is issued that could overwrite one. Test: tests/contract/storage-links.test.ts.
 */
import type { StoredObject } from './writes.ts'
import { rejection } from '#server/backend/rejection.ts'

const NEVER_REPLACED = 'material-uploads'

/** Rejects requests for a link that could replace a file of uploads; returns the others. */
export function withoutReplacingLink(request: Request): Request | Response {
  const isAsked =
    request.method === 'POST' && new URL(request.url).pathname.startsWith(`/storage/v1/object/upload/sign/${NEVER_REPLACED}/`)
  return isAsked && request.headers.get('x-upsert') === 'true'
    ? rejection(403, 'Unauthorized', 'No link is given by which a file of this bucket could be replaced')
    : request
}

/**
 * Rejects overwriting a file of uploads; null when the file does not exist yet. `isStored` returns true if the object
 * has a row.
 */
export async function refusalToReplace(
  object: StoredObject,
  isStored: (object: StoredObject) => Promise<boolean>,
): Promise<Response | null> {
  return object.bucket === NEVER_REPLACED && (await isStored(object))
    ? rejection(409, 'Duplicate', 'The resource already exists')
    : null
}
