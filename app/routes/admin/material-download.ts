import { href } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { findPlatformFile } from '#app/features/materials/details.server.ts'
import { downloadStoredFile } from '#app/features/uploads/stored-file.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { orUnavailable } from '#app/platform/pages/unavailable.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import type { Route } from './+types/material-download'

/** Returns a file that buyers of one of our materials get. It is always a download. */
export async function loader({ params: { id, position }, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const isFile = looksLikeUuid(id) && /^\d{1,2}$/.test(position)
  const file = isFile ? await orUnavailable(context, findPlatformFile(admin, id, Number(position))) : null
  const response =
    file &&
    (await downloadStoredFile(context, admin, file, async () => {
      logFailure('Could not serve the file of a material', new Error('The stored file is not the one that was sent'))
    }))
  if (!response) {
    throw notFound('File not found', 'The material has no such file, or it was removed.', {
      to: href('/admin/catalogue/materials'),
      label: 'Materials',
    })
  }
  return response
}
