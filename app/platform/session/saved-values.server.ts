/*
 * Keeps what a guest typed into a form that needs an account while they sign in: in a cookie, for an hour. Not in the return address, where
 * five hundred emoji would become six thousand letters.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { createContext, type RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>
type Fields = Record<string, string>

const AN_HOUR_SECONDS = 3600
/** Browsers keep cookies of 4,096 bytes, name and value together. */
const MAX_CHARS = 4000
/** More bytes than any such form may have. */
const MAX_BYTES = 16 * 1024

const stored = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.record(v.string(), v.string())]))

/** Whether the answer contains the earlier typed text; then no cache may keep it. */
export const holdsTypedContext = createContext(false)

/**
 * The Set-Cookie line that keeps the typed text of a form; only the last form is kept. A comment or report of 1,000 letters fits in any
 * script.
 * @returns null when it is too long: then say so at the form, which still has the text.
 */
export function saveValues(context: Context, thing: string, fields: Fields): string | null {
  const name = hostOnly(context, 'typed')
  const value = deflateRawSync(JSON.stringify([thing, fields])).toString('base64url')
  return name.length + value.length <= MAX_CHARS ? writeCookie(context, name, value, AN_HOUR_SECONDS) : null
}

/** The text that the visitor typed into this form before signing in; nothing when it was another form. */
export function savedValues(request: Request, context: Context, thing: string): Fields {
  const cookie = readCookie(request, hostOnly(context, 'typed'))
  if (!cookie) {
    return {}
  }
  const parsed = v.safeParse(stored, unpacked(cookie))
  if (!parsed.success || parsed.output[0] !== thing) {
    return {}
  }
  context.set(holdsTypedContext, true)
  return parsed.output[1]
}

/** The Set-Cookie line that removes it after it was sent. */
export function deleteSavedValues(context: Context): string {
  return writeCookie(context, hostOnly(context, 'typed'), '', 0)
}

/** Null for a value that we did not write. */
function unpacked(value: string): string | null {
  try {
    return inflateRawSync(Buffer.from(value, 'base64url'), { maxOutputLength: MAX_BYTES }).toString()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') {
      return null
    }
    throw error
  }
}
