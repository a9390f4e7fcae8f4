import { privateHeaders } from '#app/features/orders/selling.server.ts'
import { siteContext } from '#app/services/site.server.ts'
import type { Route } from './+types/read-picture'

/** A picture is only a picture, also when it is opened alone: an SVG may have a script. */
const ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

/** Returns a picture of a work that was bought, or a page of its stamped PDF as drawn. */
export async function loader({ params: { token, kind, name }, context }: Route.LoaderArgs) {
  const { orderReading } = context.get(siteContext)
  const headers = { ...privateHeaders, 'content-security-policy': ALONE }
  const picture =
    kind === 'picture'
      ? await orderReading?.getPicture(token, name)
      : kind === 'page'
        ? await orderReading?.drawPage(token, name).then((bytes) => bytes && { type: 'image/webp', bytes })
        : null
  return picture
    ? new Response(new Uint8Array(picture.bytes), { headers: { ...headers, 'content-type': picture.type } })
    : new Response(null, { status: 404, headers })
}
