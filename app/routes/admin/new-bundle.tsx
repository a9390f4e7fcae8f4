import { useState } from 'react'
import { href, Link } from 'react-router'
import { bundleRejections, createBundle } from '#app/features/bundles/commands.server.ts'
import { bundleCategories, bundleForm } from '#app/features/bundles/schema.ts'
import { rejectWith, sentences } from '#app/features/console/action-result.ts'
import { selectionInAddress } from '#app/features/console/bulk.server.ts'
import { RecordForm } from '#app/features/console/record-form.tsx'
import { requireAdmin } from '#app/features/console/require-admin.server.ts'
import { type FieldName, formFields } from '#app/platform/forms/form-fields.ts'
import { WorksField } from '#app/features/console/works-field.tsx'
import { getSlugs } from '#app/features/console/works.server.ts'
import { checkForm, readForm, submittedValues } from '#app/platform/forms/form.server.ts'
import { logFailure } from '#app/platform/log/failures.server.ts'
import { looksLikeUuid } from '#app/platform/pages/keys.ts'
import { pageMeta } from '#app/platform/pages/page-meta.ts'
import { redirectWithToast } from '#app/platform/session/toast.server.ts'
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/new-bundle'

export { preserveFormValues as clientAction } from '#app/features/console/drafts.ts'

/** Returns the slugs of the materials that were selected on their list, one a line. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = requireAdmin(context)
  const ids = selectionInAddress(request, looksLikeUuid)
  return { works: (await getSlugs(admin, ids)).join('\n') }
}

/** Creates a bundle as a draft, and leads to it. */
export async function action({ request, context }: Route.ActionArgs) {
  const admin = requireAdmin(context)
  const submitted = submittedValues(await readForm(request, context))
  const reject = rejectWith(submitted)
  const { values, errors } = checkForm(bundleForm, submitted)
  if (errors) {
    return reject(sentences.fields, 400, errors)
  }
  try {
    const created = await createBundle(admin, values)
    if ('rejection' in created) {
      const { field, text } = bundleRejections[created.rejection]
      return reject(sentences.fields, 400, { [field]: text })
    }
    return redirectWithToast(context, href('/admin/catalogue/materials/:id', { id: created.id }), {
      title: 'The bundle is a draft',
      text: 'Check it, and put it on the site.',
    })
  } catch (error) {
    logFailure('Could not create a bundle', error)
    return reject(sentences.failed, 502)
  }
}

export const meta: Route.MetaFunction = () => pageMeta({ title: 'New bundle', description: 'Admin console.', index: false })

export default function NewBundle({ loaderData: { works }, actionData }: Route.ComponentProps) {
  const [price, setPrice] = useState(actionData?.values.price ?? '')
  return (
    <section className="stack admin-section">
      <nav className="crumb" aria-label="Where you are">
        <Link to={href('/admin/catalogue/materials')}>Materials</Link>
      </nav>
      <h1>New bundle</h1>
      <p className="soft">
        Several works at one price: all by Lamplight, or all by one student, whose share stays the same. A signed-in buyer with
        one of the works pays for the others only. A refund is for all of them.
      </p>
      <RecordForm<FieldName<typeof bundleForm>>
        draft="bundles/new"
        stored={{ works }}
        version=""
        result={actionData}
        save="Create the draft"
      >
        {(field) => (
          <>
            <TextField label="Title" {...bounds.title} {...field('title')} />
            <WorksField
              label="Works"
              {...bounds.works}
              {...field('works')}
              hint="Two to ten, in the order of the bundle."
              bundlePrice={price}
            />
            <TextField
              label="Price in naira"
              {...bounds.price}
              {...field('price')}
              required
              inputMode="numeric"
              hint="Below the sum of their prices."
              onInput={({ currentTarget }) => setPrice(currentTarget.value)}
            />
            <SelectField
              label="Category"
              {...bounds.category}
              {...field('category')}
              options={bundleCategories}
              hint="Visitors find the bundle in it. Its subject and programme are those that all works have."
            />
            <TextArea label="What it is for" {...bounds.about} {...field('about')} hint="A sentence or two. Optional." />
          </>
        )}
      </RecordForm>
    </section>
  )
}

const bounds = formFields(bundleForm, {}, {})
