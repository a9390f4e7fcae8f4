import { readAvatar } from '../features/profiles/avatar.server.ts'
import { backendContext } from '#app/services/backend.server.ts'
import { looksLikeUuid } from '../platform/pages/keys.ts'
import { orLog } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/avatar'

const A_YEAR = 365 * 24 * 60 * 60

/**
 * Returns a profile's avatar, only from our own storage (docs/decisions/0012). Its address changes with the picture, so
 * browsers may cache it.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const picture = looksLikeUuid(params.userId)
    ? await readAvatar(context.get(backendContext), params.userId).catch(orLog('Could not read an avatar', null))
    : null
  if (!picture) {
    return new Response(null, { status: 404, headers: { 'cache-control': 'private, no-store' } })
  }
  return new Response(picture, {
    headers: {
      'content-type': 'image/webp',
      'content-length': String(picture.byteLength),
      'cache-control': `private, max-age=${A_YEAR}, immutable`,
      'content-security-policy': "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    },
  })
}
