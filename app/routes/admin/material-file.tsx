import { href, data, Link } from 'react-router'
import { readRecord } from '#app/features/console/record-action.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { invalidateMaterials } from '#app/features/materials/invalidate.server.ts'
import { materialDetails } from '#app/features/materials/details.server.ts'
import { UNTITLED } from '#app/features/materials/fields.ts'
import { PlatformFileForm } from '#app/features/materials/platform-file.tsx'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { receivePlatformFile } from '#app/features/uploads/receive-upload.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/material-file'

function noSuchFile() {
  return notFound('File not found', 'The material has none, or is a student’s: then its file comes from the review.', {
    to: href('/admin/catalogue/materials'),
    label: 'Materials',
  })
}

/**
 * Returns the platform's material and its file at the position that the address names.
 * @throws 404 for a student's material, whose file comes from the review, and for a position without a file.
 */
async function platformWork({ params, url, context }: Pick<Route.LoaderArgs, 'params' | 'url' | 'context'>) {
  const admin = requireAdmin(context)
  const { id } = params
  const stored = looksLikeUuid(id) ? await readRecord(materialAdmin, admin, id) : null
  const details = stored && !stored.deleted ? await materialDetails(admin, id) : null
  const position = Number(url.searchParams.get('position') ?? 1)
  const file = details?.files.find((each) => each.position === position)
  if (!stored || !details || details.is_of_student || !file) {
    throw noSuchFile()
  }
  return { admin, id, title: stored.fields.title || UNTITLED, buyers: details.buyers, file }
}

export async function loader(args: Route.LoaderArgs) {
  const { admin: _admin, ...work } = await platformWork(args)
  return work
}

/** Receives the file with the same checks as a student's upload. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { admin, id, file } = await platformWork({ params, url, context })
  const outcome = await receivePlatformFile(request, context, admin, { id, position: file.position })
  if ('result' in outcome) {
    const { result, status } = outcome
    return data(
      { error: result.errors.file ?? result.headline },
      { status, headers: status === 413 ? { connection: 'close' } : {} },
    )
  }
  invalidateMaterials()
  return redirectWithToast(context, href('/admin/catalogue/materials/:id', { id }), {
    title: 'The file is replaced',
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'File of a material', description: 'Admin console.', index: false })

export default function MaterialFile({ loaderData: { id, title, buyers, file }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials/:id', { id })}>{title}</Link>
      </nav>
      <h1>Replace the file</h1>
      <ErrorSummary error={actionData && { text: actionData.error }} />
      <PlatformFileForm buyers={buyers} file={file} error={actionData?.error} />
    </div>
  )
}
