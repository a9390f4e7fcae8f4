import { href } from 'react-router'
import { site as defaults } from '../features/settings/defaults.ts'
import { settings } from '../features/settings/queries.server.ts'
import { themeColours } from '../features/shell/theme-colours.ts'
import { visitorClient } from '#app/services/backend.server.ts'
import { orDefault } from '../platform/pages/deferred.server.ts'
import type { Route } from './+types/web-manifest'

/** Describes the site to phones on which it is installed. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, description } = await orDefault(request, settings(visitorClient(context), 'site'), defaults)
  const manifest = {
    id: href('/'),
    name,
    short_name: name,
    description,
    lang: 'en-NG',
    start_url: href('/'),
    scope: href('/'),
    display: 'standalone',
    background_color: themeColours.light,
    theme_color: themeColours.light,
    icons: [192, 512].flatMap((size) =>
      ['any', 'maskable'].map((purpose) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    ),
    shortcuts: [
      { name: 'Browse Materials', url: href('/marketplace') },
      { name: 'Pages on this device', url: href('/offline') },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  })
}
