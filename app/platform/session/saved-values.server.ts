/*
 * Saves form values in a cookie: a guest's while they sign in, and the answer to a form. The return address would be
 * too small: in it, five hundred emoji take six thousand characters.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as v from 'valibot'
import { createContext, href, type RouterContextProvider } from 'react-router'
import { hostOnly, readCookie, writeCookie } from './cookies.server.ts'

type Context = Readonly<RouterContextProvider>
type Fields = Record<string, string>

/** Browsers accept cookies of 4,096 bytes, name and value together. */
const MAX_CHARS = 4000
/** Upper bound of the bytes of such a form. */
const MAX_BYTES = 16 * 1024

const stored = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.record(v.string(), v.string())]))

/** The age of each cookie in seconds. `typed` waits for the sign-in, `signed-up` for the email of a sign-up. */
const ages = { typed: 3600, 'signed-up': 3600, answer: 600 } as const
type Kept = keyof typeof ages

/** True if the response contains saved values; it must not be cached. */
export const hasSavedValuesContext = createContext(false)

/**
 * Returns the Set-Cookie header that saves the values of a form; only the last form is saved in a cookie. A comment or
 * report of 1,000 characters fits in any script.
 * @param path the only page that receives the cookie, if not all do.
 * @returns null if it is too long: then report it at the form, which still has the text.
 */
export function saveValues(
  context: Context,
  thing: string,
  fields: Fields,
  kept: Kept = 'typed',
  path = href('/'),
): string | null {
  const name = getName(context, kept)
  const json = Buffer.from(JSON.stringify([thing, fields]))
  const value = deflateRawSync(json).toString('base64url')
  const fits = json.length <= MAX_BYTES && name.length + value.length <= MAX_CHARS
  return fits ? writeCookie(context, name, value, ages[kept], path) : null
}

/** Returns the values that the visitor entered into this form before signing in; empty for another form. */
export function savedValues(request: Request, context: Context, thing: string, kept: Kept = 'typed'): Fields {
  const saved = readSaved(request, context, kept)
  if (saved?.[0] !== thing) {
    return {}
  }
  context.set(hasSavedValuesContext, true)
  return saved[1]
}

/** Returns the name of the form whose values are saved; null if there are none. */
export function savedForm(request: Request, context: Context): string | null {
  const saved = readSaved(request, context, 'typed')
  if (!saved) {
    return null
  }
  context.set(hasSavedValuesContext, true)
  return saved[0]
}

/** Returns the Set-Cookie header that removes the saved values. */
export function deleteSavedValues(context: Context, kept: Kept = 'typed'): string {
  return writeCookie(context, getName(context, kept), '', 0)
}

/** Returns a cookie's name. One with a path cannot have the prefix that ties it to the host. */
const getName = (context: Context, kept: Kept) => (kept === 'answer' ? kept : hostOnly(context, kept))

function readSaved(request: Request, context: Context, kept: Kept): [string, Fields] | null {
  const cookie = readCookie(request, getName(context, kept))
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
