/* Requests every address of the site with hostile path segments and queries, as a visitor, a student and an admin. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { DEMO_PASSWORD, ADMIN, type Site, startSite, STUDENT } from '../process/sites.ts'
import { BREAKS_OUT, encoded, getFault, hostileChunk, settings, stacksIn } from './hostile.ts'
import { type Route, listBuildRoutes, signedIn } from './pages.ts'

/** Query parameters that the pages read, and some that no page reads. */
const PARAMETERS =
  `account after area bank before category comment day defaults download draft form format half index material match month next of
  order page part price q reference search show since sort stay tab term token token_hash topic type typed until v year x-fuzz __proto__`.split(
    /\s+/,
  )

const SERVER_ADDRESSES = [
  '/healthz',
  '/orders/:token/file',
  '/orders/:token/file/:position',
  '/uploads/receive',
  '/uploads/receive/:id',
  '/clicks',
  '/assets/:name',
  '/dev/mail/:name',
  '/dev/paystack/:code',
  '/storage/v1/object/public/product-files/:name',
  '/hooks/paystack',
]
const ID = '6609390e-16ba-481d-9967-1f4bf397869c'

const address = fc.record({
  route: fc.noBias(fc.nat()),
  pieces: fc.array(fc.oneof({ weight: 2, arbitrary: hostileChunk }, { weight: 1, arbitrary: fc.constant(ID) }), {
    minLength: 3,
    maxLength: 3,
  }),
  query: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), hostileChunk), { maxLength: 6 }),
  times: fc.constantFrom(1, 1, 1, 1, 40),
  ending: fc.constantFrom('', '', '', '', '.data', '/', '/../x'),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
})
type Address = typeof address extends fc.Arbitrary<infer Value> ? Value : never

let routes: Route[]
let site: Site
let cookies: { visitor: string; student: string; admin: string }
beforeAll(async () => {
  routes = [...(await listBuildRoutes()), ...SERVER_ADDRESSES.map((pattern) => ({ pattern, hasAction: false }))].filter(
    ({ pattern }) => pattern !== '/auth/sign-out',
  )
  site = await startSite({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  cookies = {
    visitor: '',
    student: await signedIn(site.url, STUDENT, DEMO_PASSWORD),
    admin: await signedIn(site.url, ADMIN, DEMO_PASSWORD),
  }
})

function getPath({ route, pieces: chunks, query, times, ending }: Address): string {
  let at = 0
  const chunk = () => chunks[(at += 1) % chunks.length] ?? ''
  const path = (routes[route % routes.length]?.pattern ?? '/').replaceAll(/:\w+|\*/g, chunk)
  const pairs = Array.from({ length: times }, () => query.map(([name, value]) => `${name}=${value}`)).flat()
  return `${path}${ending}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

test('the attack includes every page', () => {
  expect(routes.length).toBeGreaterThan(100)
})

let requests = 0
describe.each([
  ['visitor', 150],
  ['student', 50],
  ['admin', 100],
] as const)('a %s', (role, runs) => {
  test(`responds to every hostile address`, { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(address, async (asked) => {
        requests += 1
        const path = getPath(asked)
        const response = await ask(site.url + path, {
          method: asked.method,
          headers: {
            cookie: cookies[role],
            origin: site.url,
            'x-forwarded-for': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
            ...(asked.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          },
          ...(asked.method === 'POST' ? { body: `intent=${asked.pieces[0] ?? ''}&id=${ID}` } : {}),
        })
        expect({ path: `${asked.method} ${path.slice(0, 300)}`, fault: getFault(response) }).toEqual({
          path: `${asked.method} ${path.slice(0, 300)}`,
          fault: null,
        })
      }),
      {
        ...settings(routes.length + runs),
        // Each address once first, with the same text in all of its parts.
        examples: routes.map((_, route) => [
          {
            route,
            pieces: [encoded(BREAKS_OUT)],
            query: PARAMETERS.map((name) => [name, encoded(BREAKS_OUT)] as [string, string]),
            times: 1,
            ending: '',
            method: 'GET',
          },
        ]),
      },
    )
  })
})

test('responds briefly to an address of a megabyte and to ten thousand parameters', async () => {
  const huge = [`/?q=${'x'.repeat(1_000_000)}`, `/marketplace?${'search=a&'.repeat(10_000)}`, `/${'a/'.repeat(50_000)}`]
  for (const path of huge) {
    const { status, text } = await ask(site.url + path)
    expect([414, 431]).toContain(status)
    expect(text.length).toBeLessThan(10_000)
  }
})

test('logs no stack trace', () => {
  expect(stacksIn(site.running.output())).toEqual([])
})
