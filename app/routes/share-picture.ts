import { readOwnPicture } from '../features/sharing/own-picture.server.ts'
import { findShared, sharedVersion } from '../features/sharing/shared.server.ts'
import { backendContext, visitorClient } from '#app/services/backend.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import { consumeRateLimit } from '../platform/limits/limits.server.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import { getVersion } from '#app/platform/pictures/picture-version.server.ts'
import type { Route } from './+types/share-picture'

const YEAR = 31_536_000
const SOON = 'public, max-age=3600'

/**
 * Returns the picture of a shared link, only for published records. An address with the picture's version may be cached
 * forever; others are revalidated.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { rejection } = await consumeRateLimit(context, 'share-picture')
  if (rejection) {
    return new Response(rejection, { status: 429 })
  }
  const backend = context.get(backendContext)
  const { pictures } = context.get(siteContext)
  const shared = await findShared(visitorClient(context), params['*'], backend).catch(
    orLog('Could not read the content of a share picture', 'unread' as const),
  )
  if (shared === null) {
    return new Response('There is no such picture.', { status: 404, headers: { 'cache-control': 'no-store' } })
  }
  if (shared === 'unread') {
    return comeAgain()
  }
  const version = sharedVersion(shared)
  const etag = `"${version}"`
  const stored = new URL(request.url).searchParams.get('v') === version ? `public, max-age=${YEAR}, immutable` : SOON
  if (request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304, headers: { etag, 'cache-control': stored } })
  }
  const { photo, drawing } = shared
  const own = photo === null ? null : await pictures.fitted(version, () => readOwnPicture(backend, photo))
  const picture = own ?? (await pictures.drawn(getVersion(drawing), drawing))
  if (!picture) {
    return comeAgain()
  }
  // The photo may be readable later, so the drawing in its place is cached only briefly.
  const isAsked = photo === null || own !== null
  return new Response(picture.bytes, {
    headers: {
      'content-type': picture.type,
      'content-length': String(picture.bytes.byteLength),
      ...(isAsked ? { etag, 'cache-control': stored } : { 'cache-control': 'public, max-age=60' }),
    },
  })
}

function comeAgain(): Response {
  return new Response('The picture cannot be drawn at the moment.', {
    status: 503,
    headers: { 'cache-control': 'no-store', 'retry-after': '5' },
  })
}
