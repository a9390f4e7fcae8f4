import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { Address } from './addresses.server.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** The number of addresses written at a time, so that other requests are served in between. */
const AT_A_TIME = 1000

/** Returns the index of a sitemap: the addresses of its parts. */
export function indexXml(parts: readonly string[]): Response {
  const entries = parts.map((address) => `<sitemap><loc>${address}</loc></sitemap>\n`)
  return xml(`${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('')}</sitemapindex>\n`)
}

/** Returns a part of a sitemap. `site`: the origin of the addresses. */
export function partXml(site: string, addresses: readonly Address[]): Response {
  return xml(createReadableStreamFromReadable(Readable.from(chunks(site, addresses), { objectMode: false })))
}

async function* chunks(site: string, addresses: readonly Address[]): AsyncGenerator<string> {
  yield `${HEAD}<urlset xmlns="${NAMESPACE}">\n`
  for (let from = 0; from < addresses.length; from += AT_A_TIME) {
    yield addresses
      .slice(from, from + AT_A_TIME)
      .map(({ path, changed }) => {
        const day = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''
        return `<url><loc>${site}${path}</loc>${day}</url>\n`
      })
      .join('')
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield '</urlset>\n'
}

function xml(body: string | ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
