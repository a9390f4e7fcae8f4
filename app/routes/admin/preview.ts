import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { getPreview } from '#app/features/console/preview.server.ts'
import { backendContext, filesOrigin } from '#app/services/backend.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import type { Route } from './+types/preview'

/** Responds with 404, because there is no page to show. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  throw notFound('Page Not Found', 'A preview opens from the form it belongs to.', { to: href('/admin'), label: 'Today' })
}

/** Renders a text as its page will show it. The text is cleaned by the same code as on the site. */
export async function action({ request, context }: Route.ActionArgs) {
  requireAdmin(context)
  const form = await readForm(request, context)
  const text = form.get('text')
  const of = form.get('of') === 'post' ? 'post' : 'chapter'
  return Response.json(getPreview(of, typeof text === 'string' ? text : '', filesOrigin(context.get(backendContext))))
}
