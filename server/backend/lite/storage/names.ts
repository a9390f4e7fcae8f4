/*
 * Repair of @supabase/lite 0.10.0. Its router decodes an address with decodeURI, which leaves `%2C`, `%26` and the
 * like as they are, so a client that encodes a name stores it under another one than hosted storage does. Here every
 * name is decoded as hosted storage decodes it and forwarded in the form that lite reads as exactly this name. A name
 * that lite cannot read (`#`, `?`, `%41`) is rejected, as are encoded separators and control characters. Test:
 * tests/contract/storage-names.test.ts.
 */
import { rejection } from '#server/backend/rejection.ts'

const OBJECTS = '/storage/v1/object/'
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const UNREADABLE = /[#?/\\\u0000-\u001f\u007f]|%[0-9a-f]{2}/i

/**
 * Decodes an address of the storage; null if its encoding is invalid. A `%` that encodes nothing is invalid, as in
 * `50% done.pdf`.
 */
export function decodedName(address: string): string | null {
  try {
    return decodeURIComponent(address.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch (error) {
    if (error instanceof URIError) {
      return null
    }
    throw error
  }
}

/** Returns the address under which lite reads exactly this name, or null if it has none. */
export function liteAddress(segments: readonly (string | null)[]): string | null {
  return segments.every((segment) => segment !== null && !UNREADABLE.test(segment))
    ? encodeURI(segments.join('/')).replaceAll('%25', '%')
    : null
}

/** Forwards a request for objects with names that lite reads correctly, or rejects it. */
export function withReadableName(request: Request): Request | Response {
  const url = new URL(request.url)
  if (!url.pathname.startsWith(OBJECTS)) {
    return request
  }
  const address = liteAddress(url.pathname.slice(OBJECTS.length).split('/').map(decodedName))
  if (address === null) {
    return rejection(400, 'InvalidKey', 'Invalid key: the name has a character that cannot be used in one')
  }
  const pathname = OBJECTS + address
  return pathname === url.pathname ? request : new Request(`${url.origin}${pathname}${url.search}`, request)
}
