/*
 * Sends every form that a visitor, a student or an admin sees, as no browser would. Each response is a sentence, and
 * the server never fails.
 */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { freePort } from '../support/processes.ts'
import { createSoldWork } from '../support/sold-work.ts'
import { DEMO_PASSWORD, ADMIN, getClient, keysIn, type Site, startSite, STUDENT } from '../process/sites.ts'
import { edit, type Edit, edited, MULTIPART, multipartBody, replacement, urlEncodedBody } from './edits.ts'
import { BREAKS_OUT, getFault, isId, settings, stacksIn, UNKNOWN_ID } from './hostile.ts'
import { crawl, type Field, type Form, makeRecords, listBuildRoutes, signedIn } from './pages.ts'

let requests = 0
let site: Site
let cookies: { visitor: string; student: string; admin: string }
/** The pages of a paid order. */
let orders: string[]
beforeAll(async () => {
  // Each request comes from another address, so that no limit by address responds instead of the page.
  const backendPort = String(await freePort())
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1,::1', BACKEND_PORT: backendPort })
  const work = await createSoldWork(getClient(`http://127.0.0.1:${backendPort}`, keysIn(site.dataDirectory).secret_key))
  cookies = {
    visitor: '',
    student: await signedIn(site.url, STUDENT, DEMO_PASSWORD),
    admin: await signedIn(site.url, ADMIN, DEMO_PASSWORD),
  }
  orders = Object.values(await makeRecords(site.url, cookies, work))
})

function send({ action, method, isMultipart, page }: Form, fields: Field[], cookie: string) {
  requests += 1
  const headers = {
    cookie,
    origin: site.url,
    'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
  }
  if (method === 'GET') {
    return ask(`${site.url}${action.split('?')[0] ?? page}?${urlEncodedBody(fields).slice(0, 7000)}`, { headers })
  }
  return isMultipart
    ? ask(site.url + action, {
        body: multipartBody(fields),
        headers: { ...headers, 'content-type': MULTIPART },
      })
    : ask(site.url + action, {
        body: urlEncodedBody(fields),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      })
}

/** Returns true if the form ends the session of these tests. */
const endsSession = ({ action }: Form) => action === '/auth/sign-out'

describe.each([
  ['visitor', 13, 80],
  ['student', 17, 100],
  ['admin', 100, 120],
] as const)('the forms of a %s', (role, kinds, runs) => {
  let forms: Form[]
  beforeAll(async () => {
    const starts = (await listBuildRoutes()).map(({ pattern }) => pattern).filter((pattern) => !/[:*]/.test(pattern))
    const found = await crawl(site.url, [...orders, '/auth?tab=sign-up', ...starts], cookies[role])
    forms = found.forms.filter((form) => !endsSession(form))
  })

  test(`answers every hostile submission with a page`, { timeout: 3_600_000 }, async () => {
    expect(forms.length).toBeGreaterThanOrEqual(kinds)
    // Each field with an id once, with that of no record. Of a list's many boxes of one name, the first.
    const unknownIds = forms.flatMap(({ fields }, at) =>
      fields.flatMap(({ name, value }, field): [number, Edit[]][] =>
        isId(value) && fields.findIndex((other) => other.name === name && isId(other.value)) === field
          ? [[at, [replacement(field, UNKNOWN_ID)]]]
          : [],
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.nat()), fc.array(edit, { minLength: 1, maxLength: 5 }), async (at, edits) => {
        const form = forms[at % forms.length]
        if (form) {
          const response = await send(form, edited(form.fields, edits), cookies[role])
          expect({ form: `${form.method} ${form.action}`, fault: getFault(response) }).toEqual({
            form: `${form.method} ${form.action}`,
            fault: null,
          })
        }
      }),
      {
        ...settings(forms.length + unknownIds.length + runs),
        examples: [
          // Each form once first, with the same text in all of its fields.
          ...forms.map(({ fields }, at): [number, Edit[]] => [at, fields.map((_, field) => replacement(field, BREAKS_OUT))]),
          ...unknownIds,
        ],
      },
    )
  })
})

test('show stored hostile texts as text, on every page and for every role', async () => {
  const starts = (await listBuildRoutes()).map(({ pattern }) => pattern).filter((pattern) => !/[:*]/.test(pattern))
  for (const cookie of Object.values(cookies)) {
    const { pages, faults } = await crawl(site.url, [...orders, ...starts], cookie)
    expect(pages.length).toBeGreaterThan(30)
    expect(faults).toEqual([])
  }
})

test('log no stack trace', () => {
  expect(stacksIn(site.running.output())).toEqual([])
})
