import { readApprovedFile } from './approved-file.ts'
import type { ServiceClient } from './service-client.ts'

/** A file of a material that is sold here. `sha256` is null for a file that is older than the hashes. */
export type SoldFile = { file_path: string; file_sha256: string | null }

/**
 * Compares a stored file with the approved one, and records the result: what is damaged is no longer sold, and is on
 * Today (public.record_file_condition).
 * @returns false if the file is missing, truncated or changed.
 * @throws when the storage or the backend is unavailable.
 */
export async function checkSoldFile(client: ServiceClient, file: SoldFile): Promise<boolean> {
  const intact = await isIntact(client, file)
  await recordCondition(client, file, intact)
  return intact
}

/** Records the result of a comparison. Throws when the backend is unavailable. */
export async function recordCondition(client: ServiceClient, { file_path: path }: SoldFile, intact: boolean): Promise<void> {
  await client.rpc('record_file_condition', { path, intact }).throwOnError()
}

/**
 * Returns false if a stored file is missing, truncated or changed.
 * @throws when the storage or the backend is unavailable.
 */
export async function isIntact(client: ServiceClient, { file_path: path, file_sha256 }: SoldFile): Promise<boolean> {
  try {
    const bytes = await readApprovedFile(client, path, file_sha256)
    return bytes !== null && bytes.length > 0
  } catch (error) {
    if (isGone(error)) {
      return false
    }
    throw error
  }
}

/** Supabase's storage responds 400 or 404 for an object whose row or bytes are missing. */
function isGone(error: unknown): boolean {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : null
  return status === 400 || status === 404
}
