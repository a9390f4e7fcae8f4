/*
 * Repair of @supabase/lite 0.10.0. It checks whether an object exists, stores the bytes, then writes the row. Of simultaneous uploads to
 * one name all but one end in 500, and the stored bytes may not belong to the row. Here such uploads run one after the other. Test:
 * tests/contract/storage-uploads.test.ts.
 */
import { queuePerKey } from '#app/platform/limits/queue-per-key.ts'
import { decodedName } from './names.ts'

export type StoredObject = { bucket: string; name: string }

const OBJECT = /^\/storage\/v1\/object\/(?:upload\/sign\/)?([^/]+)\/(.+)$/
const OTHER_CALLS = /^\/storage\/v1\/object\/(list|sign|copy|move|info|public|authenticated)(\/|$)/

/** Returns true if the request uploads the bytes of an object. */
export function isStoring(request: Request): boolean {
  return parseUploadTarget(request) !== null
}

/** Returns a handler that serializes uploads to the same object. */
export function serializePerObject() {
  const serialize = queuePerKey()
  return (request: Request, store: (object: StoredObject) => Promise<Response>): Promise<Response> => {
    const object = parseUploadTarget(request) ?? { bucket: '', name: '' }
    return serialize(`${object.bucket}/${object.name}`, () => store(object))
  }
}

function parseUploadTarget({ method, url }: Request): StoredObject | null {
  const { pathname } = new URL(url)
  // POST to upload/sign requests a link; PUT there uploads the file.
  const asksForLink = method === 'POST' && pathname.startsWith('/storage/v1/object/upload/sign/')
  if ((method !== 'POST' && method !== 'PUT') || asksForLink || OTHER_CALLS.test(pathname)) {
    return null
  }
  const [, bucket, name] = pathname.match(OBJECT) ?? []
  return bucket && name ? { bucket, name: decodedName(name) ?? name } : null
}
