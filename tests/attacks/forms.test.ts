/* Every form that a visitor, a student or an operator is shown, sent as no browser would: each answer is a sentence, and nothing of ours fails. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { DEMO_PASSWORD, OPERATOR, type Site, startSite, STUDENT } from '../process/sites.ts'
import { BREAKS_OUT, encoded, faultOf, hostileText, SEED, settings, stacksIn } from './hostile.ts'
import { crawl, type Field, type Form, makeRecords, routesOfBuild, signedIn } from './pages.ts'

/** What is done to a form before it is sent. */
const edit = fc.record({
  field: fc.nat(30),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat', 'huge', 'add'),
  text: hostileText,
  name: fc.constantFrom('intent', 'id', '__proto__', 'constructor', 'version', 'next', 'file', 'a[b]', ''),
})
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

const HUGE = 90_000

function edited(fields: Field[], edits: Edit[]): Field[] {
  let changed = [...fields]
  for (const { field, how, text, name } of edits) {
    const at = changed.length === 0 ? -1 : field % changed.length
    const other = (value: string) => changed.map((each, index) => (index === at ? { ...each, value } : each))
    switch (how) {
      case 'replace':
        changed = other(text)
        break
      case 'remove':
        changed = changed.filter((_, index) => index !== at)
        break
      case 'repeat':
        changed = [...changed, ...changed.filter((_, index) => index === at).map((each) => ({ ...each, value: text }))]
        break
      case 'huge':
        changed = other('x'.repeat(HUGE))
        break
      default:
        changed = [...changed, { name, value: text, isFile: false }]
    }
  }
  return changed
}

const BOUNDARY = 'a-boundary-of-these-tests'
const asMultipart = (fields: Field[]) =>
  `${fields
    .map(({ name, value, isFile }) => {
      const file = isFile ? `; filename="${value.replaceAll('"', '%22')}"\r\nContent-Type: application/pdf` : ''
      return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .join('')}--${BOUNDARY}--\r\n`
const asForm = (fields: Field[]) => fields.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')

let requests = 0
let site: Site
let cookies: { visitor: string; student: string; operator: string }
/** The page of a paid order. */
let order: string
beforeAll(async () => {
  // Each request comes from another address, so that no limit by address answers in the place of the page.
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  cookies = {
    visitor: '',
    student: await signedIn(site.url, STUDENT, DEMO_PASSWORD),
    operator: await signedIn(site.url, OPERATOR, DEMO_PASSWORD),
  }
  order = await makeRecords(site.url, cookies.student)
})

function send({ action, method, isMultipart, page }: Form, fields: Field[], cookie: string) {
  requests += 1
  const headers = {
    cookie,
    origin: site.url,
    'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
  }
  if (method === 'GET') {
    return ask(`${site.url}${action.split('?')[0] ?? page}?${asForm(fields).slice(0, 7000)}`, { headers })
  }
  return isMultipart
    ? ask(site.url + action, {
        body: asMultipart(fields),
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      })
    : ask(site.url + action, {
        body: asForm(fields),
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      })
}

/** A form that ends the session of these tests. */
const endsSession = ({ action }: Form) => action === '/auth/sign-out'

describe.each([
  ['visitor', 13, 80],
  ['student', 17, 100],
  ['operator', 100, 120],
] as const)('the forms of a %s', (role, kinds, runs) => {
  let forms: Form[]
  beforeAll(async () => {
    const starts = (await routesOfBuild()).map(({ pattern }) => pattern).filter((pattern) => !/[:*]/.test(pattern))
    const found = await crawl(site.url, [order, '/auth?tab=sign-up', ...starts], cookies[role])
    forms = found.forms.filter((form) => !endsSession(form))
  })

  test(`answers every hostile submission with a page (FUZZ_SEED=${SEED})`, { timeout: 3_600_000 }, async () => {
    expect(forms.length).toBeGreaterThanOrEqual(kinds)
    await fc.assert(
      fc.asyncProperty(fc.noBias(fc.nat()), fc.array(edit, { minLength: 1, maxLength: 5 }), async (at, edits) => {
        const form = forms[at % forms.length]
        if (form) {
          const answer = await send(form, edited(form.fields, edits), cookies[role])
          expect({ form: `${form.method} ${form.action}`, fault: faultOf(answer) }).toEqual({
            form: `${form.method} ${form.action}`,
            fault: null,
          })
        }
      }),
      {
        ...settings(forms.length + runs),
        // First each form once, with the same text in all of its fields.
        examples: forms.map(({ fields }, at): [number, Edit[]] => [
          at,
          fields.map((_, field) => ({ field, how: 'replace', text: BREAKS_OUT, name: '' })),
        ]),
      },
    )
  })
})

test('shows what was stored meanwhile as text, on every page and to everybody', async () => {
  const starts = (await routesOfBuild()).map(({ pattern }) => pattern).filter((pattern) => !/[:*]/.test(pattern))
  for (const cookie of Object.values(cookies)) {
    const { pages, faults } = await crawl(site.url, [order, ...starts], cookie)
    expect(pages.length).toBeGreaterThan(30)
    expect(faults).toEqual([])
  }
})

test('logs no stack in all of it', () => {
  expect(stacksIn(site.running.output())).toEqual([])
})
