/*
 * Copies of pages in the browser's Cache API, for reading without a connection (docs/decisions/0047). The service worker
 * and the site's script share this file.
 */

/** The caches: public pages, pages of orders, and what the offline page itself needs. */
export const caching = { pages: 'pages', orders: 'orders', frame: 'frame' } as const
export type KeptIn = typeof caching.pages | typeof caching.orders

/** Limits on one phone: of public pages, and of orders with the works that are read. */
const limits: Record<KeptIn, { pages: number; bytes: number }> = {
  pages: { pages: 40, bytes: 8 * 1024 * 1024 },
  orders: { pages: 400, bytes: 24 * 1024 * 1024 },
}

/** A copy: its address, the time (ms since 1970), its title and size in bytes, and whether its reader asked to keep it. */
export type KeptPage = { address: string; at: number; title: string; bytes: number; isChosen: boolean }

/** The header in which a copy has the rest. */
const DETAILS = 'x-kept'
type Details = Omit<KeptPage, 'address'>
const readDetails = ({ headers }: Response) => JSON.parse(decodeURIComponent(headers.get(DETAILS) ?? '')) as Details

/**
 * Addresses whose pages are about one person, or must be current: no copy is made of a visit. The responses say
 * `no-store` too, so this only guards against a mistake there.
 */
const NEVER =
  /^\/(admin|auth|avatars|buy|clicks|dashboard|dev|hooks|offline|orders|report|request-a-topic|saved|share|storage|upload-materials|uploads)(\/|$)/

/** Returns true if a page at this path may be kept: a public one, or of a work that was bought. */
export const mayKeep = (path: string): boolean => !NEVER.test(path) || READING.test(path)

/** Returns true if the response to a visit may be kept: a public page, the same for everyone who is not signed in. */
export function isKeptOnVisit(path: string, response: Response): boolean {
  return response.status === 200 && isPage(response) && !forbidsStoring(response) && !NEVER.test(path)
}

/** A chapter or the contents of a work that was bought, and what is below it. */
const READING = /^(\/orders\/[\w-]{22}\/read)(?:\/\d+)?$/
const PICTURE = /^\/orders\/[\w-]{22}\/read\/(?:picture|page)\/[\d-]+$/

/** Returns true for a picture of a work that was bought. */
export const isReadingPicture = (path: string): boolean => PICTURE.test(path)

/**
 * Returns the cache that keeps the response to a visit, or null. A work that was bought is kept although its pages say
 * `no-store`: only this browser has its secret address, and the reader expects it without a connection.
 */
export function getKeptIn(path: string, response: Response): KeptIn | null {
  return isKeptOnVisit(path, response)
    ? caching.pages
    : READING.test(path) && response.status === 200 && isPage(response)
      ? caching.orders
      : null
}

/** Removes the copies of a page that is gone; of a work, all of it, because its order is closed. */
export async function removeGone(address: string, path: string): Promise<void> {
  const [, work] = READING.exec(path) ?? []
  const cache = await caches.open(work ? caching.orders : caching.pages)
  const gone = work ? (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(work)) : [address]
  await Promise.all(gone.map((request) => cache.delete(request)))
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html') ?? false
const forbidsStoring = ({ headers }: Response) => /no-store/.test(headers.get('cache-control') ?? 'no-store')

/** Stores a page or a picture under its address, and removes the oldest copies beyond the limits. */
export async function keepPage(cacheName: KeptIn, address: string, response: Response, isChosen = false): Promise<void> {
  const body = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const cache = await caches.open(cacheName)
  const before = await cache.match(address, { ignoreVary: true })
  const details: Details = {
    at: Date.now(),
    title: isPage(response) ? (/<title>(.*?)(?: \| Lamplight)?<\/title>/.exec(new TextDecoder().decode(body))?.[1] ?? '') : '',
    bytes: body.byteLength,
    // A visit does not undo the choice to keep a page.
    isChosen: isChosen || (before !== undefined && readDetails(before).isChosen),
  }
  headers.set(DETAILS, encodeURIComponent(JSON.stringify(details)))
  await cache.put(address, new Response(body, { headers }))
  await Promise.all(getSurplus(await listKept(cacheName), cacheName).map((surplus) => cache.delete(surplus)))
}

/**
 * Fetches a page as a visitor without an account gets it, and keeps it.
 * @returns false if it could not be fetched.
 */
export async function fetchAndKeep(cacheName: KeptIn, address: string): Promise<boolean> {
  const response = await fetch(address, { credentials: 'omit' })
  const isFound = response.ok && !response.redirected && isPage(response)
  if (isFound) {
    await keepPage(cacheName, address, response, true)
  }
  return isFound
}

/** Lists the copies in a cache, newest first. */
export async function listKept(cacheName: KeptIn): Promise<KeptPage[]> {
  const cache = await caches.open(cacheName)
  const responses = await cache.matchAll()
  const requests = await cache.keys()
  return requests
    .map(({ url }, at) => ({ address: url, ...readDetails(responses[at] as Response) }))
    .toSorted((one, other) => other.at - one.at)
}

/** Removes all copies. */
export async function removeCopies(): Promise<void> {
  await Promise.all([caching.pages, caching.orders].map((name) => caches.delete(name)))
}

/** Returns the addresses of the copies beyond the limits: the oldest, and only then those that a reader chose to keep. */
export function getSurplus(kept: readonly KeptPage[], cacheName: KeptIn = caching.pages): string[] {
  const max = limits[cacheName]
  let bytes = 0
  return kept
    .toSorted((one, other) => Number(other.isChosen) - Number(one.isChosen) || other.at - one.at)
    .filter((page, at) => {
      bytes += page.bytes
      return at >= max.pages || bytes > max.bytes
    })
    .map(({ address }) => address)
}

/** The reason why a copy is shown: no connection, or a proxy in front of the site that does not reach it. */
export type Cause = 'no-connection' | 'no-answer'

/**
 * Returns true for a response of a proxy or CDN that does not reach the site. The site's own pages have no such status.
 */
export const isGatewayError = ({ status }: Response): boolean =>
  status === 502 || status === 504 || (status > 519 && status < 525)

/** Returns the offline page as it is for this cause. */
export function withCause(html: string, cause: Cause): string {
  return html.replace(`data-offline="${cause}" hidden=""`, '').replace('data-offline="none"', 'hidden')
}

/** Returns a copy for a visit without a connection, with the note that it is one, or undefined. */
export async function findCopy(address: string, cause: Cause): Promise<Response | undefined> {
  const { origin, pathname } = new URL(address)
  const [, work] = READING.exec(pathname) ?? []
  if (work) {
    return findChapter(origin, work, pathname)
  }
  const copies = await Promise.all(
    [caching.pages, caching.orders].map(async (name) => (await caches.open(name)).match(address, { ignoreVary: true })),
  )
  const copy = copies.find((found) => found !== undefined)
  return copy && new Response(withNote(await copy.text(), readDetails(copy).at, cause), { headers: copy.headers })
}

/** Returns the copy of a chapter, with a note at each link to one that is not on this phone. */
async function findChapter(origin: string, work: string, path: string): Promise<Response | undefined> {
  const orders = await caches.open(caching.orders)
  const copy = await orders.match(origin + path, { ignoreVary: true })
  const kept = new Set((await orders.keys()).map(({ url }) => url))
  return copy && new Response(withoutNetwork(await copy.text(), kept, origin, work), { headers: copy.headers })
}

/** Returns the page of a chapter without a connection. `kept`: the addresses of all copies. */
export function withoutNetwork(html: string, kept: ReadonlySet<string>, origin: string, work: string): string {
  const parts = [...kept].filter((address) => new RegExp(`${work}/\\d+$`).test(address)).length
  const note = `<p class="note" role="status" id="copy"><b>No network.</b> ${parts === 1 ? '1 part' : `${parts} parts`} of this work ${parts === 1 ? 'is' : 'are'} on this phone.</p>`
  return html
    .replaceAll(/(<a href="([^"]*\/read\/\d+)"(?:(?!<\/a>)[^])*?<small[^>]*>)[^<]*/g, (whole, start: string, href: string) =>
      kept.has(origin + href) ? whole : `${start}needs the network`,
    )
    .replace(/<main\b[^>]*>/, (main) => main + note)
}

/** Returns the page with a note at its beginning: that it is a copy, and of what time. */
export function withNote(html: string, at: number, cause: Cause): string {
  const reason = cause === 'no-answer' ? 'Lamplight does not answer. Your internet works.' : 'No connection.'
  const note = `<p class="note" role="status" id="copy">${reason} This is a copy from <b>${formatKeptAt(at)}</b>; prices may have changed since. <a href="/offline">Other copies on this device</a></p>`
  return html.replace(/<main\b[^>]*>/, (main) => main + note)
}

/** Formats the time of a copy, in West Africa Time. */
export function formatKeptAt(at: number): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Africa/Lagos' }).format(at)
}
