import { href, data, Link } from 'react-router'
import { readRecord } from '#app/features/console/record-action.server.ts'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { invalidateMaterials } from '#app/features/materials/invalidate.server.ts'
import { platformFile } from '#app/features/materials/platform-file.server.ts'
import { PlatformFileForm } from '#app/features/materials/platform-file.tsx'
import { materialAdmin } from '#app/features/materials/admin.server.ts'
import { receivePlatformFile } from '#app/features/uploads/receive-upload.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/material-file'

function noSuchMaterial() {
  return notFound('Material not found', 'It does not exist any more, or is a student’s: then its file comes from the review.', {
    to: href('/admin/catalogue/materials'),
    label: 'Materials',
  })
}

/**
 * Returns the platform's material and its file.
 * @throws 404 for a student's material, whose file comes from the review.
 */
async function platformWork({ params, url, context }: Pick<Route.LoaderArgs, 'params' | 'url' | 'context'>) {
  const admin = requireAdmin(context)
  const { id } = params
  const stored = looksLikeUuid(id) ? await readRecord(materialAdmin, admin, id) : null
  const platform = stored && !stored.deleted ? await platformFile(admin, id) : null
  if (!stored || !platform || platform.is_of_student) {
    throw noSuchMaterial()
  }
  // Only the first file can be added here; the others can only be replaced.
  const position = Number(url.searchParams.get('position') ?? 1)
  const file = platform.files.find((each) => each.position === position) ?? null
  if (file === null && position !== 1) {
    throw noSuchMaterial()
  }
  return { admin, id, title: stored.fields.title ?? '', platform, file, position }
}

export async function loader(args: Route.LoaderArgs) {
  const { id, title, platform, file } = await platformWork(args)
  return { id, title, platform, file }
}

/** Receives the file with the same checks as a student's upload. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { admin, id, position } = await platformWork({ params, url, context })
  const outcome = await receivePlatformFile(request, context, admin, { id, position })
  if ('result' in outcome) {
    const { result, status } = outcome
    return data(
      { error: result.errors.file ?? result.headline },
      { status, headers: status === 413 ? { connection: 'close' } : {} },
    )
  }
  invalidateMaterials()
  return redirectWithToast(context, href('/admin/catalogue/materials/:id', { id }), {
    title: 'The file is there',
    text: 'It can be sold here now.',
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'File of a material', description: 'Admin console.', index: false })

export default function MaterialFile({ loaderData: { id, title, platform: house, file }, actionData }: Route.ComponentProps) {
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials/:id', { id })}>{title}</Link>
      </nav>
      <h1>{file ? 'Replace the file' : 'Add a file'}</h1>
      <ErrorSummary error={actionData && { text: actionData.error }} />
      <PlatformFileForm platform={house} file={file} error={actionData?.error} />
    </div>
  )
}
