import { listForBrowsers } from '../features/topics/list-for-browsers.server.ts'
import { listAddress, readDirectory } from '../features/topics/queries.server.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/all-topics'

const YEAR = 31_536_000

/**
 * Returns the whole directory as JSON, for the script of /topics-directory. An address with the list's version may be
 * cached forever; others are revalidated.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const directory = await readDirectory(visitorClient(context)).catch(orLog('Could not read the list of topics', null))
  if (!directory) {
    return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
  const address = listAddress(directory)
  if (!address) {
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  const { pathname, search } = new URL(request.url)
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': pathname + search === address ? `public, max-age=${YEAR}, immutable` : 'no-cache',
  })
  // The process has set this header to the encoding negotiated with the browser (server/http/compression.ts).
  if (request.headers.get('accept-encoding') !== 'br') {
    return new Response(JSON.stringify(directory.topics), { headers })
  }
  headers.set('content-encoding', 'br')
  headers.set('vary', 'accept-encoding')
  return new Response(new Uint8Array(await listForBrowsers(directory)), { headers })
}
