/* Work that keeps the app busy, and the response times of one more visitor while it runs. */
import { cookieHeader, send } from '#tests/support/http.ts'
import { DEMO_PASSWORD } from '#tests/support/test-databases.ts'
import { othersWhile } from './load.ts'
import type { BenchSite } from './site.ts'
import { type Figure, ms } from './table.ts'

const MAX_MS = 250
const MIB = 1024 * 1024
const LOGIN = { intent: 'login', email: 'student@lamplight.example', password: DEMO_PASSWORD }

/**
 * Returns one figure per task: response times of the visitor. The optional third function adds the result of the task.
 */
export async function figuresWhile(
  site: BenchSite,
  busy: [string, () => Promise<unknown>, (() => string)?][],
): Promise<Figure[]> {
  await read(`${site.url}/faq`)
  const figures: Figure[] = []
  for (const [what, act, response] of busy) {
    const { p50, p99, max } = await othersWhile(site.port, act)
    figures.push({
      figure: `while ${what}`,
      value: `p50 ${ms(p50)}, p99 ${ms(p99)}, longest ${ms(max)}${response ? `; ${response()}` : ''}`,
      budget: `p99 ${MAX_MS} ms`,
      within: p99 <= MAX_MS,
    })
  }
  return figures
}

export const many = (count: number, each: (nth: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => each(nth)))

export async function read(address: string): Promise<string> {
  return (await fetch(address)).text()
}

/** Signs in as the demo student. Returns the session cookie. */
export async function getStudent(site: BenchSite): Promise<string> {
  return cookieHeader((await send(`${site.url}/auth`, LOGIN)).cookies)
}

/** Signs in from a different IP address each time, so that no rate limit applies. */
export const signIn = (site: BenchSite, nth: number) =>
  send(`${site.url}/auth`, LOGIN, { headers: { 'x-forwarded-for': `198.51.100.${nth + 1}` } })

/** The first bytes of a file, which make it unique; the rest is the same for all files. */
const HEAD_BYTES = 64
const bodies = new Map<number, Blob>()

/** Returns the body of a file of `mebibytes` MiB. Creating it blocks this process, so create it before measuring. */
export function bodyOf(mebibytes: number): Blob {
  const body = bodies.get(mebibytes) ?? new Blob([Buffer.alloc(mebibytes * MIB - HEAD_BYTES, 'a line of a work\n')])
  bodies.set(mebibytes, body)
  return body
}

/** @throws when the server fails. */
export async function upload(site: BenchSite, cookie: string, nth: number, mebibytes: number): Promise<void> {
  const form = new FormData()
  for (const [field, value] of Object.entries({
    title: `Bench ${nth} of ${mebibytes}`,
    category: 'thesis',
    format: 'PDF',
    email: 'ada@example.ng',
  })) {
    form.set(field, value)
  }
  const head = `%PDF-1.7\n/Type /Page\n% work ${nth}`.padEnd(HEAD_BYTES)
  form.set('file', new Blob([head, bodyOf(mebibytes)], { type: 'application/pdf' }), 'work.pdf')
  const response = await fetch(`${site.url}/upload-materials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: site.url },
    body: form,
  })
  await response.text()
  if (response.status >= 500) {
    throw new Error(`An upload was answered with ${response.status}`)
  }
}
