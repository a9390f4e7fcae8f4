import { href, Link } from 'react-router'
import { bundleRejections, changeBundle } from '#app/features/bundles/commands.server.ts'
import { bundleWorksForm } from '#app/features/bundles/schema.ts'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { RecordForm } from '#app/features/console/record-form.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { WorksField } from '#app/features/console/works-field.tsx'
import { getSlugs } from '#app/features/console/works.server.ts'
import { materialDetails } from '#app/features/materials/details.server.ts'
import { invalidateMaterials } from '#app/features/materials/invalidate.server.ts'
import { loadMaterial } from '#app/features/materials/admin.server.ts'
import { type FieldName, formFields } from '#app/platform/forms/form-fields.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { notFound } from '#app/platform/pages/not-found.server.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import type { Route } from './+types/bundle-works'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

/** Returns a bundle and the slugs of its works, one a line. */
export async function loader(args: Route.LoaderArgs) {
  const admin = requireAdmin(args.context)
  const { stored } = await loadMaterial(args)
  const { works } = await materialDetails(admin, args.params.id)
  if (!stored || works.length === 0) {
    throw notFound('Bundle not found', 'It may have been deleted, or the address is incomplete.', {
      to: href('/admin/catalogue/materials'),
      label: 'Back to the list',
    })
  }
  const slugs = await getSlugs(
    admin,
    works.map(({ id }) => id),
  )
  return { title: stored.fields.title ?? '', price: stored.fields.price ?? '', works: slugs.join('\n') }
}

/** Changes the works of a bundle, and leads back to it. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(bundleWorksForm, submitted)
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    const rejection = await changeBundle(admin, id, values.works)
    if (rejection) {
      return reject(sentences.fields, 400, { works: rejection === 'not_below' ? NOT_BELOW : bundleRejections[rejection].text })
    }
    invalidateMaterials()
    return redirectWithToast(context, href('/admin/catalogue/materials/:id', { id }), {
      title: 'Saved',
      text: `The bundle has ${values.works.length} works.`,
    })
  } catch (error) {
    logFailure('Could not change a bundle', error)
    return reject(sentences.failed, 502)
  }
}

const NOT_BELOW = 'These cost no more than the bundle. Lower its price first'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Works of a bundle', description: 'Admin console.', index: false })

export default function BundleWorks({ loaderData: { title, price, works }, actionData, params: { id } }: Route.ComponentProps) {
  return (
    <section className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials/:id', { id })}>{title}</Link>
      </nav>
      <h1>Works of the bundle</h1>
      <RecordForm<FieldName<typeof bundleWorksForm>>
        draft={`bundles/${id}`}
        stored={{ works }}
        version=""
        result={actionData}
        save="Save the works"
      >
        {(field) => (
          <WorksField
            label="Works"
            {...bounds.works}
            {...field('works')}
            hint="Two to ten, in the order of the bundle. Once it was bought, works are only added at the end."
            bundlePrice={price}
          />
        )}
      </RecordForm>
    </section>
  )
}

const bounds = formFields(bundleWorksForm, {}, {})
