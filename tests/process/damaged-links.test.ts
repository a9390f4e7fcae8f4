import { expect, test } from 'vitest'
import { ask } from '../support/http.ts'
import { getClient, shared } from './sites.ts'

/** Follows the redirects of an address on the shared site. */
async function follow(address: string): Promise<{ status: number; at: string }> {
  const { status, headers } = await ask(shared.url + address)
  const location = headers.location === undefined ? null : new URL(headers.location, shared.url)
  return status === 301 && location ? follow(location.pathname + location.search) : { status, at: address }
}

test.each([
  ['research_materials', '/material-preview/'],
  ['blog_posts', '/blog/'],
] as const)('a link to one of the %s in capitals or with a mark at its end leads to its page', async (table, path) => {
  const service = getClient(shared.backendUrl, shared.keys.secret_key)
  const { data } = await service.from(table).select('slug').not('published_at', 'is', null).limit(1).single().throwOnError()
  const page = { status: 200, at: path + data.slug }
  expect(await follow(`${path}${data.slug.toUpperCase()}`)).toEqual(page)
  expect(await follow(`${path}${data.slug})`)).toEqual(page)
  expect(await follow(`${path}${data.slug[0]?.toUpperCase()}${data.slug.slice(1)}).,`)).toEqual(page)
  expect((await follow(`${path}NO-SUCH-PAGE)`)).status).toBe(404)
})
