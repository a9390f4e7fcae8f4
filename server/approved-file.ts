import { createHash } from 'node:crypto'
import type { ServiceClient } from './service-client.ts'

/**
 * Reads a file of the bucket material-uploads. `sha256` is the hash of the approved file, in hexadecimal; null if it is
 * unknown, for a file that is older than the hashes.
 * @returns null if the stored file is not the approved one.
 * @throws when the storage cannot be read.
 */
export async function readApprovedFile(client: ServiceClient, path: string, sha256: string | null): Promise<Uint8Array | null> {
  const { data, error } = await client.storage.from('material-uploads').download(path)
  if (error) {
    throw error
  }
  const bytes = new Uint8Array(await data.arrayBuffer())
  return sha256 === null || createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null
}
