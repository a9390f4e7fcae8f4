import type { IncomingMessage } from 'node:http'

/** What advertisements and messengers add to links; no page of ours reads it. */
const ADDED = /^(utm_[a-z_]+|fbclid|gclid|gbraid|wbraid|msclkid|igshid|mc_cid|mc_eid)=/
/** An address and a port, a name and a port; what else there is, the HTTP server refuses. */
const HOST = /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i
const MOST_LETTERS = 1000

/**
 * Under what a page is kept: its address and its look.
 * @param lookOf names the look that the cookies ask for; null when the page may be a person's own.
 * @returns null for every request whose answer is not kept.
 */
export function keyOf(
  { method, url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  lookOf: (cookies: string | undefined) => string | null,
): string | null {
  const isPlain =
    (method === 'GET' || method === 'HEAD') &&
    url.startsWith('/') &&
    url.length <= MOST_LETTERS &&
    HOST.test(headers.host ?? '') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.authorization === undefined
  const look = isPlain ? lookOf(headers.cookie) : null
  return look && `${look} ${withoutAdded(url)}`
}

function withoutAdded(url: string): string {
  const question = url.indexOf('?')
  if (question < 0) {
    return url
  }
  const asked = url
    .slice(question + 1)
    .split('&')
    .filter((pair) => pair !== '' && !ADDED.test(pair))
  return asked.length > 0 ? `${url.slice(0, question)}?${asked.join('&')}` : url.slice(0, question)
}
