/*
 * Repair of @supabase/lite 0.10.0. Its auth responds with 500 to fields that are not strings, to broken Unicode and
 * to long addresses; accepts hidden characters in an address; accepts a NUL inside a password and silently drops
 * everything after byte 72; creates a confirmed account for any address at /otp; and uses up an email link on GET
 * /verify, which mail scanners send. Only the endpoints that the site uses are served. Test:
 * tests/contract/auth-bodies.test.ts.
 */
import { hasHiddenCharacters } from '#app/platform/forms/fields.ts'
import { readAtMost, withBody } from '../storage/unmeasured-bodies.ts'
import { rejection } from '#server/backend/rejection.ts'

const MAX_AUTH_BYTES = 64 * 1024
const MAX_ADDRESS_CHARS = 255
/** The bytes that bcrypt reads. Longer passwords are rejected. */
const MAX_PASSWORD_BYTES = 72
const STRINGS = [
  'email',
  'password',
  'token_hash',
  'token',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'scope',
  'nonce',
]
const SERVED = [
  'POST signup',
  'POST token',
  'POST verify',
  'POST recover',
  'POST resend',
  'POST logout',
  'GET user',
  'PUT user',
  'GET settings',
  'GET health',
  'GET .well-known/jwks.json',
]

export function isServedByAuth(method: string, pathname: string): boolean {
  const endpoint = pathname.replace('/auth/v1/', '')
  return SERVED.some((served) => served === `${method} ${endpoint}` || (method === 'OPTIONS' && served.endsWith(` ${endpoint}`)))
}

/** Returns the request with a body that lite accepts, or a response that says what is wrong. */
export async function withCheckedAuthBody(request: Request): Promise<Request | Response> {
  if (!request.body) {
    return request
  }
  const bytes = await readAtMost(request, MAX_AUTH_BYTES)
  if (bytes instanceof Response) {
    return bytes
  }
  const text = new TextDecoder().decode(bytes)
  const fields = parsed(text)
  if (!fields) {
    return rejection(400, 'bad_json', 'Could not parse request body as JSON')
  }
  const setsPassword = !new URL(request.url).pathname.endsWith('/token')
  const fault = faultIn(fields) ?? (setsPassword ? faultInNewPassword(fields.password) : null)
  return fault ? rejection(400, 'validation_failed', fault) : withBody(request, text)
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null
    }
    throw error
  }
}

function faultIn(fields: Record<string, unknown>): string | null {
  for (const name of STRINGS) {
    const value = fields[name] ?? ''
    if (typeof value !== 'string') {
      return `${name} must be a string`
    }
    if (value.includes('\0') || !value.isWellFormed()) {
      return `${name} holds a character that cannot be used`
    }
  }
  const data = JSON.stringify(fields.data ?? {})
  // JSON escapes these characters as \u0000 and \ud800. A submitted backslash is doubled, so it cannot look like an
  // escape.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(data)) {
    return 'data holds a character that cannot be used'
  }
  if (typeof fields.email === 'string' && hasHiddenCharacters(fields.email)) {
    return 'email holds a character that cannot be used'
  }
  if (typeof fields.email === 'string' && fields.email.length > MAX_ADDRESS_CHARS) {
    return 'Unable to validate email address: invalid format'
  }
  return null
}

function faultInNewPassword(password: unknown): string | null {
  const isTooLong = typeof password === 'string' && Buffer.byteLength(password) > MAX_PASSWORD_BYTES
  return isTooLong ? 'Password cannot be longer than 72 characters' : null
}
