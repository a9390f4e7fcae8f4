// The service worker of the site, served at /sw.js (docs/decisions/0047). Pages come from the network first. Without a
// connection, or where a proxy does not reach the site, it answers with a copy that says so, or with the offline page. It
// keeps no other responses.
import {
  caching,
  type Cause,
  findCopy,
  getKeptIn,
  isGatewayError,
  isReadingPicture,
  keepPage,
  mayKeep,
  removeCopies,
  removeGone,
  withCause,
} from '../features/offline/kept-pages.ts'
import { warn } from '../features/offline/warn.ts'

// TypeScript's library for workers conflicts with the one for pages, so this declares what is used here.
type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Lasting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; matchAll(): Promise<readonly { url: string }[]> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
}
const worker = self as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname === '/auth/sign-out') {
    event.waitUntil(removeCopies())
  }
  // Downloads, other sites and everything that changes something are the browser's business.
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('range') || isFile(pathname)) {
    return
  }
  if (request.mode === 'navigate') {
    event.respondWith(answerVisit(event, pathname))
  } else if (pathname.startsWith('/assets/') && ['style', 'image', 'script'].includes(request.destination)) {
    event.respondWith(answerAsset(request))
  } else if (isReadingPicture(pathname)) {
    event.respondWith(answerPicture(event))
  }
})

const isFile = (path: string) => /^\/(hooks|dev|storage|uploads)\/|\/(file|archive|outline)(\/|$)|\.\w+$/.test(path)

async function install() {
  await caches.delete(caching.frame)
  const frame = await caches.open(caching.frame)
  await frame.add(new Request('/offline', { credentials: 'omit' }))
  await worker.skipWaiting()
}

async function activate() {
  // The request for the page starts while the worker does.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
  // Visits wait for this event, so it does not wait for the copies.
  keepOpenPages().catch(warn)
}

/**
 * Keeps the pages that were opened before this worker was there, such as the first one of a visitor. Each is requested
 * again as that visitor, so that the rules are the same; a page in the browser's cache is answered with 304.
 */
async function keepOpenPages() {
  for (const { url } of await worker.clients.matchAll()) {
    const { pathname } = new URL(url)
    const address = withoutFragment(url)
    const response = mayKeep(pathname) && (await fetch(address, { redirect: 'manual' }))
    const keptIn = response && getKeptIn(pathname, response)
    if (response && keptIn) {
      await keepPage(keptIn, address, response)
    }
  }
}

const withoutFragment = (address: string) => address.replace(/#.*/, '')

async function answerVisit(event: FetchEvent, path: string): Promise<Response> {
  const address = withoutFragment(event.request.url)
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    if (isGatewayError(response)) {
      return (await answerWithout(address, 'no-answer')) ?? response
    }
    const keptIn = getKeptIn(path, response)
    if (keptIn) {
      event.waitUntil(keepPage(keptIn, address, response.clone()).catch(warn))
    } else if (response.status === 404 || response.status === 410) {
      event.waitUntil(removeGone(address, path))
    }
    return response
  } catch (error) {
    warn(error)
    return (await answerWithout(address, 'no-connection')) ?? Response.error()
  }
}

/** Answers a visit that does not reach the site: with a copy, or with the offline page. */
async function answerWithout(address: string, cause: Cause): Promise<Response | undefined> {
  const page = await caches.match('/offline', { ignoreVary: true })
  return (
    (await findCopy(address, cause)) ?? (page && new Response(withCause(await page.text(), cause), { headers: page.headers }))
  )
}

/** Answers with a picture of a work, which never changes under its address. */
async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const orders = await caches.open(caching.orders)
  const stored = await orders.match(request, { ignoreVary: true })
  if (stored) {
    return stored
  }
  const response = await fetch(request)
  if (response.ok) {
    event.waitUntil(keepPage(caching.orders, request.url, response.clone()).catch(warn))
  }
  return response
}

/** Answers with a file of the build, which never changes under its address. */
async function answerAsset(request: Request): Promise<Response> {
  const frame = await caches.open(caching.frame)
  const stored = await frame.match(request, { ignoreVary: true })
  if (stored) {
    return stored
  }
  const response = await fetch(request)
  if (response.ok && !isOfHydratedPage(request)) {
    await frame.put(request, response.clone())
  }
  return response
}

/** Hydrated pages need a connection anyway, so their scripts would only take space. */
const isOfHydratedPage = ({ destination, url }: Request) => destination === 'script' && !url.includes('/assets/site-')
