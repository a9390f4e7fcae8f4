import { href } from 'react-router'
import { storePicture } from '#app/features/blog/pictures.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/pictures'

/** Responds with 404, because there is no page to show. */
export function loader({ context }: Route.LoaderArgs) {
  requireAdmin(context)
  throw notFound('Page Not Found', 'Pictures are added where posts and testimonials are written.', {
    to: href('/admin'),
    label: 'Today',
  })
}

/**
 * Stores the picture that a form sends as `file`, in its `shape` ('face' or 'whole'). Responds with its path or the
 * reason of the failure.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const form = await readForm(request, context)
  const file = form.get('file')
  const shape = form.get('shape') === 'face' ? 'face' : 'whole'
  if (!(file instanceof File) || file.size === 0) {
    return Response.json({ reason: 'Choose a picture first.' }, { status: 400 })
  }
  try {
    const stored = await storePicture(admin, new Uint8Array(await file.arrayBuffer()), shape)
    return 'reason' in stored ? Response.json({ reason: `${stored.reason}.` }, { status: 400 }) : Response.json(stored)
  } catch (error) {
    logFailure('Could not store a picture', error)
    return Response.json({ reason: 'It could not be saved. Try again in a minute.' }, { status: 502 })
  }
}
