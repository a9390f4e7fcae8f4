/*
 * Saves a guest's form values while they sign in: in a cookie, for an hour. The return address would be too small: in
 * it, five hundred emoji take six thousand characters.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { createContext, type RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>
type Fields = Record<string, string>

const AN_HOUR_SECONDS = 3600
/** Browsers accept cookies of 4,096 bytes, name and value together. */
const MAX_CHARS = 4000
/** Upper bound of the bytes of such a form. */
const MAX_BYTES = 16 * 1024

const stored = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.record(v.string(), v.string())]))

/** True if the response contains saved values; it must not be cached. */
export const hasSavedValuesContext = createContext(false)

/**
 * Returns the Set-Cookie header that saves the values of a form; only the last form is saved. A comment or report of
 * 1,000 characters fits in any script.
 * @returns null if it is too long: then report it at the form, which still has the text.
 */
export function saveValues(context: Context, thing: string, fields: Fields): string | null {
  const name = hostOnly(context, 'typed')
  const value = deflateRawSync(JSON.stringify([thing, fields])).toString('base64url')
  return name.length + value.length <= MAX_CHARS ? writeCookie(context, name, value, AN_HOUR_SECONDS) : null
}

/** Returns the values that the visitor entered into this form before signing in; empty for another form. */
export function savedValues(request: Request, context: Context, thing: string): Fields {
  const saved = readSaved(request, context)
  if (saved?.[0] !== thing) {
    return {}
  }
  context.set(hasSavedValuesContext, true)
  return saved[1]
}

/** Returns the name of the form whose values are saved; null if there are none. */
export function savedForm(request: Request, context: Context): string | null {
  const saved = readSaved(request, context)
  if (!saved) {
    return null
  }
  context.set(hasSavedValuesContext, true)
  return saved[0]
}

/** Returns the Set-Cookie header that removes the saved values. */
export function deleteSavedValues(context: Context): string {
  return writeCookie(context, hostOnly(context, 'typed'), '', 0)
}

function readSaved(request: Request, context: Context): [string, Fields] | null {
  const cookie = readCookie(request, hostOnly(context, 'typed'))
  const parsed = v.safeParse(stored, cookie ? decompress(cookie) : null)
  return parsed.success ? parsed.output : null
}

/** Decompresses a value; null if we did not write it. */
function decompress(value: string): string | null {
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
