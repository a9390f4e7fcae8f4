import type { Backend } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'

const PUBLIC = '/storage/v1/object/public/'
/** The largest picture for a chat in bytes; the bucket accepts 5 MB. */
const MAX_BYTES = 8 * 1024 * 1024

/** Returns the path of a picture in our public files from its address, or null for pictures of other sites. */
export function ownPicture(address: string | null, { publicFilesUrl }: Pick<Backend, 'publicFilesUrl'>): string | null {
  if (!address || !URL.canParse(address, publicFilesUrl)) {
    return null
  }
  const { origin, pathname } = new URL(address, publicFilesUrl)
  return origin === new URL(publicFilesUrl).origin && pathname.startsWith(PUBLIC) ? pathname : null
}

/** Returns the picture's bytes, or null if it is missing or too large. */
export async function readOwnPicture(backend: Backend, path: string): Promise<Uint8Array | null> {
  const stored = await backend
    .fetch(backend.url + path, { headers: { apikey: backend.publishableKey }, signal: AbortSignal.timeout(10_000) })
    .catch(orLog('Could not read one of our pictures', null))
  if (!stored?.ok || Number(stored.headers.get('content-length') ?? 0) > MAX_BYTES) {
    await stored?.body?.cancel()
    return null
  }
  const bytes = new Uint8Array(await stored.arrayBuffer())
  return bytes.byteLength > MAX_BYTES ? null : bytes
}
