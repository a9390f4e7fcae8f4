import { Form, href, Link } from 'react-router'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { handleRecord } from '#app/features/console/record-action.server.ts'
import { loadMaterial, materialAdmin } from '#app/features/materials/admin.server.ts'
import { UNTITLED } from '#app/features/materials/fields.ts'
import type { Handle } from '#app/platform/pages/handle.ts'
import { readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { AccountField } from '#app/ui/account-field.tsx'
import { ErrorSummary } from '#app/ui/field.tsx'
import type { Route } from './+types/material-preview'

export const handle: Handle = { hasFrames: true }

export async function loader(args: Route.LoaderArgs) {
  requireAdmin(args.context)
  const { stored, missing } = await loadMaterial(args)
  return {
    title: stored?.fields.title || UNTITLED,
    version: stored?.version ?? '',
    isShown: stored?.shown ?? false,
    isDeleted: stored?.deleted ?? false,
    missing: Object.values(missing),
  }
}

/** Publishes the material as it is stored, unless it was changed since it was previewed. */
export async function action(args: Route.ActionArgs) {
  requireAdmin(args.context)
  const { version } = submittedValues(await readForm(args.request, args.context))
  const { stored } = await loadMaterial(args)
  return handleRecord(materialAdmin, args, {
    submitted: { ...stored?.fields, intent: 'publish', ...(version !== undefined && { version }) },
  })
}

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Preview of a material', description: 'Admin console.', index: false })

export default function MaterialPreview({
  loaderData: { title, version, isShown, isDeleted, missing },
  actionData,
  params: { id },
}: Route.ComponentProps) {
  const page = href('/admin/catalogue/materials/:id/as-visitor', { id })
  return (
    <div className="stack">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials/:id', { id })}>{title}</Link>
      </nav>
      <h1>Preview</h1>
      <p>
        {isShown ? 'This is its page, as visitors see it.' : 'This is its page as saved. Visitors see it once it is published.'}{' '}
        <a href={page} target="_blank" rel="noopener">
          Open it in a window
        </a>
      </p>
      {actionData ? (
        <ErrorSummary error={{ ...actionData, text: [actionData.text, ...Object.values(actionData.errors)].join(' ') }} />
      ) : (
        missing.length > 0 && <p className="note">{missing.join('. ')}.</p>
      )}
      {!isShown && !isDeleted && missing.length === 0 && (
        <Form method="post">
          <AccountField />
          <input type="hidden" name="version" value={version} />
          <button className="btn go">Publish</button>
        </Form>
      )}
      <div className="previews">
        <figure>
          <figcaption className="h3">On a phone</figcaption>
          {/* Its links and forms do nothing, and the page has no script. */}
          <iframe className="phone" title="The page on a phone" src={page} sandbox="allow-same-origin" />
        </figure>
        <figure className="wide">
          <figcaption className="h3">On a wider screen</figcaption>
          <iframe title="The page on a wider screen" src={page} sandbox="allow-same-origin" loading="lazy" />
        </figure>
      </div>
    </div>
  )
}
