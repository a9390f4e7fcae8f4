/* Hostile texts, how requests carry them, and what no response may show. */
import * as fc from 'fast-check'
import type { TestResponse } from '../support/http.ts'

/** How many times more requests `npm run test:hard` sends. */
const FACTOR = Number(process.env.FUZZ_FACTOR ?? 1)
/**
 * The time limit in milliseconds of one property in `npm run test:hard`. It ends well before, unless the machine is
 * slow.
 */
const MAX_MS = 15 * 60 * 1000

/** Options of fc.assert. It shrinks a failure for a few runs only, because each run is a request. */
export const settings = (runs: number) => ({
  numRuns: runs * FACTOR,
  interruptAfterTimeLimit: MAX_MS,
  markInterruptAsFailure: false,
})

/** An element that no page has. If a response contains it as HTML, a text was not escaped. */
const MARK = '<x-fuzz>'

/** Closes an attribute, a script, a title and a text area, and opens the element. */
export const BREAKS_OUT = `"'></script></textarea></title></style>${MARK}`

export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
/** An id that no record has. */
export const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'

const TEXTS = [
  BREAKS_OUT,
  '',
  ' ',
  `"'>${MARK}`,
  `</script>${MARK}`,
  `</textarea></title></style>${MARK}`,
  `javascript:alert(1)//${MARK}`,
  `[x](javascript:alert(1)) ![x](data:text/html,${MARK}) ${MARK}`,
  `<img src=x onerror=alert(1)>${MARK}`,
  '\u0000',
  `a\u0000b${MARK}`,
  '\ud800',
  'a\udc00b',
  '\u202egnp.exe',
  '\ufeff\u200b\u2066',
  'a\r\nBcc: everybody@example.com\r\n\r\nbody',
  "'; drop table public.profiles; --",
  "'),or=(id.gt.0)&select=*",
  '{"a":1}',
  '{1,2}',
  '%',
  '%_*,."\\()',
  '../../../../etc/passwd',
  '//evil.example/',
  '/\\evil.example',
  'https:evil.example',
  '=cmd|calc!A1',
  'NaN',
  '-1',
  '1e308',
  '99999999999999999999',
  '0x10',
  'null',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  '2026-02-30',
  '+275760-09-13',
  '0000-00-00',
  '0000-01-01',
  UNKNOWN_ID,
  '00000000-0000-4000-8000-00000000000g',
  'ada@example.com',
  'a\u202eda@example.com',
  'Ọlá ọmọ Àìná 🩺 ٣',
  'x'.repeat(201),
  'ﷺ'.repeat(1000),
  'x'.repeat(6000),
  '(('.repeat(500),
  'a '.repeat(2000),
  'e\u0301'.repeat(700),
]

/** A text that an attacker might send. */
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...TEXTS), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')) },
)

/** Encodes a text for an address. Half of a surrogate pair becomes three bytes. */
export function encoded(text: string): string {
  return Array.from(text)
    .map((each) => (each.isWellFormed() ? encodeURIComponent(each) : '%ED%A0%80'))
    .join('')
}

/** A segment of an address: mostly a well encoded text, sometimes an invalid escape. */
export const hostileChunk = fc.oneof(
  { weight: 8, arbitrary: hostileText.map(encoded) },
  { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%C0%80', '%FF', '%00', '%E2%28%A1', '%u0041', '+', ';', '%2e%2e%2f') },
)

const FRAME = /^\s+at .+:\d+:\d+\)?$/m
const INNARDS = /node_modules\/|PostgrestError|\bSQLSTATE\b|\bpg_catalog\b|at (async )?\w+ \((file|node):/

/** Returns what is wrong with the response to a hostile request, or null. */
export function getFault({ status, headers, text }: Pick<TestResponse, 'status' | 'headers' | 'text'>): string | null {
  const type = headers['content-type'] ?? ''
  if (status >= 500 || status < 200) {
    return `the status is ${status}`
  }
  if (FRAME.test(text) || INNARDS.test(text)) {
    return 'it tells of our code'
  }
  if (/html|xml/.test(type) && text.includes(MARK.slice(0, -1))) {
    return `it echoes without escaping: ${text.slice(Math.max(0, text.indexOf(MARK.slice(0, -1)) - 100)).slice(0, 200)}`
  }
  if (headers['x-content-type-options'] !== 'nosniff') {
    return 'its type may be guessed'
  }
  const { location } = headers
  return location !== undefined && !/^\/(?![/\\])|^https?:\/\/(localhost|127\.0\.0\.1|checkout\.paystack\.com)[:/]/.test(location)
    ? `it leads to ${location}`
    : null
}

/** Returns the stack traces in the log of a process. Each is an unexpected failure. */
export function stacksIn(log: string): string[] {
  const lines = log.split('\n')
  return lines.flatMap((line, at) =>
    /^\s+at /.test(line) && !/^\s+at /.test(lines[at - 1] ?? '') ? [lines.slice(Math.max(0, at - 2), at + 6).join('\n')] : [],
  )
}
