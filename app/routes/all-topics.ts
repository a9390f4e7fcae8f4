import { listAddress, readDirectory } from '../features/topics/queries.server.ts'
import { visitorClient } from '../platform/backend.server.ts'
import type { Route } from './+types/all-topics'

const YEAR = 31_536_000

/**
 * The whole directory as JSON, for the script of /topics-directory. An address that names the list's version may be kept for ever; any
 * other is asked again.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const directory = await readDirectory(visitorClient(context)).catch(() => null)
  if (!directory) {
    return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } })
  }
  const address = listAddress(directory)
  if (!address) {
    return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  const { pathname, search } = new URL(request.url)
  return Response.json(directory.topics, {
    headers: { 'cache-control': pathname + search === address ? `public, max-age=${YEAR}, immutable` : 'no-cache' },
  })
}
