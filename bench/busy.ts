/* What people do that keeps a Lamplight busy, and what one more visitor feels meanwhile. */
import { cookieHeader, send } from '#tests/support/http.ts'
import { DEMO_PASSWORD } from '#tests/support/test-databases.ts'
import { othersWhile } from './load.ts'
import type { BenchSite } from './site.ts'
import { type Figure, ms } from './table.ts'

const MAX_MS = 250
const MIB = 1024 * 1024
const LOGIN = { intent: 'login', email: 'student@lamplight.example', password: DEMO_PASSWORD }

/** A figure of the others for each; `said` adds to it what the act itself came to. */
export async function figuresWhile(
  site: BenchSite,
  busy: [string, () => Promise<unknown>, (() => string)?][],
): Promise<Figure[]> {
  await read(`${site.url}/faq`)
  const figures: Figure[] = []
  for (const [what, act, response] of busy) {
    const { p50, p99, most: max } = await othersWhile(site.port, act)
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

/** The session's cookie of the demo student. */
export async function getStudent(site: BenchSite): Promise<string> {
  return cookieHeader((await send(`${site.url}/auth`, LOGIN)).cookies)
}

/** Each from an address of their own, so that no limit answers for the password. */
export const signIn = (site: BenchSite, nth: number) =>
  send(`${site.url}/auth`, LOGIN, { headers: { 'x-forwarded-for': `198.51.100.${nth + 1}` } })

/** Where each work says which one it is; what follows is the same for all. */
const HEAD_BYTES = 64
const bodies = new Map<number, Blob>()

/** What follows the head of a work of so many MiB. To make it keeps this process from asking as one of the others, so make it before. */
export function bodyOf(mebibytes: number): Blob {
  const body = bodies.get(mebibytes) ?? new Blob([Buffer.alloc(mebibytes * MIB - HEAD_BYTES, 'a line of a work\n')])
  bodies.set(mebibytes, body)
  return body
}

/** @throws when the answer is an error of ours. */
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
  const answer = await fetch(`${site.url}/upload-materials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: site.url },
    body: form,
  })
  await answer.text()
  if (answer.status >= 500) {
    throw new Error(`An upload was answered with ${answer.status}`)
  }
}
