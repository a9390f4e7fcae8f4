/* The forms that could reveal whether an address has an account, and the visible parts of their responses. */
import { inflateRawSync } from 'node:zlib'
import { send } from '../support/http.ts'
import { signUpFields } from '../support/emails.ts'
import { shared, type Site } from './sites.ts'

export type Form = { path: string; fields: (email: string) => Record<string, string> }

/** Returns all visible parts of a response, except unique values and the address itself, and its time. */
export async function responseTo({ path, fields }: Form, email: string, at: Pick<Site, 'url'> = shared) {
  const start = performance.now()
  const { status, headers, text, cookies } = await send(at.url + path, fields(email))
  const took = performance.now() - start
  const { date: _date, 'content-length': _length, 'content-security-policy': _policy, 'set-cookie': _lines, ...rest } = headers
  const unnamed = (words: string) => words.replaceAll(email, 'ADDRESS')
  return { seen: { status, headers: rest, text: unnamed(text), cookies: cookies.map((line) => unnamed(readable(line))) }, took }
}

/** Returns a Set-Cookie line with the values of a sign-up in words. */
const readable = (line: string) =>
  line.replace(/(?<=^signed-up=)[^;]+/, (value) => inflateRawSync(Buffer.from(value, 'base64url')).toString())

export const forms: [string, Form, string[]][] = [
  [
    'a sign-in with a wrong password',
    { path: '/auth', fields: (email) => ({ intent: 'login', email, password: 'not the password' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a sign-up',
    { path: '/auth?tab=sign-up', fields: (email) => ({ ...signUpFields(email), password: 'another long secret' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a new password asked for',
    { path: '/auth/forgot-password', fields: (email) => ({ email }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
  [
    'a confirmation asked for again',
    { path: '/auth', fields: (email) => ({ intent: 'resend', email, password: '' }) },
    ['nobody', 'unconfirmed', 'confirmed'],
  ],
]
